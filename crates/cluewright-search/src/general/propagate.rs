//! Narrows domains to a fixpoint. Each cost level has a queue, and cheap facts come first.
//!
//! Every removal goes through [`State::narrow`], and [`State::cause`] names the propagator that causes the removal, so that
//! reasons can be recorded there. Propagators have no state of their own: a frame of the search consists of the domains and of
//! what branches require of cages. (Automata remember their last runs, see [`AutomatonMemory`]; this saves work and has no other
//! effect.)
//!
//! Tried and left out: handling fixed cells before others (as many nodes, 0 to 3 % more time); waking the constraints of a
//! narrowed cell only once before the next of them runs, and following the links of open cells only where there are any (exactly
//! the same nodes, a third as many visits to cells, but no less time).
//!
//! [`AutomatonMemory`]: cluewright_core::constraint::AutomatonMemory

use super::compile::Compiled;
use super::effort::{self, POLL_EFFORT, Trial};
use super::places::Lane;
use super::tools::How;
use crate::answer::Stats;
use crate::bits::{Bits, Ones, double};
use cluewright_core::model::TrueCount;
use cluewright_core::{Board, Cell, Conflict, Constraint, Kind, Model, ValueSet};

/// The propagator that narrowed a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// A branch of the search, or the board on which the search started.
    Choice,
    /// The links of this cell, given the values that it has left.
    Cell(u32),
    /// A set of different cells, because of the places of its values or the values of its cells.
    Set(u32),
    /// A posted group.
    Group(u32),
    /// A constraint.
    Propagator(u32),
}

/// Why narrowing ended before the domains reached a fixpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// A cell has no values left, or a fact cannot hold.
    Conflict,
    /// The stop signal returned true.
    Stopped,
}

impl From<Conflict> for Halt {
    fn from(_: Conflict) -> Self {
        Self::Conflict
    }
}

/// Below the root, a derived sum is propagated only if at most this many of its cells are open: with five open cells, only one
/// run in fifty finds anything. On 42 killers, this limit takes 4 % more nodes and 11 % less time.
const MOST_OPEN: usize = 4;

/// The current domains, and the queues of the remaining work.
pub(super) struct State<'m> {
    pub(super) model: &'m Model,
    pub(super) net: Compiled,
    pub(super) dom: Vec<u64>,
    /// The same data by value: for each value, the cells that may hold it, as `net.words` words of bits. After all values come
    /// the cells with two values left; some of these cells may have fewer by now.
    pub(super) at: Vec<u64>,
    /// The cells that were narrowed, as bits (`dirty`); and for each cell, the constraint that alone narrowed it, as its index in
    /// `propagators`, or `NONE` (`by`).
    dirty: Vec<u64>,
    by: Vec<u32>,
    pub(super) cause: Cause,
    /// The index in `propagators` of the running constraint, which its own removals need not wake again; `NONE` if there is none.
    pub(super) running: u32,
    /// For each value and house, the number of cells that may hold the value, as one byte: the current count (`count`), and the
    /// count when it was last examined (`seen`).
    pub(super) count: Vec<Lane>,
    pub(super) seen: Vec<Lane>,
    /// The values that have lost places since the counts were last examined.
    pub(super) stale: u64,
    /// Values that have lost a place in a house and have few left there. In `singles`, the only place has to be fixed; in
    /// `locked`, cells that see all places have to be examined.
    pub(super) singles: Bits,
    pub(super) locked: Bits,
    groups: Bits,
    /// The queued constraints, level by level (`propagators`), and the queued sets of different cells (`hall`).
    propagators: Bits,
    hall: Bits,
    /// Whether the search is long enough to examine cages exactly (`exactly`); and the cages that are waiting to be examined
    /// exactly, by their number as constraints (`exact_cages`).
    pub(super) exactly: bool,
    pub(super) exact_cages: Bits,
    /// For each cage, the values that a branch requires some cell of it to hold.
    pub(super) must: Vec<u16>,
    /// The effort since the stop signal was last polled (`effort`), and the effort of one run of each constraint (`efforts`).
    effort: u32,
    efforts: Vec<u32>,
    /// The progress of each constraint that is a formula.
    pub(super) trials: Vec<Trial>,
    /// Scratch memory for a running sum: for each of its larger parts and each sum, the union of the sets of values with this
    /// sum.
    pub(super) scratch: Vec<u16>,
    /// The board on which constraints run their own `propagate`.
    view: Board,
    /// The value whose links were followed last, which is the probable cause of a conflict after that. The first branches of a
    /// search fix a cell, so when a branch fails, this is never a value from an earlier question.
    pub(super) last_value: usize,
    pub(super) stats: Stats,
    /// Whether sets of different cells are also examined by matching. This is so only at the root: below the root, where pairs
    /// are examined anyway, matching saves 2 to 12 % of the nodes of hard puzzles but takes 16 to 43 % more time.
    pub(super) matching: bool,
}

