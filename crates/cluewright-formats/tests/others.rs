//! Puzzles of lisudoku, `SudokuMaker` and sudoku-setter: real ones, which belong to their setters and are not part of the
//! project (the tests run where `../shared` exists), read, written and read again.

use cluewright_core::{ClueTree, Puzzle};
use cluewright_formats::{NoteKind, Read, by_id, read};
use serde_json::Value;
use std::collections::BTreeMap;

/// The records of a format, each with a flag for the quarter that was held back during development of the reader.
fn records(format: &str) -> Vec<(Value, bool)> {
    let path = format!("{}/../../../shared/data/variants/other_formats_corpus.jsonl", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: no ../shared");
        return Vec::new();
    };
    let all = text.lines().map(|l| serde_json::from_str::<Value>(l).expect("a line of JSON"));
    all.filter(|r| r["format"] == format).enumerate().map(|(i, r)| (r, i % 4 == 3)).collect()
}

fn text_of(record: &Value) -> String {
    record["raw"].as_str().map_or_else(|| record["decoded_json"].to_string(), str::to_owned)
}

/// The puzzle without the parts that another program cannot express (places and origin), and with clues in a fixed order.
fn content(mut puzzle: Puzzle) -> Puzzle {
    fn forget(tree: &mut ClueTree) {
        match tree {
            ClueTree::One(clue) => clue.place = None,
            ClueTree::All(parts) | ClueTree::Any(parts) => parts.iter_mut().for_each(forget),
            ClueTree::Not(part) => forget(part),
        }
    }
    puzzle.clues.iter_mut().for_each(forget);
    puzzle.clues.sort_by_key(|c| format!("{c:?}"));
    puzzle.rules.sort_by_key(|r| format!("{r:?}"));
    puzzle.foreign = None;
    puzzle
}

/// The numbers of records read completely, read with notes, and rejected, for the seen and the held-back part.
#[derive(Default)]
struct Table {
    rows: [[usize; 3]; 2],
    why: BTreeMap<String, usize>,
}

impl Table {
    fn add(&mut self, read: &Result<Read, cluewright_core::BadInput>, held: bool) {
        let row = &mut self.rows[usize::from(held)];
        match read {
            Err(error) => {
                row[2] += 1;
                *self.why.entry(format!("refused: {error}")).or_default() += usize::from(!held);
            }
            Ok(read) => {
                let unknown: Vec<_> = read.notes.iter().filter(|n| n.kind == NoteKind::Unknown).collect();
                row[usize::from(!unknown.is_empty())] += 1;
                for note in unknown.into_iter().filter(|_| !held) {
                    *self.why.entry(note.text.clone()).or_default() += 1;
                }
            }
        }
    }

    fn print(&self, format: &str) {
        for (words, [whole, noted, refused]) in ["looked at", "held back"].into_iter().zip(self.rows) {
            println!("{format}, {words}: {whole} whole, {noted} with unknown, {refused} refused");
        }
        for (why, times) in self.why.iter().filter(|(_, times)| **times > 0) {
            println!("  {times} x {why}");
        }
    }
}

#[test]
fn lisudoku_records() {
    let mut table = Table::default();
    let format = by_id("lisudoku").unwrap();
    for (record, held) in records("lisudoku") {
        let (id, raw) = (record["id"].as_str().unwrap_or(""), text_of(&record));
        let text = format!("https://lisudoku.xyz/solver?import={raw}");
        let got = read(&text);
        table.add(&got, held);
        let got = got.unwrap_or_else(|e| panic!("{id}: {e}"));
        assert_eq!(got.format.info().id, "lisudoku");
        let bare = raw.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
        assert_eq!(read(&bare).unwrap().puzzle, got.puzzle, "{id}: the packed text alone");
        assert_eq!(read(&record["decoded_json"].to_string()).unwrap().puzzle.clues, got.puzzle.clues, "{id}: JSON");
        // An unchanged puzzle gives the same link; a puzzle without its original text gives the same puzzle and the same keys.
        assert_eq!(format.write(&got.puzzle).unwrap(), (text, Vec::new()), "{id}");
        let bare = content(got.puzzle);
        let (anew, notes) = format.write(&bare).unwrap();
        assert!(notes.iter().all(|n| n.kind != NoteKind::Lost), "{id}: {notes:?}");
        assert_eq!(content(read(&anew).unwrap().puzzle), bare, "{id}");
    }
    table.print("lisudoku");
    assert!(table.rows.iter().all(|row| row[1] + row[2] == 0), "all are read whole");
}

#[test]
fn sudokumaker_records() {
    let mut table = Table::default();
    let mut written = 0;
    for (record, held) in records("sudokumaker") {
        let text = format!("https://sudokumaker.app/?puzzle={}", text_of(&record));
        let got = read(&text);
        table.add(&got, held);
        let (Ok(got), false) = (got, held) else { continue };
        let id = record["id"].as_str().unwrap_or("");
        assert_eq!(got.format.info().id, "sudokumaker", "{id}");
        assert_eq!(read(&record["decoded_json"].to_string()).unwrap().puzzle.clues, got.puzzle.clues, "{id}: JSON");
        // An unchanged puzzle gives the same text; without the original text, everything not reported as lost is read back.
        let (link, notes) = got.format.write(&got.puzzle).unwrap();
        assert!(notes.is_empty(), "{id}");
        assert_eq!(read(&link).unwrap().puzzle, got.puzzle, "{id}");
        let bare = content(got.puzzle);
        let (anew, notes) = got.format.write(&bare).unwrap();
        let again = read(&anew).unwrap_or_else(|e| panic!("{id}: {e}"));
        if notes.iter().all(|n| n.kind != NoteKind::Lost) {
            assert!(again.notes.iter().all(|n| n.kind != NoteKind::Unknown), "{id}: {:?}", again.notes);
            let again = content(again.puzzle);
            assert_eq!((&again.clues, &again.rules), (&bare.clues, &bare.rules), "{id}");
            assert_eq!((&again.givens, again.digits), (&bare.givens, bare.digits), "{id}");
            written += 1;
        }
    }
    table.print("sudokumaker");
    println!("sudokumaker: {written} of those looked at are written and read as the same clues");
    assert!(table.rows.iter().all(|row| row[2] == 0), "none is refused");
}

/// Most of these puzzles are about loops, caves and galaxies, for which there are no rules; notes report that.
#[test]
fn sudoku_setter_records() {
    let mut table = Table::default();
    for (record, held) in records("raizus-sudoku-setter") {
        let got = read(&record["decoded_json"].to_string());
        table.add(&got, held);
        assert_eq!(got.unwrap_or_else(|e| panic!("{}: {e}", record["id"])).format.info().id, "sudoku-setter");
    }
    table.print("sudoku-setter");
    assert!(table.rows.iter().all(|row| row[2] == 0), "all are read");
}
