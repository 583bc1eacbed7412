//! Reads texts as puzzles: first unchanged and, if no format accepts them, without the words around the puzzle.

use crate::detect::{Read, is_line, read_plain, tidy};
use crate::{paste, percent};
use cluewright_core::{BadInput, Budget};

/// Reads text in any format, which is detected.
///
/// If the text has the signature of a format, that format reads it. If the text has no signature, all possible formats are tried;
/// if they give different puzzles, the text is ambiguous, and the error lists the readings.
pub fn read(text: &str) -> Result<Read, BadInput> {
    read_within(text, None, &Budget::default())
}

/// Reads text in the format with this id.
pub fn read_as(id: &str, text: &str) -> Result<Read, BadInput> {
    read_within(text, Some(id), &Budget::default())
}

/// Reads text within a budget, in the format `id` if an id is given. A note lists the parts that were cut to stay within the
/// budget. Errors in addition to those of [`read`]: the puzzle exceeds the budget, or the time limit was reached.
pub fn read_within(text: &str, id: Option<&str>, budget: &Budget<'_>) -> Result<Read, BadInput> {
    let text = tidy(text)?;
    read_plain(text, id, budget).or_else(|refused| {
        let error = refused.error;
        if error.stopped {
            return Err(error);
        }
        if let Some(Ok(read)) = percent::unescaped(text).map(|plain| read_plain(&plain, id, budget)) {
            return Ok(read);
        }
        let read = |part: &str| read_plain(part, id, budget).map_err(|refused| refused.error);
        if refused.sure {
            // The signature may belong to a link inside a single word: `[name](link)`.
            let link = paste::link_in(text).filter(|_| !text.trim().contains(char::is_whitespace));
            return link.and_then(|_| paste::find(text, &read)).unwrap_or(Err(error));
        }
        paste::find(text, &read).unwrap_or_else(|| Err(paste::recognised(text).unwrap_or(error)))
    })
}

/// Whether this line is a whole puzzle by itself (in a format that needs only one line). The answer distinguishes a file with one
/// puzzle per line from a file with one puzzle.
///
/// ```
/// assert!(cluewright_formats::is_one_line_puzzle("1...............")); // 4x4
/// assert!(!cluewright_formats::is_one_line_puzzle("title: Miracle"));
/// assert!(!cluewright_formats::is_one_line_puzzle(".-------.-------.-------.")); // a part of a frame
/// ```
pub fn is_one_line_puzzle(line: &str) -> bool {
    is_line(line) || paste::link_in(line).is_some_and(is_line)
}
