//! The kernel of automata. A set of states has one bit for each state; only the edges of reachable states are examined.

use super::graph::{Edge, Graph};
use crate::board::Conflict;
use std::ops::Range;

impl Graph {
    /// The words of the states before a cell and of the states after the cell, as ranges in a set of all states.
    #[inline]
    fn words_of(&self, layer: usize) -> (Range<usize>, Range<usize>) {
        let word = |layer: usize| self.word_starts[layer] as usize;
        (word(layer)..word(layer + 1), word(layer + 1)..word(layer + 2))
    }

    /// Calls `each` with every edge from the states in a word; the first bit of the word represents the state with the number
    /// `state`. The edges of adjacent states are adjacent, so if most states are alive, there are only a few separate loops.
    #[inline]
    fn each(&self, state: usize, word: u64, mut each: impl FnMut(&Edge)) {
        let mut rest = word;
        while rest != 0 {
            let first = rest.trailing_zeros();
            let end = first + (rest >> first).trailing_ones();
            rest &= rest.wrapping_add(rest & rest.wrapping_neg());
            let (from, to) = (self.rows[state + first as usize], self.rows[state + end as usize]);
            self.edges[from as usize..to as usize].iter().for_each(&mut each);
        }
    }

    /// Propagates forward and backward through the layers. `run` is the result of an earlier run; of the values that this run left
    /// in the cells from `between.0` to `between.1`, only the values `now` remain. `next` is a buffer for the states after a cell.
    pub(super) fn sweep(
        &self,
        run: &mut [u64],
        next: &mut [u64],
        now: impl Fn(usize) -> u64,
        between: (usize, usize),
    ) -> Result<(), Conflict> {
        let (left, alive) = run.split_at_mut(self.first.len());
        let left_and_now = (left, now);
        if self.widest == 1 {
            self.sweep_as::<true>(alive, next, left_and_now, between)
        } else {
            self.sweep_as::<false>(alive, next, left_and_now, between)
        }
    }

    /// Like [`Self::sweep`]. `ONE` is true if the states before each cell fit into one word.
    fn sweep_as<const ONE: bool>(
        &self,
        alive: &mut [u64],
        next: &mut [u64],
        (left, now): (&mut [u64], impl Fn(usize) -> u64),
        (first, last): (usize, usize),
    ) -> Result<(), Conflict> {
        let n = left.len();
        // Forward: find the states that can be reached, until a set of states has not changed.
        let mut end = n;
        for layer in first..n {
            let values = now(layer);
            let (here, there) = if ONE { (layer..layer + 1, layer + 1..layer + 2) } else { self.words_of(layer) };
            let mut only = 0;
            if !ONE {
                next[..there.len()].fill(0);
            }
            let at = self.state_starts[layer] as usize;
            for (i, &word) in alive[here].iter().enumerate() {
                self.each(at + i * 64, word, |edge| {
                    let open = u64::from(edge.values & values != 0) << (edge.to % 64);
                    if ONE {
                        only |= open;
                    } else {
                        next[edge.to as usize / 64] |= open;
                    }
                });
            }
            let (mut same, mut any) = (true, 0);
            for (i, old) in alive[there].iter_mut().enumerate() {
                let both = *old & if ONE { only } else { next[i] };
                same &= both == *old;
                any |= both;
                *old = both;
            }
            if any == 0 {
                return Err(Conflict);
            }
            if same && layer >= last {
                end = layer + 1;
                break;
            }
        }
        // Backward: of these states, find those that lead to the end, until a set of states has not changed.
        for layer in (0..end).rev() {
            let values = now(layer);
            let (here, there) = if ONE { (layer..layer + 1, layer + 1..layer + 2) } else { self.words_of(layer) };
            let (before, behind) = alive.split_at_mut(there.start);
            let behind = &behind[..there.len()];
            let only = behind[0];
            let at = self.state_starts[layer] as usize;
            let (mut keep, mut same) = (0, true);
            for (i, word) in before[here].iter_mut().enumerate() {
                let mut leading = 0;
                self.each(at + i * 64, *word, |edge| {
                    let to = if ONE { only } else { behind[edge.to as usize / 64] };
                    // The mask is all ones or all zeros. The processor cannot predict which of the two, so a conditional jump would
                    // take most of the time.
                    let open = (to << (63 - edge.to % 64)).cast_signed() >> 63;
                    let mine = edge.values & values & open.cast_unsigned();
                    keep |= mine;
                    leading |= u64::from(mine != 0) << (edge.from % 64);
                });
                same &= leading == *word;
                *word = leading;
            }
            left[layer] = keep;
            if same && layer <= first {
                break;
            }
        }
        Ok(())
    }
}
