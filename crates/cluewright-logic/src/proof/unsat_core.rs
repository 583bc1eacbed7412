//! Checks that a part of the model alone refutes a candidate.

use super::budget::Budget;
use super::replay::Replay;
use super::unproved::Unproved;
use crate::board::oracle::Assumption;
use cluewright_core::{Board, Candidate, Model};

/// Proves that assuming the candidate on this board contradicts the facts of `part`. Fails if there is no contradiction
/// or the budget runs out.
pub(super) fn refute(
    part: &Model,
    board: &Board,
    candidate: Candidate,
    budget: &mut Budget<'_>,
) -> Result<(), Unproved> {
    Replay::new(part).refute(board, &[Assumption { candidate, within: 0 }], budget)
}
