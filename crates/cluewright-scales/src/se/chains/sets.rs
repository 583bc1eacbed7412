//! Sets of candidates, stored by digit.

use super::spread::{Spread, parts};

/// A set of cells for each digit.
pub(super) type Marks = [u128; 9];

/// The candidates that are on, and the candidates that are off.
#[derive(Clone, Copy, Default)]
pub(super) struct Closure {
    pub on: Marks,
    pub off: Marks,
}

impl Closure {
    pub(super) const ALL: Self = Self { on: [u128::MAX; 9], off: [u128::MAX; 9] };

    /// Keeps only the candidates that `other` also contains.
    pub(super) fn share(&mut self, other: &Self) {
        for d in 0..9 {
            self.on[d] &= other.on[d];
            self.off[d] &= other.off[d];
        }
    }

    /// The candidates of a spread.
    pub(super) fn of(spread: &Spread) -> Self {
        let mut found = Self::default();
        for (list, set) in [(&spread.on, &mut found.on), (&spread.off, &mut found.off)] {
            for &node in list {
                let (cell, digit) = parts(spread.nodes[usize::from(node)].key);
                set[digit] |= 1 << cell;
            }
        }
        found
    }
}

pub(super) fn holds(marks: &Marks, k: u16) -> bool {
    let (cell, digit) = parts(k);
    marks[digit] >> cell & 1 != 0
}
