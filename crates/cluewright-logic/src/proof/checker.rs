//! Proves steps: each reason is checked and converted to clauses, and the clauses must imply the conclusions.

use super::budget::Budget;
use super::clauses::Clauses;
use super::reasons;
use super::replay::Replay;
use super::unproved::{Cost, Unproved};
use super::unsat_core;
use crate::board::state::State;
use crate::step::{Reason, Step};
use cluewright_core::{Candidate, Model};
use std::fmt;

/// The default work limit of a proof, which corresponds to one to three seconds.
const PROOF: u64 = 300_000_000;

/// Proves `step`, found in `state`, or returns the reason why the proof failed.
pub fn verify(model: &Model, state: &State, step: &Step) -> Result<(), Unproved> {
    Checker::new(model).verify(state, step)
}

/// Proves the steps of a solution one by one, each within its own work limit. Results are cached between steps, but
/// verdicts do not depend on the cache.
///
/// ```
/// use cluewright_core::{ModelBuilder, Origin, Puzzle, Shape};
/// use cluewright_logic::proof::Checker;
/// use cluewright_logic::{Config, State, solve_logically};
/// let puzzle = Puzzle::new(Shape::rectangle(1, 2, 0, 0).unwrap(), 2);
/// let mut build = ModelBuilder::for_puzzle(&puzzle);
/// let origin = build.origin(Origin::new("rows", "row 1"));
/// build.all_different(&puzzle.shape.cells().collect::<Vec<_>>(), None, origin);
/// let model = build.finish();
/// let path = solve_logically(&model, State::start(&model), &Config::default());
/// let mut checker = Checker::new(&model);
/// assert!(path.positions(&model).all(|(state, step)| checker.verify(&state, step).is_ok()));
/// ```
pub struct Checker<'m> {
    model: &'m Model,
    /// The state for replaying outlines; created for the first outline.
    replay: Option<Replay<'m>>,
    work: u64,
    stop: Option<&'m dyn Fn() -> bool>,
}

impl fmt::Debug for Checker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checker").finish_non_exhaustive()
    }
}

impl<'m> Checker<'m> {
    /// A checker for steps on boards of this model.
    pub fn new(model: &'m Model) -> Self {
        Self { model, replay: None, work: PROOF, stop: None }
    }

    /// Sets a stop signal, which is polled thousands of times a second during a proof. Once the signal returns true,
    /// proofs end with [`Unproved::Stopped`].
    #[must_use]
    pub fn stopped_by(mut self, stop: Option<&'m dyn Fn() -> bool>) -> Self {
        self.stop = stop;
        self
    }

    /// Sets the work limit of each proof. One unit of work takes a few nanoseconds.
    #[must_use]
    pub fn with_work(mut self, work: u64) -> Self {
        self.work = work;
        self
    }

    /// Proves `step`, found in `state`, or returns the reason why the proof failed. Like the function [`verify`], but
    /// uses this checker's cache and limits.
    pub fn verify(&mut self, state: &State, step: &Step) -> Result<(), Unproved> {
        if self.stop.is_some_and(|stop| stop()) {
            return Err(Unproved::Stopped);
        }
        if let Some(replay) = &mut self.replay {
            replay.begin();
        }
        let mut budget = Budget::new(self.work, self.stop);
        step_is_proved(self, &mut budget, state, step)
    }

    fn replay(&mut self) -> &mut Replay<'m> {
        self.replay.get_or_insert_with(|| Replay::new(self.model))
    }
}

fn step_is_proved(
    checker: &mut Checker<'_>,
    budget: &mut Budget<'_>,
    state: &State,
    step: &Step,
) -> Result<(), Unproved> {
    if step.placements.is_empty() && step.eliminations.is_empty() {
        return Err(Unproved::Empty);
    }
    if step.placements.iter().chain(&step.eliminations).any(|&c| !state.board.has(c)) {
        return Err(Unproved::WrongBoard);
    }
    follows(checker, budget, state, step)
}

/// Checks that the conclusions of a step follow from its reasons.
fn follows(checker: &mut Checker<'_>, budget: &mut Budget<'_>, state: &State, step: &Step) -> Result<(), Unproved> {
    let model = checker.model;
    let mut clauses = Clauses::default();
    for &candidate in step.placements.iter().chain(&step.eliminations) {
        clauses.variable(candidate);
    }
    for reason in &step.because {
        add_reason(checker, budget, state, step, reason, &mut clauses)?;
    }
    for reason in &step.because {
        if let Reason::Different(set) = reason {
            clauses.add_set(model, *set);
        }
    }
    clauses.add_cells();
    for &candidate in &step.placements {
        clauses.refute(candidate, false, budget)?;
    }
    for &candidate in &step.eliminations {
        clauses.refute(candidate, true, budget)?;
    }
    Ok(())
}

