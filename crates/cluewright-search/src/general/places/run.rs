//! Propagates the places of values in houses: only places, few places, and pairs of places.

use super::{MOST_FEW, at_most, differing};
use crate::bits::{Double, Ones, double, double_words};
use crate::general::propagate::{Cause, HOUSE, LOCKED, NONE, State};
use cluewright_core::Conflict;
impl State<'_> {
    /// The number of cells of a house that may hold a value. `at` is the index of the value and the house.
    #[inline]
    pub(in crate::general) fn places(&self, at: usize) -> usize {
        usize::from(self.count.as_flattened()[at])
    }

    /// Calls `found` for each house in which exactly two cells may hold the value.
    #[inline]
    fn for_each_with_two_places(&self, value: usize, mut found: impl FnMut(usize)) {
        let houses = self.net.houses.sets.len().next_multiple_of(8);
        let count = &self.count.as_flattened()[self.net.houses.join(value, 0)..][..houses];
        for (i, now) in count.as_chunks::<8>().0.iter().enumerate() {
            let now = u64::from_le_bytes(*now);
            Ones(at_most(now, 2) & !at_most(now, 1)).for_each(|bit| found(i * 8 + bit / 8));
        }
    }

    /// Queues the values that have lost places in a house and have few places left in it.
    pub(in crate::general) fn note_places(&mut self) {
        let (few, houses) = (self.net.houses.few, self.net.houses.sets.len().next_multiple_of(8));
        for value in Ones(std::mem::take(&mut self.stale)) {
            let from = self.net.houses.join(value, 0);
            let count = self.count.as_flattened()[from..][..houses].as_chunks::<8>().0;
            let seen = self.seen.as_flattened_mut()[from..][..houses].as_chunks_mut::<8>().0;
            for (i, (now, seen)) in count.iter().zip(seen).enumerate() {
                let (now, old) = (u64::from_le_bytes(*now), u64::from_le_bytes(std::mem::replace(seen, *now)));
                if now == old {
                    continue;
                }
                for bit in Ones(differing(now, old) & at_most(now, few)) {
                    let queue = if now >> (bit & !7) & 0xff <= 1 { &mut self.singles } else { &mut self.locked };
                    queue.insert(from + i * 8 + bit / 8);
                }
            }
        }
    }

    /// Calls `found` for each value with two places in a house: the number of its set, the value, and the two cells in order.
    pub(in crate::general) fn for_each_pair_of_places(&self, mut found: impl FnMut(u32, usize, [usize; 2])) {
        for value in 0..self.net.width {
            let plane = &self.at[value * self.net.words..][..self.net.words];
            self.for_each_with_two_places(value, |house| {
                let (mut places, mut count) = ([0; 2], 0);
                for &(word, cells) in self.net.houses.cells.row(house) {
                    let mut here = double(plane, word as usize) & cells;
                    while here != 0 && count < 2 {
                        places[count] = word as usize * 64 + here.trailing_zeros() as usize;
                        here &= here - 1;
                        count += 1;
                    }
                }
                debug_assert_eq!(count, 2, "places are counted");
                found(self.net.houses.sets[house], value, places);
            });
        }
    }

    /// Fixes a value that has only one place left in a house. `at` is the index of the value and the house.
    pub(in crate::general) fn only_place(&mut self, at: usize) -> Result<(), Conflict> {
        let (value, house) = self.net.houses.split(at);
        self.stats.propagations += 1;
        self.stats.kinds[HOUSE].runs += 1;
        let count = self.places(at);
        if count > 1 {
            if count <= usize::from(self.net.houses.few) {
                self.locked.insert(at);
            }
            return Ok(());
        }
        self.cause = Cause::Set(self.net.houses.sets[house]);
        let plane = value * self.net.words;
        let mut result = Err(Conflict);
        for &(word, cells) in self.net.houses.cells.row(house) {
            let here = double(&self.at, plane + word as usize) & cells;
            if here != 0 {
                result = self.narrow(word as usize * 64 + here.trailing_zeros() as usize, 1 << value);
                break;
            }
        }
        if result.is_err() {
            self.stats.kinds[HOUSE].conflicts += 1;
        }
        result
    }

    /// If a value has few places left in a house, removes values from the cells that see all of these places: the values that are
    /// impossible whichever place holds the value.
    pub(in crate::general) fn few_places(&mut self, at: usize) -> Result<(), Conflict> {
        let (value, house) = self.net.houses.split(at);
        self.stats.propagations += 1;
        self.stats.kinds[LOCKED].runs += 1;
        if self.places(at) < 2 {
            return Ok(());
        }
        let plane = value * self.net.words;
        let (mut places, mut count) = ([0u16; MOST_FEW], 0);
        for &(word, cells) in self.net.houses.cells.row(house) {
            let mut here = double(&self.at, plane + word as usize) & cells;
            while here != 0 && count < places.len() {
                places[count] = (word * 64 + here.trailing_zeros()) as u16;
                here &= here - 1;
                count += 1;
            }
        }
        self.cause = Cause::Set(self.net.houses.sets[house]);
        if let [a, b] = places[..count]
            && self.net.pairs
        {
            self.hidden_pair(house, [a as usize, b as usize], value)?;
        }
        if self.net.locked { self.seen_by_all(&places[..count], value) } else { Ok(()) }
    }

    /// Searches for another value with the same two places in a house: the two values then fill these places.
    fn hidden_pair(&mut self, house: usize, cells: [usize; 2], value: usize) -> Result<(), Conflict> {
        for other in Ones(self.dom[cells[0]] & self.dom[cells[1]] & !(1 << value)) {
            if self.places(self.net.houses.join(other, house)) == 2 {
                // No third value can have these two places, though a third value may now have only two other places.
                self.narrow(cells[0], 1 << value | 1 << other)?;
                return self.narrow(cells[1], 1 << value | 1 << other);
            }
        }
        Ok(())
    }

    /// If two cells have the same two values left, removes these values from all cells that both cells see.
    pub(in crate::general) fn naked_pair(&mut self, cell: usize, pair: u64) -> Result<(), Conflict> {
        let words = self.net.words;
        let twos = self.twos();
        let values = [pair.trailing_zeros() as usize, 63 - pair.leading_zeros() as usize];
        for word in double_words(words) {
            let same = double(&self.at, values[0] * words + word)
                & double(&self.at, values[1] * words + word)
                & double(&self.at, twos + word)
                & double(&self.net.links.unlike, cell * words + word);
            for other in Ones(same).map(|i| word * 64 + i) {
                if self.dom[other] != pair {
                    continue;
                }
                for value in values {
                    for word in double_words(words) {
                        let seen = double(&self.at, value * words + word)
                            & double(&self.net.links.unlike, cell * words + word)
                            & double(&self.net.links.unlike, other * words + word);
                        Ones(seen).try_for_each(|i| self.remove(word * 64 + i, 1 << value))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The first four of these cells that may hold `value`, and the number of all such cells.
    #[inline]
    pub(in crate::general) fn places_among(
        &self,
        cells: impl Iterator<Item = usize>,
        value: usize,
    ) -> ([u16; 4], usize) {
        let (mut places, mut count) = ([0u16; 4], 0);
        for c in cells.filter(|&c| self.dom[c] >> value & 1 == 1) {
            if count < places.len() {
                places[count] = c as u16;
            }
            count += 1;
        }
        (places, count)
    }

    /// Requires that one of the cells found by `places_among` holds `value`. Returns whether such a cell has changed.
    pub(in crate::general) fn hold_in_one(
        &mut self,
        (places, count): ([u16; 4], usize),
        value: usize,
    ) -> Result<bool, Conflict> {
        let fixes = count == 1 && self.dom[places[0] as usize] != 1 << value;
        if fixes {
            self.narrow(places[0] as usize, 1 << value)?;
        } else if (2..=4).contains(&count) {
            // This may narrow the constraint's own cells through other links, so the constraint must run again.
            let running = std::mem::replace(&mut self.running, NONE);
            self.seen_by_all(&places[..count], value)?;
            self.running = running;
        }
        Ok(fixes)
    }

    /// Removes candidates that are false no matter which of these places holds `value`.
    pub(in crate::general) fn seen_by_all(&mut self, places: &[u16], value: usize) -> Result<(), Conflict> {
        let (n, words, width) = (self.net.n, self.net.words, self.net.width);
        if !self.net.links.paired() || places.is_empty() {
            return Ok(());
        }
        for word in double_words(words) {
            let mut rest = double(&self.at, value * words + word);
            for &p in places {
                rest &= double(&self.net.links.unlike, p as usize * words + word);
            }
            Ones(rest).try_for_each(|i| self.remove(word * 64 + i, 1 << value))?;
        }
        if self.net.links.nearby.is_empty() {
            return Ok(());
        }
        for word in double_words(words) {
            // The cells to which all of these places are linked, at least one of them by a relation other than "different
            // digits".
            let (mut common, mut near) = (Double::MAX, 0);
            for &p in places {
                common &= double(&self.net.links.linked, p as usize * words + word);
                near |= double(&self.net.links.nearby, p as usize * words + word);
            }
            for other in Ones(common & near).map(|i| word * 64 + i) {
                let mut lost = self.dom[other];
                for &p in places {
                    let relation = self.net.links.pair[p as usize * n + other] as usize;
                    lost &= self.net.links.forbids[relation * width + value];
                }
                if lost != 0 {
                    self.remove(other, lost)?;
                }
            }
        }
        Ok(())
    }
}
