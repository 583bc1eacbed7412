//! Unknown regions propagated.

use crate::general::propagate::{NOBODY, State};
use cluewright_core::Conflict;
impl State<'_> {
    /// One look at unknown regions. What it finds wakes it again.
    pub(in crate::general) fn regions(&mut self, at: usize) -> Result<(), Conflict> {
        self.net.tools.territories[at].look(&self.dom)?;
        self.running = NOBODY;
        for i in 0..self.net.tools.territories[at].found.len() {
            let (cell, set) = self.net.tools.territories[at].found[i];
            self.narrow(cell as usize, set)?;
        }
        Ok(())
    }
}
