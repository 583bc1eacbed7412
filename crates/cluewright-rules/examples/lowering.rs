//! How each library rule compiles on a 9x9 grid, and how long lowering takes:
//! `cargo run --release -p cluewright-rules --example lowering`.

use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::syntax::ast::{ParamKind, Shape as ClueShape};
use cluewright_rules::{Ruleset, lower};
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
    let row: Vec<Cell> = (0..9).map(Cell).collect();
    let rules = Ruleset::library();
    for rule in rules.rules() {
        let mut puzzle = classic();
        let mut args = Vec::new();
        for p in &rule.params {
            let arg = match p.kind {
                ParamKind::Shape(ClueShape::Cell) => Arg::Cell(Cell(40)),
                ParamKind::Shape(ClueShape::Edge) => Arg::Cells(vec![Cell(40), Cell(41)]),
                ParamKind::Shape(ClueShape::Corner) => Arg::Cells(vec![Cell(40), Cell(41), Cell(49), Cell(50)]),
                ParamKind::Shape(s) if s.is_lists() => {
                    Arg::Lists(vec![row[..4].to_vec(), (0..4).map(|i| Cell(i * 9 + 22)).collect()])
                }
                // Through three boxes and rows: neither all different nor all free.
                ParamKind::Shape(ClueShape::Line) => Arg::Cells([0, 1, 11, 12, 13, 23, 24, 33, 34].map(Cell).to_vec()),
                ParamKind::Shape(ClueShape::Cell | ClueShape::Cells) if rule.name == "arrow" => {
                    Arg::Cells(vec![Cell(40)])
                }
                ParamKind::Shape(_) => Arg::Cells(row.clone()),
                ParamKind::Number if p.value.is_some() && p.range.is_none() => continue,
                ParamKind::Number if p.name == "total" => Arg::Number(15),
                ParamKind::Number => Arg::Number(3),
                ParamKind::Numbers if p.optional => continue,
                ParamKind::Numbers => Arg::Numbers(vec![1, 2]),
                ParamKind::Boolean => Arg::Bool(false),
                ParamKind::Text => Arg::Text("12*[3-9]*.*".into()),
            };
            args.push((p.name.clone(), arg));
        }
        if rule.is_clue {
            puzzle.clues.push(ClueTree::One(Clue::new(rule.name.clone(), args)));
        } else {
            puzzle.rules.push(Clue::new(rule.name.clone(), args));
        }
        let start = Instant::now();
        match lower(&rules, &puzzle) {
            Err(e) => println!("{:20} {e}", rule.name),
            Ok(lowered) => {
                let ms = start.elapsed().as_secs_f64() * 1e3;
                print!("{:20} {ms:8.2} ms ", rule.name);
                for report in lowered.report.iter().filter(|r| !matches!(r.rule.as_str(), "rows" | "columns" | "boxes"))
                {
                    print!(" {}:", report.line);
                    for (became, n) in &report.became {
                        print!(" {n} {became:?}");
                    }
                }
                println!();
            }
        }
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
