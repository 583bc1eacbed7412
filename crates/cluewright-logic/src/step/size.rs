//! The size of a step's argument, counted from the record that the checker verifies, independently of the technique's name.

use super::{Pattern, Reason, Step};
use crate::board::state::State;
use cluewright_core::model::{ConstraintId, GroupId, GroupKind, Network, SetId};
use cluewright_core::{Candidate, Cell, CellSet, Constraint, Model, OriginId, SortedSet};

/// The maximum number of inferences that people follow in one argument, over all its cases.
const INFERENCES: u64 = 12;
/// The maximum number of cases that people go through.
const CASES: u64 = 6;
/// The maximum number of clues that people combine, together with the houses that meet these clues.
const CLUES: usize = 2;

/// How much work it is for a person to check a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// The number of inferences over all cases: uses of a group, a set, a clue or a sum. A contradiction counts as one inference,
    /// and so does everything that clues remove individually in one step. The fact that two candidates see each other is obvious
    /// and does not count. `None` if the record does not list the inferences.
    pub inferences: Option<u64>,
    /// The number of assumptions, including nested assumptions; 0 for a step without assumptions.
    pub cases: u64,
    /// The number of clues (and global rules that are constraints) that the step rests on.
    pub clues: usize,
    /// The number of houses that the step rests on.
    pub houses: usize,
    /// The number of other facts that the step rests on, such as global rules that forbid pairs of values.
    pub links: usize,
    /// Whether the record names every fact that the step rests on.
    pub complete: bool,
    /// Whether every house shares a cell with one of the clues.
    pub connected: bool,
}

impl Size {
    /// Whether people make arguments of this size: a few inferences in a few cases, or a few clues and the houses that meet these
    /// clues.
    pub fn is_for_people(&self) -> bool {
        self.is_short() || self.is_core()
    }

    /// Whether the argument has at most 12 inferences in at most 6 cases.
    pub fn is_short(&self) -> bool {
        self.cases <= CASES && self.inferences.is_some_and(|n| n <= INFERENCES)
    }

    /// Whether the argument rests only on one or two clues, on houses that meet these clues, and on links.
    pub fn is_core(&self) -> bool {
        self.complete && self.connected && (1..=CLUES).contains(&self.clues)
    }

    /// The number of facts that the argument rests on.
    pub fn facts(&self) -> usize {
        self.clues + self.houses + self.links
    }
}

impl Step {
    /// The size of the step's argument; `state` is the position in which it was found.
    pub fn size(&self, model: &Model, state: &State) -> Size {
        let mut tally = Tally {
            model,
            state,
            facts: SortedSet::default(),
            seen: Vec::new(),
            taken: Vec::new(),
            inferences: Some(0),
            cases: 0,
            complete: true,
        };
        tally.step(self, &mut Vec::new());
        tally.settle();
        let (mut clues, mut houses, mut links) = (CellSet::with_capacity(model.len()), Vec::new(), 0);
        // A clue may consist of several statements, each with its own origin.
        let mut named: SortedSet<(Option<u32>, Option<OriginId>)> = SortedSet::default();
        for &fact in &tally.facts {
            match kind(model, fact) {
                Fact::Clue => {
                    let clue = model.origin(fact).clue;
                    named.insert((clue, clue.is_none().then_some(fact)));
                    clues.extend(cells(model, fact));
                }
                Fact::House => houses.push(fact),
                Fact::Link => links += 1,
            }
        }
        Size {
            inferences: tally.inferences,
            cases: tally.cases,
            clues: named.len(),
            houses: houses.len(),
            links,
            complete: tally.complete,
            connected: houses.iter().all(|&house| cells(model, house).any(|cell| clues.contains(cell))),
        }
    }
}

enum Fact {
    Clue,
    House,
    Link,
}

/// Whether the fact belongs to a clue or posts constraints.
pub(crate) fn is_clue(model: &Model, fact: OriginId) -> bool {
    model.origin(fact).clue.is_some() || model.constraints().iter().any(|c| c.origin == fact)
}

