//! `steps`: lists every step that is possible now.

use super::{Operation, PuzzleRequest};
use crate::cells::cells_named;
use crate::error::Error;
use crate::explain::{Available, Choice, ExplainOptions, available};
use crate::hint::player_state;
use crate::position::{Position, of_player};
use crate::question::Names;
use crate::report::{Answer, HighlightReport, Listed, ListedStep, StepReport};
use crate::technique_filter::TechniqueFilter;
use cluewright_core::{BadInput, Candidate};
use cluewright_search::Limits;

crate::question! {
    /// Lists every step that is possible in the current position.
    pub struct Steps = "steps" {
        /// The player's grid; default: the grid in the puzzle.
        position: Option<Position> = None,
        /// List only steps that conclude something about these cells: single cells (r1c1,r2c5; or A1,B5, where the letter is the
        /// row), a range (A1-A3), a row (r1), a column (c2) or a box (b3).
        cells: Names = Names::default(),
        /// List only steps that conclude something about these digits.
        digits: Names = Names::default(),
        /// Include other ways to reach the same conclusion.
        other_ways: bool = false,
        /// The maximum number of steps to find; default: all.
        most: Option<usize> = None,
    }
    with {
        /// The techniques to use.
        ways: TechniqueFilter
    }
}

impl Operation for Steps {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let (compiled, model) = (asked.compiled, asked.compiled.model());
        let cells = cells_named(compiled, &self.cells)?;
        let written = of_player(self.position.as_ref(), compiled)?;
        let asked = &PuzzleRequest { progress: written.as_deref().or(asked.progress), ..*asked };
        let known = |digit: &String| {
            model.answer_cells().any(|c| {
                model.cells()[c.index()].domain.iter().any(|v| model.value_name(Candidate::new(c, v)) == *digit)
            })
        };
        if let Some(digit) = self.digits.iter().find(|d| !known(d)) {
            return Err(BadInput::new(format!("`{digit}` is not a digit of this puzzle")).into());
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
        let options = ExplainOptions {
            start: Some(state),
            ways: TechniqueFilter { steps: self.most.unwrap_or(self.ways.steps), ..self.ways.clone() },
            truth: Some(&truth),
        };
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
            let report = |step, text| {
                let mut report = StepReport::found(compiled, &position, step, text);
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

    fn classic_limit(&self) -> Option<u64> {
        Some(2)
    }

    fn heading(&self) -> &'static [&'static str] {
        &["status", "complete", "steps", "technique", "text"]
    }
}
