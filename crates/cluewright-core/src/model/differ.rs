//! Informs each constraint which pairs of its cells must differ according to the model's sets.

use super::facts::Frame;
use crate::cell::Cell;
use crate::constraint::{Constraint, Kind};
use crate::rows::Rows;

/// The number of pairs of cells checked between two polls of the stop signal. Takes about a millisecond.
const PAIRS: usize = 20_000;

impl Frame {
    /// Updates the known differences of all constraints, discarding the earlier ones. `None` if `stop` returns true.
    pub(super) fn learn_differences(&mut self, stop: &dyn Fn() -> bool) -> Option<()> {
        if self.constraints.is_empty() {
            return Some(());
        }
        // List, for each cell, the sets that contain it: two cells differ if they share a set.
        let members = (0..).zip(&self.sets).flat_map(|(i, s)| s.cells.iter().map(move |c| (u32::from(c.0), i)));
        let sets_of = Rows::new(self.cells.len(), &members.collect::<Vec<_>>());
        let differ = |a: Cell, b: Cell| sets_of.row(a.index()).iter().any(|s| sets_of.row(b.index()).contains(s));
        let mut pairs = 0;
        for at in 0..self.constraints.len() {
            // Every pair of the constraint's cells is checked.
            let cells = self.constraints[at].kind.cells().len();
            pairs += cells * cells;
            if pairs >= PAIRS {
                pairs = 0;
                if stop() {
                    return None;
                }
            }
            let (before, rest) = self.constraints.split_at_mut(at);
            let kind = &mut rest[0].kind;
            // A puzzle may have dozens of rank clues on the same lines. These clues share one copy of the known differences.
            let same = match (&mut *kind, before.last().map(|p| &p.kind)) {
                (Kind::Ranked(it), Some(Kind::Ranked(last))) => it.learn_from(last),
                _ => false,
            };
            if !same {
                kind.learn_differences(&differ);
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use crate::constraint::{Compare, Constraint, Sum};
    use crate::{Cell, Model, ModelBuilder, Origin, Puzzle, Shape, Value};

    #[test]
    fn what_is_known_by_a_set_is_forgotten_without_it() {
        let mut build = ModelBuilder::for_puzzle(&Puzzle::new(Shape::square(4).expect("a usual size"), 4));
        let [row, cage] = ["row 1", "the cage"].map(|says| build.origin(Origin::new(says, says)));
        let cells: Vec<Cell> = (0..3).map(Cell).collect();
        build.all_different(&cells, None, row);
        build.constrain(Sum::new(&cells.iter().map(|&c| (c, 1)).collect::<Vec<_>>(), Compare::Eq, 6), cage);
        let whole = build.finish();
        let left = |model: &Model| {
            let mut board = model.board();
            board.fix(Cell(0), Value(1)).expect("2 is a digit of the cell");
            model.constraints()[0].kind.propagate(&mut board).expect("there are ways");
            board.values(Cell(1)).iter().map(|v| v.0 + 1).collect::<Vec<_>>()
        };
        assert_eq!(left(&whole), [1, 3], "2 + 1 + 3, for the cells differ");
        assert_eq!(left(&whole.only(&|origin| origin == cage)), [1, 2, 3], "2 + 2 + 2, too");
    }
}
