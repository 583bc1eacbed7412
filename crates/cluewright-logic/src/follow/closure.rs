//! The fast core of trials: assumes a candidate, follows singles, links and constraints, and records the reasons.
//!
//! Every removal and placement is an event on a trail, stored with its cause. An attempt is undone by walking back along the trail,
//! and a contradiction is explained by only the events that it depends on. The results of this module are not trusted:
//! `proof::verify`, which shares no code with this file, checks the few attempts that become steps.

use crate::board::oracle::Assumption;
use crate::board::space::Space;
use crate::follow::reasons::fewest;
use crate::step::found::Found;
use crate::step::premises::clue_reason;
use crate::step::{Pattern, Reason, Step, TechniqueInfo, outermost};

use super::noticed::{Moment, Noticed};
use super::scope::Scope;
use crate::board::view::View;
use crate::step::names::{CLUE, HIDDEN_SINGLE, NAKED_SINGLE};
use cluewright_core::model::{ConstraintId, GroupId, GroupKind};
use cluewright_core::{Board, Candidate, Cell, Constraint, Kind, Sort, ValueSet};
use std::cell::Cell as Mutable;
use std::collections::{BinaryHeap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

const NEVER: u32 = u32::MAX;

/// The cause of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cause {
    /// The candidate was assumed.
    Assumed,
    /// The candidate is the last one left in this group.
    Group(GroupId),
    /// The candidate is seen by this true candidate.
    Seen(u32),
    /// A constraint alone removed the candidate. The second field is the index of the first event of that propagation.
    Clue(ConstraintId, u32),
    /// A nested trial refuted the candidate; an index into `subs`.
    Trial(u32),
    /// A pattern larger than a single removed the candidate; an index into `noticed`.
    Noticed(u32),
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Gone(u32, Cause),
    Placed(u32, Cause),
}

/// A contradiction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clash {
    /// A group has no candidate left.
    Group(GroupId),
    /// A constraint cannot hold.
    Clue(ConstraintId),
}

/// The record of an attempt that ended in a contradiction.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    /// The reason to be recorded in a step.
    pub(crate) reason: Reason,
    /// The number of placements and clue steps along the way.
    pub(crate) length: u32,
    /// The nesting depth of the assumptions; 1 if there is only one assumption.
    pub(crate) depth: u8,
    /// The pairs of candidates whose links the argument uses; the first candidate of each pair is true.
    pub(crate) seen: Vec<(Candidate, Candidate)>,
    /// The events on which the argument rests and that happened before the assumption.
    uses: Vec<u32>,
}

struct Sub {
    seen: Vec<(Candidate, Candidate)>,
    step: Step,
    uses: Vec<u32>,
    length: u32,
    depth: u8,
}

/// The work charged for propagating a constraint with this many cells: half a microsecond for each of the first `WIDE` cells. Wide
/// constraints (counts) examine each cell only once, so additional cells are cheap.
pub(crate) fn propagation(cells: usize) -> u64 {
    25 * cells.min(WIDE) as u64 + cells.saturating_sub(WIDE) as u64
}

/// The work charged for one search for patterns larger than singles, which examines about a thousand pairs of candidates.
const NOTICING: u64 = 1_000;

/// Each cell beyond this number adds only a little work to the propagation of a constraint.
const WIDE: usize = 12;

/// The groups of a position that have only one candidate left, not filled in yet.
pub(crate) fn singles(view: &View) -> Vec<GroupId> {
    let single = |(group, live): (GroupId, &[u32])| (live.len() == 1).then_some(group);
    view.open_groups().filter_map(single).collect()
}

/// Copies the cells that the constraint reads from one board to another.
pub(crate) fn show(kind: &Kind, from: &Board, to: &mut Board) {
    if kind.cells().len() * 4 > from.len() {
        to.copy_from(from);
    } else {
        kind.cells().iter().for_each(|&c| to.set_values(c, from.values(c)));
    }
}

