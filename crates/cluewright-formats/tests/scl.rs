//! `SudokuPad`'s format: every element, read and written.

use cluewright_core::{Arg, Clue, ClueTree, DrawingKind, Puzzle};
use cluewright_formats::{Note, NoteKind, by_id, is_one_line_puzzle, read, read_as};
use serde_json::{Value, json};

fn cells(n: usize) -> Value {
    Value::Array(vec![Value::Array(vec![json!({}); n]); n])
}

fn boxes() -> Value {
    let part = |r: i32, c: i32| json!([[r, c], [r, c + 1], [r + 1, c], [r + 1, c + 1]]);
    json!([part(0, 0), part(0, 2), part(2, 0), part(2, 2)])
}

/// A 4x4 grid with a bit of everything.
fn whole() -> Value {
    let mut top = json!({
        "id": "tiny", "cellSize": 50, "cells": cells(4), "regions": boxes(),
        "cages": [
            {"value": "title: Tiny"}, {"value": "author: A: B"}, {"value": "rules: Green lines: whispers"},
            {"value": "source: a book"}, {"value": "solution: 1234341221434??."},
            {"cells": [[0, 0], [0, 1]], "value": "3", "sum": 3, "unique": true, "style": "killer"},
            {"cells": [[1, 0], [1, 1]], "value": "7", "sum": 7, "unique": false},
            {"cells": [[2, 0], [2, 1]], "unique": true},
            {"cells": [[3, 0], [3, 1]]},
            {"cells": [[3, 3]], "value": "AB", "outlineC": "#f00"},
            {"cells": [[0, 0], [0, 1], [0, 2], [0, 3]], "hidden": true, "unique": true},
        ],
        "lines": [{"wayPoints": [[0.5, 0.5], [1.5, 1.5]], "color": "#67f067", "thickness": 8, "opacity": 0.5}],
        "arrows": [{"wayPoints": [[0.5, 2.5], [1, 3]], "color": "#a1a1a1", "thickness": 5, "headLength": 0.3}],
        "underlays": [{"center": [0.5, 0.5], "width": 0.85, "height": 0.85, "rounded": true, "backgroundColor": "#CFCFCF"}],
        "overlays": [
            {"center": [1, 1.5], "width": 0.3, "height": 0.3, "rounded": true, "backgroundColor": "#000", "text": "2", "color": "#fff"},
            {"center": [4.5, 0.5], "width": 0.25, "height": 0.25, "text": "9", "fontSize": 32, "angle": 45},
        ],
        "metadata": {"antiknight": true, "customstyle": "{}"},
        "foglight": [[0, 0]],
    });
    top["cells"][0][3] = json!({"value": 4});
    top["cells"][1][1] = json!({"centremarks": [1, "2"]});
    top["cells"][1][2] = json!({"pencilMarks": [3]});
    top
}

fn scl(top: &Value) -> (Puzzle, Vec<Note>) {
    read_as("scl", &top.to_string()).map(|r| (r.puzzle, r.notes)).unwrap()
}

fn told(notes: &[Note], kind: NoteKind) -> usize {
    notes.iter().filter(|n| n.kind == kind).count()
}

fn clue_names(puzzle: &Puzzle) -> Vec<(&str, Option<&Arg>)> {
    let one = |tree| match tree {
        &ClueTree::One(Clue { ref rule, ref args, .. }) => {
            (rule.as_str(), args.iter().find(|a| a.0 == "total").map(|a| &a.1))
        }
        _ => panic!("one clue"),
    };
    puzzle.clues.iter().map(one).collect()
}

