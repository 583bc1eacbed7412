//! The state that all connections of the solver share.

use super::options::Options;
use super::puzzles::Puzzles;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::{Semaphore, watch};

/// The state that all connections of the solver share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) options: Options,
    pub(super) puzzles: Puzzles,
    pub(super) connections: Arc<Semaphore>,
    pub(super) jobs: Arc<Semaphore>,
    /// The seed for random solutions, which is different each time.
    pub(super) seeds: AtomicU64,
    pub(super) stopped: watch::Receiver<bool>,
}
