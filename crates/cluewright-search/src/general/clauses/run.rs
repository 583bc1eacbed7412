//! A clause propagated.

use crate::general::propagate::State;
use cluewright_core::Conflict;
impl State<'_> {
    /// Of these members, each a cell and some of its values, at least one is true. Nothing follows while two values are
    /// left. (As a group of single candidates it would come to the same.)
    pub(in crate::general) fn at_least_one(&mut self, members: std::ops::Range<usize>) -> Result<(), Conflict> {
        let all = self.net.members[members.clone()].iter().fold(0, |all, m| all | (self.dom[m.cell as usize] & m.bits));
        if all == 0 {
            return Err(Conflict);
        }
        if !all.is_power_of_two() {
            return Ok(());
        }
        let (mut places, mut count) = ([0u16; 4], 0);
        for m in &self.net.members[members] {
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
