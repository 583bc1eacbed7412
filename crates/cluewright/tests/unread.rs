//! Unread parts are a state of the puzzle. The test removes the meaning of one understood clue, with an invented word or by
//! deleting a sentence, and every answer must report the unread part. `cargo xtask unread FILE` does the same on a corpus.

use crate::guess::{at, disc, drawn, line};
use cluewright::guess::{Guess, guess};
use cluewright::operation::{Check, Hint, Operation, PuzzleRequest};
use cluewright::report::{Answer, PuzzleReport, Unread};
use cluewright::rules::Ruleset;
use cluewright::{Compiled, Limits, Puzzle, formats};
use serde_json::{Value, json};

/// The drawing, the sentence that explains it, the sentence with an invented word, and the parts that are then unread.
fn planted() -> Vec<(Value, &'static str, &'static str, &'static str)> {
    let lines = |color: &str| json!({"lines": [line(color, &[(3.0, 1.0), (4.0, 2.0)]), line(color, &[(6.0, 5.0), (7.0, 6.0)])]});
    let bodies = |round: bool| -> Value {
        let mut body = disc(at(7.0, 7.0), 0.7, "#CFCFCF", "");
        body["rounded"] = json!(round);
        json!({ "underlays": [body] })
    };
    let number = json!({"center": at(0.0, 3.0), "width": 0, "height": 0, "text": "8", "fontSize": 20});
    let nothing = || json!({});
    vec![
        (
            lines("#67F067"),
            "Neighbouring digits on a green line differ by at least 5.",
            "Neighbouring digits on a green line are zorblaxes.",
            "2 green lines and 1 sentence",
        ),
        (lines("#F067F0"), "Purple lines are renbans.", "Purple lines are zorblaxes.", "2 purple lines and 1 sentence"),
        (lines("#CFCFCF"), "Grey lines are palindromes.", "Grey lines are zorblaxes.", "2 grey lines and 1 sentence"),
        (
            bodies(true),
            "A grey circle holds an odd digit.",
            "A grey circle holds a zorblax digit.",
            "1 grey circle in cells and 1 sentence",
        ),
        (
            bodies(false),
            "A grey square holds an even digit.",
            "A grey square holds a zorblax digit.",
            "1 grey square in cells and 1 sentence",
        ),
        (
            json!({ "overlays": [number] }),
            "Numbers outside the grid are the sums between the 1 and the 9 (sandwich).",
            "Numbers outside the grid are zorblax totals.",
            "1 number beside the grid and 1 sentence",
        ),
        (
            nothing(),
            "Cells a knight's move apart hold different digits.",
            "Cells a zorblax move apart hold different digits.",
            "1 sentence",
        ),
        (
            nothing(),
            "Adjacent cells cannot hold consecutive digits.",
            "Adjacent cells cannot hold zorblax digits.",
            "1 sentence",
        ),
    ]
}

fn read(parts: &Value, sentence: &str) -> Puzzle {
    let mut puzzle = drawn(parts, &format!("Normal sudoku rules apply. {sentence}"), "");
    guess(&mut puzzle, &Ruleset::library(), Guess::Agreed, &|| false);
    puzzle
}

fn says(puzzle: &Puzzle) -> Option<String> {
    Compiled::new(puzzle.clone()).expect("a puzzle").unread().map(cluewright::unread::Unread::named)
}

#[test]
fn a_meaning_that_is_taken_away_is_named_by_every_answer() {
    for (parts, sentence, renamed, named) in planted() {
        let understood = read(&parts, sentence);
        assert_eq!(says(&understood), None, "{sentence}");
        let puzzle = read(&parts, renamed);
        assert_eq!(says(&puzzle).as_deref(), Some(named), "{renamed}");
        // Without the sentence, only the drawings are unread.
        let cut = read(&parts, "");
        assert_eq!(says(&cut).is_some(), !puzzle.drawings.is_empty(), "{sentence}");

        let compiled = Compiled::new(puzzle.clone()).expect("a puzzle");
        let limits = Limits::nodes(20_000);
        let ask =
            |operation: &dyn Operation| operation.ask(&PuzzleRequest::new(&compiled), &limits).expect("an answer");
        let Answer::Hinted(hinted) = ask(&Hint::default()) else { panic!("a hint") };
        assert!(hinted.text[0].starts_with(named), "{:?}", hinted.text);
        assert!(hinted.text.iter().all(|text| !text.contains("nothing more in common")), "{:?}", hinted.text);
        let Answer::Checked(checked) = ask(&Check::default()) else { panic!("a check") };
        assert!(checked.flaws[0].starts_with(named), "{:?}", checked.flaws);
        let report = PuzzleReport::of(&compiled, "scl", &[]);
        assert_eq!(report.unread, Unread::of(&compiled));

        // After saving and reopening, the same parts are unread.
        let (text, _) = formats::by_id("clue").expect("a format").write(&puzzle).expect("a text");
        assert_eq!(says(&formats::read(&text).expect("a puzzle").puzzle).as_deref(), Some(named), "{text}");
    }
}

