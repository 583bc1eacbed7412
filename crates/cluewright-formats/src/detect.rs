//! Detects the format of text.

use crate::format::{Format, Likeness, MAX_TEXT, Note, NoteKind};
use crate::{FORMATS, alphabet, by_id, percent};
use cluewright_core::{BadInput, Budget, Puzzle};

/// A puzzle that was read, and its format.
pub struct Read {
    /// The format of the text.
    pub format: &'static dyn Format,
    /// The reason for choosing this format, worded to complete "it looks like FORMAT because ..."; empty if the caller named the
    /// format.
    pub because: &'static str,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The reader's notes on the puzzle.
    pub notes: Vec<Note>,
}

impl std::fmt::Debug for Read {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Read")
            .field("format", &self.format.info().id)
            .field("because", &self.because)
            .field("puzzle", &self.puzzle)
            .field("notes", &self.notes)
            .finish()
    }
}

/// Whether the text itself is a puzzle, without other words around it.
pub(crate) fn is_plain(text: &str) -> bool {
    let plain = |text: &str| read_plain(text, None, &Budget::default()).is_ok();
    tidy(text).is_ok_and(|text| plain(text) || percent::unescaped(text).is_some_and(|text| plain(&text)))
}

/// Whether this line is a whole puzzle by itself, without other words around it.
pub(crate) fn is_line(line: &str) -> bool {
    let line = line.trim();
    line.len() <= MAX_TEXT
        && !line.contains('\n')
        && !alphabet::is_frame(line)
        && (FORMATS.iter().any(|f| f.is_line(line))
            || percent::unescaped(line).is_some_and(|plain| FORMATS.iter().any(|f| f.is_line(&plain))))
}

/// Whether the text, of one line or several, is a puzzle without other words around it.
pub(crate) fn is_puzzle(text: &str) -> bool {
    is_line(text) || text.contains('\n') && is_plain(text)
}

/// The reason why the text could not be read as a puzzle.
pub(crate) struct Refused {
    pub(crate) error: BadInput,
    /// Whether the text has the signature of a format but is not valid in it.
    pub(crate) sure: bool,
}

/// Reads text unchanged: escapes are not decoded, and words around a puzzle are not removed.
pub(crate) fn read_plain(text: &str, id: Option<&str>, budget: &Budget<'_>) -> Result<Read, Refused> {
    let refused = |sure: bool| move |error: BadInput| Refused { error, sure };
    let attempt = |format: &'static dyn Format, because| -> Result<Read, BadInput> {
        let (mut puzzle, mut notes) = format.read(text)?;
        notes.extend(budget.keep(&mut puzzle)?.into_iter().map(|cut| Note::new(NoteKind::Info, cut)));
        Ok(Read { format, because, puzzle, notes })
    };
    if let Some(id) = id {
        let format = by_id(id).map_err(refused(true))?;
        // Texts in these two formats contain only cells, so an error may be due to words around the puzzle.
        return attempt(format, "").map_err(refused(!matches!(id, "grid" | "line")));
    }
    let mut possible: Vec<(&'static dyn Format, &'static str)> = Vec::new();
    for format in FORMATS.iter().copied() {
        match format.likeness(text) {
            Likeness::Sure(why) => {
                return attempt(format, why).map_err(|e| looks_like(e, format, why)).map_err(refused(true));
            }
            Likeness::Maybe(why) => possible.push((format, why)),
            Likeness::No => {}
        }
    }
    let mut failures: Vec<(&'static str, BadInput)> = Vec::new();
    let mut found: Vec<Read> = Vec::new();
    for (format, why) in possible {
        match attempt(format, why) {
            Ok(read) if found.iter().any(|f| same_puzzle(&f.puzzle, &read.puzzle)) => {}
            Ok(read) => found.push(read),
            Err(error) if error.stopped => return Err(refused(true)(error)),
            Err(error) => failures.push((format.info().id, error)),
        }
    }
    match found.len() {
        0 => Err(refused(false)(undetected(failures))),
        1 => Ok(found.remove(0)),
        _ => Err(refused(true)(ambiguous(&found))),
    }
}

/// Whether two puzzles are the same, even if they were read from different formats.
pub(crate) fn same_puzzle(a: &Puzzle, b: &Puzzle) -> bool {
    if a.foreign == b.foreign {
        return a == b;
    }
    let bare = |p: &Puzzle| Puzzle { foreign: None, ..p.clone() };
    bare(a) == bare(b)
}

fn looks_like(error: BadInput, format: &dyn Format, why: &str) -> BadInput {
    if error.stopped || error.hint.is_some() {
        return error;
    }
    error.hint(format!(
        "the text looks like `{}` because {why}; name another format with `--from FORMAT`",
        format.info().id
    ))
}

fn ambiguous(found: &[Read]) -> BadInput {
    let ways: Vec<String> =
        found.iter().map(|r| format!("as `{}`, because {}", r.format.info().id, r.because)).collect();
    let ids: Vec<String> = found.iter().map(|r| format!("`--from {}`", r.format.info().id)).collect();
    BadInput::new(format!("the text can be read in {} ways: {}", found.len(), ways.join("; ")))
        .hint(format!("name the format: {}", ids.join(" or ")))
}

/// The text without a byte order mark. Fails if the text is too long or empty.
pub(crate) fn tidy(text: &str) -> Result<&str, BadInput> {
    if text.len() > MAX_TEXT {
        return Err(BadInput::new(format!("the text is {} bytes long", text.len()))
            .hint(format!("a puzzle has at most {MAX_TEXT} bytes; is this a file with one puzzle per line?")));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(BadInput::new("the text is empty").hint("expected a puzzle"));
    }
    Ok(text)
}

fn undetected(failures: Vec<(&'static str, BadInput)>) -> BadInput {
    let tried: Vec<String> = failures.iter().map(|(id, e)| format!("as `{id}`: {}", e.message)).collect();
    match failures.len() {
        0 => {
            let ids: Vec<&str> = FORMATS.iter().map(|f| f.info().id).collect();
            BadInput::new("this is not a puzzle in a known format").hint(format!("formats: {}", ids.join(", ")))
        }
        1 => failures.into_iter().next().expect("one failure").1,
        _ => {
            // The mistake is most likely at the place where the reader that got furthest stopped.
            let far = failures.iter().max_by_key(|(_, e)| e.place);
            let mut error = BadInput::new(format!("this is not a puzzle we can read; {}", tried.join("; ")));
            if let Some((_, BadInput { place: Some((line, column)), .. })) = far {
                error = error.at(*line, *column);
            }
            error.hint("name the format with `--from FORMAT`")
        }
    }
}
