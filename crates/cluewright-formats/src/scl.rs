//! `SudokuPad`'s own format (SCL, once called CTC): JSON, packed by LZ-string into links and ids. Read and written.
//!
//! The format contains drawings, regions, cages and texts, but almost no rules: a thermometer is a disc and a line. Therefore,
//! lines, arrows and shapes become [`Puzzle::drawings`], and cages, regions, digits and two flags become parts of the puzzle. The
//! original JSON is stored in [`Puzzle::foreign`]. Sources (facts only): SudokuPad/sudokutools (MPL-2) and
//! marktekfan/sudokupad-penpa-import (MIT).

mod data;
mod drawings;
pub(crate) mod fog;
mod link;
mod read;
mod write;
mod zipped;

use crate::packed::keys_of_packed;
use crate::{Format, FormatInfo, Likeness, Note, lz};
use cluewright_core::{BadInput, Puzzle};
use data::INFO;

/// The format `scl`.
pub struct Scl;

/// Words that occur only in JSON of this format, plain or zipped (with abbreviated names).
const MARKS: [&str; 5] = ["\"wayPoints\"", "\"cellSize\"", "\"underlays\"", "ce:[[", "wp:[["];

/// The likeness of packed text, judged by its top-level keys. Zipped objects have abbreviated keys, or no keys that can be read.
fn packed_likeness(text: &str) -> Likeness {
    match keys_of_packed(text) {
        None => Likeness::Maybe("it is packed JSON"),
        Some(keys) if !["cells", "regions"].iter().all(|key| keys.iter().any(|k| k == key)) => Likeness::No,
        Some(_) => Likeness::Sure("the packed object has SudokuPad's `cells`"),
    }
}

impl Format for Scl {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let text = text.trim();
        if text.starts_with('{') {
            if text.contains("\"grid\"") {
                return Likeness::No;
            }
            let ours = MARKS.iter().any(|mark| text.contains(mark))
                || text.contains("\"cells\"") && text.contains("\"regions\"") && !text.contains("\"formatVersion\"");
            return if ours { Likeness::Sure("the object has SudokuPad's `cells`") } else { Likeness::No };
        }
        if text.contains(char::is_whitespace) {
            return Likeness::No;
        }
        match link::parts(text) {
            Some(link::Id::Packed(_)) => Likeness::Sure("it starts with `scl` or `ctc`"),
            Some(link::Id::Remote) => Likeness::Sure("the link names SudokuPad"),
            None if text.len() >= 40 && text.starts_with("N4") => packed_likeness(text),
            None if link::is_short_id(text) => Likeness::Maybe("it looks like an id of SudokuPad"),
            None => Likeness::No,
        }
    }

    fn is_line(&self, line: &str) -> bool {
        match self.likeness(line) {
            Likeness::Sure(_) if line.starts_with('{') => data::object(line).is_ok_and(|o| o.contains_key("cells")),
            Likeness::Sure(_) => true,
            // The text may have been zipped before it was packed, so its keys prove nothing: try to read it.
            Likeness::Maybe(_) => line.len() >= 40 && self.read(line).is_ok(),
            Likeness::No => false,
        }
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        read::read_text(&link::text_of(text)?)
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let (json, notes) = write::write_json(puzzle)?;
        Ok((format!("https://sudokupad.app/scl{}", lz::compress(&json)), notes))
    }
}
