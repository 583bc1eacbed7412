//! The work that a rating may take.

use std::cell::Cell;

/// Work that is left, and the stop signal.
pub(super) struct Budget<'a> {
    left: Cell<u64>,
    stop: &'a dyn Fn() -> bool,
    stopped: Cell<bool>,
}

impl<'a> Budget<'a> {
    /// So many units, of some microseconds each: one assumption of a chain inside a chain.
    pub(super) fn new(units: u64, stop: &'a dyn Fn() -> bool) -> Self {
        Self { left: Cell::new(units), stop, stopped: Cell::new(false) }
    }

    /// Spends work and asks the stop signal; true when it is time to give up.
    pub(super) fn spend(&self, units: u64) -> bool {
        self.left.set(self.left.get().saturating_sub(units));
        self.stopped.set(self.stopped.get() || (self.stop)());
        self.is_over()
    }

    /// Is it time to give up?
    pub(super) fn is_over(&self) -> bool {
        self.was_stopped() || self.left.get() == 0
    }

    /// Did the stop signal come?
    pub(super) fn was_stopped(&self) -> bool {
        self.stopped.get()
    }
}
