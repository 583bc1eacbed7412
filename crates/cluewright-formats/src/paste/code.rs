//! Finds grids in source code and in JSON: the list that is a grid, regardless of the text around it.

use super::part::Part;
use crate::lists;
use serde_json::Value;

/// The maximum number of opening brackets at which a list is tried.
const MOST: usize = 40;

/// Finds lists in brackets of any kind: `{{5, 3}, {6, 0}}` in C and Java, `vec![...]`, `[5 3; 6 0]`, `[|5, 3|6, 0|]`.
pub(super) fn lists(text: &str) -> Vec<Part> {
    let note = "only the list in the text was read";
    let mut plain = text.replace("vec!", "").replace("[|", "[[").replace("|]", "]]");
    if plain.len() < text.len() || text.contains("[|") {
        plain = plain.replace('|', "],[");
    }
    // Rows may be quoted, with any text between them.
    for mark in ['"', '\''] {
        let rows: Vec<&str> = text.split(mark).skip(1).step_by(2).collect();
        let list = format!("[\"{}\"]", rows.join("\",\""));
        if rows.len() >= 4 && rows.iter().all(|row| row.len() == rows.len()) && lists::grid_at(&list).is_some() {
            return vec![Part::new(list, "the texts in quotation marks were read as rows")];
        }
    }
    // Items of YAML lists start with `- `.
    plain = plain.replace("- [", "[").replace("- \"", "\"").replace("- '", "'");
    let braces = plain.replace('{', "[").replace('}', "]");
    let rows = braces.replace("],", "\u{1}").replace(';', "],[").replace('\u{1}', "],");
    let mut out: Vec<Part> = Vec::new();
    for text in [&plain, &braces, &rows] {
        let starts = text.match_indices(['[', '(', '"', '\'']).map(|(at, _)| at).take(MOST);
        for start in starts {
            let Some(length) = lists::grid_at(&text[start..]) else { continue };
            let list = text[start..start + length].to_owned();
            let list = if text == &rows && !list.starts_with("[[") { format!("[{list}]") } else { list };
            if !out.iter().any(|part| part.text == list || part.text.contains(&list)) {
                out.push(Part::new(list, note));
            }
        }
        if !out.is_empty() {
            return out;
        }
    }
    // In `[5 3; 6 0]`, the whole list is in brackets, but its rows are not.
    let wrapped =
        rows.find('[').zip(rows.rfind(']')).map(|(from, to)| rows.get(from..=to).map(|list| format!("[{list}]")));
    wrapped
        .flatten()
        .filter(|list| lists::grid_at(list).is_some())
        .map(|list| Part::new(list, note))
        .into_iter()
        .collect()
}

/// The fields of a JSON text that may be puzzles, except solutions.
pub(super) fn json(text: &str) -> Vec<Part> {
    let inner = text.find('{').zip(text.rfind('}')).and_then(|(from, to)| text.get(from..=to)).unwrap_or("");
    let Ok(value) = serde_json::from_str::<Value>(inner) else { return Vec::new() };
    let mut found = Vec::new();
    fields("", &value, &mut found);
    let part = |(name, text): (String, String)| Part::new(text, format!("the field `{name}` of the JSON was read"));
    found.into_iter().map(part).collect()
}

/// Whether the text has a JSON object in each of several lines.
pub(super) fn is_lines(text: &str) -> bool {
    let is_object = |line: &&str| line.trim_start().starts_with('{') && serde_json::from_str::<Value>(line).is_ok();
    text.lines().filter(is_object).nth(1).is_some()
}

fn fields(name: &str, value: &Value, found: &mut Vec<(String, String)>) {
    if found.len() >= MOST || is_answer(name) {
        return;
    }
    match value {
        Value::String(text) if text.len() >= 16 && crate::detect::is_puzzle(text) => {
            found.push((name.to_owned(), text.clone()));
        }
        Value::Array(_) if lists::grid_at(&value.to_string()).is_some() => {
            found.push((name.to_owned(), value.to_string()));
        }
        Value::Array(items) => items.iter().for_each(|item| fields(name, item, found)),
        Value::Object(object) => object.iter().for_each(|(name, value)| fields(name, value, found)),
        _ => {}
    }
}

/// Whether this is the name of an answer rather than of a puzzle.
pub(crate) fn is_answer(name: &str) -> bool {
    let name = name.to_lowercase();
    ["solution", "solved", "answer", "result"].iter().any(|word| name.starts_with(word))
}
