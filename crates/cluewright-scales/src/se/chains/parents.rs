//! The premises of a nested hint, and a hash that distinguishes nested chains.

use super::super::grid::{Grid, bits, cells};
use super::super::layout::{CELL, Layout};
use super::spread::{is_single, key, parts};

/// The candidates of the source grid on whose removal a nested hint depends, in order and without duplicates.
#[derive(Default)]
pub(super) struct Parents {
    pub list: Vec<u16>,
}

impl Parents {
    /// Adds the candidates whose absence is why a candidate is on, given the cause.
    pub(super) fn add(&mut self, layout: &Layout, source: &Grid, grid: &Grid, k: u16, on: bool, cause: u8) {
        if !on || !is_single(cause) {
            return;
        }
        let (cell, digit) = parts(k);
        if cause == CELL {
            let gone = source.marks[usize::from(cell)] & !grid.marks[usize::from(cell)];
            bits(gone).for_each(|d| self.push(key(cell, d)));
        } else {
            let region = layout.region_of[usize::from(cell)][usize::from(cause)];
            let gone = source.cells[digit] & !grid.cells[digit] & layout.regions[usize::from(region)].set;
            cells(gone).for_each(|c| self.push(key(c, digit)));
        }
    }

    fn push(&mut self, k: u16) {
        if !self.list.contains(&k) {
            self.list.push(k);
        }
    }
}

/// A hash of all nodes of a hint in breadth-first order.
pub(super) struct Signature(pub u128);

impl Default for Signature {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Signature {
    pub(super) fn add(&mut self, k: u16, on: bool) {
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        self.0 = (self.0 ^ (u128::from(k) * 2 + u128::from(on) + 1)).wrapping_mul(PRIME);
        self.0 ^= self.0 >> 61;
    }

    /// Marks the end of the chain for one target in the hash.
    pub(super) fn next(&mut self) {
        self.add(2000, true);
    }
}
