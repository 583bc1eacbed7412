//! `steps`: every step that can be made now.

use super::{Asked, Operation};
use crate::cells::cells_named;
use crate::error::Error;
use crate::explain::{Available, Choice, ExplainOptions, available};
use crate::hint::player_state;
use crate::report::{Answer, HighlightReport, Listed, ListedStep, StepReport};
use crate::ways::Ways;
use cluewright_core::{BadInput, Candidate};
use cluewright_search::Limits;

/// Which steps can be made now?
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// By which techniques, and how many are looked for.
    pub ways: Ways,
    /// Only steps about these cells, by the names that [`cells_named`] knows; empty: any.
    pub cells: Vec<String>,
    /// Only steps about these digits, as they are written; empty: any.
    pub digits: Vec<String>,
    /// Are other ways to the same conclusion told?
    pub other_ways: bool,
}

impl Operation for Steps {
    fn ask(&self, asked: &Asked<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let (compiled, model) = (asked.compiled, asked.compiled.model());
        let cells = cells_named(compiled, &self.cells)?;
        let known = |digit: &String| {
            model.answer_cells().any(|c| {
                model.cells()[c.index()].domain.iter().any(|v| model.value_name(Candidate::new(c, v)) == *digit)
            })
        };
        if let Some(digit) = self.digits.iter().find(|d| !known(d)) {
            return Err(BadInput::new(format!("`{digit}` is no digit of this puzzle")).into());
        }
        let truth = asked.truth(&limits.before());
        if let Some(clashed) = asked.clashed(&truth, limits) {
            return Ok(Answer::Clashed(clashed));
        }
        let state = match player_state(compiled, asked.progress(), &truth) {
            Ok(state) => state,
            Err(mistakes) => {
                let mistakes = mistakes.iter().map(ToString::to_string).collect();
                let listed = Listed { status: "mistakes".into(), complete: true, mistakes, steps: Vec::new() };
                return Ok(Answer::Listed(listed));
            }
        };
        let position = state.clone();
        let options = ExplainOptions { start: Some(state), ways: self.ways.clone(), truth: Some(&truth) };
        let Choice { steps: mut found, complete } = available(compiled, options, limits);
        let here = |c: &Candidate| cells.is_empty() || cells.contains(&c.cell);
        let this = |c: &Candidate| self.digits.is_empty() || self.digits.contains(&model.value_name(*c));
        found.retain(|a| {
            let about = || a.step.placements.iter().chain(&a.step.eliminations);
            about().any(here) && about().any(this)
        });
        let status = match (found.is_empty(), complete) {
            (true, true) => "none",
            (true, false) => "unknown",
            (false, _) => "steps",
        };
        let entry = |found: &Available| {
            let report = |step, text: &cluewright_logic::text::Text| {
                let mut report = StepReport::new(compiled, step, text.short.clone(), &text.details);
                if asked.highlights {
                    report.highlights = HighlightReport::of(compiled, &position, step);
                }
                report
            };
            let others = if self.other_ways { found.others.as_slice() } else { &[] };
            ListedStep {
                step: report(&found.step, &found.text),
                other_ways: others.iter().map(|(step, text)| report(step, text)).collect(),
                others: found.others.len(),
            }
        };
        let steps = found.iter().map(entry).collect();
        Ok(Answer::Listed(Listed { status: status.into(), complete, mistakes: Vec::new(), steps }))
    }

    fn look(&self) -> Option<u64> {
        Some(2)
    }

    fn heading(&self) -> &'static [&'static str] {
        &["status", "complete", "steps", "technique", "text"]
    }
}
