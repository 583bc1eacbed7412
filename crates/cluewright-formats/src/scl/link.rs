//! Extracts the text from a link or an id.

use crate::packed;
use cluewright_core::BadInput;

/// The kind of a link or an id.
pub(super) enum Id<'a> {
    /// The packed text, and whether it was in the path of a link.
    Packed((&'a str, bool)),
    /// The name of a puzzle on a server.
    Remote,
}

const HOSTS: [&str; 3] = ["sudokupad.app/", "sudokupad.com/", "app.crackingthecryptic.com/"];
/// Ids of other formats.
const OTHERS: [&str; 4] = ["fpuz", "scf", "classic", "penpa"];

/// The id in a link of `SudokuPad`, or in an id with its prefix; `None` for other texts.
pub(super) fn parts(text: &str) -> Option<Id<'_>> {
    let host = HOSTS.iter().find_map(|host| text.find(host).filter(|at| *at < 20).map(|at| at + host.len()));
    let (id, from_path) = match (host, text.find("puzzleid=")) {
        (Some(_), Some(at)) => (&text[at + "puzzleid=".len()..], false),
        (Some(at), None) => {
            let path = &text[at..];
            (path.strip_prefix("sudoku/").unwrap_or(path), true)
        }
        (None, _) => (text, true),
    };
    if OTHERS.iter().any(|other| id.starts_with(other)) {
        return None;
    }
    match id.strip_prefix("scl").or_else(|| id.strip_prefix("ctc")) {
        Some(packed) if packed.len() >= 20 => Some(Id::Packed((packed, from_path))),
        _ if host.is_some() => Some(Id::Remote),
        _ => None,
    }
}

/// Whether this word may be the name of a puzzle on `SudokuPad`'s server, without the link: letters mixed with digits, or
/// upper-case with lower-case letters, as the server generates them.
pub(super) fn is_short_id(text: &str) -> bool {
    let has = |sort: fn(&u8) -> bool| text.bytes().any(|b| sort(&b));
    let mixed = has(u8::is_ascii_lowercase) && (has(u8::is_ascii_digit) || has(u8::is_ascii_uppercase));
    (6..=16).contains(&text.len()) && mixed && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// The JSON or the zipped text in a link, an id or packed text, or in the text itself.
pub(super) fn text_of(text: &str) -> Result<String, BadInput> {
    let text = text.trim();
    if text.starts_with('{') {
        return Ok(text.to_owned());
    }
    let (packed, from_path) = match parts(text) {
        Some(Id::Packed(packed)) => packed,
        Some(Id::Remote) => return Err(on_a_server("this link")),
        None if is_short_id(text) => return Err(on_a_server(&format!("the short id `{text}`"))),
        None => (text, false),
    };
    let unpacked = match packed::unfold(packed, from_path) {
        // Some links contain the text unpacked.
        Err(_) if crate::percent::percent_decoded(packed).starts_with('{') => crate::percent::percent_decoded(packed),
        other => other?,
    };
    if unpacked.trim_start().starts_with('{') {
        Ok(unpacked)
    } else {
        Err(BadInput::new("the packed text contains no SudokuPad puzzle").hint("the link may be from another program"))
    }
}

/// The error, with advice, for a text that only names a puzzle on the server.
fn on_a_server(what: &str) -> BadInput {
    BadInput::new(format!(
        "{what} contains only the id of a puzzle on SudokuPad's server, from which nothing is downloaded"
    ))
    .hint("open the puzzle in SudokuPad, export it, and copy the long link that contains `scl`, or the JSON")
}