/// Checks one reason of `step` and adds the clauses that the reason provides.
fn add_reason(
    checker: &mut Checker<'_>,
    budget: &mut Budget<'_>,
    state: &State,
    step: &Step,
    reason: &Reason,
    out: &mut Clauses,
) -> Result<(), Unproved> {
    let model = checker.model;
    match reason {
        Reason::Group { group, live } => reasons::group(model, state, *group, live, out),
        // Clauses for pairs of cells in the set are added later, when all candidates are known.
        Reason::Different(set) => {
            if set.0 as usize >= model.sets().len() {
                return Err(Unproved::WrongBoard);
            }
            Ok(())
        }
        Reason::Link { a, b, why } => reasons::link(model, *a, *b, *why, out),
        Reason::Constraint { constraint, absent, holds, fails } => {
            let posted = model.constraints().get(constraint.0 as usize).ok_or(Unproved::WrongBoard)?;
            reasons::forbidden(model, state, &posted.kind, [absent, holds, fails], budget, out)
                .map_err(|why| why.by(Cost::Constraint(*constraint)))
        }
        Reason::Balance { balance, absent, holds, fails } => {
            if !balance.holds(model) {
                return Err(Unproved::WrongBoard);
            }
            reasons::forbidden(model, state, &balance.sum, [absent, holds, fails], budget, out)
                .map_err(|why| why.by(Cost::Balance))
        }
        Reason::Cover { truths, links } => reasons::cover(model, state, truths, links, &step.eliminations, out),
        Reason::Assume { candidate, steps, clash } => {
            add_assumption(checker, budget, state, step, *candidate, (steps, clash.as_deref()), out)
        }
        Reason::Outline { assumed } => {
            let first =
                assumed.first().filter(|a| a.within as usize + 1 == assumed.len()).ok_or(Unproved::WrongBoard)?;
            checker.replay().refute(&state.board, assumed, budget).map_err(|why| why.by(Cost::Outline))?;
            out.add([(first.candidate, false)]);
            Ok(())
        }
        Reason::Needed { candidate, assumed, .. } => {
            let mut others = state.board.clone();
            if others.remove(candidate.cell, candidate.value).is_ok() {
                checker.replay().exhaust(&others, assumed, budget).map_err(|why| why.by(Cost::Outline))?;
            }
            out.add([(*candidate, true)]);
            Ok(())
        }
        Reason::Own(own) => {
            if let Some((part, candidate)) = own.refutes(model) {
                unsat_core::refute(&part, &state.board, candidate, budget)?;
                out.add(vec![(candidate, false)]);
                return Ok(());
            }
            let mut short = Ok(());
            let mut spend = |work: u64| {
                short = short.and_then(|()| budget.spend(work));
                short.is_ok()
            };
            let clauses = own.clauses(model, state, &mut spend);
            short.map_err(|why| why.by(Cost::Fillings))?;
            clauses.ok_or(Unproved::WrongBoard)?.into_iter().for_each(|clause| out.add(clause));
            Ok(())
        }
        Reason::Unique { cells, guardians } => reasons::unique(model, state, cells, guardians, budget, out),
        Reason::UniqueRest { filled, added, other } => reasons::unique_rest(model, state, filled, *added, *other, out),
    }
}

/// Checks an assumption: the steps that follow from the assumption, and their result, which is either a contradiction
/// (`clash`) or the conclusion of `step`.
fn add_assumption(
    checker: &mut Checker<'_>,
    budget: &mut Budget<'_>,
    state: &State,
    step: &Step,
    candidate: Candidate,
    (steps, clash): (&[Step], Option<&Reason>),
    out: &mut Clauses,
) -> Result<(), Unproved> {
    let model = checker.model;
    let mut inner = state.clone();
    if !inner.board.has(candidate) {
        return Err(Unproved::WrongBoard);
    }
    inner.settle(model, candidate);
    for sub in steps {
        // An earlier placement may have removed the candidate that this step places; this is already a contradiction.
        if sub.placements.iter().any(|&c| !inner.board.has(c)) {
            follows(checker, budget, &inner, sub)?;
            out.add([(candidate, false)]);
            return Ok(());
        }
        // The candidates that this step removes may already have been removed by facts that the argument does not need.
        // If so, the step adds nothing.
        if sub.placements.is_empty() && sub.eliminations.iter().all(|&c| !inner.board.has(c)) {
            continue;
        }
        follows(checker, budget, &inner, sub)?;
        sub.apply(model, &mut inner);
    }
    if let Some(clash) = clash {
        let mut none = Clauses::default();
        add_reason(checker, budget, &inner, step, clash, &mut none)?;
        if !none.has_empty() {
            return Err(Unproved::NoContradiction);
        }
        out.add([(candidate, false)]);
    } else {
        let gone = |c: &&Candidate| !inner.board.has(**c);
        let here = |c: &&Candidate| inner.board.fixed(c.cell) == Some(c.value);
        for &e in step.eliminations.iter().filter(gone) {
            out.add([(candidate, false), (e, false)]);
        }
        for &p in step.placements.iter().filter(here) {
            out.add([(candidate, false), (p, true)]);
        }
    }
    Ok(())
}
