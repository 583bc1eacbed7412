//! `count --split`: counts the solutions separately for every combination of values in some cells.

use super::{Operation, PuzzleRequest};
use crate::cells::cells_named;
use crate::error::Error;
use crate::question::Names;
use crate::report::{Answer, CandidateReport, Clashed, ExtraReport, ScenarioReport, SplitReport, Status};
use crate::split::{Scenario, SplitOptions, split};
use cluewright_core::{Candidate, Cell};
use cluewright_search::Limits;

crate::question! {
    /// Counts the solutions separately for every combination of values in some cells.
    pub struct Split = "split" {
        /// The cells: single cells (r1c1,r2c5; or A1,B5, where the letter is the row), a range (A1-A3), a row (r1), a column (c2)
        /// or a box (b3).
        cells: Names,
        /// Stop counting at this number of solutions for each combination; 0 counts all of them.
        limit: u64 = 0,
        /// The number of combinations to choose at random; default: all.
        sample: Option<u32> = None,
        /// The seed for the random choices: the same seed chooses the same combinations.
        seed: u64 = 0,
        /// Also list the solutions, if all combinations together have fewer than a hundred.
        list: bool = false,
    }
}

/// Solutions are listed if there are fewer than this many for all combinations together.
pub const SPLIT_LISTED: usize = 100;

impl Operation for Split {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let compiled = asked.compiled;
        if let Some(clash) = compiled.contradiction(limits) {
            return Ok(Answer::Clashed(Clashed { status: Status::None, clash }));
        }
        let cells = cells_named(compiled, &self.cells)?;
        let keep = if self.list { SPLIT_LISTED } else { 0 };
        let options = SplitOptions { sample: self.sample, seed: self.seed, most: self.limit, keep };
        let found = split(compiled, &cells, &options, limits)?;
        let exact = |s: &Scenario| s.stopped.is_none() && (self.limit == 0 || s.count < self.limit);
        let complete = found.scenarios.iter().all(|s| s.stopped.is_none());
        let looked = found.scenarios.len() as u64;
        let wanted = self.sample.map_or(found.combinations, |n| u64::from(n).min(found.combinations));
        let total: u64 = found.scenarios.iter().map(|s| s.count).sum();
        let list = self.list && total < SPLIT_LISTED as u64;
        let candidate = |cell, value| CandidateReport::new(compiled, Candidate::new(cell, value));
        let listed = |s: &'_ Scenario| if list { s.solutions.clone() } else { Vec::new() };
        let scenario = |s: &Scenario| ScenarioReport {
            values: cells.iter().zip(&s.values).map(|(&c, &v)| candidate(c, v)).collect(),
            count: s.count,
            exact: exact(s),
            solutions: listed(s).iter().map(|s| compiled.digits_text(s)).collect(),
            extra: ExtraReport::of_each(compiled, &listed(s)),
        };
        let never = Cell::all(found.false_everywhere.len()).zip(&found.false_everywhere);
        Ok(Answer::Split(SplitReport {
            combinations: found.combinations,
            contradictory: found.contradictory,
            conflicts: found.conflicts.clone(),
            scenarios: found.scenarios.iter().map(scenario).collect(),
            exhaustive: found.exhaustive,
            false_everywhere: never
                .flat_map(|(c, set)| set.iter().map(move |v| (c, v)))
                .map(|(c, v)| candidate(c, v))
                .collect(),
            limited: !complete || looked != wanted,
        }))
    }

    fn heading(&self) -> &'static [&'static str] {
        &["combinations", "looked_at", "solutions", "exhaustive"]
    }
}
