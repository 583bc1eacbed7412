//! The questions that a solver answers about a model. The questions are the same for all engines.

use crate::answer::{Answer, Estimate, Limits, Stats, Stopped, Turn, Verdict};
use crate::classic::{self, Walk};
use crate::engine::{Engine, Event, Order};
use crate::general::lazy::Lazy;
use crate::simple::Simple;
use crate::switches::Switches;
use cluewright_core::{Board, Model, Random, Value};
use std::ops::ControlFlow;

/// A solver for one model, which answers any number of questions.
///
/// The engine prepares its tables when the first question is asked, within the limits of that question. For a model with many
/// thousands of facts this takes a while, and the stop signal is polled meanwhile.
///
/// Boards that are passed to a solver must be boards of its model ([`Model::board`]), possibly narrowed, or boards on which cells
/// have their full domains. For the first board of the second kind, the model is prepared a second time.
///
/// A solver takes memory for the prepared model, which includes at most 5 MB for tables of all pairs of cells and 64 MB for tables
/// of relations; in searches that are not short, for a second version of the prepared model with more derived sums; and for a copy
/// of the domains (8 bytes per cell) for each open branch. There are at most as many open branches as candidates.
/// [`Solver::true_candidates`] also stores the solutions that it has found, at most `cap` for each candidate. A stop signal is
/// polled about every millisecond, even within a branch.
pub struct Solver<'m> {
    pub(crate) model: &'m Model,
    pub(crate) engine: Box<dyn Engine + 'm>,
    which: Which,
    /// A search on several threads is divided into parts after this many nodes.
    pub(crate) first: u64,
    /// Whether solutions are checked, in debug builds.
    checked: bool,
}

/// The kind of engine of a solver, which [`Solver::another`] needs to create a similar solver.
#[derive(Clone, Copy)]
enum Which {
    Usual,
    Simple,
    General(Switches),
}

impl<'m> Solver<'m> {
    /// Creates a solver with the usual engine for this model.
    pub fn new(model: &'m Model) -> Self {
        Self::made(model, Which::Usual)
    }

    /// Creates a solver with the general engine, even if the model is an ordinary grid, and with some mechanisms switched off.
    pub fn with(model: &'m Model, switches: Switches) -> Self {
        Self::made(model, Which::General(switches))
    }

    /// Creates a solver with the simple engine, which is slow and serves as a reference in tests.
    pub fn simple(model: &'m Model) -> Self {
        Self::made(model, Which::Simple)
    }

