//! X-Wing, Swordfish and Jellyfish, rated 3.2, 3.8 and 5.2.

use super::grid::{Grid, bits, choose};
use super::hint::{Hint, Removes};
use super::layout::{COLUMN, Layout, ROW};
use super::memo::Change;

/// Lines of one kind whose places for a digit all lie in equally many lines of the other kind.
#[derive(Clone, Copy)]
pub(super) struct Fish {
    pub base: usize,
    pub cover: usize,
    pub bases: u16,
    pub covers: u16,
    pub digit: usize,
}

/// Passes every fish of `k` lines to `found`, in the order of the scale: columns before rows, then by the set of lines, then by
/// digit.
pub(super) fn each<T>(
    layout: &Layout,
    grid: &Grid,
    k: usize,
    change: Change,
    mut found: impl FnMut(Fish) -> Option<T>,
) -> Option<T> {
    let mut placed = [0; 10];
    for &v in &grid.value {
        placed[usize::from(v)] += 1;
    }
    for (base, cover) in [(COLUMN, ROW), (ROW, COLUMN)] {
        let first = layout.kinds[base].0;
        let mut able = [0_u32; 9];
        for (digit, lines) in able.iter_mut().enumerate() {
            if change.has(digit) && placed[digit + 1] + k * 2 <= 9 {
                let fits = |&i: &usize| (2..=k as u32).contains(&grid.at[first + i][digit].count_ones());
                *lines = (0..9).filter(fits).fold(0, |set, i| set | 1 << i);
            }
        }
        if able.iter().all(|lines| lines.count_ones() < k as u32) {
            continue;
        }
        for bases in choose(k, 9) {
            for digit in 0..9 {
                if bases & !able[digit] != 0 {
                    continue;
                }
                let covers = bits(bases as u16).fold(0, |set, i| set | grid.at[first + i][digit]);
                if covers.count_ones() == k as u32 {
                    let t = found(Fish { base, cover, bases: bases as u16, covers, digit });
                    if t.is_some() {
                        return t;
                    }
                }
            }
        }
    }
    None
}

impl Fish {
    pub(super) fn removes(&self, layout: &Layout, grid: &Grid) -> Removes {
        let mut removes = Removes::new();
        for i in bits(self.covers) {
            let line = layout.kinds[self.cover].0 + i;
            for p in bits(grid.at[line][self.digit] & !self.bases) {
                removes.push((layout.regions[line].cells[p], 1 << self.digit));
            }
        }
        removes
    }
}

pub(super) fn fish(layout: &Layout, grid: &Grid, k: usize, change: Change) -> Option<Hint> {
    each(layout, grid, k, change, |fish| {
        let removes = fish.removes(layout, grid);
        if removes.is_empty() {
            return None;
        }
        Hint::remove(["X-Wing", "Swordfish", "Jellyfish"][k - 2], [3.2, 3.8, 5.2][k - 2], removes)
    })
}
