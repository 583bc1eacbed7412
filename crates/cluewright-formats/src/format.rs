//! The interface of a format, and the notes of readers and writers.

use crate::fact::Fact;
use cluewright_core::{BadInput, Puzzle};

/// The maximum length of the text of one puzzle, in bytes. Files with one puzzle per line are read line by line and may be longer.
pub const MAX_TEXT: usize = 1 << 20;

/// A note of a reader or writer about a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The severity.
    pub kind: NoteKind,
    /// A sentence without a full stop that names its subject.
    pub text: String,
}

/// The severity of a [`Note`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NoteKind {
    /// Worth knowing, nothing is lost: how an ambiguous text was read.
    Info,
    /// A guess: a drawing or a sentence in prose was read as a clue or rule.
    Guess,
    /// A part without influence on solutions. In reading: decoration, which is kept for writing the same format again. In writing:
    /// a part that the format cannot express, such as a title.
    Decoration,
    /// The written text lacks this; reading it back gives a poorer puzzle.
    Lost,
    /// A rule or clue that is not understood. Answers may be wrong: ask before solving such a puzzle.
    Unknown,
}

impl Note {
    /// A note of this kind.
    pub fn new(kind: NoteKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }
}

/// The name of a format.
#[derive(Clone, Copy, Debug)]
pub struct FormatInfo {
    /// The word for `--from` and `--to`.
    pub id: &'static str,
    /// A description of the format in one line.
    pub about: &'static str,
    /// Usual file endings, without the dot.
    pub endings: &'static [&'static str],
    /// Whether the format can also be written.
    pub writes: bool,
    /// Whether puzzles in this format have drawings and a text in prose that may represent clues.
    pub draws: bool,
}

/// The result of a first look at a text. The words complete "it looks like FORMAT because ...".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Likeness {
    /// Not this format.
    No,
    /// The text may have this format; reading decides. If two formats read a text as different puzzles, it is ambiguous, so formats
    /// return this only for likely texts, not for all that they could read.
    Maybe(&'static str),
    /// The text has this format's signature, so errors in it are errors of this format.
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

    /// Why it looks like the format.
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

    /// A quick look at a text (at most [`MAX_TEXT`] long).
    fn likeness(&self, text: &str) -> Likeness;

    /// Reads one puzzle. Line and column of an error are from 1.
    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput>;

    /// Whether this line is a whole puzzle by itself. This distinguishes a file with one puzzle per line from a file with one
    /// puzzle. Formats of several lines return false.
    fn is_line(&self, _line: &str) -> bool {
        false
    }

    /// Whether this text of several lines is one puzzle, even though one of its lines could be a puzzle by itself.
    fn is_whole(&self, _text: &str) -> bool {
        false
    }

    /// Writes one puzzle. Parts that the format cannot express become [`NoteKind::Lost`] notes, or [`NoteKind::Decoration`] if no
    /// rule reads them; a puzzle whose grid it cannot express is an error.
    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let _ = puzzle;
        Err(BadInput::new(format!("the format `{}` can be read but not written", self.info().id))
            .hint("write `clue`, which can express everything, or `scl`, `f-puzzles` or `iss`"))
    }

    /// Adds facts to a text that [`Format::write`] wrote for this puzzle. Returns the new text and the facts that the format
    /// cannot express. `None` if the format cannot express facts without their rule.
    fn add(&self, puzzle: &Puzzle, text: &str, facts: &[Fact]) -> Option<(String, Vec<Fact>)> {
        let _ = (puzzle, text, facts);
        None
    }
}
