//! `sample large FILE`: makes large grids, from easy to hard, as lines of a corpus. The same build makes the same file;
//! `xtask/puzzles/large.jsonl` is not regenerated, so that times remain comparable.

use crate::task::{Fail, Task, Words};
use cluewright::{Compiled, Limits, Verdict, formats};
use cluewright_core::Random;
use cluewright_core::puzzle::Given;
use cluewright_core::{Board, Cell, Clue, Puzzle, Shape, Value};
use cluewright_search::Solver;
use serde_json::json;
use std::fmt::Write;

pub(crate) const TASK: Task = Task {
    name: "sample large",
    takes: "FILE",
    about: "write large puzzles from easy to hard, as lines of a corpus",
    options: &[],
    run,
};

/// For each 16x16 puzzle, the maximum number of branches for proving that it has one solution. `OF_25` and `OF_SAMURAI` are the
/// limits for the other sizes.
const OF_16: [u64; 10] = [0, 2, 5, 15, 40, 100, 250, 600, 1_500, 4_000];
const OF_25: [u64; 3] = [0, 100, 1_000];
const OF_SAMURAI: [u64; 5] = [0, 10, 100, 400, 2_000];
/// The maximum number of branches for finding a full grid.
const GRID: u64 = 200_000;
/// The number of grids tried per puzzle, of which the hardest is used.
const TRIES: u64 = 12;

fn run(words: &Words) -> Result<(), Fail> {
    let text = std::fs::read_to_string("examples/samurai.clue").map_err(|e| format!("examples/samurai.clue: {e}"))?;
    let samurai = formats::read(&text).map_err(|e| e.to_string())?.puzzle;
    let mut lines = String::new();
    for (name, bare, nodes) in [
        ("16x16", square(16), &OF_16[..]),
        ("25x25", square(25), &OF_25[..]),
        ("samurai", emptied(samurai), &OF_SAMURAI[..]),
    ] {
        for (number, &most) in (1..).zip(nodes) {
            let mut hardest: Option<(u64, Puzzle)> = None;
            for seed in number * TRIES..(number + 1) * TRIES {
                let (nodes, puzzle) = dug(&bare, seed, most)?;
                if hardest.as_ref().is_none_or(|h| nodes > h.0) {
                    hardest = Some((nodes, puzzle));
                }
            }
            let (nodes, mut puzzle) = hardest.ok_or("no grid was tried")?;
            puzzle.title = format!("{name} {number:02}");
            let clue = formats::by_id("clue").and_then(|f| f.write(&puzzle)).map_err(|e| e.to_string())?.0;
            println!("{}: {} givens, {nodes} branches", puzzle.title, puzzle.givens.len());
            let _ = writeln!(lines, "{}", json!({ "name": puzzle.title, "raw": clue, "status": "unique" }));
        }
    }
    let file = words.names[0];
    Ok(std::fs::write(file, lines).map_err(|e| format!("{file}: {e}"))?)
}

fn square(size: u8) -> Puzzle {
    let mut puzzle = Puzzle::new(Shape::square(size.into()).expect("a usual size"), size);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    emptied(puzzle)
}

/// The puzzle with only its grid and rules.
fn emptied(mut puzzle: Puzzle) -> Puzzle {
    puzzle.author = "Cluewright".into();
    puzzle.text = String::new();
    puzzle.givens.clear();
    puzzle.solution.clear();
    puzzle
}

/// Removes the cells of a random grid one by one, as long as `most` branches suffice to prove uniqueness. Returns the number of
/// branches at the end.
fn dug(bare: &Puzzle, seed: u64, most: u64) -> Result<(u64, Puzzle), String> {
    let compiled = Compiled::new(bare.clone()).map_err(|e| e.to_string())?;
    let model = compiled.model();
    let mut solver = Solver::new(model);
    let grid = solver.random_solution(&model.board(), seed, &Limits::nodes(GRID)).value;
    let grid = grid.ok_or("no grid was found")?;
    let mut given: Vec<usize> = (0..bare.shape.len()).collect();
    let mut nodes = 0;
    for cell in Random::new(seed).shuffled(given.len()) {
        let fewer: Vec<usize> = given.iter().copied().filter(|&c| c != cell).collect();
        let limits = Limits::nodes(most.max(1));
        let answer = solver.verdict(&with(model.board(), &fewer, &grid), &limits);
        if matches!(answer.value, Verdict::Unique(_)) && answer.stats.nodes <= most {
            given = fewer;
            nodes = answer.stats.nodes;
        }
    }
    let mut puzzle = bare.clone();
    let numbers = compiled.numbers(&grid);
    puzzle.givens = given.iter().map(|&c| Given { cell: Cell(c as u16), digits: vec![numbers[c]] }).collect();
    Ok((nodes, puzzle))
}

fn with(mut board: Board, given: &[usize], grid: &[Value]) -> Board {
    for &c in given {
        // A grid has no conflict with itself.
        let _ = board.fix(Cell(c as u16), grid[c]);
    }
    board
}
