//! The state of a puzzle: placed digits and marks; the marks are also stored by region and by digit.

use super::layout::{Layout, REGIONS};

/// The grid. Digits are numbered 0 to 8, cells 0 to 80 in reading order; marks are bit masks of digits.
#[derive(Clone)]
pub(super) struct Grid {
    /// The digit of each cell plus 1; 0 if the cell is open.
    pub value: [u8; 81],
    pub marks: [u16; 81],
    /// The positions of each digit in each region, as bits 0 to 8.
    pub at: [[u16; 9]; REGIONS],
    /// For each digit, the cells that have it as a mark.
    pub cells: [u128; 9],
    /// The set of open cells.
    pub open: u128,
}

impl Grid {
    /// A grid with these marks in which all cells are open.
    pub(super) fn from_marks(layout: &Layout, marks: &[u16; 81]) -> Self {
        let mut grid =
            Self { value: [0; 81], marks: *marks, at: [[0; 9]; REGIONS], cells: [0; 9], open: (1 << 81) - 1 };
        for (cell, &mask) in marks.iter().enumerate() {
            for d in bits(mask) {
                grid.cells[d] |= 1 << cell;
                for &(r, p) in &layout.homes[cell] {
                    grid.at[usize::from(r)][d] |= 1 << p;
                }
            }
        }
        grid
    }

    pub(super) fn remove(&mut self, layout: &Layout, cell: usize, digit: usize) {
        if self.marks[cell] >> digit & 1 == 0 {
            return;
        }
        self.marks[cell] &= !(1 << digit);
        self.cells[digit] &= !(1 << cell);
        for &(r, p) in &layout.homes[cell] {
            self.at[usize::from(r)][digit] &= !(1 << p);
        }
    }

    /// Fills in a cell without removing marks from other cells.
    pub(super) fn fill(&mut self, layout: &Layout, cell: usize, digit: usize) {
        self.value[cell] = digit as u8 + 1;
        self.open &= !(1 << cell);
        for d in bits(self.marks[cell]) {
            self.remove(layout, cell, d);
        }
    }

    /// Fills in a cell and removes the marks of other cells that this excludes.
    pub(super) fn place(&mut self, layout: &Layout, cell: usize, digit: usize) {
        self.fill(layout, cell, digit);
        for &other in &layout.visible[cell] {
            self.remove(layout, usize::from(other), digit);
        }
        if let Some(near) = &layout.near {
            for &other in &near.near[cell] {
                for d in beside(digit, near.cyclic) {
                    self.remove(layout, usize::from(other), d);
                }
            }
        }
    }

    pub(super) fn has(&self, cell: u8, digit: usize) -> bool {
        self.marks[usize::from(cell)] >> digit & 1 != 0
    }

    pub(super) fn is_open(&self, cell: u8) -> bool {
        self.open >> cell & 1 != 0
    }

    /// The number of open cells in a region.
    pub(super) fn open_in(&self, layout: &Layout, region: usize) -> usize {
        (self.open & layout.regions[region].set).count_ones() as usize
    }
}

/// The digits of a mask, in ascending order.
pub(super) fn bits(mask: u16) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let d = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            d
        })
    })
}

/// The cells of a set, in ascending order.
pub(super) fn cells(set: u128) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let c = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            c
        })
    })
}

/// The digits one above and one below a digit, in this order. With `cyclic`, 9 and 1 are neighbours.
pub(super) fn beside(digit: usize, cyclic: bool) -> impl Iterator<Item = usize> {
    let above = (cyclic || digit < 8).then_some((digit + 1) % 9);
    let below = (cyclic || digit > 0).then_some((digit + 8) % 9);
    above.into_iter().chain(below)
}

/// All sets of `k` out of `n` items as masks, in increasing order.
pub(super) fn choose(k: usize, n: usize) -> impl Iterator<Item = u32> {
    // As in the original program, an empty range has no subsets, not even the empty one.
    let mut next = if k <= n && n > 0 { Some((1_u32 << k) - 1) } else { None };
    std::iter::from_fn(move || {
        let now = next?;
        next = if now == 0 {
            None
        } else {
            let low = now & now.wrapping_neg();
            let ripple = now + low;
            let after = ripple | (((now ^ ripple) >> 2) / low);
            (after < 1 << n).then_some(after)
        };
        Some(now)
    })
}