#[test]
fn every_element_is_read() {
    let (puzzle, notes) = scl(&whole());
    assert_eq!((puzzle.title.as_str(), puzzle.author.as_str()), ("Tiny", "A: B"));
    assert_eq!(puzzle.text, "Green lines: whispers");
    assert_eq!(puzzle.solution.iter().flatten().count(), 13);
    assert_eq!(puzzle.rules, [Clue::new("classic", vec![]), Clue::new("anti-knight", vec![])]);
    let totals = [Arg::Number(3), Arg::Number(7)];
    let expected = [("killer-cage", Some(&totals[0])), ("sum", Some(&totals[1])), ("killer-cage", None)];
    assert_eq!(clue_names(&puzzle), expected);
    assert_eq!((puzzle.givens.len(), puzzle.progress.len()), (1, 2));
    let kinds: Vec<_> = puzzle.drawings.iter().map(|d| (d.kind, d.below)).collect();
    assert_eq!(
        kinds,
        [
            (DrawingKind::Line, false),
            (DrawingKind::Arrow, false),
            (DrawingKind::Cage, false),
            (DrawingKind::Cage, false),
            (DrawingKind::Circle, true),
            (DrawingKind::Circle, false),
            (DrawingKind::Text, false),
        ]
    );
    let line = &puzzle.drawings[0];
    assert_eq!((&line.lists[0][..], line.width), (&[(0.0, 0.0), (1.0, 1.0)][..], Some(0.125)));
    assert_eq!(line.color, "#67F06780");
    assert_eq!(puzzle.drawings[5].lists[0], [(0.5, 1.0)]);
    assert_eq!((puzzle.drawings[6].size, puzzle.drawings[6].angle), (Some(0.5), Some(45.0)));
    assert_eq!((told(&notes, NoteKind::Unknown), told(&notes, NoteKind::Decoration)), (0, 0), "{notes:?}");
    assert!(puzzle.fog.is_some());
}

#[test]
fn unchanged_is_the_same_text_and_changed_keeps_what_it_had() {
    let text = whole().to_string();
    let (mut puzzle, _) = scl(&whole());
    let (link, notes) = by_id("scl").unwrap().write(&puzzle).unwrap();
    assert!(notes.is_empty());
    let again = read(&link).unwrap();
    assert_eq!(again.format.info().id, "scl");
    assert_eq!(again.puzzle.foreign.as_ref().unwrap().text, text);
    assert_eq!(again.puzzle, puzzle);
    puzzle.title = "Changed".to_owned();
    let (link, _) = by_id("scl").unwrap().write(&puzzle).unwrap();
    let again = read(&link).unwrap().puzzle;
    let top: Value = serde_json::from_str(&again.foreign.as_ref().unwrap().text).unwrap();
    assert_eq!(top["lines"], whole()["lines"]);
    assert_eq!(top["cages"][0], whole()["cages"][5]);
    assert_eq!(top["metadata"]["customstyle"], "{}");
    assert_eq!(top["foglight"], json!([[0, 0]]));
    let bare = |p: Puzzle| Puzzle { foreign: None, ..p };
    assert_eq!(bare(again), bare(puzzle));
}

#[test]
fn written_anew_is_the_same_puzzle() {
    let (mut puzzle, _) = scl(&whole());
    puzzle.foreign = None;
    let (link, notes) = by_id("scl").unwrap().write(&puzzle).unwrap();
    assert_eq!(told(&notes, NoteKind::Lost), 0, "{notes:?}");
    let again = read(&link).unwrap().puzzle;
    assert_eq!(Puzzle { foreign: None, ..again }, puzzle);
}

