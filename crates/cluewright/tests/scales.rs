//! A scale's path is the path that it rates: the figures of its steps give the scale's rating, and it fills in the grid.

#![allow(clippy::float_cmp, reason = "the same figures come out of the same sums")]

use cluewright::scale::{SCALES, ScaleStep, scale};
use cluewright::{Compiled, Limits, Verdict, formats, solve};
use std::collections::BTreeMap;

/// Singles alone; wings and colours; chains.
const PUZZLES: [&str; 3] = [
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
    "000801000000000043500000000000070800000000100020030000600000075003400000000200600",
];

fn compiled(text: &str) -> Compiled {
    Compiled::new(formats::read(text).unwrap().puzzle).unwrap()
}

fn path(id: &str, compiled: &Compiled) -> Vec<ScaleStep> {
    scale(id).unwrap().path(compiled, &|| false).unwrap().1
}

#[test]
fn paths_come_to_the_figures_of_their_scale() {
    for text in PUZZLES {
        let compiled = compiled(text);
        for scale in SCALES {
            let rated = scale.rate(&compiled, &|| false).unwrap();
            let path = path(scale.id(), &compiled);
            let figures = path.iter().map(|step| step.figure);
            let figure = |name: &str| rated.figures[name];
            match scale.id() {
                "se" | "sukaku" => {
                    assert_eq!(figures.fold(0.0, f64::max), figure("er"), "{text} {}", scale.id());
                    assert_eq!(path.len() as f64, figure("steps"));
                }
                "hodoku" => {
                    assert_eq!(figures.sum::<f64>(), figure("score"), "{text}");
                    assert_eq!(path.len() as f64, figure("steps"));
                }
                _ => {
                    assert!((figures.sum::<f64>() - figure("seconds")).abs() < 1.0 + 0.1 * path.len() as f64, "{text}");
                    assert_eq!(path.len() as f64, figure("rounds"));
                }
            }
        }
    }
}

/// The candidates that the givens leave in each cell, as nine characters per cell.
fn candidates(text: &str) -> String {
    let cells: Vec<char> = text.chars().collect();
    let near = |a: usize, b: usize| a / 9 == b / 9 || a % 9 == b % 9 || a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
    let left = |at: usize, digit: char| match cells[at] {
        '0' => (0..81).all(|other| cells[other] != digit || !near(at, other)),
        given => given == digit,
    };
    let mark = |at: usize, digit: char| if left(at, digit) { digit } else { '.' };
    (0..81).flat_map(|at| ('1'..='9').map(move |digit| mark(at, digit))).collect()
}

#[test]
fn a_sukaku_is_rated_by_its_candidates() {
    let (givens, marks) = (compiled(PUZZLES[1]), compiled(&candidates(PUZZLES[1])));
    for id in ["se", "sukaku"] {
        let rated = |compiled: &Compiled| scale(id).unwrap().rate(compiled, &|| false).unwrap();
        assert_eq!(rated(&marks), rated(&givens), "{id}");
    }
    // Remove one candidate, which the givens alone do not exclude.
    let mut less = candidates(PUZZLES[1]);
    let Verdict::Unique(solution) = solve(&givens, &Limits::none()).value else { panic!("one solution") };
    let wrong = |at: &usize| !less[*at..=*at].contains('.') && *at % 9 != usize::from(solution[at / 9].0);
    let at = (0..729).find(wrong).expect("an open cell");
    less.replace_range(at..=at, ".");
    for scale in SCALES {
        let rated = scale.rate(&compiled(&less), &|| false);
        match scale.id() {
            "hodoku" => assert_eq!(rated.expect_err("candidates"), "HoDoKu's scale supports only ordinary 9x9 grids"),
            id => assert!(!rated.expect("a rating").figures.is_empty(), "{id}"),
        }
    }
}

#[test]
fn paths_lead_to_the_solution_and_remove_nothing_of_it() {
    for text in PUZZLES {
        let compiled = compiled(text);
        let Verdict::Unique(solution) = solve(&compiled, &Limits::none()).value else { panic!("{text}") };
        let number = |at: usize| i32::from(solution[at].0) + 1;
        let name = |at: usize| format!("r{}c{}", at / 9 + 1, at % 9 + 1);
        let solved: BTreeMap<String, i32> = (0..81).map(|at| (name(at), number(at))).collect();
        for scale in SCALES {
            let path = path(scale.id(), &compiled);
            let mut filled: BTreeMap<String, i32> = BTreeMap::new();
            for step in &path {
                assert!(!step.name.is_empty() && !step.text.is_empty());
                for c in &step.placements {
                    assert_eq!(filled.insert(c.cell.clone(), c.value), None, "{} {} twice", scale.id(), c.cell);
                    assert_eq!(solved[&c.cell], c.value, "{} {}", scale.id(), c.cell);
                }
                for c in &step.eliminations {
                    assert_ne!(solved[&c.cell], c.value, "{} {}", scale.id(), c.cell);
                }
            }
            let givens = text.bytes().filter(|&b| b != b'0').count();
            assert_eq!(filled.len() + givens, 81, "{} {text}", scale.id());
        }
    }
}

