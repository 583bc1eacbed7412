//! Drawings read as clues: puzzles drawn by hand here, with and without text and recorded solutions.

use cluewright::core::{ClueTree, Puzzle};
use cluewright::guess::{Guess, guess};
use cluewright::rules::{Ruleset, check};
use cluewright::{Compiled, Document, formats};
use serde_json::{Value, json};

/// A full grid that satisfies only the classic rules.
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A 9x9 `SudokuPad` puzzle with these lists, this text and this solution.
pub(crate) fn drawn(parts: &Value, text: &str, solution: &str) -> Puzzle {
    let row: Vec<Value> = (0..9).map(|_| json!({})).collect();
    let boxes: Vec<Value> = (0..9)
        .map(|b| (0..9).map(|i| json!([b / 3 * 3 + i / 3, b % 3 * 3 + i % 3])).collect::<Vec<_>>().into())
        .collect();
    let mut top = json!({"cells": vec![row; 9], "regions": boxes, "metadata": {"rules": text, "solution": solution}});
    for (key, list) in parts.as_object().expect("lists by key") {
        top[key] = list.clone();
    }
    formats::read(&top.to_string()).expect("a puzzle").puzzle
}

/// The centre of a cell in the site's coordinates.
pub(crate) fn at(row: f64, col: f64) -> Value {
    json!([row - 0.5, col - 0.5])
}

pub(crate) fn line(color: &str, cells: &[(f64, f64)]) -> Value {
    json!({"color": color, "thickness": 10, "wayPoints": cells.iter().map(|c| at(c.0, c.1)).collect::<Vec<_>>()})
}

pub(crate) fn disc(place: Value, size: f64, color: &str, text: &str) -> Value {
    json!({"center": place, "width": size, "height": size, "rounded": true, "backgroundColor": color, "text": text})
}

/// Clues as words: the rule, then its cells.
fn clues(puzzle: &Puzzle) -> Vec<String> {
    let mut out = Vec::new();
    for tree in &puzzle.clues {
        let ClueTree::One(clue) = tree else { continue };
        let cells = clue.args.iter().flat_map(|(_, arg)| arg.cells()).map(|c| puzzle.cell_name(c));
        out.push(format!("{} {}", clue.rule, cells.collect::<Vec<_>>().join(" ")));
    }
    out.sort();
    out
}

fn read(parts: &Value, text: &str, solution: &str, how: Guess) -> (Vec<String>, Vec<String>) {
    let rules = Ruleset::library();
    let mut puzzle = drawn(parts, text, solution);
    let told = guess(&mut puzzle, &rules, how, &|| false);
    if !solution.is_empty() {
        let digits: Vec<i32> = solution.bytes().map(|b| i32::from(b - b'0')).collect();
        assert_eq!(check(&rules, &puzzle, &digits).expect("rules that are known"), [], "{told:?}");
    }
    (clues(&puzzle), told)
}

#[test]
fn words_and_colours_say_what_lines_are() {
    let parts = json!({"lines": [
        line("#67F067", &[(1.0, 1.0), (1.0, 3.0)]),
        line("#F067F0", &[(3.0, 1.0), (4.0, 2.0)]),
        line("#67F067", &[(9.0, 1.0), (8.0, 1.0)]),
    ]});
    let text = "Normal sudoku rules apply. Green lines: neighbouring digits differ by at least five.\n\
                A purple line is a palindrome.";
    let (clues, told) = read(&parts, text, "", Guess::Agreed);
    assert_eq!(clues, ["palindrome r3c1 r4c2", "whispers r1c1 r1c2 r1c3", "whispers r9c1 r8c1"]);
    assert_eq!(
        told,
        [
            "2 green lines read as `whispers`: the text says \"Green lines: neighbouring digits differ by at least five\"",
            "1 purple line read as `palindrome`: the text says \"A purple line is a palindrome\"",
        ]
    );
}