#[test]
fn zipped_bare_and_slashed() {
    let zipped = "{id:'x',cs:50,ce:[[{v:1},,,],[,,,],[,,,],[,,,]],re:[],l:[{c:CFCFCF,th:21,wp:[[0.5,0.5],[0.5,1.5]]}],\
                  metadata:{solution:'1???????????????'}}";
    let read = read_as("scl", zipped).unwrap();
    assert_eq!(read.puzzle.rules, [Clue::new("latin", vec![])]);
    assert_eq!((read.puzzle.givens.len(), read.puzzle.drawings.len()), (1, 1));
    assert_eq!(read.puzzle.solution[0], Some(1));
    let (link, notes) = by_id("scl").unwrap().write(&read.puzzle).unwrap();
    assert!(notes.is_empty());
    let packed = link.strip_prefix("https://sudokupad.app/scl").unwrap();
    for text in [
        packed.to_owned(),
        format!("scl{packed}"),
        format!("ctc{}", packed.replace('/', "%2F").replace('+', "%2B")),
        format!("https://sudokupad.app/sudoku/?puzzleid=ctc{packed}"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=scl{packed}&x=1"),
        link.replace("app/scl", "app/ctc"),
    ] {
        assert_eq!(read_as("scl", &text).unwrap().puzzle, read.puzzle, "{text}");
    }
}

#[test]
fn a_short_id_needs_the_network() {
    for link in [
        "https://sudokupad.app/abc123",
        "https://app.crackingthecryptic.com/sudoku/B2Hg4MJ9fT",
        "https://sudokupad.app/scladder12",
        "B2Hg4MJ9fT",
        "abc123xyz",
    ] {
        let error = read(link).unwrap_err().to_string();
        assert!(error.contains("nothing is downloaded") && error.contains("long link"), "{error}");
    }
}

/// Packed texts as copied from links: percent-encoded once or twice, with or without the link.
#[test]
fn packed_texts_with_escapes_and_no_link() {
    let escaped = |text: &str| -> String {
        let plain = |b: &u8| b.is_ascii_alphanumeric();
        text.bytes().map(|b| if plain(&b) { char::from(b).into() } else { format!("%{b:02X}") }).collect()
    };
    let puzzle = scl(&whole()).0;
    for id in ["scl", "f-puzzles"] {
        let (link, _) = by_id(id).unwrap().write(&puzzle).unwrap();
        let expected = read(&link).unwrap().puzzle;
        let packed = &link[link.find("N4").unwrap()..];
        for text in [escaped(packed), escaped(&escaped(packed)), escaped(&link), escaped(&json_of(&link))] {
            assert!(is_one_line_puzzle(&text), "{text}");
            assert_eq!(read(&text).unwrap().puzzle, expected, "{text}");
        }
    }
}

/// The JSON in a written link.
fn json_of(link: &str) -> String {
    read(link).unwrap().puzzle.foreign.unwrap().text
}

#[test]
fn oblong_grids_and_grids_within_larger_ones() {
    let mut top = whole();
    top["cells"] = json!(vec![vec![json!({}); 6]; 5]);
    top["cells"][0][0] = json!({"value": 3});
    top["cells"][4][5] = json!({"value": 9});
    top["cages"] = json!([]);
    let (puzzle, notes) = scl(&top);
    assert_eq!((puzzle.shape.len(), puzzle.digits.count, puzzle.givens.len()), (16, 4, 1));
    assert_eq!(told(&notes, NoteKind::Unknown), 1);
    top["regions"] = json!([]);
    let (puzzle, _) = scl(&top);
    assert_eq!((puzzle.shape.len(), puzzle.digits.count, puzzle.rules[0].rule.as_str()), (30, 6, "latin"));
}

#[test]
fn what_is_not_understood_is_told() {
    let mut top = whole();
    top["magic"] = json!([1]);
    top["metadata"]["antiqueen"] = json!(true);
    top["lines"][0] = json!({"d": "A 0 0"});
    top["cages"][7]["value"] = json!("?");
    top["cells"][3][3] = json!({"value": "X"});
    let (puzzle, notes) = scl(&top);
    assert_eq!(told(&notes, NoteKind::Unknown), 4, "{notes:?}");
    assert_eq!(puzzle.drawings.len(), 8);
    for bad in ["{\"cells\":[],\"regions\":[]}", "{\"cells\":3,\"regions\":[]}", "{\"cellSize\":50", "scl", "sclN4Ig"] {
        assert!(read_as("scl", bad).is_err(), "{bad}");
    }
}

#[test]
fn clues_without_a_place_are_told_and_their_rules_said() {
    let text = "grid: 4x4\nrules: classic, anti-king\nthermometer r1c1-r1c3\n";
    let read = read(text).unwrap();
    let (link, notes) = by_id("scl").unwrap().write(&read.puzzle).unwrap();
    assert_eq!(told(&notes, NoteKind::Lost) + told(&notes, NoteKind::Decoration), 1, "{notes:?}");
    let again = read_as("scl", &link).unwrap().puzzle;
    assert!(again.text.contains("Digits strictly increase from the bulb to the tip."), "{}", again.text);
    assert_eq!(again.rules[1].rule, "anti-king");
}

/// The prose states each rule of the puzzle once: with the rule's own sentence, or with the sentence made from its text.
#[test]
fn a_text_says_every_rule() {
    let text = "grid: 4x4\nrules: classic, near\nrule near\n  for (a, b) in neighbours: require a + b >= 3\n\
                rule far\n  clue line L\n  draw line \"#67F067\"\n  for (a, b) along L: require |a - b| >= 2\n\n\
                far r1c1 r1c2\nfar r2c1 r2c2\nodd r4c4\n";
    let puzzle = read(text).expect("a puzzle").puzzle;
    let (written, _) = by_id("scl").expect("a format").write(&puzzle).expect("it is written");
    let top: Value = serde_json::from_str(&json_of(&written)).expect("JSON");
    let said = "Every row, column and box holds each digit once.\nOrthogonally adjacent digits add up to at least 3.\n\
                Adjacent digits on the green line differ by at least 2.\nThe cell holds an odd digit.";
    assert_eq!(top["metadata"]["rules"], said);
}
