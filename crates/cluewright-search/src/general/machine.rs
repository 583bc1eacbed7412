//! Propagates automata with the memory of their runs.

use super::propagate::State;
use cluewright_core::{Conflict, Constraint};

impl State<'_> {
    /// Keeps the values on paths from the first state to a last one, which is complete propagation of an automaton.
    pub(super) fn machine(&mut self, at: usize) -> Result<(), Conflict> {
        let (automaton, memory) = &mut self.net.tools.machines[at];
        let count = automaton.look(memory, |c| self.dom[c.index()])?.len();
        for i in 0..count {
            let (automaton, memory) = &self.net.tools.machines[at];
            let (cell, left) = (automaton.cells()[i], automaton.left(memory)[i]);
            self.narrow(cell.index(), left)?;
        }
        Ok(())
    }
}
