//! How a search numbers regions, and which cells it cares for first.
//!
//! Labels name regions in the order of their first cells. While a search does not know where the first regions end, it
//! does not know any label further down. So where nothing but the regions themselves says anything of labels, the
//! search gives the first labels to cells, its anchors, that certainly lie in different regions, and numbers a
//! solution's regions in their usual order afterwards: one solution of either sort for each of the other. Anchors, and
//! that a cell whose digit is known is soon asked for its region, are ideas of sigh's Interactive Sudoku Solver (MIT).
//! With neither, three of seven puzzles that take half a second took more than ten.

use super::{Cells, NONE, UnknownRegions, WIDE, bit, each};
use cluewright_core::Value;

/// A label counts as many times more once its digit is known, and a digit once its label is.
pub(in crate::general) const PARTNER: f64 = 2.0;
/// Where regions are unknown, first guesses of what is promising are good, and are to outlast this many conflicts more.
const LASTING: f64 = 10.0;
/// What a label weighs for each other cell of which a clue asks whether it shares its region. The best of five: on five
/// hard puzzles, half as much again or twice as much takes many times the nodes on two of them, and less on another.
const ASKED: f64 = 0.4;

impl UnknownRegions {
    /// Adds to the weights of a search, by cell of the model, before any conflict.
    pub(in crate::general) fn set_weights(&self, weight: &mut [f64]) {
        for &(a, b, _) in &self.same {
            for cell in [a, b] {
                weight[self.labels[cell as usize] as usize] += ASKED;
            }
        }
        for &cell in self.labels.iter().chain(&self.digits) {
            weight[cell as usize] *= LASTING;
        }
    }

    /// Pairs of a cell's label and its digit.
    pub(in crate::general) fn partners(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.labels.iter().copied().zip(self.digits.iter().copied())
    }

    /// The labels, as cells of the model.
    pub(in crate::general) fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// Chooses three cells, too far from each other to share a region, that weigh most. Nothing else than the regions
    /// may say anything of labels.
    pub(in crate::general) fn choose_anchors(&mut self, weight: &[f64]) {
        let n = self.labels.len();
        let weighs = |c: usize| {
            let of = |cells: &[u32]| cells.get(c).map_or(0.0, |&cell| weight[cell as usize]);
            of(&self.labels) + of(&self.digits)
        };
        // Cells nearer than a region is large.
        let around = |c: usize| (1..self.size).fold(bit(c), |cells, _| cells | self.near(cells));
        let around: Vec<Cells> = (0..n).map(around).collect();
        let after = |c: usize| self.all & !around[c] & !(bit(c) | (bit(c) - 1));
        let (mut most, mut best) = (f64::MIN, Vec::new());
        for a in 0..n {
            for b in each(after(a)) {
                for c in each(after(a) & after(b)) {
                    let total = weighs(a) + weighs(b) + weighs(c);
                    if total > most {
                        (most, best) = (total, vec![a, b, c]);
                    }
                }
            }
        }
        self.anchors = best;
    }

    /// A search begins at these domains: when they leave all labels open, the anchors get the first ones.
    pub(in crate::general) fn anchor(&mut self, root: &mut [u64]) {
        let full = (1u64 << self.count) - 1;
        let open = self.labels.iter().all(|&c| root[c as usize] & full == full);
        self.seeds = if open { self.anchors.len() } else { 0 };
        for (label, &cell) in self.anchors[..self.seeds].iter().enumerate() {
            root[self.labels[cell] as usize] = 1 << label;
        }
    }

    /// Numbers the regions of a solution in the order of their first cells.
    pub(in crate::general) fn rename(&self, solution: &mut [Value]) {
        if self.seeds == 0 {
            return;
        }
        let (mut names, mut next) = ([NONE; WIDE], 0);
        for &cell in &self.labels {
            let value = &mut solution[cell as usize];
            let name = &mut names[value.index()];
            if *name == NONE {
                *name = next;
                next += 1;
            }
            *value = Value(*name);
        }
    }
}
