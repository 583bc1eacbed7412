//! Real puzzles of other programs: read, written again, read again. They belong to their setters and are not part of the
//! project: the tests run where `../shared` exists.

use cluewright_core::{ClueTree, Puzzle};
use cluewright_formats::{FORMATS, NoteKind, by_id, f_puzzles_json, read};
use serde_json::Value;

fn records(file: &str) -> Vec<Value> {
    let path = format!("{}/../../../shared/data/variants/{file}", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: no ../shared");
        return Vec::new();
    };
    text.lines().map(|l| serde_json::from_str(l).expect("a line of JSON")).collect()
}

fn text<'a>(record: &'a Value, key: &str) -> &'a str {
    record[key].as_str().unwrap_or("")
}

/// The puzzle without the parts that another format cannot express: places and origin.
fn content(mut puzzle: Puzzle) -> Puzzle {
    fn forget(tree: &mut ClueTree) {
        match tree {
            ClueTree::One(clue) => clue.place = None,
            ClueTree::All(parts) | ClueTree::Any(parts) => parts.iter_mut().for_each(forget),
            ClueTree::Not(part) => forget(part),
        }
    }
    puzzle.clues.iter_mut().for_each(forget);
    puzzle.foreign = None;
    puzzle
}

#[test]
fn f_puzzles_links_come_back() {
    let mut unknown = std::collections::BTreeMap::new();
    for record in records("fpuzzles_corpus.jsonl") {
        let (id, raw) = (text(&record, "id"), text(&record, "raw"));
        let json = f_puzzles_json(raw).unwrap_or_else(|e| panic!("{id}: {e}"));
        let read = read(raw).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert_eq!(read.format.info().id, "f-puzzles");
        for note in read.notes.iter().filter(|n| n.kind == NoteKind::Unknown) {
            *unknown.entry(note.text.clone()).or_insert(0) += 1;
        }
        // An unchanged puzzle gives the same text, and the same link except for characters after the end mark.
        let format = by_id("f-puzzles").unwrap();
        let (link, notes) = format.write(&read.puzzle).unwrap();
        assert!(notes.is_empty(), "{id}");
        assert_eq!(f_puzzles_json(&link).unwrap(), json, "{id}");
        let packed = link.split_once("load=").expect("a link").1.trim_end_matches('=');
        assert!(raw.starts_with(packed) || !raw.starts_with("N4Ig"), "{id}");
        // A puzzle written without its original text has the same rules.
        let bare = content(read.puzzle.clone());
        let (anew, lost) = format.write(&bare).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert!(lost.is_empty(), "{id}: {lost:?}");
        let mut again = by_id("f-puzzles").unwrap().read(&anew).unwrap_or_else(|e| panic!("{id}: {e}")).0;
        if bare.text.is_empty() {
            // If the puzzle has no text, the rules' own sentences are written in its place.
            again.text.clear();
        }
        assert!(content(again.clone()).clues.len() == bare.clues.len(), "{id}");
        let sorted = |p: Puzzle| {
            let mut p = content(p);
            p.clues.sort_by_key(|c| format!("{c:?}"));
            p.rules.sort_by_key(|r| r.rule.clone());
            p
        };
        assert!(sorted(again) == sorted(bare.clone()), "{id}");
        let (file, _) = by_id("clue").unwrap().write(&bare).unwrap_or_else(|e| panic!("{id}: {e}"));
        let from_file = by_id("clue").unwrap().read(&file).unwrap_or_else(|e| panic!("{id}: {e}")).0;
        assert_eq!(from_file.clues.len(), bare.clues.len(), "{id}");
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// Every record through every writer, whole and cut off anywhere: texts and notes, or an error; never a panic.
#[test]
fn every_record_goes_through_every_writer() {
    let files = ["fpuzzles_corpus.jsonl", "iss_examples.jsonl", "other_formats_corpus.jsonl"];
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut written = 0;
    let mut through = |text: &str| {
        let Ok(read) = read(text) else { return };
        let mut bare = read.puzzle.clone();
        bare.foreign = None;
        for format in FORMATS {
            written += usize::from(format.write(&read.puzzle).is_ok()) + usize::from(format.write(&bare).is_ok());
        }
    };
    for record in files.iter().flat_map(|f| records(f)) {
        let raw = record.as_object().into_iter().flatten().filter_map(|(_, v)| v.as_str());
        let raw = raw.max_by_key(|text| text.len()).unwrap_or_default();
        through(raw);
        let json = f_puzzles_json(raw).unwrap_or_else(|_| raw.to_owned());
        for _ in 0..2 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mut at = (state >> 33) as usize % json.len().max(1);
            while !json.is_char_boundary(at) {
                at -= 1;
            }
            // Parts of the text: cut off at a position, and with the piece from there to the next mark removed.
            through(&json[..at]);
            let rest = json[at..].find(['.', '~', ',', '[', '{']).map_or("", |i| &json[at + i..]);
            through(&format!("{}{rest}", &json[..at]));
        }
    }
    println!("{written} texts");
}

#[test]
fn constraint_strings_come_back() {
    let mut unknown = std::collections::BTreeMap::new();
    for record in records("iss_examples.jsonl") {
        let (id, raw) = (text(&record, "name"), text(&record, "iss"));
        let read = read(raw).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert_eq!(read.format.info().id, "iss");
        for note in read.notes.iter().filter(|n| n.kind == NoteKind::Unknown) {
            let kind = note.text.split('~').next().unwrap_or_default().to_owned();
            *unknown.entry(kind).or_insert(0) += 1;
        }
        let format = by_id("iss").unwrap();
        let (same, notes) = format.write(&read.puzzle).unwrap();
        assert!(notes.is_empty(), "{id}");
        assert_eq!(same, raw.trim(), "{id}");
        let bare = content(read.puzzle.clone());
        let (anew, lost) = format.write(&bare).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert!(lost.is_empty(), "{id}: {lost:?}");
        let again = content(format.read(&anew).unwrap_or_else(|e| panic!("{id}: {e}")).0);
        assert!(again == bare, "{id}\n{raw}\n{anew}");
        let (file, _) = by_id("clue").unwrap().write(&bare).unwrap_or_else(|e| panic!("{id}: {e}"));
        let from_file = by_id("clue").unwrap().read(&file).unwrap_or_else(|e| panic!("{id}: {e}")).0;
        assert_eq!(from_file.clues.len(), bare.clues.len(), "{id}");
        assert_eq!(from_file.definitions.len(), bare.definitions.len(), "{id}");
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}
