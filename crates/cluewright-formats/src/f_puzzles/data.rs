//! How the data looks: keys, and values that are written in several ways.

use crate::FormatInfo;
use crate::foreign::Name;
use cluewright_core::DrawingKind;
use cluewright_rules::syntax::ast::ForeignValue;
use serde_json::{Map, Value};

pub(super) static INFO: FormatInfo = FormatInfo {
    id: "f-puzzles",
    about: "f-puzzles: links, ids, packed text and JSON, also as SudokuPad's fpuz ids",
    endings: &["json", "fpuzzles"],
    writes: true,
};

/// Keys that say what is hidden at first.
pub(super) const FOG: &[&str] = &["fogofwar", "foglight"];
pub(super) const DIAGONALS: [(&str, (i32, i32)); 4] =
    [("UL", (-1, -1)), ("UR", (-1, 1)), ("DL", (1, -1)), ("DR", (1, 1))];

/// The kind of drawing that a key of the format holds.
pub(super) fn drawn_kind(key: &str) -> Option<DrawingKind> {
    DrawingKind::named(key).filter(|kind| DrawingKind::TAKEN.contains(kind))
}

/// A whole number written as a number or as a text.
pub(super) fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(n) => n.as_i64(),
        Value::String(s) => s.trim().parse().ok(),
        _ => None,
    }
}

pub(super) fn is_empty(value: &Value) -> bool {
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
pub(super) fn in_words(parts: &[ForeignValue]) -> bool {
    matches!(parts, [ForeignValue::Text(_), ForeignValue::Param(_)])
}

/// The parameter and its number.
pub(super) fn number_in_words<'a>(parts: &'a [ForeignValue], data: &Value) -> Option<(&'a str, i64)> {
    let [ForeignValue::Text(word), ForeignValue::Param(param)] = parts else { return None };
    Some((param, data.as_str()?.strip_prefix(word.as_str())?.parse().ok()?))
}

/// Is a drawing a clue, for its text is one that a rule's name says?
pub(super) fn is_clue(names: &[Name<'_>], drawing: &Map<String, Value>) -> bool {
    let says = |(field, value): &(String, ForeignValue)| match value {
        ForeignValue::Joined(parts) => drawing.get(field).is_some_and(|d| number_in_words(parts, d).is_some()),
        _ => false,
    };
    names.iter().any(|name| name.named().iter().any(says))
}

/// `R3C5` as row and column from 0; outside clues stand in row or column -1 or N.
pub(super) fn place(text: &str) -> Option<(i32, i32)> {
    let (r, c) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let number = |t: &str| t.parse::<i32>().ok().filter(|n| n.abs() < 1000);
    Some((number(r)? - 1, number(c)? - 1))
}
