//! `generate`: new puzzles with the shape and rules of a given puzzle, and with new givens for its clues or with new clues.

use crate::call::Call;
use crate::message::{Code, Failure};
use crate::work::Work;
use cluewright::generate::{Generate, GenerateError, GenerateEvent, Maker};
use cluewright::report::GeneratedReport;
use serde::Serialize;
use std::cell::{Cell, RefCell};

/// The answer to `generate`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Done {
    /// The number of puzzles made.
    made: u32,
    /// The number of attempts that were made.
    attempts: u64,
    /// If there are fewer puzzles than requested: the reason, as a sentence without a full stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<String>,
}

impl Call for Generate {
    type Partial = GeneratedReport;
    type Answer = Done;

    fn answer(self, work: &mut Work<'_>) -> Result<Done, Failure> {
        let opened = work.opened()?;
        let (format, quota) = (self.to.0, self.quota(work.state.caps.threads));
        let puzzle = opened.compiled().puzzle().clone();
        let maker = work.limited("reading", |limits| Maker::new(puzzle, self.wish, limits))?;
        let (made, judged, failure) = (Cell::new(0u32), Cell::new(0u64), RefCell::new(None));
        let ended = work.limited("generating", |limits| {
            maker.run(&quota, limits, |found| match found {
                GenerateEvent::Puzzle(puzzle) => {
                    made.set(made.get() + 1);
                    match puzzle.write(format) {
                        Ok(written) => {
                            let lost = written.lost();
                            let mut report = GeneratedReport::new(made.get(), &puzzle, written.text, lost);
                            report.covered = maker.covered(&puzzle.puzzle);
                            work.partial(report);
                        }
                        Err(error) => {
                            failure.borrow_mut().get_or_insert(error.into());
                        }
                    }
                }
                GenerateEvent::Attempt(so_far) => {
                    judged.set(so_far.attempts);
                    let share = f64::from(so_far.found) / f64::from(self.count.max(1));
                    work.progress(share, || format!("attempt {}", so_far.attempts));
                }
                _ => {}
            })
        });
        if let Some(failure) = failure.into_inner() {
            return Err(failure);
        }
        let ended = match ended {
            Ok(()) => None,
            Err(GenerateError::NoSolution) => {
                return Err(Failure::new(Code::NoPuzzle, "these rules have no solution at all"));
            }
            Err(why) => Some(why.to_string()),
        };
        Ok(Done { made: made.get(), attempts: judged.get(), ended })
    }
}
