//! Narrowing domains until nothing follows: one queue per price, cheap facts first.
//!
//! Every removal goes through [`State::narrow`] while [`State::cause`] says who did it, so that reasons can be
//! recorded there. Propagators keep no state of their own: a frame of the search is the domains alone.

use super::compile::{Compiled, How};
use super::hall;
use crate::bits::Bits;
use crate::question::Stats;
use cluewright_core::model::Truth;
use cluewright_core::{Board, Cell, Conflict, Constraint, Model, ValueSet};

/// Who narrowed a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// A branch of the search, or the board it began with.
    Choice,
    /// The values left of this cell, through its links.
    Cell(u32),
    /// A set: it is no longer possible to place a value, or to give each cell one.
    Set(u32),
    /// A posted group.
    Group(u32),
    /// A constraint.
    Runner(u32),
}

/// Why narrowing ended before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// Nothing is left for a cell, or a fact cannot hold.
    Conflict,
    /// The stop signal.
    Stopped,
}

impl From<Conflict> for Halt {
    fn from(_: Conflict) -> Self {
        Self::Conflict
    }
}

/// Effort between two looks at the stop signal while narrowing, counted as [`EFFORT`] says: about a millisecond.
const PATIENCE: u32 = 256;
/// Effort of a constraint, by its level.
const EFFORT: [u32; 3] = [1, 8, 256];

/// The domains now, and what has to be looked at again.
pub(super) struct State<'m> {
    pub(super) model: &'m Model,
    pub(super) net: Compiled,
    pub(super) dom: Vec<u64>,
    /// The domains when each cell was last taken off `dirty`.
    seen: Vec<u64>,
    dirty: Vec<u64>,
    /// By cell: the only constraint that narrowed it since, `MANY` when it was not one alone.
    by: Vec<u32>,
    pub(super) cause: Cause,
    /// The constraint whose removals need not wake it again; `MANY` for none.
    pub(super) running: u32,
    /// Values removed from cells of a set since its singles (0), its locked candidates (1) were looked at.
    removed: [Vec<u64>; 2],
    houses: Bits,
    groups: Bits,
    runners: [Bits; 3],
    locked: Bits,
    hall: Bits,
    /// Effort since the stop signal was looked at.
    effort: u32,
    /// Which combinations of a sum's parts are possible, a bit each, while it runs.
    pub(super) scratch: Vec<u16>,
    /// What constraints with a `propagate` of their own look at.
    view: Board,
    pub(super) stats: Stats,
    /// Look at different cells as a matching too? Only at the root: below it that costs more than it saves (a fifth
    /// fewer nodes on 77 hard puzzles and four tenths fewer on the hardest killers, and 1.6 times the time).
    pub(super) matching: bool,
}

pub(super) const MANY: u32 = u32::MAX;
const HOUSE: usize = 0;
const LOCKED: usize = 1;
const HALL: usize = 2;
const GROUP: usize = 3;

impl<'m> State<'m> {
    pub(super) fn new(model: &'m Model, net: Compiled) -> Self {
        let n = net.n;
        let mut stats = Stats::default();
        for &kind in &net.kinds {
            stats.kinds.push(crate::question::KindStats { kind, runs: 0, conflicts: 0 });
        }
        let mut view = model.blank_board();
        view.clear_changed();
        Self {
            model,
            dom: vec![0; n],
            seen: vec![0; n],
            dirty: vec![0; n.div_ceil(64)],
            by: vec![MANY; n],
            cause: Cause::Choice,
            running: MANY,
            removed: [vec![0; net.sets.len()], vec![0; net.sets.len()]],
            houses: Bits::new(net.sets.len()),
            groups: Bits::new(net.groups.len()),
            runners: [(); 3].map(|()| Bits::new(net.runners.len())),
            locked: Bits::new(net.sets.len()),
            hall: Bits::new(net.sets.len()),
            effort: 0,
            scratch: vec![0; net.tools.sums.iter().map(|s| s.scratch).max().unwrap_or(0)],
            view,
            stats,
            net,
            matching: false,
        }
    }

    /// Takes these domains, which nothing follows from.
    pub(super) fn load(&mut self, dom: &[u64]) {
        self.dom.copy_from_slice(dom);
        self.seen.copy_from_slice(dom);
    }

