//! Operations on single puzzles: add, read, change, delete, and save the player's progress.

use super::entry::{
    Added, Change, Entry, NewPuzzle, Past, Rated, Saved, State, Stored, bounded, cut, most, played, rated, tags,
};
use super::error::{Code, Error};
use super::read::{TextSummary, told};
use super::{Library, has_collection};
use rusqlite::{OptionalExtension, Row, Transaction, params};
use serde_json::value::RawValue;

/// The columns that [`entry`] reads; `p` is the table of puzzles.
pub(super) const ENTRY: &str = "p.id, p.collection, p.title, p.author, p.format, p.hash, p.added, p.changed, p.score, \
    p.word, p.scale, p.notes, p.state, (SELECT json_group_array(name ORDER BY name) FROM tag WHERE puzzle = p.id), \
    coalesce((SELECT seconds FROM progress WHERE puzzle = p.id), 0.0)";

/// Reads an entry from a row with the columns of [`ENTRY`].
pub(super) fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let rating = match row.get::<_, Option<f64>>(8)? {
        Some(score) => Some(Rated {
            score,
            word: row.get::<_, Option<String>>(9)?.unwrap_or_default(),
            scale: row.get::<_, Option<String>>(10)?.unwrap_or_default(),
        }),
        None => None,
    };
    Ok(Entry {
        id: row.get(0)?,
        collection: row.get(1)?,
        title: row.get(2)?,
        author: row.get(3)?,
        format: row.get(4)?,
        hash: row.get(5)?,
        added: row.get(6)?,
        changed: row.get(7)?,
        rating,
        notes: row.get(11)?,
        state: State::of(&row.get::<_, String>(12)?),
        tags: serde_json::from_str(&row.get::<_, String>(13)?).unwrap_or_default(),
        seconds: row.get(14)?,
    })
}

/// The number of columns of [`ENTRY`].
pub(super) const COLUMNS: usize = 15;

impl Library {
    /// Adds a puzzle to a collection, even if the library already has it; [`Added::same`] lists the existing entries.
    ///
    /// Errors: the collection does not exist; the text is not a puzzle.
    pub fn add(&self, collection: i64, puzzle: &NewPuzzle, now: i64) -> Result<Added, Error> {
        let told = checked(puzzle)?;
        self.write(|transaction| {
            has_collection(transaction, collection)?;
            let same = same(transaction, &told.hash)?;
            let id = insert(transaction, collection, puzzle, &told, (now, now))?;
            Ok(Added { id, hash: told.hash.clone(), same })
        })
    }

    /// A puzzle with its text, rules and saved game. Errors: the puzzle does not exist.
    pub fn get(&self, id: i64) -> Result<Stored, Error> {
        self.read(|transaction| {
            let mut puzzle = transaction
                .prepare_cached(&format!("SELECT {ENTRY}, p.text, p.rules FROM puzzle p WHERE p.id = ?1"))?;
            let found = puzzle.query_row([id], |row| Ok((entry(row)?, row.get(COLUMNS)?, row.get(COLUMNS + 1)?)));
            let (entry, text, rules) = found.optional()?.ok_or_else(|| no_puzzle(id))?;
            Ok(Stored { entry, text, rules, progress: progress(transaction, id)? })
        })
    }

    /// Changes a puzzle.
    ///
    /// Errors: the puzzle or the collection does not exist; the new text is not a puzzle.
    pub fn change(&self, id: i64, change: &Change, now: i64) -> Result<(), Error> {
        let told = change.text.as_deref().map(|text| told(text, None)).transpose()?;
        for title in change.title.iter().chain(&change.author) {
            bounded("a title or author", title, most::TITLE)?;
        }
        if let Some(notes) = &change.notes {
            bounded("the notes", notes, most::NOTES)?;
        }
        rated(change.rating.as_ref().and_then(Option::as_ref))?;
        let tags = change.tags.as_deref().map(tags).transpose()?;
        self.write(|transaction| {
            has_puzzle(transaction, id)?;
            transaction.execute("UPDATE puzzle SET changed = ?2 WHERE id = ?1", params![id, now])?;
            if let (Some(text), Some(told)) = (&change.text, &told) {
                transaction.execute(
                    "UPDATE puzzle SET text = ?2, format = ?3, title = ?4, author = ?5, rules = ?6, hash = ?7 WHERE id = ?1",
                    params![id, text, told.format, told.title, told.author, told.rules, told.hash],
                )?;
            }
            if let Some(collection) = change.collection {
                has_collection(transaction, collection)?;
                transaction.execute("UPDATE puzzle SET collection = ?2 WHERE id = ?1", [id, collection])?;
            }
            let set = |column: &str, text: Option<&str>| match text {
                Some(text) => {
                    transaction.execute(&format!("UPDATE puzzle SET {column} = ?2 WHERE id = ?1"), params![id, text])
                }
                None => Ok(0),
            };
            set("title", change.title.as_deref())?;
            set("author", change.author.as_deref())?;
            set("notes", change.notes.as_deref())?;
            set("state", change.state.map(State::word))?;
            if let Some(rating) = &change.rating {
                let (score, word, scale) = columns(rating.as_ref());
                let sql = "UPDATE puzzle SET score = ?2, word = ?3, scale = ?4 WHERE id = ?1";
                transaction.execute(sql, params![id, score, word, scale])?;
            }
            if let Some(tags) = &tags {
                transaction.execute("DELETE FROM tag WHERE puzzle = ?1", [id])?;
                put_tags(transaction, id, tags)?;
            }
            index(transaction, id)
        })
    }

