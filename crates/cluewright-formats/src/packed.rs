//! The packed text in a link: percent signs, slashes that a browser joined, then LZ-string.

use crate::lz;
use crate::percent::percent_decoded;
use cluewright_core::BadInput;

/// The text that was packed. In the path of a link, `//` may have become `/`.
pub(crate) fn unfold(packed: &str, from_path: bool) -> Result<String, BadInput> {
    let packed = packed.split(['&', '#', '?']).next().unwrap_or("");
    let plain = percent_decoded(packed);
    let packed = if plain.len() < packed.len() { plain } else { packed.to_owned() };
    match lz::decompress(&packed) {
        Err(error) if from_path => slashes_doubled(&packed).ok_or(error),
        other => other,
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
