//! The data of a table's premise.

use super::table::{Bar, How};
use super::units::Clue;
use cluewright_core::{Candidate, Cell, Value, ValueSet};

/// The claim that certain candidates occur in no way to fill in the cells of some clues, once the ways after which a
/// house or cell around could not be completed are excluded.
#[derive(PartialEq, Debug)]
pub(super) struct Joint {
    pub(super) clues: Vec<Clue>,
    /// The cells of the table.
    pub(super) cells: Vec<Cell>,
    /// The houses and cells that exclude ways.
    pub(super) bars: Vec<Bar>,
    /// The removed candidates.
    pub(super) gone: Vec<Candidate>,
    /// The number of all ways, and of the ways that are not excluded.
    pub(super) ways: [usize; 2],
    /// The open cells, and the remaining ways as values of these cells; `left` is empty if there are too many ways to
    /// list.
    pub(super) open: Vec<Cell>,
    pub(super) left: Vec<Vec<Value>>,
    pub(super) cases: Vec<Case>,
}

/// The reason why a candidate is removed.
#[derive(PartialEq, Debug)]
pub(super) struct Case {
    pub(super) candidate: Candidate,
    /// The number of ways that contain the candidate; and if they are few, the values of the other open cells in each
    /// way.
    pub(super) count: usize,
    pub(super) ways: Vec<Vec<(Cell, Value)>>,
    /// If no way contains the candidate: the values that it leaves for other cells of the table that see it.
    pub(super) squeezed: Vec<(Cell, ValueSet)>,
    /// The common reason why the ways with the candidate fail, if there is one.
    pub(super) how: Option<How>,
}
