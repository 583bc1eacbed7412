//! A step of the path: what it is called, and what it places or eliminates.

use super::geometry::{Cells, each};
use super::technique::Technique;

/// A candidate: cell 0-80, row by row, and digit 1-9. Ordered by digit, then cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// 1-9.
    pub digit: u8,
    /// 0-80, row by row from the top left.
    pub cell: u8,
}

impl Candidate {
    /// From a cell and a digit counted from 0.
    pub(super) fn new(cell: usize, digit: usize) -> Self {
        Self { digit: digit as u8 + 1, cell: cell as u8 }
    }
}

/// A step: it either places one digit or eliminates at least one candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its name.
    pub technique: Technique,
    /// The candidate it places.
    pub placed: Option<Candidate>,
    /// The eliminated candidates, each once, in order of elimination, which decides the order of new singles. Empty if the step
    /// places a digit.
    pub eliminated: Vec<Candidate>,
    /// Its points.
    pub score: u32,
}

impl Step {
    /// A step that fills a cell; digits count from 0 here and below.
    pub(super) fn place(technique: Technique, cell: usize, digit: usize) -> Self {
        Self { technique, placed: Some(Candidate::new(cell, digit)), eliminated: Vec::new(), score: 0 }
    }

    /// A step that eliminates these candidates in this order, without duplicates.
    pub(super) fn eliminate(technique: Technique, candidates: impl IntoIterator<Item = Candidate>) -> Self {
        let mut eliminated = Vec::new();
        for candidate in candidates {
            if !eliminated.contains(&candidate) {
                eliminated.push(candidate);
            }
        }
        Self { technique, placed: None, eliminated, score: 0 }
    }

    /// A step that eliminates one digit, from one set of cells after the other.
    pub(super) fn from_sets(technique: Technique, sets: &[Cells], digit: usize) -> Self {
        Self::eliminate(technique, sets.iter().flat_map(|&set| each(set).map(move |c| Candidate::new(c, digit))))
    }

    /// A step that eliminates one digit from some cells.
    pub(super) fn from_cells(technique: Technique, cells: Cells, digit: usize) -> Self {
        Self { technique, placed: None, eliminated: each(cells).map(|c| Candidate::new(c, digit)).collect(), score: 0 }
    }
}

/// The weighted sum that orders steps with equally many eliminations: the weight of each cell is 80 more than that of the one
/// before it.
pub(super) fn weighted_sum(eliminated: &[Candidate]) -> i64 {
    let weights = (0..).map(|i| 1 + 80 * i);
    eliminated.iter().zip(weights).map(|(c, weight): (_, i64)| i64::from(c.cell) * weight + i64::from(c.digit)).sum()
}
