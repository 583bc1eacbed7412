//! Patterns that a person notices during an argument when no single and no clue step is left: all places of a group see a
//! candidate, or two or three cells of a set have only as many values as there are cells.

use super::scope::Scope;
use crate::board::space::Space;
use crate::step::names::{NAKED_PAIR, NAKED_TRIPLE, POINTING};
use crate::step::{Pattern, Reason, Step};
use cluewright_core::model::{GroupId, GroupKind, SetId};
use cluewright_core::{Board, Candidate, Cell, ValueSet};

/// Groups with more places than this, and naked subsets with more cells than this, are not noticed.
const MOST: usize = 3;

/// The board at one moment of an argument.
pub(super) struct Moment<'c> {
    pub(super) space: &'c Space<'c>,
    pub(super) board: &'c Board,
    /// For each group, the number of candidates left.
    pub(super) count: &'c [u16],
    /// For each cell, whether the consequences of its value have been followed.
    pub(super) placed: &'c [bool],
    /// Whether a candidate was removed since the argument began.
    pub(super) has_gone: &'c dyn Fn(u32) -> bool,
    /// If set, patterns use only these facts.
    pub(super) scope: Option<&'c Scope>,
}

/// A noticed pattern; see the module documentation.
#[derive(Debug)]
pub(super) struct Noticed {
    /// The step, with all candidates that it removes.
    pub(super) step: Step,
    /// The candidates whose absence the step requires.
    pub(super) needs: Vec<u32>,
}

impl Noticed {
    /// The step, restricted to one of the removed candidates.
    pub(super) fn of(&self, gone: Candidate) -> Step {
        let step = Step::new(self.step.technique, self.step.pattern.clone()).remove([gone]);
        let is_of = |reason: &&Reason| !matches!(reason, Reason::Link { a, .. } if *a != gone);
        step.because(self.step.because.iter().filter(is_of).cloned())
    }
}

impl Moment<'_> {
    /// The first pattern that a person would notice; `None` if there is no pattern.
    pub(super) fn notice(&self) -> Option<Noticed> {
        let groups = (0..self.count.len()).filter(|&g| (2..=MOST).contains(&usize::from(self.count[g])));
        let groups = groups.filter(|&g| self.scope.is_none_or(|scope| scope.groups[g]));
        let mut groups: Vec<(u16, GroupId)> = groups.map(|g| (self.count[g], GroupId(g as u32))).collect();
        groups.sort_unstable_by_key(|&(count, g)| (count, g.0));
        groups.into_iter().find_map(|(_, g)| self.locked(g)).or_else(|| {
            let sets = (0..self.space.model().sets().len() as u32).map(SetId);
            let sets = sets.filter(|s| self.scope.is_none_or(|scope| scope.sets[s.0 as usize]));
            (2..=MOST).find_map(|size| sets.clone().find_map(|set| self.naked(set, size)))
        })
    }

    /// The members of a group that were on the board when the argument began.
    fn members(&self, group: GroupId) -> impl Iterator<Item = Candidate> {
        let candidates = self.space.group(group).candidates.iter().copied();
        candidates.filter(|&c| self.board.has(c) || (self.has_gone)(self.space.id(c)))
    }

    /// The premise that one of the group's members for which `is_left` returns true is true, because all other members are gone.
    /// The other members are added to `needs`.
    fn group(&self, group: GroupId, is_left: impl Fn(Candidate) -> bool, needs: &mut Vec<u32>) -> Reason {
        let (live, gone): (Vec<Candidate>, Vec<Candidate>) = self.members(group).partition(|&c| is_left(c));
        needs.extend(gone.into_iter().map(|c| self.space.id(c)));
        Reason::Group { group, live }
    }

    fn locked(&self, group: GroupId) -> Option<Noticed> {
        let (space, network) = (self.space, self.space.network());
        let live: Vec<Candidate> = self.members(group).filter(|&c| self.board.has(c)).collect();
        let (&first, rest) = live.split_first()?;
        let forbids = |c: Candidate, gone: Candidate| {
            network.sees(c, gone) && self.scope.is_none_or(|scope| scope.forbids(space, c, gone))
        };
        let mut victims: Vec<Candidate> = Vec::new();
        for near in network.neighbours(first.cell) {
            let seen = near.forbids.get(first.value.index()).copied().unwrap_or(ValueSet::EMPTY);
            let gone = (self.board.values(near.cell) & seen).iter().map(|v| Candidate::new(near.cell, v));
            victims.extend(gone.filter(|&gone| {
                !live.contains(&gone) && forbids(first, gone) && rest.iter().all(|&c| forbids(c, gone))
            }));
        }
        if victims.is_empty() {
            return None;
        }
        let mut needs = Vec::new();
        let reason = self.group(group, |c| victims.iter().all(|&gone| forbids(c, gone)), &mut needs);
        let Reason::Group { live, .. } = &reason else { return None };
        let links: Vec<Reason> = victims
            .iter()
            .flat_map(|&a| live.iter().map(move |&b| (a, b)))
            .filter_map(|(a, b)| Some(Reason::Link { a, b, why: network.why(space.model(), a, b)? }))
            .collect();
        let step = Step::new(&POINTING, Pattern::Locked { group }).remove(victims).because([reason]).because(links);
        Some(Noticed { step, needs })
    }

    fn naked(&self, set: SetId, size: usize) -> Option<Noticed> {
        let cells = &self.space.model().set(set).cells;
        let few = |c: &&Cell| !self.placed[c.index()] && (2..=size as u32).contains(&self.board.values(**c).len());
        let few: Vec<Cell> = cells.iter().filter(few).copied().collect();
        let mut chosen = Vec::new();
        let (chosen, values) = self.choose(&few, size, &mut chosen, ValueSet::EMPTY, cells)?;
        let mut needs = Vec::new();
        let mut groups = Vec::new();
        for &cell in &chosen {
            let any = self.board.values(cell).iter().next().map(|v| self.space.id(Candidate::new(cell, v)))?;
            let is_cell = |g: &GroupId| matches!(self.space.group(*g).kind, GroupKind::Cell(c) if c == cell);
            let group = self.space.groups_of(any).iter().copied().find(is_cell)?;
            groups.push(self.group(group, |c| values.contains(c.value), &mut needs));
        }
        let gone = cells.iter().filter(|c| !chosen.contains(c));
        let gone = gone.flat_map(|&c| (self.board.values(c) & values).iter().map(move |v| Candidate::new(c, v)));
        let info = if size == 2 { &NAKED_PAIR } else { &NAKED_TRIPLE };
        let step = Step::new(info, Pattern::Naked { cells: chosen.clone(), values }).remove(gone);
        Some(Noticed { step: step.because(groups).because([Reason::Different(set)]), needs })
    }

    /// Finds `size` of these cells that together have `size` values, at least one of which is also a candidate in another cell of
    /// the set.
    fn choose(
        &self,
        from: &[Cell],
        size: usize,
        chosen: &mut Vec<Cell>,
        values: ValueSet,
        all: &[Cell],
    ) -> Option<(Vec<Cell>, ValueSet)> {
        if chosen.len() == size {
            let is_useful = |c: &Cell| !chosen.contains(c) && !(self.board.values(*c) & values).is_empty();
            return all.iter().any(is_useful).then(|| (chosen.clone(), values));
        }
        from.iter().enumerate().find_map(|(at, &cell)| {
            let wider = values | self.board.values(cell);
            if wider.len() as usize > size {
                return None;
            }
            chosen.push(cell);
            let found = self.choose(&from[at + 1..], size, chosen, wider, all);
            chosen.pop();
            found
        })
    }
}