    /// Keeps only `set` in a cell.
    #[inline]
    pub(super) fn narrow(&mut self, cell: usize, set: u64) -> Result<(), Conflict> {
        let old = self.dom[cell];
        let new = old & set;
        if new != old {
            self.dom[cell] = new;
            let by = self.running;
            let (word, bit) = (cell / 64, 1 << (cell % 64));
            if self.dirty[word] & bit == 0 {
                self.dirty[word] |= bit;
                self.by[cell] = by;
            } else if self.by[cell] != by {
                self.by[cell] = MANY;
            }
            if new == 0 {
                return Err(Conflict);
            }
        }
        Ok(())
    }

    /// Everything is to be looked at.
    pub(super) fn wake_all(&mut self) {
        for c in 0..self.net.n {
            self.dirty[c / 64] |= 1 << (c % 64);
            self.by[c] = MANY;
            self.seen[c] = u64::MAX;
        }
        for k in 0..self.net.runners.len() {
            self.runners[self.net.runners[k].level as usize].insert(k);
        }
        for g in 0..self.net.groups.len() {
            self.groups.insert(g);
        }
    }

    /// Forgets what was to be looked at: after a conflict.
    pub(super) fn abandon(&mut self) {
        self.dirty.fill(0);
        self.houses.clear();
        self.groups.clear();
        self.runners[0].clear();
        self.runners[1].clear();
        self.runners[2].clear();
        self.locked.clear();
        self.hall.clear();
        self.removed[0].fill(0);
        self.removed[1].fill(0);
    }

    /// Narrows until nothing follows, or `stop` says to. Stopped, the queues still hold what was left to do.
    pub(super) fn fixpoint(&mut self, stop: Option<&(dyn Fn() -> bool + Sync)>) -> Result<(), Halt> {
        loop {
            self.cells()?;
            if self.effort >= PATIENCE {
                self.effort = 0;
                if stop.is_some_and(|stop| stop()) {
                    return Err(Halt::Stopped);
                }
            }
            if let Some(s) = self.houses.pop() {
                self.cause = Cause::Set(s as u32);
                self.house(s)?;
            } else if let Some(g) = self.groups.pop() {
                self.cause = Cause::Group(g as u32);
                self.group(g)?;
            } else if let Some(k) = self.runners[0].pop() {
                self.run(k)?;
            } else if let Some(s) = self.locked.pop() {
                self.cause = Cause::Set(s as u32);
                self.locked_values(s)?;
            } else if let Some(k) = self.runners[1].pop() {
                self.run(k)?;
            } else if let Some(s) = self.hall.pop() {
                self.cause = Cause::Set(s as u32);
                self.hall_sets(s)?;
            } else if let Some(k) = self.runners[2].pop() {
                self.run(k)?;
            } else {
                return Ok(());
            }
        }
    }

    /// The links of every cell that was narrowed; wakes its sets, groups and constraints.
    fn cells(&mut self) -> Result<(), Conflict> {
        loop {
            let Some(word) = self.dirty.iter().position(|&w| w != 0) else { return Ok(()) };
            let cell = word * 64 + self.dirty[word].trailing_zeros() as usize;
            self.dirty[word] &= self.dirty[word] - 1;
            let now = self.dom[cell];
            let removed = self.seen[cell] & !now;
            self.seen[cell] = now;
            self.cause = Cause::Cell(cell as u32);
            let left = now.count_ones();
            if left == 1 {
                for at in self.net.peers.range(cell) {
                    let other = self.net.peers.item(at);
                    if self.dom[other] & now != 0 {
                        self.narrow(other, !now)?;
                    }
                }
                let value = now.trailing_zeros() as usize;
                for at in self.net.near_start[cell]..self.net.near_start[cell + 1] {
                    let near = self.net.near[at as usize];
                    let forbidden = self.net.forbids[near.relation as usize * self.net.width + value];
                    self.narrow(near.cell as usize, !forbidden)?;
                }
            } else if left == 0 {
                return Err(Conflict);
            } else {
                for at in self.net.near_start[cell]..self.net.near_start[cell + 1] {
                    let near = self.net.near[at as usize];
                    if u32::from(near.most) < left {
                        break;
                    }
                    let forbidden = self.forbidden_by_all(near.relation, now);
                    self.narrow(near.cell as usize, !forbidden)?;
                }
            }
            for at in self.net.sets_of.range(cell) {
                let s = self.net.sets_of.item(at);
                if self.net.sets[s].house {
                    self.removed[0][s] |= removed;
                    self.houses.insert(s);
                    self.removed[1][s] |= removed;
                    self.locked.insert(s);
                }
                if self.matching {
                    self.hall.insert(s);
                }
            }
            for at in self.net.groups_of.range(cell) {
                self.groups.insert(self.net.groups_of.item(at));
            }
            let by = self.by[cell];
            for at in self.net.runners_of.range(cell) {
                let k = self.net.runners_of.item(at);
                if k as u32 != by {
                    self.runners[self.net.runners[k].level as usize].insert(k);
                }
            }
        }
    }

