//! A stop signal that is polled while conditions are compiled.

use std::cell::Cell;

/// A stop signal that remembers whether any poll has found it set. Once a poll has found the signal set, all results are invalid.
pub struct Watch<'a> {
    stop: &'a dyn Fn() -> bool,
    heard: Cell<bool>,
}

impl<'a> Watch<'a> {
    /// A watch that polls `stop`.
    pub fn new(stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop, heard: Cell::new(false) }
    }

    /// Polls the signal. Once a poll has found the signal set, every later poll returns true.
    pub fn asked(&self) -> bool {
        if !self.heard.get() && (self.stop)() {
            self.heard.set(true);
        }
        self.heard.get()
    }

    /// Whether an earlier poll found that the signal was set.
    pub fn heard(&self) -> bool {
        self.heard.get()
    }
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("heard", &self.heard).finish_non_exhaustive()
    }
}
