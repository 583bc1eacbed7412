//! What a table says: the data of its premise.

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
    /// What bars ways.
    pub(super) bars: Vec<Bar>,
    /// What goes.
    pub(super) gone: Vec<Candidate>,
    /// How many ways there are, and how many of them are left.
    pub(super) ways: [usize; 2],
    /// The cells that are open, and the ways that are left, when they are few.
    pub(super) open: Vec<Cell>,
    pub(super) left: Vec<Vec<Value>>,
    pub(super) cases: Vec<Case>,
}

/// Why a candidate goes.
#[derive(PartialEq, Debug)]
pub(super) struct Case {
    pub(super) candidate: Candidate,
    /// How many ways have it, and these, when they are few: what the other open cells hold.
    pub(super) count: usize,
    pub(super) ways: Vec<Vec<(Cell, Value)>>,
    /// When there are none: what is left of other cells of the table that see it.
    pub(super) squeezed: Vec<(Cell, ValueSet)>,
    /// How all these ways fail.
    pub(super) how: Option<How>,
}
