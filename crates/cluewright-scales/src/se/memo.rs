//! Records how the grid has changed since a technique last found nothing. As marks are only ever removed, the technique can find
//! something new only near a change.

use super::grid::Grid;

/// The cells that lost marks, and the digits that lost places.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub cells: u128,
    pub digits: u16,
}

impl Change {
    pub(super) const ALL: Self = Self { cells: u128::MAX, digits: 0x1ff };

    pub(super) fn has(self, digit: usize) -> bool {
        self.digits >> digit & 1 != 0
    }
}

impl Change {
    /// The differences between two grids.
    pub(super) fn between(before: &[u128; 9], after: &[u128; 9]) -> Self {
        let mut change = Self { cells: 0, digits: 0 };
        for d in 0..9 {
            let differ = before[d] ^ after[d];
            change.cells |= differ;
            change.digits |= u16::from(differ != 0) << d;
        }
        change
    }
}

/// For each technique: the marks of the grid in the technique's last search without a result.
#[derive(Default)]
pub(super) struct Memo {
    marks: Vec<Option<[u128; 9]>>,
}

impl Memo {
    /// Runs a technique on the changed parts of the grid, and records the grid if nothing is found. `technique` is the technique's
    /// index.
    pub(super) fn look<T>(
        &mut self,
        technique: usize,
        grid: &Grid,
        search: impl FnOnce(Change) -> Option<T>,
    ) -> Option<T> {
        if self.marks.len() <= technique {
            self.marks.resize(technique + 1, None);
        }
        let change = self.marks[technique].map_or(Change::ALL, |before| Change::between(&before, &grid.cells));
        let found = if change.digits == 0 { None } else { search(change) };
        if found.is_none() {
            self.marks[technique] = Some(grid.cells);
        }
        found
    }
}
