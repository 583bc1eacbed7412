//! The work limit of a rating.

use std::cell::Cell;

/// The remaining work, and the stop signal.
pub(super) struct Budget<'a> {
    left: Cell<u64>,
    stop: &'a dyn Fn() -> bool,
    stopped: Cell<bool>,
}

impl<'a> Budget<'a> {
    /// A budget of this many units. One unit is one assumption in a nested chain, which takes a few microseconds.
    pub(super) fn new(units: u64, stop: &'a dyn Fn() -> bool) -> Self {
        Self { left: Cell::new(units), stop, stopped: Cell::new(false) }
    }

    /// Spends work and polls the stop signal. Returns true if the search should give up.
    pub(super) fn spend(&self, units: u64) -> bool {
        self.left.set(self.left.get().saturating_sub(units));
        self.stopped.set(self.stopped.get() || (self.stop)());
        self.is_over()
    }

    /// Whether the search should give up.
    pub(super) fn is_over(&self) -> bool {
        self.was_stopped() || self.left.get() == 0
    }

    /// Whether the stop signal was received.
    pub(super) fn was_stopped(&self) -> bool {
        self.stopped.get()
    }
}
