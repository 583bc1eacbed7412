//! Sets of cells, one per row, stored in a flat vector.

use crate::bits::{Double, double, double_words};
use cluewright_core::Rows;

/// Sets of numbers, one set per row. Only the non-empty double words of each set are stored, with the position of their first word.
pub(super) type Spans = Rows<(u32, Double)>;

/// The double words of a set that are not empty. The number of words must be even.
pub(super) fn span(set: &[u64]) -> impl Iterator<Item = (u32, Double)> {
    double_words(set.len()).map(|at| (at as u32, double(set, at))).filter(|w| w.1 != 0)
}

/// Builds the sets from rows of cells in rising order.
pub(super) fn spans(rows: &Rows) -> Spans {
    let mut new = Spans::with_capacity(rows.count(), rows.items().len());
    for row in rows.iter() {
        let word = |c: &u32| c / Double::BITS * 2;
        let set = |cells: &[u32]| cells.iter().fold(0, |set, c| set | 1 << (c % Double::BITS));
        new.push(row.chunk_by(|a, b| word(a) == word(b)).map(|cells| (word(&cells[0]), set(cells))));
    }
    new
}
