//! Propagates unknown regions.

use crate::general::propagate::{NONE, State};
use cluewright_core::{Conflict, Constraint};

impl State<'_> {
    /// Makes one pass over unknown regions. If the pass removes anything, the constraint is queued again.
    pub(in crate::general) fn regions(&mut self, at: usize) -> Result<(), Conflict> {
        let unknown = &mut self.net.tools.unknown_regions[at];
        let found = unknown.memory.look(unknown.regions.cells().iter().map(|c| self.dom[c.index()]))?.len();
        self.running = NONE;
        for i in 0..found {
            let unknown = &self.net.tools.unknown_regions[at];
            let (number, set) = unknown.memory.found()[i];
            self.narrow(unknown.regions.cells()[usize::from(number)].index(), set)?;
        }
        Ok(())
    }
}
