//! A generated puzzle, with its rating.

use crate::compiled::Compiled;
use crate::error::Error;
use crate::rate::Rating;
use crate::report::{ExtraReport, ScaleReport};
use crate::write::Written;
use cluewright_core::Puzzle;
use cluewright_formats::Format;
use cluewright_search::Limits;

/// A new puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Generated {
    /// The puzzle, with its solution recorded.
    pub puzzle: Puzzle,
    /// The values of the puzzle's extra cells in the solution, if it has such cells.
    pub extra: Vec<ExtraReport>,
    /// The puzzle's difficulty for people; `None` if not requested.
    pub difficulty: Option<Rating>,
    /// The puzzle's rating on the requested scale; `None` if no scale was requested.
    pub rating: Option<ScaleReport>,
    /// The number of the attempt that made the puzzle.
    pub attempt: u64,
}

impl Generated {
    /// The puzzle in a format, with its solution if the format can store a solution. Errors: the format cannot express the puzzle.
    pub fn write(&self, format: &dyn Format) -> Result<Written, Error> {
        let write = |puzzle: Puzzle| Compiled::new(puzzle)?.write(format, &Limits::none());
        let bare = || Puzzle { solution: Vec::new(), ..self.puzzle.clone() };
        write(self.puzzle.clone()).or_else(|_| write(bare()))
    }
}
