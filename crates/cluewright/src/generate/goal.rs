//! The requirements on how a person solves the puzzle, and the distance of a puzzle from them.

use super::draft::Draft;
use super::level::{AHEAD, LevelMatch, OnScale};
use super::options::{GenerateOptions, Hardness};
use crate::compiled::Compiled;
use crate::explain::walk_by;
use crate::generate_error::GenerateError;
use crate::rate::Rating;
use crate::report::ScaleReport;
use crate::scale::scale;
use crate::solve::{SearchFacts, solve};
use crate::technique_filter::TechniqueFilter;
use crate::techniques::technique_of;
use cluewright_core::{Cell, CellSet, Value};
use cluewright_logic::{Outcome, Path, RARE, State, TECHNIQUES, Technique, TechniqueInfo};
use cluewright_search::{Limits, Stopped, Verdict};

/// The work limits for rating a puzzle when no difficulty is requested, and for each rating in the search for a hard puzzle.
const GLANCE: u64 = 60_000_000;
const LOOK: u64 = 60_000_000;
/// The rating of a puzzle is cut short if the puzzle is harder than the best one so far by more than this, in units of the scale's
/// main figure.
const NEXT: f64 = 5.0;

/// The requirements.
#[derive(Debug)]
pub(super) struct Goal {
    /// The difficulty of the hardest step, in tenths.
    band: Option<(u16, u16)>,
    /// A level of a scale.
    level: Option<OnScale>,
    /// The required technique, and the filter of all techniques rated below it.
    pub(super) technique: Option<(&'static TechniqueInfo, TechniqueFilter)>,
    /// The techniques and limits that the solution may use.
    pub(super) ways: TechniqueFilter,
    /// Whether any puzzle will do.
    free: bool,
    unrated: bool,
}

/// The distance of a puzzle from the requirements.
pub(super) struct Assessment {
    /// 0 if the puzzle meets the requirements; otherwise larger, the farther the puzzle is from them.
    pub(super) distance: f64,
    /// Whether the puzzle is too hard, rather than too easy.
    pub(super) hard: bool,
    /// The difficulty of the puzzle, as far as it was rated.
    pub(super) difficulty: Option<Rating>,
    /// The rating of the puzzle on the requested scale.
    pub(super) rating: Option<ScaleReport>,
    /// The cells that were open when rating ended.
    pub(super) open: CellSet,
}

impl Assessment {
    fn far(distance: f64, hard: bool, open: CellSet) -> Self {
        Self { distance, hard, difficulty: None, rating: None, open }
    }
}

impl Goal {
    pub(super) fn of(wish: &GenerateOptions, hardness: Hardness) -> Self {
        let goal = Self::with(hardness.step, wish.technique(), &wish.avoid, !wish.rated);
        Self { level: hardness.level, ..goal }
    }

