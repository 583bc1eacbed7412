//! The questions one can ask of a model. The same for all engines.

use crate::answer::{Answer, Candidates, Estimate, Limits, Stats, Stopped, Verdict};
use crate::classic::{self, Walk};
use crate::engine::{Engine, Event, Order};
use crate::general::lazy::Lazy;
use crate::simple::Simple;
use crate::switches::Switches;
use cluewright_core::{Board, Candidate, Model, Random, Value};
use std::ops::ControlFlow;

/// A model, ready to be asked.
///
/// What the engine has to prepare it prepares when first asked, within that question's limits: a model of many thousand
/// facts takes its time, and the stop signal is polled then, too.
///
/// Boards handed in are boards of the model ([`Model::board`]), narrowed as one likes; or boards of its cells' whole
/// domains, for which the model is prepared once more when the first comes.
///
/// Memory: the prepared model, with at most 2 MB for who sees whom (once more, with more of the sums that follow from
/// others, when a search is not short), and a copy of the domains (8 bytes a cell) for each open branch: at most as many as
/// there are candidates. [`Solver::true_candidates`] also keeps the solutions it met, at most its cap for each candidate. A
/// stop signal is polled every millisecond or so, within a branch too.
pub struct Solver<'m> {
    pub(crate) model: &'m Model,
    pub(crate) engine: Box<dyn Engine + 'm>,
    which: Which,
    /// Nodes before a search is cut into parts.
    pub(crate) first: u64,
}

/// Which engine to make another of.
#[derive(Clone, Copy)]
enum Which {
    Usual,
    Simple,
    General(Switches),
}

impl<'m> Solver<'m> {
    /// With the engine for every day.
    pub fn new(model: &'m Model) -> Self {
        Self::made(model, Which::Usual)
    }

    /// With an engine at hand, for tests that compare.
    #[cfg(test)]
    pub(crate) fn of(model: &'m Model, engine: Box<dyn Engine + 'm>) -> Self {
        let first = engine.before_cut();
        Self { model, engine, which: Which::Usual, first }
    }

    /// With the engine for any model, whatever the model is, and some of its mechanisms off.
    pub fn with(model: &'m Model, switches: Switches) -> Self {
        Self::made(model, Which::General(switches))
    }

    /// With the simple engine, the slow twin.
    pub fn simple(model: &'m Model) -> Self {
        Self::made(model, Which::Simple)
    }

