//! Finds which cells share a region, and which do not, before it is known which region that is.
//!
//! The ideas of shards, of counting a shard as one step, and of single doors come from the Chaos Construction handler of sigh's
//! Interactive Sudoku Solver (MIT).

use super::area::Area;
use super::look::{Look, NONE, Shard};
use crate::board::Conflict;

impl<A: Area, const WIDE: usize> Look<A, WIDE> {
    fn find(&mut self, mut c: usize) -> usize {
        while self.root[c] as usize != c {
            self.root[c] = self.root[self.root[c] as usize];
            c = self.root[c] as usize;
        }
        c
    }

    fn union(&mut self, a: usize, b: usize) {
        self.united |= A::of(a) | A::of(b);
        let (a, b) = (self.find(a), self.find(b));
        self.root[a.max(b)] = a.min(b) as u16;
    }

    /// Finds the shards: sets of cells that are known to share a region.
    pub(super) fn find_shards(&mut self) -> Result<(), Conflict> {
        for c in std::mem::replace(&mut self.united, A::NONE).each() {
            self.root[c] = c as u16;
            self.shard_of[c] = NONE;
        }
        for at in 0..self.joined.len() {
            let (a, b) = self.joined[at];
            self.union(a as usize, b as usize);
        }
        self.doors()?;
        self.shards.clear();
        self.heavy = A::NONE;
        for c in self.united.each() {
            let root = self.find(c);
            self.root[c] = root as u16;
            if root == c {
                continue;
            }
            if self.shard_of[root] == NONE {
                self.shard_of[root] = self.shards.len() as u16;
                let cells = A::of(root);
                self.shards.push(Shard { cells, count: 0, used: 0, open: true, apart: A::NONE, reach: self.all });
            }
            self.shard_of[c] = self.shard_of[root];
            self.shards[self.shard_of[root] as usize].cells |= A::of(c);
        }
        for at in 0..self.shards.len() {
            let cells = self.shards[at].cells;
            self.join(cells);
            let mut used = 0;
            for c in cells.each() {
                let d = self.digit[c];
                if d.is_power_of_two() {
                    if used & d != 0 {
                        return Err(Conflict);
                    }
                    used |= d;
                    self.holds[d.trailing_zeros() as usize] &= !cells | A::of(c);
                }
            }
            let labels = (0..self.count).filter(|&l| !(self.may[l] & cells).is_empty()).count();
            let shard = &mut self.shards[at];
            (shard.count, shard.used, shard.open) = (cells.count(), used, labels > 1);
            if labels == 0 || shard.count > self.size {
                return Err(Conflict);
            }
            if shard.open {
                self.heavy |= cells;
            }
        }
        Ok(())
    }

    /// Examines the neighbours that may share a region. A cell with only one such neighbour must be in the same region as that
    /// neighbour, and every connected area must consist of whole regions.
    fn doors(&mut self) -> Result<(), Conflict> {
        if self.size == 1 {
            return Ok(());
        }
        let (mut once, mut twice) = (A::NONE, A::NONE);
        for (at, (doors, step)) in self.doors.iter_mut().zip(&self.steps).enumerate() {
            let mut open = A::NONE;
            for may in &self.may[..self.count] {
                open |= *may & may.back(step.by);
            }
            open &= step.from;
            for &(a, b) in &self.parted {
                if usize::from(b.abs_diff(a)) == step.by {
                    open &= !A::of(a.min(b) as usize);
                }
            }
            if let Some(kept) = &self.kept {
                open &= !kept.shut[at];
            }
            for side in [open, open.on(step.by)] {
                twice |= once & side;
                once |= side;
            }
            *doors = open;
        }
        if once != self.all {
            return Err(Conflict);
        }
        for c in (once & !twice).each() {
            for at in 0..self.doors.len() {
                let (open, by) = (self.doors[at], self.steps[at].by);
                if open.has(c) {
                    self.union(c, c + by);
                } else if c >= by && open.has(c - by) {
                    self.union(c, c - by);
                }
            }
        }
        if self.doors == self.fine {
            return Ok(());
        }
        let mut rest = self.all;
        while !rest.is_empty() {
            let mut piece = rest.lowest();
            let mut front = piece;
            while !front.is_empty() {
                let mut next = A::NONE;
                for (&open, step) in self.doors.iter().zip(&self.steps) {
                    next |= (front & open).on(step.by) | front.back(step.by) & open;
                }
                front = next & !piece;
                piece |= front;
            }
            if !piece.count().is_multiple_of(self.size) {
                return Err(Conflict);
            }
            rest &= !piece;
        }
        self.fine.copy_from_slice(&self.doors);
        Ok(())
    }

