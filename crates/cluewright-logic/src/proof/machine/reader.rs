//! The interface of all machines, and the open cells.

use cluewright_core::ValueSet;

/// Marks a number that is not read yet or no longer matters.
pub(super) const NOTHING: i64 = i64::MIN;

/// The remaining values of the cells, including cells already read.
pub(crate) struct Open<'a> {
    /// For each cell of the constraint, whether it was read.
    pub(crate) read: &'a [bool],
    /// For each cell, the number that value 0 stands for, and the remaining values as bits.
    pub(crate) first: &'a [i32],
    pub(crate) values: &'a [u64],
}

impl Open<'_> {
    pub(super) fn numbers(&self, at: usize) -> impl Iterator<Item = i64> + '_ {
        ValueSet(self.values[at]).iter().map(move |v| i64::from(self.first[at]) + i64::from(v.0))
    }

    pub(super) fn least(&self, at: usize) -> i64 {
        i64::from(self.first[at]) + i64::from(self.values[at].trailing_zeros())
    }

    pub(super) fn most(&self, at: usize) -> i64 {
        i64::from(self.first[at]) + 63 - i64::from(self.values[at].leading_zeros())
    }
}

/// A constraint that reads its cells in any order. Cells are addressed by their index among all cells that are read.
pub(crate) trait Machine {
    /// Appends the initial state to `state`; always the same number of entries.
    fn start(&self, state: &mut Vec<i64>);

    /// Reads the number of the cell at index `at`; a cell that does not belong to the constraint changes nothing.
    fn read(&self, state: &mut [i64], at: usize, number: i64);

    /// Whether the constraint holds, once all cells are read.
    fn holds(&self, state: &[i64]) -> bool;

    /// Whether the constraint certainly cannot hold any more, for all values of the unread cells. Uses plain bounds; false when in
    /// doubt. May drop information that no longer matters.
    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool;

    /// The work of reading one number and making one query, in candidates examined.
    fn cost(&self) -> u64;
}

/// A list of length `n` that has the given items at their places, and `None` elsewhere.
pub(super) fn by_place<T: Clone>(n: usize, of: impl Iterator<Item = (usize, T)>) -> Vec<Option<T>> {
    let mut list = vec![None; n];
    of.for_each(|(place, it)| list[place] = Some(it));
    list
}
