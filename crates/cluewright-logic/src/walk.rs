//! Solves a puzzle step by step: repeatedly applies a step of the first technique that finds one.

use crate::board::frame::Frame;
use crate::board::live::Live;
use crate::board::oracle::{Oracle, Refuter};
use crate::board::space::Space;
use crate::board::store::Store;
use crate::board::{state::State, view::View};
use crate::step::found::Found;
use crate::step::names::TRIAL;
use crate::step::technique::Technique;
use crate::step::{Step, TechniqueInfo};
use crate::structure::fillings::is_firm;
use crate::technique::TECHNIQUES;
use cluewright_core::{Candidate, Cell, Constraint, Model, SortedSet, Value};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

/// Options for solving step by step.
#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a thing of its own that is allowed")]
pub struct Config<'a> {
    /// The techniques, in the order in which they are tried.
    pub techniques: &'a [&'a dyn Technique],
    /// The total work allowed. Examining one candidate costs about one unit; 50 to 100 million units take a second.
    pub work: u64,
    /// An existing frame of this model or of a model that differs only in its givens. If this is `None`, the walk builds a frame.
    pub frame: Option<&'a Arc<Frame>>,
    /// The stop signal, polled regularly; the walk ends when the signal returns true.
    pub stop: Option<&'a dyn Fn() -> bool>,
    /// An oracle that knows the solutions, used to skip attempts that must fail.
    pub oracle: Option<&'a dyn Oracle>,
    /// Refutes candidates by assumptions; used if no other technique finds a step.
    pub refuter: Option<&'a dyn Refuter>,
    /// Whether steps may assume that the puzzle has exactly one solution.
    pub uniqueness: bool,
    /// Whether steps may assume a candidate and follow the consequences.
    pub trial: bool,
    /// The maximum number of steps.
    pub steps: usize,
    /// Whether results for one position are reused for the next. Without reuse, the steps are the same, but finding them takes
    /// longer.
    pub remembers: bool,
    /// If no technique finds a step, whether techniques that reached their individual work limits are called again without these
    /// limits.
    pub thorough: bool,
    /// The maximum difficulty of a technique, in tenths: steps of harder techniques are not used.
    pub hardest: u16,
}

impl Default for Config<'_> {
    fn default() -> Self {
        Self {
            techniques: TECHNIQUES,
            work: 2_000_000_000,
            frame: None,
            stop: None,
            oracle: None,
            refuter: None,
            uniqueness: true,
            trial: true,
            steps: usize::MAX,
            remembers: true,
            thorough: true,
            hardest: u16::MAX,
        }
    }
}

impl Config<'_> {
    fn space<'m>(&self, model: &'m Model, stop: &dyn Fn() -> bool) -> Option<Space<'m>> {
        match self.frame {
            Some(frame) => Space::within(model, frame, stop),
            None => Space::until(model, stop),
        }
    }

    /// Whether these options allow this technique at all.
    fn allows(&self, technique: &dyn Technique) -> bool {
        (self.trial || technique.info().id != TRIAL.id) && technique.info().difficulty <= self.hardest
    }

    /// Whether these options allow this step.
    fn accepts(&self, step: &Step) -> bool {
        (self.uniqueness || !step.assumes_uniqueness())
            && (self.trial || !step.is_trial())
            && step.technique.difficulty <= self.hardest
    }
}

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Every cell is filled in, and every fact of the model holds.
    Solved,
    /// No technique finds another step.
    Stuck,
    /// The position has no solution.
    Contradiction,
    /// The limit on work, steps or time was reached.
    Limit,
}

/// The steps found from a starting position until the walk ended.
#[derive(Clone, Debug)]
pub struct Path {
    /// The position at the start.
    pub start: State,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The position at the end.
    pub end: State,
    /// How the walk ended.
    pub outcome: Outcome,
    /// The work spent, in the units of [`Config::work`].
    pub work: u64,
}

