//! A constraint on the values of one cell.

use super::common::Constraint;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::value::{Value, ValueSet};

/// The constraint that a cell holds one of certain values.
///
/// Ordinary facts about one cell belong to the model ([`crate::ModelBuilder::restrict`]); this kind of constraint is for the
/// branches of [`Any`](super::Any). Propagation is exact.
///
/// ```
/// use cluewright_core::constraint::Allowed;
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// let even = Allowed::new(Cell(0), 1, ValueSet(0b10_1010));
/// let mut board = Board::new(vec![ValueSet::below(3)], vec![1]);
/// even.propagate(&mut board).unwrap();
/// assert_eq!(board.fixed_number(Cell(0)), Some(2));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Allowed {
    cell: [Cell; 1],
    first: i32,
    values: ValueSet,
}

impl Allowed {
    /// Creates the constraint that `cell` holds one of `values`. Value 0 of the cell stands for the number `first`.
    pub fn new(cell: Cell, first: i32, values: ValueSet) -> Self {
        Self { cell: [cell], first, values }
    }

    /// The cell that the constraint is about.
    pub fn cell(&self) -> Cell {
        self.cell[0]
    }

    /// The number that value 0 of the cell stands for.
    pub fn first(&self) -> i32 {
        self.first
    }

    /// The values that the cell may hold.
    pub fn values(&self) -> ValueSet {
        self.values
    }
}

impl Constraint for Allowed {
    fn cells(&self) -> &[Cell] {
        &self.cell
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        Value::of_number(number(self.cell[0]), self.first).is_some_and(|v| self.values.contains(v))
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        debug_assert_eq!(board.first(self.cell[0]), self.first, "made for a cell that starts at another number");
        board.keep(self.cell[0], self.values)
    }

    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        let fits =
            |side: &[(Cell, Value)]| side.iter().find(|x| x.0 == self.cell[0]).map(|x| self.values.contains(x.1));
        fits(before) == fits(after)
    }
}
