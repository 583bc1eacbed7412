//! Puts rules into English: writes the meaning of a rule's text as sentences.
//!
//! This is the reverse of reading. If a rule cannot be expressed plainly, there is no sentence, because a wrong sentence would be
//! worse than no sentence.

mod clause;
mod condition;
mod expand;
mod figure;
mod rule;
mod speaker;
mod term;

use cluewright_core::{Arg, Clue, ClueTree, Puzzle};
use cluewright_rules::Ruleset;
use cluewright_rules::syntax::ast::Rule;
use figure::ITS_LINE;
use speaker::Speaker;
use std::borrow::Cow;

/// The maximum length of a sentence, in characters: a longer sentence explains nothing.
const LONGEST: usize = 300;

/// The meaning of a rule's text in one or a few sentences; `None` if it cannot be expressed in plain sentences.
///
/// ```
/// let rule = &cluewright_rules::parse("rule far\n clue line L\n for (a, b) along L: require |a - b| >= 4\n").unwrap()[0];
/// assert_eq!(cluewright_english::say(rule).unwrap(), "Adjacent digits on the line differ by at least 4.");
/// ```
pub fn say(rule: &Rule) -> Option<String> {
    said(rule, None, &[])
}

/// Like `say`, but with the ruleset to which the rule may refer.
pub fn say_among(rule: &Rule, rules: &Ruleset) -> Option<String> {
    said(rule, Some(rules), &[])
}

fn said(rule: &Rule, rules: Option<&Ruleset>, given: &[(String, Arg)]) -> Option<String> {
    let body = expand::expanded(rule)?;
    let mut speaker = Speaker::new(rule, rules, given);
    let places: Vec<String> = speaker.places();
    let clauses = speaker.statements(&body)?;
    let mut sentences: Vec<Vec<clause::Clause>> = Vec::new();
    for clause in clauses {
        if sentences.iter().flatten().any(|known| *known == clause) {
            continue;
        }
        // Sentences about the same subject are joined.
        let joins = |group: &Vec<clause::Clause>| {
            let both: Vec<clause::Clause> = group.iter().chain([&clause]).cloned().collect();
            matches!(clause::Clause::joined(&both, "and"), Some(clause::Clause::Says { .. }))
        };
        match sentences.last_mut().filter(|last| joins(last)) {
            Some(last) => last.push(clause),
            None => sentences.push(vec![clause]),
        }
    }
    let texts: Option<Vec<String>> =
        sentences.iter().map(|all| Some(sentence(&clause::Clause::joined(all, "and")?.text(), &places))).collect();
    let text = texts?.join(" ");
    (!text.is_empty() && text.chars().count() <= LONGEST).then_some(text)
}

/// A rule's own sentence, or else a sentence made from its text; empty if neither exists.
pub fn about(rule: &Rule) -> Cow<'_, str> {
    if rule.about.is_empty() { Cow::Owned(say(rule).unwrap_or_default()) } else { Cow::Borrowed(&rule.about) }
}

/// Like `about`, for a rule that a puzzle uses, with the ruleset and the puzzle's arguments for a rule of the whole grid.
pub fn about_used<'r>(rule: &'r Rule, used: &Clue, rules: &Ruleset) -> Cow<'r, str> {
    let given = if rule.is_clue { &[][..] } else { &used.args[..] };
    if rule.about.is_empty() {
        Cow::Owned(said(rule, Some(rules), given).unwrap_or_default())
    } else {
        Cow::Borrowed(&rule.about)
    }
}

/// The sentences of a puzzle's rules and of its clues' rules, in the order in which they are used.
pub fn sentences(rules: &Ruleset, puzzle: &Puzzle) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for clue in puzzle.rules.iter().chain(puzzle.clues.iter().flat_map(ClueTree::clues)) {
        let Some(rule) = rules.rule(&clue.rule).filter(|rule| !rule.is_clue || !seen.contains(&&*rule.name)) else {
            continue;
        };
        seen.push(&clue.rule);
        let text = about_used(rule, clue, rules);
        if !text.is_empty() && !said.iter().any(|one| *one == text) {
            said.push(text.into_owned());
        }
    }
    said
}

/// Turns text into a sentence with a capital letter at the beginning and a full stop at the end. A figure is named only once.
fn sentence(text: &str, places: &[String]) -> String {
    let mut text = text.trim().trim_end_matches(',').to_owned();
    for place in places {
        let ends = [(format!("the first digit {place}"), format!("the last digit {place}"))];
        for (first, last) in &ends {
            text = text.replace(&format!("{first} and {last}"), &format!("the first and the last digit {place}"));
            text = text
                .replace(&format!("from {first} to {last}"), &format!("between the first and the last digit {place}"));
        }
        let Some((word, figure)) = place.split_once(" the ") else { continue };
        let figure = format!("the {figure}");
        let Some(at) = text.find(&figure) else { continue };
        let (head, tail) = text.split_at(at + figure.len());
        let tail = tail.replace(&format!("the ends of {figure}"), "its ends");
        let word = word.rsplit(' ').next().unwrap_or_default();
        let it = if figure.ends_with('s') { "them" } else { "it" };
        let word = if word == "by" { "on" } else { word };
        let mut tail = tail;
        for word in [word, "in", "on"] {
            tail = tail.replace(&format!(" {word} {figure}"), &format!(" {word} {it}"));
        }
        text = format!("{head}{tail}");
    }
    if !text.starts_with("the clue") {
        text = text.replace(ITS_LINE, "in the row or column of the clue");
    }
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}
