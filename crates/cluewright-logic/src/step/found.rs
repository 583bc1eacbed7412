//! Collects steps and counts the work.

use super::Step;
use cluewright_core::{Candidate, Sort, SortedSet, Value};

/// A name, what is placed, what is removed, and the digits it is about.
type Conclusion = (&'static str, Vec<Candidate>, Vec<Candidate>, Vec<Value>);

/// Calls of [`Found::spend`] after which the stop signal is asked in any case.
const CALLS: u32 = 32;

/// Collects steps and says when it is enough.
pub struct Found<'a> {
    steps: Vec<Step>,
    known: SortedSet<Conclusion>,
    wanted: usize,
    work: u64,
    /// Work after which one technique gives up.
    share: u64,
    /// Is nothing to be left out that is seldom there?
    thorough: bool,
    stop: Option<&'a dyn Fn() -> bool>,
    /// Calls of [`Found::spend`].
    calls: u32,
    stopped: bool,
    /// Accept only steps of which this is true.
    accept: Option<&'a dyn Fn(&Step) -> bool>,
}

impl<'a> Found<'a> {
    /// Room for `wanted` steps, and `work` units to spend on finding them. A unit is roughly one candidate looked at.
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

    /// The same with so much of the work for who looks now: beyond that it gives up, and others may go on.
    #[must_use]
    pub fn sharing(mut self, share: u64) -> Self {
        self.share = share;
        self
    }

    /// The same, to leave out nothing: for when nobody has found a step.
    #[must_use]
    pub fn thoroughly(mut self) -> Self {
        self.thorough = true;
        self
    }

    /// The same, asking `stop` now and then whether to give up.
    #[must_use]
    pub fn stopping(mut self, stop: Option<&'a dyn Fn() -> bool>) -> Self {
        self.stop = stop;
        self
    }

    /// The same, taking only steps that please `accept`.
    #[must_use]
    pub fn accepting(mut self, accept: &'a dyn Fn(&Step) -> bool) -> Self {
        self.accept = Some(accept);
        self
    }

    /// Adds a step. Steps that conclude nothing, or the same as another of that name, are dropped.
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

    /// Enough found, or nothing left to spend: time to return.
    pub fn is_full(&self) -> bool {
        self.steps.len() >= self.wanted || self.is_spent()
    }

    /// Spends work; true when there is none left, for now or for good, or somebody said stop.
    pub fn spend(&mut self, units: u64) -> bool {
        let before = self.work;
        self.work = self.work.saturating_sub(units);
        self.share = self.share.saturating_sub(units);
        // Ask about every 65,536 units: a few milliseconds; and after some calls in any case, for what is counted as
        // little may take long with some constraints.
        self.calls = self.calls.wrapping_add(1);
        let look = before >> 16 != self.work >> 16 || self.calls.is_multiple_of(CALLS);
        if self.work == 0 || (look && self.stop.is_some_and(|stop| stop())) {
            self.stopped = true;
        }
        self.is_spent()
    }

    /// Is there nothing left to spend on this look? Then what was worked out so far is not whole.
    pub(crate) fn is_spent(&self) -> bool {
        self.stopped || self.share == 0
    }

    /// Lets `ask` spend of all the work, without counting it as part of this look.
    pub(crate) fn aside<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let share = std::mem::replace(&mut self.share, u64::MAX);
        let answer = ask(self);
        self.share = share;
        answer
    }

    /// Gives up, for what is seldom there is left out: to be asked again when nobody finds a step. Not when nothing is to be
    /// left out.
    pub(crate) fn leave_out(&mut self) {
        if !self.thorough {
            self.share = 0;
        }
    }

    /// Asks at once whether somebody said stop: before what may take milliseconds.
    pub(crate) fn poll(&mut self) -> bool {
        self.stopped = self.stopped || self.stop.is_some_and(|stop| stop());
        self.stopped
    }

    /// Work left to spend.
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
