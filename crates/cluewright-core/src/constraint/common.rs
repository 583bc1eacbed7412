//! The interface of all kinds of constraints, and helpers that several kinds use.

use crate::board::{Board, Conflict};
use crate::cell::{Cell, CellSet};
use crate::value::{Value, ValueSet};

/// The interface of all kinds of constraints. Constraints are data without state; the board is passed to their methods.
pub trait Constraint {
    /// All cells that the constraint reads, each listed once.
    fn cells(&self) -> &[Cell];

    /// Whether the constraint holds if the cells have these numbers. The implementation is as plain as possible and never uses
    /// [`Constraint::propagate`].
    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool;

    /// Removes values that no solution of this constraint alone can have. Propagation is always sound, complete as far as that is
    /// cheap, and exact if all cells are fixed (a conflict unless `check` holds). It does not allocate memory that grows. It is
    /// monotone and idempotent, and narrows only the constraint's own cells: `tests/constraint_laws.rs` checks all of this.
    fn propagate(&self, board: &mut Board) -> Result<(), Conflict>;

    /// Called once, when the model is finished, with the pairs of cells that the model's sets make different. Propagation may use
    /// these differences; the sets are then among the reasons for its removals.
    fn learn_differences(&mut self, differ: &dyn Fn(Cell, Cell) -> bool) {
        let _ = differ;
    }

    /// Whether the constraint cannot distinguish these two partial assignments of the same cells, whatever the other cells hold.
    /// This property makes a deadly pattern deadly.
    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        debug_assert_eq!(before.len(), after.len());
        // This is certain for every kind of constraint if its own cells keep their values.
        before.iter().all(|x| !self.cells().contains(&x.0) || after.contains(x))
    }

    /// Lists of cells that the constraint assumes to be mutually different. If there are any, *the constraint by itself is weaker
    /// than its rule*, and equals the rule only together with the sets of the model. Steps that use the constraint name these
    /// sets.
    fn assumes_different(&self) -> &[Vec<Cell>] {
        &[]
    }
}

/// The cells of several lists, each listed once, in the order of their first occurrence.
pub(super) fn union_of_lists(lists: &[Vec<Cell>]) -> Vec<Cell> {
    let mut seen = CellSet::new();
    lists.iter().flatten().copied().filter(|&c| seen.insert(c)).collect()
}

/// The union of several sets.
pub(super) fn union(sets: impl Iterator<Item = ValueSet>) -> ValueSet {
    sets.fold(ValueSet::EMPTY, |all, set| all | set)
}

/// Repeats a pass until it removes nothing more from the cells.
pub(super) fn repeat(
    board: &mut Board,
    cells: &[Cell],
    mut pass: impl FnMut(&mut Board) -> Result<(), Conflict>,
) -> Result<(), Conflict> {
    loop {
        let before = size(board, cells);
        pass(board)?;
        if size(board, cells) == before {
            return Ok(());
        }
    }
}

/// The total number of values left in the cells, which decreases with every removal.
pub(super) fn size(board: &Board, cells: &[Cell]) -> u32 {
    cells.iter().map(|&c| board.values(c).len()).sum()
}
