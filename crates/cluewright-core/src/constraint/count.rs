//! The number of cells that hold one of some values, compared with a number or with the value of a cell.

use super::common::{Constraint, size};
use super::{Compare, Total};
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::error::BadInput;
use crate::value::{Value, ValueSet};

/// The number of cells that hold one of their counted values, compared with a total.
///
/// Every term has its own set of values, so both "exactly two of these candidates" and "three even digits" are counts.
/// Propagation is exact unless the cell of the total is also a term.
///
/// ```
/// use cluewright_core::constraint::{Compare, Count, Total};
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// // At least two of three cells hold 1 or 2.
/// let cells = [Cell(0), Cell(1), Cell(2)];
/// let count = Count::of_numbers(&cells, &[1; 3], &[1, 2], Compare::Ge, Total::Number(2)).unwrap();
/// let mut board = Board::new(vec![ValueSet(0b100), ValueSet::below(3), ValueSet::below(3)], vec![1; 3]);
/// count.propagate(&mut board).unwrap();
/// assert_eq!(board.max(Cell(2)), 2);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Count {
    /// The terms' cells, then that of the total if it is not among them.
    cells: Vec<Cell>,
    /// For each term, the number that value 0 stands for, and the values that count.
    first: Vec<i32>,
    wanted: Vec<ValueSet>,
    compare: Compare,
    total: Total,
}

impl Count {
    /// `terms` are different cells, each with the values that count (as indices into its domain); `first[i]` is the number that
    /// value 0 of the term's cell stands for.
    pub fn new(terms: &[(Cell, ValueSet)], first: &[i32], compare: Compare, total: Total) -> Self {
        debug_assert_eq!(terms.len(), first.len(), "a first number for each term");
        let mut cells: Vec<Cell> = terms.iter().map(|t| t.0).collect();
        debug_assert!((0..cells.len()).all(|i| !cells[..i].contains(&cells[i])), "each cell once");
        cells.extend(total.cell().filter(|c| !cells.contains(c)));
        Self { cells, first: first.to_vec(), wanted: terms.iter().map(|t| t.1).collect(), compare, total }
    }

    /// Counts the cells that hold one of `numbers`; `first[i]` is the number that value 0 of `cells[i]` stands for.
    pub fn of_numbers(
        cells: &[Cell],
        first: &[i32],
        numbers: &[i32],
        compare: Compare,
        total: Total,
    ) -> Result<Self, BadInput> {
        if cells.len() != first.len() || (0..cells.len()).any(|i| cells[..i].contains(&cells[i])) {
            return Err(BadInput::new("a count is over different cells with a first number each"));
        }
        let values = |first: i32| {
            let index = |n: &i32| u8::try_from(*n as i64 - first as i64).ok().filter(|&i| i < 64).map(Value);
            numbers.iter().filter_map(index).collect()
        };
        let terms: Vec<_> = cells.iter().zip(first).map(|(&c, &f)| (c, values(f))).collect();
        Ok(Self::new(&terms, first, compare, total))
    }

    /// The terms, each with its cell and the values that count.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = (Cell, ValueSet)> + '_ {
        self.cells.iter().copied().zip(self.wanted.iter().copied())
    }

    /// For each term, the number that value 0 of its cell stands for.
    pub fn first(&self) -> &[i32] {
        &self.first
    }

    /// The comparison of the count.
    pub fn compare(&self) -> Compare {
        self.compare
    }

    /// The total that the count is compared with.
    pub fn total(&self) -> Total {
        self.total
    }

    /// If one value in at most 127 cells is counted and compared with a number: that value, and the possible counts as bits.
    /// Otherwise `None`.
    pub fn of_one_value(&self) -> Option<(Value, u128)> {
        let Total::Number(total) = self.total() else { return None };
        let value = self.terms().next()?.1.single()?;
        let count = self.terms().len();
        if count > 127 || self.terms().any(|t| t.1.single() != Some(value)) {
            return None;
        }
        let holds = |k: &usize| self.compare().holds(*k as i64, i64::from(total));
        Some((value, (0..=count).filter(holds).fold(0, |all, k| all | 1 << k)))
    }
}

impl Count {
    /// The negation, if a constraint of this kind expresses it.
    pub(super) fn negated(&self) -> Option<Self> {
        let (compare, total) = match (self.total, self.compare) {
            (Total::Number(n), compare) => {
                let (compare, n) = compare.negated(n)?;
                (compare, Total::Number(n))
            }
            (total, Compare::Eq) => (Compare::Ne, total),
            (total, Compare::Ne) => (Compare::Eq, total),
            // The number of a cell plus one cannot be expressed as a total.
            (_, Compare::Le | Compare::Ge) => return None,
        };
        Some(Self { compare, total, ..self.clone() })
    }
}

impl Constraint for Count {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        let counts = |i: &usize| {
            let index = number(self.cells[*i]) as i64 - self.first[*i] as i64;
            (0..64).contains(&index) && self.wanted[*i].contains(Value(index as u8))
        };
        let count = (0..self.wanted.len()).filter(counts).count();
        self.compare.holds(count as i64, self.total.number(number) as i64)
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        loop {
            // The number of cells that certainly hold a counted value, and the number that may.
            let (mut least, mut most) = (0i64, 0i64);
            for (i, (cell, wanted)) in self.terms().enumerate() {
                debug_assert_eq!(board.first(cell), self.first[i], "made for cells that start at other numbers");
                let values = board.values(cell);
                least += i64::from(values.is_subset(wanted));
                most += i64::from(values.intersects(wanted));
            }
            let fits = |count: i64| match self.total {
                Total::Number(n) => self.compare.holds(count, n as i64),
                Total::Cell(cell) => {
                    let holds = |v| self.compare.holds(count, board.number(cell, v) as i64);
                    board.values(cell).iter().any(holds)
                }
            };
            // An undecided cell may count or not; in either case, a possible count must be left.
            let (can_count, can_not) = ((least + 1..=most).any(fits), (least..most).any(fits));
            let possible = can_count || can_not || (least == most && fits(least));
            if !possible {
                return Err(Conflict);
            }
            let before = size(board, &self.cells);
            if let Total::Cell(cell) = self.total {
                let fits =
                    |v: &Value| (least..=most).any(|count| self.compare.holds(count, board.number(cell, *v) as i64));
                let keep = board.values(cell).iter().filter(fits).collect();
                board.keep(cell, keep)?;
            }
            if least < most && !(can_count && can_not) {
                for (cell, wanted) in self.terms() {
                    let values = board.values(cell);
                    if values.intersects(wanted) && !values.is_subset(wanted) {
                        board.keep(cell, if can_count { wanted } else { ValueSet(!wanted.0) })?;
                    }
                }
            }
            if size(board, &self.cells) == before {
                return Ok(());
            }
        }
    }

    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        let at = |side: &[(Cell, Value)], c: Cell| side.iter().find(|x| x.0 == c).map(|x| x.1);
        let count = |side: &[(Cell, Value)]| {
            let counts = |(cell, wanted): &(Cell, ValueSet)| at(side, *cell).is_some_and(|v| wanted.contains(v));
            self.terms().filter(counts).count()
        };
        let total = |side| self.total.cell().and_then(|c| at(side, c));
        count(before) == count(after) && total(before) == total(after)
    }
}
