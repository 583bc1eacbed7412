//! Propagates a sum by combining the totals that its parts can reach.

use super::{FEW_PARTS, Info, MOST_PARTS, Part, Totals, gather, spread};
use crate::bits::{Ones, extreme_sums};
use crate::general::propagate::State;
use cluewright_core::Conflict;
impl State<'_> {
    /// Narrows the cells of propagator `k`, a sum.
    pub(in crate::general) fn sum(&mut self, k: usize, at: usize) -> Result<(), Conflict> {
        let sum = self.net.tools.sums.list[at];
        if sum.avoids {
            let open = self.net.propagator_cells.row(k).iter().filter(|&&c| !self.dom[c as usize].is_power_of_two());
            if open.count() > 1 {
                return Ok(());
            }
        }
        match (sum.short, sum.len as usize <= FEW_PARTS) {
            (true, true) => self.sum_in::<u64, FEW_PARTS>(sum),
            (true, false) => self.sum_in::<u64, MOST_PARTS>(sum),
            (false, _) => self.sum_in::<u128, MOST_PARTS>(sum),
        }
    }

    /// The current state of a part of mutually different cells; a conflict if two of them are fixed to the same value.
    #[inline]
    fn span(&self, part: Part) -> Result<Span, Conflict> {
        let mut span = Span::default();
        for &c in self.net.tools.sums.cells_of(part) {
            let d = self.dom[c as usize] as u16;
            if d.is_power_of_two() {
                if span.fixed & d != 0 {
                    return Err(Conflict);
                }
                span.fixed |= d;
                span.base += d.trailing_zeros();
            } else {
                span.free |= d;
                span.open[span.opens] = d;
                span.opens += 1;
            }
        }
        span.free &= !span.fixed;
        Ok(span)
    }

    fn sum_in<W: Totals, const N: usize>(&mut self, sum: Info) -> Result<(), Conflict> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let result = self.sum_with::<W, N>(sum, &mut scratch);
        self.scratch = scratch;
        result
    }

    /// Propagates a sum of at most `N` parts.
    fn sum_with<W: Totals, const N: usize>(&mut self, sum: Info, scratch: &mut [u16]) -> Result<(), Conflict> {
        let (goal, count) = (W::of(sum.goal), sum.len as usize);
        loop {
            let sums_of = &self.net.tools.sums;
            let parts = &sums_of.parts[sum.from as usize..][..count];
            // The contributions of each part, and the sums of its values. They are exact for parts of up to two cells; larger
            // parts follow later.
            let mut adds = [W::default(); N];
            let mut sums = [0u64; N];
            let mut many = 0u64;
            let (mut low, mut high) = (0, 0);
            for (i, &part) in parts.iter().enumerate() {
                sums[i] = match *sums_of.cells_of(part) {
                    [a] => self.dom[a as usize],
                    [a, b] => {
                        let (a, b) = (self.dom[a as usize], self.dom[b as usize]);
                        Ones(a).fold(0, |sums, v| sums | (b & !(1 << v)) << v)
                    }
                    _ => {
                        let span = self.span(part)?;
                        let (least, most) = extreme_sums(span.free.into(), span.opens).ok_or(Conflict)?;
                        many |= 1 << i;
                        // For now, only the minimum and maximum are needed.
                        (1 << (span.base + least)) | (1 << (span.base + most))
                    }
                };
                let add: W = part.adds(sums[i]);
                if add == W::default() {
                    return Err(Conflict);
                }
                adds[i] = add;
                low += add.first();
                // Contributions whose bits fall out of the word are beyond the total.
                high += if many >> i & 1 == 1 { part.highest(sums[i]) } else { add.last() };
            }
            if low + sum.far <= goal.last() && goal.first() + sum.far <= high {
                return Ok(());
            }
            for i in Ones(many) {
                let part = parts[i];
                let span = self.span(part)?;
                // Sums outside this range are too far from the goal, no matter what the other parts add.
                let reach = (goal.first() + part.highest(sums[i])).saturating_sub(high);
                let spare = (goal.last() + adds[i].first()).checked_sub(low).ok_or(Conflict)?;
                let (first, last) = part.within(reach, spare);
                let found = &mut scratch[part.scratch as usize..];
                let subsets = &sums_of.subsets[part.subsets as usize];
                let window = (first.saturating_sub(span.base), last.checked_sub(span.base).ok_or(Conflict)?);
                let open = subsets.unions(span.opens, span.free, &span.open[..span.opens], window, found);
                sums[i] = open << span.base;
                adds[i] = part.adds(sums[i]);
            }
            let mut before = [W::default(); N];
            let mut all = W::bit(0);
            for i in 0..count {
                before[i] = all;
                all = spread(all, adds[i]);
            }
            let mut after = all & goal;
            if after == W::default() {
                return Err(Conflict);
            }
            let mut again = false;
            for i in (0..count).rev() {
                // The contributions of this part that lead from a possible sum of the parts before it to a sum from which the
                // goal can be reached.
                let mut fine = W::default();
                for by in Ones(adds[i]) {
                    if (before[i] << by) & after != W::default() {
                        fine = fine | W::bit(by as u32);
                    }
                }
                after = gather(after, fine) & before[i];
                let part = self.net.tools.sums.part(sum, i);
                again |= self.keep_sums(part, sums[i], part.keeps(sums[i], fine), scratch)?;
            }
            if !again {
                return Ok(());
            }
        }
    }

    /// Keeps those of the sums of a part, `sums`, that are in `keep`; with three cells or more, `scratch` has the values of each.
    /// Returns whether a cell lost values and the sum has to be computed again.
    #[inline]
    fn keep_sums(&mut self, part: Part, sums: u64, keep: u64, scratch: &[u16]) -> Result<bool, Conflict> {
        let mut again = false;
        match *self.net.tools.sums.cells_of(part) {
            [a] => {
                let a = a as usize;
                if self.dom[a] & !keep != 0 {
                    self.narrow(a, keep)?;
                }
            }
            // If all sums of the two cells are left, both keep all values, except that a fixed cell excludes its value from the
            // other cell.
            [_, _] if keep == sums => {}
            [a, b] => {
                let (a, b) = (a as usize, b as usize);
                let (mut of_a, mut of_b) = (0, 0);
                for v in Ones(self.dom[a]) {
                    let partners = self.dom[b] & !(1 << v) & keep >> v;
                    of_a |= u64::from(partners != 0) << v;
                    of_b |= partners;
                }
                if self.dom[a] & !of_a != 0 {
                    self.narrow(a, of_a)?;
                    again = true;
                }
                if self.dom[b] & !of_b != 0 {
                    self.narrow(b, of_b)?;
                    again = true;
                }
            }
            _ => {
                let span = self.span(part)?;
                let found = &scratch[part.scratch as usize..];
                let union = Ones(keep >> span.base).fold(0, |union, s| union | u64::from(found[s]));
                for j in 0..part.len as usize {
                    let c = self.net.tools.sums.cells_of(part)[j] as usize;
                    let d = self.dom[c];
                    if !d.is_power_of_two() && d & !union != 0 {
                        self.narrow(c, union)?;
                        again = true;
                    }
                }
            }
        }
        Ok(again)
    }
}

/// The current state of a part's cells.
#[derive(Clone, Copy, Default)]
struct Span {
    /// The values of the open cells, without the values to which other cells of the part are fixed.
    free: u16,
    /// The domains of the open cells.
    open: [u16; 16],
    opens: usize,
    /// The values of the fixed cells (`fixed`), and the sum of these values (`base`).
    fixed: u16,
    base: u32,
}