/// A board on which candidates can be assumed and their consequences undone.
pub(crate) struct Closure<'a> {
    space: &'a Space<'a>,
    board: Board,
    count: Vec<u16>,
    gone_at: Vec<u32>,
    placed_at: Vec<u32>,
    placed: Vec<bool>,
    trail: Vec<Event>,
    /// The singles at the start that are not filled in yet.
    singles: Vec<GroupId>,
    queue: VecDeque<GroupId>,
    dirty: Vec<bool>,
    dirty_queue: VecDeque<ConstraintId>,
    subs: Vec<Sub>,
    /// Whether locked candidates, pairs and triples are followed as well.
    notices: bool,
    noticed: Vec<Noticed>,
    scratch: Board,
    trial_info: &'static TechniqueInfo,
    /// If set, arguments use only these facts.
    scope: Option<Rc<Scope>>,
    /// Whether reasons of constraints with few cells are minimised candidate by candidate rather than only cell by cell. This is not
    /// worthwhile for contradictions with very many assumptions.
    pub(crate) care: bool,
    /// The work since the last call of `take_work`.
    work: u64,
    /// The work spent on finding reasons so far.
    explaining: Mutable<u64>,
}

impl<'a> Closure<'a> {
    pub(crate) fn new(view: &View<'a>, trial_info: &'static TechniqueInfo) -> Self {
        let space = view.space();
        let groups = space.network().groups().len();
        let count: Vec<u16> = (0..groups).map(|g| view.members(GroupId(g as u32)).len() as u16).collect();
        let model = space.model();
        let mut board = view.board().clone();
        board.clear_changed();
        Self {
            space,
            scratch: board.clone(),
            board,
            count,
            gone_at: vec![NEVER; space.capacity()],
            placed_at: vec![NEVER; model.len()],
            placed: (0..model.len()).map(|c| view.is_placed(Cell(c as u16))).collect(),
            trail: Vec::new(),
            singles: singles(view),
            queue: VecDeque::new(),
            dirty: vec![false; space.facts().count()],
            dirty_queue: VecDeque::new(),
            subs: Vec::new(),
            notices: false,
            noticed: Vec::new(),
            trial_info,
            scope: None,
            care: true,
            work: 0,
            explaining: Mutable::new(0),
        }
    }

    /// Returns the work since the last call.
    pub(crate) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// The work spent on finding reasons so far, in the units of [`crate::Config::work`].
    pub(crate) fn explaining(&self) -> u64 {
        self.explaining.get()
    }

    /// A minimal set of absent candidates of a constraint's cells from which the constraint alone removes `gone` or, if `gone` is
    /// `None`, cannot hold. With `care`, and if the constraint has few cells, single candidates are dropped from the set; otherwise
    /// only whole cells.
    fn explain(&self, id: ConstraintId, before: &Board, gone: Option<Candidate>, care: bool) -> Vec<Candidate> {
        let kind = self.space.kind(id);
        let (answer, tries) = fewest(kind, before, self.space.blank(), gone, care);
        self.explaining.set(self.explaining.get() + tries * propagation(kind.cells().len()));
        answer
    }

    /// The candidate with this number.
    pub(crate) fn candidate(&self, id: u32) -> Candidate {
        self.space.candidate(id)
    }

    /// The groups that arguments may use and that have at least two and at most `most` candidates, smallest first.
    pub(crate) fn open_groups(&self, most: usize) -> Vec<GroupId> {
        let known =
            |g: &usize| self.knows(|scope| scope.groups[*g]) && (2..=most).contains(&usize::from(self.count[*g]));
        let mut groups: Vec<(u16, u32)> =
            (0..self.count.len()).filter(known).map(|g| (self.count[g], g as u32)).collect();
        groups.order();
        groups.into_iter().map(|(_, g)| GroupId(g)).collect()
    }

    /// The remaining candidates of a group.
    pub(crate) fn live(&self, group: GroupId) -> Vec<u32> {
        let live = self.space.group(group).candidates.iter().filter(|c| self.board.has(**c));
        live.map(|&c| self.space.id(c)).collect()
    }

