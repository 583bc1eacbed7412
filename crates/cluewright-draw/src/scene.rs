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
    /// The content of each cell, apart from givens: first the cells of the grid, then the extra cells. The list may be empty.
    pub board: Vec<Marks>,
    /// The values of the extra cells that are shown. If the list is empty, no extra cells are drawn.
    pub extra: Vec<Numbers>,
    /// The highlights of the picture.
    pub highlights: Vec<Highlight>,
    /// The fogged cells of the grid, in reading order, in which only the player's entries are visible.
    pub fog: Vec<Cell>,
    /// Colours and widths.
    pub theme: Theme,
    /// A title under the grid; empty for no title.
    pub heading: String,
    /// The rules under the grid, in words; empty for no rules.
    pub words: String,
    /// The prefix of the layers' ids, for pages with several pictures.
    pub prefix: String,
    /// The picture's budget: clues and drawings beyond it are left out ([`Picture::left_out`](crate::Picture)).
    pub budget: Budget<'a>,
}

impl<'a> Scene<'a> {
    /// A scene with only the puzzle, in the light theme.
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

    /// The label of a value (an index into the puzzle's digits).
    pub(crate) fn label(&self, value: usize) -> String {
        match self.puzzle.labels.get(value) {
            Some(label) => label.clone(),
            None => (i64::from(self.puzzle.digits.first) + value as i64).to_string(),
        }
    }
}

/// The values of the extra cells that share one name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The extra cells with this name.
    pub extra: Extra,
    /// The number in each cell of `extra.cells`, in the same order; `None` if there is no cell or its value is not known.
    pub numbers: Vec<Option<i32>>,
}

/// The content of a cell. Values are indices into the puzzle's digits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// The digit in the cell.
    pub digit: Option<u8>,
    /// Candidates, each drawn at its place in the cell.
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
    /// Highlighted cells.
    Cells {
        /// The cells to highlight.
        cells: Vec<Cell>,
        /// The role of the cells.
        role: Role,
    },
    /// Highlighted candidates.
    Candidates {
        /// The candidates to highlight.
        candidates: Vec<Candidate>,
        /// The role of the candidates.
        role: Role,
    },
    /// A link between candidates.
    Link {
        /// The start of the link.
        from: Vec<Candidate>,
        /// The end of the link.
        to: Vec<Candidate>,
        /// Whether at least one end of the link must be true; otherwise, at most one end may be true.
        strong: bool,
    },
    /// A filled-in cell that blocks a value in other cells.
    Blocks {
        /// The cell that blocks the value.
        by: Cell,
        /// The cells in which the value is blocked.
        cells: Vec<Cell>,
    },
}
