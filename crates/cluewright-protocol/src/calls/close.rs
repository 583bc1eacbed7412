//! `close`: a puzzle that is not needed any more.

use super::Call;
use crate::message::Failure;
use crate::work::Work;
use serde::{Deserialize, Serialize};

/// Closes the document `doc`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Close {}

/// The answer of `close`.
#[derive(Debug, Serialize)]
pub(crate) struct Closed {
    /// Was it open?
    closed: bool,
}

impl Call for Close {
    const NAME: &'static str = "close";
    const ABOUT: &'static str = "Closes a document.";
    const NEEDS_PUZZLE: bool = false;
    type Answer = Closed;

    fn answer(self, work: &mut Work<'_>) -> Result<Closed, Failure> {
        Ok(Closed { closed: work.doc.is_some_and(|name| work.session.documents.close(name)) })
    }
}
