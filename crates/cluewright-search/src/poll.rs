//! Polls a stop signal during preparations, each time a certain amount of work has been done.

/// A stop signal; the work should end when it returns true.
pub(crate) type Stop<'a> = Option<&'a (dyn Fn() -> bool + Sync)>;

/// The amount of work between two polls, where 1 stands for a few of the simplest operations. Takes about a millisecond.
const BETWEEN: usize = 200_000;

/// Counts work, and polls a stop signal at regular amounts of work.
pub(crate) struct Poll<'a> {
    stop: Stop<'a>,
    work: usize,
    over: bool,
}

impl<'a> Poll<'a> {
    pub(crate) fn new(stop: Stop<'a>) -> Self {
        Self { stop, work: 0, over: false }
    }

    /// Counts this much work and returns whether to give up. Once this method has returned true, it always returns true.
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