    /// Whether the candidate is still on the board.
    pub(crate) fn has(&self, id: u32) -> bool {
        self.board.has(self.space.candidate(id))
    }

    fn remove(&mut self, id: u32, cause: Cause) -> Result<(), Clash> {
        let c = self.space.candidate(id);
        if !self.board.has(c) {
            return Ok(());
        }
        self.work += 1;
        // If the cell is now empty, its group will reveal this.
        let _ = self.board.remove(c.cell, c.value);
        self.gone_at[id as usize] = self.trail.len() as u32;
        self.trail.push(Event::Gone(id, cause));
        let mut clash = None;
        for &g in self.space.groups_of(id) {
            self.count[g.0 as usize] -= 1;
            match self.count[g.0 as usize] {
                0 if self.knows(|scope| scope.groups[g.0 as usize]) => clash = clash.or(Some(Clash::Group(g))),
                1 if self.knows(|scope| scope.groups[g.0 as usize]) => self.queue.push_back(g),
                _ => {}
            }
        }
        for &c in self.space.constraints_of(c.cell) {
            if self.knows(|scope| scope.clues[c.0 as usize]) && !self.dirty[c.0 as usize] {
                self.dirty[c.0 as usize] = true;
                self.dirty_queue.push_back(c);
            }
        }
        clash.map_or(Ok(()), Err)
    }

    fn place(&mut self, id: u32, cause: Cause) -> Result<(), Clash> {
        let c = self.space.candidate(id);
        if self.placed[c.cell.index()] {
            return Ok(());
        }
        self.placed[c.cell.index()] = true;
        self.placed_at[c.cell.index()] = self.trail.len() as u32;
        self.trail.push(Event::Placed(id, cause));
        for v in self.board.values(c.cell).without(c.value) {
            self.remove(self.space.id(Candidate::new(c.cell, v)), Cause::Seen(id))?;
        }
        let space = self.space;
        for near in space.network().neighbours(c.cell) {
            let forbidden = near.forbids.get(c.value.index()).copied().unwrap_or(ValueSet::EMPTY);
            for v in self.board.values(near.cell) & forbidden {
                let gone = Candidate::new(near.cell, v);
                if !self.knows(|scope| scope.forbids(space, c, gone)) {
                    continue;
                }
                self.remove(space.id(Candidate::new(near.cell, v)), Cause::Seen(id))?;
            }
        }
        Ok(())
    }

    /// Propagates singles, links and constraints until nothing more follows.
    fn run(&mut self) -> Result<(), Clash> {
        loop {
            while let Some(g) = self.queue.pop_front() {
                if self.count[g.0 as usize] == 1 {
                    let last = self.space.group(g).candidates.iter().find(|c| self.board.has(**c));
                    if let Some(&last) = last {
                        self.place(self.space.id(last), Cause::Group(g))?;
                    }
                }
            }
            let Some(c) = self.dirty_queue.pop_front() else {
                if self.notices && self.take_noticed()? {
                    continue;
                }
                return Ok(());
            };
            self.dirty[c.0 as usize] = false;
            let kind = self.space.kind(c);
            show(kind, &self.board, &mut self.scratch);
            self.work += propagation(kind.cells().len());
            if kind.propagate(&mut self.scratch).is_err() {
                return Err(Clash::Clue(c));
            }
            let begun = self.trail.len() as u32;
            for &cell in kind.cells() {
                for v in self.board.values(cell).minus(self.scratch.values(cell)) {
                    self.remove(self.space.id(Candidate::new(cell, v)), Cause::Clue(c, begun))?;
                }
            }
        }
    }