#[test]
fn without_words_and_solution_only_what_is_known_at_sight_is_read() {
    let parts = json!({
        "lines": [line("#CFCFCF", &[(1.0, 1.0), (1.0, 3.0)]), line("#67F067", &[(5.0, 1.0), (5.0, 3.0)])],
        "arrows": [line("#A1A1A1", &[(9.0, 1.0), (9.0, 3.0)])],
        "underlays": [disc(at(1.0, 1.0), 0.85, "#CFCFCF", "")],
        "overlays": [
            disc(at(9.0, 1.0), 0.75, "#FFFFFF", ""),
            disc(at(3.0, 5.5), 0.3, "#FFFFFF", ""),
            disc(at(4.5, 5.0), 0.3, "#000000", ""),
            disc(at(7.0, 7.0), 0.7, "#CFCFCF", ""),
        ],
    });
    let known = ["arrow r9c1 r9c2 r9c3", "black-dot r4c5 r5c5", "thermometer r1c1 r1c2 r1c3", "white-dot r3c5 r3c6"];
    assert_eq!(read(&parts, "", "", Guess::Agreed).0, known);
    assert_eq!(read(&parts, "", "", Guess::No).0, [""; 0]);
    let all = read(&parts, "", "", Guess::Yes);
    assert_eq!(all.0.len(), 6, "{:?}", all.1);
    assert!(
        all.0.contains(&"odd r7c7".to_owned()) && all.1.iter().any(|t| t.contains("nothing contradicts this reading"))
    );
}

#[test]
fn a_solution_says_no_whatever_the_text_says() {
    // The digits 5 3 4 do not increase.
    let parts = json!({"lines": [line("#CFCFCF", &[(1.0, 1.0), (1.0, 3.0)])],
        "underlays": [disc(at(1.0, 1.0), 0.85, "#CFCFCF", "")]});
    let text = "Digits on thermometers increase from the bulb.";
    assert_eq!(read(&parts, text, SOLUTION, Guess::Yes).0, [""; 0]);
    assert_eq!(read(&parts, text, "", Guess::Agreed).0.len(), 1);
}

#[test]
fn a_guess_that_leaves_no_solution_is_not_made() {
    // Of two cells of a box.
    let parts =
        json!({"lines": [line("#F067F0", &[(5.0, 1.0), (6.0, 2.0)]), line("#67F067", &[(1.0, 1.0), (1.0, 3.0)])]});
    let text = "Purple lines are palindromes, green ones are German whispers.";
    assert_eq!(read(&parts, text, "", Guess::Agreed).0, ["whispers r1c1 r1c2 r1c3"]);
}

#[test]
fn a_solution_alone_says_what_enough_clues_are() {
    let dots = |places: &[(f64, f64)]| -> Value {
        let all: Vec<Value> = places.iter().map(|p| disc(at(p.0, p.1), 0.3, "#FFFFFF", "")).collect();
        json!({ "overlays": all })
    };
    let (found, told) = read(&dots(&[(1.0, 5.5), (1.0, 4.5), (7.5, 3.0), (5.5, 9.0)]), "", SOLUTION, Guess::Agreed);
    // 6-7, 7-8 are consecutive; 1-7 and 1-6 are not: white dots they cannot be.
    assert!(found.iter().all(|c| !c.starts_with("white-dot")), "{told:?}");
    let (found, told) = read(&dots(&[(1.0, 4.5), (1.0, 5.5), (1.0, 2.5)]), "", SOLUTION, Guess::Agreed);
    assert_eq!(found, ["white-dot r1c2 r1c3", "white-dot r1c4 r1c5", "white-dot r1c5 r1c6"]);
    assert_eq!(
        told,
        [
            "3 white circles between two cells read as `white-dot`: they look like such clues, and the solution agrees on 3 of 3"
        ]
    );
}

