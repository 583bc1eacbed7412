//! Files of many puzzles, read record by record from any reader, in bounded memory.
//!
//! A record is a line that is a whole puzzle ([`crate::Format::is_line`]), a row of a table with a heading, or a JSON object with
//! the puzzle in one of its fields. Any other text is one record. Two puzzles are never merged: each line of a batch is read by
//! itself, and a line that is not a puzzle becomes a record with the reason.
//!
//! ```
//! use cluewright_formats::records::{Records, RecordOptions};
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nnonsense\n.~R1C1_5.Cage~3~R1C2~R1C3\n";
//! let mut records = Records::open(text.as_bytes(), &RecordOptions::default())?;
//! let puzzles: Vec<bool> = records.by_ref().map(|r| cluewright_formats::read(&r.text.unwrap()).is_ok()).collect();
//! assert_eq!(puzzles, [true, false, true]);
//!
//! let table = "name,puzzle\nfirst,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
//! let mut records = Records::open(table.as_bytes(), &RecordOptions::default())?;
//! assert_eq!(&*records.columns()[0], "name");
//! assert_eq!(records.next().unwrap().columns[0].1, "first");
//! # Ok::<(), cluewright_core::BadInput>(())
//! ```

mod blocks;
mod lines;
mod objects;
mod packed;
mod parts;
mod record;
mod table;

pub use packed::whole;
pub use parts::BETWEEN;
pub use record::{Record, RecordOptions, quoted};

use crate::MAX_TEXT;
use blocks::Blocks;
use cluewright_core::BadInput;
use lines::Lines;
use objects::Objects;
use packed::Unpacked;
use parts::Parts;
use record::{LOOKED_AT, broken, is_passed_over};
use std::io::{BufReader, Read};
use std::sync::Arc;
use table::Table;

/// The number of bytes at the beginning of the text from which its layout is determined.
const HEAD: usize = 64 * 1024;
/// The way in which the text is split into records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// The whole text is one puzzle.
    One,
    /// One puzzle per line.
    Lines,
    /// A table with a heading (CSV), with one puzzle per row.
    Table,
    /// One JSON object per line, with the puzzle in one of its fields.
    Objects,
    /// Puzzles of several lines each, separated by lines `===` ([`BETWEEN`]).
    Parts,
    /// Drawn grids one below the other, with titles or empty lines between them.
    Grids,
}

/// The records of the text, in order. Comments (`#`) and blank lines between them are skipped.
pub struct Records<R> {
    name: Option<Arc<str>>,
    cut: Cut<Unpacked<R>>,
}

#[allow(clippy::large_enum_variant, reason = "there is one of it for a whole text")]
enum Cut<R> {
    One(Option<Record>),
    Lines(Lines<R>),
    Table(Table<R>),
    Objects(Objects<R>),
    Parts(Parts<R>),
    Grids(Blocks<R>),
}

