//! Finds where unknown regions can grow, and which cells they must contain.

use super::area::Area;
use super::look::{Extent, Look, Shard, members};
use crate::board::Conflict;

impl<A: Area, const WIDE: usize> Look<A, WIDE> {
    /// The digits that are not in `used`.
    fn others(&self, used: u64) -> u64 {
        u64::MAX >> (u64::BITS as usize - self.wide) & !used
    }

    /// The cells that can hold a digit that is not in `used`.
    fn fresh(&self, used: u64) -> A {
        if self.wide == 0 {
            return self.all;
        }
        members::<WIDE>(self.others(used)).fold(A::NONE, |all, v| all | self.holds[v])
    }

    /// The cells of the open shards that cannot be part of a region with these cells and digits.
    fn misfits(&self, own: A, used: u64, able: A, spare: u32) -> A {
        if (self.heavy & able & !own).is_empty() {
            return A::NONE;
        }
        let misfit = |s: &&Shard<A>| {
            let near = s.open && !(s.cells & able).is_empty() && (s.cells & own).is_empty();
            near && (!(s.cells & !able).is_empty()
                || s.count > spare
                || s.used & used != 0
                || !(s.apart & own).is_empty())
        };
        self.shards.iter().filter(misfit).fold(A::NONE, |all, s| all | s.cells)
    }

    /// Finds where a region that has at least one known cell can be, and which cells it must have.
    pub(super) fn grow(&mut self, label: usize) -> Result<(), Conflict> {
        let own = self.core[label];
        if !(own & !self.may[label]).is_empty() {
            return Err(Conflict);
        }
        let spare = self.size.checked_sub(own.count()).ok_or(Conflict)?;
        let mut used = 0;
        for v in 0..self.wide {
            let here = self.placed[v] & own;
            if !here.rest().is_empty() {
                return Err(Conflict);
            }
            if !here.is_empty() {
                used |= 1 << v;
                self.holds[v] &= !own | here;
            }
        }
        let mut able = self.may[label] & (self.fresh(used) | own);
        able &= !self.misfits(own, used, able, spare);
        self.extents[label] = self.extent(own, able, spare, self.extents[label])?;
        let Extent { reach, mut needed, .. } = self.extents[label];
        self.may[label] = reach;
        needed |= self.needed_digits(reach, used)?;
        self.force(label, needed);
        Ok(())
    }

    /// Finds where the region of a shard with an unknown label can be, and which cells it must have.
    pub(super) fn grow_shard(&mut self, at: usize) -> Result<(), Conflict> {
        let Shard { cells, count, used, open, apart, .. } = self.shards[at];
        let labels = (0..self.count).filter(|&l| self.may[l] & cells == cells).fold(0u64, |set, l| set | 1 << l);
        if !open || labels.is_power_of_two() {
            return Ok(());
        }
        let spare = self.size - count;
        let mut able = members::<WIDE>(labels).fold(A::NONE, |all, l| all | self.may[l]);
        able &= (self.fresh(used) & !apart) | cells;
        able &= !self.misfits(cells, used, able, spare);
        let first = cells.first();
        self.shard_extents[first] = self.extent(cells, able, spare, self.shard_extents[first])?;
        let Extent { reach, mut needed, .. } = self.shard_extents[first];
        self.shards[at].reach = reach;
        for l in members::<WIDE>(labels) {
            if !(self.core[l] & !reach).is_empty() {
                self.may[l] &= !cells;
            }
        }
        needed |= self.needed_digits(reach, used)?;
        if !needed.is_empty() {
            self.join(cells | needed);
            if let Some(kept) = &mut self.kept {
                for c in needed.each().filter(|&c| self.root[c] != self.root[first]) {
                    kept.joined.push((first as u16, c as u16));
                    kept.grown = true;
                }
            }
        }
        Ok(())
    }

    /// Removes a label that no cell is known to have from all connected pieces that have too few cells or digits for its region.
    pub(super) fn place(&mut self, label: usize) -> Result<(), Conflict> {
        let (mut rest, mut large) = (self.may[label], A::NONE);
        while !rest.is_empty() {
            let piece = if self.whole[label] == rest { rest } else { self.piece(rest.lowest(), rest) };
            if piece == self.may[label] {
                self.whole[label] = piece;
            }
            rest &= !piece;
            let digits = self.holds[..self.wide].iter().filter(|&&holds| !(holds & piece).is_empty()).count();
            if piece.count() >= self.size && (self.wide == 0 || digits >= self.size as usize) {
                large |= piece;
            }
        }
        self.may[label] = large;
        if large.is_empty() { Err(Conflict) } else { Ok(()) }
    }

    /// The neighbours of the given cells.
    #[inline]
    pub(super) fn near(&self, cells: A) -> A {
        self.steps.iter().fold(A::NONE, |all, s| all | (cells & s.from).on(s.by) | cells.back(s.by) & s.from)
    }

