//! Propagates a clause.

use crate::general::propagate::State;
use cluewright_core::Conflict;
impl State<'_> {
    /// Propagates that at least one of these members is true; each member is a cell with some of its values. Nothing follows
    /// while the members have two different values left. (A group of single candidates would have the same consequences.)
    pub(in crate::general) fn at_least_one(&mut self, members: std::ops::Range<usize>) -> Result<(), Conflict> {
        let all = self.net.members.items()[members.clone()]
            .iter()
            .fold(0, |all, m| all | (self.dom[m.cell as usize] & m.bits));
        if all == 0 {
            return Err(Conflict);
        }
        if !all.is_power_of_two() {
            return Ok(());
        }
        let (mut places, mut count) = ([0u16; 4], 0);
        for m in &self.net.members.items()[members] {
            if self.dom[m.cell as usize] & m.bits != 0 {
                if count == places.len() {
                    return Ok(());
                }
                places[count] = m.cell;
                count += 1;
            }
        }
        if count == 1 {
            self.narrow(places[0] as usize, all)
        } else {
            self.seen_by_all(&places[..count], all.trailing_zeros() as usize)
        }
    }
}
