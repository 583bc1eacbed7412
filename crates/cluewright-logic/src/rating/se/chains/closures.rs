//! What assumptions lead to as sets, found faster than with all parents in the order of the scale, and kept from grid to
//! grid. Equal to the sets of the ordered search as long as that meets no contradiction.

use super::super::grid::{Grid, cells};
use super::super::layout::Layout;
use super::implied::Implied;
use super::kind::Kind;
use super::links::Pass;
use super::spread::{KEYS, Spread, key, parts};
use super::unit::Unit;

/// Cells by digit.
pub(super) type Marks = [u128; 9];

/// Candidates on and off.
#[derive(Clone, Copy, Default)]
pub(super) struct Closure {
    pub on: Marks,
    pub off: Marks,
}

impl Closure {
    pub(super) const ALL: Self = Self { on: [u128::MAX; 9], off: [u128::MAX; 9] };

    /// Leaves what another has, too.
    pub(super) fn share(&mut self, other: &Self) {
        for d in 0..9 {
            self.on[d] &= other.on[d];
            self.off[d] &= other.off[d];
        }
    }

    fn of(spread: &Spread) -> Self {
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

/// The closures of all assumptions asked for.
pub(super) struct Closures {
    rows: Vec<Closure>,
    /// Where the rows of candidates off and on stand, 0 when there never was one.
    row_of: [Vec<u16>; 2],
    known: [Marks; 2],
    /// Of these, the ones that came from an ordered search.
    ordered: [Marks; 2],
    /// Assumptions known to end in a contradiction.
    clashed: [Marks; 2],
    /// The marks they belong to.
    marks: Marks,
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
            implied: Implied::default(),
            unit: Unit::default(),
        }
    }
}

impl Closures {
    /// Prepares for a grid: keeps what still holds.
    pub(super) fn begin(&mut self, kind: Kind, layout: &Layout, grid: &Grid) {
        let gone: Marks = std::array::from_fn(|d| self.marks[d] & !grid.cells[d]);
        let more = (0..9).any(|d| grid.cells[d] & !self.marks[d] != 0);
        self.marks = grid.cells;
        if !kind.dynamic {
            self.implied.build(layout, grid, Pass { y: true, x: true });
        }
        if more || kind.level > 0 || !kind.dynamic || has_single(layout, grid) {
            self.known = [[0; 9]; 2];
            self.clashed = [[0; 9]; 2];
            return;
        }
        let less: Vec<usize> = (0..9).filter(|&d| gone[d] != 0).collect();
        for side in 0..2 {
            for d in 0..9 {
                self.known[side][d] &= grid.cells[d] & !self.ordered[side][d];
                for c in cells(self.known[side][d]) {
                    let row = &mut self.rows[usize::from(self.row_of[side][usize::from(key(c, d))])];
                    let lost = less.iter().any(|&e| row.on[e] & gone[e] != 0);
                    let touched = || less.iter().any(|&e| gone[e] & !row.off[e] != 0);
                    let kept =
                        !lost && (!touched() || self.unit.resume(layout, grid, row, &gone, kind.nishio).is_some());
                    if kept {
                        for &e in &less {
                            row.off[e] &= grid.cells[e];
                        }
                    } else {
                        self.known[side][d] &= !(1 << c);
                    }
                }
            }
        }
    }

    pub(super) fn get(&self, k: u16, on: bool) -> &Closure {
        &self.rows[usize::from(self.row_of[usize::from(on)][usize::from(k)])]
    }

    pub(super) fn has(&self, k: u16, on: bool) -> bool {
        holds(&self.known[usize::from(on)], k)
    }

    /// Finds the closure of an assumption; false when only the ordered search can.
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
        self.put(k, on, &found);
        let (cell, digit) = parts(k);
        self.ordered[usize::from(on)][digit] &= !(1 << cell);
        true
    }

    /// Takes the sets of an ordered search.
    pub(super) fn take(&mut self, k: u16, on: bool, spread: &Spread) {
        self.put(k, on, &Closure::of(spread));
        let (cell, digit) = parts(k);
        self.ordered[usize::from(on)][digit] |= 1 << cell;
    }

    fn put(&mut self, k: u16, on: bool, closure: &Closure) {
        let (cell, digit) = parts(k);
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
