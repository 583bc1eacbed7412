//! The interface of a format, and the notes of readers and writers.

use crate::fact::Fact;
use cluewright_core::{BadInput, Puzzle};

/// The longest text of one puzzle, in bytes. Files with a puzzle a line are read line by line and may be longer.
pub const MAX_TEXT: usize = 1 << 20;

/// Something a reader or writer has to say about a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// How much it matters.
    pub kind: NoteKind,
    /// A sentence without a full stop that names what it is about.
    pub text: String,
}

/// How much a [`Note`] matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NoteKind {
    /// Worth knowing, nothing is lost: how an ambiguous text was read.
    Info,
    /// How a drawing or a sentence in prose was read: a guess, which the caller should know about.
    Guess,
    /// What no rule reads. Of a text read: decoration, kept when the same format is written again. Of a text written:
    /// what it has no place for, such as a title; the solutions are the same.
    Decoration,
    /// The text written does not say this; reading it back gives a poorer puzzle.
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
    /// One line on what it is.
    pub about: &'static str,
    /// Usual file endings, without the dot.
    pub endings: &'static [&'static str],
    /// Whether the format can also be written.
    pub writes: bool,
    /// Whether its puzzles hold drawings and a text in prose that may stand for clues.
    pub draws: bool,
}

/// The result of a first look at a text. The words complete "it looks like FORMAT because ...".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Likeness {
    /// Not this format.
    No,
    /// It might be; reading decides. Two formats that both can read a text, and find different puzzles in it, make it
    /// ambiguous, so this is said of what is likely, not of all that is possible.
    Maybe(&'static str),
    /// It has this format's mark. Errors in it are errors of this format.
    Sure(&'static str),
}

impl Likeness {
    /// Whether it has the format's mark.
    pub const fn is_sure(self) -> bool {
        matches!(self, Self::Sure(_))
    }

    /// Whether it can be the format at all.
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
    /// Its name.
    fn info(&self) -> &'static FormatInfo;

    /// A quick look at a text (at most [`MAX_TEXT`] long).
    fn likeness(&self, text: &str) -> Likeness;

    /// Reads one puzzle. Line and column of an error are from 1.
    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput>;

    /// Whether this line is a whole puzzle by itself. What tells a file with a puzzle a line from a file with one
    /// puzzle. Formats of several lines say no.
    fn is_line(&self, _line: &str) -> bool {
        false
    }

    /// Whether this text of several lines is one puzzle, though a line of it could be one by itself.
    fn is_whole(&self, _text: &str) -> bool {
        false
    }

    /// Writes one puzzle. What the format has no place for becomes a [`NoteKind::Lost`] note, or one of
    /// [`NoteKind::Decoration`] when no rule reads it; a puzzle whose very grid it cannot hold is an error.
    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let _ = puzzle;
        Err(BadInput::new(format!("the format `{}` is read and not written", self.info().id))
            .hint("write `clue`, which holds everything, or `scl`, `f-puzzles`, `iss`"))
    }

    /// Adds facts to a text of this puzzle that [`Format::write`] made anew, and returns those it cannot say. None in a
    /// format that has no place for facts without the rule they come from.
    fn add(&self, puzzle: &Puzzle, text: &str, facts: &[Fact]) -> Option<(String, Vec<Fact>)> {
        let _ = (puzzle, text, facts);
        None
    }
}
