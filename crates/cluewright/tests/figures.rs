//! Drawings read by their geometry: bulbs, texts in shapes, strokes that meet, numbers next to the grid. Plain code judges every
//! 4x4 grid, and the puzzle read must have exactly the correct grids as solutions.

#![allow(clippy::type_complexity, reason = "a judge is a function that is given a function")]

use cluewright::core::{ClueTree, Puzzle};
use cluewright::guess::{Guess, guess};
use cluewright::rules::Ruleset;
use cluewright::search::Solver;
use cluewright::{Compiled, Limits, formats};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

type Grid = Vec<i32>;

/// Every 4x4 grid, by reading order.
fn grids() -> Vec<Grid> {
    fn fill(grid: &mut Grid, all: &mut Vec<Grid>) {
        let at = grid.len();
        if at == 16 {
            all.push(grid.clone());
            return;
        }
        for digit in 1..=4 {
            let sees = |o: usize| {
                let (r, c, p, q) = (at / 4, at % 4, o / 4, o % 4);
                r == p || c == q || (r / 2 == p / 2 && c / 2 == q / 2)
            };
            if !(0..at).any(|o| sees(o) && grid[o] == digit) {
                grid.push(digit);
                fill(grid, all);
                grid.pop();
            }
        }
    }
    let mut all = Vec::new();
    fill(&mut Vec::new(), &mut all);
    all
}

/// A 4x4 `SudokuPad` puzzle with these lists and this text.
fn drawn(parts: &Value, text: &str) -> String {
    let boxes: Vec<Value> = (0..4)
        .map(|b| (0..4).map(|i| json!([b / 2 * 2 + i / 2, b % 2 * 2 + i % 2])).collect::<Vec<_>>().into())
        .collect();
    let mut top = json!({"cells": vec![vec![json!({}); 4]; 4], "regions": boxes, "metadata": {"rules": text}});
    for (key, list) in parts.as_object().expect("lists by key") {
        top[key] = list.clone();
    }
    top.to_string()
}

/// The centre of a cell in the site's coordinates.
fn at(row: f64, col: f64) -> Value {
    json!([row - 0.5, col - 0.5])
}

fn line(color: &str, width: f64, cells: &[(f64, f64)]) -> Value {
    let points: Vec<Value> = cells.iter().map(|c| at(c.0, c.1)).collect();
    json!({"color": color, "thickness": width, "wayPoints": points})
}

fn disc(place: (f64, f64), size: f64, color: &str) -> Value {
    let (width, height) = (size, size);
    json!({"center": at(place.0, place.1), "width": width, "height": height, "rounded": true, "backgroundColor": color})
}

