//! The interface of all kinds of constraints, and helpers that several kinds use.

use crate::board::{Board, Conflict};
use crate::cell::{Candidate, Cell, CellSet};
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

    /// A small set of absent candidates (absent from `before`, present in `full`) because of which the constraint removes
    /// `removal`. The set prefers few cells, and need not be minimal. `before` is a board on which [`Constraint::propagate`]
    /// removes the candidate or finds a conflict; `full` is the board before anything was removed.
    fn explain(&self, before: &Board, full: &Board, removal: Candidate) -> Vec<Candidate> {
        fewest_reasons(self, before, full, removal)
    }

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

/// Whether `constraint` alone refutes `removal` on this board.
pub fn refutes<C: Constraint + ?Sized>(constraint: &C, board: &Board, removal: Candidate) -> bool {
    let mut trial = board.clone();
    trial.fix(removal.cell, removal.value).is_err() || constraint.propagate(&mut trial).is_err()
}

/// Explains any removal in a plain way: restores absent candidates, first whole cells, then single candidates, as long as the
/// constraint alone still refutes the candidate. The candidates that cannot be restored are the reason.
pub fn fewest_reasons<C: Constraint + ?Sized>(
    constraint: &C,
    before: &Board,
    full: &Board,
    removal: Candidate,
) -> Vec<Candidate> {
    // Assume the candidate; if the propagator finds no conflict then, check whether it removes the candidate.
    let removes = |board: &Board| {
        let mut trial = board.clone();
        trial.restore(removal.cell, ValueSet::of(removal.value));
        if refutes(constraint, &trial, removal) {
            return true;
        }
        constraint.propagate(&mut trial).is_err() || !trial.has(removal)
    };
    fewest(constraint.cells(), before, full, removal, &removes)
}

fn fewest(
    cells: &[Cell],
    before: &Board,
    full: &Board,
    removal: Candidate,
    removes: &dyn Fn(&Board) -> bool,
) -> Vec<Candidate> {
    let mut board = before.clone();
    let mut kept: Vec<Cell> = Vec::new();
    for &cell in cells {
        let (now, all) = (board.values(cell), full.values(cell));
        if cell == removal.cell || all.is_subset(now) {
            continue;
        }
        let mut wider = board.clone();
        wider.restore(cell, all);
        if removes(&wider) {
            board = wider;
        } else {
            kept.push(cell);
        }
    }
    let mut reasons = Vec::new();
    for cell in kept {
        for value in full.values(cell).minus(board.values(cell)) {
            let mut wider = board.clone();
            wider.restore(cell, ValueSet::of(value));
            if removes(&wider) {
                board = wider;
            } else {
                reasons.push(Candidate::new(cell, value));
            }
        }
    }
    reasons
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
