//! Polls a stop signal during preparations: counts work, and polls the signal every so often.

/// A stop signal.
pub(crate) type Stop<'a> = Option<&'a (dyn Fn() -> bool + Sync)>;

/// The work between two polls: about a millisecond, where 1 stands for a few of the simplest operations.
const BETWEEN: usize = 200_000;

/// Counts work, and polls a stop signal.
pub(crate) struct Poll<'a> {
    stop: Stop<'a>,
    work: usize,
    over: bool,
}

impl<'a> Poll<'a> {
    pub(crate) fn new(stop: Stop<'a>) -> Self {
        Self { stop, work: 0, over: false }
    }

    /// Counts this much work and returns whether to give up. Once it has returned true, it always does.
    #[inline]
    pub(crate) fn is_over(&mut self, work: usize) -> bool {
        self.work += work;
        if self.work >= BETWEEN {
            self.poll();
        }
        self.over
    }

    #[cold]
    fn poll(&mut self) {
        self.work = 0;
        self.over = self.over || self.stop.is_some_and(|stop| stop());
    }
}
