//! f-puzzles: JSON, packed by LZ-string into base64 in links and ids. Read and written.
//!
//! Which key is which rule stands in the rules' `also f-puzzles` lines; here is only how the data looks. The JSON that
//! was read is kept in [`Puzzle::foreign`]: writing an unchanged puzzle gives the same text byte for byte, and writing
//! a changed one keeps its drawings as they were. Sources: the site's own files and the public readers of `SudokuPad` and rangsk.

mod bind;
mod drawings;
mod link;
mod read;
mod write;

pub use drawings::bind_drawings;
pub use link::json_of;

use crate::foreign::Name;
use crate::{Format, FormatInfo, Likeness, Note, lz};
use cluewright_core::{BadInput, Puzzle};
use cluewright_rules::syntax::ast::ForeignValue;
use serde_json::{Map, Value};

/// The format `f-puzzles`.
pub struct FPuzzles;

static INFO: FormatInfo = FormatInfo {
    id: "f-puzzles",
    about: "f-puzzles: links, ids, packed text and JSON, also as SudokuPad's fpuz ids",
    endings: &["json", "fpuzzles"],
};

/// Keys that say what is hidden at first.
const FOG: &[&str] = &["fogofwar", "foglight"];
const DIAGONALS: [(&str, (i32, i32)); 4] = [("UL", (-1, -1)), ("UR", (-1, 1)), ("DL", (1, -1)), ("DR", (1, 1))];

impl Format for FPuzzles {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let text = text.trim();
        if text.starts_with('{') {
            return if text.contains("\"grid\"") && text.contains("\"size\"") { Likeness::Sure } else { Likeness::No };
        }
        if text.contains(char::is_whitespace) {
            return Likeness::No;
        }
        let start: String = text.chars().take(120).collect();
        if start.contains("f-puzzles.com") || start.contains("fpuz") {
            Likeness::Sure
        } else if text.starts_with("N4Ig") {
            Likeness::Maybe
        } else {
            Likeness::No
        }
    }

    fn is_line(&self, line: &str) -> bool {
        match self.likeness(line) {
            // An object over several lines begins with a line that is none, and one of another sort may hold a puzzle.
            Likeness::Sure if line.starts_with('{') => serde_json::from_str::<Map<String, Value>>(line)
                .is_ok_and(|object| object.contains_key("grid") && object.contains_key("size")),
            Likeness::Sure => true,
            // The packed text of an object.
            Likeness::Maybe => line.len() >= 40,
            Likeness::No => false,
        }
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        read::read_json(&json_of(text)?)
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let (json, notes) = write::write_json(puzzle)?;
        Ok((format!("https://f-puzzles.com/?load={}", lz::compress(&json)), notes))
    }
}

/// A whole number written as a number or as a text.
fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(n) => n.as_i64(),
        Value::String(s) => s.trim().parse().ok(),
        _ => None,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(b) => !b,
        Value::String(s) => s.trim().is_empty(),
        Value::Array(a) => a.is_empty(),
        Value::Object(o) => o.is_empty(),
        Value::Number(_) => false,
    }
}

/// Does a rule's name write a number behind a word, as `DR5` for `["DR", root]`?
fn in_words(parts: &[ForeignValue]) -> bool {
    matches!(parts, [ForeignValue::Text(_), ForeignValue::Param(_)])
}

/// The parameter and its number.
fn number_in_words<'a>(parts: &'a [ForeignValue], data: &Value) -> Option<(&'a str, i64)> {
    let [ForeignValue::Text(word), ForeignValue::Param(param)] = parts else { return None };
    Some((param, data.as_str()?.strip_prefix(word.as_str())?.parse().ok()?))
}

/// Is a drawing a clue, for its text is one that a rule's name says?
fn is_clue(names: &[Name<'_>], drawing: &Map<String, Value>) -> bool {
    let says = |(field, value): &(String, ForeignValue)| match value {
        ForeignValue::Joined(parts) => drawing.get(field).is_some_and(|d| number_in_words(parts, d).is_some()),
        _ => false,
    };
    names.iter().any(|name| name.named().iter().any(says))
}

/// `R3C5` as row and column from 0; outside clues stand in row or column -1 or N.
fn place(text: &str) -> Option<(i32, i32)> {
    let (r, c) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let number = |t: &str| t.parse::<i32>().ok().filter(|n| n.abs() < 1000);
    Some((number(r)? - 1, number(c)? - 1))
}