    /// Deletes a puzzle with its progress and history.
    pub fn delete(&self, id: i64) -> Result<(), Error> {
        self.write(|transaction| {
            has_puzzle(transaction, id)?;
            transaction.execute("DELETE FROM puzzle WHERE id = ?1", [id])?;
            Ok(())
        })
    }

    /// Saves the player's position as JSON, and the total number of seconds played. The state of a new puzzle becomes `started`.
    pub fn save(&self, id: i64, position: &str, seconds: f64, now: i64) -> Result<(), Error> {
        let saved = Saved { position: json(position)?, seconds, at: now };
        played(seconds)?;
        self.write(|transaction| {
            has_puzzle(transaction, id)?;
            put_progress(transaction, id, &saved)?;
            let begun = "UPDATE puzzle SET state = 'started' WHERE id = ?1 AND state = 'new'";
            transaction.execute(begun, [id])?;
            Ok(())
        })
    }

    /// Deletes the saved game and the history, so that the puzzle is new again.
    pub fn restart(&self, id: i64) -> Result<(), Error> {
        self.write(|transaction| {
            has_puzzle(transaction, id)?;
            transaction.execute("DELETE FROM progress WHERE puzzle = ?1", [id])?;
            transaction.execute("DELETE FROM history WHERE puzzle = ?1", [id])?;
            transaction.execute("UPDATE puzzle SET state = 'new' WHERE id = ?1", [id])?;
            Ok(())
        })
    }

    /// Adds a position to a puzzle's history, which contains the last 200 positions.
    pub fn remember(&self, id: i64, position: &str, now: i64) -> Result<(), Error> {
        let past = Past { position: json(position)?, at: now };
        self.write(|transaction| {
            has_puzzle(transaction, id)?;
            put_past(transaction, id, &past)?;
            let old = "DELETE FROM history WHERE puzzle = ?1 AND id <= coalesce(
                (SELECT id FROM history WHERE puzzle = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2), -1)";
            transaction.execute(old, params![id, most::HISTORY as i64])?;
            Ok(())
        })
    }

    /// A puzzle's history, the oldest position first.
    pub fn history(&self, id: i64) -> Result<Vec<Past>, Error> {
        self.read(|transaction| {
            has_puzzle(transaction, id)?;
            history(transaction, id)
        })
    }

    /// The numbers of the puzzles in the library that are the same to a solver as the given puzzle, at most ten.
    ///
    /// Errors: the text is not a puzzle.
    pub fn same(&self, text: &str) -> Result<Vec<i64>, Error> {
        let told = told(text, None)?;
        self.read(|transaction| same(transaction, &told.hash))
    }
}

pub(super) fn has_puzzle(transaction: &Transaction<'_>, id: i64) -> Result<(), Error> {
    let found = transaction.query_row("SELECT 1 FROM puzzle WHERE id = ?1", [id], |_| Ok(())).optional()?;
    found.ok_or_else(|| no_puzzle(id))
}

fn no_puzzle(id: i64) -> Error {
    Error::new(Code::NotFound, format!("there is no puzzle {id}"))
}

