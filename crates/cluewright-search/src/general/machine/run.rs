//! Propagates automata.

use crate::general::propagate::State;
use cluewright_core::Conflict;
impl State<'_> {
    /// Keeps the values on paths from the first state to a last one, which is complete propagation of an automaton.
    pub(in crate::general) fn machine(&mut self, at: usize) -> Result<(), Conflict> {
        self.net.tools.machines.run(at, &self.dom)?;
        for i in 0..self.net.tools.machines.list[at].cells.len() {
            let machines = &self.net.tools.machines;
            self.narrow(machines.list[at].cells[i] as usize, machines.left(at)[i])?;
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
