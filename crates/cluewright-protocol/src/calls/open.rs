//! `open`: a puzzle that questions will be asked of.

use super::Call;
use crate::document::Opened;
use crate::message::{Code, Failure};
use crate::work::Work;
use cluewright::guess::Guess;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Opens a puzzle under the name of `doc`; one of that name is closed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    /// The puzzle, in any format.
    text: String,
    /// Rules to add: names, or texts in the rule language.
    #[serde(default)]
    rules: Vec<String>,
    /// Are drawings read as clues? Absent: as is usual for the format.
    guess: Option<bool>,
}

/// The answer of `open`.
#[derive(Debug, Serialize)]
pub(crate) struct PuzzleReport {
    format: &'static str,
}

pub(crate) fn guess(wish: Option<bool>) -> Option<Guess> {
    wish.map(|yes| if yes { Guess::Yes } else { Guess::No })
}

impl Call for Open {
    const NAME: &'static str = "open";
    const ABOUT: &'static str = "Reads a puzzle in any format and keeps it open under a name.";
    const NEEDS_PUZZLE: bool = false;
    type Answer = PuzzleReport;

    fn answer(self, work: &mut Work<'_>) -> Result<PuzzleReport, Failure> {
        let Some(name) = work.doc else {
            return Err(Failure::new(Code::BadRequest, "`open` has no `doc`").hint("any name: later requests bear it"));
        };
        let opened = work.limited("reading", |limits| {
            Opened::read(&self.text, &self.rules, guess(self.guess), limits.stop.expect("work can be stopped"))
        })?;
        let opened = Arc::new(opened);
        work.session.documents.put(name, Arc::clone(&opened), work.session.caps.documents)?;
        let report = PuzzleReport { format: opened.format() };
        work.opened = Some(opened);
        Ok(report)
    }
}
