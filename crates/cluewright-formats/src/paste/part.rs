//! Text without the surroundings of its puzzle.

/// The remaining text, a note on the removed parts, and the removed words.
#[derive(Clone, Default)]
pub(super) struct Part {
    /// The remaining text.
    pub(super) text: String,
    /// The note on the parts that were removed.
    pub(super) note: String,
    /// The words around the puzzle.
    pub(super) words: Vec<String>,
}

impl Part {
    /// A part without words around the puzzle.
    pub(super) fn new(text: impl Into<String>, note: impl Into<String>) -> Self {
        Self { text: text.into(), note: note.into(), words: Vec::new() }
    }
}
