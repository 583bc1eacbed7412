//! What all connections share.

use super::options::Options;
use super::puzzles::Puzzles;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::{Semaphore, watch};

/// What all connections share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) options: Options,
    pub(super) puzzles: Puzzles,
    pub(super) connections: Arc<Semaphore>,
    pub(super) jobs: Arc<Semaphore>,
    /// What random solutions are drawn from, another one each time.
    pub(super) seeds: AtomicU64,
    pub(super) stopped: watch::Receiver<bool>,
}
