//! A puzzle that was made, and how hard it is.

use crate::report::{ExtraReport, ScaleReport};
use cluewright_core::Puzzle;
use cluewright_logic::{Outcome, Profile};

/// A new puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Generated {
    /// The puzzle, with its solution recorded.
    pub puzzle: Puzzle,
    /// What its solution holds in extra cells, where it has such.
    pub extra: Vec<ExtraReport>,
    /// How hard it is for people; `None` when that need not be told.
    pub difficulty: Option<Difficulty>,
    /// What the scale says of it that was asked for.
    pub rating: Option<ScaleReport>,
    /// The number of the attempt that made it.
    pub attempt: u64,
}

/// How hard a new puzzle is for people.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Difficulty {
    /// The steps of its walk, summed up.
    pub profile: Profile,
    /// How the walk ended that says so.
    pub outcome: Outcome,
}