    /// Removes the candidates that the first noticed pattern rules out. Returns false if no pattern is noticed.
    fn take_noticed(&mut self) -> Result<bool, Clash> {
        self.work += NOTICING;
        let moment = Moment {
            space: self.space,
            board: &self.board,
            count: &self.count,
            placed: &self.placed,
            has_gone: &|id| self.gone_at[id as usize] != NEVER,
            scope: self.scope.as_deref(),
        };
        let Some(noticed) = moment.notice() else { return Ok(false) };
        let cause = Cause::Noticed(self.noticed.len() as u32);
        let gone: Vec<u32> = noticed.step.eliminations.iter().map(|&c| self.space.id(c)).collect();
        self.noticed.push(noticed);
        gone.into_iter().try_for_each(|id| self.remove(id, cause)).map(|()| true)
    }

    /// Sets whether locked candidates, naked pairs and naked triples are followed as well.
    pub(crate) fn noticing(mut self, notices: bool) -> Self {
        self.notices = notices;
        self
    }

    /// Restricts the argument to these facts.
    pub(crate) fn within(mut self, scope: Rc<Scope>) -> Self {
        self.scope = Some(scope);
        self
    }

    fn knows(&self, fact: impl FnOnce(&Scope) -> bool) -> bool {
        self.scope.as_deref().is_none_or(fact)
    }

    /// Assumes a candidate and follows the consequences. [`Closure::undo`] undoes the assumption.
    pub(crate) fn assume(&mut self, id: u32) -> Result<(), Clash> {
        if self.trail.is_empty() {
            let singles = self.singles.iter().filter(|g| self.knows(|scope| scope.groups[g.0 as usize]));
            let singles: Vec<GroupId> = singles.copied().collect();
            self.queue.extend(singles);
        }
        self.place(id, Cause::Assumed)?;
        self.run()
    }

