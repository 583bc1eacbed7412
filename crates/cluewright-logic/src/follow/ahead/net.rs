//! The data for following a candidate without recording reasons: a position and its queues, the cached results of constraints, and
//! how many contradictions each group has caused.

use crate::board::space::Space;
use crate::follow::closure::{Clash, propagation, show};
use cluewright_core::model::{ConstraintId, GroupId};
use cluewright_core::{Board, Candidate, CellSet, Constraint, ValueSet};
use std::collections::VecDeque;

/// The size of one constraint's result cache when full, in words.
const WORDS: usize = 1 << 13;

/// A cache of a constraint's most recent results, keyed by the candidates of the constraint's cells. The cache grows as results are
/// added, because in most puzzles, most constraints are propagated for only a few combinations of candidates.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// For each slot, the number of its entry; 0 if the slot is empty.
    slots: Vec<u32>,
    /// The entries. Each contains a mark, the candidates of the cells before propagation, and the candidates left afterwards.
    entries: Vec<u64>,
}

impl Memory {
    /// Where the entry for this mark starts, for a constraint with `cells` cells. A new entry has mark 0, which no stored result
    /// has.
    fn find(&mut self, mark: u64, cells: usize) -> usize {
        let size = 1 + 2 * cells;
        if self.slots.is_empty() {
            self.slots.resize((WORDS / size).max(16).next_power_of_two(), 0);
        }
        let at = (mark >> 32) as usize % self.slots.len();
        let slot = &mut self.slots[at];
        if *slot == 0 {
            self.entries.resize(self.entries.len() + size, 0);
            *slot = (self.entries.len() / size) as u32;
        }
        (*slot as usize - 1) * size
    }
}

/// A position during an argument.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) board: Board,
    /// For each group, the number of candidates left.
    pub(super) count: Vec<u16>,
    /// The cells whose values have been followed.
    pub(super) placed: CellSet,
    /// The number of values followed since the assumption.
    pub(super) size: u32,
}

impl Spot {
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.board.copy_from(&other.board);
        self.count.copy_from_slice(&other.count);
        self.placed.clone_from(&other.placed);
        self.size = other.size;
    }
}

/// The buffers and caches for following candidates.
#[derive(Debug)]
pub(crate) struct Net {
    pub(super) queue: VecDeque<GroupId>,
    pub(super) dirty: Vec<bool>,
    pub(super) dirty_queue: VecDeque<ConstraintId>,
    pub(super) scratch: Board,
    /// For each constraint, its cached results.
    pub(super) memory: Vec<Memory>,
    /// For each group, the number of contradictions that came from this group.
    pub(super) weights: Vec<u32>,
    pub(super) pool: Vec<Spot>,
    pub(super) work: u64,
}

impl Net {
    pub(crate) fn new(space: &Space) -> Self {
        let facts = space.facts().count();
        Self {
            queue: VecDeque::new(),
            dirty: vec![false; facts],
            dirty_queue: VecDeque::new(),
            scratch: space.blank().clone(),
            memory: vec![Memory::default(); facts],
            weights: vec![0; space.network().groups().len()],
            pool: Vec::new(),
            work: 0,
        }
    }

    /// Resets the contradiction counts from other positions.
    pub(super) fn forget(&mut self) {
        self.weights.fill(0);
        self.work = 0;
    }

    /// Empties the queues after a contradiction.
    pub(super) fn clear(&mut self) {
        self.queue.clear();
        while let Some(c) = self.dirty_queue.pop_front() {
            self.dirty[c.0 as usize] = false;
        }
    }

    /// Removes candidates and follows the consequences.
    pub(super) fn lose(&mut self, space: &Space, spot: &mut Spot, gone: &[u32]) -> Result<(), Clash> {
        for &id in gone {
            self.remove(space, spot, id, None)?;
        }
        self.run(space, spot)
    }

