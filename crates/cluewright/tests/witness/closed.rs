//! Closed lines, which repeat their first cell at the end, and branching lines, which retrace their cells: their meaning in every
//! rule with a line, on all 4x4 grids.

use crate::witness::board::Board;
use crate::witness::{ask, brute, judge};
use cluewright::rules::Ruleset;
use cluewright::rules::syntax::ast::{ParamKind, Shape};
use std::collections::BTreeSet;

/// Around one corner of four boxes, around the middle, a triangle, from a box into another and back.
const CLOSED: [&str; 4] = [
    "r1c2 r1c3 r2c3 r2c2 r1c2",
    "r1c1 r1c2 r1c3 r2c3 r3c3 r3c2 r3c1 r2c1 r1c1",
    "r2c2 r2c3 r3c3 r2c2",
    "r1c1 r1c2 r1c3 r1c4 r2c4 r2c3 r2c2 r2c1 r1c1",
];

/// A line with a branch in its second cell.
const BRANCHING: &str = "r1c1 r1c2 r2c2 r1c2 r1c3";

/// The arguments that a clue needs in addition to its line.
fn more(rule: &str) -> &'static [&'static str] {
    match rule {
        "regex" => &["pattern \"1.*2?.*\"", "pattern \".*(12|21).*\""],
        "entropic-sets" => &["low [1] middle [2 4]", "low [4] middle [3 2]"],
        "lunchbox" => &["total 3", "total 5", ""],
        "sum-line" => &["total 5", "total 10", "total 4 loop yes"],
        "modular-line" => &["modulus 2", "modulus 4", "modulus 9"],
        "line-sum" => &["total 8", "total 10"],
        "whispers" | "lockout-line" => &["difference 1", "difference 2"],
        _ => &[""],
    }
}

/// Checks that the library agrees with the judge on every grid. Returns the number of correct grids.
fn agreed(text: &str) -> usize {
    let board = Board::read(text);
    let puzzle = ask::compiled(text).unwrap_or_else(|e| panic!("{e}"));
    let mut right = BTreeSet::new();
    brute::fill(&board, &[None; 16], &|_| true, &mut |grid| {
        let keeps = judge::keeps_all(&board, grid, "");
        assert_eq!(ask::is_right(&puzzle, grid), keeps, "evaluation, {grid:?}:\n{text}");
        if keeps {
            right.insert(grid.to_vec());
        }
        true
    });
    assert_eq!(ask::solutions(&puzzle), right, "the engine:\n{text}");
    right.len()
}

fn rules_with_a_line() -> Vec<String> {
    let library = Ruleset::library();
    let one_line = |kinds: &[ParamKind]| {
        kinds.iter().filter(|k| matches!(k, ParamKind::Shape(_))).eq([&ParamKind::Shape(Shape::Line)])
    };
    let has_one = |params: Vec<ParamKind>| one_line(&params);
    let rules = library.rules().filter(|r| r.is_clue && has_one(r.params.iter().map(|p| p.kind).collect()));
    rules.map(|r| r.name.clone()).collect()
}

#[test]
fn a_closed_line_means_what_plain_code_says() {
    let mut counts = Vec::new();
    for rule in rules_with_a_line() {
        for line in CLOSED {
            for with in more(&rule) {
                let text = format!("grid: 4x4\nrules: classic\n{rule} {line} {with}\n");
                counts.push((rule.clone(), line, agreed(&text)));
            }
        }
    }
    let count =
        |rule: &str, line: usize| counts.iter().find(|c| c.0 == rule && c.1 == CLOSED[line]).expect("it is there").2;
    // Digits cannot increase along a closed line, and the ends of a closed line have nothing between them.
    let none = ["thermometer", "between-line", "lockout-line", "arithmetic-line"];
    assert!(none.iter().all(|rule| count(rule, 0) == 0), "{counts:?}");
    // Two sums of two cells, by hand: 128 of 288 grids.
    assert_eq!(count("region-sum-line", 0), 128);
}

#[test]
fn a_branching_line_that_is_one_clue_means_what_plain_code_says() {
    for rule in ["renban", "not-renban", "nabner", "even-lots", "odd-lots", "whispers"] {
        agreed(&format!("grid: 4x4\nrules: classic\n{rule} {BRANCHING}\n"));
    }
    // r2c2 holds the digit of r1c4: half of all grids.
    assert_eq!(agreed(&format!("grid: 4x4\nrules: classic\nrenban {BRANCHING}\n")), 144);
}
