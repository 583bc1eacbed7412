//! Comparisons of a number, and the operands they allow.

use crate::cell::Cell;

/// How one number is compared with another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compare {
    /// Equal.
    Eq,
    /// Different.
    Ne,
    /// At most.
    Le,
    /// At least.
    Ge,
}

impl Compare {
    /// Whether `left` and `right` compare this way.
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

/// A number, or the number that a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Total {
    /// This number.
    Number(i32),
    /// The number of this cell.
    Cell(Cell),
}

impl Total {
    /// The cell, or `None` for a number.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Number(_) => None,
            Self::Cell(cell) => Some(cell),
        }
    }

    /// The number itself, or the cell's number as given by `number`.
    pub fn number(self, number: &dyn Fn(Cell) -> i32) -> i32 {
        match self {
            Self::Number(n) => n,
            Self::Cell(cell) => number(cell),
        }
    }
}
