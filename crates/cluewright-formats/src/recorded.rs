//! Digits that are not givens: either the player's, or the setter's solution that an editor has stored in the grid.

use cluewright_core::{Cell, Puzzle};

/// The minimum number of cells of a full grid that counts as a solution.
const LEAST: usize = 16;

/// Records the placed digits as the solution if they and the givens fill the grid, or a rectangle with at least half of the grid's
/// cells; editors store solutions in this way. Fewer digits remain the player's progress. If the program is for setters only
/// (`edited`), digits in at least half of the cells count as a solution, whose other cells stay empty.
pub(crate) fn take_solution(puzzle: &mut Puzzle, edited: bool) {
    let cells = puzzle.shape.len();
    let mut digits = vec![None; cells];
    let givens = puzzle.givens.iter().filter(|g| g.digits.len() == 1).map(|g| (g.cell, g.digits[0]));
    let placed = puzzle.progress.iter().filter_map(|p| Some((p.cell, p.placed?)));
    for (cell, digit) in givens.chain(placed).filter(|(cell, _)| cell.index() < cells) {
        digits[cell.index()] = Some(digit);
    }
    let filled: Vec<Cell> = puzzle.shape.cells().filter(|cell| digits[cell.index()].is_some()).collect();
    if filled.len() < LEAST || filled.len() * 2 < cells || !puzzle.progress.iter().any(|p| p.placed.is_some()) {
        return;
    }
    let places: Vec<(u16, u16)> = filled.iter().map(|cell| puzzle.shape.place(*cell)).map(|p| (p.row, p.col)).collect();
    let side = |of: fn(&(u16, u16)) -> u16| {
        let (low, high) = (places.iter().map(of).min().unwrap_or(0), places.iter().map(of).max().unwrap_or(0));
        usize::from(high - low) + 1
    };
    let whole = edited || filled.len() == cells || side(|p| p.0) * side(|p| p.1) == filled.len();
    // If a different solution is already recorded, keep that solution.
    let agrees = puzzle.solution.iter().zip(&digits).all(|(known, digit)| known.is_none() || known == digit);
    if whole && agrees {
        puzzle.progress.retain_mut(|progress| {
            progress.placed = None;
            !progress.marks.is_empty()
        });
        if puzzle.solution.iter().all(Option::is_none) {
            puzzle.solution = digits;
        }
    }
}
