//! `perft`: numbers of grids that are known from the literature, counted with our own engine.

use crate::task::{Fail, Task, Words};
use cluewright::core::puzzle::Given;
use cluewright::core::{Clue, Shape};
use cluewright::{Cell, Compiled, Limits, Puzzle, search};
use std::time::Instant;

pub(crate) const TASK: Task = Task {
    name: "perft",
    takes: "",
    about: "count the grids of 4x4 (288) and 6x6 (28,200,960)",
    options: &[("--full", "", "", "one by one, instead of those below one first row")],
    run,
};

/// Runs it. Known numbers: 288 and 28,200,960 (the On-Line Encyclopedia of Integer Sequences, A107739 and the page on
/// the mathematics of Sudoku). Renaming the digits maps grids onto grids and any first row onto any other, so each of
/// the `n!` first rows begins equally many grids: counting those below one of them and multiplying by `n!` is exact.
/// `--full` counts them all one by one instead.
fn run(words: &Words) -> Result<(), Fail> {
    let full = words.has("--full");
    for (n, known) in [(4u16, 288u64), (6, 28_200_960)] {
        let start = Instant::now();
        let counted = grids(n, full)?;
        let how = if full { "one by one" } else { "below one first row, times the number of first rows" };
        println!("{n}x{n}: {counted} grids, {how}, {:.1} s", start.elapsed().as_secs_f64());
        if counted != known {
            return Err(format!("{n}x{n} has {known} grids").into());
        }
    }
    Ok(())
}

fn grids(n: u16, full: bool) -> Result<u64, String> {
    let mut puzzle = Puzzle::new(Shape::square(n).map_err(|e| e.to_string())?, n as u8);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    let mut times = 1;
    if !full {
        for i in 0..n {
            puzzle.givens.push(Given { cell: Cell(i), digits: vec![i as i32 + 1] });
            times *= i as u64 + 1;
        }
    }
    let compiled = Compiled::new(puzzle).map_err(|e| e.to_string())?;
    let answer = search::count(compiled.model(), &compiled.board(), 0, &Limits::none());
    Ok(answer.value * times)
}

#[cfg(test)]
mod tests {
    use super::grids;

    #[test]
    fn fixing_the_first_row_changes_nothing() {
        assert_eq!(grids(4, true), Ok(288));
        assert_eq!(grids(4, false), Ok(288));
    }
}