    /// The current length of the trail, to which [`Closure::undo`] can return.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all events after `mark`. All consequences must have been followed when `mark` was taken.
    pub(crate) fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Event::Gone(id, _)) => {
                    let c = self.space.candidate(id);
                    self.board.restore(c.cell, ValueSet::of(c.value));
                    self.gone_at[id as usize] = NEVER;
                    for &g in self.space.groups_of(id) {
                        self.count[g.0 as usize] += 1;
                    }
                }
                Some(Event::Placed(id, _)) => {
                    let cell = self.space.candidate(id).cell;
                    self.placed[cell.index()] = false;
                    self.placed_at[cell.index()] = NEVER;
                }
                None => {}
            }
        }
        self.queue.clear();
        while let Some(c) = self.dirty_queue.pop_front() {
            self.dirty[c.0 as usize] = false;
        }
        for c in &mut self.dirty {
            *c = false;
        }
    }

    /// Tries to refute a candidate without further assumptions. Restores the state before returning.
    pub(crate) fn refute(&mut self, id: u32, found: &mut Found) -> Option<Refutation> {
        self.refute_by(&[Assumption { candidate: self.space.candidate(id), within: 0 }], found)
    }

    /// Refutes a candidate by assumptions found earlier; `None` if these assumptions do not lead to a contradiction here. Restores
    /// the state before returning.
    pub(crate) fn refute_by(&mut self, assumed: &[Assumption], found: &mut Found) -> Option<Refutation> {
        let (first, within) = assumed.split_first()?;
        let mark = self.mark();
        let (subs, noticed) = (self.subs.len(), self.noticed.len());
        let id = self.space.id(first.candidate);
        let mut clash = self.assume(id).err();
        for sub in outermost(within) {
            if clash.is_some() || found.is_full() {
                break;
            }
            let gone = self.space.id(sub[0].candidate);
            if self.has(gone)
                && let Some(refuted) = self.refute_by(sub, found)
            {
                clash = self.take_refuted(gone, refuted).err();
            }
        }
        let refutation = clash.map(|clash| self.refutation(id, mark, clash));
        self.undo(mark);
        self.subs.truncate(subs);
        self.noticed.truncate(noticed);
        found.spend(self.take_work());
        refutation
    }

    /// Removes a candidate that a nested trial refuted, and follows the consequences.
    fn take_refuted(&mut self, id: u32, refuted: Refutation) -> Result<(), Clash> {
        let step = trial_step(self.trial_info, self.space.candidate(id), &refuted);
        self.subs.push(Sub {
            step,
            seen: refuted.seen,
            uses: refuted.uses,
            length: refuted.length,
            depth: refuted.depth,
        });
        let cause = Cause::Trial(self.subs.len() as u32 - 1);
        self.remove(id, cause)?;
        self.run()
    }

    /// The reason why a candidate assumed at `mark` leads to `clash`.
    fn refutation(&self, id: u32, mark: usize, clash: Clash) -> Refutation {
        let mut trace = Trace::default();
        let clash = match clash {
            Clash::Group(g) => {
                self.need_group(g, None, &mut trace);
                Reason::Group { group: g, live: Vec::new() }
            }
            Clash::Clue(c) => {
                let absent = self.explain(c, &self.board, None, self.care);
                self.need_all(&absent, &mut trace);
                clue_reason(self.space, c, absent, Vec::new(), Vec::new())
            }
        };
        self.follow(id, mark, Some(Box::new(clash)), trace)
    }

    /// The reason why a candidate assumed at `mark` removes `goal`.
    pub(crate) fn leads_to(&self, id: u32, mark: usize, goal: u32) -> Refutation {
        let mut trace = Trace::default();
        trace.need(self.gone_at[goal as usize]);
        self.follow(id, mark, None, trace)
    }

    fn follow(&self, id: u32, mark: usize, clash: Option<Box<Reason>>, mut trace: Trace) -> Refutation {
        let (mut uses, mut seen) = (Vec::new(), Vec::new());
        let mut steps: Vec<Step> = Vec::new();
        let mut past = self.past();
        let (mut length, mut depth) = (0, 1);
        let mut last = None;
        while let Some(at) = trace.take() {
            if (at as usize) < mark {
                uses.push(at);
                continue;
            }
            let event = self.trail[at as usize];
            match event {
                Event::Placed(_, Cause::Assumed) => {}
                Event::Placed(p, Cause::Group(g)) => {
                    self.need_group(g, Some(p), &mut trace);
                    let info = match self.space.group(g).kind {
                        GroupKind::Cell(_) => &NAKED_SINGLE,
                        _ => &HIDDEN_SINGLE,
                    };
                    let c = self.space.candidate(p);
                    let step = Step::new(info, Pattern::Single { group: g })
                        .place(c)
                        .because([Reason::Group { group: g, live: vec![c] }]);
                    steps.push(step);
                    length += 1;
                }
                Event::Gone(x, Cause::Seen(by)) => {
                    let by = self.space.candidate(by);
                    seen.push((by, self.space.candidate(x)));
                    trace.need(self.placed_at[by.cell.index()]);
                }
                Event::Gone(x, cause @ Cause::Clue(c, begun)) => {
                    let gone = self.space.candidate(x);
                    let absent = self.explain(c, past.before(begun), Some(gone), self.care);
                    self.need_all(&absent, &mut trace);
                    let reason = clue_reason(self.space, c, absent, vec![gone], Vec::new());
                    let pattern = match self.space.balance(c) {
                        Some(balance) => Pattern::Balance { balance: Arc::clone(balance) },
                        None => Pattern::Clue { constraint: c },
                    };
                    let step = Step::new(&CLUE[0], pattern).remove([gone]).because([reason]);
                    length += u32::from(last != Some(cause));
                    add(&mut steps, step, last == Some(cause));
                }
                Event::Gone(x, cause @ Cause::Noticed(n)) => {
                    let noticed = &self.noticed[n as usize];
                    noticed.needs.iter().for_each(|&id| trace.need(self.gone_at[id as usize]));
                    let step = noticed.of(self.space.candidate(x));
                    seen.extend(step.because.iter().filter_map(|reason| match reason {
                        Reason::Link { a, b, .. } => Some((*b, *a)),
                        _ => None,
                    }));
                    length += u32::from(last != Some(cause));
                    add(&mut steps, step, last == Some(cause));
                }
                Event::Gone(_, Cause::Trial(s)) => {
                    let sub = &self.subs[s as usize];
                    for &u in &sub.uses {
                        trace.need(u);
                    }
                    steps.push(sub.step.clone());
                    seen.extend_from_slice(&sub.seen);
                    length += sub.length + 1;
                    depth = depth.max(sub.depth.saturating_add(1));
                }
                Event::Gone(_, Cause::Assumed | Cause::Group(_)) | Event::Placed(..) => {
                    debug_assert!(false, "placements come from groups, removals from the rest");
                }
            }
            last = match event {
                Event::Gone(_, cause) => Some(cause),
                Event::Placed(..) => None,
            };
        }
        steps.reverse();
        let candidate = self.space.candidate(id);
        Refutation { reason: Reason::Assume { candidate, steps, clash }, length, depth, seen, uses }
    }

    fn need_group(&self, g: GroupId, but: Option<u32>, trace: &mut Trace) {
        for &c in &self.space.group(g).candidates {
            let id = self.space.id(c);
            if Some(id) != but {
                trace.need(self.gone_at[id as usize]);
            }
        }
    }

    fn need_all(&self, absent: &[Candidate], trace: &mut Trace) {
        for &c in absent {
            if let Some(id) = self.space.try_id(c) {
                trace.need(self.gone_at[id as usize]);
            }
        }
    }

    fn past(&self) -> Past<'_> {
        Past { space: self.space, trail: &self.trail, board: self.board.clone() }
    }
}

