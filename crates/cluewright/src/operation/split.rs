//! `count --split`: how many solutions under every combination of values of some cells.

use super::{Asked, LISTED, Operation};
use crate::cells::cells_named;
use crate::error::Error;
use crate::report::{Answer, CandidateReport, Clashed, ExtraReport, ScenarioReport, SplitReport, Status};
use crate::split::{Scenario, SplitOptions, split};
use cluewright_core::{Candidate, Cell};
use cluewright_search::Limits;

/// How many solutions are there in each case?
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// The cells, by the names that [`cells_named`] knows.
    pub cells: Vec<String>,
    /// Where counting ends in each case; 0: nowhere.
    pub limit: u64,
    /// So many cases drawn at random; without it all of them.
    pub sample: Option<u32>,
    /// What they are drawn from.
    pub seed: u64,
    /// Are solutions listed, when there are fewer than [`LISTED`] in all?
    pub list: bool,
}

impl Operation for Split {
    fn ask(&self, asked: &Asked<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let compiled = asked.compiled;
        if let Some(clash) = compiled.contradiction(limits) {
            return Ok(Answer::Clashed(Clashed { status: Status::None, clash }));
        }
        let cells = cells_named(compiled, &self.cells)?;
        let keep = if self.list { LISTED } else { 0 };
        let options = SplitOptions { sample: self.sample, seed: self.seed, most: self.limit, keep };
        let found = split(compiled, &cells, &options, limits)?;
        let exact = |s: &Scenario| s.stopped.is_none() && (self.limit == 0 || s.count < self.limit);
        let complete = found.scenarios.iter().all(|s| s.stopped.is_none());
        let looked = found.scenarios.len() as u64;
        let wanted = self.sample.map_or(found.combinations, |n| u64::from(n).min(found.combinations));
        let total: u64 = found.scenarios.iter().map(|s| s.count).sum();
        let list = self.list && total < LISTED as u64;
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
