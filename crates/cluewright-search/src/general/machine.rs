//! Automata with at most 64 states at a time: the states before each cell are the bits of one word.
//!
//! Its slow twin is the constraint itself, [`Automaton`]. Every edge is looked at, without a branch: which are open
//! is nothing a processor can guess.

use super::propagate::State;
use cluewright_core::constraint::Automaton;
use cluewright_core::{Conflict, Constraint};

/// Most cells of an automaton.
const MOST: usize = 32;

/// A way from a state to one behind the cell, by these values.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: u8,
    to: u8,
    values: u16,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Machine {
    /// Its cells, each with where its edges end.
    cells: Vec<(u32, u32)>,
    edges: Vec<Edge>,
}

impl Machine {
    /// `None` when it has too many cells, or states, or a cell too many values.
    pub(super) fn new(automaton: &Automaton) -> Option<Self> {
        let n = automaton.cells().len();
        if n > MOST || (0..=n).any(|layer| automaton.states(layer) > 64) || automaton.states(0) == 0 {
            return None;
        }
        let (mut cells, mut edges) = (Vec::with_capacity(n), Vec::with_capacity(automaton.edge_count()));
        for (layer, cell) in automaton.cells().iter().enumerate() {
            for edge in automaton.edges(layer) {
                let values = u16::try_from(edge.values).ok()?;
                edges.push(Edge { from: edge.from as u8, to: edge.to as u8, values });
            }
            cells.push((u32::from(cell.0), edges.len() as u32));
        }
        Some(Self { cells, edges })
    }
}

impl State<'_> {
    /// Keeps the values on ways from the first state to a last one: all that an automaton says.
    pub(super) fn machine(&mut self, at: usize) -> Result<(), Conflict> {
        let machine = &self.net.tools.machines[at];
        let n = machine.cells.len();
        // The states that can be reached, then those of them from which the end can be.
        let mut alive = [0u64; MOST + 1];
        alive[0] = 1;
        let mut start = 0;
        for (layer, &(cell, end)) in machine.cells.iter().enumerate() {
            let (here, values) = (alive[layer], self.dom[cell as usize] as u16);
            let mut next = 0;
            for edge in &machine.edges[start..end as usize] {
                let open = here >> (edge.from & 63) & u64::from(edge.values & values != 0);
                next |= (open & 1) << (edge.to & 63);
            }
            if next == 0 {
                return Err(Conflict);
            }
            alive[layer + 1] = next;
            start = end as usize;
        }
        for layer in (0..n).rev() {
            let machine = &self.net.tools.machines[at];
            let (cell, end) = machine.cells[layer];
            let start = if layer == 0 { 0 } else { machine.cells[layer - 1].1 };
            let (here, next, values) = (alive[layer], alive[layer + 1], self.dom[cell as usize] as u16);
            let (mut useful, mut keep) = (0, 0);
            for edge in &machine.edges[start as usize..end as usize] {
                let both = edge.values & values;
                let open = here >> (edge.from & 63) & next >> (edge.to & 63) & u64::from(both != 0) & 1;
                useful |= open << (edge.from & 63);
                keep |= both & (open as u16).wrapping_neg();
            }
            alive[layer] = useful;
            self.narrow(cell as usize, u64::from(keep))?;
        }
        Ok(())
    }
}