impl Path {
    /// Each step, with the position in which it was found.
    pub fn positions<'p>(&'p self, model: &'p Model) -> impl Iterator<Item = (State, &'p Step)> + 'p {
        let mut state = self.start.clone();
        self.steps.iter().map(move |step| {
            let before = state.clone();
            step.apply(model, &mut state);
            (before, step)
        })
    }

    /// The difficulty and technique of the hardest step, the number of steps, and how often each technique is used.
    pub fn profile(&self) -> Profile {
        Profile::of(&self.steps)
    }
}

/// A summary of a path's difficulty.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Profile {
    /// The difficulty of the hardest step, in tenths; 0 for an empty path.
    pub hardest: u16,
    /// The technique of the first hardest step.
    pub technique: Option<&'static TechniqueInfo>,
    /// The number of steps.
    pub steps: usize,
    /// The number of steps of each technique, in the order of first use.
    pub counts: Vec<(&'static TechniqueInfo, usize)>,
    /// The sum of the difficulties of all steps, in tenths.
    pub sum: u64,
}

impl Profile {
    /// Summarises these steps.
    pub fn of(steps: &[Step]) -> Self {
        let mut profile = Self { steps: steps.len(), ..Self::default() };
        for step in steps {
            if step.difficulty > profile.hardest {
                profile.hardest = step.difficulty;
                profile.technique = Some(step.technique);
            }
            profile.sum += step.difficulty as u64;
            match profile.counts.iter_mut().find(|(info, _)| info.id == step.technique.id) {
                Some((_, n)) => *n += 1,
                None => profile.counts.push((step.technique, 1)),
            }
        }
        profile
    }
}

/// Solves the puzzle step by step from `start` until it is solved or no further step is found.
///
/// ```
/// use cluewright_core::{ModelBuilder, Origin, Puzzle, Shape};
/// use cluewright_logic::{Config, Outcome, State, solve_logically};
/// // A Latin square of one row: nothing to go by.
/// let puzzle = Puzzle::new(Shape::rectangle(1, 2, 0, 0).unwrap(), 2);
/// let mut build = ModelBuilder::for_puzzle(&puzzle);
/// let origin = build.origin(Origin::new("rows", "row 1"));
/// build.all_different(&puzzle.shape.cells().collect::<Vec<_>>(), None, origin);
/// let model = build.finish();
/// let path = solve_logically(&model, State::start(&model), &Config::default());
/// assert_eq!(path.outcome, Outcome::Stuck);
/// ```
pub fn solve_logically(model: &Model, start: State, config: &Config) -> Path {
    solve_logically_with(model, start, config, &mut |_, _| {})
}

