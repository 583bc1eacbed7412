//! Relations: the pairs of values that two cells cannot hold together.

use crate::value::{Value, ValueSet};

/// A relation between two cells: for each value of the first cell, the values that the second may *not* hold with it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Relation {
    /// For each value of the first cell, the forbidden values of the second cell. Values beyond the end of the list forbid
    /// nothing.
    pub forbids: Box<[ValueSet]>,
}

impl Relation {
    /// Forbids the pairs of values for which `bad` returns true: the first cell's value in `0..first_count`, and the second's in
    /// `0..second_count`.
    pub fn forbidding(first_count: u8, second_count: u8, bad: impl Fn(Value, Value) -> bool) -> Self {
        let row = |a| (0..second_count).map(Value).filter(|&b| bad(Value(a), b)).collect();
        Self { forbids: (0..first_count).map(row).collect() }
    }

    /// The values that the second cell may not hold if the first cell holds `value`.
    #[inline]
    pub fn forbidden(&self, value: Value) -> ValueSet {
        self.forbids.get(value.index()).copied().unwrap_or(ValueSet::EMPTY)
    }

    /// The same relation with the two cells swapped.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let count = self.forbids.iter().filter_map(|s| s.max()).map(|v| v.0 + 1).max().unwrap_or(0);
        let column = |b| {
            self.forbids.iter().zip((0..64).map(Value)).filter(|(row, _)| row.contains(b)).map(|(_, a)| a).collect()
        };
        Self { forbids: (0..count).map(|b| column(Value(b))).collect() }
    }
}

/// An index into [`Model::relations`](super::Model::relations).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RelationId(pub u32);
