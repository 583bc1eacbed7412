//! Imports whole files into the library: texts of puzzles in any format, or exports.

use super::entry::{NewPuzzle, most, played};
use super::error::{Code, Error};
use super::export::{Line, Named, SavedPuzzle, VERSION};
use super::puzzles::{checked, insert, json, put_past, put_progress};
use super::read::TextSummary;
use super::{Library, add_collection, collection_named, has_collection};
use cluewright::formats::records::{Record, RecordOptions, Records};
use rusqlite::Transaction;
use serde::Serialize;
use std::io::{BufRead, BufReader, Cursor, Read};

/// The destination of an import, and the treatment of puzzles that already exist.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Target {
    /// The collection to add to. `None`: the collections named in the export; texts other than exports require a collection.
    pub collection: Option<i64>,
    /// Whether to skip puzzles if the collection already contains a puzzle that is the same to a solver.
    pub skip_same: bool,
}

/// The outcome of an import.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Imported {
    /// The number of puzzles that were added.
    pub added: u64,
    /// The number of added puzzles that are the same to a solver as a puzzle that was already in the library.
    pub same: u64,
    /// The number of puzzles that were left out because the collection already has the same puzzle.
    pub skipped: u64,
    /// The number of puzzles that could not be read.
    pub failed: u64,
    /// The first hundred puzzles that could not be read.
    pub failures: Vec<NotRead>,
}

/// A puzzle that could not be read.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NotRead {
    /// The line of the text at which the puzzle begins, from 1; 0: the whole text.
    pub line: u64,
    /// The reason why the puzzle could not be read.
    pub error: Error,
}

/// The maximum number of failures that are listed.
const TOLD: usize = 100;

impl Imported {
    fn fail(&mut self, line: u64, error: Error) {
        self.failed += 1;
        if self.failures.len() < TOLD {
            self.failures.push(NotRead { line, error });
        }
    }
}

/// The puzzles to be added.
struct Found {
    /// The index of the puzzle's collection in the list of collections; `None`: the collection of the target.
    collection: Option<usize>,
    told: TextSummary,
    kept: SavedPuzzle,
}

impl Library {
    /// Reads text with any number of puzzles, in any format, and adds all puzzles that can be read, in one transaction. If
    /// anything else fails, no puzzle is added.
    ///
    /// Errors: the text cannot be read at all; the collection does not exist; the text has more than half a million puzzles.
    pub fn import(&self, from: impl Read, target: &Target, now: i64) -> Result<Imported, Error> {
        let mut done = Imported::default();
        // Read everything before locking the file, so that other processes can write in the meantime.
        let (collections, found) = gather(from, target, now, &mut done)?;
        self.write(|transaction| {
            if let Some(id) = target.collection {
                has_collection(transaction, id)?;
            }
            let mut ids = Vec::new();
            for Named { name, about, added } in collections.iter().filter(|_| target.collection.is_none()) {
                let known = collection_named(transaction, name.trim())?;
                ids.push(known.map_or_else(|| add_collection(transaction, name, about, *added), Ok)?);
            }
            for Found { collection, told, kept } in &found {
                let id = target.collection.or_else(|| collection.and_then(|at| ids.get(at).copied()));
                let id = id.ok_or_else(which)?;
                let (here, anywhere) = is_known(transaction, id, &told.hash)?;
                if here && target.skip_same {
                    done.skipped += 1;
                    continue;
                }
                done.added += 1;
                done.same += u64::from(anywhere);
                let puzzle = insert(transaction, id, &kept.puzzle, told, (kept.added, kept.changed))?;
                if let Some(saved) = &kept.progress {
                    put_progress(transaction, puzzle, saved)?;
                }
                for past in &kept.history {
                    put_past(transaction, puzzle, past)?;
                }
            }
            Ok(())
        })?;
        Ok(done)
    }
}

fn which() -> Error {
    Error::new(Code::BadInput, "name a collection: only exports contain the names of their collections")
}

