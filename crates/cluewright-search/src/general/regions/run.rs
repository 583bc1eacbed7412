//! Unknown regions propagated.

use crate::general::propagate::{NONE, State};
use cluewright_core::Conflict;
impl State<'_> {
    /// One look at unknown regions. What it finds wakes it again.
    pub(in crate::general) fn regions(&mut self, at: usize) -> Result<(), Conflict> {
        self.net.tools.unknown_regions[at].look(&self.dom)?;
        self.running = NONE;
        for i in 0..self.net.tools.unknown_regions[at].found.len() {
            let (cell, set) = self.net.tools.unknown_regions[at].found[i];
            self.narrow(cell as usize, set)?;
        }
        Ok(())
    }
}
