//! JSON lines: one object per line, with the puzzle in one of its fields.

use super::lines::Lines;
use super::record::{LOOKED_AT, Record, RecordOptions, Source, is_passed_over};
use crate::MAX_TEXT;
use crate::paste::is_answer;
use cluewright_core::BadInput;
use serde_json::{Map, Value};
use std::io::Read;
use std::sync::Arc;

/// Whether this line is a JSON object by itself.
pub(super) fn is_object(line: &str) -> bool {
    line.len() <= MAX_TEXT && serde_json::from_str::<Map<String, Value>>(line).is_ok()
}

/// Whether a line is a JSON object with a puzzle in one of its fields.
pub(super) fn holds_field(line: &str, wish: &RecordOptions) -> bool {
    let object = serde_json::from_str::<Map<String, Value>>(line);
    object.is_ok_and(|object| object.values().any(|value| holds_puzzle(value, wish)))
}

/// Converts a JSON list of puzzles, alone or in the field of an object, to lines with one item each.
pub(super) fn listed(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches('\u{feff}');
    let value: Value = if text.starts_with(['[', '{']) { serde_json::from_str(text).ok()? } else { return None };
    // The rows of one large grid may look like small grids.
    if matches!(crate::lists::read(text), Some(Ok(_))) {
        return None;
    }
    let items = match &value {
        Value::Array(items) => items,
        Value::Object(object) => {
            let mut lists =
                object.iter().filter(|(name, _)| !is_answer(name)).filter_map(|(_, value)| value.as_array());
            lists.find(|items| are_puzzles(items))?
        }
        _ => return None,
    };
    are_puzzles(items).then(|| items.iter().map(line).collect::<Vec<_>>().join("\n") + "\n")
}

/// An item as one line: a string without quotation marks, anything else as JSON.
fn line(item: &Value) -> String {
    match item {
        Value::String(text) if !text.contains('\n') => text.clone(),
        other => other.to_string(),
    }
}

/// Whether all items are puzzles, or objects with one puzzle each.
fn are_puzzles(items: &[Value]) -> bool {
    let wish = RecordOptions::default();
    let holds = |item: &Value| match item {
        Value::Object(object) => object.values().any(|value| holds_puzzle(value, &wish)),
        other => holds_puzzle(other, &wish),
    };
    items.len() > 1 && items.iter().take(LOOKED_AT).all(holds)
}

/// The records of JSON lines.
pub(super) struct Objects<R> {
    lines: Lines<R>,
    field: Arc<str>,
    others: Vec<Arc<str>>,
    /// Whether an object with a player's grid beside its puzzle is an error: the grid would be ignored. A caller who names
    /// the puzzle's field wants no other field.
    refuses_position: bool,
}

/// The field in which a request of the protocol has the player's grid.
const POSITION: &str = "position";

/// Whether the object has a player's grid, as a request of the protocol has it.
fn has_position(object: &Map<String, Value>) -> bool {
    let Some(position) = object.get(POSITION) else { return false };
    matches!(position, Value::Array(_)) || holds_puzzle(position, &RecordOptions::default())
}

fn with_position(field: &str) -> BadInput {
    BadInput::new(format!("the field `{POSITION}` would be ignored")).hint(format!(
        "pass the player's grid with `--grid`, send the object as a request to `cluewright serve`, or ignore all fields \
         except the puzzle's with `--field {field}`"
    ))
}

impl<R: Read> Objects<R> {
    /// `head` is the beginning of the text, where the fields are found.
    pub(super) fn new(from: Source<R>, head: &str, wish: &RecordOptions) -> Result<Self, BadInput> {
        let mut lines = head.lines().map(str::trim).filter(|l| !is_passed_over(l));
        let first: Map<String, Value> = serde_json::from_str(lines.next().unwrap_or_default())
            .map_err(|e| BadInput::new(format!("the first line is not an object: {e}")))?;
        let all = || first.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let field = match &wish.field {
            Some(field) if first.contains_key(field) => field.clone(),
            Some(field) => {
                return Err(BadInput::new(format!("there is no field `{field}`")).hint(format!("fields: {}", all())));
            }
            None => {
                let field = |object: &Map<String, Value>| {
                    let mut found = object.iter().filter(|(_, value)| holds_puzzle(value, wish)).map(|(name, _)| name);
                    let first = found.next();
                    first.filter(|name| *name != POSITION).or_else(|| found.next()).or(first).cloned()
                };
                // The first row may have no puzzle, so try other rows.
                let mut others = lines.take(LOOKED_AT).filter_map(|line| serde_json::from_str(line).ok());
                let found = field(&first).or_else(|| others.find_map(|object| field(&object)));
                let hint = || format!("name the field; fields: {}", all());
                found.ok_or_else(|| BadInput::new("no field of the first objects contains a puzzle").hint(hint()))?
            }
        };
        // Nested lists and objects do not become columns.
        let plain = |value: &Value| !matches!(value, Value::Array(_) | Value::Object(_));
        let others = first.iter().filter(|(k, v)| **k != field && plain(v)).map(|(k, _)| k.as_str().into()).collect();
        let refuses_position = wish.field.is_none() && field != POSITION;
        Ok(Self { lines: Lines::new(from), field: field.into(), others, refuses_position })
    }

    pub(super) fn others(&self) -> &[Arc<str>] {
        &self.others
    }

    pub(super) fn next(&mut self) -> Option<Record> {
        let (line, text) = self.lines.next()?;
        let object = text.and_then(|text| {
            serde_json::from_str::<Map<String, Value>>(&text).map_err(|e| {
                let column = u32::try_from(e.column()).unwrap_or(u32::MAX);
                BadInput::new("the line is not a JSON object").at(1, column.max(1))
            })
        });
        let columns = |object: &Map<String, Value>| {
            self.others.iter().map(|name| (Arc::clone(name), plain_text(object.get(&**name)))).collect()
        };
        Some(match object {
            Ok(object) => {
                // `null` means that there is no puzzle, which differs from an empty string.
                let text = match object.get(&*self.field) {
                    _ if self.refuses_position && has_position(&object) => Err(with_position(&self.field)),
                    None => Err(BadInput::new(format!("the object has no field `{}`", self.field))),
                    Some(Value::Null) => Err(BadInput::new("there is no puzzle in this row")),
                    Some(value) => Ok(plain_text(Some(value))),
                };
                Record { field: Some(Arc::clone(&self.field)), columns: columns(&object), ..Record::new(line, text) }
            }
            Err(error) => Record {
                field: Some(Arc::clone(&self.field)),
                columns: columns(&Map::new()),
                ..Record::new(line, Err(error))
            },
        })
    }
}

/// The value of a column as text: a string unchanged, anything else as JSON; empty for a missing value or `null`.
fn plain_text(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

fn holds_puzzle(value: &Value, wish: &RecordOptions) -> bool {
    let text = match value {
        Value::String(text) if text.len() >= 16 || text.contains('\n') => text.clone(),
        Value::Object(_) | Value::Array(_) => value.to_string(),
        _ => return false,
    };
    match &wish.from {
        Some(id) => crate::read_as(id, &text).is_ok(),
        None => crate::is_one_line_puzzle(&text) || (text.contains('\n') && crate::read(&text).is_ok()),
    }
}
