//! The state of a session: open puzzles, and the requests under way.

use crate::document::Documents;
use crate::running::Running;

/// The limits of a session, whatever its client asks for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Caps {
    /// Open documents.
    pub documents: usize,
    /// Milliseconds of one request; `None`: any number.
    pub ms: Option<f64>,
    /// Nodes of one search; 0: any number.
    pub nodes: u64,
    /// Threads of one request.
    pub threads: usize,
    /// Bytes of one request.
    pub bytes: usize,
}

impl Default for Caps {
    fn default() -> Self {
        Self { documents: 64, ms: None, nodes: 0, threads: 1, bytes: 4 << 20 }
    }
}

/// See [`crate::Session`].
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) caps: Caps,
    pub(crate) documents: Documents,
    pub(crate) running: Running,
}
