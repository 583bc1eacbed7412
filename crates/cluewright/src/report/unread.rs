//! The parts of a puzzle that were not understood, as data.

use crate::compiled::Compiled;
use crate::unread::{Figures, Unread as Found};
use cluewright_core::Puzzle;
use cluewright_core::drawing::counted;
use serde::{Deserialize, Serialize};

/// The drawings and sentences of a puzzle that were not understood; answers ignore them.
///
/// ```
/// use cluewright::{Compiled, formats, report::Unread};
/// let drawn = "grid: 4x4\ntext: Digits on a circle are odd.\ndrawings:\n  circle r1c1\n  circle r2c4\n";
/// let compiled = Compiled::new(formats::read(drawn)?.puzzle)?;
/// let unread = Unread::of(&compiled).unwrap();
/// assert_eq!(unread.says, "2 white circles in cells and 1 sentence are unread, so the answer ignores them.");
/// assert_eq!(unread.figures[0].cells, ["r1c1", "r2c4"]);
/// let rule = "rule odd-circle \"Digits on a circle are odd.\"\n  clue cell c\n  also f-puzzles circle {cell: c}\n  require odd(c)\n";
/// let bound = Compiled::new(formats::read(&format!("{drawn}\n{rule}"))?.puzzle)?;
/// assert_eq!(bound.puzzle().clues.len(), 2);
/// assert!(Unread::of(&bound).is_none());
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Unread {
    /// The sentence that accompanies every answer: `4 grey lines and 1 sentence are unread, so the answer ignores them.`
    #[serde(default)]
    pub says: String,
    /// Unread drawings that look like clues, grouped by appearance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<UnreadFigures>,
    /// Sentences of the rules text that state a rule the puzzle does not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<String>,
    /// Sentences that were recognised by only some of their words and may therefore mean more than was read; listed only if the
    /// puzzle is known to have more than one solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsure: Vec<String>,
    /// The number of drawings that were not read as clues, including decoration.
    pub drawings: usize,
    /// The drawings that were not read as clues, counted by kind: `16 circles and 1 line`; empty if there are none.
    pub drawn: String,
    /// Whether the puzzle has its rules in prose, and either has drawings or comes from another program: the prose may then say
    /// more than was read.
    pub text: bool,
}

/// A group of drawings that look the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnreadFigures {
    /// The number and appearance of the drawings, such as `4 grey lines`.
    pub name: String,
    /// The number of drawings.
    pub count: usize,
    /// The cells on which the drawings lie.
    pub cells: Vec<String>,
}

impl UnreadFigures {
    pub(super) fn of(puzzle: &Puzzle, figures: &Figures) -> Self {
        Self {
            name: figures.name.clone(),
            count: figures.count,
            cells: figures.cells.iter().map(|cell| puzzle.cell_name(*cell)).collect(),
        }
    }
}

impl Unread {
    /// The unread parts of a puzzle as it is solved, that is, after drawings have become clues; `None` if everything was
    /// understood.
    pub fn of(compiled: &Compiled) -> Option<Self> {
        Some(Self::new(compiled, compiled.unread()?))
    }

    /// Like [`Self::of`], for an answer: includes `unsure` sentences if the puzzle is known to have `several` solutions.
    pub fn beside(several: bool, compiled: &Compiled) -> Option<Self> {
        if several {
            return Some(Self::new(compiled, &compiled.unread_of_several()?));
        }
        Self::of(compiled)
    }

    fn new(compiled: &Compiled, found: &Found) -> Self {
        let puzzle = compiled.puzzle();
        let drawings = puzzle.drawings.len();
        Self {
            says: found.sentence(),
            figures: found.figures.iter().map(|figures| UnreadFigures::of(puzzle, figures)).collect(),
            sentences: found.sentences.clone(),
            unsure: found.unsure.clone(),
            drawings,
            drawn: counted(&puzzle.drawings),
            text: !puzzle.text.trim().is_empty() && (drawings > 0 || puzzle.foreign.is_some()),
        }
    }
}
