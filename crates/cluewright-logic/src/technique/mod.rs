//! The techniques, one file each, over groups and links; none knows a rule by name.

use crate::step::{Reason, Step, TechniqueInfo};
use crate::view::View;
use chain::Reach;
use cluewright_core::model::{GroupId, SetId, Why};
use cluewright_core::{Candidate, Value};
use finned::Shape;
use std::collections::BTreeSet;

/// Several techniques' infos, a line each: name, id, title, aliases, difficulty, source.
macro_rules! infos {
    ($($name:ident: $id:literal, $title:literal, $aliases:expr, $difficulty:literal, $source:literal;)*) => {
        $(static $name: TechniqueInfo = TechniqueInfo {
            id: $id, name: $title, aliases: $aliases, difficulty: $difficulty, source: $source,
        };)*
    };
}

mod als;
mod chain;
mod clue;
mod clue_chain;
mod clue_pair;
mod color;
mod deadly_sets;
mod finned;
mod fish;
mod forcing;
mod guardians;
mod implied;
mod locked;
mod multisector;
mod remote_pair;
mod ring;
mod single;
mod subset;
mod sue_de_coq;
mod tables;
mod template;
pub(crate) mod tied;
pub(crate) mod trial;
mod tridagon;
mod turbot;
mod unique;
mod w_wing;
mod wing;

pub(crate) use clue::removal_reason;
pub(crate) use single::{HIDDEN_SINGLE, NAKED_SINGLE};
pub(crate) use tables::Tables;
pub(crate) use unique::rectangles;

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

    /// Do all its steps rest on groups and links alone? Then it need not be asked where those refute nothing. To say yes
    /// pays where asking costs more than to look through some fillings.
    fn reads_only_groups(&self) -> bool {
        false
    }

    /// Work for one position after which it gives up, by live candidate, when one step is enough. What a position
    /// does not give for that, nobody would look for.
    fn most_work(&self) -> u64 {
        MOST_WORK
    }

    /// Puts steps into `found` until that has enough.
    fn find(&self, view: &View, found: &mut Found);
}

/// The usual [`Technique::most_work`].
const MOST_WORK: u64 = 300;

/// In the order a person tries them. A new technique is a file and a word here.
pub static TECHNIQUES: &[&dyn Technique] = &[
    &single::FullHouse,
    &single::HiddenSingle,
    &single::NakedSingle,
    &clue::Clue { level: 0 },
    &tied::Tied,
    &locked::Locked,
    &clue::Clue { level: 1 },
    &subset::Subset { size: 2 },
    &fish::Fish { size: 2 },
    &clue::Sums,
    &implied::Implied,
    &subset::Subset { size: 3 },
    &clue::Clue { level: 2 },
    &clue::Counts,
    &fish::Fish { size: 3 },
    &turbot::Turbot,
    &wing::Wing { size: 3 },
    &w_wing::WWing,
    &unique::Rectangle,
    &unique::Avoidable,
    &finned::Finned { size: 2, shape: Shape::Lines },
    &color::SimpleColors,
    &finned::Finned { size: 3, shape: Shape::Lines },
    &subset::Subset { size: 4 },
    &fish::Fish { size: 4 },
    &remote_pair::RemotePair,
    &finned::Finned { size: 4, shape: Shape::Lines },
    &unique::Loop,
    &wing::Wing { size: 4 },
    &deadly_sets::Block,
    &unique::Bug,
    &deadly_sets::BugLite,
    &deadly_sets::ReverseBug,
    &color::MultiColors,
    &finned::Finned { size: 2, shape: Shape::Franken },
    &sue_de_coq::SueDeCoq,
    &finned::Finned { size: 3, shape: Shape::Franken },
    &ring::Ring,
    &chain::Chain { reach: Reach::Digit, longest: 24 },
    &chain::Chain { reach: Reach::Bivalue, longest: 40 },
    &chain::Chain { reach: Reach::Plain, longest: 24 },
    &clue_pair::CluePair,
    &clue_chain::ClueChain,
    &wing::Wing { size: 5 },
    &chain::Chain { reach: Reach::Grouped, longest: 24 },
    &als::AlsChain { from: 2, to: 2 },
    &chain::Chain { reach: Reach::Als, longest: 24 },
    &als::AlsChain { from: 3, to: 3 },
    &als::DeathBlossom,
    &finned::Finned { size: 4, shape: Shape::Franken },
    &finned::Finned { size: 3, shape: Shape::Mutant },
    &finned::Finned { size: 4, shape: Shape::Mutant },
    &tridagon::Tridagon,
    &finned::Kraken { size: 2 },
    &finned::Kraken { size: 3 },
    &guardians::Chained { reach: Reach::Grouped },
    &multisector::MultiSector,
    &template::Template,
    &forcing::Forcing { reach: Reach::Grouped },
    &forcing::Forcing { reach: Reach::Als },
    &trial::Trial,
];

/// Techniques that cost much and give little beyond [`TECHNIQUES`]: to be asked for by name.
pub static RARE: &[&dyn Technique] = &[
    &wing::Wing { size: 6 },
    &wing::Wing { size: 7 },
    &wing::Wing { size: 8 },
    &wing::Wing { size: 9 },
    &als::AlsChain { from: 4, to: 6 },
    &finned::Kraken { size: 4 },
    &finned::Finned { size: 2, shape: Shape::Mutant },
    &finned::Finned { size: 5, shape: Shape::Mutant },
    &finned::Finned { size: 6, shape: Shape::Mutant },
];

/// A name, what is placed, what is removed, and the digits it is about.
type Conclusion = (&'static str, Vec<Candidate>, Vec<Candidate>, Vec<Value>);

/// Calls of [`Found::spend`] after which the stop signal is asked in any case.
const CALLS: u32 = 32;

/// Collects steps and says when it is enough.
pub struct Found<'a> {
    steps: Vec<Step>,
    known: BTreeSet<Conclusion>,
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
            known: BTreeSet::new(),
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
        key.1.sort_unstable();
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

    /// Asks at once whether somebody said stop: before what may take milliseconds.
    pub(crate) fn poll(&mut self) -> bool {
        self.stopped = self.stopped || self.stop.is_some_and(|stop| stop());
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

    /// Is everything wanted, not just the easiest?
    pub fn wants_all(&self) -> bool {
        self.wanted > 1
    }

    /// Is nothing to be left out that is seldom there?
    pub fn is_thorough(&self) -> bool {
        self.thorough
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

/// The premises that each of `these` sees each of `those`, by one set for all of them where there is one.
pub(crate) fn linked_by_one(view: &View, these: &[Candidate], those: &[Candidate]) -> (Option<SetId>, Vec<Reason>) {
    let network = view.space().network();
    let all = || these.iter().chain(those);
    let first = these.first().or(those.first());
    let same_value = first.is_some_and(|f| all().all(|c| c.value == f.value));
    let shared = first
        .filter(|_| same_value)
        .and_then(|f| network.sets_of(f.cell).iter().find(|s| all().all(|c| network.sets_of(c.cell).contains(s))));
    match shared {
        Some(&set) => {
            let pair = |&a: &Candidate| those.iter().map(move |&b| Reason::Link { a, b, why: Why::Set(set) });
            (Some(set), these.iter().flat_map(pair).collect())
        }
        None => (None, all_linked(view, these, those)),
    }
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
