//! Checks rule texts for weaknesses.

use crate::error::Error;
use crate::rule_tests::lint_rule_tests;
use cluewright_core::puzzle::Definition;
use cluewright_core::{BadInput, Clue, Puzzle, Shape};
use cluewright_rules::syntax::ast::{ExprKind, ParamKind, Rule, Shape as ClueShape, StmtKind};
use cluewright_rules::syntax::parse;
use cluewright_rules::{Became, Report, Ruleset, is_inert, lint_with, lower, samples};

/// A report on rule text without mistakes: one line for each rule, followed by its weaknesses.
///
/// Errors: the text has a mistake (reported with its place), or has no rules.
///
/// ```
/// let told = cluewright::lint::lint_rules("rule rising\n  clue line L\n  require increasing(L)\n")?;
/// assert_eq!(told, ["rising: a rule for clues, 1 statement"]);
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn lint_rules(text: &str) -> Result<Vec<String>, Error> {
    let parsed = parse(text)?;
    if parsed.is_empty() {
        return Err(BadInput::new("there is no rule in this text")
            .hint("`cluewright rules new NAME` prints a template")
            .into());
    }
    Ok(lint(text)?.lines)
}

/// All mistakes in rule text, in the order of their positions; empty if the rules can be used.
///
/// ```
/// let told = cluewright::lint::mistakes("rule rising\n  clue lin L\n  require increasing(L)\n  requires true\n");
/// let places: Vec<_> = told.iter().map(|mistake| mistake.place).collect();
/// assert_eq!(places, [Some((2, 8)), Some((4, 3))]);
/// ```
pub fn mistakes(text: &str) -> Vec<BadInput> {
    Ruleset::mistakes(text)
}

/// The report on rule text without mistakes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Linted {
    /// One line for each rule, followed by its weaknesses and errors; at the end, one line on the examples if there are any.
    pub lines: Vec<String>,
    /// The number of lines that report an error: a statement that can never hold, or a rule that could not be tried.
    pub wrong: usize,
}

/// Checks rule text that contains no mistakes. Each rule is tried on the usual 9x9 grid; a rule for clues is tried with some likely
/// clues.
///
/// Errors: as for [`lint_rules`].
///
/// ```
/// let linted = cluewright::lint::lint("rule tenth\n  for R in rows: require R[10] > 4\n")?;
/// assert_eq!((linted.lines.len(), linted.wrong), (2, 1));
/// assert_eq!(linted.lines[1], "  wrong: line 2 of tenth can never be true on 9x9: does it refer to a place outside a list or grid?");
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn lint(text: &str) -> Result<Linted, Error> {
    let parsed = parse(text)?;
    if parsed.is_empty() {
        return Err(BadInput::new("there is no rule in this text")
            .hint("`cluewright rules new NAME` prints a template")
            .into());
    }
    let mut puzzle = Puzzle::new(Shape::square(9)?, 9);
    puzzle.definitions.push(Definition { text: text.to_owned(), line: 1 });
    let rules = Ruleset::for_puzzle(&puzzle, &[])?;
    let mut linted = Linted::default();
    let examples = lint_rule_tests(text)?;
    for rule in &parsed {
        if rule.is_clue {
            of_clues(&rules, rule, &mut linted);
            linted.lines.extend(doubts(&rules, rule));
        } else {
            of_the_grid(&rules, rule, &puzzle, &mut linted)?;
        }
    }
    if examples > 0 {
        linted.lines.push(format!("{}; `cluewright rules test` runs them", number(examples, "example")));
    }
    Ok(linted)
}

/// Tries a rule for clues on the usual grid, with some clues that have likely arguments.
fn of_clues(rules: &Ruleset, rule: &Rule, linted: &mut Linted) {
    let mut tried = vec![cluewright_rules::lint(rules, &rule.name)];
    if tried[0].as_ref().map_or(true, |made| !never(made).is_empty()) {
        tried.extend(samples(rule).into_iter().skip(1).map(|clue| lint_with(rules, clue)));
    }
    let Some(made) = tried.iter().find_map(|t| t.as_ref().ok()) else {
        let why = tried.into_iter().find_map(Result::err).map_or(String::new(), |why| why.to_string());
        linted.lines.push(format!("{}: a rule for clues; it could not be tried on 9x9: {why}", rule.name));
        linted.wrong += 1;
        return;
    };
    linted.lines.push(format!("{}: a rule for clues, {}", rule.name, number(rule.body.len(), "statement")));
    linted.lines.extend(weak(made));
    // Made-up cells are likely to suit a rule with one list of cells, but not a rule with several lists that must match.
    if !has_one_place(rule) {
        return;
    }
    // Statements that fail for every clue tried, whatever its numbers.
    let mut all = tried.iter().flatten().map(|made| never(made));
    let first = all.next().unwrap_or_default();
    let never = all.fold(first, |all, some| all.into_iter().filter(|n| some.contains(n)).collect());
    tell_never(&never, linted);
}

