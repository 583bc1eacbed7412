//! Reads texts into a [`Puzzle`](cluewright_core::Puzzle) and writes them back, with one file per format, and detects the format of
//! text. This crate is part of Cluewright and has no stability promise: use the crate `cluewright`.
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
//! A reader never silently drops a part that it does not understand: the reader adds a [`Note`] or, for many similar parts, a few
//! notes and the number of the remaining parts. No reader panics on any input, and all readers are bounded by [`MAX_TEXT`] and by a
//! [`Budget`](cluewright_core::budget::Budget).

use cluewright_core::BadInput;
use cluewright_core::error::place_number;

mod alphabet;
mod andoku;
mod blanks;
mod cages;
mod cells;
mod clue;
mod detect;
mod digits;
mod f_puzzles;
mod fact;
mod foreign;
mod format;
mod grid;
mod hodoku;
mod iss;
mod jigsaw;
mod ksudoku;
mod letter_cages;
mod line;
mod lists;
mod lisudoku;
mod lz;
mod notes;
mod objects;
mod open_sudoku;
mod packed;
mod paste;
mod penpa;
mod percent;
mod plain;
mod ps;
mod puzz_link;
mod reading;
mod recorded;
mod remarks;
mod scf;
mod scl;
mod sdk;
mod sdx;
mod several;
mod short;
mod snarfable;
mod solo;
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
pub use andoku::Andoku;
pub use clue::{Clue, clue_text, rule_text};
pub use detect::Read;
pub use f_puzzles::{FPuzzles, bind_drawings, json_of as f_puzzles_json};
pub use fact::{Fact, Says};
pub use format::{Format, FormatInfo, Likeness, MAX_TEXT, Note, NoteKind};
pub use grid::Grid;
pub use hodoku::Hodoku;
pub use iss::Iss;
pub use jigsaw::Jigsaw;
pub use ksudoku::Ksudoku;
pub use letter_cages::LetterCages;
pub use line::Line;
pub use lisudoku::Lisudoku;
pub use open_sudoku::OpenSudoku;
pub use penpa::Penpa;
pub use ps::Ps;
pub use puzz_link::PuzzLink;
pub use reading::{is_one_line_puzzle, read, read_as, read_within};
pub use scf::Scf;
pub use scl::Scl;
pub use sdk::Sdk;
pub use sdx::Sdx;
pub use snarfable::Snarfable;
pub use solo::Solo;
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
        /// All formats, in the order in which they are tried.
        pub static FORMATS: &[&dyn Format] = &[$(&$format),*];
    };
}

// The order decides between formats with the same signature, and which format is reported if two of them read the same puzzle.
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
    PuzzLink,
    Solo,
    Andoku,
    OpenSudoku,
    Ksudoku,
    Iss,
    Hodoku,
    Sdx,
    Sdk,
    Sukaku,
    Line,
    Grid,
    Ss
];

/// Alternative names of formats, most of which are the names of programs that use the format.
const OTHER_NAMES: [(&str, &str); 6] = [
    ("sudokupad", "scl"),
    ("ctc", "scl"),
    ("fpuzzles", "f-puzzles"),
    ("sudoku-pad", "scl"),
    ("open-sudoku", "opensudoku"),
    ("interactive-sudoku-solver", "iss"),
];

/// The format with this id or alternative name, ignoring case.
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

/// Converts a file's bytes to text. Fails if the bytes are not UTF-8 or are binary data. Limits on the size are checked when the
/// text is read.
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
        Err(BadInput::new(what).at(line, column).hint("a puzzle must be a text file in UTF-8"))
    };
    if let Some(at) = bytes.iter().position(|&b| b == 0) {
        return bad(at, "this is a binary file, not a puzzle");
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(e) => bad(e.valid_up_to(), "this is not UTF-8 text"),
    }
}
