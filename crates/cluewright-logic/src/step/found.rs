//! Collects steps and limits the work.

use super::Step;
use cluewright_core::{Candidate, Sort, SortedSet, Value};

/// The technique's id, the placements, the eliminations, and the digits that the step is about.
type Conclusion = (&'static str, Vec<Candidate>, Vec<Candidate>, Vec<Value>);

/// The stop signal is polled at least once in this many calls of [`Found::spend`].
const CALLS: u32 = 32;

/// Collects the steps of a search and tells the techniques when to return.
pub struct Found<'a> {
    steps: Vec<Step>,
    known: SortedSet<Conclusion>,
    wanted: usize,
    work: u64,
    /// The remaining work of the current technique; at 0 it gives up.
    share: u64,
    /// Whether rare patterns are searched, too.
    thorough: bool,
    stop: Option<&'a dyn Fn() -> bool>,
    /// The number of calls of [`Found::spend`] so far.
    calls: u32,
    stopped: bool,
    /// Steps for which this returns false are dropped.
    accept: Option<&'a dyn Fn(&Step) -> bool>,
}

impl<'a> Found<'a> {
    /// Collects up to `wanted` steps and allows `work` units for finding them. A unit is roughly one candidate examined.
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

    /// Sets the share of the work that the current technique may spend: after that it gives up, and others may continue.
    #[must_use]
    pub fn sharing(mut self, share: u64) -> Self {
        self.share = share;
        self
    }

    /// Makes the search include rare patterns: used if no technique has found a step.
    #[must_use]
    pub fn thoroughly(mut self) -> Self {
        self.thorough = true;
        self
    }

    /// Sets the stop signal, which is polled now and then.
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

    /// Adds a step. It is dropped if it has no conclusion, or the same conclusions as an earlier step of the same technique.
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

    /// Whether enough steps were found or the work is spent, so that the technique should return.
    pub fn is_full(&self) -> bool {
        self.steps.len() >= self.wanted || self.is_spent()
    }

    /// Spends work. Returns true if the technique must return: its share or all work is spent, or the stop signal came.
    pub fn spend(&mut self, units: u64) -> bool {
        let before = self.work;
        self.work = self.work.saturating_sub(units);
        self.share = self.share.saturating_sub(units);
        // Poll the stop signal about every 65,536 units (a few milliseconds), and also after a number of calls, because some
        // constraints take longer than the units counted for them.
        self.calls = self.calls.wrapping_add(1);
        let look = before >> 16 != self.work >> 16 || self.calls.is_multiple_of(CALLS);
        if self.work == 0 || (look && self.stop.is_some_and(|stop| stop())) {
            self.stopped = true;
        }
        self.is_spent()
    }

    /// Whether the share is spent or the search was stopped. The results so far are then incomplete.
    pub(crate) fn is_spent(&self) -> bool {
        self.stopped || self.share == 0
    }

    /// Calls `ask` with access to all the work, without counting it against the current technique's share.
    pub(crate) fn aside<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let share = std::mem::replace(&mut self.share, u64::MAX);
        let answer = ask(self);
        self.share = share;
        answer
    }

    /// Gives up before a search for rare patterns: the technique is called again, thoroughly, if no technique finds a step. Does
    /// nothing if the search is already thorough.
    pub(crate) fn leave_out(&mut self) {
        if !self.thorough {
            self.share = 0;
        }
    }

    /// Polls the stop signal at once; called before work that may take milliseconds. Returns whether the search was stopped.
    pub(crate) fn poll(&mut self) -> bool {
        self.stopped = self.stopped || self.stop.is_some_and(|stop| stop());
        self.stopped
    }

    /// The work that is left, in units.
    pub fn work_left(&self) -> u64 {
        self.work
    }

    /// Whether the work ran out, or the stop signal came.
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether all steps are requested, not just the easiest.
    pub fn wants_all(&self) -> bool {
        self.wanted > 1
    }

    /// Whether rare patterns must be searched as well.
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
