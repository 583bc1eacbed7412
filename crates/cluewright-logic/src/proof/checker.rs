//! Proves steps: what each reason says is checked and becomes clauses, which must force the conclusions.

use super::budget::Budget;
use super::clauses::Clauses;
use super::near::Near;
use super::parts;
use super::replay::Replay;
use super::unproved::{Dear, Unproved};
use super::ways;
use crate::deadly;
use crate::step::{Reason, Step};
use crate::view::State;
use cluewright_core::model::{SetId, Truth, Why};
use cluewright_core::{Candidate, Cell, Constraint, Kind, Model, Value, ValueSet};
use std::fmt;

/// Work of one proof: one to three seconds when all of it is used.
const PROOF: u64 = 300_000_000;
/// A constraint with more ways than this to give its cells values is tried with less of what they forbid each other
/// first, with so much work.
const WIDE: u64 = 100_000;
const SHORTLY: u64 = 100_000_000;
/// More ways than this are not gone through one by one.
const HOPELESS: u64 = 1_000_000_000_000;

/// Proves `step`, found in `state`, or says why not.
pub fn verify(model: &Model, state: &State, step: &Step) -> Result<(), Unproved> {
    Checker::new(model).verify(state, step)
}

/// Proves the steps of a walk one after the other, each within its own bound of work: what it worked out for one it
/// remembers for the next, and no verdict depends on that.
///
/// ```
/// use cluewright_core::{ModelBuilder, Origin, Puzzle, Shape};
/// use cluewright_logic::proof::Checker;
/// use cluewright_logic::{Config, State, walk};
/// let puzzle = Puzzle::new(Shape::rectangle(1, 2, 0, 0).unwrap(), 2);
/// let mut build = ModelBuilder::for_puzzle(&puzzle);
/// let origin = build.origin(Origin::new("rows", "row 1"));
/// build.all_different(&puzzle.shape.cells().collect::<Vec<_>>(), None, origin);
/// let model = build.finish();
/// let path = walk(&model, State::start(&model), &Config::default());
/// let mut checker = Checker::new(&model);
/// assert!(path.positions(&model).all(|(state, step)| checker.verify(&state, step).is_ok()));
/// ```
pub struct Checker<'m> {
    model: &'m Model,
    /// Made when the first outline comes.
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
    /// For steps on boards of this model.
    pub fn new(model: &'m Model) -> Self {
        Self { model, replay: None, work: PROOF, stop: None }
    }

    /// Polls this signal within a proof, some thousand times a second: once it says so, proofs end with
    /// [`Unproved::Stopped`].
    #[must_use]
    pub fn stopped_by(mut self, stop: Option<&'m dyn Fn() -> bool>) -> Self {
        self.stop = stop;
        self
    }

    /// Work that one proof may take, in units of some nanoseconds.
    #[must_use]
    pub fn with_work(mut self, work: u64) -> Self {
        self.work = work;
        self
    }

    /// See [`verify`].
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

/// Do a step's conclusions follow from its reasons, wherever they are on the board?
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