    /// Requires a technique, and a range of difficulty if one is given.
    pub(super) fn with(
        difficulty: Option<(u16, u16)>,
        technique: Option<&'static str>,
        avoid: &[&'static str],
        unrated: bool,
    ) -> Self {
        let mut ways = TechniqueFilter::default();
        ways.techniques.retain(|t| !t.infos().iter().any(|info| avoid.contains(&info.id)));
        let technique = technique.and_then(technique_of).map(|info| (info, easier(&ways, info)));
        if let Some((info, below)) = &technique {
            // No technique rated higher than the required one may be needed, unless the band allows it.
            let most = difficulty.map_or(info.difficulty, |band| band.1.max(info.difficulty));
            ways.techniques.retain(|t| t.info().difficulty <= most);
            ways.hardest = most.max(below.hardest);
            for more in TECHNIQUES.iter().chain(RARE).filter(|t| t.infos().iter().any(|i| i.id == info.id)) {
                if ways.techniques.iter().all(|t| t.info().id != more.info().id) {
                    ways.techniques.push(*more);
                }
            }
        }
        let free = difficulty.is_none() && technique.is_none() && avoid.is_empty();
        Self { band: difficulty, level: None, technique, ways, free, unrated }
    }

    /// Whether every puzzle meets the request.
    pub(super) fn is_free(&self) -> bool {
        self.free && self.level.is_none()
    }

    /// Whether only a level of a scale is requested; then the scale alone decides.
    pub(super) fn is_quick(&self) -> bool {
        self.free && self.level.is_some()
    }

    /// Compares a puzzle with the requested level, if there is one. If the puzzle is much harder than the `best` one so far, its
    /// rating is cut short.
    pub(super) fn level(
        &self,
        compiled: &Compiled,
        best: Option<&Assessment>,
        limits: &Limits<'_>,
    ) -> Result<Assessment, GenerateError> {
        let none = || CellSet::with_capacity(compiled.model().len());
        let Some(level) = self.level else { return Ok(Assessment::far(0.0, false, none())) };
        let stop = || limits.stop.is_some_and(|stop| stop());
        let by = scale(level.scale()).map_err(|_| GenerateError::Attempts)?;
        let ahead = best.map_or(AHEAD, |seen| (figure(seen.distance) / 10.0 + NEXT).min(AHEAD));
        let seen = match level.look(by, compiled, ahead, &stop) {
            LevelMatch::Fits(report) => Assessment { rating: Some(*report), ..Assessment::far(0.0, false, none()) },
            LevelMatch::Easier(by) => Assessment::far(share(by), false, none()),
            LevelMatch::Harder(by, open) => Assessment::far(share(by), true, open),
            LevelMatch::Unknown => Assessment::far(1.0, true, none()),
        };
        if stop() { Err(GenerateError::Limit(Stopped::Signal)) } else { Ok(seen) }
    }

    /// Assesses a puzzle that has one solution.
    pub(super) fn look(
        &self,
        compiled: &Compiled,
        solution: &[Value],
        limits: &Limits<'_>,
    ) -> Result<Assessment, GenerateError> {
        let none = || CellSet::with_capacity(compiled.model().len());
        if self.is_free() && self.unrated {
            return Ok(Assessment::far(0.0, false, none()));
        }
        let seen = self.level(compiled, None, limits)?;
        if seen.distance > 0.0 {
            return Ok(seen);
        }
        let rating = seen.rating;
        let walk = Walk { compiled, truth: SearchFacts::of(Verdict::Unique(solution.to_vec())), limits };
        if self.free {
            // The requested scale has already accepted the puzzle, so a short rating is enough.
            let path = walk.from(None, &TechniqueFilter { work: GLANCE, ..TechniqueFilter::default() })?;
            let difficulty = Some(Rating::of(compiled, &path));
            return Ok(Assessment { difficulty, rating, ..Assessment::far(0.0, false, none()) });
        }
        if self.technique.is_some() {
            match self.stuck(&walk)? {
                None => return Ok(Assessment::far(1.0, false, none())),
                Some((end, false)) => {
                    let (left, open) = left(compiled, &end);
                    return Ok(Assessment::far(0.5 + left, true, open));
                }
                Some((_, true)) => {}
            }
        }
        let hardest = self.band.map_or(u16::MAX, |band| band.1);
        let path = walk.from(
            None,
            &TechniqueFilter { work: LOOK, hardest: hardest.min(self.ways.hardest), ..self.ways.clone() },
        )?;
        let profile = path.profile();
        let (left, open) = left(compiled, &path.end);
        let (distance, hard) = match self.band {
            _ if path.outcome != Outcome::Solved || profile.hardest > hardest => (0.2 + left, true),
            Some((low, _)) if profile.hardest < low => (f64::from(low - profile.hardest) / 10.0, false),
            _ => (0.0, false),
        };
        if distance > 0.0 {
            let difficulty = Some(Rating::of(compiled, &path));
            return Ok(Assessment { difficulty, ..Assessment::far(distance, hard, open) });
        }
        // `rate` uses the first technique in its order that finds a step, which may be harder than necessary. The rating that
        // `rate` gives is the one that counts.
        let path = walk.from(None, &TechniqueFilter::default())?;
        let difficulty = Rating::of(compiled, &path);
        let distance = if difficulty.profile.hardest > hardest { 0.1 } else { 0.0 };
        Ok(Assessment { difficulty: Some(difficulty), rating, ..Assessment::far(distance, true, open) })
    }

    /// The position in which the techniques rated below the required one find no more steps, and whether the required technique
    /// finds one there. `None` if no technique is required, or if the lower-rated techniques solve the puzzle.
    fn stuck(&self, walk: &Walk<'_>) -> Result<Option<(State, bool)>, GenerateError> {
        let Some((info, below)) = &self.technique else { return Ok(None) };
        let stuck = walk.from(None, &TechniqueFilter { work: LOOK, ..below.clone() })?;
        if stuck.outcome == Outcome::Solved {
            return Ok(None);
        }
        let only = TechniqueFilter { techniques: named(info), steps: 1, work: LOOK, ..TechniqueFilter::default() };
        let next = walk.from(Some(stuck.end.clone()), &only)?;
        Ok(Some((stuck.end, next.steps.first().is_some_and(|step| step.technique.id == info.id))))
    }
}

/// Restricts `ways` to the techniques rated below `technique`, without those that find the steps of `technique`. Techniques that
/// are tried before `technique` may take any of their steps; techniques that are tried later may only take steps rated below
/// `technique`, or no higher than the hardest step of those tried before.
pub fn easier(ways: &TechniqueFilter, technique: &TechniqueInfo) -> TechniqueFilter {
    let finds = |t: &dyn Technique| t.infos().iter().any(|info| info.id == technique.id);
    let mut below = ways.clone();
    below.techniques.retain(|t| t.info().difficulty < technique.difficulty && !finds(*t));
    let before = TECHNIQUES.iter().take_while(|t| !finds(**t)).filter(|t| t.info().difficulty < technique.difficulty);
    let most = before.flat_map(|t| t.infos()).map(|info| info.difficulty).max().unwrap_or(0);
    below.hardest = below.hardest.min(most.max(technique.difficulty.saturating_sub(1)));
    below
}

fn named(info: &TechniqueInfo) -> Vec<&'static dyn Technique> {
    TECHNIQUES.iter().chain(RARE).copied().filter(|t| t.infos().iter().any(|i| i.id == info.id)).collect()
}

/// Maps the difference between two figures, in tenths, to a number between 0 and 1.
fn share(by: f64) -> f64 {
    by / (by + 100.0)
}

/// The difference between two figures, in tenths, from its share: the inverse of [`share`].
fn figure(share: f64) -> f64 {
    100.0 * share / (1.0 - share).max(f64::EPSILON)
}

/// The share of candidates that are still to be removed, and the cells with more than one candidate.
fn left(compiled: &Compiled, end: &State) -> (f64, CellSet) {
    let count = compiled.puzzle().cell_count();
    let mut open = CellSet::with_capacity(compiled.model().len());
    let (mut left, mut all) = (0, 0);
    for cell in Cell::all(count) {
        let (now, first) = (end.board.values(cell).len(), compiled.model().cells()[cell.index()].domain.len());
        left += now.saturating_sub(1);
        all += first.saturating_sub(1);
        if now > 1 {
            open.insert(cell);
        }
    }
    (f64::from(left) / f64::from(all.max(1)), open)
}

/// Computes paths through one puzzle.
struct Walk<'a> {
    compiled: &'a Compiled,
    truth: SearchFacts,
    limits: &'a Limits<'a>,
}

