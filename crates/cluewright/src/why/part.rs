//! The parts of a puzzle: givens, clues, rules of the whole grid.

use crate::compiled::Compiled;
use cluewright_core::{Cell, ClueTree, Puzzle, Sort};

/// A part of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// A given, by its index among the puzzle's givens.
    Given(usize),
    /// A clue, by its index among the puzzle's clues.
    Clue(usize),
    /// A rule of the whole grid, by its index among the puzzle's rules.
    Rule(usize),
}

impl Part {
    /// The name of the part: `the given 3 at r1c1`, `the killer-cage at r4c1`, `the rule anti-knight`.
    pub fn name(self, puzzle: &Puzzle) -> String {
        match self {
            Self::Given(i) => {
                let given = &puzzle.givens[i];
                let digits: Vec<String> = given.digits.iter().map(ToString::to_string).collect();
                format!("the given {} at {}", digits.join("/"), puzzle.cell_name(given.cell))
            }
            Self::Clue(i) => crate::check::clue_name(puzzle, &puzzle.clues[i]),
            Self::Rule(i) => format!("the rule {}", puzzle.rules[i].rule),
        }
    }

    /// Like `name`, but in the words of the part's rule, if it has any: `the cage 23 at r4c1`.
    pub fn said(self, compiled: &Compiled) -> String {
        let (puzzle, model) = (compiled.puzzle(), compiled.model());
        let said = match self {
            // The model numbers clues depth first, including those that are joined.
            Self::Clue(i) if matches!(puzzle.clues[i], ClueTree::One(_)) => {
                let number: usize = puzzle.clues[..i].iter().map(|tree| tree.clues().len()).sum();
                let origins = model.origins().iter();
                origins
                    .filter(|o| o.clue.is_some_and(|c| c as usize == number))
                    .map(|o| o.text(|c| model.cell_name(c)))
                    .next()
            }
            _ => None,
        };
        said.unwrap_or_else(|| self.name(puzzle))
    }

    /// The cells of the part, each once; empty for a rule of the whole grid.
    pub fn cells(self, puzzle: &Puzzle) -> Vec<Cell> {
        let mut cells = match self {
            Self::Given(i) => vec![puzzle.givens[i].cell],
            Self::Clue(i) => puzzle.clues[i]
                .clues()
                .into_iter()
                .flat_map(|c| c.args.iter().flat_map(|(_, arg)| arg.cells()))
                .collect(),
            Self::Rule(_) => Vec::new(),
        };
        cells.order();
        cells.dedup();
        cells
    }
}
