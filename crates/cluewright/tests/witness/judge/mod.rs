//! Judges whether a grid satisfies a rule. Each rule of the library has a few plain lines, written from the rule's sentence. Rules
//! of the whole grid also judge incomplete grids (`BLANK`), and return false once they are broken.

mod cages;
mod lines;
mod pattern;
mod single;
mod unknown;
mod whole;

use crate::witness::board::{Board, Clue};

pub(crate) const BLANK: i64 = i64::MIN;

/// A grid's cells, followed by the extra cells.
#[derive(Clone, Copy)]
pub(crate) struct Grid<'a> {
    /// The digits as written.
    pub(crate) digits: &'a [i64],
    /// The effective values, which differ from the digits only with doublers and negators.
    pub(crate) values: &'a [i64],
}

impl Grid<'_> {
    pub(crate) fn digits(&self, cells: &[usize]) -> Vec<i64> {
        cells.iter().map(|&c| self.digits[c]).collect()
    }

    pub(crate) fn values(&self, cells: &[usize]) -> Vec<i64> {
        cells.iter().map(|&c| self.values[c]).collect()
    }
}

/// Whether all values are different, ignoring blanks.
pub(crate) fn differ(all: &[i64]) -> bool {
    (0..all.len()).all(|i| all[i] == BLANK || !all[..i].contains(&all[i]))
}

pub(crate) fn sum(all: &[i64]) -> i64 {
    all.iter().sum()
}

/// The number of values that are higher than all values before them.
pub(crate) fn visible(all: &[i64]) -> i64 {
    (0..all.len()).filter(|&i| all[..i].iter().all(|d| *d < all[i])).count() as i64
}

/// `None`: there is no judge for this rule.
pub(crate) fn keeps(board: &Board, clue: &Clue, grid: Grid<'_>) -> Option<bool> {
    whole::keeps(board, clue, grid.digits)
        .or_else(|| lines::keeps(board, clue, grid))
        .or_else(|| cages::keeps(board, clue, grid))
        .or_else(|| single::keeps(board, clue, grid))
        .or_else(|| unknown::keeps(board, clue, grid))
}

/// Whether a full grid satisfies all rules and clues except those named `without`, for some placement of doublers and negators.
pub(crate) fn keeps_all(board: &Board, digits: &[i64], without: &str) -> bool {
    let all = |values: &[i64]| {
        let grid = Grid { digits, values };
        board.rules.iter().chain(&board.clues).filter(|k| k.rule != without).all(|clue| {
            keeps(board, clue, grid).unwrap_or_else(|| panic!("nobody has written how `{}` is judged", clue.rule))
        })
    };
    let factor = |name: &str, n: i64| (board.has_rule(name) && name != without).then_some(n);
    match factor("doublers", 2).or_else(|| factor("negators", -1)) {
        None => all(digits),
        Some(factor) => unknown::marked_cells(board, digits).iter().any(|marked| {
            let value = |(c, d): (usize, &i64)| if marked.contains(&c) { d * factor } else { *d };
            all(&digits.iter().enumerate().map(value).collect::<Vec<_>>())
        }),
    }
}
