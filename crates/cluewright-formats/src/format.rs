//! The interface of a format, and the notes of readers and writers.

use crate::fact::Fact;
use cluewright_core::{BadInput, Puzzle};

/// The maximum length of the text of one puzzle, in bytes. Files with one puzzle per line are read line by line and may be longer.
pub const MAX_TEXT: usize = 1 << 20;

/// A note of a reader or writer about a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The severity of the note.
    pub kind: NoteKind,
    /// A sentence without a full stop that names its subject.
    pub text: String,
}

/// The severity of a [`Note`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NoteKind {
    /// Useful information, such as how ambiguous text was read. Nothing is lost.
    Info,
    /// A guess: a drawing or a sentence in prose was read as a clue or rule.
    Guess,
    /// A part that does not affect solutions: in reading, decoration, which is kept for writing the same format again; in writing,
    /// a part that the format cannot express, such as a title.
    Decoration,
    /// A part that is missing from the written text, so that reading the text back gives an incomplete puzzle.
    Lost,
    /// A rule or clue that is not understood. Answers about the puzzle may be wrong, so ask for confirmation before solving it.
    Unknown,
}

impl Note {
    /// Creates a note of this kind.
    pub fn new(kind: NoteKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }
}

/// The name and the properties of a format.
#[derive(Clone, Copy, Debug)]
pub struct FormatInfo {
    /// The format's name in the options `--from` and `--to`.
    pub id: &'static str,
    /// A description of the format in one line.
    pub about: &'static str,
    /// The usual file extensions, without the dot.
    pub endings: &'static [&'static str],
    /// Whether the format can also be written.
    pub writes: bool,
    /// Whether puzzles in this format have drawings and prose that may represent clues.
    pub draws: bool,
}

/// The result of a quick inspection of text. The reasons in the result complete the sentence "it looks like FORMAT because ...".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Likeness {
    /// The text does not have this format.
    No,
    /// The text may have this format, which is decided by reading it. If two formats read it as different puzzles, the text is
    /// ambiguous, so formats return this only for likely texts, not for all texts that they could read.
    Maybe(&'static str),
    /// The text has this format's signature, so mistakes in the text are reported as mistakes in this format.
    Sure(&'static str),
}

impl Likeness {
    /// Whether the text has the format's signature.
    pub const fn is_sure(self) -> bool {
        matches!(self, Self::Sure(_))
    }

    /// Whether the text may have this format.
    pub const fn is_possible(self) -> bool {
        !matches!(self, Self::No)
    }

    /// The reason why the text looks like the format.
    pub const fn because(self) -> &'static str {
        match self {
            Self::No => "",
            Self::Maybe(why) | Self::Sure(why) => why,
        }
    }
}

/// A puzzle format.
pub trait Format: Sync {
    /// The format's name and properties.
    fn info(&self) -> &'static FormatInfo;

    /// Estimates quickly whether text (at most [`MAX_TEXT`] long) has this format.
    fn likeness(&self, text: &str) -> Likeness;

    /// Reads one puzzle. The line and the column of an error are counted from 1.
    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput>;

    /// Whether this line is a whole puzzle by itself. The answer distinguishes a file with one puzzle per line from a file with one
    /// puzzle. Formats whose puzzles span several lines return false.
    fn is_line(&self, _line: &str) -> bool {
        false
    }

    /// Whether this text of several lines is one puzzle, even though one of its lines could be a puzzle by itself.
    fn is_whole(&self, _text: &str) -> bool {
        false
    }

    /// Writes one puzzle. Parts that the format cannot express become [`NoteKind::Lost`] notes, or [`NoteKind::Decoration`] if no
    /// rule reads them; a puzzle whose grid the format cannot express is an error.
    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let _ = puzzle;
        Err(BadInput::new(format!("the format `{}` can be read but not written", self.info().id))
            .hint("write `clue`, which can express everything, or `scl`, `f-puzzles` or `iss`"))
    }

    /// Adds facts to text that [`Format::write`] wrote for this puzzle. Returns the new text and the facts that the format
    /// cannot express. `None` if the format cannot express facts without their rule.
    fn add(&self, puzzle: &Puzzle, text: &str, facts: &[Fact]) -> Option<(String, Vec<Fact>)> {
        let _ = (puzzle, text, facts);
        None
    }
}
