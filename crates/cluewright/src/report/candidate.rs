//! Candidates and words, of which all answers consist.

use crate::cells::cells_named;
use crate::compiled::Compiled;
use crate::error::Error;
use cluewright_core::{BadInput, Candidate, Cell};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A word from the fixed vocabulary of this program, such as a status, or a word read back from JSON.
pub type Word = Cow<'static, str>;

/// A candidate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CandidateReport {
    /// The cell's name: `r1c1`, or an extra cell's name.
    pub cell: String,
    /// The candidate's value: the number that would be written in the cell.
    pub value: i32,
}

impl CandidateReport {
    /// The report for a candidate.
    pub fn new(compiled: &Compiled, c: Candidate) -> Self {
        Self { cell: compiled.model().cell_name(c.cell), value: compiled.model().number(c) }
    }

    /// The corresponding candidate of this puzzle.
    ///
    /// Errors: the cell does not exist, or cannot have this number.
    pub fn candidate(&self, compiled: &Compiled) -> Result<Candidate, Error> {
        let (model, cell) = (compiled.model(), cell_named(compiled, &self.cell)?);
        let all = model.blank_board().values(cell);
        let found = all.iter().map(|v| Candidate::new(cell, v)).find(|&c| model.number(c) == self.value);
        let wrong = || BadInput::new(format!("{} cannot be {}", self.cell, self.value));
        Ok(found.ok_or_else(wrong)?)
    }

    /// The reports for some candidates.
    pub fn all(compiled: &Compiled, list: &[Candidate]) -> Vec<Self> {
        list.iter().map(|&c| Self::new(compiled, c)).collect()
    }
}

/// The cell with this name.
///
/// Errors: the name does not refer to exactly one cell.
pub(super) fn cell_named(compiled: &Compiled, name: &String) -> Result<Cell, Error> {
    match cells_named(compiled, std::slice::from_ref(name))?[..] {
        [cell] => Ok(cell),
        _ => Err(BadInput::new(format!("`{name}` is not the name of a single cell")).into()),
    }
}

impl crate::question::Word for Vec<CandidateReport> {
    const KIND: crate::question::Kind = crate::question::Kind::Data;
    const SHOWN: &'static str = "";
}
