//! `generate`: new puzzles with the shape and rules of one: new givens for its clues, or new clues as well.

use super::Call;
use super::known::{KnownPrefer, KnownScale, KnownSymmetry};
use super::wish::{Band, Regions, Wanted, kinds, technique_ids};
use crate::message::{Code, Failure};
use crate::work::Work;
use cluewright::formats::{self, Format};
use cluewright::generate::{Hopeless, Made, Maker, Quota, Wish};
use cluewright::report::GeneratedReport;
use cluewright::{Limits, Puzzle};
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
    /// Kinds of clues that are made, each a rule's name, with how many and, behind a colon, of how many cells: `arrow`,
    /// `killer-cage=10..14`, `thermometer=3:4..6`, `white-dot=all` (one wherever one is true).
    #[serde(default)]
    clues: Vec<String>,
    /// Are the puzzle's own clues left out? Where `clues` names none, about as many of the same kinds and sizes are made.
    #[serde(default)]
    like: bool,
    /// `random`: the grid has regions of its own, which are made, too.
    #[serde(default)]
    regions: Option<Regions>,
    /// What is preferred where clues are made.
    #[serde(default)]
    prefer: Option<KnownPrefer>,
    /// Fewest and most givens; absent: as few as can be.
    #[serde(default)]
    givens: Option<(u32, u32)>,
    /// Is nothing of the puzzle to be needless? Absent: so where clues are made or a technique is wanted or avoided.
    #[serde(default)]
    minimal: Option<bool>,
    /// How the places of clues and givens repeat.
    #[serde(default)]
    symmetry: Option<KnownSymmetry>,
    /// How hard: a level's word, of our own scale or of that which `scale` names; or `[from, to]`, of the hardest step or of
    /// that scale's leading figure.
    #[serde(default)]
    difficulty: Option<Band>,
    /// The scale that `difficulty` is on.
    #[serde(default)]
    scale: Option<KnownScale>,
    /// Has every puzzle a solution grid of its own, whatever the order of rows, columns and digits where there are no clues?
    #[serde(default)]
    distinct: bool,
    /// A technique without which, and with all that are rated below it, there is no going on.
    #[serde(default)]
    technique: Option<String>,
    /// Techniques that must not be needed.
    #[serde(default)]
    avoid: Vec<String>,
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

impl Generate {
    /// What makes the puzzles asked for.
    fn maker(&self, puzzle: Puzzle, limits: &Limits<'_>) -> Result<Maker, Failure> {
        let scale = self.scale.as_ref().map(|scale| scale.0);
        let (difficulty, level) = match self.difficulty.as_ref().map(|band| band.on(scale)).transpose()? {
            Some(Wanted::Step(band)) => (Some(band), None),
            Some(Wanted::Level(level)) => (None, Some(level)),
            None => (None, None),
        };
        let wish = Wish {
            kinds: kinds(&self.clues)?,
            givens: self.givens,
            minimal: self.minimal,
            symmetry: self.symmetry.map(|symmetry| symmetry.0).unwrap_or_default(),
            jigsaw: self.regions == Some(Regions::Random),
            prefer: self.prefer.map(|prefer| prefer.0).unwrap_or_default(),
            difficulty,
            level,
            distinct: self.distinct,
            technique: technique_ids(self.technique.as_slice())?.first().copied(),
            avoid: technique_ids(&self.avoid)?,
            unrated: self.unrated,
            seed: self.seed,
        };
        let maker = if self.like { Maker::like } else { Maker::new };
        Ok(maker(puzzle, wish, limits)?)
    }
}

/// A puzzle's text; one that a format cannot write with its solution is written without it.
fn written(format: &dyn Format, puzzle: &Puzzle) -> Result<String, Failure> {
    let text = format.write(puzzle).or_else(|_| {
        let mut bare = puzzle.clone();
        bare.solution.clear();
        format.write(&bare)
    })?;
    Ok(text.0)
}

impl Call for Generate {
    const NAME: &'static str = "generate";
    const ABOUT: &'static str =
        "Makes puzzles on the grid and rules of one: with its clues and new givens, or with new clues of any kinds.";
    type Partial = GeneratedReport;
    type Answer = Done;

    fn answer(self, work: &mut Work<'_>) -> Result<Done, Failure> {
        let opened = work.opened()?;
        let format = formats::by_id(&self.format)?;
        let attempts = self.attempts.unwrap_or(u64::from(self.count).saturating_mul(20_000));
        let quota = Quota { puzzles: self.count, attempts, threads: work.session.caps.threads };
        let maker = work.limited("reading", |limits| self.maker(opened.compiled().puzzle().clone(), limits))?;
        let (made, judged, failure) = (Cell::new(0u32), Cell::new(0u64), RefCell::new(None));
        let ended = work.limited("generating", |limits| {
            maker.run(&quota, limits, |found| match found {
                Made::Puzzle(puzzle) => {
                    made.set(made.get() + 1);
                    match written(format, &puzzle.puzzle) {
                        Ok(text) => {
                            let mut report = GeneratedReport::new(made.get(), &puzzle, text);
                            report.covered = maker.covered(&puzzle.puzzle);
                            work.partial(report);
                        }
                        Err(error) => {
                            failure.borrow_mut().get_or_insert(error);
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