fn add_reason(
    checker: &mut Checker<'_>,
    budget: &mut Budget<'_>,
    state: &State,
    step: &Step,
    reason: &Reason,
    out: &mut Clauses,
) -> Result<(), Unproved> {
    let model = checker.model;
    let network = model.network();
    match reason {
        Reason::Group { group, live } => {
            let group = network.groups().get(group.0 as usize).ok_or(Unproved::WrongBoard)?;
            let left = |c: &&Candidate| state.board.has(**c);
            if group.candidates.iter().filter(left).any(|c| !live.contains(c))
                || live.iter().any(|c| !group.candidates.contains(c))
                || group.truth == Truth::AtMostOne
            {
                return Err(Unproved::WrongBoard);
            }
            out.add(live.iter().map(|&c| (c, true)));
        }
        // Its pairs are added when all candidates are known.
        Reason::Different(set) => {
            if set.0 as usize >= model.sets().len() {
                return Err(Unproved::WrongBoard);
            }
        }
        Reason::Link { a, b, why } => {
            if !linked(model, *a, *b, *why) {
                return Err(Unproved::NotLinked);
            }
            out.add([(*a, false), (*b, false)]);
        }
        Reason::Constraint { constraint, absent, holds, fails } => {
            if absent.iter().any(|&c| state.board.has(c)) {
                return Err(Unproved::WrongBoard);
            }
            let posted = model.constraints().get(constraint.0 as usize).ok_or(Unproved::WrongBoard)?;
            constraint_forbids(model, &posted.kind, absent, holds, fails, budget)
                .map_err(|why| why.by(Dear::Constraint(*constraint)))?;
            out.add(holds.iter().map(|&c| (c, false)).chain(fails.iter().map(|&c| (c, true))));
        }
        Reason::Balance { balance, absent, holds, fails } => {
            if absent.iter().any(|&c| state.board.has(c)) || !balance.holds(model) {
                return Err(Unproved::WrongBoard);
            }
            constraint_forbids(model, &balance.sum, absent, holds, fails, budget)
                .map_err(|why| why.by(Dear::Balance))?;
            out.add(holds.iter().map(|&c| (c, false)).chain(fails.iter().map(|&c| (c, true))));
        }
        Reason::Cover { truths, links } => {
            let covered = |c: Candidate| {
                let holds = |l: &&(SetId, Value)| l.1 == c.value && model.set(l.0).cells.contains(&c.cell);
                links.iter().filter(holds).count()
            };
            let mut inside: Vec<Candidate> = Vec::new();
            for &truth in truths {
                let group = network.groups().get(truth.0 as usize).ok_or(Unproved::WrongBoard)?;
                if group.truth == Truth::AtMostOne {
                    return Err(Unproved::WrongBoard);
                }
                inside.extend(group.candidates.iter().filter(|c| state.board.has(**c)));
            }
            let count = inside.len();
            inside.sort_unstable();
            inside.dedup();
            let distinct = (1..links.len()).all(|i| !links[..i].contains(&links[i]));
            if inside.len() != count
                || links.len() != truths.len()
                || !distinct
                || links.iter().any(|l| l.0.0 as usize >= model.sets().len())
                || inside.iter().any(|&c| covered(c) == 0)
            {
                return Err(Unproved::DoesNotFollow);
            }
            for &c in &step.eliminations {
                if covered(c) > usize::from(inside.contains(&c)) {
                    out.add([(c, false)]);
                }
            }
        }
        Reason::Assume { candidate, steps, clash } => {
            let mut inner = state.clone();
            if !inner.board.has(*candidate) {
                return Err(Unproved::WrongBoard);
            }
            inner.settle(model, *candidate);
            for sub in steps {
                // What is placed here may be gone from the board by what was placed before: a contradiction by itself.
                if sub.placements.iter().any(|&c| !inner.board.has(c)) {
                    follows(checker, budget, &inner, sub)?;
                    out.add([(*candidate, false)]);
                    return Ok(());
                }
                step_is_proved(checker, budget, &inner, sub)?;
                sub.apply(model, &mut inner);
            }
            if let Some(clash) = clash {
                let mut none = Clauses::default();
                add_reason(checker, budget, &inner, step, clash, &mut none)?;
                if !none.has_empty() {
                    return Err(Unproved::NoContradiction);
                }
                out.add([(*candidate, false)]);
            } else {
                let gone = |c: &&Candidate| !inner.board.has(**c);
                let here = |c: &&Candidate| inner.board.fixed(c.cell) == Some(c.value);
                for &e in step.eliminations.iter().filter(gone) {
                    out.add([(*candidate, false), (e, false)]);
                }
                for &p in step.placements.iter().filter(here) {
                    out.add([(*candidate, false), (p, true)]);
                }
            }
        }
        Reason::Outline { assumed } => {
            let first =
                assumed.first().filter(|a| a.within as usize + 1 == assumed.len()).ok_or(Unproved::WrongBoard)?;
            checker.replay().refute(&state.board, assumed, budget).map_err(|why| why.by(Dear::Outline))?;
            out.add([(first.candidate, false)]);
        }
        Reason::Needed { candidate, assumed, .. } => {
            let mut others = state.board.clone();
            if others.remove(candidate.cell, candidate.value).is_ok() {
                checker.replay().exhaust(&others, assumed, budget).map_err(|why| why.by(Dear::Outline))?;
            }
            out.add([(*candidate, true)]);
        }
        Reason::Unique { cells, guardians } => {
            if !deadly::exchangeable(model, &state.board, cells) {
                return Err(Unproved::NotDeadly);
            }
            // Every other candidate of those cells must be gone or a guardian.
            for &(cell, values) in cells {
                for v in state.board.values(cell).minus(values) {
                    if !guardians.contains(&Candidate::new(cell, v)) {
                        return Err(Unproved::NotDeadly);
                    }
                }
            }
            out.add(guardians.iter().map(|&c| (c, true)));
        }
        Reason::UniqueRest { filled, added, other } => {
            let truly = |c: &Candidate| state.placed.contains(c.cell) && state.board.has(*c);
            if !filled.iter().all(truly) || !deadly::rest_exchangeable(model, &state.board, filled, *added, *other) {
                return Err(Unproved::NotDeadly);
            }
            out.add([(*added, false)]);
        }
    }
    Ok(())
}

