//! `last-right`: the last position of a history from which the solution can still be reached.

use crate::call::{Call, Nothing};
use crate::message::{Code, Failure};
use crate::work::Work;
use cluewright::hint::{mistake_count, player_state};
use cluewright::position::Position;
use cluewright::report::Status;
use serde::Serialize;

cluewright::question! {
    /// Finds the last position of a history in which nothing was wrong.
    pub(crate) struct LastRight = "last-right" {
        /// The positions, the oldest first.
        history: Vec<Position>,
        /// Use only what fog lets the player see in the newest position.
        fog: bool = true,
    }
}

/// The answer to `last-right`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct LastFound {
    /// The number of solutions; unless there is exactly one, positions are checked only against the rules.
    status: Status,
    /// The index of the last correct position, from 0; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<usize>,
    /// The errors in the position after the last correct one, one sentence per error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mistakes: Vec<String>,
    /// The number of mistakes that cause the errors in `mistakes`: errors that share a cell count once.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
}

/// The number of cells and pairs of digits checked between two polls of the stop signal: about ten milliseconds.
const POLL: usize = 500_000;

impl Call for LastRight {
    type Partial = Nothing;
    type Answer = LastFound;

    fn answer(self, work: &mut Work<'_>) -> Result<LastFound, Failure> {
        let opened = work.opened()?;
        let compiled = opened.compiled();
        let truth = work.limited("solving", |limits| opened.document().truth(limits));
        let mut answer =
            LastFound { status: Status::of(&truth.verdict), last: None, mistakes: Vec::new(), count: None };
        let seen = match self.history.last().filter(|_| self.fog) {
            Some(now) => {
                let now = now.progress(compiled)?;
                work.limited("solving", |limits| work.asked(&opened).player_view(&now, limits))?
            }
            None => None,
        };
        let mut looked = 0;
        for (i, position) in self.history.iter().enumerate().rev() {
            // The latest positions come before the first poll, so they are checked even if the search for the solution has used
            // up all the time.
            if looked >= POLL {
                looked = 0;
                if work.limited("looking", |limits| limits.stop.is_some_and(|stop| stop())) {
                    return Err(Failure::new(Code::Limit, "stopped before a correct position was found"));
                }
            }
            let progress = position.progress(compiled)?;
            // Compares digits with each other.
            looked += compiled.model().len() + progress.len() * progress.len();
            let state = match &seen {
                Some(seen) => player_state(&seen.compiled, &seen.progress(&progress), &truth),
                None => player_state(compiled, &progress, &truth),
            };
            match state {
                Ok(_) => {
                    answer.last = Some(i);
                    break;
                }
                Err(mistakes) => {
                    answer.mistakes = mistakes.iter().map(ToString::to_string).collect();
                    answer.count = Some(mistake_count(&mistakes));
                }
            }
        }
        Ok(answer)
    }
}