pub(super) const NONE: u32 = u32::MAX;
/// A count that no value can have.
const UNSEEN: u8 = u8::MAX;
pub(super) const HOUSE: usize = 0;
pub(super) const LOCKED: usize = 1;
pub(super) const HALL: usize = 2;
const GROUP: usize = 3;
const ASSIGNMENTS: usize = 4;

/// Whether the set has exactly two values.
#[inline]
fn is_pair(values: u64) -> bool {
    (values & values.wrapping_sub(1)).is_power_of_two()
}

impl<'m> State<'m> {
    pub(super) fn new(model: &'m Model, net: Compiled) -> Self {
        let (n, lanes) = (net.n, net.houses.lanes(net.width));
        let mut stats = Stats::default();
        for &kind in &net.kinds {
            stats.kinds.push(crate::answer::KindStats { kind, runs: 0, conflicts: 0 });
        }
        let mut view = model.blank_board();
        view.clear_changed();
        Self {
            model,
            dom: vec![0; n],
            at: vec![0; (net.width + 1) * net.words],
            dirty: vec![0; net.words],
            by: vec![NONE; n],
            cause: Cause::Choice,
            running: NONE,
            count: vec![Lane::default(); lanes],
            seen: vec![Lane::default(); lanes],
            stale: 0,
            singles: Bits::new(lanes * size_of::<Lane>()),
            locked: Bits::new(lanes * size_of::<Lane>()),
            groups: Bits::new(net.groups.len()),
            propagators: Bits::new(3 * net.propagators.len()),
            hall: Bits::new(net.sets.len()),
            exact_cages: Bits::new(net.propagators.len()),
            exactly: false,
            must: vec![0; net.tools.cages.len()],
            effort: 0,
            efforts: effort::efforts(model, &net),
            trials: effort::trials(model),
            scratch: vec![0; net.tools.sums.scratch],
            view,
            last_value: 0,
            stats,
            net,
            matching: false,
        }
    }

    /// The index in `at` where the cells with two values begin.
    #[inline]
    pub(super) fn twos(&self) -> usize {
        self.net.width * self.net.words
    }

    /// Loads these domains, which must be at a fixpoint, and clears the requirements on cages.
    pub(super) fn load(&mut self, dom: &[u64]) {
        self.effort += dom.len() as u32 / 32;
        self.dom.copy_from_slice(dom);
        self.at.fill(0);
        self.count.fill(Lane::default());
        self.must.fill(0);
        let twos = self.twos();
        for (c, &d) in dom.iter().enumerate() {
            self.at[twos + c / 64] |= u64::from(is_pair(d)) << (c % 64);
            for value in Ones(d) {
                self.at[value * self.net.words + c / 64] |= 1 << (c % 64);
                for &h in self.net.houses.of.row(c) {
                    let at = self.net.houses.join(value, h as usize);
                    self.count.as_flattened_mut()[at] += 1;
                }
            }
        }
        self.seen.copy_from_slice(&self.count);
    }

    /// Removes all values that are not in `set` from a cell.
    #[inline]
    pub(super) fn narrow(&mut self, cell: usize, set: u64) -> Result<(), Conflict> {
        let lost = self.dom[cell] & !set;
        if lost != 0 { self.remove(cell, lost) } else { Ok(()) }
    }

    /// Removes these values from a cell, which must have all of them.
    pub(super) fn remove(&mut self, cell: usize, lost: u64) -> Result<(), Conflict> {
        let left = self.dom[cell] & !lost;
        self.dom[cell] = left;
        let by = self.running;
        let (word, bit) = (cell / 64, 1 << (cell % 64));
        let twos = self.twos();
        self.at[twos + word] |= u64::from(is_pair(left)) << (cell % 64);
        if self.dirty[word] & bit == 0 {
            self.dirty[word] |= bit;
            self.by[cell] = by;
        } else if self.by[cell] != by {
            self.by[cell] = NONE;
        }
        self.stale |= lost;
        for value in Ones(lost) {
            self.at[value * self.net.words + word] &= !bit;
            self.net.houses.lose(&mut self.count, value, cell);
        }
        if left == 0 { Err(Conflict) } else { Ok(()) }
    }

