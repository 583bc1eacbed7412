//! The constraint that a relation between two cells holds.

use super::common::Constraint;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::model::Relation;
use crate::value::{Value, ValueSet};

/// Two cells, and the pairs of values that they cannot hold together.
///
/// Ordinary relations belong to the model as links ([`crate::ModelBuilder::link`]), where every technique can use them. This kind
/// of constraint is for the branches of [`Any`](super::Any). Propagation is exact.
///
/// ```
/// use cluewright_core::constraint::Pair;
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// // Both on digits 1 to 9, at least 5 apart.
/// let apart = Pair::of_numbers([Cell(0), Cell(1)], [1, 1], [9, 9], |a, b| (a - b).abs() >= 5);
/// let mut board = Board::new(vec![ValueSet::below(9); 2], vec![1, 1]);
/// apart.propagate(&mut board).unwrap();
/// assert!(!board.values(Cell(0)).contains(cluewright_core::Value(4))); // 5 has no partner
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    cells: [Cell; 2],
    first: [i32; 2],
    relation: Relation,
    /// The same relation with the two cells swapped.
    back: Relation,
}

impl Pair {
    /// Creates a constraint over two different cells. `first` has the number that value 0 of each cell stands for, and `relation`
    /// the forbidden pairs, by value of the first cell.
    pub fn new(cells: [Cell; 2], first: [i32; 2], relation: Relation) -> Self {
        debug_assert_ne!(cells[0], cells[1], "a pair of different cells");
        Self { cells, first, back: relation.transposed(), relation }
    }

    /// Creates a constraint over two different cells. Cell `i` has `count[i]` numbers, starting with `first[i]`; `good` decides
    /// which pairs of numbers are allowed.
    pub fn of_numbers(cells: [Cell; 2], first: [i32; 2], count: [u8; 2], good: impl Fn(i32, i32) -> bool) -> Self {
        let bad = |a: Value, b: Value| !good(first[0] + a.0 as i32, first[1] + b.0 as i32);
        Self::new(cells, first, Relation::forbidding(count[0].min(64), count[1].min(64), bad))
    }

    /// The two cells.
    pub fn pair(&self) -> [Cell; 2] {
        self.cells
    }

    /// For each cell, the number that its value 0 stands for.
    pub fn first(&self) -> [i32; 2] {
        self.first
    }

    /// For each value of the first cell, the values that the second cell then cannot hold.
    pub fn relation(&self) -> &Relation {
        &self.relation
    }
}

impl Constraint for Pair {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        match [0, 1].map(|i| Value::of_number(number(self.cells[i]), self.first[i])) {
            [Some(a), Some(b)] => !self.relation.forbidden(a).contains(b),
            _ => true, // values beyond the relation forbid nothing
        }
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        let [a, b] = self.cells;
        debug_assert_eq!([a, b].map(|c| board.first(c)), self.first, "made for cells that start at other numbers");
        // A value is removed if it forbids all remaining values of the other cell.
        let (va, vb) = (board.values(a), board.values(b));
        let keep = |own: ValueSet, other: ValueSet, relation: &Relation| -> ValueSet {
            own.iter().filter(|&v| !other.is_subset(relation.forbidden(v))).collect()
        };
        board.keep(a, keep(va, vb, &self.relation))?;
        board.keep(b, keep(vb, va, &self.back))
    }

    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        let at = |side: &[(Cell, Value)]| self.cells.map(|c| side.iter().find(|x| x.0 == c).map(|x| x.1));
        match (at(before), at(after)) {
            ([None, None], _) => true,
            ([Some(a), None], [Some(x), None]) => self.relation.forbidden(a) == self.relation.forbidden(x),
            ([None, Some(b)], [None, Some(y)]) => self.back.forbidden(b) == self.back.forbidden(y),
            ([Some(a), Some(b)], [Some(x), Some(y)]) => {
                self.relation.forbidden(a).contains(b) == self.relation.forbidden(x).contains(y)
            }
            _ => false, // not about the same cells
        }
    }
}
