//! A layered automaton: a form into which any condition over a list of cells can be compiled.

use super::common::Constraint;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::error::BadInput;
use crate::value::{Value, ValueSet};
use std::ops::Range;
use std::sync::Arc;

/// A transition from a state before a cell to a state after it, for a set of values of the cell.
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

/// A constraint that holds if the values of the cells, in order, spell a path from the start state to an accepting state.
///
/// Layer `i` reads cell `i` and leads from the states before the cell (only state 0 before the first cell) to those after it;
/// every state after the last cell accepts. Values are indices into each cell's domain, so the automaton works for any cells with
/// the same first numbers ([`Automaton::first`]).
///
/// Propagation is exact: it keeps the values on edges between states that can be reached from the start and from which the end
/// can be reached.
///
/// An automaton may be compiled under the assumption that some of its cells differ ([`Automaton::assuming_different`]). It may
/// then accept assignments that violate its rule, if those cells are equal.
///
/// ```
/// use cluewright_core::constraint::{Automaton, Edge};
/// use cluewright_core::{Board, Cell, Constraint, Value, ValueSet};
/// // Two cells on digits 1 to 3, the second the larger.
/// let (one, two, three) = (ValueSet(1), ValueSet(2), ValueSet(4));
/// let layers = [
///     vec![Edge::new(0, 0, one), Edge::new(0, 1, two)],
///     vec![Edge::new(0, 0, two | three), Edge::new(1, 0, three)],
/// ];
/// let rising = Automaton::new(&[Cell(0), Cell(1)], &[1, 1], &layers).unwrap();
/// let mut board = Board::new(vec![ValueSet::below(3); 2], vec![1, 1]);
/// rising.propagate(&mut board).unwrap();
/// assert_eq!((board.values(Cell(0)), board.values(Cell(1))), (one | two, two | three));
/// assert!(rising.check(&|c| if c == Cell(0) { 1 } else { 3 }));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Automaton {
    cells: Vec<Cell>,
    /// Shared, because a puzzle uses the same few automata at many places.
    graph: Arc<Graph>,
    different: Vec<Vec<Cell>>,
}

#[derive(PartialEq, Debug)]
struct Graph {
    /// For each cell, the number that value 0 stands for.
    first: Vec<i32>,
    /// All edges, layer by layer, sorted by state.
    edges: Vec<Edge>,
    /// For each layer, the index of its first edge; one more entry at the end.
    edge_starts: Vec<u32>,
    /// For each layer, the number of states before its own; two more entries at the end (the states before those after the last
    /// cell, and the number of all states).
    state_starts: Vec<u32>,
    /// For each state, the index of its first edge; one more entry at the end.
    rows: Vec<u32>,
    /// Whether no state has two edges for one value.
    deterministic: bool,
}

/// The sizes, in words, of the state sets that fit into buffers on the stack.
const SMALL: usize = 16;
const MEDIUM: usize = 128;
/// The maximum number of pairs of states that [`Constraint::symmetric_under`] follows before it answers no.
const MAX_PAIRS: usize = 10_000;

impl Automaton {
    /// An automaton over different cells whose value 0 stands for the numbers `first`. `layers[i]` are the edges over
    /// `cells[i]`. Edges without values, and states that cannot be reached or lead nowhere, are dropped.
    pub fn new(cells: &[Cell], first: &[i32], layers: &[Vec<Edge>]) -> Result<Self, BadInput> {
        if cells.len() != first.len() || cells.len() != layers.len() {
            return Err(BadInput::new(format!(
                "an automaton over {} cells with {} first numbers and {} layers",
                cells.len(),
                first.len(),
                layers.len()
            )));
        }
        if (0..cells.len()).any(|i| cells[..i].contains(&cells[i])) {
            return Err(BadInput::new("an automaton reads a cell twice").hint("compile it over different cells"));
        }
        if layers.iter().map(Vec::len).sum::<usize>() >= u32::MAX as usize / 2 {
            return Err(BadInput::new("an automaton with too many edges"));
        }
        let graph = Graph::new(first, layers);
        Ok(Self { cells: cells.to_vec(), graph: Arc::new(graph), different: Vec::new() })
    }

    /// The same automaton over other cells (as many, with the same first numbers); the data is shared.
    #[must_use]
    pub fn over(&self, cells: &[Cell]) -> Self {
        debug_assert_eq!(cells.len(), self.cells.len(), "as many cells");
        debug_assert!((0..cells.len()).all(|i| !cells[..i].contains(&cells[i])), "each cell once");
        Self { cells: cells.to_vec(), graph: Arc::clone(&self.graph), different: Vec::new() }
    }

