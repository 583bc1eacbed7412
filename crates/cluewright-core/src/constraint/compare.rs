//! Comparisons of numbers, and the operands that numbers are compared with.

use crate::cell::Cell;

/// How one number is compared with another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compare {
    /// The two numbers are equal.
    Eq,
    /// The two numbers are different.
    Ne,
    /// The left number is at most the right number.
    Le,
    /// The left number is at least the right number.
    Ge,
}

impl Compare {
    /// Whether the comparison of `left` with `right` holds.
    ///
    /// ```
    /// use cluewright_core::constraint::Compare;
    /// assert!(Compare::Le.holds(3, 4) && !Compare::Ge.holds(3, 4));
    /// ```
    #[inline]
    pub const fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Eq => left == right,
            Self::Ne => left != right,
            Self::Le => left <= right,
            Self::Ge => left >= right,
        }
    }
}

/// A given number, or the number that a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Total {
    /// A given number.
    Number(i32),
    /// The number that this cell holds.
    Cell(Cell),
}

impl Total {
    /// The cell; `None` for a given number.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Number(_) => None,
            Self::Cell(cell) => Some(cell),
        }
    }

    /// The given number, or the cell's number as returned by `number`.
    pub fn number(self, number: &dyn Fn(Cell) -> i32) -> i32 {
        match self {
            Self::Number(n) => n,
            Self::Cell(cell) => number(cell),
        }
    }
}