    /// What every one of these values forbids.
    #[inline]
    fn forbidden_by_all(&self, relation: u16, values: u64) -> u64 {
        let chunks = self.net.chunks;
        let at = relation as usize * chunks * 256;
        (0..chunks).fold(u64::MAX, |all, i| all & self.net.together[at + i * 256 + (values >> (8 * i) & 255) as usize])
    }

    /// Values with one place left in a house.
    fn house(&mut self, s: usize) -> Result<(), Conflict> {
        self.stats.propagations += 1;
        self.stats.kinds[HOUSE].runs += 1;
        let removed = std::mem::take(&mut self.removed[0][s]);
        let (mut once, mut more) = (0u64, 0u64);
        for &c in self.net.set_cells.row(s) {
            let d = self.dom[c as usize];
            more |= once & d;
            once |= d;
        }
        if once != self.net.sets[s].values {
            self.stats.kinds[HOUSE].conflicts += 1;
            return Err(Conflict);
        }
        let single = once & !more & removed;
        if single == 0 {
            return Ok(());
        }
        for at in self.net.set_cells.range(s) {
            let c = self.net.set_cells.item(at);
            let mine = self.dom[c] & single;
            if mine != 0 && self.dom[c] != mine {
                if mine & (mine - 1) != 0 {
                    self.stats.kinds[HOUSE].conflicts += 1;
                    return Err(Conflict);
                }
                self.narrow(c, mine)?;
            }
        }
        Ok(())
    }

    /// Values with few places left in a house: who sees all of the places loses what they all forbid.
    fn locked_values(&mut self, s: usize) -> Result<(), Conflict> {
        self.stats.propagations += 1;
        self.stats.kinds[LOCKED].runs += 1;
        let removed = std::mem::take(&mut self.removed[1][s]);
        if !self.net.locked {
            return Ok(());
        }
        let (mut one, mut two, mut three, mut four, mut five, mut six) = (0u64, 0u64, 0u64, 0u64, 0u64, 0u64);
        for &c in self.net.set_cells.row(s) {
            let d = self.dom[c as usize];
            six |= five & d;
            five |= four & d;
            four |= three & d;
            three |= two & d;
            two |= one & d;
            one |= d;
        }
        let few = if self.net.set_cells.row(s).len() > 9 { two & !six } else { two & !four };
        let mut rest = few & removed;
        let mut places = [0u16; 8];
        while rest != 0 {
            let bit = rest & rest.wrapping_neg();
            rest &= rest - 1;
            let mut count = 0;
            for &c in self.net.set_cells.row(s) {
                if self.dom[c as usize] & bit != 0 && count < 8 {
                    places[count] = c as u16;
                    count += 1;
                }
            }
            self.seen_by_all(&places[..count], bit.trailing_zeros() as usize)?;
        }
        Ok(())
    }

    /// Takes away what is false wherever `value` is among these places.
    pub(super) fn seen_by_all(&mut self, places: &[u16], value: usize) -> Result<(), Conflict> {
        let (n, words, width) = (self.net.n, self.net.words, self.net.width);
        if self.net.pair.is_empty() || places.is_empty() {
            return Ok(());
        }
        for word in 0..words {
            let mut common = u64::MAX;
            for &p in places {
                common &= self.net.linked[p as usize * words + word];
            }
            while common != 0 {
                let other = word * 64 + common.trailing_zeros() as usize;
                common &= common - 1;
                let mut lost = self.dom[other];
                for &p in places {
                    let relation = self.net.pair[p as usize * n + other] as usize;
                    lost &= self.net.forbids[relation * width + value];
                }
                if lost != 0 {
                    self.narrow(other, !lost)?;
                }
            }
        }
        Ok(())
    }