    /// Declares that the automaton was compiled under the assumption that the cells of each of these lists are mutually different.
    /// It is exact only together with the model's sets that ensure this.
    #[must_use]
    pub fn assuming_different(mut self, lists: Vec<Vec<Cell>>) -> Self {
        debug_assert!(lists.iter().flatten().all(|c| self.cells.contains(c)), "lists of its own cells");
        self.different = lists;
        self
    }

    /// The number that value 0 of each cell stands for.
    pub fn first(&self) -> &[i32] {
        &self.graph.first
    }

    /// A number that identifies the shared data of automata ([`Automaton::over`]), as long as one of them exists.
    pub fn data(&self) -> usize {
        Arc::as_ptr(&self.graph).addr()
    }

    /// The edges over cell number `layer`, sorted by state.
    pub fn edges(&self, layer: usize) -> &[Edge] {
        let starts = &self.graph.edge_starts;
        &self.graph.edges[starts[layer] as usize..starts[layer + 1] as usize]
    }

    /// The number of states before cell number `layer`; if `layer` is the number of cells, after the last cell.
    pub fn states(&self, layer: usize) -> usize {
        self.graph.states(layer).len()
    }

    /// The number of all states.
    pub fn state_count(&self) -> usize {
        *self.graph.state_starts.last().expect("never empty") as usize
    }

    /// The number of all edges.
    pub fn edge_count(&self) -> usize {
        self.graph.edges.len()
    }

    /// Does the work of [`Constraint::propagate`], with two zeroed buffers for sets of states. Only edges of reachable states are
    /// examined.
    fn filter(&self, board: &mut Board, forward: &mut [u64], backward: &mut [u64]) -> Result<(), Conflict> {
        let graph = &*self.graph;
        if graph.state_starts[1] == 0 {
            return Err(Conflict); // accepts nothing
        }
        set(forward, 0);
        for (layer, &cell) in self.cells.iter().enumerate() {
            debug_assert_eq!(board.first(cell), graph.first[layer], "compiled for cells that start at other numbers");
            let next = graph.state_starts[layer + 1];
            let values = board.values(cell).0;
            for word in words(&graph.states(layer)) {
                // The next layer may begin in the same word: the mask excludes its bits.
                let mut rest = forward[word.at] & word.mask;
                while rest != 0 {
                    for edge in graph.row(word.take(&mut rest)) {
                        if edge.values & values != 0 {
                            set(forward, next + edge.to);
                        }
                    }
                }
            }
        }
        for word in words(&graph.states(self.cells.len())) {
            backward[word.at] |= forward[word.at] & word.mask;
        }
        for (layer, &cell) in self.cells.iter().enumerate().rev() {
            let next = graph.state_starts[layer + 1];
            let values = board.values(cell).0;
            let mut keep = 0;
            for word in words(&graph.states(layer)) {
                let mut rest = forward[word.at] & word.mask;
                while rest != 0 {
                    let state = word.take(&mut rest);
                    let mut ends = 0;
                    for edge in graph.row(state) {
                        // Skip an edge whose values and target state are already kept.
                        let both = edge.values & values;
                        if both != 0 && (both & !keep != 0 || ends == 0) && has(backward, next + edge.to) {
                            keep |= both;
                            ends |= both;
                        }
                    }
                    if ends != 0 {
                        set(backward, state);
                    }
                }
            }
            board.keep(cell, ValueSet(keep))?;
        }
        if has(backward, 0) { Ok(()) } else { Err(Conflict) }
    }
}

fn set(bits: &mut [u64], state: u32) {
    bits[state as usize / 64] |= 1 << (state % 64);
}

fn has(bits: &[u64], state: u32) -> bool {
    bits[state as usize / 64] >> (state % 64) & 1 == 1
}

/// A word of a set of states, and those of its bits that belong to a range.
struct Word {
    at: usize,
    mask: u64,
}

impl Word {
    /// Removes the first state from `rest`, the part of the word that is not visited yet, and returns it.
    #[inline]
    fn take(&self, rest: &mut u64) -> u32 {
        let bit = rest.trailing_zeros();
        *rest &= *rest - 1;
        self.at as u32 * 64 + bit
    }
}

/// The words of a range of states.
fn words(states: &Range<u32>) -> impl Iterator<Item = Word> + use<> {
    let (start, end) = (states.start as usize, states.end as usize);
    (start / 64..end.div_ceil(64)).map(move |at| {
        let from = start.saturating_sub(at * 64);
        let to = (end - at * 64).min(64);
        Word { at, mask: (u64::MAX << from) & (u64::MAX >> (64 - to)) }
    })
}