#[test]
fn numbers_beside_the_grid_look_along_their_row_or_arrow() {
    let number = |place: Value, n: &str| json!({"center": place, "width": 0, "height": 0, "text": n, "fontSize": 20});
    let parts = json!({
        "overlays": [number(at(0.0, 3.0), "8"), number(at(0.0, 5.0), "20")],
        "arrows": [{"color": "#000000", "thickness": 3, "headLength": 0.2, "wayPoints": [[-0.3, 4.7], [0.0, 5.0]]}],
    });
    let text = "Clues beside the grid are the sums of the digits between the 1 and the 9 (sandwich). \
                Little killers: arrows give the sum of the digits on the diagonal.";
    let (clues, told) = read(&parts, text, "", Guess::Agreed);
    assert_eq!(
        clues,
        ["little-killer r1c6 r2c7 r3c8 r4c9", "sandwich r1c3 r2c3 r3c3 r4c3 r5c3 r6c3 r7c3 r8c3 r9c3"],
        "{told:?}"
    );
}

#[test]
fn a_number_with_two_meanings_is_two_clues() {
    let parts = json!({
        "overlays": [{"center": at(0.0, 5.0), "width": 0, "height": 0, "text": "20", "fontSize": 20}],
        "arrows": [{"color": "#000000", "thickness": 3, "headLength": 0.2, "wayPoints": [[-0.3, 4.7], [0.0, 5.0]]}],
    });
    let column = "r1c5 r2c5 r3c5 r4c5 r5c5 r6c5 r7c5 r8c5 r9c5";
    let text = |word: &str| {
        format!("A number outside the grid is {word} for its column and also a Little Killer clue for the diagonal.")
    };
    for (word, rule) in [("an X-sum", "x-sum"), ("a sandwich", "sandwich")] {
        let (clues, told) = read(&parts, &text(word), "", Guess::Agreed);
        assert_eq!(clues, ["little-killer r1c6 r2c7 r3c8 r4c9".to_owned(), format!("{rule} {column}")], "{told:?}");
    }
    // A sentence of which only half is understood does not count as understood.
    for word in ["a zorblax total", "a skyscraper clue"] {
        let mut puzzle = drawn(&parts, &text(word), "");
        guess(&mut puzzle, &Ruleset::library(), Guess::Agreed, &|| false);
        puzzle.clues.retain(|tree| tree.clues().iter().all(|clue| clue.rule == "little-killer"));
        let compiled = Compiled::new(puzzle).expect("a puzzle");
        assert_eq!(compiled.unread().expect("a sentence").sentences.len(), 1, "{word}");
    }
}

#[test]
fn words_alone_add_rules_of_the_whole_grid_that_the_solution_keeps() {
    let rules = Ruleset::library();
    let text = "Cells a knight's move apart hold different digits.";
    let mut with = drawn(&json!({}), text, SOLUTION);
    assert_eq!(guess(&mut with, &rules, Guess::Agreed, &|| false), [""; 0]);
    let mut without = drawn(&json!({}), text, "");
    let told = guess(&mut without, &rules, Guess::Agreed, &|| false);
    assert_eq!(told, [format!("the text is read as `anti-knight`: it says \"{}\"", text.trim_end_matches('.'))]);
    assert!(without.rules.iter().any(|r| r.rule == "anti-knight"));
    // The opposite rule is stated with the same words.
    for piece in ["knight", "king"] {
        let text = format!("Every even digit must see at least one identical digit via a {piece}'s move (in chess).");
        let mut other = drawn(&json!({}), &text, "");
        assert_eq!(guess(&mut other, &rules, Guess::Agreed, &|| false), [""; 0]);
    }
}

