//! Naked and hidden sets, both direct and indirect, and the general naked sets that are used in variants.

use super::grid::{Grid, bits, cells, choose};
use super::hint::{Hint, Removes, add};
use super::layout::{Layout, WINDOW};
use super::memo::Change;

const NAMES: [&str; 3] = ["Pair", "Triplet", "Quad"];

/// A set in a region, with as many positions as digits.
#[derive(Clone, Copy)]
pub(super) struct Set {
    pub region: usize,
    pub at: u16,
    pub digits: u16,
}

/// Passes to `found` every hidden set of `k` digits, each with at least two places, in regions with more than `room` open cells.
pub(super) fn each_hidden<T>(
    layout: &Layout,
    grid: &Grid,
    k: usize,
    room: usize,
    change: Change,
    mut found: impl FnMut(Set) -> Option<T>,
) -> Option<T> {
    for &kind in &layout.simple {
        for region in layout.of_kind(kind) {
            if layout.regions[region].set & change.cells == 0 || grid.open_in(layout, region) <= room {
                continue;
            }
            let at = &grid.at[region];
            let able = (0..9).filter(|&d| (2..=k as u32).contains(&at[d].count_ones())).fold(0, |set, d| set | 1 << d);
            if (able as u16).count_ones() < k as u32 {
                continue;
            }
            for digits in choose(k, 9) {
                if digits & !able != 0 {
                    continue;
                }
                let union = bits(digits as u16).fold(0, |set, d| set | at[d]);
                if union.count_ones() == k as u32 {
                    let t = found(Set { region, at: union, digits: digits as u16 });
                    if t.is_some() {
                        return t;
                    }
                }
            }
        }
    }
    None
}

/// Passes to `found` every naked set of `k` cells, each with at least two marks, in regions of these kinds.
pub(super) fn each_naked<T>(
    layout: &Layout,
    grid: &Grid,
    k: usize,
    kinds: &[usize],
    change: Change,
    mut found: impl FnMut(Set) -> Option<T>,
) -> Option<T> {
    for &kind in kinds {
        for region in layout.of_kind(kind) {
            if layout.regions[region].set & change.cells == 0 || grid.open_in(layout, region) < k * 2 {
                continue;
            }
            let marks = layout.regions[region].cells.map(|c| grid.marks[usize::from(c)]);
            let able =
                (0..9).filter(|&p| (2..=k as u32).contains(&marks[p].count_ones())).fold(0, |set, p| set | 1 << p);
            if (able as u16).count_ones() < k as u32 {
                continue;
            }
            for at in choose(k, 9) {
                if at & !able != 0 {
                    continue;
                }
                let digits = bits(at as u16).fold(0, |set, p| set | marks[p]);
                if digits.count_ones() == k as u32 {
                    let t = found(Set { region, at: at as u16, digits });
                    if t.is_some() {
                        return t;
                    }
                }
            }
        }
    }
    None
}

impl Set {
    /// The marks that a hidden set removes: all other marks in its cells.
    pub(super) fn hidden_removes(&self, layout: &Layout, grid: &Grid) -> Removes {
        let home = &layout.regions[self.region].cells;
        let rest = |p: usize| grid.marks[usize::from(home[p])] & !self.digits;
        bits(self.at).filter(|&p| rest(p) != 0).map(|p| (home[p], rest(p))).collect()
    }

    /// The marks that a naked set removes: its digits in the other cells of its region.
    pub(super) fn naked_removes(&self, layout: &Layout, grid: &Grid) -> Removes {
        let home = &layout.regions[self.region].cells;
        let rest = |p: usize| grid.marks[usize::from(home[p])] & self.digits;
        bits(0x1ff & !self.at).filter(|&p| rest(p) != 0).map(|p| (home[p], rest(p))).collect()
    }

    /// The marks that a general naked set removes: each digit of the set, in the cells that see every cell of the set that has the
    /// digit.
    pub(super) fn general_removes(&self, layout: &Layout, grid: &Grid) -> Removes {
        let home = &layout.regions[self.region].cells;
        let mut removes = Removes::new();
        for d in bits(self.digits) {
            let holders = bits(self.at).filter(|&p| grid.has(home[p], d));
            let gone = holders.fold(grid.cells[d], |set, p| set & layout.sees[usize::from(home[p])]);
            for c in cells(gone) {
                add(&mut removes, c, 1 << d);
            }
        }
        removes
    }
}

/// A hidden set that leaves only one place for another digit in its region.
pub(super) fn direct(layout: &Layout, grid: &Grid, k: usize, change: Change) -> Option<Hint> {
    each_hidden(layout, grid, k, k, change, |set| {
        let at = &grid.at[set.region];
        let d = (0..9)
            .find(|&d| set.digits >> d & 1 == 0 && at[d].count_ones() > 1 && (at[d] & !set.at).count_ones() == 1)?;
        if set.hidden_removes(layout, grid).is_empty() {
            return None;
        }
        let cell = layout.regions[set.region].cells[(at[d] & !set.at).trailing_zeros() as usize];
        Hint::place(format!("Direct Hidden {}", NAMES[k - 2]), [2.0, 2.5][k - 2], cell, d)
    })
}

pub(super) fn hidden(layout: &Layout, grid: &Grid, k: usize, change: Change) -> Option<Hint> {
    each_hidden(layout, grid, k, k * 2, change, |set| {
        let removes = set.hidden_removes(layout, grid);
        if removes.is_empty() {
            return None;
        }
        Hint::remove(format!("Hidden {}", NAMES[k - 2]), [3.4, 4.0, 5.4][k - 2], removes)
    })
}

/// The kinds of regions in which plain naked sets are searched for: blocks, columns, rows, groups and windows.
pub(super) fn naked_kinds(layout: &Layout) -> &[usize] {
    let n = layout.simple.iter().take_while(|&&k| k <= WINDOW).count();
    &layout.simple[..n]
}

pub(super) fn naked(layout: &Layout, grid: &Grid, k: usize, change: Change) -> Option<Hint> {
    each_naked(layout, grid, k, naked_kinds(layout), change, |set| {
        let removes = set.naked_removes(layout, grid);
        if removes.is_empty() {
            return None;
        }
        Hint::remove(format!("Naked {}", NAMES[k - 2]), [3.0, 3.6, 5.0][k - 2], removes)
    })
}

pub(super) fn naked_general(layout: &Layout, grid: &Grid, k: usize, change: Change) -> Option<Hint> {
    each_naked(layout, grid, k, &layout.simple, change, |set| {
        let removes = set.general_removes(layout, grid);
        if removes.is_empty() {
            return None;
        }
        Hint::remove(format!("Generalized Naked {}", NAMES[k - 2]), [3.0, 3.6, 5.0][k - 2], removes)
    })
}
