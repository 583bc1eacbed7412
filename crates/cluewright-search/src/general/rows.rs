//! Sets of cells, one per row, stored in a flat vector.

use crate::bits::{Double, double, double_words};
use cluewright_core::Rows;

/// Sets of numbers, one set per row. Only the non-empty double words of each set are stored, with their positions.
#[derive(Debug, Default)]
pub(super) struct Spans {
    start: Vec<u32>,
    words: Vec<(u32, Double)>,
}

impl Spans {
    /// Creates an empty list with capacity for this many rows and words.
    pub(super) fn with_capacity(rows: usize, words: usize) -> Self {
        let mut start = Vec::with_capacity(rows + 1);
        start.push(0);
        Self { start, words: Vec::with_capacity(words) }
    }

    /// Adds a row, given as all of its words. The number of words must be even.
    pub(super) fn push(&mut self, row: &[u64]) {
        let doubles = double_words(row.len()).map(|at| (at as u32, double(row, at)));
        self.words.extend(doubles.filter(|w| w.1 != 0));
        self.start.push(self.words.len() as u32);
    }

    /// Builds the sets from rows of cells in rising order.
    pub(super) fn new(rows: &Rows) -> Self {
        let mut new = Self::with_capacity(rows.count(), rows.size());
        for row in 0..rows.count() {
            let begin = new.words.len();
            for &c in rows.row(row) {
                let (at, bit) = (c / Double::BITS * 2, 1 << (c % Double::BITS));
                match new.words[begin..].last_mut() {
                    Some((word, set)) if *word == at => *set |= bit,
                    _ => new.words.push((at, bit)),
                }
            }
            new.start.push(new.words.len() as u32);
        }
        new
    }

    /// The range of a row's words among all stored words.
    #[inline]
    pub(super) fn range(&self, row: usize) -> std::ops::Range<usize> {
        self.start[row] as usize..self.start[row + 1] as usize
    }

    /// The position of a double word in its set, and its bits.
    #[inline]
    pub(super) fn word(&self, at: usize) -> (usize, Double) {
        let (word, set) = self.words[at];
        (word as usize, set)
    }

    /// The words of a row.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[(u32, Double)] {
        &self.words[self.range(row)]
    }

    /// The number of cells in a row.
    pub(super) fn count(&self, row: usize) -> usize {
        self.row(row).iter().map(|w| w.1.count_ones() as usize).sum()
    }
}
