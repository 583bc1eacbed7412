//! Open puzzles.

use crate::message::{Code, Failure};
use cluewright::compiled::logical_hash;
use cluewright::formats::{Format, Note, NoteKind};
use cluewright::reader::{Reader, Reading};
use cluewright::{Compiled, Document, Puzzle};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// An open puzzle, its format, and the notes on how it was read.
#[derive(Debug)]
pub struct Opened {
    document: Document,
    format: &'static str,
    notes: Vec<Note>,
    hash: OnceLock<String>,
}

impl Opened {
    /// Opens a puzzle that the caller has read, given the id of its format and the notes on how it was read.
    pub fn new(document: Document, format: &'static str, notes: Vec<Note>) -> Self {
        Self { document, format, notes, hash: OnceLock::new() }
    }

    /// Reads text and compiles the puzzle in it.
    pub(crate) fn read(text: &str, how: &Reading, stop: &dyn Fn() -> bool) -> Result<Self, Failure> {
        let read = Reader::of(how)?.puzzle(text, stop)?;
        Self::of(read.puzzle, read.format, read.notes, stop)
    }

    /// Compiles a puzzle.
    fn of(puzzle: Puzzle, format: &dyn Format, notes: Vec<Note>, stop: &dyn Fn() -> bool) -> Result<Self, Failure> {
        let guesses = notes.iter().filter(|n| n.kind == NoteKind::Guess).map(|n| n.text.clone()).collect();
        let compiled = Compiled::until(puzzle, &[], stop)?.with_guesses(guesses);
        Ok(Self::new(compiled.into(), format.info().id, notes))
    }

    /// Replaces the puzzle's text. If the new puzzle is the same to a solver as the old one, all cached results are kept.
    pub(crate) fn changed(&self, text: &str, how: &Reading, stop: &dyn Fn() -> bool) -> Result<Self, Failure> {
        let read = Reader::of(how)?.puzzle(text, stop)?;
        self.with(read.puzzle, read.format, read.notes, stop)
    }

    /// Like `changed`, but takes a puzzle instead of text.
    pub(crate) fn with(
        &self,
        puzzle: Puzzle,
        format: &dyn Format,
        notes: Vec<Note>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, Failure> {
        match self.document.retold(puzzle.clone())? {
            Some(document) => Ok(Self { document, format: format.info().id, notes, hash: self.hash.clone() }),
            None => Self::of(puzzle, format, notes, stop),
        }
    }

    /// The compiled puzzle.
    pub fn document(&self) -> &Document {
        &self.document
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        self.document.compiled()
    }

    /// The id of the format that the puzzle was read from.
    pub(crate) fn format(&self) -> &'static str {
        self.format
    }

    /// Notes on how the puzzle was read.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The hash of the puzzle's logical content, as 32 hexadecimal digits.
    pub(crate) fn hash(&self) -> &str {
        self.hash.get_or_init(|| logical_hash(self.document.puzzle()))
    }
}

/// The open documents of a session by name.
#[derive(Debug, Default)]
pub(crate) struct Documents(Mutex<BTreeMap<String, Arc<Opened>>>);

impl Documents {
    fn map(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Opened>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, name: &str) -> Option<Arc<Opened>> {
        self.map().get(name).map(Arc::clone)
    }

    /// Opens a document, which replaces any other document with this name, unless `objection` rejects the document that is
    /// currently open under the name.
    pub(crate) fn put(
        &self,
        name: &str,
        opened: Arc<Opened>,
        most: usize,
        objection: impl FnOnce(Option<&Arc<Opened>>) -> Option<Failure>,
    ) -> Result<(), Failure> {
        let mut map = self.map();
        if let Some(failure) = objection(map.get(name)) {
            return Err(failure);
        }
        if !map.contains_key(name) && map.len() >= most {
            return Err(Failure::new(Code::Busy, format!("{most} documents are open, which is the maximum"))
                .hint("`close` a document that is no longer needed"));
        }
        map.insert(name.to_owned(), opened);
        Ok(())
    }

    /// Closes a document. Returns whether it was open.
    pub(crate) fn close(&self, name: &str) -> bool {
        self.map().remove(name).is_some()
    }
}
