//! The machine of a layered automaton.

use super::reader::{Machine, NOTHING, Open, by_place};
use cluewright_core::Constraint;
use cluewright_core::constraint::{Automaton, Edge};

/// An automaton. The state consists of two parts: the set of possible automaton states (as bits) after the layers that
/// were read in order, and the numbers read ahead of these layers.
pub(super) struct Running<'k> {
    it: &'k Automaton,
    /// For each place, its layer; `None` if the automaton does not read the place.
    layers: Vec<Option<usize>>,
    /// For each layer and state, whether the end can be reached from the state.
    alive: Vec<Vec<bool>>,
    words: usize,
}

impl<'k> Running<'k> {
    pub(super) fn new(it: &'k Automaton, places: Vec<usize>, n: usize, first: &[i32], domains: &[u64]) -> Self {
        let layers = it.cells().len();
        let mut alive: Vec<Vec<bool>> = (0..=layers).map(|l| vec![l == layers; it.states(l)]).collect();
        for layer in (0..layers).rev() {
            let (place, mut now) = (places[layer], vec![false; it.states(layer)]);
            // Edges for numbers that the cell cannot hold are ignored.
            let may = |e: &&Edge| first[place] != it.first()[layer] || e.values & domains[place] != 0;
            for e in it.edges(layer).iter().filter(may).filter(|e| alive[layer + 1][e.to as usize]) {
                now[e.from as usize] = true;
            }
            alive[layer] = now;
        }
        let most = (0..=layers).map(|l| it.states(l)).max().unwrap_or(1);
        let layer_of = by_place(n, places.iter().enumerate().map(|(layer, &place)| (place, layer)));
        Self { it, layers: layer_of, alive, words: most.div_ceil(64).max(1) }
    }
}

impl Machine for Running<'_> {
    fn start(&self, state: &mut Vec<i64>) {
        state.push(0);
        let begins = self.alive[0].first().copied().unwrap_or(false);
        state.extend((0..self.words).map(|w| i64::from(w == 0 && begins)));
        state.extend(std::iter::repeat_n(NOTHING, self.it.cells().len()));
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        let Some(own) = self.layers[at] else { return };
        let (head, ahead) = state.split_at_mut(1 + self.words);
        ahead[own] = number;
        let (layer, now) = head.split_at_mut(1);
        while let Some(number) = ahead.get_mut(layer[0] as usize).filter(|n| **n != NOTHING) {
            let at = layer[0] as usize;
            let value = *number - i64::from(self.it.first()[at]);
            *number = NOTHING;
            let mut next = vec![0i64; self.words];
            if (0..64).contains(&value) {
                for e in self.it.edges(at).iter().filter(|e| e.values >> value & 1 == 1) {
                    let (from, to) = (e.from as usize, e.to as usize);
                    if now[from / 64] >> (from % 64) & 1 == 1 && self.alive[at + 1][to] {
                        next[to / 64] |= 1 << (to % 64);
                    }
                }
            }
            now.copy_from_slice(&next);
            layer[0] += 1;
        }
        if now.iter().all(|&w| w == 0) {
            ahead.fill(NOTHING);
            layer[0] = NOTHING;
        }
    }

    fn holds(&self, state: &[i64]) -> bool {
        state[1..=self.words].iter().any(|&w| w != 0)
    }

    fn is_lost(&self, state: &mut [i64], _: &Open<'_>) -> bool {
        !self.holds(state)
    }

    fn cost(&self) -> u64 {
        (2 * self.words + self.it.cells().len() + self.it.edge_count() / self.it.cells().len().max(1)) as u64
    }
}
