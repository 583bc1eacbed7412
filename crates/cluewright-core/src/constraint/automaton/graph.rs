//! The states and edges of an automaton. Only useful states and edges are stored.

use crate::value::ValueSet;
use std::ops::Range;

/// A transition from a state before a cell to a state after the cell, for a set of values of the cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// The state before the cell, counted within its layer.
    pub from: u32,
    /// The state after the cell, counted within the next layer.
    pub to: u32,
    /// The values that take this edge, as indices into the cell's domain.
    pub values: u64,
}

impl Edge {
    /// An edge for a set of values.
    pub const fn new(from: u32, to: u32, values: ValueSet) -> Self {
        Self { from, to, values: values.0 }
    }

    /// The values that take this edge.
    pub const fn values(self) -> ValueSet {
        ValueSet(self.values)
    }
}

/// The states and edges of an automaton.
#[derive(PartialEq, Debug)]
pub(super) struct Graph {
    /// For each cell, the number that its value 0 stands for.
    pub(super) first: Vec<i32>,
    /// All edges, layer by layer, sorted by state.
    pub(super) edges: Vec<Edge>,
    /// For each layer, the index of its first edge; one more entry marks the end.
    pub(super) edge_starts: Vec<u32>,
    /// For each layer, the number of states in all layers before it. Two more entries follow: one for the states after the last
    /// cell, and the total number of states.
    pub(super) state_starts: Vec<u32>,
    /// For each state, the index of its first edge; one more entry marks the end.
    pub(super) rows: Vec<u32>,
    /// Whether no state has two edges for one value.
    pub(super) deterministic: bool,
    /// For each layer, the number of words before the layer's own words in a set of all states, in which every layer begins with
    /// a new word. Two more entries follow, as in `state_starts`.
    pub(super) word_starts: Vec<u32>,
    /// The number of words in the largest layer.
    pub(super) widest: usize,
    /// The initial data of a run: for each cell, the values that occur on its edges, followed by the set of all states, as bits.
    pub(super) full: Vec<u64>,
}

/// The number of states before each layer and after the last layer, if the edges are sorted, the state numbers are consecutive,
/// and every state and edge is useful; otherwise `None`.
pub(super) fn tidy(layers: &[Vec<Edge>]) -> Option<Vec<u32>> {
    let mut counts = vec![1];
    let mut reached = Vec::new();
    for (i, layer) in layers.iter().enumerate() {
        let before = counts[i];
        let after = match layers.get(i + 1) {
            Some(next) => next.last().map_or(0, |e| e.from.saturating_add(1)),
            None => layer.iter().map(|e| e.to.saturating_add(1)).max().unwrap_or(0),
        };
        reached.clear();
        // There cannot be more states after a layer than edges in the layer; a larger number means untidy data.
        if after as usize > layer.len() || before == 0 {
            return None;
        }
        reached.resize(after as usize, false);
        let mut last: Option<&Edge> = None;
        for e in layer {
            let in_order = match last {
                None => e.from == 0,
                Some(last) => last < e && (e.from == last.from || e.from == last.from + 1),
            };
            if !in_order || e.values == 0 {
                return None;
            }
            *reached.get_mut(e.to as usize)? = true;
            last = Some(e);
        }
        if last.is_none_or(|e| e.from + 1 != before) || reached.contains(&false) {
            return None;
        }
        counts.push(after);
    }
    Some(counts)
}

impl Graph {
    pub(super) fn new(first: &[i32], layers: &[Vec<Edge>]) -> Self {
        match tidy(layers) {
            Some(states) => Self::of_tidy(first, layers, &states),
            None => Self::tidied(first, layers),
        }
    }

