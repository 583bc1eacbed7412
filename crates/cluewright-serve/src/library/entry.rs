//! The entries of the library, as data.

use super::error::{Code, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// A collection of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Collection {
    /// The collection's number.
    pub id: i64,
    /// The collection's name; no two collections have the same name.
    pub name: String,
    /// A description of the collection, in the user's words.
    pub about: String,
    /// The time at which the collection was created, in milliseconds since 1970.
    pub added: i64,
    /// The number of puzzles in the collection.
    pub puzzles: u64,
}

/// A rating of the puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rated {
    /// The rating as a number.
    pub score: f64,
    /// The rating as a word, such as `easy`.
    #[serde(default)]
    pub word: String,
    /// The scale of the score: scores on different scales cannot be compared.
    #[serde(default)]
    pub scale: String,
}

/// The player's progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// The player has not started the puzzle.
    #[default]
    New,
    /// The player has started the puzzle.
    Started,
    /// The player has solved the puzzle.
    Solved,
}

impl State {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Started => "started",
            Self::Solved => "solved",
        }
    }

    pub(super) fn of(word: &str) -> Self {
        match word {
            "started" => Self::Started,
            "solved" => Self::Solved,
            _ => Self::New,
        }
    }
}

/// A puzzle to be added.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct NewPuzzle {
    /// The puzzle's text, in any format.
    pub text: String,
    /// The id of the text's format; if absent, the format is detected.
    pub format: Option<String>,
    /// The puzzle's title; default: the title in the text.
    pub title: Option<String>,
    /// The puzzle's author; default: the author in the text.
    pub author: Option<String>,
    /// The tags of the puzzle.
    pub tags: Vec<String>,
    /// The user's notes.
    pub notes: String,
    /// The rating, if known.
    pub rating: Option<Rated>,
    /// The player's progress.
    pub state: State,
}

impl NewPuzzle {
    /// A new puzzle with this text and no other fields.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// The outcome for a puzzle that was added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Added {
    /// The number of the new entry.
    pub id: i64,
    /// The puzzle's hash.
    pub hash: String,
    /// The numbers of other entries with puzzles that are the same to a solver, at most ten.
    pub same: Vec<i64>,
}

/// A puzzle as an entry of a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Entry {
    /// The puzzle's number.
    pub id: i64,
    /// The number of the puzzle's collection.
    pub collection: i64,
    /// The puzzle's title; may be empty.
    pub title: String,
    /// The puzzle's author; may be empty.
    pub author: String,
    /// The id of the format of the puzzle's text.
    pub format: String,
    /// The puzzle's hash, 32 hexadecimal digits: puzzles that are the same to a solver have the same hash.
    pub hash: String,
    /// The time at which the puzzle was added, in milliseconds since 1970.
    pub added: i64,
    /// The time of the last change to the text, title, notes and so on, but not to the player's progress, in milliseconds since
    /// 1970.
    pub changed: i64,
    /// The rating, if known.
    pub rating: Option<Rated>,
    /// The user's notes.
    pub notes: String,
    /// The player's progress.
    pub state: State,
    /// The puzzle's tags, ordered by character code.
    pub tags: Vec<String>,
    /// The time played, in seconds.
    pub seconds: f64,
}

/// A complete puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Stored {
    /// The fields of the puzzle that a list contains.
    pub entry: Entry,
    /// The puzzle's text, exactly as it was added.
    pub text: String,
    /// The puzzle's rules in prose.
    pub rules: String,
    /// The saved game.
    pub progress: Option<Saved>,
}

/// A saved game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The position, which may be any JSON; the library does not interpret it.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    pub position: Box<RawValue>,
    /// The time played, in seconds.
    pub seconds: f64,
    /// The time at which the game was saved, in milliseconds since 1970.
    pub at: i64,
}

/// A position of a puzzle's history.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Past {
    /// The position, which may be any JSON.
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    pub position: Box<RawValue>,
    /// The time at which the position was saved, in milliseconds since 1970.
    pub at: i64,
}

