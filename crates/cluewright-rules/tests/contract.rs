//! The example texts from the description of the language, verbatim: it must always be possible to parse, check and
//! lower them.

use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::{Ruleset, check, functions, lower};

const TEXT: &str = r#"
rule thermometer "Digits strictly increase from the bulb to the tip."
  clue line L
  draw thermometer
  also f-puzzles thermometer {lines: L}, iss Thermo(L), sudokumaker 300
  require increasing(L)

rule killer-cage "Digits in a cage do not repeat and add up to its total."
  clue cage C, total: number 0..405 = sum(C)?
  says "the cage {total} at {C}"
  also f-puzzles killercage {cells: C, value: total}, iss Cage(total, C)
  require distinct(C)
  require sum(C) = total            # skipped when the clue has no total

rule nonconsecutive "Orthogonal neighbours never hold consecutive digits."
  for (a, b) in neighbours:  require |a - b| != 1

rule german-whispers "Neighbours on the line differ by at least 5."
  clue line L, difference: number = ceil(size / 2)
  for (a, b) along L:  require |a - b| >= difference

rule renban "The line holds consecutive digits in any order."
  clue line L
  require distinct(L) and max(L) - min(L) = length(L) - 1

rule skyscraper "The clue counts the digits visible from its side."
  clue outside L, n: number
  require n = count(i in L where L[i] > max(L before i))

rule x-sum "The first X digits, X being the first, add up to the clue."
  clue outside L, total: number
  require sum(first L[1] of L) = total

rule negative-kropki "All dots are given."
  for (a, b) in neighbours unless marked by white-dot, black-dot:
    require |a - b| != 1 and a != 2*b and b != 2*a
"#;

#[test]
fn the_examples_of_the_design_are_the_language() {
    let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
    puzzle.rules.push(Clue::new("classic", vec![]));
    let line = Arg::Cells((0..9).map(Cell).collect());
    let short = Arg::Cells((0..3).map(Cell).collect());
    let mut clue = |rule: &str, cells: &Arg, n: Option<i64>| {
        let mut args = vec![(String::new(), cells.clone())];
        args.extend(n.map(|n| (String::new(), Arg::Number(n))));
        puzzle.clues.push(ClueTree::One(Clue::new(rule, args)));
    };
    clue("thermometer", &short, None);
    clue("killer-cage", &short, Some(9));
    clue("killer-cage", &short, None);
    clue("renban", &short, None);
    clue("skyscraper", &line, Some(5));
    clue("x-sum", &line, Some(5));
    let rules = Ruleset::for_puzzle(&puzzle, &[TEXT]).expect("the examples are read");
    let lowered = lower(&rules, &puzzle).expect("the examples are lowered");
    let names: Vec<String> = lowered
        .model
        .origins()
        .iter()
        .enumerate()
        .map(|(i, _)| lowered.model.origin_text(cluewright_core::OriginId(i as u32)))
        .collect();
    assert!(names.contains(&"the cage 9 at r1c1".to_owned()) && names.contains(&"the cage at r1c1".to_owned()));
    assert!(lowered.report.iter().all(|r| r.became.iter().all(|b| !b.0.is_weak())), "{:?}", lowered.report);
    // 2 3 4 rises and adds up to 9; in 2 3 4 5 6 1 7 8 9, eight digits are visible, and the first two add up to 5.
    let mut values = vec![1; 81];
    values[..9].copy_from_slice(&[2, 3, 4, 5, 6, 1, 7, 8, 9]);
    let broken = check(&rules, &puzzle, &values).expect("the examples are checked");
    let own: Vec<&str> = broken.iter().filter(|b| b.clue.is_some()).map(|b| b.sentence.as_str()).collect();
    assert_eq!(own, ["skyscraper: the clue counts the digits visible from its side"]);
}

#[test]
fn facts_are_named_in_the_rules_words() {
    let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
    puzzle.rules.push(Clue::new("miracle", vec![]));
    let model = lower(&Ruleset::library(), &puzzle).expect("a usual puzzle").model;
    let text = |i: usize| model.origin_text(model.links()[i].origin);
    let all: Vec<String> = (0..model.links().len()).map(text).collect();
    assert!(all.contains(&"the knight's move between r1c1 and r2c3".to_owned()));
    assert!(all.contains(&"the king's move between r1c1 and r2c2".to_owned()));
    assert_eq!(model.set_name(cluewright_core::model::SetId(0)), "row 1");
    assert_eq!(model.families().len(), 3);
}

#[test]
fn the_grammar_names_every_word() {
    let grammar = include_str!("../../../docs/grammar.md");
    let words = grammar.split_once("**Functions of lists**").and_then(|(_, rest)| rest.split_once("## Meaning"));
    let named: Vec<&str> =
        words.expect("the list of words").0.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let missing: Vec<&str> = functions().map(|f| f.0).filter(|name| !named.contains(name)).collect();
    assert!(missing.is_empty(), "docs/grammar.md does not name {missing:?}");
}