    pub(super) fn remove(
        &mut self,
        space: &Space,
        spot: &mut Spot,
        id: u32,
        by: Option<ConstraintId>,
    ) -> Result<(), Clash> {
        let c = space.candidate(id);
        if !spot.board.has(c) {
            return Ok(());
        }
        self.work += 1;
        // If the cell is now empty, its group will reveal this.
        let _ = spot.board.remove(c.cell, c.value);
        let mut clash = None;
        for &g in space.groups_of(id) {
            let left = &mut spot.count[g.0 as usize];
            *left -= 1;
            match *left {
                0 => clash = clash.or(Some(Clash::Group(g))),
                1 => self.queue.push_back(g),
                _ => {}
            }
        }
        for &c in space.constraints_of(c.cell) {
            if Some(c) != by && !self.dirty[c.0 as usize] {
                self.dirty[c.0 as usize] = true;
                self.dirty_queue.push_back(c);
            }
        }
        clash.map_or(Ok(()), Err)
    }

    pub(super) fn place(&mut self, space: &Space, spot: &mut Spot, id: u32) -> Result<(), Clash> {
        let c = space.candidate(id);
        if !spot.placed.insert(c.cell) {
            return Ok(());
        }
        spot.size += 1;
        for v in spot.board.values(c.cell).without(c.value) {
            self.remove(space, spot, space.id(Candidate::new(c.cell, v)), None)?;
        }
        for near in space.network().neighbours(c.cell) {
            let forbidden = near.forbids.get(c.value.index()).copied().unwrap_or(ValueSet::EMPTY);
            for v in spot.board.values(near.cell) & forbidden {
                self.remove(space, spot, space.id(Candidate::new(near.cell, v)), None)?;
            }
        }
        Ok(())
    }

    /// Propagates singles, links and constraints until nothing more follows.
    pub(super) fn run(&mut self, space: &Space, spot: &mut Spot) -> Result<(), Clash> {
        loop {
            while let Some(g) = self.queue.pop_front() {
                if spot.count[g.0 as usize] == 1
                    && let Some(&last) = space.group(g).candidates.iter().find(|c| spot.board.has(**c))
                {
                    self.place(space, spot, space.id(last))?;
                }
            }
            let Some(c) = self.dirty_queue.pop_front() else { return Ok(()) };
            self.dirty[c.0 as usize] = false;
            self.propagate(space, spot, c)?;
        }
    }

    /// Propagates one constraint. Reuses the cached result if the constraint's cells had the same candidates before.
    pub(super) fn propagate(&mut self, space: &Space, spot: &mut Spot, id: ConstraintId) -> Result<(), Clash> {
        let kind = space.kind(id);
        let cells = kind.cells();
        let n = cells.len();
        let mark = space.fingerprint(id, &spot.board);
        let memory = &mut self.memory[id.0 as usize];
        let at = memory.find(mark, n);
        let entry = &mut memory.entries[at..at + 1 + 2 * n];
        let same = entry[0] == mark && cells.iter().zip(&entry[1..]).all(|(&c, &w)| spot.board.values(c).0 == w);
        // About half of the results come from the cache; all results are charged the same work.
        self.work += 1 + propagation(n) / 2;
        if !same {
            show(kind, &spot.board, &mut self.scratch);
            let conflict = kind.propagate(&mut self.scratch).is_err();
            entry[0] = mark;
            for (i, &c) in cells.iter().enumerate() {
                entry[1 + i] = spot.board.values(c).0;
                entry[1 + n + i] = if conflict { 0 } else { self.scratch.values(c).0 };
            }
        }
        for (i, &cell) in cells.iter().enumerate() {
            let left = ValueSet(self.memory[id.0 as usize].entries[at + 1 + n + i]);
            if left.is_empty() {
                return Err(Clash::Clue(id));
            }
            for v in spot.board.values(cell).minus(left) {
                self.remove(space, spot, space.id(Candidate::new(cell, v)), Some(id))?;
            }
        }
        Ok(())
    }

    /// Records a contradiction, so that the groups involved are examined first from now on (Boussemart et al., "Boosting systematic
    /// search by weighting constraints", 2004).
    pub(super) fn blame(&mut self, space: &Space, clash: Clash) {
        match clash {
            Clash::Group(g) => self.weights[g.0 as usize] += 1,
            Clash::Clue(c) => {
                for cell in space.kind(c).cells() {
                    self.weights[cell.index()] += 1;
                }
            }
        }
    }
}
