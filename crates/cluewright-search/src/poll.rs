//! Polls of a stop signal while something is prepared: work is counted, and the signal asked every so often.

/// A stop signal.
pub(crate) type Stop<'a> = Option<&'a (dyn Fn() -> bool + Sync)>;

/// Work between two polls: about a millisecond, where 1 is some of the simplest operations.
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

    /// Counts so much work and says whether to give up. Once it is, it stays so.
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
