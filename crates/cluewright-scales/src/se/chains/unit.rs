//! The consequences of an assumption as sets, where candidates that were turned off count as removed: dynamic chains without an
//! order. As long as no contradiction occurs, the order does not matter: if all other candidates of a house are off, the last
//! candidate is on, and candidates that are on turn off the candidates that they see, until nothing new follows.

use super::super::grid::{Grid, beside, bits, cells};
use super::super::layout::Layout;
use super::sets::{Closure, Marks};

/// The search and its buffers.
#[derive(Default)]
pub(super) struct Unit {
    queue: Vec<(u8, u8)>,
    /// The candidates that have not been turned off.
    left: Marks,
    /// The cells, and for each digit the regions, that have lost a candidate since they were last examined.
    cells: u128,
    regions: [u64; 9],
}

impl Unit {
    /// The consequences of a candidate being on or off; `None` if there is a contradiction.
    pub(super) fn start(
        &mut self,
        layout: &Layout,
        grid: &Grid,
        (cell, digit): (u8, usize),
        on: bool,
        nishio: bool,
    ) -> Option<Closure> {
        self.begin(grid.cells);
        let mut found = Closure::default();
        if on {
            self.queue.push((cell, digit as u8));
        } else {
            self.lose(layout, &found, digit, 1 << cell)?;
        }
        self.close(layout, grid, &mut found, nishio)?;
        Some(found)
    }

    /// Extends `found`, the result for a grid that also had the candidates `gone`. No house of the current grid may have only a
    /// single candidate.
    pub(super) fn resume(
        &mut self,
        layout: &Layout,
        grid: &Grid,
        found: &mut Closure,
        gone: &Marks,
        nishio: bool,
    ) -> Option<()> {
        self.begin(grid.cells);
        for d in 0..9 {
            self.left[d] &= !found.off[d];
            self.touch(layout, d, gone[d] & !found.off[d]);
        }
        self.close(layout, grid, found, nishio)
    }

    fn begin(&mut self, marks: Marks) {
        self.queue.clear();
        self.left = marks;
        self.cells = 0;
        self.regions = [0; 9];
    }

    fn touch(&mut self, layout: &Layout, digit: usize, lost: u128) {
        self.cells |= lost;
        self.regions[digit] = cells(lost).fold(self.regions[digit], |set, c| set | layout.region_bits[usize::from(c)]);
    }

    fn lose(&mut self, layout: &Layout, found: &Closure, digit: usize, lost: u128) -> Option<()> {
        let lost = lost & self.left[digit];
        self.left[digit] &= !lost;
        self.touch(layout, digit, lost);
        (lost & found.on[digit] == 0).then_some(())
    }

    fn close(&mut self, layout: &Layout, grid: &Grid, found: &mut Closure, nishio: bool) -> Option<()> {
        loop {
            while let Some((cell, digit)) = self.queue.pop() {
                self.place(layout, found, cell, usize::from(digit), nishio)?;
            }
            if !nishio {
                self.look_in_cells(grid, found)?;
            }
            for digit in 0..9 {
                let mut rest = std::mem::take(&mut self.regions[digit]);
                while rest != 0 {
                    let r = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let left = self.left[digit] & layout.regions[r].set;
                    if left == 0 {
                        if grid.at[r][digit].count_ones() > 1 {
                            return None;
                        }
                    } else if left & (left - 1) == 0 && left & found.on[digit] == 0 {
                        self.queue.push((left.trailing_zeros() as u8, digit as u8));
                    }
                }
            }
            if self.queue.is_empty() {
                break;
            }
        }
        for d in 0..9 {
            found.off[d] = grid.cells[d] & !self.left[d];
        }
        Some(())
    }

    fn place(&mut self, layout: &Layout, found: &mut Closure, cell: u8, digit: usize, nishio: bool) -> Option<()> {
        let (c, bit) = (usize::from(cell), 1_u128 << cell);
        if found.on[digit] & bit != 0 {
            return Some(());
        }
        if self.left[digit] & bit == 0 {
            return None;
        }
        found.on[digit] |= bit;
        if !nishio {
            for d in (0..9).filter(|&d| d != digit) {
                if self.left[d] & bit != 0 {
                    self.lose(layout, found, d, bit)?;
                }
            }
        }
        self.lose(layout, found, digit, layout.weak_set[c])?;
        if let Some(near) = &layout.near {
            for d in beside(digit, near.cyclic) {
                self.lose(layout, found, d, near.near_set[c])?;
            }
        }
        Some(())
    }

    /// Examines cells that lost a candidate and now have at most one candidate left.
    fn look_in_cells(&mut self, grid: &Grid, found: &Closure) -> Option<()> {
        let (mut one, mut two) = (0, 0);
        for left in self.left {
            two |= one & left;
            one |= left;
        }
        let lost = std::mem::take(&mut self.cells);
        if cells(lost & !one).any(|c| grid.marks[usize::from(c)].count_ones() > 1) {
            return None;
        }
        for c in cells(lost & one & !two) {
            let digit = bits(grid.marks[usize::from(c)]).find(|&d| self.left[d] >> c & 1 != 0)?;
            if found.on[digit] >> c & 1 == 0 {
                self.queue.push((c, digit as u8));
            }
        }
        Some(())
    }
}
