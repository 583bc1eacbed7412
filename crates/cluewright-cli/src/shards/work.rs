//! The question about the puzzles of every shard, and the time limit for each row.

use crate::args::Bounds;
use crate::stop::{Clock, threads};
use cluewright::batch::{Clock as Watch, Timer};
use cluewright::table::Question;

/// The question for a shard, with all settings.
pub(super) struct Work {
    pub(super) question: Question,
    pub(super) bounds: Bounds,
    pub(super) field: Option<String>,
    pub(super) from: Option<String>,
}

impl Work {
    pub(super) fn threads(&self) -> usize {
        threads(self.bounds)
    }
}

/// Starts a clock for each row.
pub(super) struct Rows(pub(super) Bounds);

struct Running(Clock);

impl Watch for Rows {
    fn begin(&self) -> Box<dyn Timer + '_> {
        Box::new(Running(Clock::start(self.0)))
    }
}

impl Timer for Running {
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    fn ms(&self) -> Option<f64> {
        None
    }
}
