//! The techniques, one file each, over groups and links; none knows a rule by name.

use crate::step::{Reason, Step, TechniqueInfo};
use crate::view::View;
use cluewright_core::Candidate;
use cluewright_core::model::{GroupId, Why};

mod clue;
mod fish;
mod locked;
mod single;
mod subset;
pub(crate) mod trial;

pub(crate) use clue::removal_reason;
pub(crate) use single::{HIDDEN_SINGLE, NAKED_SINGLE};

/// The names of clue steps, by level.
pub(crate) fn clue_infos(level: usize) -> &'static TechniqueInfo {
    &clue::CLUE[level]
}

/// A way to find deductions.
pub trait Technique: Sync {
    /// What there is to say about it. A technique with several names gives the easiest; its steps carry their own.
    fn info(&self) -> &'static TechniqueInfo;

    /// All the names its steps may carry.
    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![self.info()]
    }

    /// Puts steps into `found` until that has enough.
    fn find(&self, view: &View, found: &mut Found);
}

/// In the order a person tries them. A new technique is a file and a word here.
pub static TECHNIQUES: &[&dyn Technique] = &[
    &single::FullHouse,
    &single::HiddenSingle,
    &single::NakedSingle,
    &clue::Clue { level: 0 },
    &locked::Locked,
    &clue::Clue { level: 1 },
    &subset::Subset { size: 2 },
    &subset::Subset { size: 3 },
    &clue::Clue { level: 2 },
    &fish::Fish { size: 2 },
    &fish::Fish { size: 3 },
    &subset::Subset { size: 4 },
    &fish::Fish { size: 4 },
    &trial::Trial,
];

/// Collects steps and says when it is enough.
pub struct Found<'a> {
    steps: Vec<Step>,
    wanted: usize,
    work: u64,
    stop: Option<&'a dyn Fn() -> bool>,
    stopped: bool,
    /// Accept only steps of which this is true.
    accept: Option<&'a dyn Fn(&Step) -> bool>,
}

impl<'a> Found<'a> {
    /// Room for `wanted` steps, and `work` units to spend on finding them. A unit is roughly one candidate looked at.
    pub fn new(wanted: usize, work: u64) -> Self {
        Self { steps: Vec::new(), wanted, work, stop: None, stopped: false, accept: None }
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

    /// Adds a step. Steps that conclude nothing are dropped.
    pub fn push(&mut self, step: Step) {
        if step.placements.is_empty() && step.eliminations.is_empty() {
            return;
        }
        if !self.is_full() && self.accept.is_none_or(|accept| accept(&step)) && !self.steps.contains(&step) {
            self.steps.push(step);
        }
    }

    /// Enough found, or nothing left to spend: time to return.
    pub fn is_full(&self) -> bool {
        self.steps.len() >= self.wanted || self.stopped
    }

    /// Spends work; true when there is none left or somebody said stop.
    pub fn spend(&mut self, units: u64) -> bool {
        let before = self.work;
        self.work = self.work.saturating_sub(units);
        // Ask about every 65,536 units: a few milliseconds.
        if self.work == 0 || (before >> 16 != self.work >> 16 && self.stop.is_some_and(|stop| stop())) {
            self.stopped = true;
        }
        self.stopped
    }

    /// Work left to spend.
    pub fn work_left(&self) -> u64 {
        self.work
    }

    /// Did the work run out, or did somebody say stop?
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// What was found so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What was found.
    pub fn into_steps(self) -> Vec<Step> {
        self.steps
    }
}

/// The premise that one of a group's live candidates is true.
pub(crate) fn group_reason(view: &View, group: GroupId) -> Reason {
    Reason::Group { group, live: view.live_of(group) }
}

/// The premise that two candidates are not both true. They must be linked.
pub(crate) fn link_reason(view: &View, a: Candidate, b: Candidate) -> Option<Reason> {
    let why = view.space().network().why(view.model(), a, b)?;
    (why != Why::SameCell).then_some(Reason::Link { a, b, why })
}

/// The premises that each of `these` sees each of `those`.
pub(crate) fn all_linked(view: &View, these: &[Candidate], those: &[Candidate]) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for &a in these {
        for &b in those {
            if a.cell != b.cell {
                reasons.extend(link_reason(view, a, b));
            }
        }
    }
    reasons
}

/// The candidates of a bit set.
pub(crate) fn candidates(view: &View, bits: &crate::bits::Bits) -> Vec<Candidate> {
    let mut list: Vec<Candidate> = bits.iter().map(|id| view.space().candidate(id)).collect();
    list.sort_unstable();
    list
}
