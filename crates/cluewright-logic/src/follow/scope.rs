//! A selection of a model's facts. An argument can be restricted to these facts.

use crate::board::space::Space;
use crate::step::Reason;
use cluewright_core::model::{ConstraintId, GroupKind, SetId, TrueCount};
use cluewright_core::{Candidate, OriginId, Sort, SortedSet};

/// A selection of facts; see the module documentation.
#[derive(Debug)]
pub(crate) struct Scope {
    /// For each constraint (derived sums last), whether it is selected.
    pub(crate) clues: Vec<bool>,
    /// For each group, whether it is selected; the groups of single cells are always selected.
    pub(crate) groups: Vec<bool>,
    pub(crate) sets: Vec<bool>,
    /// For each cell, the selected links that have this cell as one of their ends.
    links: Vec<Vec<u32>>,
    /// Selected groups that allow at most one of their candidates to be true.
    at_most: Vec<(OriginId, Vec<Candidate>)>,
}

impl Scope {
    /// Selects these facts, which must be in ascending order.
    pub(crate) fn new(space: &Space, facts: &[OriginId]) -> Self {
        let model = space.model();
        let known = |origin: OriginId| facts.binary_search(&origin).is_ok();
        let set = |set: SetId| known(model.set(set).origin);
        let clue = |id: ConstraintId| match space.balance(id) {
            Some(balance) => {
                balance.houses.iter().all(|h| set(h.0))
                    && balance.clues.iter().all(|clue| known(clue.source.origin(model)))
            }
            None => known(model.constraint(id).origin),
        };
        let group = |kind: GroupKind| match kind {
            GroupKind::Cell(_) => true,
            GroupKind::House(of, _) => set(of),
            GroupKind::Posted(i) => known(model.posted_groups()[i as usize].origin),
        };
        let mut links = vec![Vec::new(); model.len()];
        for (l, link) in (0u32..).zip(model.links()).filter(|(_, link)| known(link.origin)) {
            links[link.a.index()].push(l);
            links[link.b.index()].push(l);
        }
        let posted = model.posted_groups().iter().filter(|g| known(g.origin) && g.truth != TrueCount::AtLeastOne);
        Self {
            at_most: posted.map(|g| (g.origin, g.candidates.clone())).collect(),
            clues: space.facts().map(clue).collect(),
            groups: space.network().groups().iter().map(|g| group(g.kind)).collect(),
            sets: (0..model.sets().len() as u32).map(|s| set(SetId(s))).collect(),
            links,
        }
    }

    /// Adds all facts that a reason uses, except for pairs of candidates that see each other.
    pub(crate) fn used(space: &Space, reason: &Reason, used: &mut SortedSet<OriginId>) {
        let model = space.model();
        match reason {
            Reason::Assume { steps, clash, .. } => {
                steps.iter().flat_map(|step| &step.because).for_each(|reason| Self::used(space, reason, used));
                if let Some(reason) = clash {
                    Self::used(space, reason, used);
                }
            }
            Reason::Different(set) => _ = used.insert(model.set(*set).origin),
            Reason::Constraint { constraint, .. } => _ = used.insert(model.constraint(*constraint).origin),
            Reason::Balance { balance, .. } => {
                used.extend(balance.houses.iter().map(|h| model.set(h.0).origin));
                used.extend(balance.clues.iter().map(|clue| clue.source.origin(model)));
            }
            Reason::Group { group, .. } => match space.group(*group).kind {
                GroupKind::Cell(_) => {}
                GroupKind::House(set, _) => _ = used.insert(model.set(set).origin),
                GroupKind::Posted(i) => _ = used.insert(model.posted_groups()[i as usize].origin),
            },
            _ => {}
        }
    }

    /// A fact by which these two candidates are not both true, preferably a fact that is already used. `None` if no selected fact
    /// implies this.
    pub(crate) fn by(&self, space: &Space, a: Candidate, b: Candidate, used: &SortedSet<OriginId>) -> Option<OriginId> {
        let (model, network) = (space.model(), space.network());
        let sets = network.sets_of(a.cell).iter().filter(|s| self.sets[s.0 as usize] && a.value == b.value);
        let sets = sets.filter(|s| network.sets_of(b.cell).contains(s)).map(|&s| model.set(s).origin);
        let links = self.links[a.cell.index()].iter().filter(|&&l| model.link_forbids(l, a, b));
        let all = sets.chain(links.map(|&l| model.links()[l as usize].origin));
        let groups = self.at_most.iter().filter(|(_, group)| group.contains(&a) && group.contains(&b));
        let mut all: Vec<OriginId> = all.chain(groups.map(|(origin, _)| *origin)).collect();
        all.order_by_key(|origin| !used.contains(origin));
        all.first().copied()
    }

    /// Whether the selected facts imply that these two candidates are not both true.
    pub(crate) fn forbids(&self, space: &Space, a: Candidate, b: Candidate) -> bool {
        let (model, network) = (space.model(), space.network());
        let shared = |s: &SetId| self.sets[s.0 as usize] && network.sets_of(b.cell).contains(s);
        a.value == b.value && network.sets_of(a.cell).iter().any(shared)
            || self.links[a.cell.index()].iter().any(|&l| model.link_forbids(l, a, b))
            || self.at_most.iter().any(|(_, group)| group.contains(&a) && group.contains(&b))
    }
}
