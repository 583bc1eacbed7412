//! Searches the library: words, filters, and pages of results.

use super::Library;
use super::entry::{Entry, State, most};
use super::error::Error;
use super::puzzles::{ENTRY, entry};
use rusqlite::types::Value;
use rusqlite::{Transaction, params_from_iter};
use serde::{Deserialize, Serialize};

/// The conditions of a search. Absent or empty conditions hold for every puzzle.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Query {
    /// Words, or beginnings of words, that must all occur in a puzzle's title, author, tags, notes or rules. Any text is allowed:
    /// there are no operators, and all characters except letters and digits separate words.
    pub words: String,
    /// Find only puzzles in this collection.
    pub collection: Option<i64>,
    /// Find only puzzles with this tag.
    pub tag: Option<String>,
    /// Find only puzzles with a rating of at least this score.
    pub from: Option<f64>,
    /// Find only puzzles with a rating of at most this score.
    pub to: Option<f64>,
    /// Find only puzzles with a rating on this scale.
    pub scale: Option<String>,
    /// Find only puzzles with this progress.
    pub state: Option<State>,
    /// Find only puzzles with this hash, which are the same to a solver.
    pub hash: Option<String>,
    /// The order in which the puzzles are listed.
    pub sort: Sort,
    /// The number of puzzles to skip.
    pub offset: u64,
    /// The maximum number of puzzles to list, at most 500; default: 50.
    pub limit: Option<u64>,
}

/// An order of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// The best matches come first if the search has words, otherwise the newest puzzles.
    #[default]
    Best,
    /// The most recently added puzzles come first.
    Newest,
    /// The most recently changed puzzles come first.
    Changed,
    /// Puzzles are sorted by title.
    Title,
    /// The easiest puzzles come first, and puzzles without a rating last.
    Easiest,
    /// The hardest puzzles come first, and puzzles without a rating last.
    Hardest,
}

/// One page of search results.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Page {
    /// The total number of matches.
    pub total: u64,
    /// The number of matches before this page.
    pub offset: u64,
    /// The puzzles on this page.
    pub puzzles: Vec<Entry>,
}

impl Library {
    /// Finds puzzles.
    pub fn find(&self, query: &Query) -> Result<Page, Error> {
        self.read(|transaction| find(transaction, query))
    }
}

fn find(transaction: &Transaction<'_>, query: &Query) -> Result<Page, Error> {
    let mut from = "puzzle p";
    let mut wanted: Vec<&str> = Vec::new();
    let mut values: Vec<Value> = Vec::new();
    let mut want = |condition: &'static str, value: Value| {
        wanted.push(condition);
        values.push(value);
    };
    let words = phrases(&query.words);
    let by_words = words.is_some();
    if let Some(words) = words {
        from = "words JOIN puzzle p ON p.id = words.rowid";
        want("words MATCH ?", words.into());
    }
    if let Some(collection) = query.collection {
        want("p.collection = ?", collection.into());
    }
    if let Some(tag) = &query.tag {
        want("EXISTS (SELECT 1 FROM tag WHERE puzzle = p.id AND name = ?)", tag.clone().into());
    }
    if let Some(score) = query.from {
        want("p.score >= ?", score.into());
    }
    if let Some(score) = query.to {
        want("p.score <= ?", score.into());
    }
    if let Some(scale) = &query.scale {
        want("p.scale = ?", scale.clone().into());
    }
    if let Some(state) = query.state {
        want("p.state = ?", state.word().to_owned().into());
    }
    if let Some(hash) = &query.hash {
        want("p.hash = ?", hash.clone().into());
    }
    let condition = if wanted.is_empty() { "1".to_owned() } else { wanted.join(" AND ") };
    let sql = format!("SELECT count(*) FROM {from} WHERE {condition}");
    let total = transaction.prepare_cached(&sql)?.query_row(params_from_iter(&values), |row| row.get(0))?;
    let order = match query.sort {
        // A match in the title has a higher weight than a match in the rules.
        Sort::Best if by_words => "bm25(words, 10.0, 5.0, 5.0, 3.0, 1.0), p.id DESC",
        Sort::Best | Sort::Newest => "p.added DESC, p.id DESC",
        Sort::Changed => "p.changed DESC, p.id DESC",
        Sort::Title => "p.title COLLATE NOCASE, p.id",
        Sort::Easiest => "p.score ASC NULLS LAST, p.id",
        Sort::Hardest => "p.score DESC NULLS LAST, p.id",
    };
    let limit = query.limit.unwrap_or(50).min(most::PAGE);
    let whole = |n: u64| Value::from(i64::try_from(n).unwrap_or(i64::MAX));
    values.extend([whole(limit), whole(query.offset)]);
    let sql = format!("SELECT {ENTRY} FROM {from} WHERE {condition} ORDER BY {order} LIMIT ? OFFSET ?");
    let mut page = transaction.prepare_cached(&sql)?;
    let puzzles = page.query_map(params_from_iter(&values), entry)?.collect::<Result<_, _>>()?;
    Ok(Page { total, offset: query.offset, puzzles })
}

/// The maximum number of words of a search; further words are ignored.
const WORDS: usize = 24;

/// A user's words as an FTS5 query: each is a quoted phrase, whose last word is a prefix. `None` if the text has no words.
fn phrases(words: &str) -> Option<String> {
    let all: Vec<String> = words
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .take(WORDS)
        .map(|word| format!("\"{}\"*", super::entry::cut(word, most::TAG).replace('"', " ")))
        .collect();
    (!all.is_empty()).then(|| all.join(" "))
}
