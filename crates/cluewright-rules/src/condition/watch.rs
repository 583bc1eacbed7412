//! A stop signal that is polled while conditions are compiled.

use std::cell::Cell;

/// A stop signal that remembers whether a poll has found it set: from then on, all results are invalid.
pub struct Watch<'a> {
    stop: &'a dyn Fn() -> bool,
    heard: Cell<bool>,
}

impl<'a> Watch<'a> {
    /// A watch that polls `stop`.
    pub fn new(stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop, heard: Cell::new(false) }
    }

    /// Polls the signal. Once a poll has found it set, the answer is always true.
    pub fn asked(&self) -> bool {
        if !self.heard.get() && (self.stop)() {
            self.heard.set(true);
        }
        self.heard.get()
    }

    /// Whether the signal was found set by an earlier poll.
    pub fn heard(&self) -> bool {
        self.heard.get()
    }
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").field("heard", &self.heard).finish_non_exhaustive()
    }
}
