//! The rest of a text, and the parts that were taken off.

/// A text without what is no part of the puzzle.
#[derive(Clone, Default)]
pub(super) struct Part {
    /// The rest.
    pub(super) text: String,
    /// The parts that were taken off.
    pub(super) note: String,
    /// Words that stood around the puzzle.
    pub(super) words: Vec<String>,
}

impl Part {
    /// One that no words stood around.
    pub(super) fn new(text: impl Into<String>, note: impl Into<String>) -> Self {
        Self { text: text.into(), note: note.into(), words: Vec::new() }
    }
}
