//! Text in, [`Puzzle`] out, and back: one file per format, and finding out which format a text is in.
//!
//! A part of Cluewright, about which no promise of stability is made: the crate `cluewright` is what to use.
//!
//! ```
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let read = cluewright_formats::read(text)?;
//! assert_eq!(read.format.info().id, "line");
//! assert_eq!(read.puzzle.givens.len(), 30);
//! let (file, _) = cluewright_formats::by_id("clue")?.write(&read.puzzle)?;
//! assert_eq!(cluewright_formats::read(&file)?.puzzle.givens, read.puzzle.givens);
//! # Ok::<(), cluewright_core::BadInput>(())
//! ```
//!
//! A reader never drops what it did not understand: it makes a [`Note`], and where there are many alike, a few and their
//! number. No reader panics, whatever the bytes, and every one of them is bounded by [`MAX_TEXT`] and by a
//! [`Budget`].

use cluewright_core::error::place_number;
use cluewright_core::{BadInput, Budget, Puzzle};

mod alphabet;
mod blanks;
mod cages;
mod cells;
mod clue;
mod digits;
mod f_puzzles;
mod fact;
mod foreign;
mod format;
mod grid;
mod hodoku;
mod iss;
mod jigsaw;
mod letter_cages;
mod line;
mod lists;
mod lisudoku;
mod lz;
mod notes;
mod objects;
mod open_sudoku;
mod packed;
mod penpa;
mod percent;
mod plain;
mod ps;
mod recorded;
mod remarks;
mod scf;
mod scl;
mod sdk;
mod sdx;
mod several;
mod short;
mod snarfable;
mod ss;
mod sudoku_exchange;
mod sudoku_setter;
mod sudokumaker;
mod sudokuwiki;
mod sukaku;
mod sumocue;
mod wiki_killer;

pub mod records;

pub use alphabet::solution_text;
pub use clue::{Clue, clue_text, rule_text};
pub use f_puzzles::{FPuzzles, bind_drawings, json_of as f_puzzles_json};
pub use fact::{Fact, Says};
pub use format::{Format, FormatInfo, Likeness, MAX_TEXT, Note, NoteKind};
pub use grid::Grid;
pub use hodoku::Hodoku;
pub use iss::Iss;
pub use jigsaw::Jigsaw;
pub use letter_cages::LetterCages;
pub use line::Line;
pub use lisudoku::Lisudoku;
pub use open_sudoku::OpenSudoku;
pub use penpa::Penpa;
pub use ps::Ps;
pub use scf::Scf;
pub use scl::Scl;
pub use sdk::Sdk;
pub use sdx::Sdx;
pub use snarfable::Snarfable;
pub use ss::Ss;
pub use sudoku_exchange::SudokuExchange;
pub use sudoku_setter::SudokuSetter;
pub use sudokumaker::SudokuMaker;
pub use sudokuwiki::SudokuWiki;
pub use sukaku::Sukaku;
pub use sumocue::SumoCue;
pub use wiki_killer::WikiKiller;

macro_rules! formats {
    ($($format:ident),* $(,)?) => {
        /// Every format, in the order they are tried.
        pub static FORMATS: &[&dyn Format] = &[$(&$format),*];
    };
}

// One word a format. The order decides between formats that have the same mark, and which of two that read the same
// puzzle is named.
formats![
    Clue,
    FPuzzles,
    Lisudoku,
    SudokuMaker,
    SudokuSetter,
    Scf,
    Scl,
    SudokuExchange,
    WikiKiller,
    SudokuWiki,
    SumoCue,
    Ps,
    LetterCages,
    Snarfable,
    Jigsaw,
    Penpa,
    OpenSudoku,
    Iss,
    Hodoku,
    Sdx,
    Sdk,
    Sukaku,
    Line,
    Grid,
    Ss
];

/// A puzzle read, and how.
pub struct Read {
    /// The format it was in.
    pub format: &'static dyn Format,
    /// What it was taken for that by: completes "it looks like FORMAT because ..."; empty: somebody said so.
    pub because: &'static str,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What there is to say about it.
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

/// What else people call formats, after the programs whose they are.
const OTHER_NAMES: [(&str, &str); 6] = [
    ("sudokupad", "scl"),
    ("ctc", "scl"),
    ("fpuzzles", "f-puzzles"),
    ("sudoku-pad", "scl"),
    ("open-sudoku", "opensudoku"),
    ("interactive-sudoku-solver", "iss"),
];

/// The format with this id, or with another name in use; small letters or capitals.
pub fn by_id(id: &str) -> Result<&'static dyn Format, BadInput> {
    let lower = id.trim().to_lowercase();
    let named = OTHER_NAMES.iter().find(|(other, _)| *other == lower).map_or(&*lower, |(_, id)| *id);
    FORMATS.iter().copied().find(|f| f.info().id == named).ok_or_else(|| {
        let ids: Vec<&str> = FORMATS.iter().map(|f| f.info().id).collect();
        let ends = |f: &&&'static dyn Format| f.info().endings.iter().any(|ending| ending.eq_ignore_ascii_case(id));
        let ended = FORMATS.iter().find(ends).map(|f| f.info().id);
        let near = ended.or_else(|| cluewright_rules::syntax::nearest(&id.to_lowercase(), ids.iter().copied()));
        BadInput::new(format!("there is no format `{id}`")).hint(match near {
            Some(near) => format!("did you mean `{near}`? formats: {}", ids.join(", ")),
            None => format!("formats: {}", ids.join(", ")),
        })
    })
}

/// Reads a text in whatever format it is in.
///
/// A format's mark decides. Without one, all formats that the text looks like read it; when they find different puzzles,
/// the text is ambiguous, which is an error that names the readings.
pub fn read(text: &str) -> Result<Read, BadInput> {
    read_within(text, None, &Budget::default())
}

