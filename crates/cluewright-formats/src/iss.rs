//! Constraint strings of the Interactive Sudoku Solver: `.Type~arg~arg`, read and written.
//!
//! The rules' `also iss` lines map types to rules; this module defines the form of the data: cells in base 17, groups of extra
//! cells, `Or`/`And`/`Replicate`, and the packed tables of `Pair` and `NFA`, which become rules defined by the puzzle. Source
//! (facts only): sigh/Interactive-Sudoku-Solver (MIT).

mod bind;
mod codes;
mod expand;
mod names;
mod nodes;
mod own_rules;
mod places;
mod read;
mod reader;
mod tables;
mod write;

use crate::{Fact, Format, FormatInfo, Likeness, Note};
use cluewright_core::{BadInput, Puzzle};
use names::INFO;

/// The format `iss`.
pub struct Iss;

impl Format for Iss {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let body = text.lines().find(|l| !l.trim().is_empty() && !l.starts_with('#')).unwrap_or("").trim();
        let mut chars = body.chars();
        let dot = chars.next() == Some('.');
        let second = chars.next().unwrap_or(' ');
        let capital = second.is_ascii_uppercase();
        let word = capital && chars.next().is_some_and(|c| c.is_ascii_lowercase());
        if body.contains("Interactive-Sudoku-Solver") || (dot && (second == '~' || (capital && text.contains('~')))) {
            Likeness::Sure("it begins like a constraint string")
        } else if dot && word {
            Likeness::Maybe("it begins with a dot and a name")
        } else {
            Likeness::No
        }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_possible() && !line.trim().contains(' ')
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        read::read(text)
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        write::write(puzzle)
    }

    fn add(&self, puzzle: &Puzzle, text: &str, facts: &[Fact]) -> Option<(String, Vec<Fact>)> {
        tables::add(puzzle, text, facts)
    }
}