    /// Applies the facts that certain pairs of cells do not share a region.
    pub(super) fn part(&mut self) -> Result<(), Conflict> {
        for at in 0..self.parted.len() {
            let (a, b) = self.parted[at];
            if self.root[a as usize] == self.root[b as usize] {
                return Err(Conflict);
            }
            for (a, b) in [(a as usize, b as usize), (b as usize, a as usize)] {
                let other = self.shards.get(self.shard_of[b] as usize).map_or(A::of(b), |s| s.cells);
                if self.label[a].is_power_of_two() {
                    self.may[self.label[a].trailing_zeros() as usize] &= !other;
                }
                if let Some(shard) = self.shards.get_mut(self.shard_of[a] as usize) {
                    shard.apart |= other;
                }
            }
        }
        Ok(())
    }

    /// Whether two cells that are not in the same shard cannot share a region, for reasons other than their labels.
    #[inline]
    pub(super) fn strangers(&self, a: usize, b: usize) -> bool {
        let (a_at, b_at) = (self.shard_of[a], self.shard_of[b]);
        if a_at == NONE && b_at == NONE {
            self.size == 1 || self.digit[a] == self.digit[b] && self.digit[a].is_power_of_two()
        } else {
            self.strange_shards((a, a_at), (b, b_at))
        }
    }

    /// Like `strangers`, for two cells of which at least one is in a shard.
    fn strange_shards(&self, (a, a_at): (usize, u16), (b, b_at): (usize, u16)) -> bool {
        let alone = |c: usize| (1, if self.digit[c].is_power_of_two() { self.digit[c] } else { 0 });
        let of = |at: u16, c: usize| self.shards.get(at as usize).map_or_else(|| alone(c), |s| (s.count, s.used));
        let ((a_count, a_used), (b_count, b_used)) = (of(a_at, a), of(b_at, b));
        let beyond = |at: u16, c: usize| self.shards.get(at as usize).is_some_and(|s| !s.reach.has(c));
        a_count + b_count > self.size || a_used & b_used != 0 || beyond(a_at, b) || beyond(b_at, a)
    }

    /// In a thorough pass, stores which neighbours and which shards are in different regions. Returns whether the pass has stored
    /// anything new.
    pub(super) fn keep(&mut self) -> bool {
        let Some(mut kept) = self.kept.take() else { return false };
        for (at, step) in self.steps.iter().enumerate() {
            for c in self.doors[at].each() {
                if self.root[c] != self.root[c + step.by] && self.strangers(c, c + step.by) {
                    kept.shut[at] |= A::of(c);
                    kept.grown = true;
                }
            }
        }
        for (i, one) in self.shards.iter().enumerate() {
            for other in self.shards[..i].iter().filter(|other| one.open && other.open) {
                let (a, b) = (one.cells.first(), other.cells.first());
                if !one.apart.has(b) && self.strangers(a, b) {
                    kept.parted.push((a as u16, b as u16));
                    kept.grown = true;
                }
            }
        }
        let grown = std::mem::take(&mut kept.grown);
        self.kept = Some(kept);
        grown
    }
}