/// Like [`solve_logically`], but calls `tell` with each step and the position in which it was found, before the step is applied.
/// The time spent in `tell` counts as part of the walk: the stop signal is polled after each call.
pub fn solve_logically_with(model: &Model, start: State, config: &Config, tell: &mut dyn FnMut(&State, &Step)) -> Path {
    let stop = || config.stop.is_some_and(|stop| stop());
    let Some(space) = config.space(model, &stop) else {
        return Path { end: start.clone(), start, steps: Vec::new(), outcome: Outcome::Limit, work: 0 };
    };
    // Running out of memory ends the walk just as running out of time does.
    let stop = || space.is_full() || stop();
    let mut state = start.clone();
    let mut steps = Vec::new();
    let mut left = config.work;
    let accept = |step: &Step| config.accepts(step);
    let mut live = Rc::new(Live::new(space.frame(), &state));
    let memory = Rc::new(Store::default());
    let outcome = loop {
        if state.board.is_broken() || model.impossible().is_some() {
            break Outcome::Contradiction;
        }
        if state.is_solved() && state.placed.len() == model.len() {
            let values: Option<Vec<_>> = state.board.domains().iter().map(|d| d.single()).collect();
            break if values.is_some_and(|v| model.holds(&v)) { Outcome::Solved } else { Outcome::Contradiction };
        }
        if steps.len() >= config.steps || left == 0 || stop() {
            break Outcome::Limit;
        }
        let view = View::with(&space, &state, Rc::clone(&live), config.oracle).refuting(config.refuter);
        let view = if config.remembers { view.remembering(&memory) } else { view };
        if view.has_empty_group() {
            break Outcome::Contradiction;
        }
        let (mut next, mut stopped) = (None, false);
        // Each technique has a limited share of the work. If no technique finds a step, techniques that used up their shares are
        // called again with much larger shares. Only then are candidates tried; if that fails as well, techniques that used up
        // their shares are called without a limit.
        let allowed = config.techniques.iter().copied().filter(|t| config.allows(*t));
        let (tries, mut looking): (Vec<&dyn Technique>, Vec<_>) = allowed.partition(|t| t.info().id == TRIAL.id);
        'looks: for look in [WorkBudget::Shared(1), WorkBudget::Shared(AGAIN), WorkBudget::Tried, WorkBudget::Unbound] {
            if matches!(look, WorkBudget::Unbound) && !config.thorough {
                break;
            }
            let mut gave_up: Vec<&dyn Technique> = Vec::new();
            let techniques = if matches!(look, WorkBudget::Tried) { &tries } else { &looking };
            for &technique in techniques {
                let mut found = Found::new(1, left).stopping(Some(&stop)).accepting(&accept);
                found = match look {
                    WorkBudget::Shared(1) | WorkBudget::Tried => found.sharing(share(&view, technique)),
                    WorkBudget::Shared(times) => {
                        found.thoroughly().sharing(share(&view, technique).saturating_mul(times))
                    }
                    WorkBudget::Unbound => found.thoroughly(),
                };
                if !(technique.reads_only_groups() && is_firm(&view, None, &mut found)) {
                    technique.find(&view, &mut found);
                }
                left = found.work_left();
                stopped = found.was_stopped();
                if found.is_spent() {
                    gave_up.push(technique);
                }
                next = found.into_steps().pop();
                if next.is_some() || stopped {
                    break 'looks;
                }
            }
            match look {
                WorkBudget::Tried => looking.extend(gave_up),
                _ => looking = gave_up,
            }
        }
        match next {
            Some(step) => {
                drop(view);
                tell(&state, &step);
                step.apply(model, &mut state);
                Rc::make_mut(&mut live).follow(space.frame(), &state);
                steps.push(step);
            }
            None if stopped => break Outcome::Limit,
            None if is_broken(&space, &state) => break Outcome::Contradiction,
            None => break Outcome::Stuck,
        }
    };
    Path { start, steps, end: state, outcome, work: config.work - left }
}

/// The limit on the work of each technique in one round.
#[derive(Clone, Copy)]
enum WorkBudget {
    /// The usual share of work, multiplied by this factor.
    Shared(u64),
    /// The round in which only techniques that try candidates are called, with the usual share of work.
    Tried,
    /// No limit.
    Unbound,
}

/// The factor by which the share of a technique that used up its work budget is multiplied before candidates are tried.
const AGAIN: u64 = 30;

/// The work that a technique may spend on one position when a single step is requested.
fn share(view: &View, technique: &dyn Technique) -> u64 {
    let clues = view.space().facts().next().is_some();
    let each = technique.most_work().saturating_mul(if clues { 1 } else { WITHOUT_CLUES });
    each.saturating_mul(view.live().len() as u64).max(LEAST)
}

/// The smallest share of work, which takes a few milliseconds.
const LEAST: u64 = 200_000;
/// The factor by which shares of work are multiplied in models without constraints, where there is less to examine.
const WITHOUT_CLUES: u64 = 5;

/// All steps available in this position, grouped by technique.
pub fn steps(model: &Model, state: &State, config: &Config) -> Vec<Step> {
    steps_or_some(model, state, config).0
}

