//! Determines how a search numbers unknown regions, and which of their cells it prefers. The constraint itself, [`Regions`],
//! finds the consequences of the domains, with a memory that persists between passes.
//!
//! Labels number regions in the order of their first cells. As long as a search does not know where the first regions end, it
//! does not know any later label. So if only the regions themselves refer to labels, the search gives the first labels to cells
//! that are certainly in different regions (its anchors), and afterwards renumbers the regions of a solution in their usual
//! order. The solutions with these labels and the solutions with the usual labels correspond one to one. Anchors, and the
//! preference for the region of a cell whose digit is known, are ideas from sigh's Interactive Sudoku Solver (MIT). Without these
//! two ideas, three of seven puzzles that take half a second took more than ten seconds.

mod run;

use crate::bits::Ones;
use cluewright_core::constraint::{Regions, RegionsMemory};
use cluewright_core::{Cell, Model, Value};

/// The factor for the merit of a label whose digit is known, or of a digit whose label is known.
pub(super) const PARTNER: f64 = 2.0;
/// With unknown regions, the initial estimates of promising cells are good, and should outlast this many times as many conflicts.
const LASTING: f64 = 10.0;
/// The weight of a label for each clue that asks whether its cell shares a region with another cell. This is the best of five
/// values that were tried: of five hard puzzles, two take many times as many nodes with 1.5 or 2 times this weight, and another
/// takes fewer.
const ASKED: f64 = 0.4;

/// The unknown regions of a board, and what was last known about them.
#[derive(Debug)]
pub(super) struct UnknownRegions {
    regions: Regions,
    memory: RegionsMemory,
    /// Cells that are certainly in different regions (`anchors`), and the number of them that have the first labels (`seeds`):
    /// all or none.
    anchors: Vec<usize>,
    seeds: usize,
}

impl UnknownRegions {
    /// `None` if the first numbers of the cells are not those that the memory counts from.
    pub(super) fn new(model: &Model, dom: &[u64], regions: &Regions) -> Option<Self> {
        let first = |c: Cell| model.cells()[c.index()].first;
        let plain = regions.labels().iter().all(|&c| first(c) == regions.first())
            && regions.digits().iter().all(|&c| first(c) == first(regions.digits()[0]))
            && regions.same().all(|(.., c)| first(c) == 0);
        let held = regions.digits().iter().fold(0, |all, c| all | dom[c.index()]);
        let memory = regions.memory((u64::BITS - held.leading_zeros()) as usize);
        plain.then(|| Self { regions: regions.clone(), memory, anchors: Vec::new(), seeds: 0 })
    }

    /// Increases the initial weights of labels and digits in a search; `weight` has an entry for each cell of the model.
    pub(super) fn set_weights(&self, weight: &mut [f64]) {
        for (a, b, _) in self.regions.same() {
            for cell in [a, b] {
                weight[self.labels()[cell as usize].index()] += ASKED;
            }
        }
        for cell in self.labels().iter().chain(self.regions.digits()) {
            weight[cell.index()] *= LASTING;
        }
    }

    /// The label and the digit of each cell of the board, as pairs of cells of the model.
    pub(super) fn partners(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.labels().iter().zip(self.regions.digits()).map(|(a, b)| (u32::from(a.0), u32::from(b.0)))
    }

    pub(super) fn labels(&self) -> &[Cell] {
        self.regions.labels()
    }

    /// Chooses the three cells with the highest weights that are too far apart to share a region; chooses none on a board of more
    /// than 128 cells. Only the regions themselves may refer to labels.
    pub(super) fn choose_anchors(&mut self, weight: &[f64]) {
        let n = self.labels().len();
        let Some(unused) = (u128::BITS as usize).checked_sub(n) else { return };
        let weighs = |c: usize| {
            let of = |cells: &[Cell]| cells.get(c).map_or(0.0, |cell| weight[cell.index()]);
            of(self.labels()) + of(self.regions.digits())
        };
        let near = |c: usize| self.regions.neighbours(c).fold(0, |near, other| near | 1 << other);
        let near: Vec<u128> = (0..n).map(near).collect();
        // Find the cells that are near enough to a cell to share a region with it.
        let grown = |cells: u128, _| Ones(cells).fold(cells, |all, c| all | near[c]);
        let around = |c: usize| (1..self.regions.size()).fold(1 << c, grown);
        let far: Vec<u128> = (0..n).map(|c| u128::MAX >> unused & !around(c) & !(u128::MAX >> (127 - c))).collect();
        let (mut most, mut best) = (f64::MIN, Vec::new());
        for a in 0..n {
            for b in Ones(far[a]) {
                for c in Ones(far[a] & far[b]) {
                    let total = weighs(a) + weighs(b) + weighs(c);
                    if total > most {
                        (most, best) = (total, vec![a, b, c]);
                    }
                }
            }
        }
        self.anchors = best;
    }

    /// Called when a search begins with these domains: if all labels are open in them, the anchors get the first labels.
    pub(super) fn anchor(&mut self, root: &mut [u64]) {
        let full = u64::MAX >> (u64::BITS as usize - self.regions.count());
        let open = self.labels().iter().all(|c| root[c.index()] & full == full);
        self.seeds = if open { self.anchors.len() } else { 0 };
        self.memory.set_named(self.seeds);
        for (label, &cell) in self.anchors[..self.seeds].iter().enumerate() {
            root[self.labels()[cell].index()] = 1 << label;
        }
    }

    /// Renumbers the regions of a solution in the order of their first cells.
    pub(super) fn rename(&self, solution: &mut [Value]) {
        if self.seeds == 0 {
            return;
        }
        let (mut names, mut next) = ([None; 64], 0);
        for cell in self.labels() {
            let value = &mut solution[cell.index()];
            *value = *names[value.index()].get_or_insert_with(|| {
                next += 1;
                Value(next - 1)
            });
        }
    }
}
