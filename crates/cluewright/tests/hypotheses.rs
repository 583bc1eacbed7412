//! Readings of drawings are hypotheses: the recorded solution, the text and the existence of a solution decide which are kept.
//! Solutions of 4x4 grids are counted; the expected numbers were derived by hand.

use cluewright::core::ClueTree;
use cluewright::reader::{Reader, Reading};
use cluewright::{CountOptions, Limits};
use serde_json::{Value, json};

/// A 4x4 `SudokuPad` puzzle with boxes.
fn drawn(parts: &Value, text: &str, solution: &str) -> String {
    let part = |r: i32, c: i32| json!([[r, c], [r, c + 1], [r + 1, c], [r + 1, c + 1]]);
    let row: Vec<Value> = vec![json!({}); 4];
    let mut top = json!({"cells": vec![row; 4], "regions": [part(0, 0), part(0, 2), part(2, 0), part(2, 2)],
        "metadata": {"rules": text, "solution": solution}});
    for (key, list) in parts.as_object().expect("lists by key") {
        top[key] = list.clone();
    }
    top.to_string()
}

/// The number of solutions, the names of clues and rules, and the notes.
fn read(text: &str) -> (u64, Vec<String>, Vec<String>) {
    let reader = Reader::of(&Reading::default()).expect("no rules");
    let (compiled, read) = reader.read(text, &|| false).expect("a puzzle");
    let puzzle = &read.puzzle;
    let clues = puzzle.clues.iter().flat_map(ClueTree::clues).chain(&puzzle.rules).map(|c| c.rule.clone());
    let count = compiled.count(&CountOptions::default(), &Limits::none()).value;
    (count, clues.collect(), read.notes.into_iter().map(|n| n.text).collect())
}

fn cages(cages: &[(&[(i32, i32)], &str)]) -> Value {
    let one = |(cells, value): &(&[(i32, i32)], &str)| json!({"cells": cells, "value": value});
    json!({"cages": cages.iter().map(one).collect::<Vec<_>>()})
}

fn dot(color: &str) -> Value {
    json!({"overlays": [{"center": [0.5, 1], "width": 0.3, "height": 0.3, "rounded": true, "backgroundColor": color}]})
}

/// Ordinary 4x4 grids.
const ALL: u64 = 288;
/// Latin squares of four digits.
const LATIN: u64 = 576;

const SOLUTION: &str = "1234341221434321";

#[test]
fn numbers_that_are_no_sums_are_left_as_drawings() {
    // 1 and 2: a sum of 3. 3 and 4 below: 12 is not the sum of two digits up to four, and the solution does not fit it.
    let parts = cages(&[(&[(1, 0), (1, 1)], "12"), (&[(0, 2), (0, 3)], "12")]);
    for solution in [SOLUTION, ""] {
        let (count, names, told) = read(&drawn(&parts, "Cages show a number.", solution));
        assert_eq!((count, names), (ALL, vec!["classic".to_owned()]), "{told:?}");
    }
    // An impossible total is not a reason to reject the puzzle.
    let (count, ..) = read(&drawn(&cages(&[(&[(0, 0), (0, 1)], "87654321")]), "", ""));
    assert_eq!(count, ALL);
    // If one of five drawings means something else, the others are still read.
    let parts = cages(&[
        (&[(0, 0), (0, 1)], "3"),
        (&[(0, 2), (0, 3)], "7"),
        (&[(1, 0), (1, 1)], "7"),
        (&[(2, 0), (2, 1)], "3"),
        (&[(3, 0), (3, 1)], "12"),
    ]);
    let (_, names, told) = read(&drawn(&parts, "Digits in cages add up to the number.", SOLUTION));
    assert_eq!(names.iter().filter(|n| *n == "killer-cage").count(), 4, "{told:?}");
    assert!(told.iter().any(|t| t.contains("the solution agrees on 4 of 5")), "{told:?}");
}

#[test]
fn clues_that_a_format_is_sure_of_are_held_against_the_solution() {
    let sum = |total: i32| json!({"cages": [{"cells": [[0, 0], [0, 1]], "value": "x", "sum": total, "unique": true}]});
    // 12 is not the sum of two digits, so the number means something else.
    let (count, names, told) = read(&drawn(&sum(12), "", SOLUTION));
    assert_eq!((count, names), (ALL, vec!["classic".to_owned()]));
    assert!(told.iter().any(|t| t.starts_with("the recorded solution breaks 1 of 1 clues `killer-cage`")), "{told:?}");
    // With 4 there is a solution, so the record is wrong.
    let (count, names, told) = read(&drawn(&sum(4), "", SOLUTION));
    assert_eq!((count, names), (48, vec!["killer-cage".to_owned(), "classic".to_owned()]));
    assert!(told.iter().any(|t| t.ends_with("the recorded one is ignored")), "{told:?}");
}