/// Adds a step; steps are collected from the last to the first. Candidates removed by the same propagation of a constraint, or by
/// the same pattern, are merged into one step.
fn add(steps: &mut Vec<Step>, step: Step, is_same: bool) {
    let Some(all) = steps.last_mut().filter(|_| is_same) else { return steps.push(step) };
    for reason in step.because {
        if !all.because.contains(&reason) {
            all.because.push(reason);
        }
    }
    all.eliminations.extend(step.eliminations);
    all.eliminations.order();
}

/// Earlier states of the board, reconstructed event by event from the end.
struct Past<'c> {
    space: &'c Space<'c>,
    /// The events that have not been undone yet.
    trail: &'c [Event],
    board: Board,
}

impl Past<'_> {
    /// The board just before the event at index `at`. Calls must go backwards: later events must be requested before earlier
    /// events.
    fn before(&mut self, at: u32) -> &Board {
        while self.trail.len() > at as usize {
            if let Some((Event::Gone(id, _), _)) = self.trail.split_last() {
                let c = self.space.candidate(*id);
                self.board.restore(c.cell, ValueSet::of(c.value));
            }
            self.trail = &self.trail[..self.trail.len() - 1];
        }
        &self.board
    }
}

/// The events that remain to be explained, from last to first, each listed once.
#[derive(Default)]
struct Trace {
    heap: BinaryHeap<u32>,
}

impl Trace {
    fn need(&mut self, at: u32) {
        if at != NEVER {
            self.heap.push(at);
        }
    }

    fn take(&mut self) -> Option<u32> {
        let at = self.heap.pop()?;
        while self.heap.peek() == Some(&at) {
            self.heap.pop();
        }
        Some(at)
    }
}

/// The step that removes a refuted candidate.
pub(crate) fn trial_step(info: &'static TechniqueInfo, gone: Candidate, refuted: &Refutation) -> Step {
    Step::new(info, Pattern::Trial { depth: refuted.depth, length: refuted.length })
        .remove([gone])
        .because([refuted.reason.clone()])
        .harder(price(refuted.depth, refuted.length))
}

/// The difficulty added by depth and length, in tenths.
pub(crate) fn price(depth: u8, length: u32) -> u16 {
    30 * (depth as u16 - 1) + (length as u16).min(25)
}
