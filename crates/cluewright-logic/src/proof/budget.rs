//! The work limit of a proof, and the signal that stops a proof early. Work is counted rather than timed, so that
//! verdicts are the same on every machine.

use super::unproved::Unproved;

/// The amount of work between two polls of the stop signal, which takes well under a millisecond.
const POLL: u64 = 20_000;

/// The remaining work of a proof. Examining one candidate, link or literal costs about one unit, which takes a few
/// nanoseconds.
pub(crate) struct Budget<'s> {
    left: u64,
    /// The work since the stop signal was last polled.
    since: u64,
    stop: Option<&'s dyn Fn() -> bool>,
}

impl<'s> Budget<'s> {
    pub(crate) fn new(work: u64, stop: Option<&'s dyn Fn() -> bool>) -> Self {
        Self { left: work, since: 0, stop }
    }

    /// Charges work. Fails if not enough work is left ([`Unproved::TooMuch`]) or if the stop signal was received
    /// ([`Unproved::Stopped`]).
    pub(crate) fn spend(&mut self, work: u64) -> Result<(), Unproved> {
        self.since += work;
        if self.since >= POLL {
            self.since = 0;
            if self.stop.is_some_and(|stop| stop()) {
                return Err(Unproved::Stopped);
            }
        }
        let Some(left) = self.left.checked_sub(work) else {
            self.left = 0;
            return Err(Unproved::TooMuch(None));
        };
        self.left = left;
        Ok(())
    }

    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Runs `work` with at most `most` units of the budget. Returns `None` if `most` units were not enough.
    pub(crate) fn within<T>(
        &mut self,
        most: u64,
        work: impl FnOnce(&mut Self) -> Result<T, Unproved>,
    ) -> Result<Option<T>, Unproved> {
        let all = self.left;
        self.left = all.min(most);
        let granted = self.left;
        let done = work(self);
        self.left += all - granted;
        match done {
            Err(Unproved::TooMuch(_)) if granted < all => Ok(None),
            Err(why) => Err(why),
            Ok(it) => Ok(Some(it)),
        }
    }
}
