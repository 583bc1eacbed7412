//! Propagates automata with the help of a memory of their earlier runs.

use super::propagate::State;
use cluewright_core::{Conflict, Constraint};

impl State<'_> {
    /// Keeps only the values that are on a path from the first state to a last state. This is complete propagation of the
    /// automaton.
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
