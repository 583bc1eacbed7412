//! The library's answers.

use cluewright::core::Candidate;
use cluewright::rules::check;
use cluewright::search::Solver;
use cluewright::{Cell, Compiled, Limits, formats};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The puzzle, read from `.clue` text and compiled; or the error in it.
pub(crate) fn compiled(text: &str) -> Result<Compiled, String> {
    let read = formats::read_as("clue", text).map_err(|e| format!("{e}\n{text}"))?;
    Compiled::new(read.puzzle).map_err(|e| format!("{e}\n{text}"))
}

/// More solutions than any board here has, so that a bug that drops a rule stops the count here and not at millions.
const MOST: usize = 50_000;

/// The numbers of every solution, in the grid's cells and in extra cells; at most `MOST` solutions.
pub(crate) fn solutions(puzzle: &Compiled) -> BTreeSet<Vec<i64>> {
    let mut all = BTreeSet::new();
    Solver::new(puzzle.model()).solutions(&puzzle.board(), &Limits::none(), |solution| {
        all.insert(puzzle.numbers(solution).into_iter().map(i64::from).collect());
        if all.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    all
}

/// The number of solutions, counted up to four times `MOST`.
pub(crate) fn count(puzzle: &Compiled) -> u64 {
    Solver::new(puzzle.model()).count(&puzzle.board(), 4 * MOST as u64, &Limits::none()).value
}

/// By cell, extra cells too, the numbers that some solution holds.
pub(crate) fn possible(puzzle: &Compiled) -> Vec<Vec<i64>> {
    let found =
        cluewright::candidates(puzzle, &cluewright::CandidateOptions::default(), &Limits::none()).value.possible;
    let number = |c: usize, v| i64::from(puzzle.model().number(Candidate::new(Cell(c as u16), v)));
    (0..puzzle.puzzle().cell_count()).map(|c| found[c].iter().map(|v| number(c, v)).collect()).collect()
}

/// Whether the evaluation of the rules' texts accepts a full grid.
pub(crate) fn is_right(puzzle: &Compiled, numbers: &[i64]) -> bool {
    let numbers: Vec<i32> = numbers.iter().map(|n| *n as i32).collect();
    check(puzzle.rules(), puzzle.puzzle(), &numbers).expect("a grid that can be judged").is_empty()
}
