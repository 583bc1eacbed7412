//! Hidden and naked singles, rated 1.0, 1.2, 1.5 and 2.3.

use super::grid::{Grid, bits};
use super::hint::Hint;
use super::layout::{BLOCK, Layout};

/// The last open cell of any region (1.0); if there is no such cell, the only place of a digit in a block (1.2) or in another
/// region (1.5).
pub(super) fn hidden(layout: &Layout, grid: &Grid) -> Option<Hint> {
    for last in [true, false] {
        for &kind in &layout.simple {
            for r in layout.of_kind(kind) {
                for d in 0..9 {
                    let at = grid.at[r][d];
                    if at.count_ones() == 1 && (grid.open_in(layout, r) == 1) == last {
                        let rating = match (last, kind) {
                            (true, _) => 1.0,
                            (false, BLOCK) => 1.2,
                            (false, _) => 1.5,
                        };
                        let cell = layout.regions[r].cells[at.trailing_zeros() as usize];
                        return Hint::place("Hidden Single", rating, cell, d);
                    }
                }
            }
        }
    }
    None
}

/// A cell with only one mark.
pub(super) fn naked(_: &Layout, grid: &Grid) -> Option<Hint> {
    let cell = grid.marks.iter().position(|m| m.count_ones() == 1)?;
    Hint::place("Naked Single", 2.3, cell as u8, bits(grid.marks[cell]).next()?)
}