    /// Different cells as a matching.
    fn hall_sets(&mut self, s: usize) -> Result<(), Conflict> {
        let mut open = [0u64; 64];
        let mut which = [0u16; 64];
        let mut count = 0;
        for &c in self.net.set_cells.row(s) {
            let d = self.dom[c as usize];
            if d & (d - 1) != 0 {
                open[count] = d;
                which[count] = c as u16;
                count += 1;
            }
        }
        if count < 3 {
            return Ok(());
        }
        self.stats.propagations += 1;
        self.stats.kinds[HALL].runs += 1;
        if !hall::narrow(&mut open[..count]) {
            self.stats.kinds[HALL].conflicts += 1;
            return Err(Conflict);
        }
        for i in 0..count {
            self.narrow(which[i] as usize, open[i])?;
        }
        Ok(())
    }

    fn group(&mut self, g: usize) -> Result<(), Conflict> {
        self.stats.propagations += 1;
        self.stats.kinds[GROUP].runs += 1;
        let range = self.net.members_start[g] as usize..self.net.members_start[g + 1] as usize;
        let truth = self.net.groups[g];
        let (mut live, mut last, mut sure) = (0, 0, None);
        let mut places = [0u16; 8];
        let (mut one_value, mut value) = (true, 0u64);
        for at in range.clone() {
            let m = self.net.members[at];
            let d = self.dom[m.cell as usize];
            if d & m.bit != 0 {
                if live < 8 {
                    places[live] = m.cell;
                }
                one_value &= live == 0 || value == m.bit;
                value = m.bit;
                live += 1;
                last = at;
                if d == m.bit {
                    sure = Some(at);
                }
            }
        }
        if truth != Truth::AtMostOne {
            if live == 0 {
                self.stats.kinds[GROUP].conflicts += 1;
                return Err(Conflict);
            }
            if live == 1 {
                let m = self.net.members[last];
                self.narrow(m.cell as usize, m.bit)?;
                sure = Some(last);
            } else if one_value && live <= 4 {
                self.seen_by_all(&places[..live], value.trailing_zeros() as usize)?;
            }
        }
        if truth != Truth::AtLeastOne
            && let Some(sure) = sure
        {
            for at in range.filter(|&at| at != sure) {
                let m = self.net.members[at];
                self.narrow(m.cell as usize, !m.bit)?;
            }
        }
        Ok(())
    }

    fn run(&mut self, k: usize) -> Result<(), Conflict> {
        self.stats.propagations += 1;
        let kind = self.net.runners[k].kind as usize;
        self.stats.kinds[kind].runs += 1;
        self.effort += EFFORT[self.net.runners[k].level as usize];
        self.cause = Cause::Runner(k as u32);
        self.running = k as u32;
        let result = match self.net.runners[k].how {
            How::Cage(at) => self.cage(k, at as usize),
            How::Sum(at) => self.sum(k, at as usize),
            How::Cardinality(at) => self.cardinality(k, at as usize),
            How::Machine(at) => self.machine(at as usize),
            How::Regions(at) => self.regions(at as usize),
            How::Never => Ok(()),
            How::Own { again } => self.own(k, again),
        };
        self.running = MANY;
        if result.is_err() {
            self.stats.kinds[kind].conflicts += 1;
        }
        result
    }

    /// A constraint's own `propagate`.
    fn own(&mut self, k: usize, again: bool) -> Result<(), Conflict> {
        for &c in self.net.runner_cells.row(k) {
            self.view.set_values(Cell(c as u16), ValueSet(self.dom[c as usize]));
        }
        let posted = self.model.constraints();
        loop {
            let kind = if k < posted.len() { &posted[k].kind } else { &self.net.derived[k - posted.len()] };
            let result = kind.propagate(&mut self.view);
            let changed = !self.view.changed().is_empty();
            self.view.clear_changed();
            result?;
            if !changed {
                return Ok(());
            }
            for at in self.net.runner_cells.range(k) {
                let c = self.net.runner_cells.item(at);
                self.narrow(c, self.view.values(Cell(c as u16)).0)?;
            }
            if !again {
                return Ok(());
            }
        }
    }
}
