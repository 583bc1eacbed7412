//! The canonical form of a classic puzzle: all rearrangements of the puzzle have the same form.

use crate::compiled::Compiled;
use crate::error::Error;
use cluewright_core::puzzle::Given;
use cluewright_core::{BadInput, Cell, Puzzle};
use cluewright_search::classic::{self, Canonical, Grid};
use cluewright_search::{Limits, Verdict};

/// The canonical form of a puzzle: among its images under transposition, permutation of bands and stacks and of the rows and
/// columns within them, and relabelling of digits, only those with the smallest possible image of the solution ("minlex") are
/// considered, and the form is the smallest of these. Two puzzles have the same canonical form exactly if one can be rearranged
/// into the other.
///
/// The form is a new puzzle without marks, notes or metadata, with its solution recorded. The second value contains all
/// transformations that lead to the form.
///
/// Errors: the puzzle is not a classic 9x9 puzzle, a given has several digits, there is not exactly one solution, or a limit was
/// reached.
///
/// ```
/// use cluewright::canonical::canonical;
/// use cluewright::{Compiled, Limits, formats};
/// let form = |line: &str| -> Result<String, cluewright::Error> {
///     let compiled = Compiled::new(formats::read(line)?.puzzle)?;
///     let (puzzle, _) = canonical(&compiled, &Limits::none())?;
///     Ok(formats::by_id("line")?.write(&puzzle)?.0)
/// };
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let relabelled: String = puzzle.chars().map(|c| if c == '5' { '3' } else if c == '3' { '5' } else { c }).collect();
/// assert_eq!(form(puzzle)?, form(&relabelled)?);
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn canonical(compiled: &Compiled, limits: &Limits<'_>) -> Result<(Puzzle, Canonical), Error> {
    let puzzle = compiled.puzzle();
    if !classic::is_classic(compiled.model()) {
        return Err(BadInput::new("only ordinary 9x9 puzzles have a canonical form")
            .hint("ordinary puzzles have nine digits, rows, columns and boxes, and no other rules or clues")
            .into());
    }
    let first = puzzle.digits.first;
    let number = |d: u8| first + i32::from(d) - 1;
    let mut givens: Grid = [0; 81];
    for given in &puzzle.givens {
        let [digit] = given.digits[..] else {
            return Err(BadInput::new(format!(
                "{} is restricted to several digits, which a canonical form cannot express",
                puzzle.cell_name(given.cell)
            ))
            .into());
        };
        givens[given.cell.index()] = (1..=9).find(|&d| number(d) == digit).ok_or_else(|| {
            BadInput::new(format!("{digit} in {} is not a digit of this grid", puzzle.cell_name(given.cell)))
                .hint(format!("digits are {first} to {}", puzzle.digits.last()))
        })?;
    }
    let answer = crate::solve(compiled, limits);
    let Verdict::Unique(solution) = answer.value else {
        let why = match answer.value {
            Verdict::None => "the puzzle has no solution",
            Verdict::Multiple(..) => "the puzzle has several solutions",
            _ => "a limit was reached before the solution was known",
        };
        return Err(BadInput::new(format!("{why}, but a canonical form requires exactly one solution")).into());
    };
    let mut grid: Grid = [0; 81];
    for (d, v) in grid.iter_mut().zip(&solution) {
        *d = v.0 + 1;
    }
    let form = classic::canonical(&grid).expect("the grid is a solution");
    let smallest = form.puzzle(&givens);
    let mut out = Puzzle::new(puzzle.shape.clone(), 9);
    out.digits = puzzle.digits;
    out.labels.clone_from(&puzzle.labels);
    out.rules.clone_from(&puzzle.rules);
    let filled = smallest.iter().enumerate().filter(|(_, d)| **d != 0);
    out.givens = filled.map(|(c, &d)| Given { cell: Cell::at(c), digits: vec![number(d)] }).collect();
    out.solution = form.grid.iter().map(|&d| Some(number(d))).collect();
    Ok((out, form))
}