/// The number of states before each layer and after the last, if edges are sorted, state numbers are consecutive, and every state
/// and edge is useful; otherwise `None`.
fn tidy(layers: &[Vec<Edge>]) -> Option<Vec<u32>> {
    let mut counts = vec![1];
    let mut reached = Vec::new();
    for (i, layer) in layers.iter().enumerate() {
        let before = counts[i];
        let after = match layers.get(i + 1) {
            Some(next) => next.last().map_or(0, |e| e.from.saturating_add(1)),
            None => layer.iter().map(|e| e.to.saturating_add(1)).max().unwrap_or(0),
        };
        reached.clear();
        // A layer cannot have more states after it than edges; a larger number means untidy data.
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
    fn new(first: &[i32], layers: &[Vec<Edge>]) -> Self {
        match tidy(layers) {
            Some(states) => Self::of_tidy(first, layers, &states),
            None => Self::tidied(first, layers),
        }
    }

    /// Drops useless states and edges, and renumbers the remaining states.
    fn tidied(first: &[i32], layers: &[Vec<Edge>]) -> Self {
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
                    next.wrapping_sub(1) // of a dead state: never read
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

    /// Builds the graph from sorted, useful edges, with these numbers of states before each layer and after the last.
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
        // Add the states after the last layer, and the end.
        rows.resize(state_count + 1, edges.len() as u32);
        state_starts.push(state_count as u32);
        Self { first: first.to_vec(), edges, edge_starts, state_starts, rows, deterministic }
    }

    /// The edges of a state, which is numbered among all states.
    #[inline]
    fn row(&self, state: u32) -> &[Edge] {
        &self.edges[self.rows[state as usize] as usize..self.rows[state as usize + 1] as usize]
    }

    fn states(&self, layer: usize) -> Range<u32> {
        self.state_starts[layer]..self.state_starts[layer + 1]
    }
}

impl Constraint for Automaton {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        if self.states(0) == 0 {
            return false;
        }
        let mut states = vec![0];
        for (layer, &cell) in self.cells.iter().enumerate() {
            let index = number(cell) as i64 - self.graph.first[layer] as i64;
            if !(0..64).contains(&index) {
                return false;
            }
            let leads = |e: &&Edge| states.contains(&e.from) && e.values().contains(Value(index as u8));
            states = self.edges(layer).iter().filter(leads).map(|e| e.to).collect();
        }
        !states.is_empty()
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        let words = self.state_count().div_ceil(64);
        if words <= SMALL {
            self.filter(board, &mut [0; SMALL], &mut [0; SMALL])
        } else if words <= MEDIUM {
            self.filter(board, &mut [0; MEDIUM], &mut [0; MEDIUM])
        } else {
            // With more than 8192 states, filtering takes so long that the time for an allocation does not matter.
            self.filter(board, &mut vec![0; words], &mut vec![0; words])
        }
    }

    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        let at = |side: &[(Cell, Value)], c: Cell| side.iter().find(|x| x.0 == c).map(|x| x.1);
        let Some(start) = self.cells.iter().position(|&c| at(before, c) != at(after, c)) else { return true };
        if !self.graph.deterministic || self.states(0) == 0 {
            return self.states(0) == 0;
        }
        let row = |layer: usize, state: Option<u32>| {
            state.map_or(&[][..], |state| self.graph.row(self.graph.state_starts[layer] + state))
        };
        let all = |edges: &[Edge]| edges.iter().fold(0, |all, e| all | e.values);
        // Run the automaton on both assignments at once: after the last cell, both must have been accepted, or neither.
        let mut pairs: Vec<(Option<u32>, Option<u32>)> = vec![(Some(0), Some(0))];
        for (layer, &cell) in self.cells.iter().enumerate() {
            let step = |edges: &[Edge], value: Value| edges.iter().find(|e| e.values().contains(value)).map(|e| e.to);
            let mut next = Vec::new();
            for &(a, b) in &pairs {
                let (of_a, of_b) = (row(layer, a), row(layer, b));
                match (at(before, cell), at(after, cell)) {
                    (Some(x), Some(y)) => next.push((step(of_a, x), step(of_b, y))),
                    // Both runs are in the same state as long as they read the same values.
                    _ if layer < start => next.extend(of_a.iter().map(|e| (Some(e.to), Some(e.to)))),
                    _ => {
                        let (left_a, left_b) = (!all(of_b), !all(of_a));
                        for ea in of_a {
                            next.extend(
                                of_b.iter()
                                    .filter(|eb| eb.values & ea.values != 0)
                                    .map(|eb| (Some(ea.to), Some(eb.to))),
                            );
                        }
                        next.extend(of_a.iter().filter(|e| e.values & left_a != 0).map(|e| (Some(e.to), None)));
                        next.extend(of_b.iter().filter(|e| e.values & left_b != 0).map(|e| (None, Some(e.to))));
                    }
                }
            }
            next.retain(|&(a, b)| a.is_some() || b.is_some());
            next.sort_unstable();
            next.dedup();
            pairs = next;
            if pairs.len() > MAX_PAIRS {
                return false;
            }
        }
        pairs.iter().all(|(a, b)| a.is_some() && b.is_some())
    }

    fn assumes_different(&self) -> &[Vec<Cell>] {
        &self.different
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does the work of [`Constraint::propagate`], edge by edge over whole layers.
    fn plain(automaton: &Automaton, board: &mut Board) -> Result<(), Conflict> {
        let n = automaton.cells.len();
        let layer_sets = || (0..=n).map(|l| vec![false; automaton.states(l)]).collect::<Vec<_>>();
        let (mut forward, mut backward) = (layer_sets(), layer_sets());
        *forward[0].first_mut().ok_or(Conflict)? = true;
        for (layer, &cell) in automaton.cells.iter().enumerate() {
            for e in automaton.edges(layer).iter().filter(|e| e.values().intersects(board.values(cell))) {
                forward[layer + 1][e.to as usize] |= forward[layer][e.from as usize];
            }
        }
        backward[n] = forward[n].clone();
        for (layer, &cell) in automaton.cells.iter().enumerate().rev() {
            let mut keep = ValueSet::EMPTY;
            for e in automaton.edges(layer) {
                let both = e.values() & board.values(cell);
                if !both.is_empty() && forward[layer][e.from as usize] && backward[layer + 1][e.to as usize] {
                    keep |= both;
                    backward[layer][e.from as usize] = true;
                }
            }
            board.keep(cell, keep)?;
        }
        if backward[0][0] { Ok(()) } else { Err(Conflict) }
    }

    #[test]
    fn going_through_states_is_going_through_layers() {
        let mut seed = 1u64;
        let mut random = move |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        let (mut fine, mut conflicts, mut cut) = (0, 0, 0);
        for _ in 0..300 {
            let n = 1 + random(6);
            // Few states or so many that layers end anywhere in a word.
            let wide = [2, 9, 70, 150][random(4)];
            let edge = |random: &mut dyn FnMut(usize) -> usize, layer: usize| {
                let from = if layer == 0 { 0 } else { random(wide) };
                Edge::new(from as u32, random(wide) as u32, ValueSet(1 << random(5) | 1 << random(5)))
            };
            let layers: Vec<Vec<Edge>> =
                (0..n).map(|layer| (0..2 * wide).map(|_| edge(&mut random, layer)).collect()).collect();
            let cells: Vec<Cell> = (0..n as u16).map(Cell).collect();
            let automaton = Automaton::new(&cells, &vec![1; n], &layers).unwrap();
            for _ in 0..30 {
                let domains: Vec<ValueSet> = (0..n).map(|_| ValueSet(1 + random(31) as u64)).collect();
                let mut board = Board::new(domains.clone(), vec![1; n]);
                let mut twin = board.clone();
                let answer = automaton.propagate(&mut board);
                assert_eq!(answer, plain(&automaton, &mut twin));
                if answer.is_ok() {
                    assert_eq!(board.domains(), twin.domains());
                    fine += 1;
                    cut += usize::from(board.domains() != domains);
                } else {
                    conflicts += 1;
                }
            }
        }
        assert!(fine > 1_000 && conflicts > 100 && cut > 500, "{fine} {conflicts} {cut}");
    }

    #[test]
    fn what_is_tidy_is_taken_as_it_is() {
        let mut seed = 7u64;
        let mut random = move |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        let (mut untidy, mut tidied, mut nothing) = (0, 0, 0);
        for _ in 0..2_000 {
            let (n, wide) = (1 + random(4), 1 + random(4));
            let layers: Vec<Vec<Edge>> = (0..n)
                .map(|layer| {
                    let count = 1 + random(2 * wide);
                    let from = |random: &mut dyn FnMut(usize) -> usize| if layer == 0 { 0 } else { random(wide) };
                    let edge = |random: &mut dyn FnMut(usize) -> usize| {
                        Edge::new(from(random) as u32, random(wide) as u32, ValueSet(random(4) as u64))
                    };
                    (0..count).map(|_| edge(&mut random)).collect()
                })
                .collect();
            let first = vec![1; n];
            let graph = Graph::tidied(&first, &layers);
            assert_eq!(Graph::new(&first, &layers), graph);
            if graph.state_starts[1] == 0 {
                nothing += 1;
                continue;
            }
            untidy += usize::from(tidy(&layers).is_none());
            let kept: Vec<Vec<Edge>> =
                graph.edge_starts.windows(2).map(|at| graph.edges[at[0] as usize..at[1] as usize].to_vec()).collect();
            // A tidy layer does not have the same edge twice.
            if kept.iter().all(|layer| layer.windows(2).all(|pair| pair[0] < pair[1])) {
                assert!(tidy(&kept).is_some());
                tidied += 1;
            }
            assert_eq!(Graph::new(&first, &kept), graph);
        }
        assert!(untidy > 200 && tidied > 200 && nothing > 200, "{untidy} {tidied} {nothing}");
    }
}
