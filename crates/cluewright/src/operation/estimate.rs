//! `count --estimate`: estimates the number of solutions.

use super::{Operation, PuzzleRequest};
use crate::error::Error;
use crate::report::{Answer, Clashed, Estimated, Status};
use cluewright_search::{Limits, Solver};

crate::question! {
    /// Estimates the number of solutions by random dives.
    pub struct Estimate = "estimate" {
        /// The number of random dives; a dive chooses a random digit at each branch, and ends at the first solution or
        /// contradiction.
        samples: u32 = 1_000,
        /// The seed for the random choices: the same seed makes the same dives.
        seed: u64 = 0,
    }
}

impl Operation for Estimate {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        if let Some(clash) = asked.compiled.contradiction(limits) {
            return Ok(Answer::Clashed(Clashed { status: Status::None, clash }));
        }
        let board = asked.compiled.board();
        let answer = Solver::new(asked.compiled.model()).estimate(&board, self.samples, self.seed, limits);
        let finite = |x: f64| if x.is_finite() { rounded(x) } else { -1.0 };
        let found = &answer.value;
        Ok(Answer::Estimated(Estimated {
            estimate: finite(found.count),
            error: finite(found.error),
            samples: found.samples,
            hits: found.hits,
            limited: !answer.complete(),
        }))
    }

    fn heading(&self) -> &'static [&'static str] {
        &["estimate", "error", "samples", "hits"]
    }
}

/// Rounds to nine significant digits: more than the estimate's precision, and every JSON reader preserves them.
fn rounded(x: f64) -> f64 {
    format!("{x:.8e}").parse().unwrap_or(x)
}
