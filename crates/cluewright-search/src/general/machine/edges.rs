//! Small automata as words of edges, a bit each: which of them lie on a way from the first state to a last one.
//!
//! A value that a cell loses takes a row of edges away. States at the end of these that have none left die, forward
//! through the layers, and take their other edges away; then the same backward. After Compact-MDD (Verhaeghe, Lecoutre
//! and Schaus 2018), without its counters: what was alive before is remembered and not undone.
//!
//! About as many instructions as following the ways of each state that is alive, but how often a loop goes round does
//! not depend on what is alive: a third of the mispredicted branches, and a seventh less time for puzzles of such lines.
//! With several words of edges a layer it takes as long to set up as it saves.

use cluewright_core::constraint::{Automaton, Edge};
use cluewright_core::{Conflict, Constraint};

/// The edges between the states before a cell and those after it.
#[derive(Clone, Copy, Default, Debug)]
struct Layer {
    /// Where the edges by value begin, those by state before the cell, and those by state behind it; and how many of each
    /// there are.
    rows: (u32, u8),
    outs: (u32, u8),
    ins: (u32, u8),
    /// The values edges have.
    values: u64,
}

/// The states of an automaton and the edges between them. Layers that follow each other and are the same share what is
/// known of them.
#[derive(Default, Debug)]
pub(super) struct Edges {
    layers: Vec<Layer>,
    /// By layer and value, by layer and state before the cell, by layer and state behind it: the edges.
    sets: Vec<u64>,
}

/// Marks a cell in the forward pass whose edges the backward pass has to examine.
const UNKNOWN: u64 = 0;
/// The maximum number of edges, and of states, of a layer.
const MOST: usize = 64;

impl Edges {
    /// `None` when a layer has more than 64 edges or states. Puts what there is at first at the end of `full`: by cell the
    /// values edges have; then the edges of each layer; then its states, one word more.
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

    /// Takes in the edges of a layer between this many states.
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

    /// Forward and backward through the layers, when the cells from `first` to `last` hold `now` of what is `left`.
    /// `alive` are the edges and the states. After a conflict none of it means anything.
    pub(super) fn sweep(
        &self,
        alive: &mut [u64],
        (left, now): (&mut [u64], impl Fn(usize) -> u64),
        (first, last): (usize, usize),
    ) -> Result<(), Conflict> {
        let n = left.len();
        let (edges, states) = alive.split_at_mut(n);
        // Forward: what can be reached, until that is what it was.
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
        // Backward: of that, what leads to the end, until that is what it was.
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

/// All that is in those of the sets that are meant. Not one by one, for how many they are cannot be foreseen.
#[inline]
fn union(sets: &[u64], which: u64) -> u64 {
    sets.iter().enumerate().fold(0, |all, (i, set)| all | set & (which >> i & 1).wrapping_neg())
}

/// Like `union`, when mostly none is meant.
#[inline]
fn of_few(sets: &[u64], which: u64) -> u64 {
    let (mut all, mut rest) = (0, which);
    while rest != 0 {
        all |= sets[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    all
}

/// Which of these sets have one in common with `open`.
#[inline]
fn meeting(sets: &[u64], open: u64) -> u64 {
    sets.iter().enumerate().fold(0, |meeting, (i, set)| meeting | u64::from(set & open != 0) << i)
}
