//! The interface that all machines implement, and the data about open cells that machines are given.

use cluewright_core::ValueSet;

/// Marks a number that has not been read yet or no longer matters.
pub(super) const NOTHING: i64 = i64::MIN;

/// The remaining values of the cells, including cells already read.
pub(crate) struct Open<'a> {
    /// For each cell of the constraint, whether the cell was read.
    pub(crate) read: &'a [bool],
    /// For each cell, the number that value 0 represents, and the remaining values as bits.
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

/// A constraint as a machine that can read its cells in any order. Cells are addressed by their indices among all cells that are
/// read.
pub(crate) trait Machine {
    /// Appends the initial state to `state`. The number of entries is always the same.
    fn start(&self, state: &mut Vec<i64>);

    /// Reads the number of the cell at index `at`. Cells that do not belong to the constraint change nothing.
    fn read(&self, state: &mut [i64], at: usize, number: i64);

    /// Whether the constraint holds, once all cells are read.
    fn holds(&self, state: &[i64]) -> bool;

    /// Whether the constraint certainly can no longer hold, whatever the values of the unread cells. Uses only simple bounds and
    /// returns false when in doubt. May discard information that no longer matters.
    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool;

    /// The work of reading one number and calling `is_lost` once, in candidates examined.
    fn cost(&self) -> u64;
}

/// A list of length `n` with the given items at their indices and `None` everywhere else.
pub(super) fn by_place<T: Clone>(n: usize, of: impl Iterator<Item = (usize, T)>) -> Vec<Option<T>> {
    let mut list = vec![None; n];
    of.for_each(|(place, it)| list[place] = Some(it));
    list
}
