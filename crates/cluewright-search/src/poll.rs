//! Looks at a stop signal while something is prepared: work is counted, and the signal asked every so often.

/// A stop signal.
pub(crate) type Stop<'a> = Option<&'a (dyn Fn() -> bool + Sync)>;

/// Work between two looks: about a millisecond, where 1 is some of the simplest operations.
const LOOK: usize = 200_000;

/// Counts work, and looks at a stop signal.
pub(crate) struct Poll<'a> {
    stop: Stop<'a>,
    work: usize,
    over: bool,
}

impl<'a> Poll<'a> {
    pub(crate) fn new(stop: Stop<'a>) -> Self {
        Self { stop, work: 0, over: false }
    }

    /// Counts so much work. Is it time to give up? Once it is, it stays so.
    #[inline]
    pub(crate) fn is_over(&mut self, work: usize) -> bool {
        self.work += work;
        if self.work >= LOOK {
            self.look();
        }
        self.over
    }

    #[cold]
    fn look(&mut self) {
        self.work = 0;
        self.over = self.over || self.stop.is_some_and(|stop| stop());
    }
}
