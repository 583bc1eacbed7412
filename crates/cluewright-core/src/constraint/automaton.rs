//! Layered automata: any condition over a list of cells can be compiled into an automaton.

use super::common::Constraint;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::error::BadInput;
use crate::value::{Value, ValueSet};
use graph::Graph;
use std::sync::Arc;

mod graph;
mod memory;
mod states;

pub use graph::Edge;
pub use memory::AutomatonMemory;

/// A constraint that holds if the values of the cells, in order, spell a path from the start state to an accepting state.
///
/// Layer `i` reads cell `i` and leads from the states before the cell (only state 0 before the first cell) to the states after
/// the cell. Every state after the last cell accepts. Values are indices into each cell's domain, so the automaton works for any
/// cells with the same first numbers ([`Automaton::first`]).
///
/// Propagation is exact: it keeps the values on edges between states that can be reached from the start and from which the end
/// can be reached.
///
/// An automaton may be compiled under the assumption that some of its cells differ ([`Automaton::assuming_different`]). Such an
/// automaton may accept assignments that violate its rule if cells that are assumed to differ are equal.
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
    /// The graph is shared, because a puzzle uses the same few automata in many places.
    graph: Arc<Graph>,
    different: Vec<Vec<Cell>>,
}

/// A run that needs at most this many words uses a buffer on the stack.
const SMALL: usize = 256;
/// [`Constraint::symmetric_under`] follows at most this many pairs of states before it returns false.
const MAX_PAIRS: usize = 10_000;

