//! The weak and strong links of a grid, listed once for all searches.

use super::super::grid::{Grid, beside, bits};
use super::super::layout::{CELL, Layout};
use super::spread::key;

/// The types of links that a pass may use.
#[derive(Clone, Copy)]
pub(super) struct Pass {
    pub y: bool,
    pub x: bool,
}

/// The links of all candidates in the order in which they are followed, with their causes.
#[derive(Default)]
pub(super) struct Links {
    pub weak: Vec<(u16, u8)>,
    weak_at: Vec<u32>,
    pub strong: Vec<(u16, u8)>,
    strong_at: Vec<u32>,
    /// All candidates.
    pub keys: Vec<u16>,
}

impl Links {
    /// Lists the links of all candidates in the order in which they are followed.
    pub(super) fn build(&mut self, layout: &Layout, grid: &Grid) {
        self.keys.clear();
        self.weak.clear();
        self.weak_at.clear();
        self.strong.clear();
        self.strong_at.clear();
        for cell in 0..81_u8 {
            let marks = grid.marks[usize::from(cell)];
            for d in 0..9 {
                self.weak_at.push(self.weak.len() as u32);
                self.strong_at.push(self.strong.len() as u32);
                if marks >> d & 1 == 0 {
                    continue;
                }
                self.keys.push(key(cell, d));
                let others = marks & !(1 << d);
                self.weak.extend(bits(others).map(|e| (key(cell, e), CELL)));
                let same = layout.weak[usize::from(cell)].iter().filter(|w| grid.has(w.0, d));
                self.weak.extend(same.map(|w| (key(w.0, d), w.1)));
                if let Some(near) = &layout.near {
                    for &c in &near.near[usize::from(cell)] {
                        let next = beside(d, near.cyclic).filter(|&e| grid.has(c, e));
                        self.weak.extend(next.map(|e| (key(c, e), CELL)));
                    }
                }
                if others.count_ones() == 1 {
                    self.strong.push((key(cell, others.trailing_zeros() as usize), CELL));
                }
                let first = self.strong.len();
                for &(r, p) in &layout.homes[usize::from(cell)] {
                    let at = grid.at[usize::from(r)][d] & !(1 << p);
                    if at.count_ones() == 1 {
                        let region = &layout.regions[usize::from(r)];
                        let other = key(region.cells[at.trailing_zeros() as usize], d);
                        if self.strong[first..].iter().all(|s| s.0 != other) {
                            self.strong.push((other, region.kind as u8));
                        }
                    }
                }
            }
        }
        self.weak_at.push(self.weak.len() as u32);
        self.strong_at.push(self.strong.len() as u32);
    }

    /// The weak links of a candidate. In a pass without Y links, the links to other digits of the same cell are left out.
    pub(super) fn weak_of(&self, k: u16, pass: Pass) -> std::ops::Range<usize> {
        let (from, to) = (self.weak_at[usize::from(k)] as usize, self.weak_at[usize::from(k) + 1] as usize);
        let inside = if pass.y { 0 } else { self.weak[from..to].iter().take_while(|w| w.0 / 9 == k / 9).count() };
        from + inside..to
    }

    pub(super) fn strong_of(&self, k: u16, pass: Pass) -> std::ops::Range<usize> {
        let (mut from, mut to) = (self.strong_at[usize::from(k)] as usize, self.strong_at[usize::from(k) + 1] as usize);
        let in_cell = usize::from(from < to && self.strong[from].1 == CELL);
        if !pass.y {
            from += in_cell;
        }
        if !pass.x {
            to = from + in_cell;
        }
        from..to
    }
}