impl<R: Read> Records<R> {
    /// Examines the beginning of the text and decides how to split it into records. Text with one puzzle is read to its end. Gzip
    /// data is decompressed. Errors: reading fails, the format or the column does not exist, or one puzzle is longer than
    /// [`MAX_TEXT`].
    pub fn open(from: R, wish: &RecordOptions) -> Result<Self, BadInput> {
        let mut from = Unpacked::of(from).map_err(broken)?;
        let mut head = Vec::new();
        let mut whole = false;
        // Read at least two lines with content, since the comments before them may be long.
        while !whole && head.len() <= MAX_TEXT && lines_in(&head) < 2 {
            let before = head.len();
            from.by_ref().take(HEAD as u64).read_to_end(&mut head).map_err(broken)?;
            whole = head.len() < before + HEAD;
        }
        // Drop the last line if it is incomplete. An invalid byte affects only its own line.
        let cut = if whole { head.len() } else { head.iter().rposition(|&b| b == b'\n').map_or(head.len(), |i| i + 1) };
        let mut text = String::from_utf8_lossy(&head[..cut]).into_owned();
        if let Some(lines) = objects::listed(&text).filter(|_| whole) {
            head = lines.clone().into_bytes();
            text = lines;
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let (kind, heading) = layout(text, whole, wish)?;
        let chained = |head: Vec<u8>, from: Unpacked<R>| BufReader::new(std::io::Cursor::new(head).chain(from));
        let cut = match kind {
            Layout::One => {
                // One byte more than allowed is enough to detect a text that is too long; the rest is not read.
                from.by_ref()
                    .take((MAX_TEXT + 1 - head.len().min(MAX_TEXT)) as u64)
                    .read_to_end(&mut head)
                    .map_err(broken)?;
                if head.len() > MAX_TEXT {
                    return Err(BadInput::new(format!(
                        "this has more than {MAX_TEXT} bytes, which is too long for one puzzle"
                    ))
                    .hint("put one puzzle on each line of a file with many puzzles"));
                }
                let all = crate::text_of(&head)?;
                // If the text has comments and a single line with a puzzle, the record is that line.
                let mut lines = all.lines().filter(|line| !is_passed_over(line));
                let text = match (lines.next(), lines.next()) {
                    (Some(line), None) if crate::is_one_line_puzzle(line) => line.trim_end_matches('\r'),
                    _ => all,
                };
                Cut::One(Some(Record::new(0, Ok(text.to_owned()))))
            }
            Layout::Lines => {
                let mut lines = Lines::new(chained(head, from)).without(titles(text));
                if heading {
                    lines.next();
                }
                Cut::Lines(lines)
            }
            Layout::Grids => Cut::Grids(Blocks::new(Lines::new(chained(head, from)))),
            Layout::Parts => Cut::Parts(Parts::new(Lines::new(chained(head, from)))),
            Layout::Table => Cut::Table(Table::new(chained(head, from), text, wish)?),
            Layout::Objects => Cut::Objects(Objects::new(chained(head, from), text, wish)?),
        };
        Ok(Self { name: None, cut })
    }

    /// Sets the name of the text, which all its records get.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The way in which the text is split into records.
    pub fn layout(&self) -> Layout {
        match &self.cut {
            Cut::One(_) => Layout::One,
            Cut::Lines(_) => Layout::Lines,
            Cut::Table(_) => Layout::Table,
            Cut::Objects(_) => Layout::Objects,
            Cut::Parts(_) => Layout::Parts,
            Cut::Grids(_) => Layout::Grids,
        }
    }

    /// The names of all columns, or fields, except the column of the puzzle; empty if the text is not a table.
    pub fn columns(&self) -> Vec<Arc<str>> {
        match &self.cut {
            Cut::One(_) | Cut::Lines(_) | Cut::Parts(_) => Vec::new(),
            Cut::Grids(_) => vec![blocks::title()],
            Cut::Table(table) => table.others().cloned().collect(),
            Cut::Objects(objects) => objects.others().to_vec(),
        }
    }
}

impl<R: Read> Iterator for Records<R> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let mut record = match &mut self.cut {
            Cut::One(record) => record.take(),
            Cut::Lines(lines) => lines.next().map(|(line, text)| Record::new(line, text)),
            Cut::Table(table) => table.next(),
            Cut::Objects(objects) => objects.next(),
            Cut::Parts(parts) => parts.next(),
            Cut::Grids(grids) => grids.next(),
        }?;
        record.name.clone_from(&self.name);
        Some(record)
    }
}

/// The number of complete lines that are neither blank nor comments.
fn lines_in(head: &[u8]) -> usize {
    let end = head.iter().rposition(|&b| b == b'\n').unwrap_or(0);
    String::from_utf8_lossy(&head[..end]).lines().filter(|line| !is_passed_over(line)).count()
}

/// The first word of the titles above puzzles of one line each, as in `Puzzle 1:`; `None` without titles.
fn titles(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !is_passed_over(l)).take(LOOKED_AT).collect();
    let word = lines.first()?.split_whitespace().next().filter(|w| w.chars().all(char::is_alphabetic))?;
    let is_title = |line: &str| {
        line.starts_with(word) && line.contains(|c: char| c.is_ascii_digit()) && !crate::is_one_line_puzzle(line)
    };
    let parted = lines.iter().enumerate().all(|(i, line)| is_title(line) == (i % 2 == 0));
    (parted && lines.len() > 2).then(|| word.to_owned())
}

