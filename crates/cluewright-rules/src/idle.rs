//! Clues that have no effect: their rule requires nothing by itself, and no rule of the puzzle reads them.

use crate::ruleset::Ruleset;
use crate::syntax::ast::{Rule, Stmt, StmtKind};
use cluewright_core::{BadInput, Clue, ClueTree, Puzzle};

/// Whether a rule for clues does nothing by itself: a clue of the rule has an effect only if another rule reads it.
pub fn is_inert(rule: &Rule) -> bool {
    fn is_empty(body: &[Stmt]) -> bool {
        body.iter().all(|statement| match &statement.kind {
            StmtKind::Let(..) | StmtKind::LetFn(..) => true,
            StmtKind::Require(_) | StmtKind::Use(_) | StmtKind::Extra { .. } | StmtKind::Value(..) => false,
            StmtKind::For(_, body) => is_empty(body),
            StmtKind::If(arms, other) => arms.iter().map(|arm| &arm.1).chain(other).all(|body| is_empty(body)),
            StmtKind::Any(parts) => parts.iter().all(|body| is_empty(body)),
        })
    }
    rule.is_clue && is_empty(&rule.body)
}

/// A message for each rule whose clues have no effect in this puzzle, with the place of the first of these clues.
///
/// ```
/// use cluewright_core::puzzle::Definition;
/// use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape};
/// use cluewright_rules::{Ruleset, idle};
/// let mut puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
/// let text = "rule lamp\n  clue cell c\nrule night\n  for k in clues(lamp): require k.c = 1\n";
/// puzzle.definitions.push(Definition { text: text.into(), line: 1 });
/// puzzle.clues = vec![ClueTree::One(Clue::new("lamp", vec![("c".into(), Arg::Cell(Cell(0)))]))];
/// let rules = Ruleset::for_puzzle(&puzzle, &[]).unwrap();
/// assert_eq!(
///     idle(&rules, &puzzle)[0].to_string(),
///     "the clue `lamp` has no effect: its rule requires nothing, and no rule of this puzzle reads its clues \
///      (add `night`, which reads them, under `rules:`)"
/// );
/// puzzle.rules.push(Clue::new("night", Vec::new()));
/// assert!(idle(&rules, &puzzle).is_empty());
/// ```
pub fn idle(rules: &Ruleset, puzzle: &Puzzle) -> Vec<BadInput> {
    let single =
        || puzzle.clues.iter().filter_map(|tree| if let ClueTree::One(clue) = tree { Some(clue) } else { None });
    let mut inert: Vec<&Clue> = Vec::new();
    for clue in single().filter(|clue| rules.rule(&clue.rule).is_some_and(is_inert)) {
        if inert.iter().all(|first| first.rule != clue.rule) {
            inert.push(clue);
        }
    }
    if inert.is_empty() {
        return Vec::new();
    }
    let reads = |reader: &str, rule: &str| rules.reads(reader).iter().any(|read| read.0 == rule);
    let active = || puzzle.rules.iter().chain(puzzle.clues.iter().flat_map(ClueTree::clues));
    inert.retain(|clue| !active().any(|reader| reads(&reader.rule, &clue.rule)));
    let message = |first: &Clue| {
        let name = &first.rule;
        let clues = match single().filter(|clue| clue.rule == *name).count() {
            1 => format!("the clue `{name}` has no effect: its"),
            n => format!("the {n} clues `{name}` have no effect: their"),
        };
        let error = BadInput::new(format!("{clues} rule requires nothing, and no rule of this puzzle reads its clues"));
        let error = match first.place {
            Some((line, column)) => error.at(line, column),
            None => error,
        };
        match rules.own_rules().find(|reader| reads(&reader.name, name)) {
            Some(reader) => error.hint(format!("add `{}`, which reads them, under `rules:`", reader.name)),
            None => error
                .hint(format!("add a `require` to the rule, or use `clues({name})` in another rule to read its clues")),
        }
    };
    inert.into_iter().map(message).collect()
}
