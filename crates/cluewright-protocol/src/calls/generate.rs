//! `generate`: new puzzles with the shape, rules and clues of one.

use super::Call;
use crate::message::{Code, Failure};
use crate::work::Work;
use cluewright::generate::{Generator, Hopeless, Made, Quota, Symmetry, Wanted};
use cluewright::report::GeneratedReport;
use cluewright::{Document, formats};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};

/// Makes puzzles; each comes as a part of the answer as soon as it is there.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Generate {
    /// How many.
    #[serde(default = "one")]
    count: u32,
    /// In how many attempts at most; absent: 20,000 for each.
    #[serde(default)]
    attempts: Option<u64>,
    /// The seed: the same one makes the same puzzles.
    #[serde(default)]
    seed: u64,
    /// Fewest and most givens.
    #[serde(default)]
    givens: Option<(u32, u32)>,
    /// Has no given to be needless?
    #[serde(default)]
    minimal: bool,
    /// How the places of the givens repeat.
    #[serde(default)]
    symmetry: Turn,
    /// From which difficulty of the hardest step to which.
    #[serde(default)]
    difficulty: Option<(f64, f64)>,
    /// Need nobody be told how hard they are? That takes most of the time.
    #[serde(default)]
    unrated: bool,
    /// The format they are written in.
    #[serde(default = "clue")]
    format: String,
}

fn one() -> u32 {
    1
}

fn clue() -> String {
    "clue".to_owned()
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Turn {
    #[default]
    None,
    Rotate,
    Quarter,
    Horizontal,
    Vertical,
    Diagonal,
}

/// The answer of `generate`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Done {
    /// How many were made.
    made: u32,
    /// Attempts that were judged.
    attempts: u64,
    /// Why there are no more, when there are fewer than wanted: a sentence without a full stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<String>,
}

impl Call for Generate {
    const NAME: &'static str = "generate";
    const ABOUT: &'static str = "Makes puzzles with the shape, rules and clues of one, whose givens are left out.";
    type Partial = GeneratedReport;
    type Answer = Done;

    fn answer(self, work: &mut Work<'_>) -> Result<Done, Failure> {
        let opened = work.opened()?;
        let format = formats::by_id(&self.format)?;
        let mut puzzle = opened.compiled().puzzle().clone();
        puzzle.givens.clear();
        puzzle.solution.clear();
        puzzle.progress.clear();
        puzzle.foreign = None;
        // A difficulty beyond all numbers is the greatest there is.
        let tenths = |x: f64| format!("{:.0}", (x * 10.0).clamp(0.0, f64::from(u16::MAX))).parse().unwrap_or(u16::MAX);
        let wanted = Wanted {
            givens: self.givens,
            minimal: self.minimal,
            symmetry: match self.symmetry {
                Turn::None => Symmetry::None,
                Turn::Rotate => Symmetry::Rotate,
                Turn::Quarter => Symmetry::Quarter,
                Turn::Horizontal => Symmetry::Horizontal,
                Turn::Vertical => Symmetry::Vertical,
                Turn::Diagonal => Symmetry::Diagonal,
            },
            difficulty: self.difficulty.map(|(from, to)| (tenths(from), tenths(to))),
            unrated: self.unrated,
            seed: self.seed,
        };
        let shape = &puzzle.shape;
        if matches!(self.symmetry, Turn::Quarter | Turn::Diagonal) && shape.height() != shape.width() {
            return Err(Failure::new(Code::BadInput, "this symmetry needs a square grid")
                .hint("rotate, horizontal and vertical do not"));
        }
        let attempts = self.attempts.unwrap_or(u64::from(self.count).saturating_mul(20_000));
        let quota = Quota { puzzles: self.count, attempts, threads: work.session.caps.threads };
        let base = work.limited("reading", |limits| {
            let stop = || limits.stop.is_some_and(|stop| stop());
            opened.compiled().with_puzzle_until(puzzle, &stop)
        })?;
        let base = Document::from(base);
        let (made, judged, failure) = (Cell::new(0u32), Cell::new(0u64), RefCell::new(None));
        let ended = work.limited("generating", |limits| {
            let generator = Generator::new(base.compiled(), wanted, limits)?;
            generator.run(&quota, limits, |found| match found {
                Made::Puzzle(puzzle) => {
                    made.set(made.get() + 1);
                    let text = format.write(&puzzle.puzzle).or_else(|_| {
                        let mut bare = puzzle.puzzle.clone();
                        bare.solution.clear();
                        format.write(&bare)
                    });
                    match text {
                        Ok((text, _)) => work.partial(GeneratedReport::new(made.get(), &puzzle, text)),
                        Err(error) => {
                            failure.borrow_mut().get_or_insert(Failure::from(error));
                        }
                    }
                }
                Made::Attempt(so_far) => {
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
            Err(Hopeless::NoSolution) => {
                return Err(Failure::new(Code::NoPuzzle, "these rules have no solution at all"));
            }
            Err(why) => Some(why.to_string()),
        };
        Ok(Done { made: made.get(), attempts: judged.get(), ended })
    }
}
