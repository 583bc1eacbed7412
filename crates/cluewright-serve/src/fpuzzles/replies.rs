//! Sends replies to a client.

use super::message::Body;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc;

/// The channel for a job's replies.
#[derive(Clone, Debug)]
pub(super) struct Replies {
    pub(super) nonce: i64,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) to: mpsc::Sender<(Arc<AtomicBool>, String)>,
}

impl Replies {
    /// Whether the job has been cancelled or its client has disconnected.
    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Sends a reply; blocks the thread while the queue is full.
    pub(super) fn send(&self, body: Body) {
        if !self.stopped() && self.to.blocking_send((Arc::clone(&self.stop), body.frame(self.nonce))).is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}
