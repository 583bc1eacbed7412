//! The reasons to stop: Ctrl-C and the time limit.

use crate::args::Bounds;
use crate::output::warn;
use crate::watched::WATCHED;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Whether Ctrl-C was pressed.
static CANCELLED: AtomicBool = AtomicBool::new(false);

/// The flag that Ctrl-C sets, for work that polls a flag.
pub(crate) fn flag() -> &'static AtomicBool {
    HEARD.store(true, Ordering::Relaxed);
    &CANCELLED
}

/// Installs the handler for Ctrl-C: the first Ctrl-C asks the work to end, and the second one ends the program. The first one
/// also ends the program if the work does not respond.
pub(crate) fn listen() {
    // If the handler cannot be installed, Ctrl-C ends the program at once, which is acceptable.
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

/// Whether the work has polled the flag and noticed the signal.
static HEARD: AtomicBool = AtomicBool::new(false);

/// The time after Ctrl-C at which the program ends if the work has not noticed the signal. Work polls every few milliseconds, but
/// may have to wait for a processor.
const UNHEARD: Duration = Duration::from_millis(80);
/// The additional time in which work that has noticed the signal can write its partial answer.
const UNFINISHED: Duration = Duration::from_millis(170);
/// The grace period after the time limit of a puzzle.
const OVERDUE: Duration = Duration::from_millis(600);
/// The maximum time for counting solutions first, if the requested answer does not depend on the count.
const BEFORE: Duration = Duration::from_secs(60);
/// The beginning of the message when the program is forced to end; `cargo xtask stress` counts these messages.
const FORCED: &str = "Stopped before there was a result";

/// Starts a watch: until [`unwatch`](crate::watched::unwatch) is called, the program ends shortly after `clock` has run out, and
/// `told` writes the answer to standard output. This is a last resort: all work should poll the clock itself.
pub(crate) fn watch(clock: Clock, told: impl FnOnce() + Send + 'static) {
    let Some(end) = clock.end else { return };
    let mine = WATCHED.fetch_add(1, Ordering::Relaxed) + 1;
    std::thread::spawn(move || {
        std::thread::sleep((end + OVERDUE).saturating_duration_since(Instant::now()));
        if WATCHED.compare_exchange(mine, mine + 1, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            told();
            warn(&format!("{FORCED}: the time limit was reached."));
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

/// The time limit of one puzzle, from the first byte read to the last byte written. Every phase of the work polls
/// [`Clock::is_over`], and no other clock.
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    start: Instant,
    end: Option<Instant>,
}

impl Clock {
    /// A clock that starts now.
    pub(crate) fn start(bounds: Bounds) -> Self {
        Self::since(Instant::now(), bounds)
    }

    /// A clock that started at `start`.
    pub(crate) fn since(start: Instant, bounds: Bounds) -> Self {
        let end = bounds.timeout.and_then(|s| start.checked_add(Duration::from_secs_f64(s)));
        Self { start, end }
    }

    /// A clock like this, but with `n` times the time limit.
    pub(crate) fn times(self, n: u32) -> Self {
        let end = self.end.and_then(|end| self.start.checked_add(end.saturating_duration_since(self.start) * n));
        Self { end, ..self }
    }

    /// Whether the work must end: Ctrl-C was pressed, or the time is up.
    pub(crate) fn is_over(self) -> bool {
        cancelled() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether preliminary work must end: such work may use half of the time, but at most [`BEFORE`].
    pub(crate) fn is_half_over(self) -> bool {
        let half = self.end.map_or(BEFORE, |end| (end.saturating_duration_since(self.start) / 2).min(BEFORE));
        self.is_over() || self.start.elapsed() >= half
    }

    /// The reason why the work ended, as the last part of a sentence.
    pub(crate) fn why() -> &'static str {
        if cancelled() { "cancelled" } else { "the time limit was reached" }
    }

    /// Milliseconds since the start, to the microsecond.
    pub(crate) fn ms(self) -> f64 {
        (self.start.elapsed().as_secs_f64() * 1e6).round() / 1e3
    }
}

/// The number of threads: as requested, or one per core.
pub(crate) fn threads(bounds: Bounds) -> usize {
    threads_of(bounds.threads)
}

/// Like `threads`, but for a requested number of threads.
pub(crate) fn threads_of(wanted: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        n => n.min(1024),
    }
}
