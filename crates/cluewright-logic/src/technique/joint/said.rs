//! The data of a table's premise.

use super::table::{Bar, How};
use super::units::Clue;
use cluewright_core::{Candidate, Cell, Value, ValueSet};

/// The ways to fill in the cells of some clues, less those after which something around could not be completed, leave out
/// some candidates.
#[derive(PartialEq, Debug)]
pub(super) struct Joint {
    pub(super) clues: Vec<Clue>,
    /// The cells of the table.
    pub(super) cells: Vec<Cell>,
    /// The houses and cells that exclude ways.
    pub(super) bars: Vec<Bar>,
    /// The removed candidates.
    pub(super) gone: Vec<Candidate>,
    /// The number of all ways, and of the remaining ones.
    pub(super) ways: [usize; 2],
    /// The cells that are open, and the ways that are left, when they are few.
    pub(super) open: Vec<Cell>,
    pub(super) left: Vec<Vec<Value>>,
    pub(super) cases: Vec<Case>,
}

/// The reason why a candidate is removed.
#[derive(PartialEq, Debug)]
pub(super) struct Case {
    pub(super) candidate: Candidate,
    /// How many ways have it, and these, when they are few: what the other open cells hold.
    pub(super) count: usize,
    pub(super) ways: Vec<Vec<(Cell, Value)>>,
    /// When there are none: what is left of other cells of the table that see it.
    pub(super) squeezed: Vec<(Cell, ValueSet)>,
    /// The common reason why these ways fail.
    pub(super) how: Option<How>,
}
