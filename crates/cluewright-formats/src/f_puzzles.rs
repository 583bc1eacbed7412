//! f-puzzles: JSON, packed by LZ-string into base64 in links and ids. Read and written.
//!
//! The rules' `also f-puzzles` lines map keys to rules; this file only handles the data. The JSON that was read is kept in
//! [`Puzzle::foreign`]: writing an unchanged puzzle gives the same text byte for byte, and writing a changed puzzle leaves its
//! drawings unchanged. Sources: the site's own files and the public readers of `SudokuPad` and rangsk.

mod data;
mod drawings;
mod link;
mod read;
mod write;

pub use drawings::bind_drawings;
pub use link::json_of;

use crate::packed::{Links, TextKind, look};
use crate::{Format, FormatInfo, Likeness, Note, lz};
use cluewright_core::{BadInput, Puzzle};
use data::INFO;
use serde_json::{Map, Value};

/// The form of links to f-puzzles.com.
const LINKS: Links = Links { host: "f-puzzles.com", mark: "load=" };

/// The format `f-puzzles`.
pub struct FPuzzles;

impl Format for FPuzzles {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let text = text.trim();
        let start: String = text.chars().take(120).collect();
        match look(text, &LINKS) {
            TextKind::Object(keys) if ["grid", "size"].iter().all(|key| keys.iter().any(|k| k == key)) => {
                Likeness::Sure("the object has a `grid` and a `size`")
            }
            TextKind::Link => Likeness::Sure("the link names f-puzzles"),
            TextKind::Other if text.contains(char::is_whitespace) => Likeness::No,
            TextKind::Other if start.contains("fpuz") => Likeness::Sure("the link names f-puzzles"),
            TextKind::Other if text.starts_with("N4Ig") => Likeness::Maybe("it is packed JSON"),
            TextKind::Object(_) | TextKind::Other => Likeness::No,
        }
    }

    fn is_line(&self, line: &str) -> bool {
        match self.likeness(line) {
            // Accept only complete puzzle objects: neither the first line of an object that spans several lines, nor an object of
            // another kind with a puzzle in one of its fields.
            Likeness::Sure(_) if line.starts_with('{') => serde_json::from_str::<Map<String, Value>>(line)
                .is_ok_and(|object| object.contains_key("grid") && object.contains_key("size")),
            Likeness::Sure(_) => true,
            // The line may be the packed text of an object.
            Likeness::Maybe(_) => line.len() >= 40,
            Likeness::No => false,
        }
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        read::read_json(&json_of(text)?)
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let (json, notes) = write::write_json(puzzle)?;
        Ok((format!("https://f-puzzles.com/?load={}", lz::compress(&json)), notes))
    }
}