fn same(transaction: &Transaction<'_>, hash: &str) -> Result<Vec<i64>, Error> {
    let mut same = transaction.prepare_cached("SELECT id FROM puzzle WHERE hash = ?1 ORDER BY id LIMIT 10")?;
    let rows = same.query_map([hash], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Checks that a puzzle can be added, and returns the properties of its text.
pub(super) fn checked(puzzle: &NewPuzzle) -> Result<TextSummary, Error> {
    for title in puzzle.title.iter().chain(&puzzle.author) {
        bounded("a title or author", title, most::TITLE)?;
    }
    bounded("the notes", &puzzle.notes, most::NOTES)?;
    rated(puzzle.rating.as_ref())?;
    tags(&puzzle.tags)?;
    told(&puzzle.text, puzzle.format.as_deref())
}

/// Adds a puzzle that was [`checked`]; `times` are the times of its addition and of its last change.
pub(super) fn insert(
    transaction: &Transaction<'_>,
    collection: i64,
    puzzle: &NewPuzzle,
    told: &TextSummary,
    times: (i64, i64),
) -> Result<i64, Error> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO puzzle (collection, text, format, title, author, rules, hash, added, changed, score, word, scale, notes, state)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?;
    let (score, word, scale) = columns(puzzle.rating.as_ref());
    let id = insert.insert(params![
        collection,
        puzzle.text,
        told.format,
        puzzle.title.as_deref().unwrap_or(&told.title),
        puzzle.author.as_deref().unwrap_or(&told.author),
        told.rules,
        told.hash,
        times.0,
        times.1,
        score,
        word,
        scale,
        puzzle.notes,
        puzzle.state.word(),
    ])?;
    put_tags(transaction, id, &tags(&puzzle.tags)?)?;
    index(transaction, id)?;
    Ok(id)
}

fn columns(rating: Option<&Rated>) -> (Option<f64>, Option<&str>, Option<&str>) {
    (rating.map(|r| r.score), rating.map(|r| &*r.word), rating.map(|r| &*r.scale))
}

fn put_tags(transaction: &Transaction<'_>, id: i64, tags: &[String]) -> Result<(), Error> {
    let mut put = transaction.prepare_cached("INSERT INTO tag (puzzle, name) VALUES (?1, ?2)")?;
    for tag in tags {
        put.execute(params![id, tag])?;
    }
    Ok(())
}

/// Updates the index of words for the current state of the puzzle.
fn index(transaction: &Transaction<'_>, id: i64) -> Result<(), Error> {
    let mut index = transaction.prepare_cached(
        "INSERT OR REPLACE INTO words (rowid, title, author, tags, notes, rules)
         SELECT id, title, author, coalesce((SELECT group_concat(name, ' ') FROM tag WHERE puzzle = id), ''), notes, rules
         FROM puzzle WHERE id = ?1",
    )?;
    index.execute([id])?;
    Ok(())
}

pub(super) fn put_progress(transaction: &Transaction<'_>, id: i64, saved: &Saved) -> Result<(), Error> {
    let mut put = transaction
        .prepare_cached("INSERT OR REPLACE INTO progress (puzzle, position, seconds, at) VALUES (?1, ?2, ?3, ?4)")?;
    put.execute(params![id, saved.position.get(), saved.seconds, saved.at])?;
    Ok(())
}

pub(super) fn progress(transaction: &Transaction<'_>, id: i64) -> Result<Option<Saved>, Error> {
    let mut get = transaction.prepare_cached("SELECT position, seconds, at FROM progress WHERE puzzle = ?1")?;
    let found = get.query_row([id], |row| Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?))).optional()?;
    found.map(|(position, seconds, at)| Ok(Saved { position: json(&position)?, seconds, at })).transpose()
}

pub(super) fn put_past(transaction: &Transaction<'_>, id: i64, past: &Past) -> Result<(), Error> {
    let mut put = transaction.prepare_cached("INSERT INTO history (puzzle, position, at) VALUES (?1, ?2, ?3)")?;
    put.execute(params![id, past.position.get(), past.at])?;
    Ok(())
}

pub(super) fn history(transaction: &Transaction<'_>, id: i64) -> Result<Vec<Past>, Error> {
    let mut all = transaction.prepare_cached("SELECT position, at FROM history WHERE puzzle = ?1 ORDER BY id")?;
    let rows = all.query_map([id], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?;
    rows.map(|row| {
        let (position, at) = row?;
        Ok(Past { position: json(&position)?, at })
    })
    .collect()
}

/// Checks that a position is JSON and not too long.
pub(super) fn json(position: &str) -> Result<Box<RawValue>, Error> {
    bounded("the position", position, most::POSITION)?;
    serde_json::from_str(position).map_err(|e| {
        let begin = cut(position, 40);
        Error::new(Code::BadInput, format!("the position is not JSON: {e}"))
            .hint(format!("the text begins with `{begin}`"))
    })
}
