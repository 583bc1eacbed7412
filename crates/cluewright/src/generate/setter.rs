//! Makes puzzles with clues of any rules.

use super::aim::grid_of;
use super::climb::made;
use super::cover::covered as cut_into_cages;
use super::draft::Draft;
use super::goal::Goal;
use super::ground::Ground;
use super::level::OnScale;
use super::made::Generated;
use super::options::{GenerateOptions, Hardness};
use super::regions::cut;
use super::run::{GenerateEvent, Quota, collected, in_order};
use super::words::covered;
use crate::compiled::Compiled;
use crate::error::Error;
use crate::generate_error::GenerateError;
use crate::scale::OWN_SCALE;
use crate::symmetry::Symmetry;
use cluewright_core::{BadInput, Puzzle, Random};
use cluewright_rules::syntax::ast::{Param, ParamKind, Shape};
use cluewright_search::{Limits, Stopped};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// Makes puzzles with new clues, on a grid with given rules.
///
/// ```
/// use cluewright::generate::{Kind, Kinds, Quota, Range, Setter, GenerateOptions};
/// use cluewright::{Limits, formats};
/// let grid = formats::read("grid: 4x4\n")?.puzzle;
/// let clues = Kinds(vec![Kind::read("killer-cage=1..8:2..3")?]);
/// let wish = GenerateOptions { clues, givens: Some(Range(0, 0)), ..GenerateOptions::default() };
/// let setter = Setter::new(&grid, &[], wish, &Limits::none())?;
/// let made = setter.puzzles(&Quota::default(), &Limits::none())?;
/// assert!(made[0].puzzle.givens.is_empty() && !made[0].puzzle.clues.is_empty());
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Debug)]
pub struct Setter {
    ground: Ground,
    wish: GenerateOptions,
    hardness: Hardness,
}

impl Setter {
    /// Prepares to make puzzles on the grid of `base`, with its rules and clues but without its givens. `texts`: rule texts from
    /// the user.
    ///
    /// Errors: the puzzle or a rule is invalid; a kind's rule does not exist or has no clues; or a level of another program's scale
    /// is requested for a puzzle that is not classic.
    pub fn new(base: &Puzzle, texts: &[&str], wish: GenerateOptions, limits: &Limits<'_>) -> Result<Self, Error> {
        let hardness = wish.hardness()?;
        let others = hardness.level.map(OnScale::scale).filter(|scale| *scale != OWN_SCALE);
        if let Some(scale) =
            others.filter(|_| !wish.clues.0.is_empty() || wish.regions.is_some() || !base.clues.is_empty())
        {
            let why = format!("the scale `{scale}` supports only ordinary puzzles, without clues or irregular regions");
            return Err(BadInput::new(why).hint(format!("the scale `{OWN_SCALE}` supports all puzzles")).into());
        }
        let stop = || limits.stop.is_some_and(|stop| stop());
        let ground = Ground::new(base.clone(), &wish.clues.0, texts, &stop)?;
        if let Some(level) = hardness.level {
            let cells = base.shape.len();
            let givens = ground.givens(&wish).map_or(cells, |(_, most)| most as usize);
            level.allows(cells.saturating_sub(givens), cells)?;
        }
        Ok(Self { ground, wish, hardness })
    }

    /// The puzzle of attempt `number`, or `None` if it does not meet the request.
    pub fn attempt(&self, number: u64, limits: &Limits<'_>) -> Result<Option<Generated>, GenerateError> {
        let mut random = Random::typed(self.wish.seed ^ number.wrapping_mul(0xD134_2543_DE82_EF95));
        let anew;
        let ground = if self.wish.regions.is_some() {
            let Some(other) = self.jigsaw(&mut random, limits)? else { return Ok(None) };
            anew = other;
            &anew
        } else {
            &self.ground
        };
        let mut draft = match Draft::begin(ground, &self.wish, random, limits) {
            // If no solution for the regions is found soon, give up; the next attempt draws other regions.
            Err(GenerateError::NoSolution | GenerateError::Limit(Stopped::Nodes)) if self.wish.regions.is_some() => {
                return Ok(None);
            }
            draft => draft?,
        };
        let goal = Goal::of(&self.wish, self.hardness);
        if self.covers(&draft) {
            cut_into_cages(&mut draft, &goal, number, limits)
        } else {
            made(&mut draft, &goal, number, limits)
        }
    }

