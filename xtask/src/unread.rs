//! `unread`: removes the meaning of one understood clue from puzzles, by replacing the rule's name with a made-up word or by
//! deleting the rule's sentence. Every answer must then report the drawings and words that are unread.

use crate::corpus::is_held_back;
use crate::sudokupad;
use crate::task::{Fail, Task, Words};
use cluewright::guess::{Guess, guess};
use cluewright::report::Unread;
use cluewright::{Compiled, Puzzle, formats};
use cluewright_protocol::{MessageBuffer, Session};
use cluewright_rules::Ruleset;
use cluewright_rules::told::{Phrase, phrases, sentences, words};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(crate) const TASK: Task = Task {
    name: "unread",
    takes: "FILE",
    about: "f-puzzles records drawn as SudokuPad draws them, without the meaning of one clue: do answers say what is unread?",
    options: &[("--show", "N", "0", "show so many of the puzzles")],
    run,
};

/// The made-up word, which is not the name of any rule.
const MADE_UP: &str = "zorblax";

/// The maximum number of puzzles per record.
const EACH: usize = 2;

/// A puzzle without the meaning of one rule's clues.
struct Planted {
    id: String,
    rule: String,
    /// Whether the sentence was deleted, rather than a word replaced.
    is_cut: bool,
    scl: String,
    /// The parts of the puzzle that were unread before.
    before: Option<Unread>,
}

/// The records with a text and one solution, except the records of the held-back quarter.
fn records(text: &str) -> Vec<Value> {
    let all = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let is_free = |record: &Value| !is_held_back(record["id"].as_str().unwrap_or_default());
    all.filter(|record| record["functional_verdict"] == "unique" && is_free(record)).collect()
}

/// The puzzle as `SudokuPad` would show it, without the solution, which would reveal the meaning of drawings.
fn scl(decoded: &Value, text: &str) -> String {
    let mut decoded = decoded.clone();
    if let Value::Object(fields) = &mut decoded {
        fields.remove("solution");
        fields.insert("ruleset".to_owned(), json!(text));
    }
    sudokupad::scl(&decoded).to_string()
}

/// The names of all rules of a puzzle, of clues and of the whole grid.
fn rules_of(puzzle: &Puzzle) -> BTreeSet<String> {
    let clues = puzzle.clues.iter().flat_map(|tree| tree.clues());
    clues.chain(&puzzle.rules).map(|clue| clue.rule.clone()).collect()
}

fn read(scl: &str, rules: &Ruleset) -> Option<(BTreeSet<String>, Puzzle)> {
    let mut puzzle = formats::read(scl).ok()?.puzzle;
    let plain = rules_of(&puzzle);
    guess(&mut puzzle, rules, Guess::Agreed, &|| false);
    Some((plain, puzzle))
}

/// The text after all phrases for the rule have been replaced; `None` if the text contains no such phrase.
fn renamed(text: &str, phrases: &[Phrase]) -> Option<String> {
    let mut is_changed = false;
    let mut out = Vec::new();
    for sentence in sentences(text) {
        let mut words = words(sentence);
        let mut is_new = false;
        while let Some(found) = phrases.iter().find_map(|phrase| phrase.find(&words)) {
            MADE_UP.clone_into(&mut words[found.words.0]);
            is_new = true;
        }
        out.push(if is_new { words.join(" ") } else { sentence.to_owned() });
        is_changed |= is_new;
    }
    is_changed.then(|| out.join(".\n"))
}

/// The text without the sentences that mention the rule.
fn cut(text: &str, phrases: &[Phrase]) -> String {
    let speaks = |sentence: &&str| phrases.iter().any(|phrase| phrase.find(&words(sentence)).is_some());
    sentences(text).into_iter().filter(|sentence| !speaks(sentence)).collect::<Vec<_>>().join(".\n")
}

/// The puzzles that can be made from a record.
fn planted(record: &Value, rules: &Ruleset) -> Vec<Planted> {
    let decoded = &record["decoded_json"];
    let text = decoded["ruleset"].as_str().unwrap_or_default();
    let mut all = Vec::new();
    let Some((plain, understood)) = read(&scl(decoded, text), rules) else { return all };
    let before = Compiled::new(understood.clone()).ok().as_ref().and_then(Unread::of);
    for name in rules_of(&understood).difference(&plain) {
        let Some(rule) = rules.rule(name) else { continue };
        let phrases = phrases(rule).unwrap_or_default();
        let Some(other) = renamed(text, &phrases) else { continue };
        for (is_cut, text) in [(false, other), (true, cut(text, &phrases))] {
            let scl = scl(decoded, &text);
            let Some((_, puzzle)) = read(&scl, rules) else { continue };
            // The meaning is not removed if the clues are still recognised, by their appearance or by other words, or are read as
            // clues of another rule.
            let left = rules_of(&puzzle);
            let is_taken_away = !left.contains(name) && left.is_subset(&rules_of(&understood));
            // A rule without drawings leaves nothing behind if its sentence is deleted.
            let is_left = puzzle.drawings.len() > understood.drawings.len() || !(is_cut || rule.is_clue);
            if is_taken_away && is_left && all.len() < EACH {
                let id = record["id"].as_str().unwrap_or_default().to_owned();
                all.push(Planted { id, rule: name.clone(), is_cut, scl, before: before.clone() });
                break;
            }
        }
    }
    all
}

