//! Collects the steps that techniques find, and limits their work.

use super::Step;
use cluewright_core::{Candidate, Sort, SortedSet, Value};

/// The technique's id, the placements, the eliminations, and the digits that the step is about.
type Conclusion = (&'static str, Vec<Candidate>, Vec<Candidate>, Vec<Value>);

/// The stop signal is polled at least once in this many calls of [`Found::spend`].
const CALLS: u32 = 32;

/// Collects the steps that techniques find, and signals when the techniques should return.
pub struct Found<'a> {
    steps: Vec<Step>,
    known: SortedSet<Conclusion>,
    wanted: usize,
    work: u64,
    /// The work that the current technique may still spend; the technique gives up at 0.
    share: u64,
    /// Whether the search includes rare patterns.
    thorough: bool,
    stop: Option<&'a dyn Fn() -> bool>,
    /// The number of calls of [`Found::spend`] so far.
    calls: u32,
    stopped: bool,
    /// A filter: steps for which this function returns false are dropped.
    accept: Option<&'a dyn Fn(&Step) -> bool>,
}

impl<'a> Found<'a> {
    /// Collects up to `wanted` steps, allowing `work` units of work. Examining one candidate costs roughly one unit.
    pub fn new(wanted: usize, work: u64) -> Self {
        Self {
            steps: Vec::new(),
            known: SortedSet::default(),
            wanted,
            work,
            share: u64::MAX,
            thorough: wanted > 1,
            stop: None,
            calls: 0,
            stopped: false,
            accept: None,
        }
    }

    /// Limits the work of the current technique to this share. When the share is spent, the technique gives up, but other
    /// techniques may continue.
    #[must_use]
    pub fn sharing(mut self, share: u64) -> Self {
        self.share = share;
        self
    }

    /// Makes the search include rare patterns; used when no technique has found a step.
    #[must_use]
    pub fn thoroughly(mut self) -> Self {
        self.thorough = true;
        self
    }

    /// Sets the stop signal, which is polled regularly.
    #[must_use]
    pub fn stopping(mut self, stop: Option<&'a dyn Fn() -> bool>) -> Self {
        self.stop = stop;
        self
    }

    /// Keeps only steps for which `accept` returns true.
    #[must_use]
    pub fn accepting(mut self, accept: &'a dyn Fn(&Step) -> bool) -> Self {
        self.accept = Some(accept);
        self
    }

    /// Adds a step, unless the step has no conclusion or has the same conclusions and digits as an earlier step of the same
    /// technique.
    pub fn push(&mut self, step: Step) {
        if step.placements.is_empty() && step.eliminations.is_empty() {
            return;
        }
        if self.is_full() || !self.accept.is_none_or(|accept| accept(&step)) {
            return;
        }
        let mut key = (step.technique.id, step.placements.clone(), step.eliminations.clone(), step.digits());
        key.1.order();
        if self.known.insert(key) {
            self.steps.push(step);
        }
    }

    /// Whether the technique should return because enough steps were found or the work is spent.
    pub fn is_full(&self) -> bool {
        self.steps.len() >= self.wanted || self.is_spent()
    }

    /// Spends work. Returns true if the technique must return: its share or all work is spent, or a stop was requested.
    pub fn spend(&mut self, units: u64) -> bool {
        let before = self.work;
        self.work = self.work.saturating_sub(units);
        self.share = self.share.saturating_sub(units);
        // Poll the stop signal about every 65,536 units (a few milliseconds), and also after a fixed number of calls, because some
        // constraints take longer than their counted units suggest.
        self.calls = self.calls.wrapping_add(1);
        let look = before >> 16 != self.work >> 16 || self.calls.is_multiple_of(CALLS);
        if self.work == 0 || (look && self.stop.is_some_and(|stop| stop())) {
            self.stopped = true;
        }
        self.is_spent()
    }

    /// Whether the share is spent or the search was stopped. If so, the results so far are incomplete.
    pub(crate) fn is_spent(&self) -> bool {
        self.stopped || self.share == 0
    }

    /// Calls `ask` without the current technique's limit: the work is charged to the total, but not to the technique's share.
    pub(crate) fn aside<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let share = std::mem::replace(&mut self.share, u64::MAX);
        let answer = ask(self);
        self.share = share;
        answer
    }

    /// Gives up before a search for rare patterns. If no technique finds a step, the technique is called again and then includes
    /// rare patterns. Does nothing if the search already includes rare patterns.
    pub(crate) fn leave_out(&mut self) {
        if !self.thorough {
            self.share = 0;
        }
    }

    /// Polls the stop signal immediately and returns whether the search was stopped. Called before work that may take milliseconds.
    pub(crate) fn poll(&mut self) -> bool {
        self.stopped = self.stopped || self.stop.is_some_and(|stop| stop());
        self.stopped
    }

    /// The remaining work, in units.
    pub fn work_left(&self) -> u64 {
        self.work
    }

    /// Whether the work budget ran out or a stop was requested.
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether all steps are requested rather than only one.
    pub fn wants_all(&self) -> bool {
        self.wanted > 1
    }

    /// Whether the search must include rare patterns.
    pub fn is_thorough(&self) -> bool {
        self.thorough
    }

    /// The steps found so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps found.
    pub fn into_steps(self) -> Vec<Step> {
        self.steps
    }
}
