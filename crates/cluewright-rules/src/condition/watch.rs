//! Whether to give up, asked while conditions are compiled.

use std::cell::Cell;

/// A stop signal, and whether it was heard: once it was, nothing that is made counts any more.
pub struct Watch<'a> {
    stop: &'a dyn Fn() -> bool,
    heard: Cell<bool>,
}

impl<'a> Watch<'a> {
    /// Asks `stop` from now on.
    pub fn new(stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop, heard: Cell::new(false) }
    }

    /// Asks. Once the answer was to stop, it stays so.
    pub fn asked(&self) -> bool {
        if !self.heard.get() && (self.stop)() {
            self.heard.set(true);
        }
        self.heard.get()
    }

    /// Whether the answer was ever to stop.
    pub fn heard(&self) -> bool {
        self.heard.get()
    }
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("heard", &self.heard).finish_non_exhaustive()
    }
}