    /// The ground with random regions; `None` if no solution is found soon.
    fn jigsaw(&self, random: &mut Random, limits: &Limits<'_>) -> Result<Option<Ground>, GenerateError> {
        let stop = || limits.stop.is_some_and(|stop| stop());
        let mut puzzle = self.ground.puzzle().clone();
        cut(&mut puzzle.shape, random);
        match self.ground.on(puzzle, &stop) {
            Ok(ground) => Ok(Some(ground)),
            Err(_) if stop() => Err(GenerateError::Limit(Stopped::Signal)),
            Err(_) => Ok(None),
        }
    }

    /// Cages of the usual size have to touch if they cover at least this fraction of the cells, in tenths.
    const MANY: u32 = 7;

    /// Whether the grid has to be cut into cages: because the rule's genre demands it, or because so many cages are requested that
    /// they have to touch.
    fn covers(&self, draft: &Draft<'_>) -> bool {
        let [kind] = &self.ground.kinds[..] else { return false };
        let cells = u32::try_from(draft.ground.puzzle().shape.len()).unwrap_or(u32::MAX);
        let many = kind.clues.is_some_and(|(least, _)| least.saturating_mul(30) >= cells.saturating_mul(Self::MANY));
        let free = self.wish.symmetry == Symmetry::None && self.wish.minimal != Some(true) && !kind.all;
        free && draft.range(draft.given()).1 == 0
            && (self.ground.cover || many)
            && draft.ground.puzzle().clues.is_empty()
    }

    /// The compiled puzzle to which clues and givens are added.
    pub(super) fn base(&self) -> &Compiled {
        &self.ground.bare
    }

    /// Whether clues are made, rather than givens alone.
    pub fn makes_clues(&self) -> bool {
        !self.ground.kinds.is_empty()
    }

    /// A key for a puzzle: of all puzzles with the same key, only one is kept. For puzzles with clues or random regions, rearranged
    /// grids count as different.
    fn twin(&self, bare: &Compiled, made: &Generated) -> Vec<i32> {
        let solution = &made.puzzle.solution;
        let plain = !self.makes_clues() && self.wish.regions.is_none();
        if plain { grid_of(bare, solution) } else { solution.iter().map(|n| n.unwrap_or(0)).collect() }
    }

    /// The number of cells that a puzzle's clues cover; clues outside the grid cover none.
    pub fn covered(&self, puzzle: &Puzzle) -> usize {
        let rules = self.ground.bare.rules();
        covered(puzzle, |name| {
            let sight = |p: &Param| p.kind == ParamKind::Shape(Shape::Outside);
            rules.rule(name).is_some_and(|rule| rule.params.iter().any(sight))
        })
    }

    /// Makes different puzzles, in a deterministic order. Errors: the reason why there are fewer than requested.
    pub fn puzzles(&self, quota: &Quota, limits: &Limits<'_>) -> Result<Vec<Generated>, GenerateError> {
        collected(|tell| self.run(quota, limits, tell))
    }

    /// Like `puzzles`, but reports each puzzle as soon as it is made, and every attempt. Errors: the reason why there are fewer
    /// than requested.
    pub fn run(
        &self,
        quota: &Quota,
        limits: &Limits<'_>,
        tell: impl FnMut(GenerateEvent),
    ) -> Result<(), GenerateError> {
        let attempts = quota.attempts;
        let bare = &self.ground.bare;
        let twin = |made: &Generated| self.wish.distinct.then(|| self.twin(bare, made));
        in_order(quota, None, &twin, limits, tell, |next, limits, each| {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= attempts || each(number, self.attempt(number, limits)) == ControlFlow::Break(()) {
                    return;
                }
            }
        })
    }
}
