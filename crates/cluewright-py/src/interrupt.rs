//! Runs work without holding the interpreter's lock. Ctrl-C or a time limit ends the work.

use cluewright::Limits;
use cluewright::batch::{Clock, Timer};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The interval at which Python's signal handlers run, in milliseconds.
const EVERY: u64 = 50;

/// The limits of one piece of work.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// The maximum number of search nodes; 0: no limit.
    pub(crate) nodes: u64,
    /// The maximum time in seconds; `None`: no limit.
    pub(crate) seconds: Option<f64>,
}

/// Converts seconds to a duration; `None` if there is no limit, or the number is too large.
fn duration(seconds: Option<f64>) -> Option<Duration> {
    seconds.and_then(|s| Duration::try_from_secs_f64(s.max(0.0)).ok())
}

/// Checks the clock and Python's signals.
struct Watch {
    began: Instant,
    time: Option<Duration>,
    /// The time of the next check, in milliseconds.
    next: AtomicU64,
    over: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Watch {
    fn new(bounds: Bounds) -> Self {
        Self {
            began: Instant::now(),
            time: duration(bounds.seconds),
            next: AtomicU64::new(EVERY),
            over: AtomicBool::new(false),
            raised: Mutex::new(None),
        }
    }

    /// Whether the work must end.
    fn is_over(&self) -> bool {
        if self.over.load(Ordering::Relaxed) {
            return true;
        }
        let passed = self.began.elapsed();
        if self.time.is_some_and(|time| passed >= time) {
            self.over.store(true, Ordering::Relaxed);
            return true;
        }
        let ms = u64::try_from(passed.as_millis()).unwrap_or(u64::MAX);
        if ms >= self.next.load(Ordering::Relaxed) {
            self.next.store(ms + EVERY, Ordering::Relaxed);
            self.ask_python();
        }
        self.over.load(Ordering::Relaxed)
    }

    /// Runs Python's signal handlers. If one of them raises an exception, the work ends.
    fn ask_python(&self) {
        #[allow(
            clippy::redundant_closure_for_method_calls,
            reason = "the method has a fixed lifetime, but the closure works for any"
        )]
        let signals = Python::attach(|py| py.check_signals());
        if let Err(error) = signals {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.over.store(true, Ordering::Relaxed);
        }
    }

    fn raised(self) -> Option<PyErr> {
        self.raised.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs some work on this thread. Errors: the exception that a signal handler raised.
pub(crate) fn run<T: Send>(py: Python<'_>, bounds: Bounds, work: impl FnOnce(&Limits<'_>) -> T + Send) -> PyResult<T> {
    let watch = Watch::new(bounds);
    let done = py.detach(|| {
        let stop = || watch.is_over();
        work(&Limits { nodes: bounds.nodes, stop: Some(&stop), ..Limits::none() })
    });
    watch.raised().map_or(Ok(done), Err)
}

/// Runs some work, which polls a flag, on another thread, while this thread handles signals: only Python's main thread receives
/// signals, and it may have to wait for other threads. Errors: the exception that a signal handler raised.
pub(crate) fn watched<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let watch = Watch::new(Bounds { nodes: 0, seconds: None });
    let done = py.detach(|| {
        std::thread::scope(|scope| {
            let (tell, told) = channel();
            let stop = &watch.over;
            scope.spawn(move || {
                let _ = tell.send(work(stop));
            });
            loop {
                match told.recv_timeout(Duration::from_millis(EVERY)) {
                    Ok(done) => return Some(done),
                    Err(RecvTimeoutError::Timeout) => watch.ask_python(),
                    // The work panicked, and the scope propagates the panic.
                    Err(RecvTimeoutError::Disconnected) => return None,
                }
            }
        })
    });
    match (watch.raised(), done) {
        (Some(error), _) => Err(error),
        (None, Some(done)) => Ok(done),
        (None, None) => Err(pyo3::exceptions::PyRuntimeError::new_err("the work failed; please report it")),
    }
}

/// A time limit for each row, in seconds; `None`: no limit.
pub(crate) struct RowClock(pub(crate) Option<f64>);

struct RowTimer(Option<Instant>);

impl Clock for RowClock {
    fn begin(&self) -> Box<dyn Timer + '_> {
        Box::new(RowTimer(duration(self.0).and_then(|time| Instant::now().checked_add(time))))
    }
}

impl Timer for RowTimer {
    fn is_over(&self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }

    fn ms(&self) -> Option<f64> {
        None
    }
}