/// Notes on a rule for clues that probably means something else than it states.
fn doubts(rules: &Ruleset, rule: &Rule) -> Vec<String> {
    let mut notes = Vec::new();
    let is_read = || rules.own_rules().any(|other| rules.reads(&other.name).iter().any(|read| read.0 == rule.name));
    if is_inert(rule) && !is_read() {
        let name = &rule.name;
        notes.push(format!(
            "  note: {name} requires nothing, so its clues have no effect unless another rule reads them with \
             `clues({name})`; no rule of this text does"
        ));
    }
    for statement in &rule.body {
        if let StmtKind::Extra { name, keys: Some(keys), .. } = &statement.kind
            && matches!(&keys.kind, ExprKind::Name(all) if all == "cells")
        {
            notes.push(format!(
                "  note: line {} of {} declares a `{name}` for every cell of the grid for each clue by itself; to share \
                 `{name}` among all clues, declare it in a rule without `clue`, and read the clues there with `clues({})`",
                statement.pos.line, rule.name, rule.name
            ));
        }
    }
    notes
}

/// Whether the rule's clues have a single list of cells, which is not the whole grid.
fn has_one_place(rule: &Rule) -> bool {
    let shapes =
        rule.params.iter().filter_map(|p| if let ParamKind::Shape(shape) = p.kind { Some(shape) } else { None });
    let shapes: Vec<_> = shapes.collect();
    matches!(shapes[..], [one] if !one.is_lists() && !matches!(one, ClueShape::Grid | ClueShape::Map))
}

/// Tries a rule of the whole grid on the usual grid.
fn of_the_grid(rules: &Ruleset, rule: &Rule, puzzle: &Puzzle, linted: &mut Linted) -> Result<(), Error> {
    let mut trial = puzzle.clone();
    trial.rules.push(Clue::new(rule.name.clone(), Vec::new()));
    if rule.params.iter().any(|p| p.value.is_none() && !p.optional) {
        linted.lines.push(format!("{}: a rule for the whole grid, with options", rule.name));
        return Ok(());
    }
    let lowered = lower(rules, &trial)?;
    linted.lines.push(format!(
        "{}: a rule for the whole grid; on 9x9 it compiles to {} of different cells, {} and {}",
        rule.name,
        number(lowered.model.sets().len(), "set"),
        number(lowered.model.links().len(), "link"),
        number(lowered.model.constraints().len(), "constraint")
    ));
    linted.lines.extend(weak(&lowered.report));
    tell_never(&never(&lowered.report), linted);
    Ok(())
}

/// The rule and the line of each statement that can never hold.
fn never(report: &[Report]) -> Vec<(String, u32)> {
    let never = report.iter().filter(|r| r.became.iter().any(|(b, _)| *b == Became::Impossible));
    never.map(|r| (r.rule.clone(), r.line)).collect()
}

fn tell_never(never: &[(String, u32)], linted: &mut Linted) {
    linted.wrong += never.len();
    linted.lines.extend(never.iter().map(|(rule, line)| {
        format!(
            "  wrong: line {line} of {rule} can never be true on 9x9: does it refer to a place outside a list or grid?"
        )
    }));
}

/// Remarks on statements that search and techniques can use only weakly.
fn weak(report: &[Report]) -> Vec<String> {
    let weak = report.iter().filter(|r| r.became.iter().any(|(b, _)| b.is_weak()));
    weak.map(|r| {
        format!(
            "  weak: line {} of {} is only checked when its cells are filled in, so searches are slow",
            r.line, r.rule
        )
    })
    .collect()
}

fn number(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}
