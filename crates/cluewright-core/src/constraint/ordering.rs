//! Numbers that rise along a list: thermometers, slow thermometers.

use super::common::Constraint;
use crate::board::{Board, Conflict};
use crate::cell::Cell;

/// Numbers increase from each cell to the next, strictly or not. Propagation is exact.
///
/// ```
/// use cluewright_core::constraint::Ordering;
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// let thermometer = Ordering::increasing(&[Cell(0), Cell(1), Cell(2)]);
/// let mut board = Board::new(vec![ValueSet::below(4); 3], vec![1; 3]);
/// thermometer.propagate(&mut board).unwrap();
/// assert_eq!((board.max(Cell(0)), board.min(Cell(2))), (2, 3));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Ordering {
    cells: Vec<Cell>,
    strict: bool,
}

impl Ordering {
    /// Each number is larger than the one before. The cells must be different.
    pub fn increasing(cells: &[Cell]) -> Self {
        Self::new(cells, true)
    }

    /// No number is smaller than the one before. The cells must be different.
    pub fn not_decreasing(cells: &[Cell]) -> Self {
        Self::new(cells, false)
    }

    fn new(cells: &[Cell], strict: bool) -> Self {
        debug_assert!((0..cells.len()).all(|i| !cells[..i].contains(&cells[i])), "each cell once");
        Self { cells: cells.to_vec(), strict }
    }

    /// Whether each number must be larger than the one before (rather than only not smaller).
    pub fn is_strict(&self) -> bool {
        self.strict
    }
}

impl Constraint for Ordering {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        self.cells.windows(2).all(|w| {
            let (a, b) = (number(w[0]), number(w[1]));
            if self.strict { a < b } else { a <= b }
        })
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        if self.cells.iter().any(|&c| board.values(c).is_empty()) {
            return Err(Conflict);
        }
        let step = i32::from(self.strict);
        for w in self.cells.windows(2) {
            let low = board.min(w[0]) + step;
            board.keep_between(w[1], low, i32::MAX)?;
        }
        for w in self.cells.windows(2).rev() {
            let high = board.max(w[1]) - step;
            board.keep_between(w[0], i32::MIN, high)?;
        }
        Ok(())
    }
}