    fn made(model: &'m Model, which: Which) -> Self {
        let engine: Box<dyn Engine + 'm> = match which {
            Which::Usual => usual_engine(model),
            Which::Simple => Box::new(Simple::new(model)),
            Which::General(switches) => Box::new(Lazy::new(model, switches)),
        };
        let first = engine.before_cut();
        Self { model, engine, which, first }
    }

    /// Cuts a search that several threads may share into parts after this many nodes (at least 1) instead of some thousand.
    #[must_use]
    pub fn cutting_after(mut self, nodes: u64) -> Self {
        self.first = nodes.max(1);
        self
    }

    /// Another one like this, for another thread.
    pub(crate) fn another(&self) -> Self {
        Self::made(self.model, self.which)
    }

    /// The first solution found, if there is one.
    pub fn solve(&mut self, board: &Board, limits: &Limits<'_>) -> Answer<Option<Vec<Value>>> {
        let mut found = None;
        let stopped = self.walk(board, Order::Usual, limits, |s| {
            found = Some(s.to_vec());
            ControlFlow::Break(())
        });
        self.answer(found, stopped)
    }

    /// A solution found by trying values in an order drawn from `seed`. Every solution can come, not all are equally
    /// likely.
    pub fn random_solution(&mut self, board: &Board, seed: u64, limits: &Limits<'_>) -> Answer<Option<Vec<Value>>> {
        let mut found = None;
        let stopped = self.walk(board, Order::Shuffled(seed), limits, |s| {
            found = Some(s.to_vec());
            ControlFlow::Break(())
        });
        self.answer(found, stopped)
    }

    /// [`Solver::random_solution`] for each seed, the same ones, together: see [`Solver::width`]. An incomplete answer has
    /// those of the first seeds only.
    pub fn random_solutions(
        &mut self,
        board: &Board,
        seeds: &[u64],
        limits: &Limits<'_>,
    ) -> Answer<Vec<Option<Vec<Value>>>> {
        self.engine.reset_stats();
        if let Some(found) = self.engine.draw_each(board, seeds, limits) {
            return self.answer(found, None);
        }
        self.one_by_one(seeds, limits, |solver, &seed, limits| solver.random_solution(board, seed, limits))
    }

    /// How many boards (or seeds) it is best to ask about together: then each costs a fraction of what it costs alone.
    /// 1 where it makes no difference.
    pub fn width(&self) -> usize {
        self.engine.width()
    }

    /// Counts the solutions of each of these boards, up to `most` (0: all of them): see [`Solver::width`]. An incomplete
    /// answer has the counts of the first boards only.
    pub fn count_each(&mut self, boards: &[Board], most: u64, limits: &Limits<'_>) -> Answer<Vec<u64>> {
        self.engine.reset_stats();
        if let Some(counts) = self.engine.count_each(boards, if most == 0 { u64::MAX } else { most }, limits) {
            return self.answer(counts, None);
        }
        self.one_by_one(boards, limits, |solver, board, limits| solver.count(board, most, limits))
    }

    /// [`Solver::verdict`] on each board: see [`Solver::width`]. Of several solutions others may be shown than by that,
    /// but always the same two, whatever the other boards are. An incomplete answer has the verdicts on the first boards
    /// only.
    pub fn verdicts(&mut self, boards: &[Board], limits: &Limits<'_>) -> Answer<Vec<Verdict>> {
        self.engine.reset_stats();
        if let Some((verdicts, stopped)) = self.engine.verdict_each(boards, limits) {
            return self.answer(verdicts, stopped);
        }
        self.one_by_one(boards, limits, Self::verdict)
    }

    /// Asks the same of each item, until a limit is met for one; `limits.nodes` holds for all together.
    fn one_by_one<I, T>(
        &mut self,
        items: &[I],
        limits: &Limits<'_>,
        mut ask: impl FnMut(&mut Self, &I, &Limits<'_>) -> Answer<T>,
    ) -> Answer<Vec<T>> {
        let mut all = Answer { value: Vec::with_capacity(items.len()), stopped: None, stats: Stats::default() };
        for item in items {
            let nodes = match limits.nodes {
                0 => 0,
                most if all.stats.nodes < most => most - all.stats.nodes,
                _ => {
                    all.stopped = Some(Stopped::Nodes);
                    break;
                }
            };
            let answer = ask(self, item, &Limits { nodes, progress: None, ..*limits });
            all.stats.add(&answer.stats);
            if answer.stopped.is_some() {
                all.stopped = answer.stopped;
                break;
            }
            all.value.push(answer.value);
        }
        all
    }

    /// Hands every solution to `each`, in an order that is the same every time, until `each` breaks; how many there
    /// were. The answer is complete when the walk ended or `each` broke it off.
    pub fn solutions(
        &mut self,
        board: &Board,
        limits: &Limits<'_>,
        mut each: impl FnMut(&[Value]) -> ControlFlow<()>,
    ) -> Answer<u64> {
        let mut number = 0;
        let stopped = self.walk(board, Order::Usual, limits, |s| {
            number += 1;
            each(s)
        });
        self.answer(number, stopped)
    }

    /// How many solutions, counted up to `most` (0: all of them).
    pub fn count(&mut self, board: &Board, most: u64, limits: &Limits<'_>) -> Answer<u64> {
        let mut number = 0;
        let stopped = self.walk(board, Order::Usual, limits, |_| {
            number += 1;
            if number == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.answer(number, stopped)
    }

    /// Finds out whether there are none, one or more solutions.
    pub fn verdict(&mut self, board: &Board, limits: &Limits<'_>) -> Answer<Verdict> {
        let mut found: Vec<Vec<Value>> = Vec::new();
        let stopped = self.walk(board, Order::Usual, limits, |s| {
            found.push(s.to_vec());
            if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let second = found.pop();
        let first = found.pop();
        let verdict = match (first, second, stopped) {
            (Some(a), Some(b), _) => Verdict::Multiple(a, b),
            (None, one, Some(_)) => Verdict::Unknown(one),
            (None, Some(one), None) => Verdict::Unique(one),
            (_, None, None) => Verdict::None,
            (Some(_), None, Some(_)) => unreachable!("the last found is taken first"),
        };
        self.answer(verdict, stopped)
    }

    /// Estimates the number of solutions from `samples` random dives (Knuth, Estimating the efficiency of backtrack
    /// programs, 1975).
    pub fn estimate(&mut self, board: &Board, samples: u32, seed: u64, limits: &Limits<'_>) -> Answer<Estimate> {
        self.engine.reset_stats();
        self.engine.start(board, Order::Usual);
        let mut random = Random::new(seed);
        let (mut taken, mut hits) = (0u32, 0u32);
        // Welford's running mean and sum of squared deviations: weights span many powers of ten.
        let (mut mean, mut squares) = (0.0f64, 0.0f64);
        let mut stopped = None;
        while taken < samples {
            match self.engine.dive(random.bits(), limits) {
                Ok(weight) => {
                    taken += 1;
                    hits += u32::from(weight > 0.0);
                    let delta = weight - mean;
                    mean += delta / f64::from(taken);
                    squares += delta * (weight - mean);
                }
                Err(why) => {
                    stopped = Some(why);
                    break;
                }
            }
            if let Some(progress) = limits.progress {
                progress(f64::from(taken) / f64::from(samples));
            }
        }
        let n = f64::from(taken);
        let error = if taken > 1 { (squares / (n - 1.0) / n).sqrt() } else { f64::INFINITY };
        let error = if squares == 0.0 && taken > 0 { 0.0 } else { error };
        Answer {
            value: Estimate { count: mean, error, samples: taken, hits },
            stopped,
            stats: self.engine.stats().clone(),
        }
    }

    /// Whether there is a solution with this candidate. One of them.
    pub fn solve_with(
        &mut self,
        board: &Board,
        candidate: Candidate,
        limits: &Limits<'_>,
    ) -> Answer<Option<Vec<Value>>> {
        let mut trial = board.clone();
        if trial.fix(candidate.cell, candidate.value).is_err() {
            return Answer { value: None, stopped: None, stats: Stats::default() };
        }
        self.solve(&trial, limits)
    }

    fn walk(
        &mut self,
        board: &Board,
        order: Order<'_>,
        limits: &Limits<'_>,
        each: impl FnMut(&[Value]) -> ControlFlow<()>,
    ) -> Option<Stopped> {
        self.engine.reset_stats();
        self.engine.start(board, order);
        self.go_on(board, limits, each)
    }

    /// Walks what the engine was started on, which lies within `board`.
    pub(crate) fn go_on(
        &mut self,
        board: &Board,
        limits: &Limits<'_>,
        mut each: impl FnMut(&[Value]) -> ControlFlow<()>,
    ) -> Option<Stopped> {
        // A board without the givens has solutions that break them.
        let own = cfg!(debug_assertions) && {
            let own = self.model.board();
            board.domains().iter().zip(own.domains()).all(|(d, own)| d.is_subset(*own))
        };
        loop {
            match self.engine.next(limits) {
                Event::Solution => {
                    debug_assert!(!own || self.model.holds(self.engine.solution()), "a solution satisfies every fact");
                    if each(self.engine.solution()).is_break() {
                        return None;
                    }
                }
                Event::Done => return None,
                Event::Stopped(why) => return Some(why),
            }
        }
    }

    pub(crate) fn answer<T>(&self, value: T, stopped: Option<Stopped>) -> Answer<T> {
        Answer { value, stopped, stats: self.engine.stats().clone() }
    }
}

impl std::fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("stats", self.engine.stats()).finish_non_exhaustive()
    }
}

/// The engine questions go to unless one is asked for by name.
fn usual_engine<'m>(model: &'m Model) -> Box<dyn Engine + 'm> {
    if classic::is_classic(model) {
        return Box::new(Walk::new(model));
    }
    Box::new(Lazy::new(model, Switches::default()))
}

