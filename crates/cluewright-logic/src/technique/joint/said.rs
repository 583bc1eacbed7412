//! What the premise of a step contains if the step comes from a table of all ways to fill in the cells of some clues.

use super::table::{Bar, How};
use super::units::Clue;
use cluewright_core::{Candidate, Cell, Value, ValueSet};

/// The claim that certain candidates occur in no way to fill in the cells of some clues, if ways that leave a nearby
/// house or cell impossible to complete are excluded.
#[derive(PartialEq, Debug)]
pub(super) struct Joint {
    pub(super) clues: Vec<Clue>,
    /// The cells of the table.
    pub(super) cells: Vec<Cell>,
    /// The houses and cells that exclude ways.
    pub(super) bars: Vec<Bar>,
    /// The removed candidates.
    pub(super) gone: Vec<Candidate>,
    /// The total number of ways, and the number of ways that are not excluded.
    pub(super) ways: [usize; 2],
    /// The open cells, and the remaining ways as lists of their values; `left` is empty if there are too many ways to
    /// list.
    pub(super) open: Vec<Cell>,
    pub(super) left: Vec<Vec<Value>>,
    pub(super) cases: Vec<Case>,
}

/// The reason why a candidate is removed.
#[derive(PartialEq, Debug)]
pub(super) struct Case {
    pub(super) candidate: Candidate,
    /// The number of ways that contain the candidate and, if there are only a few, the values of the other open cells
    /// in each of these ways.
    pub(super) count: usize,
    pub(super) ways: Vec<Vec<(Cell, Value)>>,
    /// If no way contains the candidate: the values that the candidate leaves for other cells of the table that it
    /// sees.
    pub(super) squeezed: Vec<(Cell, ValueSet)>,
    /// The common reason why all ways with the candidate fail, if there is one.
    pub(super) how: Option<How>,
}