/// Whether this collection, and whether any collection, has a puzzle with this hash.
fn is_known(transaction: &Transaction<'_>, collection: i64, hash: &str) -> Result<(bool, bool), Error> {
    let mut known = transaction.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM puzzle WHERE hash = ?1 AND collection = ?2), EXISTS (SELECT 1 FROM puzzle WHERE hash = ?1)",
    )?;
    Ok(known.query_row(rusqlite::params![hash, collection], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

/// Reads all collections and puzzles in the text.
fn gather(from: impl Read, target: &Target, now: i64, done: &mut Imported) -> Result<(Vec<Named>, Vec<Found>), Error> {
    let mut from = BufReader::new(from);
    let mut head = Vec::new();
    from.by_ref().take(HEAD).read_until(b'\n', &mut head).map_err(broken)?;
    if let Ok(Line::Cluewright(said)) = serde_json::from_slice(&head) {
        if said.what != "library" || said.version > VERSION {
            let message = format!("this is an export of the kind `{}`, version {}", said.what, said.version);
            return Err(Error::new(Code::Newer, message).hint("import the file with a newer version of the program"));
        }
        return exported(from, target, done);
    }
    if target.collection.is_none() {
        return Err(which());
    }
    let mut found = Vec::new();
    for record in Records::open(Cursor::new(head).chain(from), &RecordOptions::default())? {
        check_capacity(found.len())?;
        let line = record.line;
        match of_record(record, now) {
            Ok(one) => found.push(one),
            Err(error) => done.fail(line, error),
        }
    }
    Ok((Vec::new(), found))
}

/// The maximum length of the first line of an export, in bytes.
const HEAD: u64 = 200;

fn broken(error: std::io::Error) -> Error {
    Error::new(Code::Storage, format!("reading failed: {error}"))
}

fn check_capacity(puzzles: usize) -> Result<(), Error> {
    if puzzles < most::IMPORT {
        return Ok(());
    }
    let message = format!("more than {} puzzles, which is the maximum for one import", most::IMPORT);
    Err(Error::new(Code::TooLarge, message).hint("split the file into parts"))
}

fn of_record(record: Record, now: i64) -> Result<Found, Error> {
    let text = record.text?;
    let column = |names: &[&str]| {
        let is = |(name, value): &&(std::sync::Arc<str>, String)| {
            names.iter().any(|n| name.eq_ignore_ascii_case(n)) && !value.trim().is_empty()
        };
        record.columns.iter().find(is).map(|(_, value)| super::entry::cut(value.trim(), most::TITLE).to_owned())
    };
    let mut puzzle = NewPuzzle::new(text);
    let told = checked(&puzzle)?;
    // Title and author in the puzzle's text take precedence over columns.
    puzzle.title = column(&["title", "name"]).filter(|_| told.title.is_empty());
    puzzle.author = column(&["author"]).filter(|_| told.author.is_empty());
    let kept = SavedPuzzle { puzzle, added: now, changed: now, progress: None, history: Vec::new() };
    Ok(Found { collection: None, told, kept })
}

/// The maximum length of a line of an export in bytes: a puzzle with the longest history.
const LINE: usize = (most::HISTORY + 2) * most::POSITION + 16 * (1 << 20);

fn exported(mut from: impl BufRead, target: &Target, done: &mut Imported) -> Result<(Vec<Named>, Vec<Found>), Error> {
    let (mut collections, mut found) = (Vec::new(), Vec::new());
    let (mut number, mut line) = (1, Vec::new());
    loop {
        line.clear();
        number += 1;
        if from.by_ref().take(LINE as u64).read_until(b'\n', &mut line).map_err(broken)? == 0 {
            return Ok((collections, found));
        }
        if line.len() >= LINE {
            return Err(Error::new(Code::TooLarge, format!("line {number} is longer than any line of an export")));
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice(&line) {
            Ok(Line::Cluewright(_)) => {}
            Ok(Line::Collection(named)) => collections.push(named),
            Ok(Line::Puzzle(kept)) => {
                check_capacity(found.len())?;
                let collection = collections.len().checked_sub(1);
                if collection.is_none() && target.collection.is_none() {
                    return Err(which());
                }
                match sound(&kept) {
                    Ok(told) => found.push(Found { collection, told, kept: *kept }),
                    Err(error) => done.fail(number, error),
                }
            }
            Err(error) => {
                done.fail(number, Error::new(Code::BadInput, format!("the line is not part of an export: {error}")));
            }
        }
    }
}

/// Checks a puzzle of an export, which is untrusted.
fn sound(kept: &SavedPuzzle) -> Result<TextSummary, Error> {
    if let Some(saved) = &kept.progress {
        json(saved.position.get())?;
        played(saved.seconds)?;
    }
    for past in &kept.history {
        json(past.position.get())?;
    }
    if kept.history.len() > most::HISTORY {
        let message = format!("a history of {} positions, but the maximum is {}", kept.history.len(), most::HISTORY);
        return Err(Error::new(Code::TooLarge, message));
    }
    checked(&kept.puzzle)
}
