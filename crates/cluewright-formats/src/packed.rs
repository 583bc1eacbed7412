//! JSON in texts and links: as it is, or packed by LZ-string into base64.
//!
//! Packed objects all start with `N4Ig`, whatever program wrote them. Which one did is told by their keys.

use crate::lz;
use crate::percent::percent_decoded;
use cluewright_core::BadInput;
use cluewright_core::error::place_number;
use serde_json::{Map, Value};

/// Units of a packed text that are unfolded to look at its keys.
const LOOKED_AT: usize = 1 << 18;

/// What a format's links look like.
pub(crate) struct Links {
    /// The host.
    pub(crate) host: &'static str,
    /// What stands before the packed text: `puzzle=`.
    pub(crate) mark: &'static str,
}

/// Where a text of a format may be one: a link, or an object with these keys.
pub(crate) enum Look {
    /// A link to the format's host.
    Link,
    /// An object with these keys at its top, packed or not.
    Object(Vec<String>),
    /// Something else.
    Other,
}

/// A first look at a text.
pub(crate) fn look(text: &str, links: &Links) -> Look {
    let text = text.trim();
    if text.starts_with('{') {
        return Look::Object(keys(text));
    }
    if text.contains(char::is_whitespace) {
        return Look::Other;
    }
    let start: String = text.chars().take(60).collect();
    if start.contains(links.host) {
        return Look::Link;
    }
    match text.starts_with("N4Ig").then(|| lz::decompress_within(text, &mut { LOOKED_AT })) {
        Some(Ok(json)) if json.starts_with('{') => Look::Object(keys(&json)),
        _ => Look::Other,
    }
}

/// The keys at the top of an object, as far as it can be read. Texts in it are only skipped.
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

/// What stands in a link behind its mark, up to the next part of the link; none when the mark is not there.
pub(crate) fn part<'t>(text: &'t str, mark: &str) -> Option<&'t str> {
    let at = text.find(mark)?;
    text[at + mark.len()..].split(['&', '#']).next()
}

/// The JSON in a link, packed text or JSON itself.
pub(crate) fn json_of(text: &str, links: &Links) -> Result<String, BadInput> {
    let text = text.trim();
    if text.starts_with('{') {
        return Ok(text.to_owned());
    }
    let link = text.contains("://") || text.contains(links.host);
    let packed = match part(text, links.mark) {
        Some(packed) => packed,
        None if link => {
            return Err(BadInput::new("this link only names a puzzle that lies on a server")
                .hint(format!("a link with the puzzle in it has `{}`", links.mark)));
        }
        None => text,
    };
    let plain = percent_decoded(packed);
    let json = lz::decompress(if plain.len() < packed.len() { &plain } else { packed })?;
    if json.trim_start().starts_with('{') {
        Ok(json)
    } else {
        Err(BadInput::new("the packed text holds no JSON object").hint("it may be another program's link"))
    }
}

/// The object that a JSON text is.
pub(crate) fn object_of(json: &str) -> Result<Map<String, Value>, BadInput> {
    let value: Value = serde_json::from_str(json).map_err(|e| {
        BadInput::new("the JSON is broken")
            .at(place_number(e.line()), place_number(e.column().max(1)))
            .hint(e.to_string())
    })?;
    match value {
        Value::Object(object) => Ok(object),
        _ => Err(BadInput::new("the JSON is no object")),
    }
}

/// The text as it stands in a link: `%2B` for a plus.
pub(crate) fn percent_encoded(base64: &str) -> String {
    base64.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
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
