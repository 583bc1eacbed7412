//! Propagates a cage.

use super::{CageQuery, MOST_LISTED, in_lanes, possible, those_fitting};
use crate::bits::Ones;
use crate::general::assignments;
use crate::general::propagate::State;
use crate::general::tools::How;
use cluewright_core::Conflict;
use std::ops::Range;
impl State<'_> {
    /// Narrows the open cells at these places of `propagator_cells`, in order, to the sets in `held`. Returns whether a cell has
    /// changed.
    fn hold(&mut self, places: Range<usize>, held: &[u16]) -> Result<bool, Conflict> {
        let (mut held, mut narrowed) = (held.iter(), false);
        for place in places {
            let c = self.net.propagator_cells.item(place);
            let d = self.dom[c];
            if !d.is_power_of_two()
                && let Some(&held) = held.next()
                && d & !u64::from(held) != 0
            {
                self.narrow(c, held.into())?;
                narrowed = true;
            }
        }
        Ok(narrowed)
    }

    /// Computes the conditions on the combinations of propagator `k`, a cage; a conflict if two of its cells are fixed to the
    /// same value.
    #[inline]
    fn ask(&self, k: usize, at: usize, asked: &mut CageQuery) -> Result<(), Conflict> {
        let cage = &self.net.tools.cages[at];
        let (inside, outside) = self.net.propagator_cells.row(k).split_at(cage.inside);
        let (mut open, mut fixed) = (0u64, 0u64);
        (asked.hits, asked.misses) = (0, 0);
        for &c in inside {
            let d = self.dom[c as usize];
            if d.is_power_of_two() {
                if fixed & d != 0 {
                    return Err(Conflict);
                }
                fixed |= d;
            } else {
                open |= d;
                asked.hit[asked.hits] = d as u16;
                asked.hits += 1;
            }
        }
        let all = open | fixed;
        // The value of a fixed cell that sees the whole cage is removed from the cage. If the cell has only just been fixed, this
        // has not happened yet, but no combination may have the value; the query expresses this like the condition for an open
        // cell. (If there are more surrounding cells than the query has room for, only the first ones are used.)
        for &c in outside.iter().take(asked.miss.len()) {
            let d = self.dom[c as usize];
            asked.miss[asked.misses] = d as u16;
            // A cell that still has a value outside `all` always keeps that value, so it needs no condition.
            asked.misses += usize::from(d & !all == 0);
        }
        asked.must = fixed as u16 | self.must[at];
        for (values, others) in &cage.houses {
            let of_other = |&i: &u16| self.dom[outside[i as usize] as usize] as u16;
            asked.must |= values & !others.iter().fold(0, |any, i| any | of_other(i));
        }
        (asked.all, asked.open, asked.fixed) = (all as u16, open as u16, fixed as u16);
        Ok(())
    }

    /// The index of propagator `k`, a cage, among the cages.
    fn number_of_cage(&self, k: usize) -> usize {
        let How::Cage(at) = self.net.propagators[k].how else { unreachable!("only cages are asked about values") };
        at as usize
    }

    /// The value, as a bit, that divides the combinations of propagator `k`, a cage, most evenly into those with and those
    /// without it; and the number of combinations. `None` if there is only one combination.
    pub(in crate::general) fn dividing_value(&self, k: usize) -> Option<(u16, usize)> {
        let at = self.number_of_cage(k);
        let mut asked = CageQuery::NOTHING;
        self.ask(k, at, &mut asked).ok()?;
        let mut fitting = [0; MOST_LISTED];
        let count =
            those_fitting(&self.net.tools.lists[self.net.tools.cages[at].combinations as usize], &asked, &mut fitting);
        let mut having = [0; 16];
        for &combination in &fitting[..count] {
            for (value, having) in having.iter_mut().enumerate() {
                *having += usize::from(combination >> value & 1);
            }
        }
        let share = |value: &usize| having[*value].min(count - having[*value]);
        let value = (0..16).rev().max_by_key(share).filter(|value| share(value) > 0)?;
        Some((1 << value, count))
    }

    /// Removes a value, given as a bit, from the cells of propagator `k`, a cage.
    pub(in crate::general) fn take_from_cage(&mut self, k: usize, bit: u16) -> Result<(), Conflict> {
        (0..self.net.own_cells(k).len())
            .try_for_each(|i| self.narrow(self.net.own_cells(k)[i] as usize, !u64::from(bit)))
    }

    /// Requires that some cell of propagator `k`, a cage, holds a value, given as a bit.
    pub(in crate::general) fn ask_of_cage(&mut self, k: usize, bit: u16) {
        let at = self.number_of_cage(k);
        self.must[at] |= bit;
        self.again(k);
    }

    /// Narrows the cells of propagator `k`, a cage, and the cells that see the whole cage. With `exactly`, the cage's cells keep
    /// only the values that they have in some assignment.
    pub(in crate::general) fn cage(&mut self, k: usize, at: usize, exactly: bool) -> Result<(), Conflict> {
        let range = self.net.propagator_cells.range(k);
        let inside = self.net.tools.cages[at].inside;
        let mut asked = CageQuery::NOTHING;
        loop {
            self.ask(k, at, &mut asked)?;
            let fixed = u64::from(asked.fixed);
            let list = &self.net.tools.lists[self.net.tools.cages[at].combinations as usize];
            let mut again = false;
            let (some, every);
            let few_open = (2..=assignments::MOST).contains(&asked.hits);
            if exactly && few_open {
                let mut fitting = [0; MOST_LISTED];
                let count = those_fitting(list, &asked, &mut fitting);
                let open = &mut asked.hit[..asked.hits];
                (some, every) = assignments::of(in_lanes(&mut fitting, count), !asked.fixed, open);
                again = self.hold(range.start..range.start + inside, open)?;
            } else {
                (some, every) = possible(list, &asked);
            }
            if some == 0 {
                return Err(Conflict);
            }
            let held = u64::from(every) & !fixed;
            // Most runs find nothing, so the cells are examined one by one only if there is something to remove.
            if asked.all & !some | asked.open & asked.fixed != 0 {
                for i in range.start..range.start + inside {
                    let c = self.net.propagator_cells.item(i);
                    let d = self.dom[c];
                    // The value of a fixed cell is no longer available to the other cells.
                    let keep = u64::from(some) & if d.is_power_of_two() { d } else { !fixed };
                    if d & !keep != 0 {
                        self.narrow(c, keep)?;
                        again = true;
                    }
                }
            }
            if held != 0 {
                // A value that every combination contains is removed from the cells that see the whole cage.
                for i in range.start + inside..range.end {
                    let c = self.net.propagator_cells.item(i);
                    if self.dom[c] & u64::from(every) != 0 {
                        self.narrow(c, !u64::from(every))?;
                        again = true;
                    }
                }
            }
            for value in Ones(held) {
                if again {
                    break;
                }
                let cells = range.start..range.start + inside;
                let places = self.places_among(cells.map(|i| self.net.propagator_cells.item(i)), value);
                if places.1 == 0 {
                    return Err(Conflict);
                }
                again = self.hold_in_one(places, value)?;
            }
            if !again {
                // If only one combination is left, the cells are merely mutually different, and are handled as a set of different
                // cells.
                if self.exactly && !exactly && few_open && some != every {
                    self.exact_cages.insert(k);
                }
                return Ok(());
            }
        }
    }
}