    /// Drops useless states and edges, and renumbers the remaining states.
    pub(super) fn tidied(first: &[i32], layers: &[Vec<Edge>]) -> Self {
        let n = layers.len();
        let width = |layer: usize| -> usize {
            let out = layers.get(layer).into_iter().flatten().map(|e| e.from);
            let into = layer.checked_sub(1).map(|l| &layers[l]).into_iter().flatten().map(|e| e.to);
            out.chain(into).max().map_or(1, |s| s as usize + 1)
        };
        let mut alive: Vec<Vec<bool>> = (0..=n).map(|l| vec![false; width(l)]).collect();
        alive[0][0] = true;
        for (layer, edges) in layers.iter().enumerate() {
            for e in edges.iter().filter(|e| e.values != 0) {
                alive[layer + 1][e.to as usize] |= alive[layer][e.from as usize];
            }
        }
        for (layer, edges) in layers.iter().enumerate().rev() {
            let mut useful = vec![false; alive[layer].len()];
            for e in edges.iter().filter(|e| e.values != 0) {
                useful[e.from as usize] |= alive[layer + 1][e.to as usize];
            }
            alive[layer].iter_mut().zip(useful).for_each(|(a, u)| *a &= u);
        }
        // The new numbers of the remaining states.
        let numbers: Vec<Vec<u32>> = alive
            .iter()
            .map(|states| {
                let mut next = 0;
                let number = |&a: &bool| {
                    next += u32::from(a);
                    next.wrapping_sub(1) // the number of a dead state is never read
                };
                states.iter().map(number).collect()
            })
            .collect();
        let kept: Vec<Vec<Edge>> = layers
            .iter()
            .enumerate()
            .map(|(layer, list)| {
                let live =
                    |e: &&Edge| e.values != 0 && alive[layer][e.from as usize] && alive[layer + 1][e.to as usize];
                let renamed = |e: &Edge| Edge {
                    from: numbers[layer][e.from as usize],
                    to: numbers[layer + 1][e.to as usize],
                    values: e.values,
                };
                let mut kept: Vec<Edge> = list.iter().filter(live).map(renamed).collect();
                kept.sort_unstable();
                kept
            })
            .collect();
        let states: Vec<u32> = alive.iter().map(|states| states.iter().filter(|&&a| a).count() as u32).collect();
        Self::of_tidy(first, &kept, &states)
    }

    /// Builds the graph from sorted, useful edges. `states` has the numbers of states before each layer and after the last layer.
    fn of_tidy(first: &[i32], layers: &[Vec<Edge>], states: &[u32]) -> Self {
        let edge_count = layers.iter().map(Vec::len).sum();
        let state_count = states.iter().sum::<u32>() as usize;
        let mut edges: Vec<Edge> = Vec::with_capacity(edge_count);
        let mut rows: Vec<u32> = Vec::with_capacity(state_count + 1);
        let (mut edge_starts, mut state_starts) = (vec![0], vec![0]);
        let mut deterministic = true;
        for (list, &states) in layers.iter().zip(states) {
            let before = rows.len() as u32;
            let mut seen = 0;
            for (at, e) in (edges.len() as u32..).zip(list) {
                if before + e.from == rows.len() as u32 {
                    rows.push(at);
                    seen = 0;
                }
                deterministic &= seen & e.values == 0;
                seen |= e.values;
            }
            edges.extend_from_slice(list);
            debug_assert_eq!(rows.len() as u32, before + states, "every state has an edge");
            edge_starts.push(edges.len() as u32);
            state_starts.push(before + states);
        }
        // Add the entries for the states after the last layer, and for the end.
        rows.resize(state_count + 1, edges.len() as u32);
        state_starts.push(state_count as u32);
        let mut word_starts = vec![0];
        word_starts.extend(states.iter().scan(0, |words, s| {
            *words += s.div_ceil(64);
            Some(*words)
        }));
        let widest = states.iter().max().map_or(0, |s| s.div_ceil(64) as usize);
        let mut full: Vec<u64> = layers.iter().map(|list| list.iter().fold(0, |all, e| all | e.values)).collect();
        for &states in states {
            full.extend((0..states).step_by(64).map(|from| u64::MAX >> (64 - (states - from).min(64))));
        }
        let first = first.to_vec();
        Self { first, edges, edge_starts, state_starts, rows, deterministic, word_starts, widest, full }
    }

    /// The edges of a state, given by its number among all states.
    #[inline]
    pub(super) fn row(&self, state: u32) -> &[Edge] {
        &self.edges[self.rows[state as usize] as usize..self.rows[state as usize + 1] as usize]
    }

    pub(super) fn states(&self, layer: usize) -> Range<u32> {
        self.state_starts[layer]..self.state_starts[layer + 1]
    }
}