/// See [`Solver::solve`].
pub fn solve(model: &Model, board: &Board, limits: &Limits<'_>) -> Answer<Option<Vec<Value>>> {
    Solver::new(model).solve(board, limits)
}

/// See [`Solver::random_solution`].
pub fn random_solution(model: &Model, board: &Board, seed: u64, limits: &Limits<'_>) -> Answer<Option<Vec<Value>>> {
    Solver::new(model).random_solution(board, seed, limits)
}

/// See [`Solver::solutions`].
pub fn solutions(
    model: &Model,
    board: &Board,
    limits: &Limits<'_>,
    each: impl FnMut(&[Value]) -> ControlFlow<()>,
) -> Answer<u64> {
    Solver::new(model).solutions(board, limits, each)
}

/// See [`Solver::count`].
pub fn count(model: &Model, board: &Board, most: u64, limits: &Limits<'_>) -> Answer<u64> {
    Solver::new(model).count(board, most, limits)
}

/// See [`Solver::verdict`].
pub fn verdict(model: &Model, board: &Board, limits: &Limits<'_>) -> Answer<Verdict> {
    Solver::new(model).verdict(board, limits)
}

/// See [`Solver::true_candidates`].
pub fn true_candidates(model: &Model, board: &Board, cap: u32, limits: &Limits<'_>) -> Answer<Candidates> {
    Solver::new(model).true_candidates(board, cap, limits)
}

/// See [`Solver::estimate`].
pub fn estimate(model: &Model, board: &Board, samples: u32, seed: u64, limits: &Limits<'_>) -> Answer<Estimate> {
    Solver::new(model).estimate(board, samples, seed, limits)
}
