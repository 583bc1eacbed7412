//! The data of clues that are JSON objects: values with several notations, places and directions.

use cluewright_rules::syntax::ast::ForeignValue;
use serde_json::Value;

/// The diagonals in the notation of f-puzzles.
pub(crate) const DIAGONALS: [(&str, (i32, i32)); 4] =
    [("UL", (-1, -1)), ("UR", (-1, 1)), ("DL", (1, -1)), ("DR", (1, 1))];
/// Compass directions by their letters.
pub(crate) const WINDS: [(&str, (i32, i32)); 8] = [
    ("N", (-1, 0)),
    ("E", (0, 1)),
    ("S", (1, 0)),
    ("W", (0, -1)),
    ("NW", (-1, -1)),
    ("NE", (-1, 1)),
    ("SW", (1, -1)),
    ("SE", (1, 1)),
];

/// The step in the direction that a word names.
pub(crate) fn step_of(word: &str) -> Option<(i32, i32)> {
    DIAGONALS.iter().chain(&WINDS).find(|(w, _)| *w == word).map(|(_, step)| *step)
}

/// Reads a whole number that is written as a number or as a string.
pub(crate) fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(n) => n.as_i64(),
        Value::String(s) => s.trim().parse().ok(),
        _ => None,
    }
}

pub(crate) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(b) => !b,
        Value::String(s) => s.trim().is_empty(),
        Value::Array(a) => a.is_empty(),
        Value::Object(o) => o.is_empty(),
        Value::Number(_) => false,
    }
}

/// Whether a rule's names append a number to a word, as in `DR5` for `["DR", root]`.
pub(crate) fn in_words(parts: &[ForeignValue]) -> bool {
    matches!(parts, [ForeignValue::Text(_), ForeignValue::Param(_)])
}

/// The parameter and its number in text such as `DR5`; `None` if the text does not fit.
pub(crate) fn number_in_words<'a>(parts: &'a [ForeignValue], data: &Value) -> Option<(&'a str, i64)> {
    let [ForeignValue::Text(word), ForeignValue::Param(param)] = parts else { return None };
    Some((param, data.as_str()?.strip_prefix(word.as_str())?.parse().ok()?))
}

/// Reads `R3C5` as row and column from 0. Clues outside the grid are in row or column -1 or N.
pub(crate) fn place(text: &str) -> Option<(i32, i32)> {
    let (r, c) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let number = |t: &str| t.parse::<i32>().ok().filter(|n| n.abs() < 1000);
    Some((number(r)? - 1, number(c)? - 1))
}
