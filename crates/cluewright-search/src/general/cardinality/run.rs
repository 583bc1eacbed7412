//! Propagates a cardinality constraint, which restricts how often each value occurs.

use crate::bits::Ones;
use crate::general::propagate::State;
use cluewright_core::Conflict;
impl State<'_> {
    /// Narrows the cells of propagator `k`, given how often each value can occur.
    pub(in crate::general) fn cardinality(&mut self, k: usize, at: usize) -> Result<(), Conflict> {
        // Most of these constraints have few values, so only small tables have to be cleared.
        let values = self.net.tools.cardinalities[at].allowed.len();
        if values <= 16 { self.cardinality_in::<16>(k, at) } else { self.cardinality_in::<64>(k, at) }
    }

    /// Like `cardinality`, for at most `N` values.
    fn cardinality_in<const N: usize>(&mut self, k: usize, at: usize) -> Result<(), Conflict> {
        let range = self.net.propagator_cells.range(k);
        let count = range.len() as u32;
        loop {
            let it = &self.net.tools.cardinalities[at];
            let width = it.allowed.len();
            // For each value, the number of cells that hold it (`held`), and the number of lists with a place for it (`lists`).
            let (mut held, mut lists) = ([0u32; N], [0u32; N]);
            for list in it.lists.iter() {
                let mut any = 0;
                for &i in list {
                    let d = self.dom[self.net.propagator_cells.item(range.start + i as usize)];
                    any |= d;
                    if d.is_power_of_two() {
                        held[d.trailing_zeros() as usize] += 1;
                    }
                }
                Ones(any).for_each(|v| lists[v] += 1);
            }
            // For each value, the counts it can have (`can`), and the totals that the counts of the values before it can reach
            // (`before`).
            let (mut can, mut before) = ([0u128; N], [0u128; N]);
            let mut all = 1u128;
            for v in 0..width {
                if lists[v] < held[v] {
                    return Err(Conflict);
                }
                can[v] = it.allowed[v] & (u128::MAX >> (127 - lists[v])) & (u128::MAX << held[v]);
                before[v] = std::mem::take(&mut all);
                Ones(can[v]).for_each(|by| all |= before[v] << by);
            }
            let mut after = all & 1 << count;
            if after == 0 {
                return Err(Conflict);
            }
            for v in (0..width).rev() {
                let (mut fine, mut down) = (0u128, 0u128);
                for by in Ones(can[v]) {
                    if (before[v] << by) & after != 0 {
                        fine |= 1 << by;
                        down |= after >> by;
                    }
                }
                after = down & before[v];
                can[v] = fine;
            }
            let mut again = false;
            for v in 0..width {
                let (least, most) = (can[v].trailing_zeros(), can[v].ilog2());
                let bit = 1u64 << v;
                if most == held[v] {
                    for i in range.clone() {
                        let c = self.net.propagator_cells.item(i);
                        if self.dom[c] & bit != 0 && self.dom[c] != bit {
                            self.narrow(c, !bit)?;
                            again = true;
                        }
                    }
                } else if least == lists[v] {
                    // Every list that has a place for the value must contain it once.
                    again |= self.one_in_each(k, at, v)?;
                }
            }
            if !again {
                return Ok(());
            }
        }
    }

    /// Requires that every list with a place for the value contains it once. Returns whether a cell has changed.
    fn one_in_each(&mut self, k: usize, at: usize, value: usize) -> Result<bool, Conflict> {
        let base = self.net.propagator_cells.range(k).start;
        let mut again = false;
        for list in 0..self.net.tools.cardinalities[at].lists.count() {
            let cells = self.net.tools.cardinalities[at].lists.row(list).iter();
            let cells = cells.map(|&i| self.net.propagator_cells.item(base + i as usize));
            again |= self.hold_in_one(self.places_among(cells, value), value)?;
        }
        Ok(again)
    }
}
