//! The constraint that cells hold different numbers.

use super::common::Constraint;
use super::matching::keep_matchable;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::value::ValueSet;

/// The cells hold different *numbers*; their first numbers may differ.
///
/// Ordinary sets of different cells belong to the model ([`crate::ModelBuilder::all_different`]), where every technique can use
/// them. This kind of constraint is for the branches of [`Any`](super::Any), and for cells with different first numbers.
///
/// Propagation is exact if all numbers lie in a range of 64. Otherwise, only a cell that is fixed to a number removes this number
/// from the other cells.
///
/// ```
/// use cluewright_core::constraint::AllDifferent;
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// let cells = [Cell(0), Cell(1), Cell(2)];
/// let mut board = Board::new(vec![ValueSet(0b11), ValueSet(0b11), ValueSet(0b111)], vec![1; 3]);
/// AllDifferent::new(&cells).propagate(&mut board).unwrap();
/// assert_eq!(board.fixed_number(Cell(2)), Some(3));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct AllDifferent {
    cells: Vec<Cell>,
}

impl AllDifferent {
    /// Creates a constraint over cells that are each listed once.
    pub fn new(cells: &[Cell]) -> Self {
        debug_assert!((0..cells.len()).all(|i| !cells[..i].contains(&cells[i])), "each cell once");
        Self { cells: cells.to_vec() }
    }
}

impl Constraint for AllDifferent {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        (0..self.cells.len()).all(|i| (0..i).all(|j| number(self.cells[i]) != number(self.cells[j])))
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for &cell in &self.cells {
            if board.values(cell).is_empty() {
                return Err(Conflict);
            }
            low = low.min(board.min(cell));
            high = high.max(board.max(cell));
        }
        if self.cells.is_empty() {
            return Ok(());
        }
        let narrow = (high as i64 - low as i64) < 64;
        if narrow {
            let n = self.cells.len();
            if n > 64 {
                return Err(Conflict);
            }
            let mut rows = [0u64; 64];
            for (row, &cell) in rows.iter_mut().zip(&self.cells) {
                *row = board.values_from(cell, low).0;
            }
            keep_matchable(&mut rows[..n])?;
            for (row, &cell) in rows.iter().zip(&self.cells) {
                board.keep_from(cell, low, ValueSet(*row))?;
            }
            return Ok(());
        }
        loop {
            let mut changed = false;
            for &a in &self.cells {
                let Some(n) = board.fixed_number(a) else { continue };
                for &b in self.cells.iter().filter(|&&b| b != a) {
                    if let Some(v) = board.value_of(b, n).filter(|&v| board.values(b).contains(v)) {
                        board.remove(b, v)?;
                        changed = true;
                    }
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }
}