/// The usual names of the column with the puzzles.
const ALONE: [&str; 12] =
    ["puzzle", "puzzles", "quiz", "quizzes", "sudoku", "sudokus", "grid", "grids", "givens", "link", "links", "url"];

/// Determines from the first lines of the text, without comments, how to split the text, and whether the first line is a heading to
/// skip. Invalid UTF-8 appears as U+FFFD.
fn layout(text: &str, whole: bool, wish: &RecordOptions) -> Result<(Layout, bool), BadInput> {
    let from = wish.from.as_deref().map(crate::by_id).transpose()?;
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !is_passed_over(l)).collect();
    let Some(&first) = lines.first() else { return Ok((Layout::One, false)) };
    if lines.contains(&BETWEEN) {
        return Ok((Layout::Parts, false));
    }
    let is_line = |line: &str| match from {
        Some(format) => format.is_line(line),
        None => crate::is_one_line_puzzle(line),
    };
    // A single object may be readable as a puzzle. The search then includes its nested fields.
    let deep =
        || lines.len() < 2 && wish.field.is_none() && !objects::holds_field(first, wish) && crate::read(first).is_ok();
    if first.starts_with('{') && (wish.field.is_some() || !is_line(first)) && objects::is_object(first) && !deep() {
        // An object that spans several lines is one puzzle, even if one of its fields could hold a puzzle.
        return Ok((Layout::Objects, false));
    }
    if lines.len() < 2 {
        // In a longer text, the second line may end beyond the bytes that have been examined.
        return Ok((if !whole && is_line(first) { Layout::Lines } else { Layout::One }, false));
    }
    if table::has_heading(&lines, wish, &is_line) {
        return Ok((Layout::Table, false));
    }
    if let Some(field) = &wish.field {
        let hint = match table::names_of(first) {
            Some(names) => {
                let near = cluewright_rules::syntax::nearest(field, names.iter().map(String::as_str));
                let meant = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
                format!("{meant}columns: {}", names.join(", "))
            }
            None => "a table needs a heading, such as `name,puzzle`; JSON lines need an object on each line".to_owned(),
        };
        return Err(BadInput::new(format!("there is no column or field `{field}`")).hint(hint));
    }
    // A text with as many rows as characters per row is a grid, up to the size of the largest grid.
    let width = first.chars().count();
    let square = lines.len() == width && width <= LARGEST && from.is_none();
    if whole && square && lines.iter().all(|l| l.chars().count() == width && !l.contains('\u{fffd}')) {
        return Ok((Layout::One, false));
    }
    if whole && from.is_none() && crate::FORMATS.iter().any(|f| f.is_whole(text)) {
        return Ok((Layout::One, false));
    }
    // A text with the signature of a format has that format, even if it contains a mistake. The grids in such a text are parts of
    // one puzzle.
    let is_marked = || crate::FORMATS.iter().any(|f| f.likeness(text).is_sure());
    if from.is_none() && blocks::are_several(text) && !is_marked() && !(whole && crate::read(text).is_ok()) {
        return Ok((Layout::Grids, false));
    }
    if ALONE.contains(&first.to_lowercase().as_str()) && is_line(lines[1]) {
        return Ok((Layout::Lines, true));
    }
    let looked_at = &lines[..lines.len().min(LOOKED_AT)];
    let good = looked_at.iter().filter(|l| is_line(l)).count();
    // Sentences and titles around a puzzle do not count as damaged lines.
    let of_one = |line: &&str| crate::is_one_line_puzzle(line) || crate::paste::is_prose(line);
    // A damaged first line does not change how the lines after it are read. But a text that can be read as one puzzle, or has the
    // signature of a format, is one puzzle.
    let spoiled = || {
        from.is_none()
            && good > 0
            && (first.starts_with('{') || !is_marked())
            && !(whole && (crate::detect::is_plain(text) || lines.iter().all(of_one) && crate::read(text).is_ok()))
    };
    // A damaged first line (one with invalid bytes) followed by a puzzle gives two records.
    let damaged = |line: &str| line.contains(['\u{fffd}', '\0']);
    let batch = is_line(first) || (damaged(first) && good > 0) || spoiled();
    Ok((if batch { Layout::Lines } else { Layout::One }, false))
}

/// The maximum number of rows of a grid that is drawn with one character per cell.
const LARGEST: usize = 64;
