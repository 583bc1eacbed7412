//! Where unknown regions can grow, and the cells they must contain.

use super::{Cells, Extent, Shard, UnknownRegions, WIDE, lowest, members};
use cluewright_core::Conflict;

impl UnknownRegions {
    /// The digits not in `used`.
    fn others(&self, used: u16) -> u16 {
        ((1u32 << self.wide) - 1) as u16 & !used
    }

    /// Cells that can hold a digit not in `used`.
    fn fresh(&self, used: u16) -> Cells {
        if self.digits.is_empty() {
            return self.all;
        }
        members(self.others(used)).fold(0, |all, v| all | self.holds[v])
    }

    /// Open shards that cannot be parts of a region that has these cells and digits.
    fn misfits(&self, own: Cells, used: u16, able: Cells, spare: u32) -> Cells {
        if self.heavy & able & !own == 0 {
            return 0;
        }
        let misfit = |s: &&Shard| {
            let near = s.open && s.cells & able != 0 && s.cells & own == 0;
            near && (s.cells & !able != 0 || s.count > spare || s.used & used != 0 || s.apart & own != 0)
        };
        self.shards.iter().filter(misfit).fold(0, |all, s| all | s.cells)
    }

    /// A region that has a cell.
    pub(super) fn grow(&mut self, label: usize) -> Result<(), Conflict> {
        let own = self.core[label];
        if own & !self.may[label] != 0 {
            return Err(Conflict);
        }
        let spare = self.size.checked_sub(own.count_ones()).ok_or(Conflict)?;
        let mut used = 0;
        if !self.digits.is_empty() {
            for v in 0..self.wide {
                let here = self.placed[v] & own;
                if here & here.wrapping_sub(1) != 0 {
                    return Err(Conflict);
                }
                if here != 0 {
                    used |= 1 << v;
                    self.holds[v] &= !own | here;
                }
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

    /// Grows a shard whose label is not known.
    pub(super) fn grow_shard(&mut self, at: usize) -> Result<(), Conflict> {
        let Shard { cells, count, used, open, apart, .. } = self.shards[at];
        let labels = (0..self.count).filter(|&l| self.may[l] & cells == cells).fold(0u16, |set, l| set | 1 << l);
        if !open || labels.is_power_of_two() {
            return Ok(());
        }
        let spare = self.size - count;
        let mut able = members(labels).fold(0, |all, l| all | self.may[l]);
        able &= (self.fresh(used) & !apart) | cells;
        able &= !self.misfits(cells, used, able, spare);
        let first = cells.trailing_zeros() as usize;
        self.shard_extents[first] = self.extent(cells, able, spare, self.shard_extents[first])?;
        let Extent { reach, mut needed, .. } = self.shard_extents[first];
        self.shards[at].reach = reach;
        for l in members(labels) {
            if self.core[l] & !reach != 0 {
                self.may[l] &= !cells;
            }
        }
        needed |= self.needed_digits(reach, used)?;
        if needed != 0 {
            self.join(cells | needed);
        }
        Ok(())
    }

    /// A label that no cell has for certain: it lies within a piece that is large enough.
    pub(super) fn place(&mut self, label: usize) -> Result<(), Conflict> {
        let (mut rest, mut large) = (self.may[label], 0);
        while rest != 0 {
            let piece = if self.whole[label] == rest { rest } else { self.piece(lowest(rest), rest) };
            if piece == self.may[label] {
                self.whole[label] = piece;
            }
            rest &= !piece;
            let digits = self.holds[..self.wide].iter().filter(|&holds| holds & piece != 0).count();
            if piece.count_ones() >= self.size && (self.digits.is_empty() || digits >= self.size as usize) {
                large |= piece;
            }
        }
        self.may[label] = large;
        if large == 0 { Err(Conflict) } else { Ok(()) }
    }

    /// The neighbours of some cells.
    #[inline]
    pub(super) fn near(&self, cells: Cells) -> Cells {
        self.steps.iter().fold(0, |all, s| all | s.on(cells & s.from) | s.back(cells) & s.from)
    }

    /// The cells within `cells` that are connected with `start`.
    pub(super) fn piece(&self, start: Cells, cells: Cells) -> Cells {
        let (mut piece, mut front) = (start, start);
        while front != 0 {
            front = self.near(front) & cells & !piece;
            piece |= front;
        }
        piece
    }

    /// Where the region of `own` lies, which takes `spare` more of the `able` cells, and cells it must have; or what is
    /// known of that, if it was asked before.
    fn extent(&self, own: Cells, able: Cells, spare: u32, known: Extent) -> Result<Extent, Conflict> {
        // Shards in the way matter, and are not remembered.
        let plain = self.heavy & able & !own == 0;
        if plain && known.own == own && known.able == able {
            return Ok(known);
        }
        let (reach, needed) = self.new_extent(own, able, spare)?;
        Ok(Extent { own: if plain { own } else { 0 }, able, reach, needed })
    }

    /// Like `extent`, without memory.
    fn new_extent(&self, own: Cells, able: Cells, spare: u32) -> Result<(Cells, Cells), Conflict> {
        let first = self.piece(lowest(own), own);
        if spare == 0 {
            return if first == own { Ok((own, 0)) } else { Err(Conflict) };
        }
        let mut reach = self.reached(first, own, able, spare);
        let mut rest = own & !first;
        let mut needed = 0;
        while rest != 0 {
            let piece = self.piece(lowest(rest), own);
            rest &= !piece;
            reach &= self.reached(piece, own, able, spare);
            let doors = self.near(piece) & able & !own;
            if doors & doors.wrapping_sub(1) == 0 {
                needed |= doors;
            }
        }
        // Walking over a shard takes all of it, wherever it lies.
        if first != own || reach & self.heavy & !own != 0 {
            reach = self.piece(first, reach);
        }
        if own & !reach != 0 || reach.count_ones() < self.size {
            return Err(Conflict);
        }
        if reach.count_ones() == self.size {
            return Ok((reach, reach));
        }
        let doors = self.near(first) & reach & !own;
        if doors & doors.wrapping_sub(1) == 0 {
            needed |= doors;
        }
        Ok((reach, needed))
    }

    /// The cells to which a path from `start`, a piece of `own`, leads over `able` cells, at most `spare` of them new.
    /// To step on a shard is to take all of it.
    fn reached(&self, start: Cells, own: Cells, able: Cells, spare: u32) -> Cells {
        let mut at = [0; WIDE + 1];
        at[0] = start;
        let heavy = self.heavy & able & !own;
        let (others, able) = (own & !start, able & !own);
        let mut done = 0;
        for far in 0..=spare as usize {
            let mut front = at[far] & !done;
            if others != 0 {
                let mut more = front;
                while more != 0 {
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
            while shards != 0 {
                let shard = &self.shards[self.shard_of[shards.trailing_zeros() as usize] as usize];
                shards &= !shard.cells;
                if let Some(at) = at[..=spare as usize].get_mut(far + shard.count as usize) {
                    *at |= shard.cells;
                }
            }
        }
        done
    }

    /// A region within `reach` that has the digits `used`: where it must have a digit, and has it.
    fn needed_digits(&mut self, reach: Cells, used: u16) -> Result<Cells, Conflict> {
        if self.digits.is_empty() {
            return Ok(0);
        }
        let (mut digits, mut single) = (used.count_ones(), 0u16);
        for v in members(self.others(used)) {
            let places = self.holds[v] & reach;
            if places != 0 {
                digits += 1;
                if places.is_power_of_two() {
                    single |= 1 << v;
                }
            }
        }
        if digits < self.size {
            return Err(Conflict);
        }
        let mut needed = 0;
        if digits == self.size {
            for v in members(single) {
                let place = self.holds[v] & reach;
                needed |= place;
                // Two digits at one place: the second takes the last away.
                for w in (0..self.wide).filter(|&w| w != v) {
                    self.holds[w] &= !place;
                }
            }
        }
        Ok(needed)
    }
}
