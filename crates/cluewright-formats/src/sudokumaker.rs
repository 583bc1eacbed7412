//! `SudokuMaker` (`sudokumaker.app`): JSON in links, packed by LZ-string. Read and written.
//!
//! Constraints have numeric types, and refer to cells, edges, corners and places outside the grid by number. Constraints are
//! converted to objects whose cells have names, and lines such as `also sudokumaker 400` map types to rules. A constraint that the
//! setter has programmed is never run: it is reported, and its source stays in [`Puzzle::foreign`]. Source (facts only): decoded
//! links.

mod clues;
mod drawn;
mod read;
mod write;

use crate::foreign::unchanged;
use crate::packed::{Links, TextKind, json_of, look};
use crate::{Format, FormatInfo, Likeness, Note};
use cluewright_core::{BadInput, Puzzle};

const INFO: FormatInfo = FormatInfo {
    id: clues::ID,
    about: "SudokuMaker: links that contain the puzzle, packed text and JSON",
    endings: &[],
    writes: true,
    draws: false,
};

const LINKS: Links = Links { host: "sudokumaker.app", mark: "puzzle=" };

/// The format `sudokumaker`.
pub struct SudokuMaker;

impl Format for SudokuMaker {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        match look(text, &LINKS) {
            TextKind::Link => Likeness::Sure("the link names SudokuMaker"),
            TextKind::Object(keys) if ["formatVersion", "puzzle"].iter().all(|key| keys.iter().any(|k| k == key)) => {
                Likeness::Sure("the object has a `formatVersion` and a `puzzle`")
            }
            _ => Likeness::No,
        }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure() && (!line.starts_with('{') || read::read_json(line).is_ok())
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        read::read_json(&json_of(text, &LINKS)?)
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let (json, notes) = match unchanged(puzzle, self) {
            Some(json) => (json, Vec::new()),
            None => write::write_json(puzzle)?,
        };
        let packed = crate::packed::percent_encoded(&crate::lz::compress(&json));
        Ok((format!("https://sudokumaker.app/?puzzle={packed}"), notes))
    }
}
