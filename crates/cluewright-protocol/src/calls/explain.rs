//! `explain`: solves a puzzle step by step, and sends each step as it is found.

use super::typed::OrClash;
use crate::call::Call;
use crate::message::Failure;
use crate::work::Work;
use cluewright::operation::{self, Stage};
use cluewright::report::{Explained, HighlightReport, StepReport, WrittenReport};
use serde::Serialize;

cluewright::question! {
    /// Solves a puzzle as a person would, one step at a time, with the reason for each step.
    pub(crate) struct Explain = "explain" {
        /// Send each step as a partial answer as soon as it is found; the final answer then contains no steps. Not available in
        /// fog.
        stream: bool = false,
        /// Include, with each step sent, the position before the step.
        positions: bool = false,
    }
    with {
        /// The question.
        explain: operation::Explain
    }
}

/// A step, sent as soon as it is found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct FoundStep {
    /// The number of the step, from 1.
    number: usize,
    /// The number of cells that were filled in before the step.
    filled: usize,
    /// The step.
    step: StepReport,
    /// The position before the step: each cell's digit or remaining candidates. Absent unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Vec<WrittenReport>>,
}

impl Call for Explain {
    type Partial = FoundStep;
    type Answer = OrClash<Explained>;

    fn answer(self, work: &mut Work<'_>) -> Result<OrClash<Explained>, Failure> {
        let opened = work.opened()?;
        let compiled = opened.compiled();
        let operation = &self.explain;
        let asked = work.asked(&opened);
        if operation.fog {
            let asked = operation::PuzzleRequest { highlights: true, ..asked };
            return work.ask("explaining", operation, &asked);
        }
        let tell = |stage: Stage<'_>| {
            let Stage::Step(found) = stage else { return };
            work.progress(found.share, || format!("step {}", found.number));
            if self.stream {
                let mut step = StepReport::found(compiled, found.state, found.step, found.text);
                step.highlights = HighlightReport::of(compiled, found.state, found.step);
                let position = self.positions.then(|| WrittenReport::all(compiled, found.state));
                work.partial(FoundStep { number: found.number, filled: found.filled, step, position });
            }
        };
        Ok(match work.limited("explaining", |limits| operation.explore(&asked, limits, &tell)) {
            Ok(explored) => {
                let mut report = explored.report(compiled);
                if self.stream {
                    report.steps.clear();
                } else {
                    report = report.with_highlights(compiled, &explored.walked);
                }
                OrClash::Told(report)
            }
            Err(clashed) => OrClash::Clashed(clashed),
        })
    }
}
