//! The shorter text that `SudokuPad` packs: JSON with short names and without most quotation marks (`PuzzleZipper`).
//!
//! This form loses information (a `"` in text becomes `'`), so it is only read. Source of the rules for names, colours and blanks
//! (facts only): SudokuPad/sudokutools.

use serde_json::{Map, Value};

const NAMES: [(&str, &str); 23] = [
    ("c", "color"),
    ("ca", "cages"),
    ("ct", "center"),
    ("c1", "borderColor"),
    ("c2", "backgroundColor"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("a", "arrows"),
    ("o", "overlays"),
    ("u", "underlays"),
    ("w", "width"),
    ("h", "height"),
    ("v", "value"),
    ("vd", "videos"),
    ("l", "lines"),
    ("r", "rounded"),
    ("re", "regions"),
    ("fs", "fontSize"),
    ("th", "thickness"),
    ("hl", "headLength"),
    ("wp", "wayPoints"),
    ("t", "title"),
    ("te", "text"),
];

/// The maximum length of a value that can be abbreviated: a colour such as `CFCFCF`.
const LONGEST: usize = 6;

/// Restores the JSON from zipped text; `None` if the text is not zipped JSON.
pub(super) fn unzipped(text: &str) -> Option<Value> {
    serde_json::from_str(&json_text(text)).ok().map(named)
}

/// Converts zipped text to JSON text: adds quotation marks, quotes names, and fills in omitted values.
fn json_text(text: &str) -> String {
    // If the text contains double quotation marks, single ones do not delimit strings.
    let quote = if text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len() * 2);
    let mut rest = text;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        if c == quote {
            let length = string(rest, quote, &mut out);
            rest = &rest[length..];
            before = quote;
            continue;
        }
        if matches!(before, ',' | '{' | '[') {
            if matches!(c, ',' | '}' | ']') {
                if !(before == '{' && c == '}') {
                    out.push_str("{}");
                }
            } else {
                let word = word(rest);
                if !word.is_empty() && rest[word.len()..].starts_with(':') {
                    out.push('"');
                    out.push_str(word);
                    out.push('"');
                    rest = &rest[word.len()..];
                    before = 'a';
                    continue;
                }
            }
        } else if before == ':' {
            // Longer values have no abbreviation. Search only this far, as a text with many colons would otherwise take quadratic
            // time.
            let end = rest.bytes().take(LONGEST + 1).position(|b| matches!(b, b',' | b'}' | b']'));
            let end = end.unwrap_or(if rest.len() <= LONGEST { rest.len() } else { 0 });
            let value = &rest[..end];
            let hex = value.len() == 6 && value.bytes().all(|b| b.is_ascii_hexdigit());
            let full = match value {
                "f" => Some("false".to_owned()),
                "t" => Some("true".to_owned()),
                "#0" => Some("\"#000000\"".to_owned()),
                "#F" => Some("\"#FFFFFF\"".to_owned()),
                _ if hex => Some(format!("\"#{value}\"")),
                _ => None,
            };
            if let Some(full) = full {
                out.push_str(&full);
                rest = &rest[end..];
                before = 'a';
                continue;
            }
        }
        out.push(c);
        if !c.is_whitespace() {
            before = c;
        }
        rest = &rest[c.len_utf8()..];
    }
    out
}

fn word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len())]
}

/// Copies the string that the text starts with, in JSON's quotation marks; returns its length.
fn string(text: &str, quote: char, out: &mut String) -> usize {
    out.push('"');
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some((_, '\'')) => out.push('\''),
                Some((_, other)) => out.extend(['\\', other]),
                None => out.push('\\'),
            },
            c if c == quote => {
                out.push('"');
                return at + c.len_utf8();
            }
            c => out.push(c),
        }
    }
    text.len()
}

fn named(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(named).collect(),
        Value::Object(fields) => {
            let full = |key: String| match NAMES.iter().find(|n| n.0 == key) {
                Some((_, name)) => (*name).to_owned(),
                None => key,
            };
            let fields: Map<String, Value> = fields.into_iter().map(|(key, v)| (full(key), named(v))).collect();
            Value::Object(fields)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_example_comes_back() {
        let zipped = "{id:'x',cs:50,ce:[[{v:9},],[,]],re:[[[0,0],[0,1],[1,0],[1,1]]],ca:[{unique:t,ce:[[0,0],[0,1]],v:10}],\
                      l:[{c:CFCFCF,th:21,wp:[[0.5,0.5],[0.5,1.5]]}],o:[{ct:[1,1],w:0.3,h:0.3,r:t,c2:#0}]}";
        let plain = json!({
            "id": "x", "cellSize": 50, "cells": [[{"value": 9}, {}], [{}, {}]],
            "regions": [[[0, 0], [0, 1], [1, 0], [1, 1]]],
            "cages": [{"unique": true, "cells": [[0, 0], [0, 1]], "value": 10}],
            "lines": [{"color": "#CFCFCF", "thickness": 21, "wayPoints": [[0.5, 0.5], [0.5, 1.5]]}],
            "overlays": [{"center": [1, 1], "width": 0.3, "height": 0.3, "rounded": true, "backgroundColor": "#000000"}],
        });
        assert_eq!(unzipped(zipped), Some(plain));
    }

    #[test]
    fn texts_with_marks_of_all_sorts() {
        let zipped = "{ca:[{v:'title: it\\'s [a,b:t] {,}'}],metadata:{},x:f}";
        let plain = json!({"cages": [{"value": "title: it's [a,b:t] {,}"}], "metadata": {}, "x": false});
        assert_eq!(unzipped(zipped), Some(plain));
        for broken in ["{a:'", "{a:'\\", "{a", "{", "{ce:[[", "{'"] {
            assert_eq!(unzipped(broken), None, "{broken}");
        }
    }
}
