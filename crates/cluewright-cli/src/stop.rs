//! When to stop: Ctrl-C, and the clock.

use crate::args::Bounds;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Did somebody press Ctrl-C? For work that takes a flag.
pub(crate) static CANCELLED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C asks the work to end, the second one ends the program.
pub(crate) fn listen() {
    // Without the handler Ctrl-C ends the program at once, which will do.
    let _ = ctrlc::set_handler(|| {
        if CANCELLED.swap(true, Ordering::Relaxed) {
            std::process::exit(3);
        }
    });
}

/// Did somebody press Ctrl-C?
pub(crate) fn cancelled() -> bool {
    CANCELLED.load(Ordering::Relaxed)
}

/// The time one puzzle may take, from the first byte that is read of it to the last that is said of it. Every phase is
/// handed [`Clock::is_over`]: there is no other clock.
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    start: Instant,
    end: Option<Instant>,
}

impl Clock {
    /// From now on.
    pub(crate) fn start(bounds: Bounds) -> Self {
        Self::since(Instant::now(), bounds)
    }

    /// From then on.
    pub(crate) fn since(start: Instant, bounds: Bounds) -> Self {
        let end = bounds.timeout.and_then(|s| start.checked_add(Duration::from_secs_f64(s)));
        Self { start, end }
    }

    /// Is it time to end?
    pub(crate) fn is_over(self) -> bool {
        cancelled() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Why it is over, for the end of a sentence.
    pub(crate) fn why() -> &'static str {
        if cancelled() { "cancelled" } else { "the time was up" }
    }

    /// Milliseconds since the start, to the microsecond.
    pub(crate) fn ms(self) -> f64 {
        (self.start.elapsed().as_secs_f64() * 1e6).round() / 1e3
    }
}

/// How many threads: as asked, or one for each core.
pub(crate) fn threads(bounds: Bounds) -> usize {
    match bounds.threads {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        n => n.min(1024),
    }
}
