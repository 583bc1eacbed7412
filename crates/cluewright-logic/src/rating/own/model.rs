//! Rounds of solving for any model, computed from groups, links and constraints.

use super::class::Class;
use super::model_sums::{Rest, rests};
use super::model_trial::{self as trial, Work};
use super::rounds::{Ground, Move, RoundResult};
use crate::board::space::Space;
use crate::board::{state::State, view::View};
use crate::step::found::Found;
use crate::technique::{TECHNIQUES, joint::refuted};
use cluewright_core::model::{CellKind, ConstraintId, GroupKind, SetId};
use cluewright_core::{Board, Candidate, Cell, Constraint, SortedSet};

/// The maximum work for finding the steps of one kind in one position.
const STEPS: u64 = 100_000_000;

/// A position of a model.
pub(super) struct Position<'a> {
    space: &'a Space<'a>,
    stop: &'a dyn Fn() -> bool,
    state: State,
    broken: bool,
    /// For each constraint, the fingerprint of its cells when the constraint last removed nothing.
    quiet: Vec<u64>,
    scratch: Board,
    rests: Vec<Rest>,
    work: Work,
    /// The maximum number of layers of a trial.
    layers: u32,
}

impl<'a> Position<'a> {
    /// The starting position of the puzzle. Trials with more than `layers` layers are ignored.
    pub(super) fn start(space: &'a Space<'a>, layers: u32, stop: &'a dyn Fn() -> bool) -> Self {
        let state = State::start(space.model());
        Self {
            space,
            stop,
            broken: space.model().impossible().is_some(),
            quiet: vec![0; space.facts().count()],
            scratch: state.board.clone(),
            rests: rests(space.model()),
            work: Work::new(space),
            layers,
            state,
        }
    }

    /// Fills in, all at once, the values that can be found by steps of this kind.
    fn fill(&mut self, class: Class) -> Vec<Candidate> {
        let view = View::new(self.space, &self.state, None);
        if view.has_empty_group() || self.state.board.is_broken() {
            self.broken = true;
            return Vec::new();
        }
        let wanted = |kind: GroupKind| match kind {
            GroupKind::Cell(_) => class == Class::Cell,
            GroupKind::House(set, _) if self.is_easy(set) => class == Class::Region,
            GroupKind::House(..) | GroupKind::Posted(_) => class == Class::Line,
        };
        let singles = view.singles().filter(|(group, _)| wanted(self.space.group(*group).kind));
        let found: SortedSet<Candidate> = singles.map(|(_, id)| self.space.candidate(id)).collect();
        drop(view);
        let mut cells = SortedSet::default();
        for &candidate in &found {
            // The position is broken if one cell gets two values.
            self.broken |= !cells.insert(candidate.cell);
            self.state.settle(self.space.model(), candidate);
        }
        self.broken |= self.state.board.is_broken();
        found.into_iter().collect()
    }

    /// Whether the set is a region or has only one open cell.
    fn is_easy(&self, set: SetId) -> bool {
        let open = |c: &&Cell| !self.state.placed.contains(**c);
        !self.space.alignment(set).is_line() || self.space.model().set(set).cells.iter().filter(open).nth(1).is_none()
    }

    /// The candidates that every live candidate of some group sees.
    fn locked(&self) -> Vec<Candidate> {
        let view = View::new(self.space, &self.state, None);
        let mut gone = crate::board::bits::Bits::new(self.space.capacity());
        for (_, live) in view.open_groups().filter(|(_, live)| live.len() >= 2) {
            if view.some_sees_all(live.iter().copied()) {
                gone.or(&view.seen_by_all(live.iter().copied()));
            }
        }
        gone.iter().map(|id| self.space.candidate(id)).collect()
    }

    /// The candidates that the constraints of the rules remove individually.
    fn clues(&mut self, open: std::ops::RangeInclusive<usize>) -> Option<Vec<Candidate>> {
        let mut gone = SortedSet::default();
        let facts = self.space.facts().filter(|id| self.space.balance(*id).is_none());
        for id in facts.collect::<Vec<ConstraintId>>() {
            let kind = self.space.kind(id);
            let count = kind.cells().iter().filter(|&&c| self.state.board.values(c).len() > 1).count();
            let print = self.space.fingerprint(id, &self.state.board) | 1;
            if !open.contains(&count) || self.quiet[id.0 as usize] == print {
                continue;
            }
            if (self.stop)() {
                return None;
            }
            self.scratch.copy_from(&self.state.board);
            if kind.propagate(&mut self.scratch).is_err() {
                self.broken = true;
                return Some(Vec::new());
            }
            let before = gone.len();
            let mut any = false;
            for &cell in kind.cells() {
                let lost = self.state.board.values(cell).minus(self.scratch.values(cell));
                any |= !lost.is_empty();
                gone.extend(lost.iter().map(|value| Candidate::new(cell, value)));
            }
            if !any && before == gone.len() {
                self.quiet[id.0 as usize] = print;
            }
        }
        Some(gone.into_iter().collect())
    }

