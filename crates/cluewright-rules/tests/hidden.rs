//! A rule that hides a library rule of the same name: the library's other rules use the new rule, and read its clues.

use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape, Value};
use cluewright_rules::{Ruleset, check, lower};

/// A 4x4 puzzle with `negative-ratio` and a clue of the rule `ratio` that `text` defines.
fn puzzle(text: &str, more: &[(&str, Arg)]) -> (Puzzle, Ruleset) {
    let mut puzzle = Puzzle::new(Shape::square(4).expect("a usual size"), 4);
    let rules = Ruleset::for_puzzle(&puzzle, &[text]).expect("a correct text");
    let mut args = vec![(String::new(), Arg::Cells(vec![Cell(0), Cell(1)]))];
    args.extend(more.iter().map(|(name, arg)| ((*name).to_owned(), arg.clone())));
    puzzle.clues.push(ClueTree::One(Clue::new("ratio", args)));
    puzzle.rules.push(Clue::new("negative-ratio", vec![]));
    (puzzle, rules)
}

#[test]
fn the_parameter_is_that_of_the_rule_at_hand() {
    // In the library's `ratio`, `n` is the second parameter.
    let text =
        "rule ratio \"Not this.\"\n  clue edge E, m: number, n: number\n  let (a, b) = E\n  require a != b + m\n";
    let (puzzle, rules) = puzzle(text, &[("m", Arg::Number(4)), ("n", Arg::Number(3))]);
    let model = lower(&rules, &puzzle).expect("a correct text").model;
    // On a grid where two digits alternate, ratios of 2 (always forbidden) and of 3 are found, except in the cells of
    // the dot.
    for (v, w, fine) in [(1, 4, true), (2, 3, true), (3, 4, true), (1, 2, false), (2, 4, false), (1, 3, false)] {
        let digits: Vec<i32> = (0..16).map(|i| if (i / 4 + i % 4) % 2 == 0 { v } else { w }).collect();
        let values: Vec<Value> = digits.iter().map(|&d| Value(d as u8 - 1)).collect();
        let broken = check(&rules, &puzzle, &digits).expect("a correct text");
        assert_eq!((model.holds(&values), broken.is_empty()), (fine, fine), "{v} {w}");
    }
    // A ratio of 3 in the cells of the dot only.
    let mut digits = [4; 16];
    (digits[0], digits[1]) = (3, 1);
    let values: Vec<Value> = digits.iter().map(|&d| Value(d as u8 - 1)).collect();
    assert!(model.holds(&values), "{digits:?}");
}

#[test]
fn a_parameter_that_is_missing_is_told() {
    let (puzzle, rules) = puzzle("rule ratio \"Not this.\"\n  clue edge E\n  let (a, b) = E\n  require a != b\n", &[]);
    let wanted = "the library's rule `negative-ratio` cannot use the rule `ratio` that is defined here";
    let told = lower(&rules, &puzzle).expect_err("it has no `n`").to_string();
    assert!(told.contains(wanted) && told.contains("a clue of ratio has no `n`"), "{told}");
    let told = check(&rules, &puzzle, &[1; 16]).expect_err("it has no `n`").to_string();
    assert!(told.contains(wanted), "{told}");
}

#[test]
fn a_rule_that_is_used_is_the_one_at_hand() {
    let with = |rule: &str, text: &str| {
        let mut puzzle = Puzzle::new(Shape::square(4).expect("a usual size"), 4);
        let rules = Ruleset::for_puzzle(&puzzle, &[text]).expect("a correct text");
        puzzle.rules.push(Clue::new(rule, vec![]));
        let told = check(&rules, &puzzle, &[1; 16]).err().map(|e| e.to_string());
        let lowered = lower(&rules, &puzzle).map(|lowered| lowered.model.sets().len());
        assert_eq!(told, lowered.as_ref().err().map(ToString::to_string));
        lowered
    };
    let library = with("classic", "rule something-else \"No rule.\"\n  require true\n");
    let without_rows = with("classic", "rule rows \"No rule.\"\n  require true\n");
    assert_eq!((library.expect("12 houses"), without_rows.expect("no rows")), (12, 8));
    // The same for indirect uses: through a library rule that does not name the rule, and through a rule of the text.
    let rows = "rule rows \"Not this.\"\n  clue line L\n  require distinct(L)\n";
    let mine = format!("rule mine \"Mine.\"\n  use classic\n{rows}");
    for (rule, text) in [("classic", rows), ("miracle", rows), ("mine", &mine)] {
        let told = with(rule, text).expect_err("it has no `L`").to_string();
        let wanted = "the library's rule `classic` cannot use the rule `rows`";
        assert!(told.contains(wanted) && told.contains("needs `L`"), "{rule}: {told}");
    }
}