    /// Removes a value from all cells that must differ from the given cell.
    #[inline]
    fn remove_from_peers(&mut self, cell: usize, value: usize) -> Result<(), Conflict> {
        let (mut any, mut empty) = (0, false);
        let twos = self.twos();
        for at in self.net.links.peers.range(cell) {
            let (word, peers) = self.net.links.peers.at(at);
            let word = word as usize;
            let from = value * self.net.words + word;
            let rest = double(&self.at, from) & peers;
            for (i, half) in [rest as u64, (rest >> 64) as u64].into_iter().enumerate() {
                self.at[from + i] ^= half;
                self.dirty[word + i] |= half;
            }
            any |= rest;
            for other in Ones(rest).map(|i| word * 64 + i) {
                let left = self.dom[other] & !(1 << value);
                self.dom[other] = left;
                self.by[other] = NONE;
                empty |= left == 0;
                self.at[twos + other / 64] |= u64::from(is_pair(left)) << (other % 64);
                self.net.houses.lose(&mut self.count, value, other);
            }
        }
        self.stale |= u64::from(any != 0) << value;
        if empty { Err(Conflict) } else { Ok(()) }
    }

    /// Queues all cells, values, groups and constraints.
    pub(super) fn wake_all(&mut self) {
        for c in 0..self.net.n {
            self.dirty[c / 64] |= 1 << (c % 64);
        }
        self.by.fill(NONE);
        for (h, &s) in self.net.houses.sets.iter().enumerate() {
            let values = self.net.sets[s as usize].values;
            for value in ValueSet(values) {
                self.seen.as_flattened_mut()[self.net.houses.join(usize::from(value.0), h)] = UNSEEN;
            }
            self.stale |= values;
        }
        for k in 0..self.net.propagators.len() {
            self.propagators.insert(self.place(k));
        }
        for g in 0..self.net.groups.len() {
            self.groups.insert(g);
        }
    }

    /// Clears the queues after a conflict.
    pub(super) fn abandon(&mut self) {
        self.dirty.fill(0);
        self.stale = 0;
        self.singles.clear();
        self.locked.clear();
        self.groups.clear();
        self.propagators.clear();
        self.hall.clear();
        self.exact_cages.clear();
    }

    /// Narrows the domains to a fixpoint, or until `stop` returns true; in that case the queues still contain the remaining work.
    pub(super) fn fixpoint(&mut self, stop: Option<&(dyn Fn() -> bool + Sync)>) -> Result<(), Halt> {
        loop {
            self.cells()?;
            if self.effort >= POLL_EFFORT {
                self.effort = 0;
                if stop.is_some_and(|stop| stop()) {
                    return Err(Halt::Stopped);
                }
            }
            self.note_places();
            if let Some(at) = self.singles.pop() {
                self.only_place(at)?;
                continue;
            }
            if let Some(g) = self.groups.pop() {
                self.cause = Cause::Group(g as u32);
                self.group(g)?;
                continue;
            }
            // Constraints of a lower level come first.
            let count = self.net.propagators.len();
            let next = self.propagators.first().unwrap_or(usize::MAX);
            if next < count {
                self.run(next, next)?;
            } else if !self.locked.is_empty() {
                // Most of these examinations find nothing; then nothing else has to be done before the next one.
                while self.stale == 0
                    && self.effort < POLL_EFFORT
                    && let Some(at) = self.locked.pop()
                {
                    self.effort += 1;
                    self.few_places(at)?;
                }
            } else if next < 2 * count {
                self.run(next, next - count)?;
            } else if let Some(k) = self.exact_cages.pop() {
                self.exact_cage(k)?;
            } else if let Some(s) = self.hall.pop() {
                self.effort += 8;
                self.cause = Cause::Set(s as u32);
                self.hall_sets(s)?;
            } else if next < 3 * count {
                self.run(next, next - 2 * count)?;
            } else {
                debug_assert!(self.is_consistent());
                return Ok(());
            }
        }
    }

