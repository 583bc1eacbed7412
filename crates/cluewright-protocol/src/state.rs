//! The state of a session: open puzzles, and running requests.

use crate::document::Documents;
use crate::running::Running;

/// The limits of a session, which no request can exceed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Caps {
    /// Maximum number of open documents.
    pub documents: usize,
    /// Maximum milliseconds of a request; `None`: no limit.
    pub ms: Option<f64>,
    /// Maximum nodes of a search; 0: no limit.
    pub nodes: u64,
    /// Maximum threads of a request.
    pub threads: usize,
    /// Maximum length of a request in bytes.
    pub bytes: usize,
}

impl Default for Caps {
    fn default() -> Self {
        Self { documents: 64, ms: None, nodes: 0, threads: 1, bytes: 4 << 20 }
    }
}

/// The internal state of a [`crate::Session`].
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) caps: Caps,
    pub(crate) documents: Documents,
    pub(crate) running: Running,
}
