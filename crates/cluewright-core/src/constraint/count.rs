//! Counts of the cells that hold certain values, compared with a number.

use super::Compare;
use super::common::Constraint;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::value::{Value, ValueSet};

/// Compares the number of cells that hold one of their counted values with a total.
///
/// Every term has its own set of values, so both "exactly two of these candidates" and "three even digits" are counts.
/// Propagation is exact.
///
/// ```
/// use cluewright_core::constraint::{Compare, Count};
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// // At least two of three cells hold 1 or 2.
/// let terms = [Cell(0), Cell(1), Cell(2)].map(|c| (c, ValueSet(0b11)));
/// let count = Count::new(&terms, &[1; 3], Compare::Ge, 2);
/// let mut board = Board::new(vec![ValueSet(0b100), ValueSet::below(3), ValueSet::below(3)], vec![1; 3]);
/// count.propagate(&mut board).unwrap();
/// assert_eq!(board.max(Cell(2)), 2);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Count {
    cells: Vec<Cell>,
    /// For each term, the number that value 0 stands for (`first`), and the values that count (`wanted`).
    first: Vec<i32>,
    wanted: Vec<ValueSet>,
    compare: Compare,
    total: i32,
}

impl Count {
    /// Creates a constraint over `terms`: different cells, each with the values that count, as indices into the cell's domain.
    /// `first[i]` is the number that value 0 of cell `i` stands for.
    pub fn new(terms: &[(Cell, ValueSet)], first: &[i32], compare: Compare, total: i32) -> Self {
        debug_assert_eq!(terms.len(), first.len(), "a first number for each term");
        let cells: Vec<Cell> = terms.iter().map(|t| t.0).collect();
        debug_assert!((0..cells.len()).all(|i| !cells[..i].contains(&cells[i])), "each cell once");
        Self { cells, first: first.to_vec(), wanted: terms.iter().map(|t| t.1).collect(), compare, total }
    }

    /// The terms, each with its cell and the values that count.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = (Cell, ValueSet)> + '_ {
        self.cells.iter().copied().zip(self.wanted.iter().copied())
    }

    /// For each term, the number that value 0 of its cell stands for.
    pub fn first(&self) -> &[i32] {
        &self.first
    }

    /// How the count is compared with the total.
    pub fn compare(&self) -> Compare {
        self.compare
    }

    /// The total that the count is compared with.
    pub fn total(&self) -> i32 {
        self.total
    }

    /// If the constraint counts a single value in at most 127 cells, returns this value and the possible counts as bits; otherwise
    /// returns `None`.
    pub fn of_one_value(&self) -> Option<(Value, u128)> {
        let value = self.terms().next()?.1.single()?;
        let count = self.terms().len();
        if count > 127 || self.terms().any(|t| t.1.single() != Some(value)) {
            return None;
        }
        let holds = |k: &usize| self.compare().holds(*k as i64, i64::from(self.total));
        Some((value, (0..=count).filter(holds).fold(0, |all, k| all | 1 << k)))
    }
}

impl Constraint for Count {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        let value = |i: usize| Value::of_number(number(self.cells[i]), self.first[i]);
        let count = (0..self.cells.len()).filter(|&i| value(i).is_some_and(|v| self.wanted[i].contains(v))).count();
        self.compare.holds(count as i64, i64::from(self.total))
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        // Find the number of cells that certainly hold a counted value (`least`), and the number of cells that may hold a counted
        // value (`most`).
        let (mut least, mut most) = (0i64, 0i64);
        for (i, (cell, wanted)) in self.terms().enumerate() {
            debug_assert_eq!(board.first(cell), self.first[i], "made for cells that start at other numbers");
            let values = board.values(cell);
            least += i64::from(values.is_subset(wanted));
            most += i64::from(values.intersects(wanted));
        }
        // Test whether a possible count is left if an undecided cell counts (`can_count`), and if the cell does not count
        // (`can_not`).
        let fits = |count: i64| self.compare.holds(count, i64::from(self.total));
        let (can_count, can_not) = ((least + 1..=most).any(fits), (least..most).any(fits));
        if !(can_count || can_not || least == most && fits(least)) {
            return Err(Conflict);
        }
        if least < most && !(can_count && can_not) {
            for (cell, wanted) in self.terms() {
                let values = board.values(cell);
                if values.intersects(wanted) && !values.is_subset(wanted) {
                    board.keep(cell, if can_count { wanted } else { ValueSet(!wanted.0) })?;
                }
            }
        }
        Ok(())
    }

    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        let at = |side: &[(Cell, Value)], c: Cell| side.iter().find(|x| x.0 == c).map(|x| x.1);
        let count = |side: &[(Cell, Value)]| {
            let counts = |(cell, wanted): &(Cell, ValueSet)| at(side, *cell).is_some_and(|v| wanted.contains(v));
            self.terms().filter(counts).count()
        };
        count(before) == count(after)
    }
}
