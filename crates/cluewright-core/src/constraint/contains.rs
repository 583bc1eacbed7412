//! Numbers that must all occur among certain cells: quadruples.

use super::common::{Constraint, union};
use super::matching::keep_matchable;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::error::BadInput;
use crate::value::ValueSet;

/// The cells hold all of the given numbers, each at least as often as it is listed.
///
/// To require a number exactly as often as it is listed, use a [`Count`](super::Count) for each number. Propagation is exact: the
/// numbers are matched to cells.
///
/// ```
/// use cluewright_core::constraint::Contains;
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// // 1, 1 and 2 in three cells: no 3 anywhere.
/// let quad = Contains::new(&[Cell(0), Cell(1), Cell(2)], &[1, 1, 2]).unwrap();
/// let mut board = Board::new(vec![ValueSet::below(3); 3], vec![1; 3]);
/// quad.propagate(&mut board).unwrap();
/// assert_eq!(board.max(Cell(0)), 2);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Contains {
    cells: Vec<Cell>,
    /// The required numbers, sorted, with repeats.
    numbers: Vec<i32>,
}

impl Contains {
    /// Creates a constraint over at most 64 different cells and at most 64 numbers that they must hold. If there are more numbers
    /// than cells, the constraint never holds.
    pub fn new(cells: &[Cell], numbers: &[i32]) -> Result<Self, BadInput> {
        if cells.len() > 64 || numbers.len() > 64 || (0..cells.len()).any(|i| cells[..i].contains(&cells[i])) {
            return Err(BadInput::new("at most 64 numbers and at most 64 different cells are supported"));
        }
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        Ok(Self { cells: cells.to_vec(), numbers })
    }

    /// The numbers that the cells must hold, sorted, with repeats.
    pub fn numbers(&self) -> &[i32] {
        &self.numbers
    }
}

impl Constraint for Contains {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        self.numbers.iter().all(|&n| {
            let wanted = self.numbers.iter().filter(|&&m| m == n).count();
            self.cells.iter().filter(|&&c| number(c) == n).count() >= wanted
        })
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        // Each required number has a row, and each cell has a column.
        let mut rows = [0u64; 64];
        for (row, &n) in rows.iter_mut().zip(&self.numbers) {
            for (i, &cell) in self.cells.iter().enumerate() {
                if board.value_of(cell, n).is_some_and(|v| board.values(cell).contains(v)) {
                    *row |= 1 << i;
                }
            }
        }
        let rows = &mut rows[..self.numbers.len()];
        let free = keep_matchable(rows)?;
        for (i, &cell) in self.cells.iter().enumerate().filter(|(i, _)| free >> i & 1 == 0) {
            // The cell is needed, so it must hold one of the numbers to which it can be matched.
            let matched = rows.iter().zip(&self.numbers).filter(|(row, _)| *row >> i & 1 == 1);
            let keep = union(matched.filter_map(|(_, &n)| board.value_of(cell, n)).map(ValueSet::of));
            board.keep(cell, keep)?;
        }
        Ok(())
    }
}
