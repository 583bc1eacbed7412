//! Reuse of spreads: the consequences of an assumption stay the same if only candidates that they do not depend on are removed.

use super::super::grid::{Grid, bits};
use super::super::layout::Layout;
use super::spread::{Houses, Keys, Spread, house, key};

/// The candidates removed between two grids, as far as they matter to a spread.
pub(super) struct Gone {
    keys: Keys,
    /// The houses that lost at least one, two or three candidates.
    houses: [Houses; 3],
}

impl Gone {
    /// The differences between two grids; `None` if the later grid has a candidate that the earlier one does not have.
    pub(super) fn between(layout: &Layout, before: &[u16; 81], after: &Grid) -> Option<Self> {
        let mut gone = Self { keys: [0; 12], houses: [[0; 9]; 3] };
        let mut lose = |house: usize| {
            let (word, bit) = (house / 64, 1_u64 << (house % 64));
            let level = gone.houses.iter().position(|h| h[word] & bit == 0);
            if let Some(level) = level {
                gone.houses[level][word] |= bit;
            }
        };
        for cell in 0..81_u8 {
            let (was, is) = (before[usize::from(cell)], after.marks[usize::from(cell)]);
            if is & !was != 0 {
                return None;
            }
            for d in bits(was & !is) {
                let k = key(cell, d);
                gone.keys[usize::from(k) / 64] |= 1 << (k % 64);
                lose(usize::from(cell));
                for &(r, _) in &layout.homes[usize::from(cell)] {
                    lose(house(r, d));
                }
            }
        }
        Some(gone)
    }

    /// Whether the search would find the same spread without the removed candidates. This holds if the spread used none of them,
    /// and if every house in which one of its candidates went off still has too many candidates left for a conclusion. The spread
    /// then records the new numbers.
    pub(super) fn keeps(&self, spread: &mut Spread) -> bool {
        let used = (0..12).any(|i| self.keys[i] & (spread.on_set[i] | spread.off_set[i]) != 0);
        let lost = |level: usize| (0..9).any(|i| self.houses[level][i] & spread.left[level][i] != 0);
        if used || (0..3).any(lost) {
            return false;
        }
        let [two, three, more] = &mut spread.left;
        for i in 0..9 {
            two[i] |= three[i] & self.houses[0][i] | more[i] & self.houses[1][i];
            three[i] |= more[i] & self.houses[0][i];
        }
        true
    }
}
