//! Puzzles in a local `SQLite` file: collections, tags, notes, the player's progress, and a search over their words.
//!
//! ```
//! use cluewright_serve::library::{Library, NewPuzzle, Query};
//! # let folder = std::env::temp_dir().join(format!("cluewright-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let path = folder.join("library.db");
//! let library = Library::open(&path)?;
//! let now = 1_700_000_000_000; // milliseconds since 1970: the caller's clock
//! let mine = library.add_collection("Mine", "what I set myself", now)?;
//! let puzzle = NewPuzzle { tags: vec!["small".into()], ..NewPuzzle::new("title: First\ngrid: 4x4\ngivens: 12..34..2.....3.") };
//! let added = library.add(mine, &puzzle, now)?;
//! let found = library.find(&Query { words: "fir".into(), ..Query::default() })?;
//! assert_eq!(found.puzzles[0].id, added.id);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Several threads and processes may use the same file: with `SQLite`'s write-ahead log, all of them can read while one writes.
//! When a method returns, its changes are stored on the disk. The library does not read the clock; the caller passes `now`, in
//! milliseconds since 1970.

mod entry;
mod error;
mod export;
mod find;
mod import;
mod puzzles;
mod read;
pub mod routes;
mod schema;

pub use entry::{Added, Change, Collection, Entry, NewPuzzle, Past, Rated, Saved, State, Stored, Tag};
pub use error::{Code, Error};
pub use find::{Page, Query, Sort};
pub use import::{Imported, NotRead, Target};

use entry::{bounded, most, name};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The maximum number of idle read connections that are kept open.
const READERS: usize = 4;

/// A library of puzzles in a file.
#[derive(Debug)]
pub struct Library {
    path: PathBuf,
    writer: Mutex<Connection>,
    /// Idle read connections.
    readers: Mutex<Vec<Connection>>,
}

impl Library {
    /// Opens a library. The file is created if it does not exist.
    ///
    /// Errors: the file cannot be opened, is not a library, or was written by a newer version of the program.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        // With an absolute path, `SQLite` treats a special name such as `:memory:` as an ordinary file name.
        let path = std::path::absolute(path)
            .map_err(|e| Error::new(Code::BadInput, format!("this is not a valid file name: {e}")))?;
        let writer = Mutex::new(schema::writer(&path)?);
        Ok(Self { path, writer, readers: Mutex::default() })
    }

    /// The absolute path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs `work` in a transaction, which is committed only if `work` succeeds.
    fn write<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T, Error>) -> Result<T, Error> {
        // If a thread panicked, its transaction was dropped and thus rolled back, so the connection is usable.
        let mut connection = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = work(&transaction)?;
        transaction.commit()?;
        Ok(done)
    }

    /// Runs `work` in a read transaction, which sees a consistent snapshot.
    fn read<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T, Error>) -> Result<T, Error> {
        let readers = || self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = readers().pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => schema::reader(&self.path)?,
        };
        let found = connection.transaction().map_err(Error::from).and_then(|transaction| work(&transaction));
        let mut readers = readers();
        if readers.len() < READERS {
            readers.push(connection);
        }
        found
    }

    /// All collections, by name.
    pub fn collections(&self) -> Result<Vec<Collection>, Error> {
        self.read(|transaction| {
            let mut all = transaction.prepare_cached(
                "SELECT id, name, about, added, (SELECT count(*) FROM puzzle WHERE collection = c.id)
                 FROM collection c ORDER BY name COLLATE NOCASE, id",
            )?;
            let rows = all.query_map([], |row| {
                let (id, name, about) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(Collection { id, name, about, added: row.get(3)?, puzzles: row.get(4)? })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Creates a collection and returns its number.
    ///
    /// Errors: a collection with this name already exists.
    pub fn add_collection(&self, name: &str, about: &str, now: i64) -> Result<i64, Error> {
        self.write(|transaction| add_collection(transaction, name, about, now))
    }

    /// Changes a collection's name, description or both; `None` means no change.
    pub fn change_collection(&self, id: i64, called: Option<&str>, about: Option<&str>) -> Result<(), Error> {
        self.write(|transaction| {
            has_collection(transaction, id)?;
            if let Some(called) = called {
                let called = name("the name of a collection", called, most::NAME)?;
                if collection_named(transaction, &called)?.is_some_and(|other| other != id) {
                    return Err(taken(&called));
                }
                transaction.execute("UPDATE collection SET name = ?2 WHERE id = ?1", params![id, called])?;
            }
            if let Some(about) = about {
                bounded("the description of a collection", about, most::ABOUT)?;
                transaction.execute("UPDATE collection SET about = ?2 WHERE id = ?1", params![id, about])?;
            }
            Ok(())
        })
    }

    /// Deletes a collection with all its puzzles.
    pub fn delete_collection(&self, id: i64) -> Result<(), Error> {
        self.write(|transaction| {
            has_collection(transaction, id)?;
            transaction.execute("DELETE FROM collection WHERE id = ?1", [id])?;
            Ok(())
        })
    }

    /// All tags in use, ordered by character code.
    pub fn tags(&self) -> Result<Vec<Tag>, Error> {
        self.read(|transaction| {
            let mut all = transaction.prepare_cached("SELECT name, count(*) FROM tag GROUP BY name ORDER BY name")?;
            let rows = all.query_map([], |row| Ok(Tag { name: row.get(0)?, puzzles: row.get(1)? }))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Checks the integrity of the file, which takes seconds for large libraries. Returns the faults found, none if the file is
    /// intact.
    pub fn faults(&self) -> Result<Vec<String>, Error> {
        // Use a new connection: an older one may have an outdated word index if other connections have written, and the check
        // would report that as a fault (SQLite 3.51; searches check for an outdated index first).
        let connection = schema::reader(&self.path)?;
        let mut faults: Vec<String> = Vec::new();
        connection.pragma_query(None, "integrity_check", |row| {
            faults.push(row.get(0)?);
            Ok(())
        })?;
        faults.retain(|fault| fault != "ok");
        let mut lost = 0;
        connection.pragma_query(None, "foreign_key_check", |_| {
            lost += 1;
            Ok(())
        })?;
        if lost > 0 {
            faults.push(format!("{lost} rows refer to missing rows"));
        }
        Ok(faults)
    }
}

fn add_collection(transaction: &Transaction<'_>, called: &str, about: &str, now: i64) -> Result<i64, Error> {
    let called = name("the name of a collection", called, most::NAME)?;
    bounded("the description of a collection", about, most::ABOUT)?;
    if collection_named(transaction, &called)?.is_some() {
        return Err(taken(&called));
    }
    let sql = "INSERT INTO collection (name, about, added) VALUES (?1, ?2, ?3)";
    transaction.execute(sql, params![called, about, now])?;
    Ok(transaction.last_insert_rowid())
}

fn collection_named(transaction: &Transaction<'_>, name: &str) -> Result<Option<i64>, Error> {
    let sql = "SELECT id FROM collection WHERE name = ?1";
    Ok(transaction.query_row(sql, [name], |row| row.get(0)).optional()?)
}

fn has_collection(transaction: &Transaction<'_>, id: i64) -> Result<(), Error> {
    let sql = "SELECT 1 FROM collection WHERE id = ?1";
    match transaction.query_row(sql, [id], |_| Ok(())).optional()? {
        Some(()) => Ok(()),
        None => Err(Error::new(Code::NotFound, format!("there is no collection {id}"))),
    }
}

fn taken(name: &str) -> Error {
    Error::new(Code::Exists, format!("a collection called `{name}` already exists"))
}
