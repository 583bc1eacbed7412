//! Rules in English: the sentence that a rule's text comes to.
//!
//! The other way round than reading. What has no plain saying is not said: a sentence that says something else would be worse
//! than none.

mod clause;
mod condition;
mod expand;
mod figure;
mod rule;
mod speaker;
mod term;

use clause::Clause;
use cluewright_core::{ClueTree, Puzzle};
use cluewright_rules::Ruleset;
use cluewright_rules::syntax::ast::Rule;
use speaker::Speaker;
use std::borrow::Cow;

/// A longer sentence explains nothing, in characters.
const LONGEST: usize = 300;

/// What a rule's text comes to, in one sentence or a few; none when there is no plain saying.
///
/// ```
/// let rule = &cluewright_rules::parse("rule far\n clue line L\n for (a, b) along L: require |a - b| >= 4\n").unwrap()[0];
/// assert_eq!(cluewright_english::say(rule).unwrap(), "Adjacent digits on the line differ by at least 4.");
/// ```
pub fn say(rule: &Rule) -> Option<String> {
    let body = expand::expanded(rule)?;
    let clauses = Speaker::new(rule).statements(&body)?;
    let mut sentences: Vec<Vec<Clause>> = Vec::new();
    for clause in clauses {
        if sentences.iter().flatten().any(|known| *known == clause) {
            continue;
        }
        // What is said of the same belongs together.
        let joins = |group: &Vec<Clause>| {
            let both: Vec<Clause> = group.iter().chain([&clause]).cloned().collect();
            matches!(Clause::joined(&both, "and"), Some(Clause::Says { .. }))
        };
        match sentences.last_mut().filter(|last| joins(last)) {
            Some(last) => last.push(clause),
            None => sentences.push(vec![clause]),
        }
    }
    let texts: Option<Vec<String>> = sentences.iter().map(|all| Some(sentence(&Clause::joined(all, "and")?.text()))).collect();
    let text = texts?.join(" ");
    (!text.is_empty() && text.chars().count() <= LONGEST).then_some(text)
}

/// A rule's own sentence, or else what its text comes to; empty when it has neither.
pub fn about(rule: &Rule) -> Cow<'_, str> {
    if rule.about.is_empty() { Cow::Owned(say(rule).unwrap_or_default()) } else { Cow::Borrowed(&rule.about) }
}

/// What the rules of a puzzle and of its clues say, in the order in which they are used.
pub fn sentences(rules: &Ruleset, puzzle: &Puzzle) -> Vec<String> {
    let mut seen: Vec<&str> = Vec::new();
    let mut said: Vec<String> = Vec::new();
    for clue in puzzle.rules.iter().chain(puzzle.clues.iter().flat_map(ClueTree::clues)) {
        if seen.contains(&clue.rule.as_str()) {
            continue;
        }
        seen.push(&clue.rule);
        let text = rules.rule(&clue.rule).map(about).unwrap_or_default();
        if !text.is_empty() && !said.iter().any(|one| *one == text) {
            said.push(text.into_owned());
        }
    }
    said
}

/// A text with a capital at its beginning and a point at its end.
fn sentence(text: &str) -> String {
    let text = text.trim().trim_end_matches(',').replace(",,", ",").replace(" ,", ",");
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}