/// Our own scale combines clues with the houses around them, and never removes a digit of the solution by that.
#[test]
fn clues_with_their_houses_make_rounds() {
    let mut names = BTreeMap::new();
    for text in [include_str!("../../../examples/whispers.clue"), include_str!("cases/needed-dots.clue")] {
        let compiled = compiled(text);
        let Verdict::Unique(solution) = solve(&compiled, &Limits::none()).value else { panic!("{text}") };
        let solved = |cell: &str| {
            let place = |at: usize| usize::from(cell.as_bytes()[at] - b'1');
            i32::from(solution[9 * place(1) + place(3)].0) + 1
        };
        for step in path("cluewright", &compiled) {
            assert!(step.placements.iter().all(|c| solved(&c.cell) == c.value), "{}", step.name);
            assert!(step.eliminations.iter().all(|c| solved(&c.cell) != c.value), "{}", step.name);
            *names.entry(step.name).or_insert(0) += 1;
        }
    }
    assert!(names.contains_key("clue_and_houses") && names.contains_key("two_clues"), "{names:?}");
}

/// A puzzle of one of the scale's kinds of variants, expressed with rules of the library.
fn variant(kinds: &str, givens: &str) -> String {
    let mut text = "grid: 9x9\n".to_owned();
    let mut rules = vec![if kinds.split('+').any(|k| k == "LQ") { "latin" } else { "classic" }];
    for kind in kinds.split('+') {
        match kind {
            "LQ" => text += "boxes: none\n",
            "TOR" => text += "wraps: yes\n",
            "DG" => rules.push("disjoint-groups"),
            "W" => rules.push("windoku"),
            "X" => rules.push("diagonals"),
            "GIR" => rules.push("girandola"),
            "AST" => rules.push("asterisk"),
            "CD" => rules.push("center-dot"),
            "AK" => rules.push("anti-king"),
            "AN" => rules.push("anti-knight"),
            "NC1" => rules.push("nonconsecutive"),
            "NC2" => rules.push("nonconsecutive-cyclic"),
            "NC3" => rules.push("nonconsecutive-diagonal"),
            "NC4" => rules.push("nonconsecutive-diagonal-cyclic"),
            _ => panic!("{kind}"),
        }
    }
    let rows: Vec<String> = (0..9).map(|r| format!("  {}\n", &givens[9 * r..9 * r + 9])).collect();
    format!("{text}rules: {}\ngivens:\n{}", rules.join(", "), rows.concat())
}

/// The rules mean the same as the original program's kinds of variants: the puzzles have one solution and that program's ratings.
#[test]
fn variants_of_the_scale_are_rated_by_their_rules() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/ratings/se_paths.jsonl");
    let Ok(rows) = std::fs::read_to_string(file) else {
        println!("skipped: no ../shared");
        return;
    };
    let mut kinds = BTreeMap::new();
    for row in rows.lines().map(|row| serde_json::from_str::<serde_json::Value>(row).unwrap()) {
        let (name, givens) = (row["variant"].as_str().unwrap(), row["puzzle"].as_str().unwrap());
        if matches!(name, "classic" | "sukaku") {
            continue;
        }
        let text = variant(name, givens);
        let compiled = compiled(&text);
        assert!(matches!(solve(&compiled, &Limits::none()).value, Verdict::Unique(_)), "{name}\n{text}");
        let rated = scale("sukaku").unwrap().rate(&compiled, &|| false).unwrap();
        for figure in ["er", "ep", "ed"] {
            assert_eq!(Some(rated.figures[figure]), row[figure].as_f64(), "{figure} of {name}\n{text}");
        }
        *kinds.entry(name.to_owned()).or_insert(0) += 1;
    }
    println!("{kinds:?}");
    assert!(kinds.len() > 20);
}

#[test]
fn a_scale_that_is_told_to_stop_says_so() {
    let compiled = compiled(PUZZLES[2]);
    for scale in SCALES {
        let why = scale.rate(&compiled, &|| true).unwrap_err();
        assert_eq!(why, "the time limit was reached", "{}", scale.id());
        assert_eq!(scale.path(&compiled, &|| true).unwrap_err(), why);
        // The stop signal also works in the middle of a rating.
        let asked = std::cell::Cell::new(0);
        let later = || asked.replace(asked.get() + 1) > 3;
        if scale.id() != "cluewright" {
            assert!(scale.rate(&compiled, &later).is_err(), "{}", scale.id());
        }
    }
}