    /// The candidates removed by all steps of these techniques; `None` if the search was stopped.
    fn found(&self, ids: &[&str]) -> Option<Vec<Candidate>> {
        let view = View::new(self.space, &self.state, None);
        let mut gone = SortedSet::default();
        for technique in TECHNIQUES.iter().filter(|technique| ids.contains(&technique.info().id)) {
            let mut found = Found::new(usize::MAX, STEPS).stopping(Some(self.stop)).thoroughly();
            technique.find(&view, &mut found);
            if found.was_stopped() {
                return None;
            }
            gone.extend(found.into_steps().into_iter().flat_map(|step| step.eliminations));
        }
        Some(gone.into_iter().collect())
    }

    /// The candidates removed by combining this many clues with the houses that meet these clues; `None` if the search
    /// was stopped.
    fn tables(&self, clues: usize) -> Option<Vec<Candidate>> {
        let view = View::new(self.space, &self.state, None);
        let mut found = Found::new(usize::MAX, STEPS).stopping(Some(self.stop)).thoroughly();
        let gone = refuted(&view, clues, &mut found);
        (!found.was_stopped()).then(|| gone.into_iter().collect())
    }

    /// Removes candidates.
    fn remove(&mut self, layers: u32, gone: Option<Vec<Candidate>>) -> RoundResult {
        let Some(gone) = gone else { return if (self.stop)() { RoundResult::Stopped } else { RoundResult::Limit } };
        for &candidate in &gone {
            self.state.eliminate(candidate);
        }
        self.broken |= self.state.board.is_broken();
        // Removals in hidden helper cells count as part of the next moves and need no search.
        if gone.is_empty() { RoundResult::Nothing } else { RoundResult::Moves(layers, self.seen(&gone)) }
    }

    /// The candidates as moves, leaving out candidates of hidden helper cells.
    fn seen(&self, candidates: &[Candidate]) -> Vec<Move> {
        let cells = self.space.model().cells();
        let seen = candidates.iter().filter(|c| cells[c.cell.index()].kind != CellKind::Helper);
        seen.map(|c| (c.cell.0, c.value.0)).collect()
    }
}

impl Ground for Position<'_> {
    fn open(&self) -> u32 {
        let cells = self.space.model().cells().iter().enumerate();
        let seen = cells.filter(|(_, info)| info.kind != CellKind::Helper);
        seen.filter(|(c, _)| !self.state.placed.contains(Cell(*c as u16))).count() as u32
    }

    fn is_broken(&self) -> bool {
        self.broken
    }

    fn make(&mut self, class: Class) -> RoundResult {
        if (self.stop)() {
            return RoundResult::Stopped;
        }
        let gone = match class {
            Class::Region | Class::Line | Class::Cell => {
                let found = self.fill(class);
                return if found.is_empty() { RoundResult::Nothing } else { RoundResult::Moves(0, self.seen(&found)) };
            }
            Class::Locked => Some(self.locked()),
            Class::SmallClue => self.clues(0..=2),
            Class::Clue => self.clues(3..=4),
            Class::WideClue => self.clues(5..=usize::MAX),
            Class::Sums => {
                let gone: SortedSet<Candidate> =
                    self.rests.iter().flat_map(|rest| rest.refuted(&self.state.board)).collect();
                Some(gone.into_iter().collect())
            }
            Class::Pair => self.found(&["naked_pair", "x_wing"]),
            Class::Triple => self.found(&["naked_triple", "swordfish"]),
            Class::Quad => self.found(&["naked_quad", "jellyfish"]),
            Class::ClueAndHouses => self.tables(1),
            Class::TwoClues => self.tables(2),
            Class::Trial | Class::Nested => {
                let nested = class == Class::Nested;
                let asked = trial::TrialLimits { nested, layers: self.layers };
                return match trial::shortest(self.space, &self.state, &mut self.work, asked, self.stop) {
                    trial::Found::Gone(layers, gone) => self.remove(layers, Some(gone)),
                    trial::Found::Nothing => RoundResult::Nothing,
                    trial::Found::Limit => RoundResult::Limit,
                    trial::Found::Stopped => RoundResult::Stopped,
                };
            }
        };
        if self.broken { RoundResult::Nothing } else { self.remove(0, gone) }
    }
}