/// Is this why the two are not both true?
fn linked(model: &Model, a: Candidate, b: Candidate, why: Why) -> bool {
    if a == b {
        return false;
    }
    match why {
        Why::SameCell => a.cell == b.cell,
        Why::Set(s) => model.sets().get(s.0 as usize).is_some_and(|set| {
            a.cell != b.cell && a.value == b.value && set.cells.contains(&a.cell) && set.cells.contains(&b.cell)
        }),
        Why::Link(l) => model.links().get(l as usize).is_some_and(|link| {
            let relation = model.relation(link.relation);
            let forbids = |x: Candidate, y: Candidate| {
                (link.a, link.b) == (x.cell, y.cell) && relation.forbidden(x.value).contains(y.value)
            };
            forbids(a, b) || forbids(b, a)
        }),
        Why::Group(g) => model
            .posted_groups()
            .get(g as usize)
            .is_some_and(|g| g.truth != Truth::AtLeastOne && g.candidates.contains(&a) && g.candidates.contains(&b)),
    }
}

/// Checks that no assignment of the constraint's cells has all of `holds`, none of `fails`, none of `absent`, and
/// satisfies `check`, whatever else is on the board.
fn constraint_forbids(
    model: &Model,
    kind: &Kind,
    absent: &[Candidate],
    holds: &[Candidate],
    fails: &[Candidate],
    budget: &mut Budget<'_>,
) -> Result<(), Unproved> {
    let cells = kind.cells();
    let narrow = |&cell: &Cell| {
        let mut set = model.cells()[cell.index()].domain;
        for c in absent.iter().chain(fails).filter(|c| c.cell == cell) {
            set.remove(c.value);
        }
        for c in holds.iter().filter(|c| c.cell == cell) {
            set &= ValueSet::of(c.value);
        }
        set.0
    };
    let named: Vec<u64> = cells.iter().map(narrow).collect();
    let many = ways::many(named.iter().copied());
    let wide = many > WIDE;
    if wide && budget.within(SHORTLY, |budget| parts::impossible(model, kind, &named, budget))? == Some(true) {
        return Ok(());
    }
    if many > HOPELESS && parts::keeps_all(kind) {
        return Err(Unproved::TooMuch(None));
    }
    let near = Near::new(model, cells);
    let half = budget.left() / 2;
    let some = match budget.within(half, |budget| ways::some(model, kind, &near, &named, budget))? {
        None if wide && parts::impossible(model, kind, &named, budget)? => false,
        None => return Err(Unproved::TooMuch(None)),
        Some(some) => some,
    };
    if some { Err(Unproved::Allowed) } else { Ok(()) }
}
