//! `generate`: new puzzles with the shape and rules of one: new givens for its clues, or new clues as well.

use super::Call;
use super::asked::KnownScale;
use super::wish::{Band, Preferred, Regions, Turn, Wanted as How, kinds, technique_ids};
use crate::message::{Code, Failure};
use crate::work::Work;
use cluewright::core::ClueTree;
use cluewright::formats::{self, Format};
use cluewright::generate::{Aim, Generated, Generator, Hopeless, Kind, Made, Quota, Setter, Wanted, Wish, kinds_like};
use cluewright::report::GeneratedReport;
use cluewright::{Compiled, Limits, Puzzle};
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
    prefer: Preferred,
    /// Fewest and most givens; absent: as few as can be.
    #[serde(default)]
    givens: Option<(u32, u32)>,
    /// Is nothing of the puzzle to be needless? Absent: so where clues are made or a technique is wanted or avoided.
    #[serde(default)]
    minimal: Option<bool>,
    /// How the places of clues and givens repeat.
    #[serde(default)]
    symmetry: Turn,
    /// How hard: a level's word, of our own scale or of that which `scale` names; or `[from, to]`, of the hardest step or of
    /// that scale's leading figure.
    #[serde(default)]
    difficulty: Option<Band>,
    /// The scale that `difficulty` is on.
    #[serde(default)]
    scale: Option<KnownScale>,
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

/// What makes puzzles.
enum Maker {
    /// Only givens are new.
    Givens(Box<Compiled>, Wanted, Aim),
    /// Clues are, too, or the way a person solves the puzzle is prescribed.
    Clues(Box<Setter>),
}

impl Maker {
    fn run(&self, quota: &Quota, limits: &Limits<'_>, tell: impl FnMut(Made)) -> Result<(), Hopeless> {
        match self {
            Self::Givens(base, wanted, aim) => {
                Generator::new(base, *wanted, limits)?.aiming(*aim).run(quota, limits, tell)
            }
            Self::Clues(setter) => setter.run(quota, limits, tell),
        }
    }

    fn report(&self, number: u32, made: &Generated, text: String) -> GeneratedReport {
        let mut report = GeneratedReport::new(number, made, text);
        if let Self::Clues(setter) = self {
            report.covered = setter.makes_clues().then(|| setter.covered(&made.puzzle));
        }
        report
    }
}

impl Generate {
    /// What makes the puzzles asked for.
    fn maker(&self, compiled: &Compiled, limits: &Limits<'_>) -> Result<Maker, Failure> {
        let scale = self.scale.as_ref().map(|scale| scale.0);
        let (difficulty, level) = match self.difficulty.as_ref().map(|band| band.on(scale)).transpose()? {
            Some(How::Step(band)) => (Some(band), None),
            Some(How::Level(level)) => (None, Some(level)),
            None => (None, None),
        };
        let symmetry = self.symmetry.symmetry();
        let mut puzzle = compiled.puzzle().clone();
        puzzle.givens.clear();
        puzzle.solution.clear();
        puzzle.progress.clear();
        puzzle.foreign = None;
        if symmetry.is_square() && puzzle.shape.height() != puzzle.shape.width() {
            return Err(Failure::new(Code::BadInput, "this symmetry needs a square grid")
                .hint("rotate, horizontal, vertical and mirrors do not"));
        }
        if !self.is_setting(compiled) {
            let stop = || limits.stop.is_some_and(|stop| stop());
            let base = compiled.with_puzzle_until(puzzle, &stop)?;
            let minimal = self.minimal.unwrap_or(false);
            let (givens, unrated, seed) = (self.givens, self.unrated, self.seed);
            let wanted = Wanted { givens, minimal, symmetry, difficulty, unrated, seed };
            return Ok(Maker::Givens(Box::new(base), wanted, Aim { level, ..Aim::default() }));
        }
        let kinds = self.kinds(compiled, &mut puzzle)?;
        let wish = Wish {
            kinds,
            givens: self.givens,
            minimal: self.minimal.unwrap_or(true),
            symmetry,
            jigsaw: self.regions == Some(Regions::Random),
            prefer: self.prefer.prefer(),
            difficulty,
            level,
            technique: technique_ids(self.technique.as_slice())?.first().copied(),
            avoid: technique_ids(&self.avoid)?,
            unrated: self.unrated,
            seed: self.seed,
            ..Wish::default()
        };
        Ok(Maker::Clues(Box::new(Setter::new(&puzzle, &[], wish, limits)?)))
    }

    /// Is more than new givens wanted? Rules for clues among those of the whole grid are meant as kinds of clues.
    fn is_setting(&self, compiled: &Compiled) -> bool {
        let goals = self.technique.is_some() || !self.avoid.is_empty();
        let named = |name: &str| compiled.rules().rule(name).is_some_and(|rule| rule.is_clue);
        let wanted = compiled.puzzle().rules.iter().any(|rule| named(&rule.rule));
        !self.clues.is_empty() || self.like || self.regions.is_some() || goals || wanted
    }

    /// The kinds of clues to be made. What the puzzle says of itself stays only where it is still true.
    fn kinds(&self, compiled: &Compiled, puzzle: &mut Puzzle) -> Result<Vec<Kind>, Failure> {
        let mut kinds = kinds(&self.clues)?;
        let same = kinds.is_empty() && self.regions.is_none();
        if self.like {
            if kinds.is_empty() {
                kinds = kinds_like(puzzle, compiled.rules());
            }
            puzzle.clues.retain(|tree| !matches!(tree, ClueTree::One(_)));
        }
        if !same {
            puzzle.title.clear();
            puzzle.author.clear();
            puzzle.text.clear();
        }
        Ok(kinds)
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
        let maker = work.limited("reading", |limits| self.maker(opened.compiled(), limits))?;
        let (made, judged, failure) = (Cell::new(0u32), Cell::new(0u64), RefCell::new(None));
        let ended = work.limited("generating", |limits| {
            maker.run(&quota, limits, |found| match found {
                Made::Puzzle(puzzle) => {
                    made.set(made.get() + 1);
                    match written(format, &puzzle.puzzle) {
                        Ok(text) => work.partial(maker.report(made.get(), &puzzle, text)),
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
