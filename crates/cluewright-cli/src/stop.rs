//! When to stop: Ctrl-C, and the clock.

use crate::args::Bounds;
use crate::output::warn;
use crate::watched::WATCHED;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Whether Ctrl-C was pressed.
static CANCELLED: AtomicBool = AtomicBool::new(false);

/// A flag for work that takes one, set by Ctrl-C.
pub(crate) fn flag() -> &'static AtomicBool {
    HEARD.store(true, Ordering::Relaxed);
    &CANCELLED
}

/// From now on the first Ctrl-C asks the work to end, the second one ends the program. So does the first one where it is
/// not heard: whatever the work is in the midst of, it is not waited for.
pub(crate) fn listen() {
    // Without the handler Ctrl-C ends the program at once, which will do.
    let _ = ctrlc::set_handler(|| {
        if CANCELLED.swap(true, Ordering::Relaxed) {
            std::process::exit(3);
        }
        std::thread::spawn(|| {
            std::thread::sleep(UNHEARD);
            if HEARD.load(Ordering::Relaxed) {
                std::thread::sleep(UNFINISHED);
            }
            warn(&format!("{FORCED}: cancelled."));
            std::process::exit(3);
        });
    });
}

/// Whether the work has polled since then and was told to end.
static HEARD: AtomicBool = AtomicBool::new(false);

/// How long after a Ctrl-C the program ends where the work has not noticed. Work asks every few milliseconds, but may have to
/// wait for a processor.
const UNHEARD: Duration = Duration::from_millis(80);
/// How much longer work that has noticed may take to write what is known.
const UNFINISHED: Duration = Duration::from_millis(170);
/// The grace period after the time of a puzzle was up.
const OVERDUE: Duration = Duration::from_millis(600);
/// The longest wait for the verdict on the number of solutions, if the requested answer can do without it.
const BEFORE: Duration = Duration::from_secs(60);
/// The message of a program that ends by force: `cargo xtask stress` counts how often it comes.
const FORCED: &str = "Ended in the midst of the work, of which nothing is known";

/// From now on, until [`unwatch`](crate::watched::unwatch), the program ends some time after `clock` has run out. This
/// is the last resort: all work is meant to poll the clock itself. `told` is what standard output is told then.
pub(crate) fn watch(clock: Clock, told: impl FnOnce() + Send + 'static) {
    let Some(end) = clock.end else { return };
    let mine = WATCHED.fetch_add(1, Ordering::Relaxed) + 1;
    std::thread::spawn(move || {
        std::thread::sleep((end + OVERDUE).saturating_duration_since(Instant::now()));
        if WATCHED.compare_exchange(mine, mine + 1, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            told();
            warn(&format!("{FORCED}: the time was up."));
            std::process::exit(3);
        }
    });
}

/// Whether Ctrl-C was pressed.
pub(crate) fn cancelled() -> bool {
    let cancelled = CANCELLED.load(Ordering::Relaxed);
    if cancelled {
        HEARD.store(true, Ordering::Relaxed);
    }
    cancelled
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

    /// Like `since`, with so many times the time.
    pub(crate) fn times(self, n: u32) -> Self {
        let end = self.end.and_then(|end| self.start.checked_add(end.saturating_duration_since(self.start) * n));
        Self { end, ..self }
    }

    /// Whether it is time to end.
    pub(crate) fn is_over(self) -> bool {
        cancelled() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether work before the requested work has to end. Half of it, and no more than [`BEFORE`], is for that.
    pub(crate) fn is_half_over(self) -> bool {
        let half = self.end.map_or(BEFORE, |end| (end.saturating_duration_since(self.start) / 2).min(BEFORE));
        self.is_over() || self.start.elapsed() >= half
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
    threads_of(bounds.threads)
}

/// Like `threads`, for a requested number.
pub(crate) fn threads_of(wanted: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        n => n.min(1024),
    }
}