/// A step that holds without the unread clue holds with it.
#[test]
fn what_is_sure_is_told_all_the_same() {
    let parts = json!({"lines": [line("#67F067", &[(5.0, 1.0), (5.0, 3.0)])]});
    let mut puzzle = read(&parts, "Green lines are zorblaxes.");
    for (col, digit) in (0..8).zip(1..) {
        let cell = puzzle.shape.at(0, col).expect("a cell");
        puzzle.givens.push(cluewright::core::puzzle::Given { cell, digits: vec![digit] });
    }
    let compiled = Compiled::new(puzzle).expect("a puzzle");
    let answer = Hint::default().ask(&PuzzleRequest::new(&compiled), &Limits::nodes(200_000)).expect("an answer");
    let Answer::Hinted(hinted) = answer else { panic!("a hint") };
    assert_eq!(hinted.status, "step", "{hinted:?}");
    assert!(hinted.text[0].starts_with("1 green line and 1 sentence are unread"), "{:?}", hinted.text);
}

/// Remarks, permissions, what every sudoku has, and decoration are not unread.
#[test]
fn what_says_nothing_is_not_unread() {
    let none = [
        "Have fun! Not all dots are given. For example, a sum of 5 is 1 and 4.",
        "Digits may repeat along a line. Each row, column and 3x3 box contains the digits 1 to 9 once.",
        "Place the digits 1 to 9 in every row, column and box. Thanks to all who tested this grid.",
    ];
    for text in none {
        assert_eq!(says(&read(&json!({}), text)), None, "{text}");
    }
    let shades =
        json!({"underlays": [{"center": at(2.0, 2.0), "width": 1, "height": 1, "backgroundColor": "#FFFFFF"}]});
    assert_eq!(says(&read(&shades, "")), None);
    // A drawing that a sentence mentions is not decoration.
    let spoken = read(&shades, "Cells in white squares hold zorblax digits.");
    assert_eq!(says(&spoken).as_deref(), Some("1 white area and 1 sentence"));
}

/// The sentence of a custom rule accounts for the same sentence in the text, whatever its words.
#[test]
fn a_rule_of_the_puzzle_accounts_for_its_sentence() {
    let rule = "rule calm \"Neighbours on a calm line differ by at most 2.\"\n  clue line L\n  for (a, b) along L: \
                require |a - b| <= 2\n";
    let text = "grid: 4x4\ntext: Along calm lines neighbours differ by at most 2.\n";
    let with = formats::read(&format!("{text}calm r1c1-r1c3\n\n{rule}")).expect("a puzzle").puzzle;
    assert_eq!(says(&with), None);
    let without = formats::read(text).expect("a puzzle").puzzle;
    assert_eq!(says(&without).as_deref(), Some("1 sentence"));
}

#[test]
fn a_sentence_matched_by_words_is_named_when_there_are_several_solutions() {
    let text = "grid: 4x4\nrules: classic\ntext: Consecutive Count: The digit in a bulb counts the consecutive pairs on its \
                thermometer.\nthermometer r1c1 r1c2\n";
    let compiled = Compiled::new(formats::read(text).expect("a puzzle").puzzle).expect("rules");
    assert!(compiled.unread().is_none());
    let several = compiled.unread_of_several().expect("a doubt");
    assert_eq!(several.unsure.len(), 1);
    assert_eq!(several.sentence(), "1 sentence was matched only by some of its words; it may mean more.");
    let answer = Check::default().ask(&PuzzleRequest::new(&compiled), &Limits::none()).expect("an answer");
    let says = format!("{answer:?}");
    assert!(
        says.contains("matched only by some of its words, and as it was read the puzzle has more than one"),
        "{says}"
    );
}
