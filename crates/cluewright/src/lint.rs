//! What there is to say about rules that somebody writes.

use crate::error::Error;
use crate::rule_tests::lint_rule_tests;
use cluewright_core::puzzle::Definition;
use cluewright_core::{BadInput, Clue, Puzzle, Shape};
use cluewright_rules::syntax::parse;
use cluewright_rules::{Report, Ruleset, lower};

/// What there is to say about a text of rules that has no mistake: a line a rule, and what is weak.
///
/// Errors: a mistake, with its place; there is no rule in it.
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
            .hint("`cluewright rules new NAME` prints the start of one")
            .into());
    }
    let mut puzzle = Puzzle::new(Shape::square(9)?, 9);
    puzzle.definitions.push(Definition { text: text.to_owned(), line: 1 });
    let rules = Ruleset::for_puzzle(&puzzle, &[])?;
    let mut lines = Vec::new();
    let examples = lint_rule_tests(text)?;
    for rule in &parsed {
        if rule.is_clue {
            // One clue of it with likely arguments, on the usual grid.
            let made = match cluewright_rules::lint(&rules, &rule.name) {
                Ok(made) => made,
                Err(why) => {
                    lines.push(format!("{}: a rule for clues; it could not be tried on 9x9: {why}", rule.name));
                    continue;
                }
            };
            lines.push(format!("{}: a rule for clues, {}", rule.name, number(rule.body.len(), "statement")));
            lines.extend(weak(&made));
            continue;
        }
        // A rule of the whole grid can be tried at once, on the usual one.
        let mut trial = puzzle.clone();
        trial.rules.push(Clue::new(rule.name.clone(), Vec::new()));
        if rule.params.iter().any(|p| p.value.is_none() && !p.optional) {
            lines.push(format!("{}: a rule of the whole grid with options", rule.name));
            continue;
        }
        let lowered = lower(&rules, &trial)?;
        lines.push(format!(
            "{}: a rule of the whole grid; on 9x9 it makes {} of different cells, {} and {}",
            rule.name,
            number(lowered.model.sets().len(), "set"),
            number(lowered.model.links().len(), "link"),
            number(lowered.model.constraints().len(), "constraint")
        ));
        lines.extend(weak(&lowered.report));
    }
    if examples > 0 {
        lines.push(format!("{}; `cluewright rules test` tries them", number(examples, "example")));
    }
    Ok(lines)
}

/// What to say of statements that the search and the techniques can do little with.
fn weak(report: &[Report]) -> Vec<String> {
    let weak = report.iter().filter(|r| r.became.iter().any(|(b, _)| b.is_weak()));
    weak.map(|r| {
        format!(
            "  weak: line {} of {} is only checked when its cells are filled in; searches with it are slow",
            r.line, r.rule
        )
    })
    .collect()
}

fn number(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}
