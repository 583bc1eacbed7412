//! The options that make puzzles like an existing one.

use super::options::Kind;
use super::places::Layout;
use cluewright_core::puzzle::Args;
use cluewright_core::{Arg, Clue, ClueTree, Puzzle};
use cluewright_rules::Ruleset;
use cluewright_rules::bound;

/// The kinds of a puzzle's clues, with about as many clues of each kind, of the same sizes, as the puzzle has. Clues that are
/// joined are left out, since they cannot be proposed one by one; so are clues with a text, which cannot be generated.
///
/// ```
/// use cluewright::{formats, generate::kinds_like, rules::Ruleset};
/// let text = "grid: 4x4\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r3c1 r3c2 r4c1 total 8\n";
/// let kinds = kinds_like(&formats::read(text)?.puzzle, &Ruleset::library());
/// assert_eq!((kinds.len(), kinds[0].cells), (1, Some((2, 3))));
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn kinds_like(puzzle: &Puzzle, rules: &Ruleset) -> Vec<Kind> {
    let mut kinds: Vec<(Kind, Vec<Clue>)> = Vec::new();
    for tree in &puzzle.clues {
        let ClueTree::One(clue) = tree else { continue };
        let Some(rule) = rules.rule(&clue.rule) else { continue };
        let clue = bound(clue, &rule.params);
        match kinds.iter_mut().find(|(kind, _)| kind.rule == clue.rule) {
            Some((_, clues)) => clues.push(clue),
            None => kinds.push((Kind::of(clue.rule.clone()), vec![clue])),
        }
    }
    kinds.retain(|(kind, _)| rules.rule(&kind.rule).is_some_and(|rule| Layout::of(rule, kind, 0).is_some()));
    for (kind, clues) in &mut kinds {
        let count = u32::try_from(clues.len()).unwrap_or(u32::MAX);
        kind.clues = Some((count - count / 3, count + count / 4 + 1));
        // The longest list of each clue is the one whose length varies.
        let lists = |clue: &Clue| {
            let lists = clue.args.iter().flat_map(|(_, arg)| cluewright_rules::lists_of(arg));
            lists.map(|l| u32::try_from(l.len()).unwrap_or(u32::MAX)).max().unwrap_or(1)
        };
        kind.cells = clues.iter().map(lists).min().zip(clues.iter().map(lists).max());
        kind.args = common(rules, clues);
    }
    kinds.into_iter().map(|(kind, _)| kind).collect()
}

/// The arguments that are the same in all clues and do not follow from a solution.
fn common(rules: &Ruleset, clues: &[Clue]) -> Args {
    let Some(rule) = rules.rule(&clues[0].rule) else { return Args::new() };
    let mut found = Args::new();
    for (name, arg) in &clues[0].args {
        let cells = matches!(arg, Arg::Cell(_) | Arg::Cells(_) | Arg::Lists(_));
        let has_default = rule.params.iter().any(|p| p.name == *name && p.value.is_some());
        let alike = clues.iter().all(|clue| clue.args.iter().any(|a| a.0 == *name && a.1 == *arg));
        if !cells && has_default && alike && clues.len() > 1 {
            found.push((name.clone(), arg.clone()));
        }
    }
    found
}
