//! Whether an answer is still waited for, and the program to end when its time is up.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counts what is watched, and what is not any more.
pub(crate) static WATCHED: AtomicU64 = AtomicU64::new(0);

/// The answer is there and only has to be written, which takes as long as its reader takes.
pub(crate) fn unwatch() {
    WATCHED.fetch_add(1, Ordering::Relaxed);
}
