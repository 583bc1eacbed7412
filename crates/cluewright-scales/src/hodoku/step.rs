//! A step of a solution: its technique, and the digit that it places or the candidates that it eliminates.

use super::geometry::{Cells, each};
use super::technique::Technique;

/// A candidate: a cell (0-80, row by row) and a digit (1-9). Candidates are ordered by digit, then by cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The digit, 1-9.
    pub digit: u8,
    /// The cell, 0-80, row by row from the top left.
    pub cell: u8,
}

impl Candidate {
    /// The candidate for a cell and a digit, where the digit is counted from 0.
    pub(super) fn new(cell: usize, digit: usize) -> Self {
        Self { digit: digit as u8 + 1, cell: cell as u8 }
    }
}

/// A step: it either places one digit or eliminates at least one candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique that gives the step its name.
    pub technique: Technique,
    /// The candidate that the step places, if any.
    pub placed: Option<Candidate>,
    /// The eliminated candidates without duplicates, in the order of elimination, which determines the order of new singles. Empty
    /// if the step places a digit.
    pub eliminated: Vec<Candidate>,
    /// The points that the step adds to the score.
    pub score: u32,
}

impl Step {
    /// A step that fills a cell. In the functions of this file, digits are counted from 0.
    pub(super) fn place(technique: Technique, cell: usize, digit: usize) -> Self {
        Self { technique, placed: Some(Candidate::new(cell, digit)), eliminated: Vec::new(), score: 0 }
    }

    /// A step that eliminates these candidates in this order; duplicates are dropped.
    pub(super) fn eliminate(technique: Technique, candidates: impl IntoIterator<Item = Candidate>) -> Self {
        let mut eliminated = Vec::new();
        for candidate in candidates {
            if !eliminated.contains(&candidate) {
                eliminated.push(candidate);
            }
        }
        Self { technique, placed: None, eliminated, score: 0 }
    }

    /// A step that eliminates one digit from several sets of cells, one set after another.
    pub(super) fn from_sets(technique: Technique, sets: &[Cells], digit: usize) -> Self {
        Self::eliminate(technique, sets.iter().flat_map(|&set| each(set).map(move |c| Candidate::new(c, digit))))
    }

    /// A step that eliminates one digit from some cells.
    pub(super) fn from_cells(technique: Technique, cells: Cells, digit: usize) -> Self {
        Self { technique, placed: None, eliminated: each(cells).map(|c| Candidate::new(c, digit)).collect(), score: 0 }
    }
}

/// The weighted sum that decides between steps with equally many eliminations. The weight of each cell is 80 higher than the weight
/// of the previous cell.
pub(super) fn weighted_sum(eliminated: &[Candidate]) -> i64 {
    let weights = (0..).map(|i| 1 + 80 * i);
    eliminated.iter().zip(weights).map(|(c, weight): (_, i64)| i64::from(c.cell) * weight + i64::from(c.digit)).sum()
}