impl Automaton {
    /// Creates an automaton over different cells. `first[i]` is the number that value 0 of `cells[i]` stands for, and `layers[i]`
    /// are the edges over this cell. Edges without values are dropped, and so are states that cannot be reached or lead nowhere.
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
            return Err(
                BadInput::new("an automaton reads a cell twice").hint("compile the automaton over different cells")
            );
        }
        if layers.iter().map(Vec::len).sum::<usize>() >= u32::MAX as usize / 2 {
            return Err(BadInput::new("the automaton has too many edges"));
        }
        let graph = Graph::new(first, layers);
        Ok(Self { cells: cells.to_vec(), graph: Arc::new(graph), different: Vec::new() })
    }

    /// The same automaton over other cells: equally many, with the same first numbers. The two automata share their data.
    #[must_use]
    pub fn over(&self, cells: &[Cell]) -> Self {
        debug_assert_eq!(cells.len(), self.cells.len(), "as many cells");
        debug_assert!((0..cells.len()).all(|i| !cells[..i].contains(&cells[i])), "each cell once");
        Self { cells: cells.to_vec(), graph: Arc::clone(&self.graph), different: Vec::new() }
    }

    /// Declares that the automaton was compiled under the assumption that the cells of each of these lists are mutually
    /// different. Such an automaton is exact only together with the sets of the model that ensure these differences.
    #[must_use]
    pub fn assuming_different(mut self, lists: Vec<Vec<Cell>>) -> Self {
        debug_assert!(lists.iter().flatten().all(|c| self.cells.contains(c)), "lists of its own cells");
        self.different = lists;
        self
    }

    /// For each cell, the number that its value 0 stands for.
    pub fn first(&self) -> &[i32] {
        &self.graph.first
    }

    /// A number that identifies the data that automata share ([`Automaton::over`]), as long as one of these automata exists.
    pub fn data(&self) -> usize {
        Arc::as_ptr(&self.graph).addr()
    }

    /// The edges over the cell with the index `layer`, sorted by state.
    pub fn edges(&self, layer: usize) -> &[Edge] {
        let starts = &self.graph.edge_starts;
        &self.graph.edges[starts[layer] as usize..starts[layer + 1] as usize]
    }

    /// The number of states before the cell with the index `layer`; if `layer` is the number of cells, the number of states after
    /// the last cell.
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

    /// Returns the values that [`Constraint::propagate`] leaves in each cell if `domain` returns the cells' values. Uses a memory
    /// for repeated runs of this automaton.
    #[inline]
    pub fn look<'m>(
        &self,
        memory: &'m mut AutomatonMemory,
        domain: impl Fn(Cell) -> u64,
    ) -> Result<&'m [u64], Conflict> {
        if self.states(0) == 0 {
            return Err(Conflict);
        }
        memory.run(&self.graph, |i| domain(self.cells[i]))?;
        Ok(self.left(memory))
    }

    /// The result of the last run in a memory for this automaton.
    #[inline]
    pub fn left<'m>(&self, memory: &'m AutomatonMemory) -> &'m [u64] {
        memory.left(&self.graph)
    }

    /// Does the work of [`Constraint::propagate`], with a buffer.
    fn run_once(&self, board: &mut Board, buffer: &mut [u64]) -> Result<(), Conflict> {
        let graph = &*self.graph;
        debug_assert!(
            self.cells.iter().zip(&graph.first).all(|(&c, &first)| board.first(c) == first),
            "compiled for them"
        );
        if self.states(0) == 0 {
            return Err(Conflict); // the automaton accepts nothing
        }
        let (run, next) = buffer.split_at_mut(graph.full.len());
        run.copy_from_slice(&graph.full);
        let last = self.cells.len().saturating_sub(1);
        graph.sweep(run, next, |i| board.values(self.cells[i]).0, (0, last))?;
        self.cells.iter().zip(run).try_for_each(|(&c, left)| board.keep(c, ValueSet(*left)))
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
            let Some(value) = Value::of_number(number(cell), self.graph.first[layer]) else { return false };
            let leads = |e: &&Edge| states.contains(&e.from) && e.values().contains(value);
            states = self.edges(layer).iter().filter(leads).map(|e| e.to).collect();
        }
        !states.is_empty()
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        let size = self.graph.full.len() + self.graph.widest;
        if size <= SMALL {
            self.run_once(board, &mut [0; SMALL][..size])
        } else {
            // A run over so many states takes far longer than allocating memory.
            self.run_once(board, &mut vec![0; size])
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
        // Run the automaton on both assignments at once: it must accept both of them or neither.
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
    use super::graph::tidy;
    use super::*;
    use crate::Random;

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

    /// A random automaton with up to `states` states in each layer, each with `degree` edges.
    fn draw(random: &mut Random, cells: &[Cell], states: u32, degree: u32, values: u32) -> Automaton {
        let mut layers = Vec::new();
        for layer in 0..cells.len() {
            let mut edges = Vec::new();
            for from in 0..if layer == 0 { 1 } else { states } {
                for _ in 0..if layer == 0 { states.min(values) } else { degree } {
                    edges.push(Edge::new(from, random.below(states), ValueSet(1 << random.below(values))));
                }
            }
            layers.push(edges);
        }
        Automaton::new(cells, &vec![1; cells.len()], &layers).expect("over different cells")
    }

    /// Usually removes values from one domain, as a search does along a branch; sometimes chooses all domains anew.
    fn wander(random: &mut Random, dom: &mut [u64], values: u32) {
        if random.below(4) == 0 {
            dom.fill_with(|| (random.bits() | random.bits()) & ((1 << values) - 1));
        } else {
            dom[random.below(dom.len() as u32) as usize] &= random.bits() | random.bits();
        }
        if dom.contains(&0) {
            dom.fill((1 << values) - 1);
        }
    }

    #[test]
    fn runs_with_and_without_a_memory_leave_what_plain_code_leaves() {
        let mut random = Random::new(5);
        let (mut narrowed, mut conflicts) = (0, 0);
        // One word of states in each layer, or more.
        let mut kinds = [0; 2];
        for round in 0..300 {
            let n = 1 + random.below(7) as usize;
            let values = 2 + random.below(if round % 7 == 0 { 40 } else { 8 });
            let states = match round % 3 {
                0 => 60 + random.below(200),
                1 => 10 + random.below(50),
                _ => 1 + random.below(12),
            };
            let cells: Vec<Cell> = (0..n as u16).rev().map(Cell).collect();
            let degree = 1 + random.below(8);
            let automaton = draw(&mut random, &cells, states, degree, values);
            kinds[usize::from(automaton.graph.widest > 1)] += 1;
            let mut memory = AutomatonMemory::default();
            let mut dom = vec![(1u64 << values) - 1; n];
            for _ in 0..40 {
                wander(&mut random, &mut dom, values);
                let mut board = Board::new(dom.iter().map(|&d| ValueSet(d)).collect(), vec![1; n]);
                let mut once = board.clone();
                let expected = plain(&automaton, &mut board);
                assert_eq!(automaton.propagate(&mut once), expected, "{automaton:?} {dom:?}");
                let found = automaton.look(&mut memory, |c| dom[c.index()]);
                assert_eq!(found.map(|_| ()), expected, "{automaton:?} {dom:?}");
                if expected.is_err() {
                    conflicts += 1;
                    continue;
                }
                assert_eq!(once.domains(), board.domains(), "{automaton:?} {dom:?}");
                for (&cell, &left) in cells.iter().zip(automaton.left(&memory)) {
                    assert_eq!(left, board.values(cell).0, "{automaton:?} {dom:?}");
                    narrowed += u32::from(left != dom[cell.index()]);
                    // The caller may or may not continue from the result.
                    if random.below(8) != 0 {
                        dom[cell.index()] = left;
                    }
                }
            }
        }
        assert!(narrowed > 5_000 && conflicts > 500, "{narrowed} {conflicts}");
        assert!(kinds.iter().all(|&k| k > 10), "{kinds:?}");
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
            // A tidy layer does not contain the same edge twice.
            if kept.iter().all(|layer| layer.windows(2).all(|pair| pair[0] < pair[1])) {
                assert!(tidy(&kept).is_some());
                tidied += 1;
            }
            assert_eq!(Graph::new(&first, &kept), graph);
        }
        assert!(untidy > 200 && tidied > 200 && nothing > 200, "{untidy} {tidied} {nothing}");
    }
}
