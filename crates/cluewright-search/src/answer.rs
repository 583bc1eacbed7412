//! The limits, results and statistics of a search.

use cluewright_core::{Cell, Value, ValueSet};

/// The limits of a search, its stop signal, and its progress callback.
///
/// ```
/// use cluewright_search::Limits;
/// use std::sync::atomic::{AtomicBool, Ordering};
/// let cancelled = AtomicBool::new(false);
/// let stop = || cancelled.load(Ordering::Relaxed);
/// let limits = Limits { nodes: 100_000, stop: Some(&stop), ..Limits::none() };
/// assert_eq!(limits.nodes, 100_000);
/// ```
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// The maximum number of search nodes; 0 for no limit. Nodes are branches, not propagations.
    pub nodes: u64,
    /// The stop signal, which is polled every few hundred propagations. The search ends when it returns true. The caller provides
    /// the clock or flag behind the signal.
    pub stop: Option<&'a (dyn Fn() -> bool + Sync)>,
    /// The stop signal for preliminary work, such as counting solutions before an explanation. An earlier signal leaves time for
    /// the requested work. `None`: use `stop`.
    pub early: Option<&'a (dyn Fn() -> bool + Sync)>,
    /// Called from time to time with the completed fraction of the search (0 to 1). The fraction never decreases within one
    /// question.
    pub progress: Option<&'a (dyn Fn(f64) + Sync)>,
}

impl Limits<'_> {
    /// The limits for preliminary work, which ends when [`Limits::early`] returns true.
    #[must_use]
    pub fn before(&self) -> Self {
        Self { stop: self.early.or(self.stop), ..*self }
    }

    /// The node limit that is left after `done` nodes (0: none is set); `None` if nothing is left.
    pub(crate) fn left(&self, done: u64) -> Option<u64> {
        if self.nodes == 0 { Some(0) } else { self.nodes.checked_sub(done).filter(|&left| left > 0) }
    }

    /// Whether the stop signal says to end the search.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop())
    }

    /// Reports the completed fraction of the search, if a caller listens.
    pub(crate) fn report(&self, done: impl FnOnce() -> f64) {
        if let Some(progress) = self.progress {
            progress(done());
        }
    }

    /// Limits that never stop a search.
    pub fn none() -> Self {
        Self::default()
    }

    /// Limits a search to this many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes, ..Self::default() }
    }
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").field("nodes", &self.nodes).field("stop", &self.stop.is_some()).finish_non_exhaustive()
    }
}

/// Why a search ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stopped {
    /// The node limit was reached.
    Nodes,
    /// The stop signal returned true.
    Signal,
    /// An independent checker rejected a solution, which means that the program has a bug. The search itself never reports this;
    /// only the code that checks solutions does.
    Unsound,
}

/// How a turn of a [`Job`](crate::Job) ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Turn {
    /// There are no more solutions.
    Done,
    /// The callback ended the turn after a solution; the next turn continues after that solution.
    Paused,
    /// A limit of this turn was reached; the next turn continues from the same point.
    Stopped(Stopped),
}

impl Turn {
    /// Why a limit ended the turn, if one did.
    pub(crate) fn stopped(self) -> Option<Stopped> {
        if let Self::Stopped(why) = self { Some(why) } else { None }
    }
}

/// Statistics of one kind of constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct KindStats {
    /// The kind's name: `Sum`.
    pub kind: &'static str,
    /// The number of runs of constraints of this kind.
    pub runs: u64,
    /// The number of conflicts that constraints of this kind found.
    pub conflicts: u64,
}

/// The amount of work that an answer took.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Stats {
    /// The number of branches. At each branch a candidate is assumed; 0 means that propagation alone gave the answer.
    pub nodes: u64,
    /// The number of branches in which propagation found a conflict.
    pub failures: u64,
    /// The number of propagations of constraints and sets.
    pub propagations: u64,
    /// The statistics of each kind of constraint, in a fixed order.
    pub kinds: Vec<KindStats>,
}

impl Stats {
    /// Adds the work of another search to this one.
    pub fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.failures += other.failures;
        self.propagations += other.propagations;
        for kind in &other.kinds {
            match self.kinds.iter_mut().find(|k| k.kind == kind.kind) {
                Some(known) => {
                    known.runs += kind.runs;
                    known.conflicts += kind.conflicts;
                }
                None => self.kinds.push(*kind),
            }
        }
    }

    /// Sets all numbers to 0, but keeps the list of kinds.
    pub fn reset(&mut self) {
        (self.nodes, self.failures, self.propagations) = (0, 0, 0);
        for kind in &mut self.kinds {
            (kind.runs, kind.conflicts) = (0, 0);
        }
    }
}

/// A result, whether it is complete, and its statistics.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<T> {
    /// The result.
    pub value: T,
    /// Why the search ended early; `None` if the answer is complete.
    pub stopped: Option<Stopped>,
    /// The work that the answer took.
    pub stats: Stats,
}

impl<T> Answer<T> {
    /// Whether the answer is complete.
    pub fn complete(&self) -> bool {
        self.stopped.is_none()
    }
}

/// The verdict on a puzzle: no solution, one, or several. A solution has one value per cell, in the order of the cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is no solution.
    None,
    /// There is exactly one solution.
    Unique(Vec<Value>),
    /// There are several solutions; these two differ in at least one cell of the answer.
    Multiple(Vec<Value>, Vec<Value>),
    /// A limit was reached before the number was known; contains a solution if one was found.
    Unknown(Option<Vec<Value>>),
}

/// An estimate of the number of solutions.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Estimate {
    /// The estimate: the mean over all samples, which is unbiased.
    pub count: f64,
    /// The standard error of `count`. If few samples ended in a solution, both numbers are rough.
    pub error: f64,
    /// The number of samples taken.
    pub samples: u32,
    /// The number of samples that ended in a solution.
    pub hits: u32,
}

/// The number of solutions with each candidate of the answer's cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates {
    /// The number of solutions with each candidate, counted up to the cap: `counts[cell][value]`. Empty for helper cells.
    pub counts: Vec<Vec<u32>>,
    /// For each cell, the candidates that occur in some solution.
    pub possible: Vec<ValueSet>,
    /// For each cell, the candidates whose number of solutions is unknown because a limit was reached; empty in a complete
    /// answer.
    pub open: Vec<ValueSet>,
    /// The cells of the answer, in order.
    pub cells: Vec<Cell>,
    /// The solutions found, in order, each with a value for each of `cells`. Every possible candidate occurs in one of them.
    /// Empty if the engine counted solutions without listing them.
    pub solutions: Vec<Vec<Value>>,
}