/// The last message to a request.
fn asked(session: &Session, request: &Value) -> Value {
    let kept = MessageBuffer::default();
    session.handle(&request.to_string(), &kept);
    let last = kept.messages().pop().unwrap_or_default();
    serde_json::from_str(&last).unwrap_or_default()
}

/// The parts that the answers fail to report (empty if the answers are right), and the text that they report.
fn unsaid(planted: &Planted) -> (Vec<String>, String) {
    let session = Session::default();
    let opened = asked(&session, &json!({"id": 1, "op": "open", "doc": "p", "text": planted.scl}));
    // The page shows this state as long as the puzzle is open.
    let state = &opened["ok"]["unread"];
    let says = state["says"].as_str().unwrap_or_default().to_owned();
    let mut wrong = Vec::new();
    let was = |figures: &Value| {
        let before = planted.before.iter().flat_map(|unread| &unread.figures);
        before.clone().any(|f| figures["name"] == f.name.as_str() && figures["count"] == json!(f.count))
    };
    let list = |key: &str| state[key].as_array().cloned().unwrap_or_default();
    let names_figures = list("figures").iter().any(|figures| !was(figures));
    let names_sentence = list("sentences").iter().any(|s| s.as_str().is_some_and(|s| s.contains(MADE_UP)));
    if !names_figures && !names_sentence {
        wrong.push("the page's state".to_owned());
    }
    for op in ["solve", "hint", "rate", "check"] {
        let message = asked(&session, &json!({"id": 2, "op": op, "doc": "p", "limits": {"nodes": 2000}}));
        let said = message["unread"]["says"].as_str().unwrap_or_default();
        if said.is_empty() || said != says {
            wrong.push(op.to_owned());
        }
        let text = message["ok"]["text"].to_string();
        let is_several = message["ok"]["several"] == true || text.contains("more than one solution");
        if op == "hint" && is_several && (!text.contains("unread") || text.contains("nothing more in common")) {
            wrong.push("the hint's words".to_owned());
        }
    }
    (wrong, says)
}

/// Returns the number of puzzles (at most `most`), the number of puzzles whose answers report everything, and the errors of the
/// other puzzles.
fn measure(text: &str, most: usize, show: usize) -> (usize, usize, Vec<String>) {
    let rules = Ruleset::library();
    let (mut all, mut said, mut wrong) = (0, 0, Vec::new());
    for planted in records(text).iter().flat_map(|record| planted(record, &rules)).take(most) {
        let (missing, says) = unsaid(&planted);
        let how = if planted.is_cut { "cut" } else { "renamed" };
        if all < show {
            println!("{} {} {how}: {says}", planted.id, planted.rule);
        }
        all += 1;
        if missing.is_empty() {
            said += 1;
        } else {
            wrong.push(format!("{} {} {how}: unsaid by {}: {says}", planted.id, planted.rule, missing.join(", ")));
        }
    }
    (all, said, wrong)
}

fn run(words: &Words) -> Result<(), Fail> {
    let text = std::fs::read_to_string(words.names[0]).map_err(|e| format!("{}: {e}", words.names[0]))?;
    let (all, said, wrong) = measure(&text, usize::MAX, words.number("--show")?);
    for line in &wrong {
        println!("{line}");
    }
    println!("{said} of {all} puzzles: every answer names what is unread");
    if wrong.is_empty() { Ok(()) } else { Err(format!("{} puzzles leave something unsaid", wrong.len()).into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In every puzzle, the verdict, the hint, the rating and the page's state report the removed meaning.
    #[test]
    fn what_was_taken_away_is_named() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/variants/fpuzzles_corpus.jsonl");
        let Ok(text) = std::fs::read_to_string(path) else {
            eprintln!("skipped: no ../shared");
            return;
        };
        let (all, said, wrong) = measure(&text, 50, 0);
        assert!(all == 50 && said == all, "{said} of {all}: {wrong:#?}");
    }
}
