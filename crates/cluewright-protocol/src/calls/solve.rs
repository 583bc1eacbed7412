//! `solve`: the solution, and whether it is the only one.

use super::Call;
use crate::message::Failure;
use crate::work::Work;
use cluewright::operation::{self, Asked};
use cluewright::report::Answer;
use serde::Deserialize;

/// None, one or more solutions?
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Solve {
    /// Are search nodes to be told?
    #[serde(default)]
    stats: bool,
}

impl Call for Solve {
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "Finds the solution and says whether it is the only one.";
    type Answer = Answer;

    fn answer(self, work: &mut Work<'_>) -> Result<Answer, Failure> {
        let opened = work.opened()?;
        let asked = Asked { stats: self.stats, ..work.asked(&opened) };
        work.ask("solving", &operation::Solve, &asked)
    }
}