/// Like [`steps`], and also returns whether the list is complete (up to [`Config::steps`] steps); it is incomplete if the work or
/// the time ran out.
pub fn steps_or_some(model: &Model, state: &State, config: &Config) -> (Vec<Step>, bool) {
    let stop = || config.stop.is_some_and(|stop| stop());
    let Some(space) = config.space(model, &stop) else { return (Vec::new(), false) };
    let stop = || space.is_full() || stop();
    let view = View::new(&space, state, config.oracle).refuting(config.refuter);
    let accept = |step: &Step| config.accepts(step);
    let mut all: Vec<Step> = Vec::new();
    let mut known: SortedSet<u64> = SortedSet::default();
    let mut left = config.work;
    for technique in config.techniques.iter().filter(|t| config.allows(**t)) {
        if stop() {
            return (all, false);
        }
        let mut found = Found::new(config.steps, left).stopping(Some(&stop)).accepting(&accept);
        technique.find(&view, &mut found);
        left = found.work_left();
        let stopped = found.was_stopped();
        for step in found.into_steps() {
            if known.insert(print(&step)) || !all.contains(&step) {
                all.push(step);
            }
        }
        if stopped {
            return (all, false);
        }
        if all.len() >= config.steps {
            break;
        }
    }
    (all, true)
}

/// A hash of a step's technique and conclusions.
fn print(step: &Step) -> u64 {
    let mut hash = cluewright_core::quick::Quick::default();
    (step.technique.id, &step.placements, &step.eliminations).hash(&mut hash);
    hash.finish()
}

/// Whether this board violates a fact even if no step shows the contradiction: two fixed cells exclude each other, or a constraint
/// cannot hold.
fn is_broken(space: &Space, state: &State) -> bool {
    let network = space.network();
    let clash = |cell: Cell, value: Value| {
        let forbids = |near: Cell, other| network.forbidden(Candidate::new(cell, value), near).contains(other);
        let near = network.neighbours(cell).iter().map(|n| n.cell);
        near.filter_map(|n| state.board.fixed(n).map(|v| (n, v))).any(|(n, v)| forbids(n, v))
    };
    let mut cells = (0..state.board.len() as u16).map(Cell);
    let mut scratch = state.board.clone();
    cells.any(|c| state.board.fixed(c).is_some_and(|v| clash(c, v)))
        || space.facts().any(|id| {
            scratch.copy_from(&state.board);
            space.kind(id).propagate(&mut scratch).is_err()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_core::{ModelBuilder, Origin, Puzzle, Shape};

    /// The test counts polls of the stop signal instead of measuring time.
    #[test]
    fn a_walk_hears_the_stop_signal_from_the_first_table_on() {
        let puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
        let mut build = ModelBuilder::for_puzzle(&puzzle);
        let origin = build.origin(Origin::new("classic", "a house"));
        let shape = &puzzle.shape;
        for house in shape.rows().chain(shape.columns()).chain(shape.regions().cloned()) {
            build.all_different(&house, None, origin);
        }
        let model = build.finish();
        let state = State::start(&model);
        let looks = std::cell::Cell::new(0u32);
        let most = std::cell::Cell::new(u32::MAX);
        let stop = || {
            looks.set(looks.get() + 1);
            looks.get() > most.get()
        };
        let config = Config { stop: Some(&stop), ..Config::default() };
        let (all, complete) = steps_or_some(&model, &state, &config);
        assert!(all.is_empty() && complete, "an empty grid has no step");
        let whole = looks.replace(0);
        assert!(whole > TECHNIQUES.len() as u32, "{whole} looks");
        for at in [0, 1, whole / 2, whole - 1] {
            most.set(at);
            assert!(!steps_or_some(&model, &state, &config).1, "told to stop after {at} looks of {whole}");
            assert!(looks.replace(0) <= at + 2);
        }
        most.set(u32::MAX);
        assert_eq!(solve_logically(&model, state.clone(), &config).outcome, Outcome::Stuck);
        let whole = looks.replace(0);
        for at in [0, 1, whole / 2, whole - 1] {
            most.set(at);
            assert_eq!(
                solve_logically(&model, state.clone(), &config).outcome,
                Outcome::Limit,
                "after {at} looks of {whole}"
            );
            looks.set(0);
        }
    }
}