/// The kind of a fact. A fact that is not a clue but posts sets is a house.
fn kind(model: &Model, fact: OriginId) -> Fact {
    if is_clue(model, fact) {
        Fact::Clue
    } else if model.sets().iter().any(|s| s.origin == fact) {
        Fact::House
    } else {
        Fact::Link
    }
}

/// The cells that a fact involves.
fn cells(model: &Model, fact: OriginId) -> impl Iterator<Item = Cell> {
    let sets = model.sets().iter().filter(move |s| s.origin == fact).flat_map(|s| s.cells.iter().copied());
    let links = model.links().iter().filter(move |l| l.origin == fact).flat_map(|l| [l.a, l.b]);
    let posted = model.constraints().iter().filter(move |c| c.origin == fact);
    sets.chain(links).chain(posted.flat_map(|c| c.kind.cells().iter().copied()))
}

/// The counts so far.
struct Tally<'m> {
    model: &'m Model,
    /// The position of the outermost step.
    state: &'m State,
    facts: SortedSet<OriginId>,
    /// Lists of alternative facts: the argument needs only one fact from each list.
    seen: Vec<Vec<OriginId>>,
    /// The candidates that earlier steps under the current assumptions removed, each for a reason given in its step.
    taken: Vec<Candidate>,
    inferences: Option<u64>,
    cases: u64,
    complete: bool,
}

