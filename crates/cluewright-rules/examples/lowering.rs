//! Prints how each library rule compiles on a 9x9 grid, and how long lowering takes.
//!
//! `cargo run --release -p cluewright-rules --example lowering`

use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::{Ruleset, lint, lower};
use std::time::Instant;

fn time(name: &str, puzzle: &Puzzle) {
    let rules = Ruleset::library();
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        let lowered = lower(&rules, puzzle).expect("a puzzle that lowers");
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        drop(lowered);
    }
    println!("{name:32} {best:8.3} ms");
}

fn classic() -> Puzzle {
    let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
    puzzle.rules.push(Clue::new("classic", vec![]));
    puzzle
}

fn main() {
    let rules = Ruleset::library();
    for rule in rules.rules() {
        let start = Instant::now();
        let report = lint(&rules, &rule.name);
        let ms = start.elapsed().as_secs_f64() * 1e3;
        print!("{:20} {ms:8.2} ms ", rule.name);
        match report {
            Err(e) => print!("{e}"),
            Ok(report) => {
                for statement in report {
                    print!(" {}:", statement.line);
                    statement.became.iter().for_each(|(became, n)| print!(" {n} {became:?}"));
                }
            }
        }
        println!();
    }
    time("classic", &classic());
    let mut miracle = classic();
    miracle.rules = vec![Clue::new("miracle", vec![])];
    time("miracle", &miracle);
    let mut killer = classic();
    for i in 0..40u16 {
        let args =
            vec![("C".into(), Arg::Cells(vec![Cell(i * 2), Cell(i * 2 + 1)])), ("total".into(), Arg::Number(10))];
        killer.clues.push(ClueTree::One(Clue::new("killer-cage", args)));
    }
    time("classic, forty cages of two", &killer);
    killer.clues.clear();
    for i in 0..27u16 {
        let cells = (0..3).map(|k| Cell(i * 3 + k)).collect();
        let args = vec![("C".into(), Arg::Cells(cells)), ("total".into(), Arg::Number(15))];
        killer.clues.push(ClueTree::One(Clue::new("killer-cage", args)));
    }
    time("classic, 27 cages of three", &killer);
}
