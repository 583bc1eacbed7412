//! Small automata as words of edges, one bit each: finds the edges that are on a path from the first state to a last one.
//!
//! A value that a cell loses removes a row of edges. States that have no edge left before them die, forward through the layers,
//! and their other edges are removed; then the same backward. After Compact-MDD (Verhaeghe, Lecoutre and Schaus 2018), without
//! its counters: earlier sets of live edges are remembered rather than restored.
//!
//! This takes about as many instructions as following the edges of each live state, but the number of loop iterations does not
//! depend on what is alive: a third of the mispredicted branches, and a seventh less time for puzzles of such lines. With several
//! words of edges per layer, the set-up takes as long as it saves.

use cluewright_core::constraint::{Automaton, Edge};
use cluewright_core::{Conflict, Constraint};

/// The edges between the states before a cell and those after it.
#[derive(Clone, Copy, Default, Debug)]
struct Layer {
    /// The first index and the number of the edges by value, of those by state before the cell, and of those by state after it.
    rows: (u32, u8),
    outs: (u32, u8),
    ins: (u32, u8),
    /// The values that occur on edges.
    values: u64,
}

/// The states of an automaton and the edges between them. Identical consecutive layers share their tables.
#[derive(Default, Debug)]
pub(super) struct Edges {
    layers: Vec<Layer>,
    /// The sets of edges by layer and value, by layer and state before the cell, and by layer and state after it.
    sets: Vec<u64>,
}

/// Marks a cell in the forward pass whose edges the backward pass has to examine.
const UNKNOWN: u64 = 0;
/// The maximum number of edges, and of states, of a layer.
const MOST: usize = 64;

impl Edges {
    /// `None` if a layer has more than 64 edges or states. Appends the initial contents to `full`: for each cell the values that
    /// occur on edges; then the edges of each layer; then its states, which take one word more.
    pub(super) fn new(automaton: &Automaton, full: &mut Vec<u64>) -> Option<Self> {
        let n = automaton.cells().len();
        if (0..n).any(|l| automaton.edges(l).len() > MOST) || (0..=n).any(|l| automaton.states(l) > MOST) {
            return None;
        }
        let mut new = Self { layers: Vec::with_capacity(n), sets: Vec::new() };
        for layer in 0..n {
            let edges = automaton.edges(layer);
            let ends = (automaton.states(layer), automaton.states(layer + 1));
            let same =
                |l: &usize| (automaton.states(*l), automaton.states(l + 1)) == ends && automaton.edges(*l) == edges;
            let known = layer.checked_sub(1).filter(same).map(|l| new.layers[l]);
            let it = known.unwrap_or_else(|| new.add(ends, edges));
            new.layers.push(it);
        }
        let first = |count: usize| u64::MAX >> (MOST - count);
        full.extend(new.layers.iter().map(|l| l.values));
        full.extend((0..n).map(|l| first(automaton.edges(l).len())));
        full.extend((0..=n).map(|l| first(automaton.states(l))));
        Some(new)
    }

    /// Adds the edges of a layer between this many states.
    fn add(&mut self, (before, behind): (usize, usize), edges: &[Edge]) -> Layer {
        let values = edges.iter().fold(0, |all, e| all | e.values);
        let row_count = (u64::BITS - values.leading_zeros()) as usize;
        let rows = self.sets.len();
        let (outs, ins) = (rows + row_count, rows + row_count + before);
        self.sets.resize(ins + behind, 0);
        for (i, edge) in edges.iter().enumerate() {
            self.sets[outs + edge.from as usize] |= 1 << i;
            self.sets[ins + edge.to as usize] |= 1 << i;
            let mut values = edge.values;
            while values != 0 {
                self.sets[rows + values.trailing_zeros() as usize] |= 1 << i;
                values &= values - 1;
            }
        }
        let part = |at: usize, count: usize| (at as u32, count as u8);
        Layer { rows: part(rows, row_count), outs: part(outs, before), ins: part(ins, behind), values }
    }

    #[inline]
    fn sets(&self, (at, count): (u32, u8)) -> &[u64] {
        &self.sets[at as usize..][..usize::from(count)]
    }

    /// Propagates forward and backward through the layers, if the cells from `first` to `last` now have the values `now` of those
    /// in `left`. `alive` are the edges and the states; it is meaningless after a conflict.
    pub(super) fn sweep(
        &self,
        alive: &mut [u64],
        (left, now): (&mut [u64], impl Fn(usize) -> u64),
        (first, last): (usize, usize),
    ) -> Result<(), Conflict> {
        let n = left.len();
        let (edges, states) = alive.split_at_mut(n);
        // Forward: the edges that can be reached, up to the layer where the set of states has not changed.
        let (mut end, mut dead) = (n, 0);
        for layer in first..n {
            let at = &self.layers[layer];
            let values = now(layer) & at.values;
            let mut open = edges[layer];
            if values != left[layer] {
                open &= union(self.sets(at.rows), values);
            } else if dead == 0 && layer < last {
                continue;
            }
            left[layer] = UNKNOWN;
            open &= !of_few(self.sets(at.outs), dead);
            edges[layer] = open;
            let reached = meeting(self.sets(at.ins), open);
            if reached == 0 {
                return Err(Conflict);
            }
            dead = states[layer + 1] & !reached;
            states[layer + 1] = reached;
            if dead == 0 && layer >= last {
                end = layer + 1;
                break;
            }
        }
        // Backward: those of them that lead to the end, up to the layer where the set of states has not changed.
        dead = 0;
        for layer in (0..end).rev() {
            if dead == 0 && left[layer] != UNKNOWN {
                continue;
            }
            let at = &self.layers[layer];
            let open = edges[layer] & !of_few(self.sets(at.ins), dead);
            edges[layer] = open;
            let leading = meeting(self.sets(at.outs), open);
            dead = states[layer] & !leading;
            states[layer] = leading;
            left[layer] = meeting(self.sets(at.rows), open) & now(layer);
            if dead == 0 && layer <= first {
                break;
            }
        }
        debug_assert!(!left.contains(&UNKNOWN), "every cell keeps a value");
        Ok(())
    }
}

/// The union of the selected sets. It does not loop over the selected ones only, because their number is unpredictable.
#[inline]
fn union(sets: &[u64], which: u64) -> u64 {
    sets.iter().enumerate().fold(0, |all, (i, set)| all | set & (which >> i & 1).wrapping_neg())
}

/// Like `union`, for the case that usually none is selected.
#[inline]
fn of_few(sets: &[u64], which: u64) -> u64 {
    let (mut all, mut rest) = (0, which);
    while rest != 0 {
        all |= sets[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    all
}

/// The sets that share a member with `open`.
#[inline]
fn meeting(sets: &[u64], open: u64) -> u64 {
    sets.iter().enumerate().fold(0, |meeting, (i, set)| meeting | u64::from(set & open != 0) << i)
}
