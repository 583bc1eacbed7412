//! The content of a picture.

use crate::theme::{Role, Theme};
use cluewright_core::{Budget, Candidate, Cell, Puzzle};
use cluewright_rules::{Extra, Ruleset};

/// The content and the style of a picture.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The puzzle: its grid, givens, clues and drawings.
    pub puzzle: &'a Puzzle,
    /// The rules to which the puzzle's clues belong.
    pub rules: &'a Ruleset,
    /// The content of each cell apart from givens: cells of the grid, then extra cells. May be empty.
    pub board: Vec<Marks>,
    /// The values of the shown extra cells; empty: they are not drawn.
    pub extra: Vec<Numbers>,
    /// The highlights of the picture.
    pub highlights: Vec<Highlight>,
    /// The fogged cells of the grid, in reading order, in which only the player's entries are visible.
    pub fog: Vec<Cell>,
    /// Colours and widths.
    pub theme: Theme,
    /// A title under the grid; empty: none.
    pub heading: String,
    /// The rules under the grid, in words; empty: none.
    pub words: String,
    /// The prefix of the layers' ids, for pages with several pictures.
    pub prefix: String,
    /// The picture's budget: clues and drawings beyond it are left out ([`Picture::left_out`](crate::Picture)).
    pub budget: Budget<'a>,
}

impl<'a> Scene<'a> {
    /// The puzzle alone, in the light theme.
    pub fn new(puzzle: &'a Puzzle, rules: &'a Ruleset) -> Self {
        let (board, extra, highlights) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            puzzle,
            rules,
            board,
            extra,
            highlights,
            fog: Vec::new(),
            theme: Theme::Light,
            heading: String::new(),
            words: String::new(),
            prefix: String::new(),
            budget: Budget::default(),
        }
    }

    /// The label of a value (an index among the puzzle's digits).
    pub(crate) fn label(&self, value: usize) -> String {
        match self.puzzle.labels.get(value) {
            Some(label) => label.clone(),
            None => (i64::from(self.puzzle.digits.first) + value as i64).to_string(),
        }
    }
}

/// The values of the extra cells of one name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The cells.
    pub extra: Extra,
    /// The number of each cell of `extra.cells`, in their order; `None` if there is no cell or its value is not known.
    pub numbers: Vec<Option<i32>>,
}

/// The content of a cell. Values are indices among the puzzle's digits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// A digit.
    pub digit: Option<u8>,
    /// Candidates, each at its place in the cell.
    pub candidates: Vec<u8>,
    /// Marks in the corners.
    pub corner: Vec<u8>,
    /// Marks in the middle.
    pub center: Vec<u8>,
    /// The player's colours, by number.
    pub colors: Vec<u8>,
}

/// A highlighted part of the picture.
#[derive(Clone, PartialEq, Debug)]
pub enum Highlight {
    /// Cells.
    Cells {
        /// The cells.
        cells: Vec<Cell>,
        /// Their role.
        role: Role,
    },
    /// Candidates.
    Candidates {
        /// The candidates.
        candidates: Vec<Candidate>,
        /// Their role.
        role: Role,
    },
    /// A link between candidates.
    Link {
        /// The start of the link.
        from: Vec<Candidate>,
        /// The end of the link.
        to: Vec<Candidate>,
        /// Whether at least one of the two must be true; otherwise at most one may be.
        strong: bool,
    },
    /// A filled-in cell that blocks a value in other cells.
    Blocks {
        /// The cell.
        by: Cell,
        /// The cells that it blocks.
        cells: Vec<Cell>,
    },
}
