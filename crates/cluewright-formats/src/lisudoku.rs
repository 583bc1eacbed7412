//! lisudoku (`lisudoku.xyz`): JSON in links, packed by LZ-string; classic puzzles as a line of digits. Read and written.
//!
//! The rules' `also lisudoku` lines map keys to rules. Source (facts only): the program's public repositories `lisudoku_frontend`
//! and `lisudoku_solver`. Cells are `{row, col}` from 0, sizes are 4, 6 (boxes of 2 rows and 3 columns) and 9, a circle of several
//! cells is read row by row as one number, keys are sorted, and empty lists and standard regions are left out.

mod read;
mod write;

use crate::foreign::unchanged;
use crate::line::Line;
use crate::packed::{Links, TextKind, json_of, look, part};
use crate::{Format, FormatInfo, Likeness, Note};
use cluewright_core::{BadInput, Puzzle};

static INFO: FormatInfo = FormatInfo {
    id: read::ID,
    about: "lisudoku: links that contain the puzzle, packed text and JSON",
    endings: &[],
    writes: true,
    draws: false,
};

const LINKS: Links = Links { host: "lisudoku.xyz", mark: "import=" };

/// The format `lisudoku`.
pub struct Lisudoku;

/// The line of digits in a link to a classic puzzle.
fn line_of(text: &str) -> Option<&str> {
    let line = part(text.trim(), LINKS.mark)?;
    line.chars().all(|c| c.is_ascii_digit() || c == '.').then_some(line)
}

impl Format for Lisudoku {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        match look(text, &LINKS) {
            TextKind::Link => Likeness::Sure("the link names lisudoku"),
            TextKind::Object(keys) if keys.iter().any(|k| k == "gridSize") => {
                Likeness::Sure("the object has a `gridSize`")
            }
            _ => Likeness::No,
        }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure() && (!line.starts_with('{') || read::read_json(line).is_ok())
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        match line_of(text) {
            Some(line) => Line.read(line),
            None => read::read_json(&json_of(text, &LINKS)?),
        }
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let (json, notes) = match unchanged(puzzle, self) {
            Some(json) => (json, Vec::new()),
            None => write::write_json(puzzle)?,
        };
        let packed = crate::packed::percent_encoded(&crate::lz::compress(&json));
        Ok((format!("https://lisudoku.xyz/solver?import={packed}"), notes))
    }
}
