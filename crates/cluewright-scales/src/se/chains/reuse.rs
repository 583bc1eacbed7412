//! Reuse of spreads: the consequences of an assumption do not change if the only candidates removed are candidates that the
//! consequences do not depend on.

use super::super::grid::{Grid, bits};
use super::super::layout::Layout;
use super::spread::{Houses, Keys, Spread, house, key};

/// The candidates removed between two grids, in the form needed to test whether they affect a spread.
pub(super) struct Gone {
    keys: Keys,
    /// The houses that lost at least one, two or three candidates.
    houses: [Houses; 3],
}

impl Gone {
    /// The differences between two grids; `None` if the later grid has a candidate that the earlier grid does not have.
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

    /// Whether the search would find the same spread without the removed candidates. This holds if the spread used none of the
    /// removed candidates, and if every house in which a candidate was turned off still has too many candidates left for a
    /// conclusion. If so, the spread is updated with the new numbers of candidates.
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
