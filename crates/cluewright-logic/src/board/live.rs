//! The live candidates of every group in a position, updated after each step.

use super::bits::Bits;
use super::frame::Frame;
use super::state::State;
use cluewright_core::model::GroupId;
use cluewright_core::{Cell, CellSet, ValueSet};

/// The live candidates of every group. A step removes only a few candidates, so the tables are updated rather than
/// rebuilt.
#[derive(Clone, Debug)]
pub(crate) struct Live {
    /// The domains and filled-in cells of the position that the tables describe.
    domains: Vec<ValueSet>,
    placed: CellSet,
    all: Bits,
    /// Each group has a range in this list that starts at the group's offset in the frame. The range holds the group's
    /// live candidates in ascending order; the rest of the range is unused.
    members: Vec<u32>,
    /// The number of live candidates of each group.
    counts: Vec<u32>,
    /// The open groups: groups in which no live candidate is filled in yet.
    open: Bits,
    /// The open groups with exactly one live candidate.
    single: Bits,
    /// The number of open groups without live candidates.
    empty: usize,
}

impl Live {
    pub(crate) fn new(frame: &Frame, state: &State) -> Self {
        let mut all = Bits::new(frame.candidates.len());
        for (&base, set) in frame.base.iter().zip(state.board.domains()) {
            all.insert_word(base, set.0);
        }
        let groups = frame.members_from.len() - 1;
        let mut live = Self {
            domains: state.board.domains().to_vec(),
            placed: state.placed.clone(),
            all,
            members: Vec::with_capacity(frame.members.len()),
            counts: Vec::with_capacity(groups),
            open: Bits::new(groups),
            single: Bits::new(groups),
            empty: 0,
        };
        for (g, span) in (0u32..).zip(frame.members_from.windows(2)) {
            let (from, to) = (span[0] as usize, span[1] as usize);
            live.members.extend(frame.members[from..to].iter().filter(|&&id| live.all.has(id)));
            let alive = &live.members[from..];
            let filled = |&id: &u32| state.placed.contains(frame.candidates[id as usize].cell);
            let open = !alive.iter().any(filled);
            live.counts.push(alive.len() as u32);
            live.members.resize(to, 0);
            if open {
                live.open.insert(g);
                live.notify(g);
            }
        }
        live
    }

    /// Updates `single` and `empty` after an open group has lost a candidate.
    fn notify(&mut self, group: u32) {
        match self.counts[group as usize] {
            0 => {
                self.single.remove(group);
                self.empty += 1;
            }
            1 => self.single.insert(group),
            _ => {}
        }
    }

    /// Updates the tables to match a later position.
    pub(crate) fn follow(&mut self, frame: &Frame, state: &State) {
        let domains = state.board.domains();
        for (c, &now) in domains.iter().enumerate() {
            let then = self.domains[c];
            if now == then {
                continue;
            }
            // If candidates were restored, or cells are no longer filled in, groups may have to be reopened, so
            // everything is rebuilt.
            if !now.minus(then).is_empty() || self.placed.contains(Cell(c as u16)) {
                *self = Self::new(frame, state);
                return;
            }
            self.domains[c] = now;
            for value in then.minus(now) {
                self.lose(frame, frame.base[c] + u32::from(value.0));
            }
        }
        if state.placed.len() < self.placed.len() {
            *self = Self::new(frame, state);
            return;
        }
        for cell in state.placed.beyond(&self.placed).collect::<Vec<_>>() {
            self.placed.insert(cell);
            for value in domains[cell.index()] {
                for group in frame.groups_of(frame.base[cell.index()] + u32::from(value.0)) {
                    self.close(group.0);
                }
            }
        }
    }

    fn lose(&mut self, frame: &Frame, id: u32) {
        self.all.remove(id);
        for group in frame.groups_of(id) {
            let g = group.0 as usize;
            let from = frame.members_from[g] as usize;
            let alive = &mut self.members[from..from + self.counts[g] as usize];
            // Groups have only a few candidates: a loop is faster than a binary search and a block copy.
            let mut at = alive.iter().position(|&x| x == id).expect("it was live a moment ago");
            while at + 1 < alive.len() {
                alive[at] = alive[at + 1];
                at += 1;
            }
            self.counts[g] -= 1;
            if self.open.has(group.0) {
                self.notify(group.0);
            }
        }
    }

    fn close(&mut self, group: u32) {
        if self.open.has(group) {
            self.open.remove(group);
            self.single.remove(group);
            self.empty -= usize::from(self.counts[group as usize] == 0);
        }
    }

    #[inline]
    pub(crate) fn all(&self) -> &Bits {
        &self.all
    }

    #[inline]
    pub(crate) fn members(&self, frame: &Frame, group: GroupId) -> &[u32] {
        let from = frame.members_from[group.0 as usize] as usize;
        &self.members[from..from + self.counts[group.0 as usize] as usize]
    }

    #[inline]
    pub(crate) fn is_open(&self, group: GroupId) -> bool {
        self.open.has(group.0)
    }

    /// The open groups, in ascending order.
    pub(crate) fn open(&self) -> &Bits {
        &self.open
    }

    /// The open groups with exactly one live candidate.
    pub(crate) fn single(&self) -> &Bits {
        &self.single
    }

    /// Whether some open group has no candidates left.
    pub(crate) fn has_empty(&self) -> bool {
        self.empty > 0
    }
}
