//! The consequences of assumptions, stored as sets. Computing these sets is faster than the ordered search, which finds each
//! consequence's parents in the order that the scale requires, and the sets are reused from grid to grid. If the ordered search finds
//! no contradiction, its sets are the same.

use super::super::grid::{Grid, bits, cells};
use super::super::layout::Layout;
use super::implied::{Implied, new_links};
use super::kind::Kind;
use super::links::Pass;
use super::sets::{Closure, Marks, holds};
use super::spread::{KEYS, Spread, key, parts};
use super::unit::Unit;

const BOTH: Pass = Pass { y: true, x: true };

/// The closures of all assumptions requested so far.
pub(super) struct Closures {
    rows: Vec<Closure>,
    /// For candidates assumed off and candidates assumed on: the index of each candidate's row; 0 if there is no row.
    row_of: [Vec<u16>; 2],
    known: [Marks; 2],
    /// The known closures that came from an ordered search.
    ordered: [Marks; 2],
    /// Assumptions known to lead to a contradiction.
    clashed: [Marks; 2],
    /// The marks of the grid for which the closures are valid.
    marks: Marks,
    /// The candidates that were removed since the last grid.
    gone: Marks,
    /// The closures that were found or extended since the last search, if that search found no hint; otherwise all closures count
    /// as fresh.
    fresh: [Marks; 2],
    all_fresh: bool,
    quiet: bool,
    /// The last grid, for finding new links.
    before: Option<Grid>,
    implied: Implied,
    unit: Unit,
}

impl Default for Closures {
    fn default() -> Self {
        Self {
            rows: vec![Closure::default()],
            row_of: std::array::from_fn(|_| vec![0; KEYS]),
            known: [[0; 9]; 2],
            ordered: [[0; 9]; 2],
            clashed: [[0; 9]; 2],
            marks: [0; 9],
            gone: [0; 9],
            fresh: [[0; 9]; 2],
            all_fresh: true,
            quiet: false,
            before: None,
            implied: Implied::default(),
            unit: Unit::default(),
        }
    }
}

impl Closures {
    /// Prepares for a new grid, and keeps the closures that are still valid.
    pub(super) fn begin(&mut self, kind: Kind, layout: &Layout, grid: &Grid) {
        self.gone = std::array::from_fn(|d| self.marks[d] & !grid.cells[d]);
        let more = (0..9).any(|d| grid.cells[d] & !self.marks[d] != 0);
        self.marks = grid.cells;
        let fixed = !kind.dynamic;
        if fixed {
            self.implied.build(layout, grid, BOTH);
        }
        self.fresh = [[0; 9]; 2];
        self.all_fresh = !self.quiet;
        if more || kind.level > 0 || has_single(layout, grid) || fixed && self.before.is_none() {
            self.known = [[0; 9]; 2];
            self.clashed = [[0; 9]; 2];
            self.all_fresh = true;
        } else {
            self.keep(kind, layout, grid);
        }
        if fixed {
            self.before = Some(grid.clone());
        }
    }

    /// Keeps the closures that the removed candidates do not affect, and extends closures that can only grow.
    fn keep(&mut self, kind: Kind, layout: &Layout, grid: &Grid) {
        let mut links = Vec::new();
        if let Some(before) = self.before.as_ref().filter(|_| !kind.dynamic) {
            new_links(layout, before, grid, BOTH, &mut links);
        }
        let gone = self.gone;
        let less: Vec<usize> = (0..9).filter(|&d| gone[d] != 0).collect();
        for side in 0..2 {
            for d in 0..9 {
                self.known[side][d] &= grid.cells[d] & !self.ordered[side][d];
                for c in cells(self.known[side][d]) {
                    let row = &mut self.rows[usize::from(self.row_of[side][usize::from(key(c, d))])];
                    let lost = less.iter().any(|&e| row.on[e] & gone[e] != 0);
                    let touched = if kind.dynamic {
                        less.iter().any(|&e| gone[e] & !row.off[e] != 0)
                    } else {
                        let follows = |a: u16, b: u16| holds(&row.off, a) && !holds(&row.on, b);
                        links.iter().any(|&(a, b)| follows(a, b) || follows(b, a))
                    };
                    let mut grown =
                        || kind.dynamic && self.unit.resume(layout, grid, row, &gone, kind.nishio).is_some();
                    if lost || touched && !grown() {
                        self.known[side][d] &= !(1 << c);
                        continue;
                    }
                    self.fresh[side][d] |= u128::from(touched) << c;
                    for &e in &less {
                        row.off[e] &= grid.cells[e];
                    }
                }
            }
        }
    }

    /// Records whether nothing was found in the current grid.
    pub(super) fn end(&mut self, quiet: bool) {
        self.quiet = quiet;
    }

    /// Whether these assumptions cannot have new common consequences, because they had none before and their closures have not
    /// changed since.
    pub(super) fn are_stale(&self, starts: &[(u16, bool)]) -> bool {
        !self.all_fresh && starts.iter().all(|&(k, on)| !holds(&self.fresh[usize::from(on)], k))
    }

    /// Whether one of these cells lost one of these digits since the last grid.
    pub(super) fn lost(&self, digits: u16, among: u128) -> bool {
        bits(digits).any(|d| self.gone[d] & among != 0)
    }

    pub(super) fn get(&self, k: u16, on: bool) -> &Closure {
        &self.rows[usize::from(self.row_of[usize::from(on)][usize::from(k)])]
    }

    pub(super) fn has(&self, k: u16, on: bool) -> bool {
        holds(&self.known[usize::from(on)], k)
    }

    /// Finds the closure of an assumption. Returns false if only the ordered search can find the closure.
    pub(super) fn find(&mut self, kind: Kind, layout: &Layout, grid: &Grid, k: u16, on: bool) -> bool {
        if kind.level > 0 || holds(&self.clashed[usize::from(on)], k) {
            return false;
        }
        let found = if kind.dynamic {
            self.unit.start(layout, grid, parts(k), on, kind.nishio)
        } else {
            self.implied.closure(layout, k)
        };
        let Some(found) = found else {
            let (cell, digit) = parts(k);
            self.clashed[usize::from(on)][digit] |= 1 << cell;
            return false;
        };
        self.put(k, on, &found, true);
        let (cell, digit) = parts(k);
        self.ordered[usize::from(on)][digit] &= !(1 << cell);
        true
    }

    /// Stores the sets of an ordered search that was either just made or kept from the last grid.
    pub(super) fn take(&mut self, k: u16, on: bool, spread: &Spread, fresh: bool) {
        self.put(k, on, &Closure::of(spread), fresh);
        let (cell, digit) = parts(k);
        self.ordered[usize::from(on)][digit] |= 1 << cell;
    }

    fn put(&mut self, k: u16, on: bool, closure: &Closure, fresh: bool) {
        let (cell, digit) = parts(k);
        self.fresh[usize::from(on)][digit] |= u128::from(fresh) << cell;
        let row = &mut self.row_of[usize::from(on)][usize::from(k)];
        if *row == 0 {
            *row = self.rows.len() as u16;
            self.rows.push(*closure);
        } else {
            self.rows[usize::from(*row)] = *closure;
        }
        self.known[usize::from(on)][digit] |= 1 << cell;
    }
}

fn has_single(layout: &Layout, grid: &Grid) -> bool {
    grid.marks.iter().any(|m| m.count_ones() == 1)
        || (0..layout.regions.len()).any(|r| grid.at[r].iter().any(|at| at.count_ones() == 1))
}
