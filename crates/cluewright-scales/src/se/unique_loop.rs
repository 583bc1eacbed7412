//! A unique loop and the resulting eliminations.

use super::grid::{Grid, bits, cells};
use super::hint::Removes;
use super::layout::Layout;
use super::types::Profile;

/// The type of the hint. Two unique-loop hints are equal if they have the same type and the same cells.
#[derive(PartialEq, Eq, Clone, Copy)]
pub(super) enum Type {
    One,
    Two,
    Naked { region: usize, digits: u16, cells: u128 },
    Hidden { region: usize, digits: u16, at: u16 },
    Four,
}

/// A hint about a unique loop, before sorting.
pub(super) struct Loop {
    pub kind: Type,
    pub size: usize,
    pub cells: u128,
    pub rating: f64,
    pub removes: Removes,
}

/// A loop being examined: its cells, its two digits, and the two cells with extra digits.
pub(super) struct Case<'a> {
    pub layout: &'a Layout,
    pub grid: &'a Grid,
    pub profile: Profile,
    pub size: usize,
    pub set: u128,
    pub pair: u16,
    pub ends: [u8; 2],
}

impl Case<'_> {
    pub(super) fn hint(&self, kind: Type, more: f64, removes: Removes) -> Loop {
        Loop { kind, size: self.size, cells: self.set, rating: base_rating(self.size) + more, removes }
    }

    /// Type 2: there is only one extra digit, which is removed from the cells that see all cells with extra digits.
    pub(super) fn type_two(&self, extra: &[u8]) -> Loop {
        let rest = self.grid.marks[usize::from(extra[0])] & !self.pair;
        let d = rest.trailing_zeros() as usize;
        let seen = extra.iter().fold(self.grid.cells[d], |set, &c| set & self.layout.sees[usize::from(c)]);
        let gone = extra.iter().fold(seen, |set, &c| set & !(1 << c));
        self.hint(Type::Two, 0.0, cells(gone).map(|c| (c, 1 << d)).collect())
    }

    /// Type 4: in a region shared by the two cells with extra digits, one digit of the loop has no other place, so the other digit
    /// is removed from both cells.
    pub(super) fn type_four(&self) -> Option<Loop> {
        let ends: u128 = 1 << self.ends[0] | 1 << self.ends[1];
        let mut locked = [false; 2];
        for &(r, _) in &self.layout.homes[usize::from(self.ends[0])] {
            let set = self.layout.regions[usize::from(r)].set;
            if set & ends == ends {
                for (i, d) in bits(self.pair).enumerate() {
                    locked[i] |= self.grid.cells[d] & set & !ends == 0;
                }
            }
        }
        let low = self.pair & self.pair.wrapping_neg();
        let gone = match locked {
            [true, _] => self.pair & !low,
            [false, true] => low,
            _ => return None,
        };
        Some(self.hint(Type::Four, 0.0, self.ends.iter().map(|&c| (c, gone)).collect()))
    }
}

pub(super) fn base_rating(size: usize) -> f64 {
    let mut rating = 4.5;
    if size >= 10 {
        rating += 0.3;
    }
    if size >= 8 {
        rating += 0.2;
    } else if size >= 6 {
        rating += 0.1;
    }
    rating
}