/// Changes to a puzzle; absent fields change nothing.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Change {
    /// New text, in any format. The title, author and hash are also replaced, but the player's progress is kept.
    pub text: Option<String>,
    /// The collection to move the puzzle to.
    pub collection: Option<i64>,
    /// A new title.
    pub title: Option<String>,
    /// A new author.
    pub author: Option<String>,
    /// New notes.
    pub notes: Option<String>,
    /// All tags of the puzzle, which replace the previous tags.
    pub tags: Option<Vec<String>>,
    /// A new rating; `null` removes the rating (in Rust, `Some(None)`).
    #[serde(deserialize_with = "there")]
    pub rating: Option<Option<Rated>>,
    /// The player's progress.
    pub state: Option<State>,
}

/// Distinguishes `null` from an absent field.
fn there<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// A tag, and the number of puzzles with the tag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Tag {
    /// The tag.
    pub name: String,
    /// The number of puzzles with this tag.
    pub puzzles: u64,
}

/// Limits on inputs, in bytes unless stated otherwise.
pub(super) mod most {
    pub(crate) const NAME: usize = 400;
    pub(crate) const ABOUT: usize = 16 << 10;
    pub(crate) const TITLE: usize = 2_000;
    pub(crate) const NOTES: usize = 64 << 10;
    /// The maximum length of the rules in prose that are stored for searching.
    pub(crate) const RULES: usize = 64 << 10;
    pub(crate) const TAG: usize = 200;
    /// The maximum number of tags per puzzle.
    pub(crate) const TAGS: usize = 64;
    pub(crate) const POSITION: usize = 256 << 10;
    /// The maximum number of positions in a puzzle's history; older positions are dropped.
    pub(crate) const HISTORY: usize = 200;
    /// The maximum number of puzzles per page of results.
    pub(crate) const PAGE: u64 = 500;
    /// The maximum number of puzzles in one import.
    pub(crate) const IMPORT: usize = 500_000;
}

/// Rejects text that is longer than allowed.
pub(super) fn bounded(what: &str, text: &str, most: usize) -> Result<(), Error> {
    if text.len() <= most {
        return Ok(());
    }
    Err(Error::new(Code::TooLarge, format!("{what}: {} bytes, but at most {most} are allowed", text.len())))
}

/// The beginning of the text; multi-byte characters are not split.
pub(super) fn cut(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// A name without surrounding blanks.
pub(super) fn name(what: &str, text: &str, most: usize) -> Result<String, Error> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Error::new(Code::BadInput, format!("{what} is empty")));
    }
    bounded(what, text, most)?;
    Ok(text.to_owned())
}

/// Tags ordered by character code, each once.
pub(super) fn tags(list: &[String]) -> Result<Vec<String>, Error> {
    let mut tags = list.iter().map(|tag| name("a tag", tag, most::TAG)).collect::<Result<Vec<_>, _>>()?;
    tags.sort();
    tags.dedup();
    if tags.len() > most::TAGS {
        let message = format!("{} tags, but a puzzle may have at most {}", tags.len(), most::TAGS);
        return Err(Error::new(Code::TooLarge, message));
    }
    Ok(tags)
}

/// Rejects a rating whose score is not a finite number.
pub(super) fn rated(rating: Option<&Rated>) -> Result<(), Error> {
    let Some(Rated { score, word, scale }) = rating else { return Ok(()) };
    if !score.is_finite() {
        return Err(Error::new(Code::BadInput, "the rating's score is not a number"));
    }
    bounded("the rating's word", word, most::TAG)?;
    bounded("the rating's scale", scale, most::TAG)
}

/// The largest playing time that is accepted, in seconds.
pub(super) fn played(seconds: f64) -> Result<(), Error> {
    if seconds.is_finite() && seconds >= 0.0 {
        return Ok(());
    }
    Err(Error::new(Code::BadInput, "`seconds` must be a number that is not negative"))
}