#[test]
fn rows_columns_and_boxes_are_hypotheses() {
    // Rows and columns hold each digit once, boxes do not.
    let latin = "1234234134124123";
    let (count, names, told) = read(&drawn(&json!({}), "Every region has each digit once.", latin));
    assert_eq!((count, names), (LATIN, vec!["rows".to_owned(), "columns".to_owned()]));
    assert_eq!(told, ["`boxes` is not read as a rule of the puzzle, because the recorded solution breaks it"]);
    let text = "Normal sudoku rules do NOT apply. Digits do not repeat in a row or column.";
    let (count, names, _) = read(&drawn(&json!({}), text, ""));
    assert_eq!((count, names), (LATIN, vec!["rows".to_owned(), "columns".to_owned()]));
    // Two equal givens in a box. Without a text that could allow it, there is no solution.
    let mut top: Value =
        serde_json::from_str(&drawn(&json!({}), "Digits in a box must tell a story of the cells around it.", ""))
            .expect("JSON");
    top["cells"][0][0] = json!({"value": 1});
    top["cells"][1][1] = json!({"value": 1});
    let (count, _, told) = read(&top.to_string());
    assert!(count > 0 && told.iter().any(|t| t.contains("it would leave no solution")), "{told:?}");
    top["metadata"]["rules"] = json!("");
    assert_eq!(read(&top.to_string()).0, 0);
}

#[test]
fn the_next_reading_is_tried_when_one_leaves_no_solution() {
    // Two cells of a box cannot be a palindrome, but can be whispers.
    let line = json!({"lines": [{"color": "#F067F0", "thickness": 10, "wayPoints": [[0.5, 0.5], [1.5, 1.5]]}]});
    let text = "The purple line is a palindrome, or rather whispers: digits on purple lines differ by at least 2.";
    let (_, names, told) = read(&drawn(&line, text, ""));
    assert_eq!(names, ["whispers", "classic"], "{told:?}");
}

#[test]
fn what_the_text_denies_is_not_read() {
    for text in [
        "Cells joined by a white dot are never consecutive.",
        "A white dot means that digits are not consecutive.",
        "Digits beside a white dot cannot be consecutive.",
        "White dots: the digits must not be consecutive.",
    ] {
        let (_, names, told) = read(&drawn(&dot("#FFFFFF"), text, ""));
        assert!(!names.iter().any(|name| name == "white-dot"), "{text} {names:?} {told:?}");
    }
    for text in [
        "Cells with a black dot between them cannot be in a ratio of 1:2.",
        "Black dots: neither digit is double the other.",
        "The digits at a black dot are never in a 1:2 ratio.",
    ] {
        let (_, names, told) = read(&drawn(&dot("#000000"), text, ""));
        assert!(!names.iter().any(|name| name == "black-dot"), "{text} {names:?} {told:?}");
    }
    let (count, names, _) =
        read(&drawn(&dot("#FFFFFF"), "A white dot joins consecutive digits. Not all dots are given.", ""));
    assert_eq!((count, names), (144, vec!["white-dot".to_owned(), "classic".to_owned()]));
}

#[test]
fn digits_are_those_of_text_and_solution() {
    let zero = "0123230110323210";
    for (text, solution) in [("The digits are 0 to 3.", ""), ("", zero), ("Place the digits 0-3 once each.", zero)] {
        let reader = Reader::of(&Reading::default()).expect("no rules");
        let digits = reader.puzzle(&drawn(&json!({}), text, solution), &|| false).expect("a puzzle").puzzle.digits;
        assert_eq!((digits.first, digits.count), (0, 4), "{text}");
    }
}

#[test]
fn small_links_that_were_misread() {
    let counts: Vec<(&str, u64)> =
        vec![(include_str!("reading/total_over_10000.json"), ALL), (include_str!("reading/zero_digits.json"), 12)];
    for (text, wanted) in counts {
        assert_eq!(read(text).0, wanted);
    }
    for (text, name, wanted) in [
        (include_str!("reading/not_consecutive.json"), "nonconsecutive-dot", 144),
        (include_str!("reading/no_black_double.json"), "nonratio-dot", 192),
    ] {
        let (count, names, _) = read(text);
        assert_eq!((count, names), (wanted, vec![name.to_owned(), "classic".to_owned()]));
    }
    assert_eq!(read(include_str!("reading/chaos.json")).1, ["white-dot", "rows", "columns"]);
}

