//! Extracts the JSON from a link or an id.

use crate::packed;
use cluewright_core::BadInput;

/// The JSON of a puzzle, which is given as a link, an id, packed text or JSON.
///
/// ```
/// let json = cluewright_formats::f_puzzles_json("https://f-puzzles.com/?load=N4IgzglgXgpiBcAWAvkA")?;
/// assert_eq!(json, r#"{"size":4}"#);
/// # Ok::<(), cluewright_core::BadInput>(())
/// ```
pub fn json_of(text: &str) -> Result<String, BadInput> {
    let text = text.trim();
    if text.starts_with('{') {
        return Ok(text.to_owned());
    }
    let after = |mark: &str| text.find(mark).map(|at| &text[at + mark.len()..]);
    let short = after("?id=").or_else(|| after("&id=")).is_some();
    let (packed, from_path) = match (after("load="), after("fpuzzles"), after("fpuz")) {
        (Some(rest), _, _) => (rest, false),
        (_, Some(rest), _) | (_, _, Some(rest)) => (rest, !text.contains("puzzleid=")),
        _ if short => {
            return Err(BadInput::new("this link contains only the id of a puzzle on a server")
                .hint("open the link in a browser and copy the long link, or export the puzzle"));
        }
        _ => (text, false),
    };
    if packed.len() < 16 && from_path && text.contains("://") {
        return Err(BadInput::new("this link contains only the id of a puzzle on a server")
            .hint("open the link in a browser and copy the long link, or export the puzzle"));
    }
    let unpacked = packed::unfold(packed, from_path)?;
    if unpacked.trim_start().starts_with('{') {
        Ok(unpacked)
    } else {
        Err(BadInput::new("the packed text contains no f-puzzles JSON").hint("the link may be from another program"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lz;

    /// Each of the 3,000 ways to double slashes would decompress 16 MB before failing.
    #[test]
    fn a_broken_link_is_not_unfolded_for_long() {
        let packed = lz::compress(&format!("{{{}", "a".repeat(8_000_000)));
        let body = packed.trim_end_matches('=');
        let link = format!("https://sudokupad.app/fpuz{}{}", &body[..body.len() - 8], "/A".repeat(16));
        let started = std::time::Instant::now();
        assert!(json_of(&link).is_err());
        assert!(started.elapsed().as_secs() < 30);
    }
}
