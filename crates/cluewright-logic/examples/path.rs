//! Explains a classic puzzle that is given as 81 characters: prints every step in words, verifies every step, and prints how long
//! everything took.
//!
//! `cargo run --release -p cluewright-logic --example path -- 8..........36......7..9.2...5...7...`

#![allow(clippy::cast_possible_truncation, reason = "small numbers of tests")]

use cluewright_core::puzzle::{Given, Puzzle};
use cluewright_core::{Cell, Model, ModelBuilder, Origin, Shape};
use cluewright_logic::{Config, State, proof, solve_logically, text};
use std::time::Instant;

fn main() {
    let Some(line) = std::env::args().nth(1).filter(|l| l.chars().count() == 81) else {
        eprintln!("expected a puzzle of 81 characters");
        std::process::exit(2);
    };
    let model = classic(&line);
    let start = Instant::now();
    let path = solve_logically(&model, State::start(&model), &Config::default());
    let walked = start.elapsed();
    for (i, (state, step)) in path.positions(&model).enumerate() {
        println!("{}. [{} {}] {}", i + 1, step.technique.name, step.difficulty, text::describe(&model, &state, step));
        if let Err(why) = proof::verify(&model, &state, step) {
            println!("   NOT PROVED: {why}");
        }
    }
    println!("{:?}: {} steps, {:?} to find, {:?} with proofs", path.outcome, path.steps.len(), walked, start.elapsed());
    for (info, count) in path.profile().counts {
        println!("{count:4} {}", info.name);
    }
}

fn classic(line: &str) -> Model {
    let mut puzzle = Puzzle::new(Shape::square(9).expect("9 is a size"), 9);
    for (i, ch) in line.chars().enumerate() {
        if let Some(d) = ch.to_digit(10).filter(|&d| d > 0) {
            puzzle.givens.push(Given { cell: Cell(i as u16), digits: vec![d as i32] });
        }
    }
    let mut build = ModelBuilder::for_puzzle(&puzzle);
    let families: [(&str, Vec<Vec<Cell>>); 3] = [
        ("row", puzzle.shape.rows().collect()),
        ("column", puzzle.shape.columns().collect()),
        ("box", puzzle.shape.regions().cloned().collect()),
    ];
    for (name, sets) in families {
        let mut family = None;
        for (i, set) in sets.iter().enumerate() {
            let origin = build.origin(Origin::new("classic", &format!("{name} {}", i + 1)));
            let family = *family.get_or_insert_with(|| build.family(origin));
            build.all_different(set, family, origin);
        }
    }
    build.finish()
}