    /// Whether the counts kept for each value and each pair of values agree with the domains.
    fn is_consistent(&self) -> bool {
        let holds = |value: usize, c: usize| self.dom[c] >> value & 1 == 1;
        let noted = |c: usize| self.at[self.twos() + c / 64] >> (c % 64) & 1 == 1;
        (0..self.net.n).all(|c| noted(c) || !is_pair(self.dom[c]))
            && (0..self.net.width).all(|value| {
                let plane = &self.at[value * self.net.words..][..self.net.words];
                (0..self.net.n).all(|c| (plane[c / 64] >> (c % 64) & 1 == 1) == holds(value, c))
                    && self.net.houses.sets.iter().enumerate().all(|(h, &s)| {
                        let places = self.net.set_cells.row(s as usize).iter().filter(|&&c| holds(value, c as usize));
                        places.count() == self.places(self.net.houses.join(value, h))
                    })
            })
    }

    /// The index of a constraint in `propagators`.
    #[inline]
    fn place(&self, k: usize) -> usize {
        self.net.propagators[k].level as usize * self.net.propagators.len() + k
    }

    /// Follows the links of every narrowed cell, and wakes the sets, groups and constraints of these cells.
    fn cells(&mut self) -> Result<(), Conflict> {
        loop {
            let Some(word) = self.dirty.iter().position(|&w| w != 0) else { return Ok(()) };
            let cell = word * 64 + self.dirty[word].trailing_zeros() as usize;
            self.dirty[word] &= self.dirty[word] - 1;
            let now = self.dom[cell];
            self.cause = Cause::Cell(cell as u32);
            // Remove the first value to test whether there are at most two.
            let others = now & now.wrapping_sub(1);
            let few = others & others.wrapping_sub(1) == 0;
            if now == 0 {
                return Err(Conflict);
            } else if others == 0 {
                let value = now.trailing_zeros() as usize;
                self.last_value = value;
                self.remove_from_peers(cell, value)?;
                for at in self.net.links.near.range(cell) {
                    let near = self.net.links.near.at(at);
                    let forbidden = self.net.links.forbids[near.relation as usize * self.net.width + value];
                    self.narrow(near.cell as usize, !forbidden)?;
                }
                // The cell is now the only place of the value in each of its houses, which needs no further examination.
                for &h in self.net.houses.of.row(cell) {
                    let at = self.net.houses.join(value, h as usize);
                    (self.count.as_flattened_mut()[at], self.seen.as_flattened_mut()[at]) = (1, 1);
                }
            } else {
                if few && self.net.pairs {
                    self.naked_pair(cell, now)?;
                }
                for at in self.net.links.near.range(cell) {
                    let near = self.net.links.near.at(at);
                    if u32::from(near.most) < now.count_ones() {
                        break;
                    }
                    let forbidden = self.net.links.forbidden_by_all(near.relation, now);
                    self.narrow(near.cell as usize, !forbidden)?;
                }
            }
            if self.matching {
                for at in self.net.sets_of.range(cell) {
                    self.hall.insert(self.net.sets_of.item(at));
                }
            }
            if !self.net.groups.is_empty() {
                for at in self.net.groups_of.range(cell) {
                    // Nothing follows while two members of a group are left in one cell.
                    let members = now & self.net.group_bits[at];
                    if members & members.wrapping_sub(1) == 0 {
                        self.groups.insert(self.net.groups_of.item(at));
                    }
                }
            }
            // Queue all constraints of the cell except the one that alone narrowed it, unless that one is already waiting.
            // Constraints that read the cell without being about it are queued when two values are left: with three values, they
            // would find hardly more (as many nodes, 8 % more time on killers); with one value, they would find less.
            let by = self.by[cell];
            let spared = by != NONE && !self.propagators.contains(by as usize);
            for &(word, set) in self.net.wakes[usize::from(few)].row(cell) {
                self.propagators.add(word as usize, set);
            }
            if spared {
                self.propagators.remove(by as usize);
            }
        }
    }

