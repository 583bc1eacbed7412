//! The names that the format uses: its own, those of types whose arguments are read specially, and those of cells.

use crate::FormatInfo;
use cluewright_core::{Cell, Puzzle};

pub(crate) static INFO: FormatInfo = FormatInfo {
    id: "iss",
    about: "constraint strings and links from the Interactive Sudoku Solver",
    endings: &["iss"],
    writes: true,
    draws: false,
};

/// Types whose cells are divided into a stated number of lists of equal length, instead of lists separated by `-`.
pub(super) const COUNTED_LISTS: &[&str] = &["SameValues"];
/// Types whose numbers are pairs of decimal digits.
pub(super) const PAIRS_OF_DIGITS: &[&str] = &["LookAndSay"];

/// A cell's name, in which rows and columns are single digits in base 17.
pub(super) fn cell_id(puzzle: &Puzzle, cell: Cell) -> String {
    if cell.index() >= puzzle.shape.len() {
        return puzzle.cell_name(cell);
    }
    let place = puzzle.shape.place(cell);
    let digit = |n: u16| char::from_digit(u32::from(n) + 1, 17).unwrap_or('?');
    format!("R{}C{}", digit(place.row), digit(place.col))
}
