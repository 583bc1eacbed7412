//! JSON in texts and links, plain or packed by LZ-string into base64. Packed objects from any program start with `N4Ig`; their keys
//! identify the program.

use crate::lz;
use crate::percent::unescaped;
use cluewright_core::error::place_number;
use cluewright_core::{BadInput, Sort};
use serde_json::{Map, Value};

/// The number of UTF-16 units of a packed text that are decompressed to find its keys.
const LOOKED_AT: usize = 1 << 18;

/// The form of a format's links.
pub(crate) struct Links {
    /// The host of the links.
    pub(crate) host: &'static str,
    /// The text before the packed text, such as `puzzle=`.
    pub(crate) mark: &'static str,
}

/// A kind of text: a link, an object with these keys, or something else.
pub(crate) enum TextKind {
    /// A link to the format's host.
    Link,
    /// An object with these keys at its top level, packed or not.
    Object(Vec<String>),
    /// Something else.
    Other,
}

/// Determines the kind of the text.
pub(crate) fn look(text: &str, links: &Links) -> TextKind {
    let text = text.trim();
    if text.starts_with('{') {
        return TextKind::Object(keys(text));
    }
    if text.contains(char::is_whitespace) {
        return TextKind::Other;
    }
    let start: String = text.chars().take(60).collect();
    if start.contains(links.host) {
        return TextKind::Link;
    }
    keys_of_packed(text).map_or(TextKind::Other, TextKind::Object)
}

/// The top-level keys of a packed JSON object; `None` if the text is not such an object.
pub(crate) fn keys_of_packed(text: &str) -> Option<Vec<String>> {
    if !text.starts_with("N4Ig") {
        return None;
    }
    // The text may be percent-encoded, as in a link.
    let packed = unescaped(text).unwrap_or_else(|| text.to_owned());
    let json = lz::decompress_within(&packed, &mut { LOOKED_AT }).ok()?;
    json.starts_with('{').then(|| keys(&json))
}

/// The top-level keys of an object, as far as it can be read. Values are skipped.
fn keys(json: &str) -> Vec<String> {
    let bytes = json.as_bytes();
    let (mut keys, mut depth, mut at) = (Vec::new(), 0usize, 0usize);
    while at < bytes.len() {
        match bytes[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let start = at + 1;
                at = start;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let rest = json.get(at.saturating_add(1)..).unwrap_or("");
                if depth == 1 && rest.trim_start().starts_with(':') && keys.len() < 200 {
                    keys.extend(json.get(start..at).map(str::to_owned));
                }
            }
            _ => {}
        }
        at += 1;
    }
    keys
}

/// The text after a mark in a link, up to the next part of the link; `None` if the link does not contain the mark.
pub(crate) fn part<'t>(text: &'t str, mark: &str) -> Option<&'t str> {
    let at = text.find(mark)?;
    text[at + mark.len()..].split(['&', '#']).next()
}

/// The JSON of a puzzle, which is given as a link, packed text or JSON.
pub(crate) fn json_of(text: &str, links: &Links) -> Result<String, BadInput> {
    let text = text.trim();
    if text.starts_with('{') {
        return Ok(text.to_owned());
    }
    let link = text.contains("://") || text.contains(links.host);
    let packed = match part(text, links.mark) {
        Some(packed) => packed,
        None if link => {
            return Err(BadInput::new("this link contains only the id of a puzzle on a server")
                .hint(format!("a link that contains the puzzle has `{}`", links.mark)));
        }
        None => text,
    };
    let json = lz::decompress(&unescaped(packed).unwrap_or_else(|| packed.to_owned()))?;
    if json.trim_start().starts_with('{') {
        Ok(json)
    } else {
        Err(BadInput::new("the packed text contains no JSON object").hint("the link may be from another program"))
    }
}

/// Parses JSON text, which must be an object.
pub(crate) fn object_of(json: &str) -> Result<Map<String, Value>, BadInput> {
    let value: Value = serde_json::from_str(json).map_err(|e| {
        BadInput::new("the JSON is broken")
            .at(place_number(e.line()), place_number(e.column().max(1)))
            .hint(e.to_string())
    })?;
    match value {
        Value::Object(object) => Ok(object),
        _ => Err(BadInput::new("the JSON is not an object")),
    }
}

/// Percent-encodes base64 text for a link: a plus sign becomes `%2B`.
pub(crate) fn percent_encoded(base64: &str) -> String {
    base64.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
}

/// Unpacks text. In the path of a link, `//` may have become `/`.
pub(crate) fn unfold(packed: &str, from_path: bool) -> Result<String, BadInput> {
    let packed = packed.split(['&', '#', '?']).next().unwrap_or("");
    let packed = unescaped(packed).unwrap_or_else(|| packed.to_owned());
    match lz::decompress(&packed) {
        Err(error) if from_path => slashes_doubled(&packed).ok_or(error),
        other => other,
    }
}

/// Browsers replace `//` in the path of a link with `/`. Doubles as few slashes as possible until the text can be unpacked.
fn slashes_doubled(packed: &str) -> Option<String> {
    let at: Vec<usize> = packed.match_indices('/').map(|(i, _)| i).collect();
    let count = at.len().min(16);
    let mut choices: Vec<u32> = (1..1u32 << count).collect();
    choices.order_by_key(|c| (c.count_ones(), *c));
    // Bound the total work: a link that decompresses to megabytes and is damaged only at its end must not be decompressed
    // thousands of times.
    let mut left = 32 << 20;
    choices.into_iter().take(3_000).find_map(|choice| {
        left = usize::checked_sub(left, packed.len())?;
        let mut text = packed.to_owned();
        for i in (0..count).rev().filter(|i| choice >> i & 1 == 1) {
            text.insert(at[i], '/');
        }
        lz::decompress_within(&text, &mut left).ok().filter(|t| t.starts_with('{') && t.ends_with('}'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_at_the_top() {
        assert_eq!(keys(r#"{"size":9,"a\"b":{"grid":1},"t":"size\\","grid":["x"#), ["size", "a\\\"b", "t", "grid"]);
        assert_eq!(keys("{\"é\": 1, \"x"), ["é"]);
        assert!(keys("[\"a\":1]{").len() <= 1);
    }
}
