//! The budget for the work on one puzzle, from reading its first byte to writing the last.

use crate::error::BadInput;
use crate::puzzle::{ClueTree, Puzzle};
use std::fmt;

/// The maximum size of a puzzle, and the stop signal. Reading, drawing and writing share one budget, like search and logic; code
/// that cuts something off reports it. The default sizes limit reading, drawing and writing to about a second: docs/formats.md
/// lists them.
///
/// ```
/// use cluewright_core::{Budget, Puzzle, Shape};
/// let budget = Budget { letters: 5, ..Budget::default() };
/// let mut puzzle = Puzzle::new(Shape::square(4)?, 4);
/// puzzle.title = "Miracle".to_owned();
/// assert_eq!(budget.keep(&mut puzzle)?, ["the title has 7 letters, and the first 5 are kept"]);
/// assert_eq!(puzzle.title, "Mirac");
/// # Ok::<(), cluewright_core::BadInput>(())
/// ```
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The maximum number of clues and drawings, together.
    pub items: usize,
    /// The maximum number of cells and points in clues and drawings, together.
    pub places: usize,
    /// The maximum number of characters of a title, a name or a label.
    pub letters: usize,
    /// The maximum size of the rules in prose, in bytes.
    pub prose: usize,
    /// The maximum size of a picture's layers together, in bytes.
    pub picture: usize,
    /// The stop signal: returns true when it is time to give up.
    pub stop: &'a dyn Fn() -> bool,
}

impl Default for Budget<'_> {
    /// The default sizes, without a time limit.
    fn default() -> Self {
        Self { items: 1 << 16, places: 1 << 18, letters: 1_000, prose: 1 << 16, picture: 1 << 24, stop: &|| false }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("items", &self.items).field("places", &self.places).finish_non_exhaustive()
    }
}

impl<'a> Budget<'a> {
    /// The default sizes, with a stop signal.
    pub fn until(stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop, ..Self::default() }
    }

    /// Cuts the texts of a puzzle to size. Returns a sentence about each cut.
    ///
    /// Fails if the puzzle has more clues and drawings, or more cells in them, than allowed, or if the stop signal came.
    pub fn keep(&self, puzzle: &mut Puzzle) -> Result<Vec<String>, BadInput> {
        let more = |what: &str, has: usize, most: usize| {
            BadInput::new(format!("the puzzle has {has} {what}, but at most {most} are allowed"))
        };
        let clues = || puzzle.clues.iter().flat_map(ClueTree::clues);
        let items = clues().count() + puzzle.drawings.len();
        if items > self.items {
            return Err(more("clues and drawings", items, self.items));
        }
        let cells = clues().flat_map(|clue| &clue.args).map(|(_, arg)| arg.cells().count()).sum::<usize>();
        let points = puzzle.drawings.iter().flat_map(|d| &d.lists).map(Vec::len).sum::<usize>();
        if cells + points > self.places {
            return Err(more("cells and points in its clues and drawings", cells + points, self.places));
        }
        let mut told = Vec::new();
        for (what, text) in [("title", &mut puzzle.title), ("author's name", &mut puzzle.author)] {
            told.extend(
                self.cut(text).map(|n| format!("the {what} has {n} letters, and the first {} are kept", self.letters)),
            );
        }
        if puzzle.text.len() > self.prose {
            told.push(format!(
                "the rules in prose have {} bytes, and the first {} are kept",
                puzzle.text.len(),
                self.prose
            ));
            let end = (0..=self.prose).rev().find(|&at| puzzle.text.is_char_boundary(at));
            puzzle.text.truncate(end.unwrap_or(0));
        }
        let labels = puzzle.drawings.iter_mut().filter_map(|d| self.cut(&mut d.text)).count();
        if labels > 0 {
            told.push(format!("of {labels} texts in the grid the first {} letters are kept", self.letters));
        }
        if (self.stop)() { Err(BadInput::stopped("stopped while the puzzle was read")) } else { Ok(told) }
    }

    /// Cuts text to the maximum length. Returns the original length if the text was longer.
    fn cut(&self, text: &mut String) -> Option<usize> {
        let (end, _) = text.char_indices().nth(self.letters)?;
        let had = text.chars().count();
        text.truncate(end);
        Some(had)
    }
}
