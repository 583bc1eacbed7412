//! Propagates automata.

use super::Machine;
use crate::general::propagate::State;
use cluewright_core::{Conflict, Constraint};

impl State<'_> {
    /// Keeps the values on paths from the first state to a last one, which is complete propagation of an automaton.
    pub(in crate::general) fn machine(&mut self, at: usize) -> Result<(), Conflict> {
        let Machine { automaton, memory } = &mut self.net.tools.machines.list[at];
        let count = automaton.look(memory, |c| self.dom[c.index()])?.len();
        for i in 0..count {
            let Machine { automaton, memory } = &self.net.tools.machines.list[at];
            let (cell, left) = (automaton.cells()[i], automaton.left(memory)[i]);
            self.narrow(cell.index(), left)?;
        }
        Ok(())
    }

    /// Keeps the values that some branch of a choice leaves.
    pub(in crate::general) fn choice(&mut self, at: usize) -> Result<(), Conflict> {
        self.net.tools.machines.choose(at, &self.dom)?;
        for i in 0..self.net.tools.machines.choices[at].cells.len() {
            let choice = &self.net.tools.machines.choices[at];
            self.narrow(choice.cells[i] as usize, choice.left[i])?;
        }
        Ok(())
    }
}