fn text(place: (f64, f64), text: &str) -> Value {
    json!({"center": at(place.0, place.1), "width": 0.1, "height": 0.1, "text": text})
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

/// Reads the text and compares its solutions with those of the plain judge, which reads digits by row and column from 1.
fn read(input: &str, wanted: &[&str], keeps: &dyn Fn(&dyn Fn(usize, usize) -> i32) -> bool) -> usize {
    let mut puzzle = formats::read(input).expect("a puzzle").puzzle;
    let told = guess(&mut puzzle, &Ruleset::library(), Guess::Agreed, &|| false);
    assert_eq!(clues(&puzzle), wanted, "{told:?}");
    let right: BTreeSet<Grid> = grids().into_iter().filter(|g| keeps(&|r, c| g[4 * r + c - 5])).collect();
    let compiled = Compiled::new(puzzle).expect("rules that are known");
    let mut found = BTreeSet::new();
    Solver::new(compiled.model()).solutions(&compiled.board(), &Limits::none(), |solution| {
        found.insert(compiled.numbers(solution));
        ControlFlow::Continue(())
    });
    assert_eq!(found, right, "{told:?}");
    right.len()
}

/// Like [`read`], for these drawings.
fn sees(parts: &Value, words: &str, wanted: &[&str], keeps: &dyn Fn(&dyn Fn(usize, usize) -> i32) -> bool) {
    read(&drawn(parts, words), wanted, keeps);
}

const THERMO: &str = "Digits on thermometers increase from the bulb.";
const RENBAN: &str = "A purple line holds consecutive digits in any order.";
const SUMS: &str = "Box borders divide the blue line into segments with the same sum.";
const WHISPERS: &str = "Green lines are whispers with a difference of at least 2.";
const GREY: &str = "#CFCFCF";
const PURPLE: &str = "#F067F0";
const BLUE: &str = "#2ECBFF";
const GREEN: &str = "#67F067";

fn row(all: &[i32]) -> bool {
    let set: BTreeSet<&i32> = all.iter().collect();
    set.len() == all.len() && all.iter().max().zip(all.iter().min()).is_some_and(|(a, b)| a - b == all.len() as i32 - 1)
}

#[test]
fn a_bulb_is_wider_than_its_line() {
    let rises = |g: &dyn Fn(usize, usize) -> i32| g(1, 1) < g(1, 2) && g(1, 2) < g(1, 3);
    let known = ["thermometer r1c1 r1c2 r1c3"];
    assert_eq!(read(include_str!("reading/bulb_65.json"), &known, &rises), 48);
    for (size, width) in [(0.7, 16.0), (0.5, 10.0), (0.85, 32.0), (0.9, 20.0)] {
        let parts = json!({"lines": [line(GREY, width, &[(1.0, 1.0), (1.0, 3.0)])], "underlays": [disc((1.0, 1.0), size, GREY)]});
        sees(&parts, THERMO, &known, &rises);
    }
}

#[test]
fn a_circle_whose_like_stands_elsewhere_is_no_bulb() {
    let parts = json!({"lines": [line("#C0C0C0", 10.0, &[(1.0, 2.0), (2.0, 3.0)])],
        "underlays": [disc((1.0, 2.0), 0.6, GREY), disc((4.0, 4.0), 0.6, GREY)]});
    let words = "A grey line is a palindrome. A cell with a grey circle is odd.";
    sees(&parts, words, &["odd r1c2", "odd r4c4", "palindrome r1c2 r2c3"], &|g| {
        g(1, 2) == g(2, 3) && g(1, 2) % 2 == 1 && g(4, 4) % 2 == 1
    });
}

#[test]
fn digits_rise_from_a_bulb_on_every_way() {
    let both = |g: &dyn Fn(usize, usize) -> i32| g(1, 2) < g(1, 1) && g(1, 2) < g(1, 3);
    let known = ["thermometer r1c2 r1c1", "thermometer r1c2 r1c3"];
    assert_eq!(read(include_str!("reading/bulb_in_the_middle.json"), &known, &both), 96);
    // A smaller bulb, and a line that bends.
    let parts = json!({"lines": [line(GREY, 10.0, &[(3.0, 1.0), (1.0, 1.0), (1.0, 3.0)])],
        "underlays": [disc((1.0, 1.0), 0.6, GREY)]});
    let known = ["thermometer r1c1 r1c2 r1c3", "thermometer r1c1 r2c1 r3c1"];
    let bent = |g: &dyn Fn(usize, usize) -> i32| {
        g(1, 1) < g(1, 2) && g(1, 2) < g(1, 3) && g(1, 1) < g(2, 1) && g(2, 1) < g(3, 1)
    };
    sees(&parts, THERMO, &known, &bent);
    // A line that branches.
    let strokes = [line(GREY, 16.0, &[(1.0, 1.0), (1.0, 3.0)]), line(GREY, 16.0, &[(1.0, 2.0), (2.0, 2.0)])];
    let parts = json!({"lines": strokes, "underlays": [disc((1.0, 1.0), 0.8, GREY)]});
    let known = ["thermometer r1c1 r1c2 r1c3", "thermometer r1c1 r1c2 r2c2"];
    sees(&parts, THERMO, &known, &|g| g(1, 1) < g(1, 2) && g(1, 2) < g(1, 3) && g(1, 2) < g(2, 2));
    // The branch was drawn starting from its tip.
    let strokes = [line(GREY, 16.0, &[(1.0, 1.0), (1.0, 3.0)]), line(GREY, 16.0, &[(2.0, 2.0), (1.0, 2.0)])];
    let parts = json!({"lines": strokes, "underlays": [disc((1.0, 1.0), 0.8, GREY)]});
    sees(&parts, THERMO, &known, &|g| g(1, 1) < g(1, 2) && g(1, 2) < g(1, 3) && g(1, 2) < g(2, 2));
    // The bulb of one thermometer lies on the line of another.
    let strokes = [line(GREY, 16.0, &[(1.0, 1.0), (1.0, 3.0)]), line(GREY, 16.0, &[(1.0, 2.0), (2.0, 2.0)])];
    let parts = json!({"lines": strokes, "underlays": [disc((1.0, 1.0), 0.8, GREY), disc((1.0, 2.0), 0.8, GREY)]});
    let known = ["thermometer r1c1 r1c2 r1c3", "thermometer r1c2 r2c2"];
    sees(&parts, THERMO, &known, &|g| g(1, 1) < g(1, 2) && g(1, 2) < g(1, 3) && g(1, 2) < g(2, 2));
}

#[test]
fn all_texts_in_a_shape_belong_to_it() {
    let middle = |g: &dyn Fn(usize, usize) -> i32| [g(2, 2), g(2, 3), g(3, 2), g(3, 3)];
    let known = ["quadruple r2c2 r2c3 r3c2 r3c3"];
    let found =
        read(include_str!("reading/quad_spread.json"), &known, &|g| [1, 2, 4].iter().all(|d| middle(g).contains(d)));
    assert_eq!(found, 192);
    let words = "All digits in a circle stand in the four cells around it.";
    let circle = || disc((2.5, 2.5), 0.6, "#FFFFFF");
    let sets: [(&[Value], &[i32]); 4] = [
        (&[text((2.5, 2.4), "1"), text((2.5, 2.6), "4")], &[1, 4]),
        (&[text((2.4, 2.4), "3"), text((2.4, 2.6), "4"), text((2.6, 2.4), "1"), text((2.6, 2.6), "1")], &[3, 4]),
        (&[text((2.4, 2.5), "12"), text((2.6, 2.5), "3")], &[1, 2, 3]),
        // The first text is the shadow of the second.
        (&[text((2.5, 2.5), "2"), text((2.51, 2.51), "2")], &[2]),
    ];
    for (texts, digits) in sets {
        let overlays = [&[circle()], texts].concat();
        let parts = json!({ "overlays": overlays });
        let twice = digits == [3, 4];
        sees(&parts, words, &known, &|g| {
            digits.iter().all(|d| middle(g).contains(d))
                && (!twice || middle(g).iter().filter(|d| **d == 1).count() == 2)
        });
    }
}

#[test]
fn strokes_that_meet_are_one_line() {
    let corner = |g: &dyn Fn(usize, usize) -> i32| row(&[g(1, 1), g(1, 2), g(2, 2)]);
    let known = ["renban r1c1 r1c2 r2c2"];
    assert_eq!(read(include_str!("reading/renban_two_strokes.json"), &known, &corner), 144);
    let renban = |cells: &[(f64, f64)]| line(PURPLE, 8.0, cells);
    // A line drawn in three strokes that run towards each other, one of which is drawn twice.
    let parts = json!({"lines": [renban(&[(1.0, 1.0), (1.0, 2.0)]), renban(&[(2.0, 2.0), (1.0, 2.0)])]});
    sees(&parts, RENBAN, &known, &corner);
    let strokes = [
        renban(&[(1.0, 2.0), (2.0, 2.0)]),
        renban(&[(3.0, 2.0), (2.0, 2.0)]),
        renban(&[(1.0, 1.0), (1.0, 2.0)]),
        renban(&[(1.0, 2.0), (1.0, 1.0)]),
    ];
    sees(&json!({"lines": strokes}), RENBAN, &["renban r1c1 r1c2 r2c2 r3c2"], &|g| {
        row(&[g(1, 1), g(1, 2), g(2, 2), g(3, 2)])
    });
    // One stroke that goes back to its branch.
    let parts = json!({"lines": [renban(&[(1.0, 1.0), (1.0, 2.0), (2.0, 2.0), (1.0, 2.0), (1.0, 3.0)])]});
    sees(&parts, RENBAN, &["renban r1c1 r1c2 r1c3 r1c2 r2c2"], &|g| row(&[g(1, 1), g(1, 2), g(1, 3), g(2, 2)]));
    // Lines that do not meet any other line.
    let parts = json!({"lines": [renban(&[(1.0, 1.0), (1.0, 2.0)]), renban(&[(1.0, 3.0), (1.0, 4.0)])]});
    sees(&parts, RENBAN, &["renban r1c1 r1c2", "renban r1c3 r1c4"], &|g| {
        row(&[g(1, 1), g(1, 2)]) && row(&[g(1, 3), g(1, 4)])
    });
    // A line with a branch is one line, which passes through all of its cells.
    let parts = json!({"lines": [renban(&[(1.0, 1.0), (1.0, 3.0)]), renban(&[(1.0, 2.0), (2.0, 2.0)])]});
    sees(&parts, RENBAN, &["renban r1c1 r1c2 r1c3 r1c2 r2c2"], &|g| row(&[g(1, 1), g(1, 2), g(1, 3), g(2, 2)]));
    // For a rule about neighbours on a line, each stroke can be a separate clue.
    let whispers = |cells: &[(f64, f64)]| line(GREEN, 8.0, cells);
    let parts =
        json!({"lines": [whispers(&[(1.0, 1.0), (1.0, 2.0)]), whispers(&[(2.0, 3.0), (1.0, 2.0), (2.0, 1.0)])]});
    sees(&parts, WHISPERS, &["whispers r1c1 r1c2", "whispers r2c3 r1c2 r2c1"], &|g| {
        [g(1, 1), g(2, 1), g(2, 3)].iter().all(|d| (d - g(1, 2)).abs() >= 2)
    });
}

#[test]
fn a_line_may_close() {
    let two = |g: &dyn Fn(usize, usize) -> i32| g(1, 2) + g(2, 2) == g(1, 3) + g(2, 3);
    let known = ["region-sum-line r1c2 r1c3 r2c3 r2c2 r1c2"];
    assert_eq!(read(include_str!("reading/region_sum_loop.json"), &known, &two), 128);
    // From another cell, and in two strokes.
    let sums = |cells: &[(f64, f64)]| line(BLUE, 8.0, cells);
    let parts = json!({"lines": [sums(&[(2.0, 3.0), (2.0, 2.0), (1.0, 2.0), (1.0, 3.0), (2.0, 3.0)])]});
    sees(&parts, SUMS, &["region-sum-line r2c3 r2c2 r1c2 r1c3 r2c3"], &two);
    let parts =
        json!({"lines": [sums(&[(1.0, 2.0), (1.0, 3.0), (2.0, 3.0)]), sums(&[(1.0, 2.0), (2.0, 2.0), (2.0, 3.0)])]});
    sees(&parts, SUMS, &["region-sum-line r1c2 r1c3 r2c3 r2c2 r1c2"], &two);
    let renban = |cells: &[(f64, f64)]| line(PURPLE, 8.0, cells);
    let parts = json!({"lines": [renban(&[(2.0, 2.0), (2.0, 3.0), (3.0, 3.0), (3.0, 2.0), (2.0, 2.0)])]});
    sees(&parts, RENBAN, &["renban r2c2 r2c3 r3c3 r3c2 r2c2"], &|g| row(&[g(2, 2), g(2, 3), g(3, 3), g(3, 2)]));
}

#[test]
fn way_points_between_cells_bend_no_line() {
    let known = ["whispers r1c1 r1c2 r1c3 r2c4"];
    let keeps = |g: &dyn Fn(usize, usize) -> i32| {
        [g(1, 1), g(1, 2), g(1, 3), g(2, 4)].windows(2).all(|w| (w[0] - w[1]).abs() >= 2)
    };
    let ways: [&[(f64, f64)]; 3] = [
        &[(1.0, 1.0), (1.0, 1.5), (1.0, 2.0), (1.0, 2.5), (1.0, 3.0), (1.5, 3.5), (2.0, 4.0)],
        &[(1.0, 1.0), (1.0, 1.0), (1.0, 2.0), (1.0, 2.0), (1.0, 3.0), (2.0, 4.0), (2.0, 4.0)],
        &[(1.0, 1.0), (1.05, 1.3), (1.1, 1.7), (1.0, 2.0), (0.9, 2.4), (1.0, 3.0), (1.2, 3.2), (1.8, 3.8), (2.0, 4.0)],
    ];
    for way in ways {
        sees(&json!({"lines": [line(GREEN, 8.0, way)]}), WHISPERS, &known, &keeps);
    }
    // A line along the border of cells does not go through cells.
    let wall = line("#000000", 4.0, &[(1.5, 1.0), (1.5, 1.5), (2.0, 1.5)]);
    sees(&json!({"lines": [wall]}), "Green lines are whispers.", &[], &|_| true);
}

#[test]
fn numbers_stand_in_more_than_one_row_beside_the_grid() {
    let sums = "A number beside the grid is the sum of the digits between the lowest and the highest digit (sandwich).";
    let between = |line: [i32; 4]| {
        let place = |d: i32| line.iter().position(|x| *x == d).expect("it is there");
        let (a, b) = (place(1).min(place(4)), place(1).max(place(4)));
        line[a + 1..b].iter().sum::<i32>()
    };
    let parts = json!({"overlays": [text((-1.0, 2.0), "3"), text((0.0, 1.0), "2"), text((3.0, 6.0), "0")]});
    let known = ["sandwich r1c1 r2c1 r3c1 r4c1", "sandwich r1c2 r2c2 r3c2 r4c2", "sandwich r3c4 r3c3 r3c2 r3c1"];
    sees(&parts, sums, &known, &|g| {
        between([g(1, 1), g(2, 1), g(3, 1), g(4, 1)]) == 2
            && between([g(1, 2), g(2, 2), g(3, 2), g(4, 2)]) == 3
            && between([g(3, 1), g(3, 2), g(3, 3), g(3, 4)]) == 0
    });
    // Each arrow belongs to the nearest number; one arrow is next to another's number.
    let words = "Little killers: arrows give the sum of the digits on the diagonal.";
    let arrow = |from: (f64, f64), to: (f64, f64)| json!({"color": "#000", "thickness": 2, "headLength": 0.2, "wayPoints": [at(from.0, from.1), at(to.0, to.1)]});
    let parts = json!({"overlays": [text((0.0, 1.0), "6"), text((0.0, 2.0), "5")],
        "arrows": [arrow((0.2, 2.2), (0.5, 2.5)), arrow((0.2, 1.2), (0.5, 1.5))]});
    sees(&parts, words, &["little-killer r1c2 r2c3 r3c4", "little-killer r1c3 r2c4"], &|g| {
        g(1, 2) + g(2, 3) + g(3, 4) == 6 && g(1, 3) + g(2, 4) == 5
    });
}

#[test]
fn lines_that_close_or_branch_are_drawn_and_read_back() {
    for clue in [
        "region-sum-line r1c2 r1c3 r2c3 r2c2 r1c2",
        "renban r1c1 r1c2 r1c3 r1c2 r2c2",
        "renban r2c2 r2c3 r3c3 r3c2 r2c2",
    ] {
        let text = format!("text: {SUMS} {RENBAN}\ngrid: 4x4\nrules: classic\n{clue}\n");
        let puzzle = formats::read(&text).expect("a puzzle").puzzle;
        let wanted = clues(&puzzle);
        let compiled = Compiled::new(puzzle).expect("rules that are known");
        let written = compiled.write(formats::by_id("scl").expect("a format"), &Limits::none()).expect("a text");
        let mut back = formats::read(&written.text).expect("a puzzle").puzzle;
        let told = guess(&mut back, &Ruleset::library(), Guess::Agreed, &|| false);
        assert_eq!(clues(&back), wanted, "{told:?}");
    }
}

#[test]
fn a_closed_line_of_another_format_closes() {
    let cells = json!(["R1C2", "R1C3", "R2C3", "R2C2", "R1C2"]);
    let input =
        json!({"size": 4, "grid": vec![vec![json!({}); 4]; 4], "regionsumline": [{"lines": [cells]}]}).to_string();
    let two = |g: &dyn Fn(usize, usize) -> i32| g(1, 2) + g(2, 2) == g(1, 3) + g(2, 3);
    assert_eq!(read(&input, &["region-sum-line r1c2 r1c3 r2c3 r2c2 r1c2"], &two), 128);
}
