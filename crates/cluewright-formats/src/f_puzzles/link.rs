//! From a link or an id to the JSON in it.

use crate::lz;
use crate::percent::percent_decoded;
use cluewright_core::BadInput;

/// The JSON in a link, an id, packed text, or JSON itself.
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
            return Err(BadInput::new("this link only names a puzzle that lies on a server")
                .hint("open it in a browser and copy the long link, or export the puzzle"));
        }
        _ => (text, false),
    };
    let packed = packed.split(['&', '#', '?']).next().unwrap_or("");
    let plain = percent_decoded(packed);
    let packed = if plain.len() < packed.len() { plain } else { packed.to_owned() };
    let unpacked = match lz::decompress(&packed) {
        Err(error) if from_path => slashes_doubled(&packed).ok_or(error)?,
        other => other?,
    };
    if unpacked.trim_start().starts_with('{') {
        Ok(unpacked)
    } else {
        Err(BadInput::new("the packed text holds no f-puzzles JSON").hint("it may be another program's link"))
    }
}

/// A browser joins `//` in the path of a link. Doubles slashes, fewest first, until the text unpacks.
fn slashes_doubled(packed: &str) -> Option<String> {
    let at: Vec<usize> = packed.match_indices('/').map(|(i, _)| i).collect();
    let count = at.len().min(16);
    let mut choices: Vec<u32> = (1..1u32 << count).collect();
    choices.sort_by_key(|c| (c.count_ones(), *c));
    // A link that unfolds to megabytes and is broken only at its end is not unfolded thousands of times.
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

    /// Each of 3,000 ways to double slashes would unfold to 16 MB before it fails.
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
