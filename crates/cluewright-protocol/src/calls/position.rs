//! How far a player has come, as requests say it.

use crate::message::{Code, Failure};
use cluewright::cells::cells_named;
use cluewright::core::puzzle::Progress;
use cluewright::formats::{by_id, read, read_as};
use cluewright::{Compiled, Puzzle, hint};
use serde::Deserialize;

/// A player's grid: a text (digits, or pencil marks, in any format that a puzzle may be in), or a list of cells.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Position {
    /// A text.
    Grid(String),
    /// Cells that something is written in.
    Cells(Vec<Written>),
}

/// What is written in a cell.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    /// Its name.
    cell: String,
    /// A digit.
    #[serde(default)]
    digit: Option<i32>,
    /// Marks: what the player thinks possible.
    #[serde(default)]
    marks: Vec<i32>,
}

impl Position {
    /// It for a puzzle.
    pub(crate) fn progress(&self, compiled: &Compiled) -> Result<Vec<Progress>, Failure> {
        match self {
            Self::Grid(text) => {
                let read = match in_own_digits(compiled.puzzle(), text) {
                    Some(grid) => grid,
                    None => read(text)?.puzzle,
                };
                Ok(hint::progress_of(compiled, &read)?)
            }
            Self::Cells(list) => {
                let one = |written: &Written| {
                    let cells = cells_named(compiled, std::slice::from_ref(&written.cell))?;
                    let [cell] = cells[..] else {
                        let message = format!("`{}` is no name of one cell", written.cell);
                        return Err(Failure::new(Code::BadInput, message));
                    };
                    Ok(Progress { cell, placed: written.digit, marks: written.marks.clone() })
                };
                list.iter().map(one).collect()
            }
        }
    }
}

/// A grid of a puzzle that has the digit 0, where it is written in rows: elsewhere a 0 is a cell with nothing in it.
fn in_own_digits(puzzle: &Puzzle, text: &str) -> Option<Puzzle> {
    let digits = puzzle.digits;
    if !(digits.first..=digits.last()).contains(&0) {
        return None;
    }
    let mut bare = Puzzle::new(puzzle.shape.clone(), digits.count);
    (bare.digits, bare.labels) = (digits, puzzle.labels.clone());
    let (head, _) = by_id("clue").ok()?.write(&bare).ok()?;
    let grid = read_as("clue", &format!("{head}\ngivens:\n  {}\n", text.replace('\n', "\n  ")));
    grid.ok().map(|read| read.puzzle)
}
