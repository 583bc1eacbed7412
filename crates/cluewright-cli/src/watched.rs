//! Records whether an answer is still pending, in which case the program ends when the time limit runs out.

use std::sync::atomic::{AtomicU64, Ordering};

/// A counter that changes whenever a watch starts or ends, so that a watcher can see whether its answer is still pending.
pub(crate) static WATCHED: AtomicU64 = AtomicU64::new(0);

/// Ends the watch: the answer is ready, and writing it may take as long as the reader needs.
pub(crate) fn unwatch() {
    WATCHED.fetch_add(1, Ordering::Relaxed);
}