    fn group(&mut self, g: usize) -> Result<(), Conflict> {
        self.stats.propagations += 1;
        self.stats.kinds[GROUP].runs += 1;
        let range = self.net.members.range(g);
        let truth = self.net.groups[g];
        if truth == TrueCount::AtLeastOne {
            let result = self.at_least_one(range);
            self.stats.kinds[GROUP].conflicts += u64::from(result.is_err());
            return result;
        }
        let (mut live, mut last, mut sure) = (0, 0, None);
        let mut places = [0u16; 8];
        let (mut one_value, mut value) = (true, 0u64);
        for at in range.clone() {
            let m = self.net.members.at(at);
            let d = self.dom[m.cell as usize];
            if d & m.bits != 0 {
                if live < 8 {
                    places[live] = m.cell;
                }
                one_value &= live == 0 || value == m.bits;
                value = m.bits;
                live += 1;
                last = at;
                if d == m.bits {
                    sure = Some(at);
                }
            }
        }
        if truth != TrueCount::AtMostOne {
            if live == 0 {
                self.stats.kinds[GROUP].conflicts += 1;
                return Err(Conflict);
            }
            if live == 1 {
                let m = self.net.members.at(last);
                self.narrow(m.cell as usize, m.bits)?;
                sure = Some(last);
            } else if one_value && live <= 4 {
                self.seen_by_all(&places[..live], value.trailing_zeros() as usize)?;
            }
        }
        if let Some(sure) = sure {
            for at in range.filter(|&at| at != sure) {
                let m = self.net.members.at(at);
                self.narrow(m.cell as usize, !m.bits)?;
            }
        }
        Ok(())
    }

    /// Whether more than `than` of a constraint's cells are open.
    fn more_open(&self, k: usize, than: usize) -> bool {
        self.net.own_cells(k).iter().filter(|&&c| !self.dom[c as usize].is_power_of_two()).nth(than).is_some()
    }

    /// Removes constraint `k`, which has the index `place` in the queue, from the queue and runs it.
    fn run(&mut self, place: usize, k: usize) -> Result<(), Conflict> {
        self.propagators.remove(place);
        if self.net.propagators[k].waits && !self.matching && self.more_open(k, MOST_OPEN) {
            return Ok(());
        }
        let kind = self.net.propagators[k].kind as usize;
        self.counted(k, kind, |state| match state.net.propagators[k].how {
            How::Cage(at) => state.cage(k, at as usize, false),
            How::Sum(at) => state.sum(k, at as usize),
            How::Cardinality(at) => state.cardinality(k, at as usize),
            How::Machine(at) => state.machine(at as usize),
            How::Regions(at) => state.regions(at as usize),
            How::Never => Ok(()),
            How::Own { again } => state.own(k, again),
        })
    }

    /// Examines a cage again, this time exactly.
    fn exact_cage(&mut self, k: usize) -> Result<(), Conflict> {
        let How::Cage(at) = self.net.propagators[k].how else { return Ok(()) };
        self.counted(k, ASSIGNMENTS, |state| state.cage(k, at as usize, true))
    }

    /// Runs a constraint, and counts the run as work of this kind.
    #[inline]
    fn counted(
        &mut self,
        k: usize,
        kind: usize,
        narrow: impl FnOnce(&mut Self) -> Result<(), Conflict>,
    ) -> Result<(), Conflict> {
        self.stats.propagations += 1;
        self.stats.kinds[kind].runs += 1;
        self.effort += self.efforts[k];
        self.cause = Cause::Propagator(k as u32);
        self.running = self.place(k) as u32;
        let result = narrow(self);
        self.running = NONE;
        if result.is_err() {
            self.stats.kinds[kind].conflicts += 1;
        }
        result
    }

    /// Queues a constraint again.
    pub(super) fn again(&mut self, k: usize) {
        self.propagators.insert(self.place(k));
    }

    /// Runs a constraint's own `propagate`.
    fn own(&mut self, k: usize, again: bool) -> Result<(), Conflict> {
        let posted = self.model.constraints();
        if let Some(Kind::Evaluated(formula)) = posted.get(k).map(|p| &p.kind) {
            return self.formula(k, formula);
        }
        for &c in self.net.propagator_cells.row(k) {
            self.view.set_values(Cell(c as u16), ValueSet(self.dom[c as usize]));
        }
        loop {
            let kind = if k < posted.len() { &posted[k].kind } else { &self.net.derived[k - posted.len()] };
            let result = kind.propagate(&mut self.view);
            let changed = !self.view.changed().is_empty();
            self.view.clear_changed();
            result?;
            if !changed {
                return Ok(());
            }
            for at in self.net.propagator_cells.range(k) {
                let c = self.net.propagator_cells.item(at);
                self.narrow(c, self.view.values(Cell(c as u16)).0)?;
            }
            if !again {
                return Ok(());
            }
            self.effort += self.efforts[k];
            if self.effort >= 2 * POLL_EFFORT {
                // Return, so that the stop signal is polled.
                self.again(k);
                return Ok(());
            }
        }
    }
}