impl Tally<'_> {
    fn infer(&mut self, more: u64) {
        self.inferences = self.inferences.map(|n| n.saturating_add(more));
    }

    fn set(&mut self, set: SetId) {
        self.facts.insert(self.model.set(set).origin);
    }

    fn constraint(&mut self, constraint: ConstraintId) {
        self.facts.insert(self.model.constraint(constraint).origin);
    }

    fn group(&mut self, group: GroupId) {
        match self.model.network().group(group).kind {
            GroupKind::Cell(_) => {}
            GroupKind::House(set, _) => self.set(set),
            GroupKind::Posted(at) => {
                self.facts.insert(self.model.posted_groups()[at as usize].origin);
            }
        }
    }

    /// Counts a step in a position in which the candidates of `placed` are true in addition to what is filled in at the outermost
    /// position.
    fn step(&mut self, step: &Step, placed: &mut Vec<Candidate>) {
        let before = self.inferences;
        // Everything that clues remove individually counts as one inference, no matter how many candidates the step removes in this
        // way.
        let concludes = |holds: &[Candidate], fails: &[Candidate]| match (holds, fails) {
            ([one], later) => later.iter().chain([one]).all(|gone| step.eliminations.contains(gone)),
            ([], [one]) => step.placements.contains(one),
            _ => false,
        };
        let mut is_direct = false;
        for reason in &step.because {
            match reason {
                Reason::Constraint { holds, fails, .. } | Reason::Balance { holds, fails, .. }
                    if concludes(holds, fails) =>
                {
                    self.premises(reason, placed);
                    is_direct = true;
                }
                // All values that a clue relating pairs removes count as one inference, and so do all values that no clue of a rule
                // can ever hold.
                _ if matches!(step.pattern, Pattern::Tied { .. }) => {
                    self.premises(reason, placed);
                    is_direct = true;
                }
                _ => self.reason(reason, placed),
            }
        }
        self.infer(u64::from(is_direct));
        if self.inferences == before && self.inferences.is_some() {
            // A step that follows from links alone counts as one inference.
            self.infer(1);
        }
    }

    fn reason(&mut self, reason: &Reason, placed: &mut Vec<Candidate>) {
        self.premises(reason, placed);
        match reason {
            Reason::Link { .. } => {}
            Reason::Group { .. }
            | Reason::Different(_)
            | Reason::Constraint { .. }
            | Reason::Balance { .. }
            | Reason::Unique { .. }
            | Reason::UniqueRest { .. } => self.infer(1),
            Reason::Cover { truths, .. } => self.infer(truths.len() as u64),
            Reason::Assume { candidate, steps, clash } => {
                self.cases = self.cases.saturating_add(1);
                let (outside, taken) = (placed.len(), self.taken.len());
                placed.push(*candidate);
                for step in steps {
                    self.step(step, placed);
                    placed.extend(&step.placements);
                    self.taken.extend(&step.eliminations);
                }
                if let Some(clash) = clash {
                    self.reason(clash, placed);
                }
                placed.truncate(outside);
                self.taken.truncate(taken);
            }
            Reason::Outline { assumed } => {
                self.cases = self.cases.saturating_add(assumed.len() as u64);
                (self.inferences, self.complete) = (None, false);
            }
            Reason::Needed { assumed, cases, .. } => {
                self.cases = self.cases.saturating_add((*cases).max(assumed.len() as u64));
                (self.inferences, self.complete) = (None, false);
            }
            Reason::Own(own) => {
                self.cases = self.cases.saturating_add(own.cases());
                self.inferences = self.inferences.zip(own.inferences()).map(|(a, b)| a.saturating_add(b));
            }
        }
    }

    /// Counts the facts that a reason names, and the facts by which placed candidates removed the candidates whose absence the
    /// reason needs.
    fn premises(&mut self, reason: &Reason, placed: &[Candidate]) {
        let model = self.model;
        match reason {
            Reason::Group { group, live } => {
                self.group(*group);
                let gone = model.network().group(*group).candidates.iter().filter(|c| !live.contains(c));
                gone.for_each(|&gone| self.seen(gone, placed));
            }
            Reason::Different(set) => self.set(*set),
            Reason::Link { why, .. } => self.facts.extend(Network::why_origin(model, *why)),
            Reason::Constraint { constraint, absent, .. } => {
                self.constraint(*constraint);
                for &gone in absent {
                    self.seen(gone, placed);
                }
            }
            Reason::Balance { balance, absent, .. } => {
                self.facts.extend(balance.origins(model));
                for &gone in absent {
                    self.seen(gone, placed);
                }
            }
            Reason::Cover { truths, links } => {
                for &group in truths {
                    self.group(group);
                }
                for &(set, _) in links {
                    self.set(set);
                }
            }
            Reason::Own(own) => self.facts.extend(own.facts(model)),
            Reason::Assume { .. }
            | Reason::Outline { .. }
            | Reason::Needed { .. }
            | Reason::Unique { .. }
            | Reason::UniqueRest { .. } => {}
        }
    }

    /// Chooses a fact from each list of alternatives: preferably a fact that is already counted, or else a fact that meets a clue.
    fn settle(&mut self) {
        let model = self.model;
        let mut clues = CellSet::with_capacity(model.len());
        for &fact in self.facts.iter().filter(|&&fact| matches!(kind(model, fact), Fact::Clue)) {
            clues.extend(cells(model, fact));
        }
        for facts in std::mem::take(&mut self.seen) {
            if facts.iter().any(|fact| self.facts.contains(fact)) {
                continue;
            }
            let meets = |fact: &&OriginId| cells(model, **fact).any(|cell| clues.contains(cell));
            self.facts.extend(facts.iter().find(meets).or(facts.first()).copied());
        }
    }

    /// If a placed candidate removed `gone`, finds the facts by which it did so.
    fn seen(&mut self, gone: Candidate, placed: &[Candidate]) {
        if placed.is_empty() || !self.state.board.has(gone) || self.taken.contains(&gone) {
            return;
        }
        let (model, network) = (self.model, self.model.network());
        let mut facts: Vec<OriginId> = Vec::new();
        for &by in placed.iter().filter(|&&by| network.sees(by, gone)) {
            facts.extend(network.why(model, by, gone).and_then(|why| Network::why_origin(model, why)));
            // Any house that contains both cells also explains the removal.
            let shared = |set: &&SetId| by.value == gone.value && network.sets_of(gone.cell).contains(set);
            facts.extend(network.sets_of(by.cell).iter().filter(shared).map(|&set| model.set(set).origin));
        }
        self.seen.push(facts);
    }
}
