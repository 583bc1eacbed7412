//! At least one of several constraints: or.

use super::{All, Constraint, Kind, union_of_cells};
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::value::{Value, ValueSet};

/// At least one branch holds. No branch: never.
///
/// Propagation is constructive: every branch is tried on its own, and a value stays when some branch leaves it. It is
/// exact when the branches are. The board is narrowed and put back in place, so nothing is copied or allocated below
/// 64 cells.
///
/// ```
/// use cluewright_core::constraint::{Allowed, Any};
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// let (low, high) = (ValueSet(0b11), ValueSet(0b110_0000));
/// let ends = Any::new(vec![Allowed::new(Cell(0), 1, low).into(), Allowed::new(Cell(0), 1, high).into()]);
/// let mut board = Board::new(vec![ValueSet::below(9)], vec![1]);
/// ends.propagate(&mut board).unwrap();
/// assert_eq!(board.values(Cell(0)), low | high);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Any {
    branches: Vec<Kind>,
    cells: Vec<Cell>,
    assumed: Vec<Vec<Cell>>,
}

/// Cells whose state is kept on the stack.
const SMALL: usize = 64;

impl Any {
    /// One of these branches.
    pub fn new(branches: Vec<Kind>) -> Self {
        let assumed = branches.iter().flat_map(Constraint::assumes_different).cloned().collect();
        Self { cells: union_of_cells(&branches), branches, assumed }
    }

    /// The branches.
    pub fn branches(&self) -> &[Kind] {
        &self.branches
    }

    /// The whole work, with room for what each cell held (and whether it was marked) and what the branches leave.
    fn try_all(
        &self,
        board: &mut Board,
        saved: &mut [(ValueSet, bool)],
        left: &mut [ValueSet],
    ) -> Result<(), Conflict> {
        for (save, &cell) in saved.iter_mut().zip(&self.cells) {
            *save = board.snapshot(cell);
        }
        let mut possible = false;
        for branch in &self.branches {
            let fine = branch.propagate(board).is_ok();
            let mut all_back = true;
            for ((save, left), &cell) in saved.iter().zip(left.iter_mut()).zip(&self.cells) {
                if fine {
                    *left |= board.values(cell);
                    all_back &= *left == save.0;
                }
                board.put_back(cell, *save);
            }
            possible |= fine;
            if fine && all_back {
                return Ok(()); // nothing can be removed any more
            }
        }
        if !possible {
            return Err(Conflict);
        }
        self.cells.iter().zip(left).try_for_each(|(&cell, left)| board.keep(cell, *left))
    }
}

impl Constraint for Any {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        self.branches.iter().any(|b| b.check(number))
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        match self.cells.len() {
            n @ ..=SMALL => {
                let (mut saved, mut left) = ([(ValueSet::EMPTY, false); SMALL], [ValueSet::EMPTY; SMALL]);
                self.try_all(board, &mut saved[..n], &mut left[..n])
            }
            // Branches over so many cells take longer than two allocations.
            n => self.try_all(board, &mut vec![(ValueSet::EMPTY, false); n], &mut vec![ValueSet::EMPTY; n]),
        }
    }

    fn learn_differences(&mut self, differ: &dyn Fn(Cell, Cell) -> bool) {
        self.branches.iter_mut().for_each(|b| b.learn_differences(differ));
    }

    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        self.branches.iter().all(|b| b.symmetric_under(before, after))
    }

    fn negated(&self) -> Option<Kind> {
        Some(All::new(self.branches.iter().map(Kind::negation).collect()).into())
    }

    fn assumes_different(&self) -> &[Vec<Cell>] {
        &self.assumed
    }
}