    fn made(model: &'m Model, which: Which) -> Self {
        let engine: Box<dyn Engine + 'm> = match which {
            Which::Usual if classic::is_classic(model) => Box::new(Walk::new(model)),
            Which::Usual => Box::new(Lazy::new(model, Switches::default())),
            Which::Simple => Box::new(Simple::new(model)),
            Which::General(switches) => Box::new(Lazy::new(model, switches)),
        };
        let first = engine.before_cut();
        Self { model, engine, which, first, checked: false }
    }

    /// Sets the number of nodes (at least 1; a few thousand by default) after which a search that several threads may share is
    /// divided into parts.
    #[must_use]
    pub fn cutting_after(mut self, nodes: u64) -> Self {
        self.first = nodes.max(1);
        self
    }

    /// Creates a solver like this one, for another thread.
    pub(crate) fn another(&self) -> Self {
        Self::made(self.model, self.which)
    }

    /// The first solution that the search finds; `None` if there is no solution.
    pub fn solve(&mut self, board: &Board, limits: &Limits<'_>) -> Answer<Option<Vec<Value>>> {
        self.first_in(Order::Usual, board, limits)
    }

    fn first_in(&mut self, order: Order, board: &Board, limits: &Limits<'_>) -> Answer<Option<Vec<Value>>> {
        let mut found = None;
        let stopped = self.walk(board, order, limits, |s| {
            found = Some(s.to_vec());
            ControlFlow::Break(())
        });
        self.answer(found, stopped)
    }

    /// A solution found by trying values in an order drawn from `seed`. Every solution can be returned, but not all are equally
    /// likely.
    pub fn random_solution(&mut self, board: &Board, seed: u64, limits: &Limits<'_>) -> Answer<Option<Vec<Value>>> {
        self.first_in(Order::Shuffled(seed), board, limits)
    }

    /// The results of [`Solver::random_solution`] for each seed, which are computed together: see [`Solver::width`]. An
    /// incomplete answer has only the solutions for the first seeds.
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

    /// The number of boards or seeds that should be passed together: each then takes a fraction of the time that it takes alone.
    /// 1 if it makes no difference.
    pub fn width(&self) -> usize {
        self.engine.width()
    }

    /// Counts the solutions of each of these boards, up to `most` (0: all of them), processing the boards together: see
    /// [`Solver::width`]. An incomplete answer has only the counts for the first boards.
    pub fn count_each(&mut self, boards: &[Board], most: u64, limits: &Limits<'_>) -> Answer<Vec<u64>> {
        self.engine.reset_stats();
        if let Some(counts) = self.engine.count_each(boards, if most == 0 { u64::MAX } else { most }, limits) {
            return self.answer(counts, None);
        }
        self.one_by_one(boards, limits, |solver, board, limits| solver.count(board, most, limits))
    }

    /// The verdict on each board, like that of [`Solver::verdict`]; boards are processed together (see [`Solver::width`]). If a
    /// board has several solutions, the two that are returned may differ from those of `verdict`, but do not depend on the other
    /// boards. An incomplete answer has only the verdicts on the first boards.
    pub fn verdicts(&mut self, boards: &[Board], limits: &Limits<'_>) -> Answer<Vec<Verdict>> {
        self.engine.reset_stats();
        if let Some((verdicts, stopped)) = self.engine.verdict_each(boards, limits) {
            return self.answer(verdicts, stopped);
        }
        self.one_by_one(boards, limits, Self::verdict)
    }

    /// Calls `ask` for each item until a limit is reached; `limits.nodes` applies to all items together.
    fn one_by_one<I, T>(
        &mut self,
        items: &[I],
        limits: &Limits<'_>,
        mut ask: impl FnMut(&mut Self, &I, &Limits<'_>) -> Answer<T>,
    ) -> Answer<Vec<T>> {
        let mut all = Answer { value: Vec::with_capacity(items.len()), stopped: None, stats: Stats::default() };
        for item in items {
            let Some(nodes) = limits.left(all.stats.nodes) else {
                all.stopped = Some(Stopped::Nodes);
                break;
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

    /// Passes every solution to `each`, always in the same order, until `each` returns `Break`, and returns the number of
    /// solutions passed. The answer is complete if the search reached its end, or if `each` ended it.
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

    /// The number of solutions, counted up to `most` (0: all of them).
    pub fn count(&mut self, board: &Board, most: u64, limits: &Limits<'_>) -> Answer<u64> {
        let mut number = 0;
        self.solutions(board, limits, |_| {
            number += 1;
            if number == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    /// Determines whether there are no, one or several solutions.
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
        self.start(board, Order::Usual);
        let mut random = Random::new(seed);
        let (mut taken, mut hits) = (0u32, 0u32);
        // Use Welford's running mean and sum of squared deviations, because weights span many powers of ten.
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
            limits.report(|| f64::from(taken) / f64::from(samples));
        }
        let n = f64::from(taken);
        let error = if taken > 1 { (squares / (n - 1.0) / n).sqrt() } else { f64::INFINITY };
        let error = if squares == 0.0 && taken > 0 { 0.0 } else { error };
        self.answer(Estimate { count: mean, error, samples: taken, hits }, stopped)
    }

    fn walk(
        &mut self,
        board: &Board,
        order: Order,
        limits: &Limits<'_>,
        each: impl FnMut(&[Value]) -> ControlFlow<()>,
    ) -> Option<Stopped> {
        self.start(board, order);
        self.go_on(limits, each).stopped()
    }

    /// Starts a search, whose statistics begin at 0.
    pub(crate) fn start(&mut self, board: &Board, order: Order) {
        self.engine.reset_stats();
        self.engine.start(board, order);
        self.started_on(board);
    }

    /// Notes the board that the search was started on, or one that contains it. If the board is wider than the model's own, its
    /// solutions may violate the givens, so they are not checked.
    pub(crate) fn started_on(&mut self, board: &Board) {
        self.checked = cfg!(debug_assertions) && {
            let own = self.model.board();
            board.domains().iter().zip(own.domains()).all(|(d, own)| d.is_subset(*own))
        };
    }

    /// Passes the next solutions to `each` until it returns `Break`.
    pub(crate) fn go_on(&mut self, limits: &Limits<'_>, mut each: impl FnMut(&[Value]) -> ControlFlow<()>) -> Turn {
        loop {
            match self.engine.next(limits) {
                Event::Solution => {
                    let solution = self.engine.solution();
                    debug_assert!(!self.checked || self.model.holds(solution), "a solution satisfies every fact");
                    if each(solution).is_break() {
                        return Turn::Paused;
                    }
                }
                Event::Done => return Turn::Done,
                Event::Stopped(why) => return Turn::Stopped(why),
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