    /// The set `start`, and all members of `cells` that are connected to it within `cells`.
    pub(super) fn piece(&self, start: A, cells: A) -> A {
        let (mut piece, mut front) = (start, start);
        while !front.is_empty() {
            front = self.near(front) & cells & !piece;
            piece |= front;
        }
        piece
    }

    /// Finds where a region can be that has the cells `own` and needs `spare` more of the cells `able`, and which cells it must
    /// have. Returns `known` if it is the result for the same cells.
    fn extent(&self, own: A, able: A, spare: u32, known: Extent<A>) -> Result<Extent<A>, Conflict> {
        // Shards among these cells affect the result, but `Extent` does not store which shards there were.
        let plain = (self.heavy & able & !own).is_empty();
        if plain && known.own == own && known.able == able {
            return Ok(known);
        }
        let (reach, needed) = self.new_extent(own, able, spare)?;
        Ok(Extent { own: if plain { own } else { A::NONE }, able, reach, needed })
    }

    /// Like `extent`, but always computes the result anew.
    fn new_extent(&self, own: A, able: A, spare: u32) -> Result<(A, A), Conflict> {
        let first = self.piece(own.lowest(), own);
        if spare == 0 {
            return if first == own { Ok((own, A::NONE)) } else { Err(Conflict) };
        }
        let mut reach = self.reached(first, own, able, spare);
        let mut rest = own & !first;
        let mut needed = A::NONE;
        while !rest.is_empty() {
            let piece = self.piece(rest.lowest(), own);
            rest &= !piece;
            reach &= self.reached(piece, own, able, spare);
            let doors = self.near(piece) & able & !own;
            if doors.rest().is_empty() {
                needed |= doors;
            }
        }
        // Entering a shard takes all of its cells, wherever they are. Keep only the cells that are connected to `first`.
        if first != own || !(reach & self.heavy & !own).is_empty() {
            reach = self.piece(first, reach);
        }
        if !(own & !reach).is_empty() || reach.count() < self.size {
            return Err(Conflict);
        }
        if reach.count() == self.size {
            return Ok((reach, reach));
        }
        let doors = self.near(first) & reach & !own;
        if doors.rest().is_empty() {
            needed |= doors;
        }
        if self.kept.is_some() {
            for c in (reach & !own).each() {
                let left = self.piece(first, reach & !A::of(c));
                if !(own & !left).is_empty() || left.count() < self.size {
                    needed |= A::of(c);
                }
            }
        }
        Ok((reach, needed))
    }

    /// The cells that paths from `start`, a piece of `own`, can reach over `able` cells, with at most `spare` new cells on a
    /// path. A path that enters a shard takes all of its cells.
    fn reached(&self, start: A, own: A, able: A, spare: u32) -> A {
        let mut at = [A::NONE; WIDE];
        at[0] = start;
        let heavy = self.heavy & able & !own;
        let (others, able) = (own & !start, able & !own);
        let mut done = A::NONE;
        for far in 0..=spare as usize {
            let mut front = at[far] & !done;
            if !others.is_empty() {
                let mut more = front;
                while !more.is_empty() {
                    more = self.near(more) & others & !front & !done;
                    front |= more;
                }
            }
            done |= front;
            if far == spare as usize {
                break;
            }
            let next = self.near(front) & able & !done;
            at[far + 1] |= next & !heavy;
            let mut shards = next & heavy;
            while !shards.is_empty() {
                let shard = &self.shards[self.shard_of[shards.first()] as usize];
                shards &= !shard.cells;
                if let Some(at) = at[..=spare as usize].get_mut(far + shard.count as usize) {
                    *at |= shard.cells;
                }
            }
        }
        done
    }

    /// For a region that lies within `reach` and already has the digits `used`, finds the cells that it must have because a
    /// required digit fits nowhere else. Removes all other digits from these cells.
    fn needed_digits(&mut self, reach: A, used: u64) -> Result<A, Conflict> {
        if self.wide == 0 {
            return Ok(A::NONE);
        }
        let (mut digits, mut single) = (used.count_ones(), 0u64);
        for v in members::<WIDE>(self.others(used)) {
            let places = self.holds[v] & reach;
            if !places.is_empty() {
                digits += 1;
                if places.is_single() {
                    single |= 1 << v;
                }
            }
        }
        if digits < self.size {
            return Err(Conflict);
        }
        let mut needed = A::NONE;
        if digits == self.size {
            for v in members::<WIDE>(single) {
                let place = self.holds[v] & reach;
                needed |= place;
                // If two digits have the same single place, placing the second removes the first.
                for w in (0..self.wide).filter(|&w| w != v) {
                    self.holds[w] &= !place;
                }
            }
        }
        Ok(needed)
    }
}
