//! A player's position, as a field of an operation.

use crate::cells::cells_named;
use crate::compiled::Compiled;
use crate::error::Error;
use crate::hint::progress_of;
use crate::question::{Kind, Word};
use cluewright_core::puzzle::Progress;
use cluewright_core::{BadInput, Puzzle};
use cluewright_formats::{by_id, read, read_as};
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// A player's grid: a string (digits or pencil marks, in any puzzle format), or a list of cells.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Position {
    /// A string.
    Grid(String),
    /// Cells with their contents.
    Cells(Vec<Written>),
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reader)
    }
}

/// Reads a position; errors name the wrong entry and what was expected.
struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Position;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            r#"a grid as text, or a list such as [{"cell": "r1c1", "digit": 5}, {"cell": "r1c2", "marks": [1, 2]}]"#,
        )
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Position, E> {
        Ok(Position::Grid(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Position, A::Error> {
        let mut cells: Vec<Written> = Vec::new();
        let wrong =
            |at: usize, what: &dyn fmt::Display| de::Error::custom(format!("entry {at} of the position: {what}"));
        while let Some(written) = list.next_element().map_err(|error| wrong(cells.len() + 1, &error))? {
            cells.push(written);
        }
        Ok(Position::Cells(cells))
    }
}

impl Word for Position {
    const KIND: Kind = Kind::Data;
    const SHOWN: &'static str = "GRID";
}

impl Word for Vec<Position> {
    const KIND: Kind = Kind::Data;
    const SHOWN: &'static str = "";
}

/// The contents of a cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// The cell's name.
    pub cell: String,
    /// The digit in the cell; its marks are then ignored. `value`, the name in the placements of a step, is also accepted.
    #[serde(default, alias = "value")]
    pub digit: Option<i32>,
    /// Pencil marks: digits that the player considers possible; an empty list means no marks.
    #[serde(default)]
    pub marks: Vec<i32>,
}

impl Position {
    /// The digits and marks of this position, for a puzzle.
    ///
    /// Errors: the text is not a grid, or has a different shape; or a cell does not exist.
    pub fn progress(&self, compiled: &Compiled) -> Result<Vec<Progress>, Error> {
        match self {
            Self::Grid(text) => {
                let read = match in_own_digits(compiled.puzzle(), text) {
                    Some(grid) => grid,
                    None => read(text)?.puzzle,
                };
                Ok(progress_of(compiled, &read)?)
            }
            Self::Cells(list) => {
                let one = |written: &Written| {
                    let cells = cells_named(compiled, std::slice::from_ref(&written.cell))?;
                    let [cell] = cells[..] else {
                        return Err(
                            BadInput::new(format!("`{}` is not the name of a single cell", written.cell)).into()
                        );
                    };
                    Ok(Progress { cell, placed: written.digit, marks: written.marks.clone() })
                };
                list.iter().map(one).collect()
            }
        }
    }
}

/// The player's progress; `None` if the question has no position.
pub(crate) fn of_player(position: Option<&Position>, compiled: &Compiled) -> Result<Option<Vec<Progress>>, Error> {
    position.map(|position| position.progress(compiled)).transpose()
}

/// Reads a grid in rows for a puzzle with the digit 0; `None` for other puzzles and texts. (In other formats, 0 is an empty cell.)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_position_is_named() {
        let read = |text: &str| serde_json::from_str::<Position>(text);
        assert_eq!(read(r#""12..""#).unwrap(), Position::Grid("12..".to_owned()));
        assert!(matches!(read(r#"[{"cell": "r1c1", "digit": 5}]"#).unwrap(), Position::Cells(list) if list.len() == 1));
        let error = |text: &str| read(text).unwrap_err().to_string();
        let said = error(r#"[{"cell": "r1c1", "digit": 5}, {"cell": "r1c2", "candidate": 3}]"#);
        assert!(said.starts_with("entry 2 of the position: unknown field `candidate`"), "{said}");
        assert_eq!(
            read(r#"[{"cell": "r1c1", "value": 5}]"#).unwrap(),
            read(r#"[{"cell": "r1c1", "digit": 5}]"#).unwrap()
        );
        assert!(error(r#"{"r1c1": 5}"#).contains("expected a grid as text, or a list such as [{"), "{said}");
    }
}