/// Reads a text in the format called `id`.
pub fn read_as(id: &str, text: &str) -> Result<Read, BadInput> {
    read_within(text, Some(id), &Budget::default())
}

/// Reads a text, in the format called `id` where one is named, within a budget; a note tells what was cut.
///
/// Errors besides those of [`read`]: the puzzle is larger than the budget allows, or the time was up.
pub fn read_within(text: &str, id: Option<&str>, budget: &Budget<'_>) -> Result<Read, BadInput> {
    let text = tidy(text)?;
    read_plain(text, id, budget).or_else(|error| match percent::unescaped(text) {
        Some(plain) if !error.stopped => read_plain(&plain, id, budget).map_err(|_| error),
        _ => Err(error),
    })
}

/// The same for a text as it stands, with all the escapes it has.
fn read_plain(text: &str, id: Option<&str>, budget: &Budget<'_>) -> Result<Read, BadInput> {
    let attempt = |format: &'static dyn Format, because| -> Result<Read, BadInput> {
        let (mut puzzle, mut notes) = format.read(text)?;
        notes.extend(budget.keep(&mut puzzle)?.into_iter().map(|cut| Note::new(NoteKind::Info, cut)));
        Ok(Read { format, because, puzzle, notes })
    };
    if let Some(id) = id {
        return attempt(by_id(id)?, "");
    }
    let mut possible: Vec<(&'static dyn Format, &'static str)> = Vec::new();
    for format in FORMATS.iter().copied() {
        match format.likeness(text) {
            Likeness::Sure(why) => return attempt(format, why).map_err(|e| looks_like(e, format, why)),
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
            Err(error) if error.stopped => return Err(error),
            Err(error) => failures.push((format.info().id, error)),
        }
    }
    match found.len() {
        0 => Err(undetected(failures)),
        1 => Ok(found.remove(0)),
        _ => Err(ambiguous(&found)),
    }
}

/// Is it the same puzzle, whatever it was written in?
fn same_puzzle(a: &Puzzle, b: &Puzzle) -> bool {
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
    error.hint(format!("it looks like `{}` because {why}; `--from FORMAT` says otherwise", format.info().id))
}

fn ambiguous(found: &[Read]) -> BadInput {
    let ways: Vec<String> =
        found.iter().map(|r| format!("as `{}`, because {}", r.format.info().id, r.because)).collect();
    let ids: Vec<String> = found.iter().map(|r| format!("`--from {}`", r.format.info().id)).collect();
    BadInput::new(format!("the text can be read in {} ways: {}", found.len(), ways.join("; ")))
        .hint(format!("say which is meant: {}", ids.join(" or ")))
}

/// The text in a file's bytes: UTF-8, not binary. `tidy` and size limits come when it is read.
///
/// ```
/// assert!(cluewright_formats::text_of(b"\x7fELF\x02\x01\x01\0\0").is_err());
/// assert_eq!(cluewright_formats::text_of(b"\xEF\xBB\xBFgrid: 9x9").unwrap(), "grid: 9x9");
/// ```
pub fn text_of(bytes: &[u8]) -> Result<&str, BadInput> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let place = |at: usize| {
        let before = &bytes[..at];
        let lines = before.split(|&b| b == b'\n');
        let column = lines.clone().next_back().map_or(0, <[u8]>::len) + 1;
        (place_number(lines.count()), place_number(column))
    };
    let bad = |at: usize, what: &str| {
        let (line, column) = place(at);
        Err(BadInput::new(what).at(line, column).hint("puzzles are text files in UTF-8"))
    };
    if let Some(at) = bytes.iter().position(|&b| b == 0) {
        return bad(at, "this is a binary file, not a puzzle");
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(e) => bad(e.valid_up_to(), "this is not text in UTF-8"),
    }
}

/// Is this line a whole puzzle by itself (of a format that needs one line only)? What tells a file with a puzzle a
/// line from a file with one puzzle.
///
/// ```
/// assert!(cluewright_formats::is_one_line_puzzle("1...............")); // 4x4
/// assert!(!cluewright_formats::is_one_line_puzzle("title: Miracle"));
/// assert!(!cluewright_formats::is_one_line_puzzle(".-------.-------.-------.")); // a part of a frame
/// ```
pub fn is_one_line_puzzle(line: &str) -> bool {
    let line = line.trim();
    line.len() <= MAX_TEXT
        && !line.contains('\n')
        && !alphabet::is_frame(line)
        && (FORMATS.iter().any(|f| f.is_line(line))
            || percent::unescaped(line).is_some_and(|plain| FORMATS.iter().any(|f| f.is_line(&plain))))
}

fn tidy(text: &str) -> Result<&str, BadInput> {
    if text.len() > MAX_TEXT {
        return Err(BadInput::new(format!("the text is {} bytes long", text.len()))
            .hint(format!("one puzzle has at most {MAX_TEXT} bytes; is it a file with a puzzle a line?")));
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
            BadInput::new("this is no puzzle in a format we know").hint(format!("formats: {}", ids.join(", ")))
        }
        1 => failures.into_iter().next().expect("one failure").1,
        _ => {
            // The place of the reading that got farthest is the likeliest place of the mistake.
            let far = failures.iter().max_by_key(|(_, e)| e.place);
            let mut error = BadInput::new(format!("this is no puzzle we can read; {}", tried.join("; ")));
            if let Some((_, BadInput { place: Some((line, column)), .. })) = far {
                error = error.at(*line, *column);
            }
            error.hint("`--from FORMAT` says which format is meant")
        }
    }
}