#[test]
fn a_number_that_the_rule_would_not_take_is_no_reading() {
    let line = json!({"lines": [{"color": "#2ECBFF", "thickness": 10, "wayPoints": [[0.5, 0.5], [0.5, 2.5]]}]});
    for (text, read_as) in [
        ("Modular lines (blue): any three in a row have different remainders modulo 3.", true),
        ("Blue lines are modular: the same remainders when divided by 5.", false),
    ] {
        let (_, names, told) = read(&drawn(&line, text, ""));
        assert_eq!(names.contains(&"modular-line".to_owned()), read_as, "{text} {told:?}");
    }
    let sign = json!({"overlays": [{"center": [0.5, 1], "width": 0.3, "height": 0.3, "text": "V"}]});
    for (text, read_as) in [("A V joins digits that sum to 5.", true), ("Digits at a V sum to 5 or 15.", false)] {
        let (_, names, told) = read(&drawn(&sign, text, ""));
        assert_eq!(names.contains(&"v".to_owned()), read_as, "{text} {told:?}");
    }
}

#[test]
fn a_clue_that_cannot_hold_stays_a_drawing() {
    let parts = cages(&[
        (&[(0, 0), (0, 1)], "3"),
        (&[(0, 2), (0, 3)], "7"),
        (&[(1, 0), (1, 1)], "7"),
        (&[(2, 0), (2, 1)], "5"),
        (&[(3, 0), (3, 1)], "12"),
    ]);
    let text = drawn(&parts, "Digits in cages add up to the number.", "");
    let read = Reader::of(&Reading::default()).expect("no rules").puzzle(&text, &|| false).expect("a puzzle");
    let told: Vec<&str> = read.notes.iter().map(|n| n.text.as_str()).collect();
    assert_eq!((read.puzzle.clues.len(), read.puzzle.drawings.len()), (4, 1), "{told:?}");
    assert!(told.iter().any(|t| t.ends_with("left as drawings, because impossible: 1 of 5")), "{told:?}");
    // In f-puzzles, clues have explicit types.
    let cage = |value: &str| json!({"cells": ["R1C1", "R1C2"], "value": value});
    let text = json!({"size": 4, "ruleset": "Cells of a wiggle must sum to the number.", "killercage": [cage("12")],
        "grid": vec![vec![json!({}); 4]; 4]});
    let read =
        Reader::of(&Reading::default()).expect("no rules").puzzle(&text.to_string(), &|| false).expect("a puzzle");
    let told: Vec<&str> = read.notes.iter().map(|n| n.text.as_str()).collect();
    assert_eq!((read.puzzle.clues.len(), read.puzzle.drawings.len()), (0, 1), "{told:?}");
}

/// Ones and twos may be exchanged in two rows of a grid that is full otherwise.
fn open_grid(parts: &Value, text: &str) -> String {
    let mut top: Value = serde_json::from_str(&drawn(parts, text, "")).expect("it is written here");
    for (at, digit) in "..343412..434321".chars().enumerate().filter(|(_, c)| *c != '.') {
        top["cells"][at / 4][at % 4] = json!({"value": digit.to_string()});
    }
    top.to_string()
}

/// A sign between the first two cells, which no sentence mentions.
fn sign(text: &str) -> Value {
    json!({"overlays": [{"center": [0.5, 1], "width": 0, "height": 0, "text": text, "fontSize": 20}]})
}

#[test]
fn what_leaves_one_solution_is_read_where_nothing_else_is_open() {
    let usual = "Normal sudoku rules apply.";
    assert_eq!(read(&open_grid(&json!({}), usual)).0, 2);
    let (count, names, told) = read(&open_grid(&sign("<"), usual));
    assert_eq!((count, &names[..]), (1, &["inequality".to_owned(), "classic".to_owned()][..]), "{told:?}");
    assert!(told.iter().any(|t| t.ends_with("; so the puzzle has one solution")), "{told:?}");
    // A sentence that was not understood may mean more than the sign that it describes.
    let (count, names, told) = read(&open_grid(&sign("<"), "Normal sudoku rules apply. Signs must zorblax."));
    assert_eq!((count, &names[..]), (2, &["classic".to_owned()][..]), "{told:?}");
}
