//! What is left of a text, and what was taken off.

/// A text without what is no part of the puzzle.
#[derive(Clone, Default)]
pub(super) struct Part {
    /// What is left.
    pub(super) text: String,
    /// What was taken off.
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
