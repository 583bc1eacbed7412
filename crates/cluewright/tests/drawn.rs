//! Puzzles of our own in the style of setters' drawings and rules, each with its correct reading and the number of solutions of
//! that reading. `cargo xtask drawn` makes them of `drawn/cases.txt`; the witness's plain code and brute force, which know nothing
//! of drawings, say that what is called right is right.

use crate::witness::board::{Board, Clue as Plain};
use crate::witness::judge::{self, BLANK, Grid};
use crate::witness::{brute, puzzles};
use cluewright::core::{Arg, Clue, ClueTree, Puzzle};
use cluewright::reader::{Reader, Reading};
use cluewright::report::Unread;
use cluewright::rules::{Ruleset, default_number};
use cluewright::{Compiled, CountOptions, Limits, formats, solve};
use serde_json::Value;
use std::collections::BTreeSet;

/// A puzzle of the corpus.
pub(crate) struct Record {
    pub name: String,
    pub drawn: String,
    /// Its correct reading, as `.clue` text.
    right: String,
    count: u64,
    /// The missing feature without which it may be misread.
    waits: String,
    /// Words of the drawings and sentences that no rule accounts for.
    unread: Vec<String>,
}

pub(crate) fn records() -> Vec<Record> {
    let text = |record: &Value, key: &str| record[key].as_str().unwrap_or_default().to_owned();
    let lines = include_str!("drawn/puzzles.jsonl").lines();
    let record = |line: &str| {
        let record: Value = serde_json::from_str(line).expect("a record");
        Record {
            name: text(&record, "name"),
            drawn: text(&record, "drawn"),
            right: text(&record, "right"),
            count: record["count"].as_u64().expect("a number of solutions"),
            waits: text(&record, "waits"),
            unread: record["unread"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
        }
    };
    lines.map(record).collect()
}

/// The prefix of rules that only the corpus defines; their drawings are judged by the solutions alone.
const OWN: &str = "own-";

/// A clue as words: its rule, its cells regardless of order, and its numbers except defaults.
fn word(puzzle: &Puzzle, clue: &Clue) -> String {
    let rules = Ruleset::library();
    let mut words: BTreeSet<String> = BTreeSet::new();
    let mut cells: BTreeSet<String> = BTreeSet::new();
    for (name, arg) in &clue.args {
        cells.extend(arg.cells().map(|c| puzzle.cell_name(c)));
        match arg {
            Arg::Number(n) if default_number(&rules, puzzle, &clue.rule, name) != Some(*n) => {
                words.insert(format!("{name}={n}"));
            }
            Arg::Numbers(all) => {
                let mut all = all.clone();
                all.sort_unstable();
                words.insert(format!("{name}={all:?}"));
            }
            Arg::Text(text) => {
                words.insert(format!("{name}={text}"));
            }
            Arg::Bool(true) => {
                words.insert(name.clone());
            }
            _ => {}
        }
    }
    let words: Vec<String> = [clue.rule.clone()].into_iter().chain(cells).chain(words).collect();
    words.join(" ")
}

fn clues(puzzle: &Puzzle) -> BTreeSet<String> {
    puzzle.clues.iter().flat_map(ClueTree::clues).map(|clue| word(puzzle, clue)).collect()
}

/// The rules of the whole grid, with combined rules replaced by their parts.
fn leaves(puzzle: &Puzzle) -> BTreeSet<String> {
    let rules = Ruleset::library();
    let mut queue: Vec<String> = puzzle.rules.iter().map(|r| r.rule.clone()).collect();
    let mut out = BTreeSet::new();
    while let Some(name) = queue.pop() {
        match rules.parts(&name) {
            Some(parts) => queue.extend(parts),
            None => {
                // Boxes are the regions of an ordinary grid.
                out.insert(if name == "regions" { "boxes".to_owned() } else { name });
            }
        }
    }
    out
}

/// The differences between the two sides.
fn difference(what: &str, right: &BTreeSet<String>, found: &BTreeSet<String>) -> Vec<String> {
    let missed = right.difference(found).map(|c| format!("{what} missed: {c}"));
    let wrong = found.difference(right).map(|c| format!("{what} read that is none: {c}"));
    missed.chain(wrong).collect()
}

/// Parts that are unread but not reported as such, or reported but not unread.
fn wrongly_unread(record: &Record, compiled: &Compiled) -> Vec<String> {
    let unread = Unread::of(compiled);
    let figures = unread.iter().flat_map(|u| &u.figures).map(|f| &f.name);
    let told: Vec<String> = figures.chain(unread.iter().flat_map(|u| &u.sentences)).map(|t| t.to_lowercase()).collect();
    let is_meant = |told: &String| record.unread.iter().any(|word| told.contains(word.as_str()));
    let missed = record.unread.iter().filter(|word| !told.iter().any(|told| told.contains(word.as_str())));
    let missed = missed.map(|word| format!("not told as unread: {word}"));
    missed.chain(told.iter().filter(|told| !is_meant(told)).map(|told| format!("told as unread: {told}"))).collect()
}

/// The errors in the reading of a puzzle.
fn wrong(record: &Record) -> Vec<String> {
    let right = match formats::read_as("clue", &record.right) {
        Ok(read) => read.puzzle,
        Err(e) => return vec![format!("{e}")],
    };
    let reader = Reader::of(&Reading::default()).expect("no rules");
    let (compiled, read) = match reader.read(&record.drawn, &|| false) {
        Ok(read) => read,
        Err(e) => return vec![format!("it is not read: {e}")],
    };
    let found = &read.puzzle;
    let mut wrong = Vec::new();
    if (found.digits.first, found.digits.count) != (right.digits.first, right.digits.count) {
        wrong.push(format!("digits {} to {}", found.digits.first, found.digits.last()));
    }
    if found.givens != right.givens {
        wrong.push("other givens".to_owned());
    }
    wrong.extend(difference("rule", &leaves(&right), &leaves(found)));
    let (named, own): (BTreeSet<String>, BTreeSet<String>) =
        clues(&right).into_iter().partition(|c| !c.starts_with(OWN));
    if own.is_empty() {
        wrong.extend(difference("clue", &named, &clues(found)));
    } else {
        wrong.extend(named.difference(&clues(found)).map(|c| format!("clue missed: {c}")));
    }
    let count = compiled.count(&CountOptions { most: 10_000, ..CountOptions::default() }, &Limits::none()).value;
    if count != record.count {
        wrong.push(format!("{count} solutions, not {}", record.count));
    } else if let (1, cluewright::Verdict::Unique(values)) = (count, solve(&compiled, &Limits::none()).value) {
        let solution: Vec<Option<i32>> = compiled.numbers(&values).into_iter().map(Some).collect();
        if solution != right.solution {
            wrong.push("another solution".to_owned());
        }
    }
    wrong.extend(wrongly_unread(record, &compiled));
    if !wrong.is_empty() {
        wrong.extend(read.notes.iter().map(|n| format!("  told: {}", n.text)));
    }
    wrong
}

#[test]
fn drawn_puzzles_are_read_as_what_they_are() {
    let (mut problems, mut waiting, mut ready) = (Vec::new(), Vec::new(), Vec::new());
    let all = records();
    for record in &all {
        let wrong = wrong(record);
        let line = format!("{}: {}", record.name, wrong.join("\n    "));
        match (wrong.is_empty(), record.waits.as_str()) {
            (true, "") => {}
            (true, waits) => ready.push(format!("{} ({waits})", record.name)),
            (false, "") => problems.push(line),
            (false, waits) => waiting.push(format!("({waits}) {line}")),
        }
    }
    println!("{} puzzles, of which {} wait:\n{}", all.len(), waiting.len(), waiting.join("\n"));
    println!("{} need not wait any more: {}", ready.len(), ready.join(", "));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Whether the digits satisfy a clue. Rules that the witness does not know are judged here.
fn keeps(board: &Board, clue: &Plain, digits: &[i64]) -> bool {
    let own: Vec<i64> = clue.lists.first().map_or(Vec::new(), |l| l.iter().map(|&c| digits[c]).collect());
    match clue.rule.as_str() {
        "product-cage" => judge::differ(&own) && Some(own.iter().product()) == clue.number("total"),
        "own-difference" => Some((own[0] - own[1]).abs()) == clue.number("n"),
        "own-no-seven" => own.windows(2).all(|w| w[0] + w[1] != 7),
        "own-apart" => (0..own.len()).all(|i| own[..i].iter().all(|x| (x - own[i]).abs() != 1)),
        "own-odd-steps" => own.windows(2).all(|w| [1, 3].contains(&(w[0] - w[1]).abs())),
        "own-pure" => own.iter().all(|x| (x - own[0]) % 2 == 0),
        "own-slope" => own.is_sorted_by(|a, b| a < b) || own.is_sorted_by(|a, b| a > b),
        "parity-line" => own.windows(2).all(|w| (w[0] + w[1]) % 2 != 0),
        _ => judge::keeps(board, clue, Grid { digits, values: digits })
            .unwrap_or_else(|| panic!("nobody has written how `{}` is judged", clue.rule)),
    }
}

#[test]
fn what_is_called_right_is_right_for_plain_code() {
    for record in records() {
        let board = Board::read(&record.right);
        let name = &record.name;
        let fine = |now: &[i64]| {
            let full = |clue: &&Plain| clue.lists.iter().flatten().all(|&c| now[c] != BLANK);
            board.rules.iter().chain(board.clues.iter().filter(full)).all(|clue| keeps(&board, clue, now))
        };
        assert!(fine(&board.solution), "{name}: the solution breaks a clue");
        let (mut count, mut found) = (0, false);
        brute::fill(&board, &board.givens, &fine, &mut |grid| {
            count += u64::from(fine(grid));
            found |= grid == board.solution;
            true
        });
        assert_eq!((count, found), (record.count, true), "{name}");
    }
}

/// Rules whose own sentence and picture are not enough, and why.
const NOT_READ_BACK: &[(&str, &str)] = &[
    ("lockout-line", "the sentence leaves the number open"),
    ("sum-line", "the sentence leaves the number open"),
    ("line-sum", "the sentence leaves the number open"),
    ("whispers-dot", "the sentence leaves the number open"),
    ("frame-sum", "the sentence leaves the number open"),
    ("outside-odd", "the sentence leaves the number open"),
    ("outside-even", "the sentence leaves the number open"),
    ("ratio", "a black dot without a number is `black-dot`, which says the same"),
    ("extra-region", "of many cells people say that their digits differ: the sentence names none"),
    ("index-line", "the sentence is too much like that of a numbered room"),
    ("zipper-line", "the sentence names no line, and a rule of its own is made of it"),
    ("difference-cage", "the sentence is not read yet"),
    ("range-cage", "the sentence is not read yet"),
    ("average-cage", "the sentence is not read yet"),
    ("product-line", "its figures are not read at all: why is still to be found out"),
    ("average-arrow", "its figures are not read at all: why is still to be found out"),
    ("look-and-say", "the digits of a pair are taken one by one where no comma stands between pairs"),
    ("clone", "areas of one colour that touch are one area to the eye"),
    ("windoku", "its windows are taken for extra regions besides, which say the same"),
    ("box-indexer", "each area is a clue of its own: the same, as each cell speaks for itself"),
    ("column-indexer", "each area is a clue of its own: the same, as each cell speaks for itself"),
    ("row-indexer", "each area is a clue of its own: the same, as each cell speaks for itself"),
    ("f-puzzles difference", "the key without a number is a white dot"),
    ("f-puzzles magic-square", "the format has boxes in every grid"),
];

#[test]
fn a_rule_is_read_back_from_its_picture_and_its_own_sentence() {
    let library = Ruleset::library();
    let reader = Reader::of(&Reading::default()).expect("no rules");
    let written = |format: &str, puzzle: &Puzzle| formats::by_id(format).expect("a format").write(puzzle);
    let mut problems = Vec::new();
    for rule in library.rules().filter(|r| !r.draw.is_empty() && (r.at_sight || !r.told.is_empty())) {
        let mut wrong = Vec::new();
        let is_known = |name: &str| NOT_READ_BACK.iter().any(|(known, _)| *known == name);
        let texts = puzzles::texts().filter(|(name, _)| *name == rule.name);
        let read = texts.filter_map(|(_, text)| formats::read_as("clue", text).ok()).map(|r| r.puzzle);
        // The format can express only a single grid without additions.
        for puzzle in read.filter(|p| p.extra.is_empty() && p.definitions.is_empty()).take(2) {
            for (format, recorded) in ["scl", "f-puzzles"].into_iter().flat_map(|f| [(f, true), (f, false)]) {
                let mut puzzle = puzzle.clone();
                if !recorded {
                    puzzle.solution.clear();
                }
                let Ok((link, _)) = written(format, &puzzle) else {
                    // The format can express only the digits from 1 to the size of the grid.
                    assert_eq!(format, "f-puzzles", "{}", rule.name);
                    continue;
                };
                let read = reader.puzzle(&link, &|| false).expect("what was written");
                let mut lost = difference("clue", &clues(&puzzle), &clues(&read.puzzle));
                lost.extend(difference("rule", &leaves(&puzzle), &leaves(&read.puzzle)));
                if !lost.is_empty() && !is_known(&format!("{format} {}", rule.name)) {
                    let told = read.notes.iter().map(|n| format!("told: {}", n.text));
                    let told: Vec<String> = lost.into_iter().chain(told).collect();
                    wrong.push(format!("{format}, recorded {recorded}: {}", told.join("\n    ")));
                }
            }
        }
        match (wrong.first(), is_known(&rule.name)) {
            (Some(wrong), false) => problems.push(format!("{}: {wrong}", rule.name)),
            (None, true) => println!("{}: it is read back now: take it out of the list", rule.name),
            _ => {}
        }
    }
    assert!(problems.is_empty(), "{} rules:\n{}", problems.len(), problems.join("\n"));
}
