//! Automata as sets of states, one bit each. Only the transitions from reachable states are examined.

use cluewright_core::constraint::Automaton;
use cluewright_core::{Conflict, Constraint};
use std::ops::Range;

/// A transition from a state to one after the cell (both counted within their layers), for these values.
#[derive(Clone, Copy, Debug)]
struct Transition {
    from: u16,
    to: u16,
    values: u16,
}

/// The position of the states before a cell; after the last layer there is one more entry.
#[derive(Clone, Copy, Debug)]
struct Layer {
    /// The number of its first state.
    state: u32,
    /// Its first word in a set of all states.
    word: u32,
}

/// The states of an automaton and the transitions between them.
#[derive(Debug)]
pub(super) struct Transitions {
    layers: Vec<Layer>,
    /// For each state, the index of its first transition; one more entry at the end.
    starts: Vec<u32>,
    list: Vec<Transition>,
    /// Whether the states of each layer fit in one word.
    narrow: bool,
    /// The maximum number of words of states between two cells.
    pub(super) widest: usize,
}

impl Transitions {
    /// `None` if a cell has too many values, or a layer too many states. Appends the initial contents to `full`: for each cell
    /// the values that have transitions; then all states.
    pub(super) fn new(automaton: &Automaton, full: &mut Vec<u64>) -> Option<Self> {
        let n = automaton.cells().len();
        full.extend((0..n).map(|l| automaton.edges(l).iter().fold(0, |all, e| all | e.values)));
        if full.iter().any(|&values| values > u64::from(u16::MAX)) {
            return None;
        }
        let (mut state, mut word) = (0, 0);
        let mut layers = Vec::with_capacity(n + 2);
        let mut starts = Vec::with_capacity(automaton.state_count() + 1);
        let mut list = Vec::with_capacity(automaton.edge_count());
        for layer in 0..=n {
            layers.push(Layer { state, word });
            let states = u16::try_from(automaton.states(layer)).ok()?;
            state += u32::from(states);
            word += u32::from(states).div_ceil(64);
            let edges = if layer < n { automaton.edges(layer) } else { &[] };
            let mut at = 0;
            for from in 0..u32::from(states) {
                starts.push(list.len() as u32);
                while let Some(edge) = edges.get(at).filter(|e| e.from == from) {
                    list.push(Transition { from: from as u16, to: edge.to as u16, values: edge.values as u16 });
                    at += 1;
                }
            }
        }
        layers.push(Layer { state, word });
        starts.push(list.len() as u32);
        for pair in layers.windows(2) {
            let (mut states, words) = (pair[1].state - pair[0].state, pair[1].word - pair[0].word);
            for _ in 0..words {
                full.push(if states >= 64 { u64::MAX } else { (1 << states) - 1 });
                states = states.saturating_sub(64);
            }
        }
        let narrow = word as usize == n + 1;
        let widest = layers.windows(2).map(|pair| (pair[1].word - pair[0].word) as usize).max().unwrap_or(0);
        Some(Self { layers, starts, list, narrow, widest })
    }

    /// The positions of the states before and after a cell in a set of all states.
    #[inline]
    fn words_of(&self, layer: usize) -> (Range<usize>, Range<usize>) {
        let word = |layer: usize| self.layers[layer].word as usize;
        (word(layer)..word(layer + 1), word(layer + 1)..word(layer + 2))
    }

    /// Calls `each` with every way out of the states of a word, of which the first is `state`. States side by side have
    /// theirs one after another: where most are alive, few loops begin and end.
    #[inline]
    fn each(&self, state: usize, word: u64, mut each: impl FnMut(&Transition)) {
        let mut rest = word;
        while rest != 0 {
            let first = rest.trailing_zeros();
            let end = first + (rest >> first).trailing_ones();
            rest &= rest.wrapping_add(rest & rest.wrapping_neg());
            let (from, to) = (self.starts[state + first as usize], self.starts[state + end as usize]);
            self.list[from as usize..to as usize].iter().for_each(&mut each);
        }
    }

    /// Forward and backward through the layers, when the cells from `first` to `last` hold `now` of what is `left`.
    /// `alive` are the states; `next` a buffer for those behind a cell.
    pub(super) fn sweep(
        &self,
        alive: &mut [u64],
        next: &mut [u64],
        left_and_now: (&mut [u64], impl Fn(usize) -> u64),
        between: (usize, usize),
    ) -> Result<(), Conflict> {
        if self.narrow {
            self.sweep_as::<true>(alive, next, left_and_now, between)
        } else {
            self.sweep_as::<false>(alive, next, left_and_now, between)
        }
    }

    /// `ONE` when the states before each cell are one word.
    fn sweep_as<const ONE: bool>(
        &self,
        alive: &mut [u64],
        next: &mut [u64],
        (left, now): (&mut [u64], impl Fn(usize) -> u64),
        (first, last): (usize, usize),
    ) -> Result<(), Conflict> {
        let n = left.len();
        // Forward: what can be reached, until that is what it was.
        let mut end = n;
        for layer in first..n {
            let values = now(layer) as u16;
            let (here, there) = if ONE { (layer..layer + 1, layer + 1..layer + 2) } else { self.words_of(layer) };
            let mut only = 0;
            if !ONE {
                next[..there.len()].fill(0);
            }
            let at = self.layers[layer].state as usize;
            for (i, &word) in alive[here].iter().enumerate() {
                self.each(at + i * 64, word, |way| {
                    let open = u64::from(way.values & values != 0) << (way.to % 64);
                    if ONE {
                        only |= open;
                    } else {
                        next[usize::from(way.to) / 64] |= open;
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
        // Backward: of that, what leads to the end, until that is what it was.
        for layer in (0..end).rev() {
            let values = now(layer) as u16;
            let (here, there) = if ONE { (layer..layer + 1, layer + 1..layer + 2) } else { self.words_of(layer) };
            let (before, behind) = alive.split_at_mut(there.start);
            let behind = &behind[..there.len()];
            let only = behind[0];
            let at = self.layers[layer].state as usize;
            let (mut keep, mut same) = (0, true);
            for (i, word) in before[here].iter_mut().enumerate() {
                let mut leading = 0;
                self.each(at + i * 64, *word, |way| {
                    let to = if ONE { only } else { behind[usize::from(way.to) / 64] };
                    // All ones or none: the processor cannot predict it, and as a jump it would take most of the time.
                    let open = (to << (63 - way.to % 64)).cast_signed() >> 63;
                    let mine = way.values & values & open as u16;
                    keep |= mine;
                    leading |= u64::from(mine != 0) << (way.from % 64);
                });
                same &= leading == *word;
                *word = leading;
            }
            left[layer] = u64::from(keep);
            if same && layer <= first {
                break;
            }
        }
        Ok(())
    }
}