#[test]
fn a_rule_typed_a_minute_ago_is_read_out_of_drawings() {
    let rule = "rule calm \"Neighbours on a calm line differ by at most 2.\"\n  clue line L\n  draw line \"#123456\"\n  \
                told \"calm line\"\n  for (a, b) along L: require |a - b| <= 2\n";
    let mut puzzle =
        drawn(&json!({"lines": [line("#AA0000", &[(1.0, 1.0), (1.0, 3.0)])]}), "Red lines are calm lines.", "");
    let rules = Ruleset::for_puzzle(&puzzle, &[rule]).expect("a rule");
    let told = guess(&mut puzzle, &rules, Guess::Agreed, &|| false);
    assert_eq!(told, ["1 red line read as `calm`: the text says \"Red lines are calm lines\""]);
    assert_eq!(clues(&puzzle), ["calm r1c1 r1c2 r1c3"]);
}

#[test]
fn documents_tell_what_they_guessed() {
    let text = "{\"cells\":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],\"overlays\":[{\"center\":[0.5,1],\
                \"width\":0.3,\"height\":0.3,\"rounded\":true,\"backgroundColor\":\"#FFFFFF\"}],\"regions\":[]}";
    let document = Document::read(text).expect("a puzzle");
    assert_eq!(clues(document.compiled().puzzle()), ["white-dot r1c1 r1c2"]);
    assert!(document.notes().iter().any(|n| n.kind == formats::NoteKind::Guess && n.text.contains("white-dot")));
}

fn cage(value: &str, cells: &[(u8, u8)]) -> Value {
    json!({"value": value, "cells": cells.iter().map(|(r, c)| json!([r - 1, c - 1])).collect::<Vec<_>>()})
}

#[test]
fn a_cage_is_what_the_text_says_its_number_is() {
    let parts = json!({"cages": [cage("15", &[(1, 1), (1, 2)])]});
    let of = |text: &str| read(&parts, text, "", Guess::Agreed).0;
    assert_eq!(of("The number in a cage is the product of its digits."), ["product-cage r1c1 r1c2"]);
    assert_eq!(of("Cages show their sums."), ["killer-cage r1c1 r1c2"]);
    assert_eq!(of("Cages show their sums. Digits cannot repeat in cages."), ["killer-cage r1c1 r1c2"]);
    assert_eq!(of("Cages show their sums. Digits may repeat in a cage."), ["sum r1c1 r1c2"]);
    assert_eq!(of("Digits in the corner of a cage stand in that cage."), ["contains-at-least r1c1 r1c2"]);
}

#[test]
fn a_line_of_alternating_parity_is_read() {
    let parts = json!({"lines": [line("#E6261F", &[(1.0, 4.0), (1.0, 7.0)])]});
    for text in
        ["Odd and even digits alternate along a red line.", "Adjacent digits on a red line have opposite parity."]
    {
        assert_eq!(read(&parts, text, SOLUTION, Guess::Agreed).0, ["parity-line r1c4 r1c5 r1c6 r1c7"], "{text}");
    }
    let text = "All digits on a red line have the same parity.";
    assert!(read(&parts, text, SOLUTION, Guess::Agreed).0.is_empty());
    let text = "Adjacent digits on a green line differ by at least 5. Odd and even digits alternate along a red line.";
    assert_eq!(read(&parts, text, "", Guess::Agreed).0, ["parity-line r1c4 r1c5 r1c6 r1c7"]);
}

#[test]
fn totals_that_are_equal_or_different_are_read_beside_the_cages() {
    let pairs = [cage("", &[(1, 1), (1, 2)]), cage("", &[(1, 7), (2, 7)])];
    let rules = Ruleset::library();
    let read = |text: &str| {
        let mut puzzle = drawn(&json!({"cages": pairs}), text, "");
        guess(&mut puzzle, &rules, Guess::Agreed, &|| false);
        puzzle.rules.into_iter().map(|clue| clue.rule).filter(|name| name.contains("totals")).collect::<Vec<_>>()
    };
    assert_eq!(read("All cages have the same total."), ["equal-cage-totals"]);
    assert_eq!(read("No two cages have the same total."), ["distinct-cage-totals"]);
    assert!(read("Digits in a cage do not repeat.").is_empty());
}
