//! What the targets have in common: what is asked of an input, whatever its bytes. A panic is a finding; so is more time or
//! memory than `fuzz/run` allows.

use cluewright::core::{Clue, Shape};
use cluewright::formats::{self, FORMATS};
use cluewright::guess::{Guess, guess};
use cluewright::rules::syntax::{parse, print};
use cluewright::rules::{Ruleset, lint};
use cluewright::{Compiled, Limits, Puzzle, solve};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Notes of a text are few, however many there could be.
const NOTES: usize = 1_500;

/// A puzzle that was read goes through every writer; a `.clue` file of it is the same puzzle.
fn written(puzzle: &Puzzle) {
    for format in FORMATS {
        let Ok((text, notes)) = format.write(puzzle) else { continue };
        assert!(notes.len() <= NOTES, "{} notes", notes.len());
        if format.info().id != "clue" || text.len() > formats::MAX_TEXT {
            continue;
        }
        let (again, _) = format.read(&text).unwrap_or_else(|e| panic!("what was written is not read: {e}\n{text}"));
        assert_eq!(again.givens, puzzle.givens, "{text}");
        assert_eq!(again.digits, puzzle.digits, "{text}");
        assert_eq!(again.clues.len(), puzzle.clues.len(), "{text}");
        assert_eq!(again.rules.len(), puzzle.rules.len(), "{text}");
        assert!(again.shape == puzzle.shape, "{text}");
    }
}

/// One reader, and what it read through every writer.
pub fn reader(id: &str, data: &[u8]) {
    let Ok(text) = formats::text_of(data) else { return };
    let Ok(read) = formats::read_as(id, text) else { return };
    assert!(read.notes.len() <= NOTES, "{} notes", read.notes.len());
    written(&read.puzzle);
}

/// What a puzzle's drawings and text may stand for: whatever is guessed, it is a puzzle that can be made.
pub fn guesses(data: &[u8]) {
    static LIBRARY: OnceLock<Ruleset> = OnceLock::new();
    let Ok(text) = formats::text_of(data) else { return };
    let Ok(mut read) = formats::read_as("scl", text) else { return };
    let before = Compiled::new(read.puzzle.clone()).is_ok();
    let told = guess(&mut read.puzzle, LIBRARY.get_or_init(Ruleset::library), Guess::Yes, &|| false);
    assert!(told.len() <= NOTES, "{} guesses", told.len());
    let after = Compiled::new(read.puzzle);
    assert!(!before || after.is_ok(), "{told:?} {:?}", after.err());
}

/// The reader that the text seems to be for.
pub fn detection(data: &[u8]) {
    let Ok(text) = formats::text_of(data) else { return };
    let _ = formats::is_one_line_puzzle(text);
    if let Ok(read) = formats::read(text) {
        written(&read.puzzle);
    }
}

/// A rule's text; printed, it is read again and printed the same.
pub fn rule(data: &[u8]) {
    let Ok(text) = formats::text_of(data) else { return };
    for rule in parse(text).unwrap_or_default() {
        let printed = print(&rule);
        let again = parse(&printed).unwrap_or_else(|e| panic!("what was printed is not read: {e}\n{printed}"));
        assert_eq!(again.len(), 1, "{printed}");
        assert_eq!(print(&again[0]), printed);
    }
}

/// A rule on a small grid: tried, lowered, searched, within a bounded number of polls of the stop signal. The first byte is the
/// grid's.
pub fn rule_search(data: &[u8]) {
    let Some((&first, data)) = data.split_first() else { return };
    let Ok(text) = formats::text_of(data) else { return };
    if text.len() > 4_000 || parse(text).is_err() {
        return;
    }
    let side = 3 + u16::from(first % 4);
    let mut puzzle = Puzzle::new(Shape::square(side).expect("a small grid"), side as u8);
    puzzle.digits.first = i32::from(first / 4 % 4) - 1;
    let Ok(rules) = Ruleset::for_puzzle(&puzzle, &[text]) else { return };
    let names: Vec<(String, bool)> =
        parse(text).unwrap_or_default().into_iter().take(3).map(|r| (r.name, r.is_clue)).collect();
    for (name, is_clue) in names {
        if is_clue {
            let _ = lint(&rules, &name);
        } else {
            puzzle.rules.push(Clue::new(name, Vec::new()));
        }
    }
    let polls = AtomicU32::new(0);
    let stop = || polls.fetch_add(1, Ordering::Relaxed) > 300;
    let Ok(compiled) = Compiled::until(puzzle, &[text], &stop) else { return };
    let answer = solve(&compiled, &Limits { nodes: 30, stop: Some(&stop), ..Limits::none() });
    assert!(answer.stopped != Some(cluewright::Stopped::Unsound), "an answer breaks the rule's own text");
}
