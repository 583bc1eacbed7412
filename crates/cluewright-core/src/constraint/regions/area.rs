//! A set of cells of a board, one bit per cell.

use crate::bits::Bits;
use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Not};

/// A set of cells of a board: a `u128` for boards of at most 128 cells, [`Bits`] for larger ones.
pub(super) trait Area:
    Copy
    + PartialEq
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const NONE: Self;
    /// The maximum number of cells in a set.
    const MOST: usize;
    /// The indices of two neighbours must differ by less than this.
    const REACH: usize;

    fn of(cell: usize) -> Self;

    /// The set of all cells before `cell`.
    fn before(cell: usize) -> Self;

    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    #[inline]
    fn has(self, cell: usize) -> bool {
        !(self & Self::of(cell)).is_empty()
    }

    /// The number of cells in the set.
    fn count(self) -> u32;

    /// The first cell in the set; `MOST` or more if the set is empty.
    fn first(self) -> usize;

    /// The set without its first cell.
    fn rest(self) -> Self;

    /// The set with each index increased by `by`; indices of `MOST` or more are dropped.
    fn on(self, by: usize) -> Self;

    /// The set with each index decreased by `by`; negative indices are dropped.
    fn back(self, by: usize) -> Self;

    /// The set that contains only the first cell of this set.
    #[inline]
    fn lowest(self) -> Self {
        self & !self.rest()
    }

    #[inline]
    fn is_single(self) -> bool {
        !self.is_empty() && self.rest().is_empty()
    }

    /// Iterates over the cells in order.
    #[inline]
    fn each(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let cell = self.first();
            self = self.rest();
            (cell < Self::MOST).then_some(cell)
        })
    }
}

impl Area for u128 {
    const NONE: Self = 0;
    const MOST: usize = 128;
    const REACH: usize = 64;

    #[inline]
    fn of(cell: usize) -> Self {
        1 << cell
    }

    #[inline]
    fn before(cell: usize) -> Self {
        (1 << cell) - 1
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline]
    fn rest(self) -> Self {
        self & self.wrapping_sub(1)
    }

    // The mask tells the compiler the maximum shift, here and in `back`.
    #[inline]
    fn on(self, by: usize) -> Self {
        self << (by & (Self::REACH - 1))
    }

    #[inline]
    fn back(self, by: usize) -> Self {
        self >> (by & (Self::REACH - 1))
    }

    #[inline]
    fn lowest(self) -> Self {
        self & self.wrapping_neg()
    }

    #[inline]
    fn is_single(self) -> bool {
        self.is_power_of_two()
    }
}

impl<const W: usize> Area for Bits<W> {
    const NONE: Self = Self::EMPTY;
    const MOST: usize = 64 * W;
    const REACH: usize = 64 * W;

    fn of(cell: usize) -> Self {
        std::iter::once(cell).collect()
    }

    fn before(cell: usize) -> Self {
        (0..cell).collect()
    }

    fn count(self) -> u32 {
        self.len() as u32
    }

    fn first(self) -> usize {
        Bits::first(&self).unwrap_or(Self::MOST)
    }

    fn rest(mut self) -> Self {
        if let Some(cell) = Bits::first(&self) {
            self.remove(cell);
        }
        self
    }

    fn on(self, by: usize) -> Self {
        let mut new = Self::EMPTY;
        new.add_up(&self, by);
        new
    }

    fn back(self, by: usize) -> Self {
        let mut new = Self::EMPTY;
        new.add_down(&self, by);
        new
    }
}
