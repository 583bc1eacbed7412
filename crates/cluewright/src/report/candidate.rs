//! A candidate, and words: what all answers are made of.

use crate::compiled::Compiled;
use cluewright_core::Candidate;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A word of ours, or the same read back.
pub type Word = Cow<'static, str>;

/// A candidate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CandidateReport {
    /// `r1c1`, or an extra cell's name.
    pub cell: String,
    /// The number it stands for.
    pub value: i32,
}

impl CandidateReport {
    /// From a candidate.
    pub fn new(compiled: &Compiled, c: Candidate) -> Self {
        Self { cell: compiled.model().cell_name(c.cell), value: compiled.model().number(c) }
    }

    pub(super) fn all(compiled: &Compiled, list: &[Candidate]) -> Vec<Self> {
        list.iter().map(|&c| Self::new(compiled, c)).collect()
    }
}