impl Walk<'_> {
    fn from(&self, start: Option<State>, ways: &TechniqueFilter) -> Result<Path, GenerateError> {
        let path = walk_by(self.compiled, start, ways, Some(&self.truth), self.limits, &mut |_, _| {});
        if self.limits.stop.is_some_and(|stop| stop()) {
            return Err(GenerateError::Limit(Stopped::Signal));
        }
        if path.outcome == Outcome::Contradiction {
            return Err(GenerateError::Limit(Stopped::Unsound));
        }
        Ok(path)
    }
}

/// A draft's puzzle with its solution, which was proved unique and checked against the rules' texts; `None` if the solution is not
/// unique.
pub(super) fn proved(draft: &Draft<'_>, limits: &Limits<'_>) -> Result<Option<(Compiled, Vec<Value>)>, GenerateError> {
    let Ok(compiled) = draft.compiled(&draft.chosen) else { return Ok(None) };
    let answer = solve(&compiled, &Limits { nodes: 0, progress: None, ..*limits });
    match answer.value {
        Verdict::Unique(solution) => Ok(Some((compiled, solution))),
        Verdict::Unknown(_) if answer.stopped == Some(Stopped::Signal) => Err(GenerateError::Limit(Stopped::Signal)),
        _ => Ok(None),
    }
}
