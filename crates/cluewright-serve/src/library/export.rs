//! The library as JSON lines, from which an import restores everything.
//!
//! The first line identifies the format; then each collection has a line, followed by the lines of its puzzles. A line is an object
//! with one field: `cluewright`, `collection` or `puzzle`.

use super::entry::{NewPuzzle, Past, Saved};
use super::error::{Code, Error};
use super::puzzles::{COLUMNS, ENTRY, entry, history, progress};
use super::{Library, has_collection};
use serde::{Deserialize, Serialize};
use std::io::Write;

/// A line of an export.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Line {
    Cluewright(Head),
    Collection(Named),
    Puzzle(Box<SavedPuzzle>),
}

/// The first line, which identifies the format.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Head {
    /// The kind of export; always `library`.
    pub(super) what: String,
    /// The version of the format, which is increased when older programs can no longer read it.
    pub(super) version: u32,
}

/// The newest [`Head::version`].
pub(super) const VERSION: u32 = 1;

/// A collection.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    pub(super) name: String,
    #[serde(default)]
    pub(super) about: String,
    pub(super) added: i64,
}

/// A puzzle with everything that is stored about it. The hash and the rules are not exported, as they follow from the puzzle's
/// text.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedPuzzle {
    pub(super) puzzle: NewPuzzle,
    pub(super) added: i64,
    pub(super) changed: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) progress: Option<Saved>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) history: Vec<Past>,
}

impl Library {
    /// Writes a collection, or the whole library if `collection` is `None`, as JSON lines. The result is a consistent snapshot.
    ///
    /// Errors: the collection does not exist; writing fails.
    pub fn export(&self, collection: Option<i64>, to: &mut dyn Write) -> Result<(), Error> {
        self.read(|transaction| {
            if let Some(id) = collection {
                has_collection(transaction, id)?;
            }
            put(to, &Line::Cluewright(Head { what: "library".to_owned(), version: VERSION }))?;
            let mut collections = transaction.prepare_cached(
                "SELECT id, name, about, added FROM collection WHERE ?1 IS NULL OR id = ?1 ORDER BY id",
            )?;
            let mut puzzles = transaction.prepare_cached(&format!(
                "SELECT {ENTRY}, p.text FROM puzzle p WHERE p.collection = ?1 ORDER BY p.id"
            ))?;
            let mut rows = collections.query([collection])?;
            while let Some(row) = rows.next()? {
                let id: i64 = row.get(0)?;
                put(to, &Line::Collection(Named { name: row.get(1)?, about: row.get(2)?, added: row.get(3)? }))?;
                let mut rows = puzzles.query([id])?;
                while let Some(row) = rows.next()? {
                    let (entry, text) = (entry(row)?, row.get(COLUMNS)?);
                    let kept = SavedPuzzle {
                        puzzle: NewPuzzle {
                            text,
                            format: Some(entry.format),
                            title: Some(entry.title),
                            author: Some(entry.author),
                            tags: entry.tags,
                            notes: entry.notes,
                            rating: entry.rating,
                            state: entry.state,
                        },
                        added: entry.added,
                        changed: entry.changed,
                        progress: progress(transaction, entry.id)?,
                        history: history(transaction, entry.id)?,
                    };
                    put(to, &Line::Puzzle(Box::new(kept)))?;
                }
            }
            to.flush().map_err(unwritten)
        })
    }
}

fn put(to: &mut dyn Write, line: &Line) -> Result<(), Error> {
    let mut text = serde_json::to_string(line).map_err(|e| Error::new(Code::Storage, e.to_string()))?;
    text.push('\n');
    to.write_all(text.as_bytes()).map_err(unwritten)
}

fn unwritten(error: std::io::Error) -> Error {
    Error::new(Code::Storage, format!("the export cannot be written: {error}"))
}
