//! Unknown regions in a search: how it numbers them, and which cells it prefers. The constraint itself, [`Regions`], finds the
//! consequences of the domains, with a memory that persists.
//!
//! Labels number regions in the order of their first cells. As long as a search does not know where the first regions end, it
//! does not know any later label. So if only the regions themselves refer to labels, the search gives the first labels to cells
//! that are certainly in different regions (its anchors), and renumbers a solution's regions in their usual order afterwards:
//! solutions of the two kinds correspond one to one. Anchors, and the preference for the region of a cell whose digit is known,
//! are ideas from sigh's Interactive Sudoku Solver (MIT). With neither, three of seven puzzles that take half a second took more
//! than ten.

mod run;

use cluewright_core::constraint::{Regions, RegionsMemory};
use cluewright_core::{Cell, Model, Value};

/// The factor for the merit of a label whose digit is known, and of a digit whose label is known.
pub(super) const PARTNER: f64 = 2.0;
/// With unknown regions, initial estimates of promising cells are good, and should outlast this many times more conflicts.
const LASTING: f64 = 10.0;
/// The weight of a label for each other cell for which a clue asks whether the two share a region. The best of five values: on
/// five hard puzzles, 1.5 or 2 times as much takes many times as many nodes on two of them, and fewer on another one.
const ASKED: f64 = 0.4;

/// The regions of a board, and the last known facts about them.
#[derive(Debug)]
pub(super) struct UnknownRegions {
    regions: Regions,
    memory: RegionsMemory,
    /// Cells that are certainly in different regions; while `seeds` is their number, they have the first labels.
    anchors: Vec<usize>,
    seeds: usize,
}

/// The cells of a set, one after the other.
fn each(mut cells: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros();
        cells &= cells.wrapping_sub(1);
        (cell < u128::BITS).then_some(cell as usize)
    })
}

impl UnknownRegions {
    /// `None` if cells have other first numbers.
    pub(super) fn new(model: &Model, dom: &[u64], regions: &Regions) -> Option<Self> {
        let first = |c: Cell| model.cells()[c.index()].first;
        let plain = regions.labels().iter().all(|&c| first(c) == regions.first())
            && regions.digits().iter().all(|&c| first(c) == first(regions.digits()[0]))
            && regions.same().all(|(.., c)| first(c) == 0);
        let held = regions.digits().iter().fold(0, |all, c| all | dom[c.index()]);
        let memory = regions.memory((u64::BITS - held.leading_zeros()) as usize);
        plain.then(|| Self { regions: regions.clone(), memory, anchors: Vec::new(), seeds: 0 })
    }

    /// Increases the initial weights of a search, by cell of the model.
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

    /// The pairs of a cell's label and its digit.
    pub(super) fn partners(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.labels().iter().zip(self.regions.digits()).map(|(a, b)| (u32::from(a.0), u32::from(b.0)))
    }

    pub(super) fn labels(&self) -> &[Cell] {
        self.regions.labels()
    }

    /// Chooses the three cells with the highest weights that are too far apart to share a region; none on a board of more than
    /// 128 cells. Nothing except the regions may refer to labels.
    pub(super) fn choose_anchors(&mut self, weight: &[f64]) {
        let n = self.labels().len();
        let Some(unused) = (u128::BITS as usize).checked_sub(n) else { return };
        let weighs = |c: usize| {
            let of = |cells: &[Cell]| cells.get(c).map_or(0.0, |cell| weight[cell.index()]);
            of(self.labels()) + of(self.regions.digits())
        };
        let near = |c: usize| self.regions.neighbours(c).fold(0, |near, other| near | 1 << other);
        let near: Vec<u128> = (0..n).map(near).collect();
        // The cells that are near enough to share a region.
        let grown = |cells: u128, _| each(cells).fold(cells, |all, c| all | near[c]);
        let around = |c: usize| (1..self.regions.size()).fold(1 << c, grown);
        let far: Vec<u128> = (0..n).map(|c| u128::MAX >> unused & !around(c) & !(u128::MAX >> (127 - c))).collect();
        let (mut most, mut best) = (f64::MIN, Vec::new());
        for a in 0..n {
            for b in each(far[a]) {
                for c in each(far[a] & far[b]) {
                    let total = weighs(a) + weighs(b) + weighs(c);
                    if total > most {
                        (most, best) = (total, vec![a, b, c]);
                    }
                }
            }
        }
        self.anchors = best;
    }

    /// Called when a search begins with these domains: if they leave all labels open, the anchors get the first ones.
    pub(super) fn anchor(&mut self, root: &mut [u64]) {
        let full = u64::MAX >> (u64::BITS as usize - self.regions.count());
        let open = self.labels().iter().all(|c| root[c.index()] & full == full);
        self.seeds = if open { self.anchors.len() } else { 0 };
        self.memory.set_named(self.seeds);
        for (label, &cell) in self.anchors[..self.seeds].iter().enumerate() {
            root[self.labels()[cell].index()] = 1 << label;
        }
    }

    /// Numbers the regions of a solution in the order of their first cells.
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
