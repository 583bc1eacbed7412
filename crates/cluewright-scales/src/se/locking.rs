//! Intersections: direct (1.7, 1.9), pointing and claiming (2.6, 2.8), and the general form in variants (2.9).

use super::grid::{Grid, bits, cells};
use super::hint::{Hint, Removes};
use super::layout::{BLOCK, COLUMN, GROUP, Layout, ROW, WINDOW};
use super::memo::Change;

/// A digit whose places in the first region are all in the second region as well.
#[derive(Clone, Copy)]
pub(super) struct Locked {
    pub first: usize,
    pub second: usize,
    pub digit: usize,
}

/// Pairs of kinds of regions, in the order in which they are tried.
const PAIRS: [(usize, usize); 18] = [
    (BLOCK, COLUMN),
    (BLOCK, ROW),
    (COLUMN, BLOCK),
    (ROW, BLOCK),
    (GROUP, COLUMN),
    (GROUP, ROW),
    (COLUMN, GROUP),
    (ROW, GROUP),
    (BLOCK, GROUP),
    (GROUP, BLOCK),
    (WINDOW, COLUMN),
    (WINDOW, ROW),
    (COLUMN, WINDOW),
    (ROW, WINDOW),
    (BLOCK, WINDOW),
    (WINDOW, BLOCK),
    (WINDOW, GROUP),
    (GROUP, WINDOW),
];

/// Passes every locked digit to `found`, in the order of the scale, until `found` returns something. Only digits and regions for
/// which `lost` returns true are examined.
pub(super) fn each<T>(
    layout: &Layout,
    grid: &Grid,
    lost: impl Fn(usize, usize) -> bool,
    mut found: impl FnMut(Locked) -> Option<T>,
) -> Option<T> {
    if !layout.blocks {
        return None;
    }
    let has = |k: usize| layout.kinds[k].1 > 0;
    let pairs = PAIRS.iter().filter(|(a, b)| has(*a) && has(*b));
    for &(one, two) in pairs {
        let kind = layout.of_kind(two).fold(0_u64, |set, r| set | 1 << r);
        for digit in 0..9 {
            for first in layout.of_kind(one) {
                let at = grid.at[first][digit];
                if at.count_ones() < 2 || !lost(first, digit) {
                    continue;
                }
                let home = &layout.regions[first].cells;
                let mut common = bits(at).fold(kind, |set, p| set & layout.region_bits[usize::from(home[p])]);
                while common != 0 {
                    let second = common.trailing_zeros() as usize;
                    common &= common - 1;
                    let t = found(Locked { first, second, digit });
                    if t.is_some() {
                        return t;
                    }
                }
            }
        }
    }
    None
}

impl Locked {
    pub(super) fn removes(&self, layout: &Layout, grid: &Grid) -> Removes {
        let gone = grid.cells[self.digit] & layout.regions[self.second].set & !layout.regions[self.first].set;
        cells(gone).map(|c| (c, 1 << self.digit)).collect()
    }
}

/// A locked digit that leaves only one place for the digit in a third region that crosses the second region.
pub(super) fn direct(layout: &Layout, grid: &Grid, change: Change) -> Option<Hint> {
    each(
        layout,
        grid,
        |_, d| change.has(d),
        |l| {
            let kind = layout.regions[l.first].kind;
            let second = layout.regions[l.second].set;
            let (name, rating) = if kind == BLOCK { ("Direct Pointing", 1.7) } else { ("Direct Claiming", 1.9) };
            for third in layout.of_kind(kind) {
                let set = layout.regions[third].set;
                if third == l.first || set & second == 0 || grid.at[third][l.digit].count_ones() < 2 {
                    continue;
                }
                let left = grid.cells[l.digit] & set & !second;
                if left.count_ones() == 1 && !l.removes(layout, grid).is_empty() {
                    return Hint::place(name, rating, left.trailing_zeros() as u8, l.digit);
                }
            }
            None
        },
    )
}

pub(super) fn indirect(layout: &Layout, grid: &Grid, change: Change) -> Option<Hint> {
    each(
        layout,
        grid,
        |_, d| change.has(d),
        |l| {
            let removes = l.removes(layout, grid);
            let line = matches!(layout.regions[l.second].kind, ROW | COLUMN);
            let (name, rating) = if line { ("Pointing", 2.6) } else { ("Claiming", 2.8) };
            if removes.is_empty() { None } else { Hint::remove(name, rating, removes) }
        },
    )
}

/// A digit with two to six places in a region, such that the cells in `gone` see all of these places.
#[derive(Clone, Copy)]
pub(super) struct General {
    pub region: usize,
    pub digit: usize,
    pub gone: u128,
}

/// Passes every general intersection that removes something to `found`, in the order of the scale, until `found` returns something.
pub(super) fn each_general<T>(layout: &Layout, grid: &Grid, mut found: impl FnMut(General) -> Option<T>) -> Option<T> {
    for &kind in &layout.chain {
        for digit in 0..9 {
            for region in layout.of_kind(kind) {
                let at = grid.at[region][digit];
                if !(2..=6).contains(&at.count_ones()) {
                    continue;
                }
                let home = &layout.regions[region].cells;
                let gone = bits(at).fold(grid.cells[digit], |set, p| set & layout.sees[usize::from(home[p])]);
                if gone != 0 {
                    let t = found(General { region, digit, gone });
                    if t.is_some() {
                        return t;
                    }
                }
            }
        }
    }
    None
}

pub(super) fn general(layout: &Layout, grid: &Grid) -> Option<Hint> {
    each_general(layout, grid, |g| {
        Hint::remove("Generalized Intersections", 2.9, cells(g.gone).map(|c| (c, 1 << g.digit)).collect())
    })
}
