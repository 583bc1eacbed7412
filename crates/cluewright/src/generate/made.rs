//! A puzzle that was made, and how hard it is.

use crate::rate::Rating;
use crate::report::{ExtraReport, ScaleReport};
use cluewright_core::Puzzle;

/// A new puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Generated {
    /// The puzzle, with its solution recorded.
    pub puzzle: Puzzle,
    /// What its solution holds in extra cells, where it has such.
    pub extra: Vec<ExtraReport>,
    /// How hard it is for people; `None` when that need not be told.
    pub difficulty: Option<Rating>,
    /// What the scale says of it that was asked for.
    pub rating: Option<ScaleReport>,
    /// The number of the attempt that made it.
    pub attempt: u64,
}
