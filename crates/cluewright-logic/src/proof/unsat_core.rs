//! A candidate that is impossible by a part of the model: gone through by that part alone.

use super::budget::Budget;
use super::replay::Replay;
use super::unproved::Unproved;
use crate::board::oracle::Assumption;
use cluewright_core::{Board, Candidate, Model};

/// Whether assuming the candidate on this board leads to a contradiction with the part's facts.
pub(super) fn refute(
    part: &Model,
    board: &Board,
    candidate: Candidate,
    budget: &mut Budget<'_>,
) -> Result<(), Unproved> {
    Replay::new(part).refute(board, &[Assumption { candidate, within: 0 }], budget)
}
