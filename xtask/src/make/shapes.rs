//! The shapes of drawn clues, which serve to compare two puzzles.

use cluewright::core::{Cell, ClueTree, Puzzle};
use std::collections::BTreeSet;

/// The cells of every clue of a puzzle, with the clue's rule.
type Drawn = BTreeSet<(String, Vec<Cell>)>;

/// The shapes of puzzles of one kind.
#[derive(Default)]
pub(super) struct Shapes {
    known: BTreeSet<Drawn>,
    /// The number of repeated shapes.
    pub(super) again: usize,
}

impl Shapes {
    /// The number of different shapes.
    pub(super) fn different(&self) -> usize {
        self.known.len()
    }

    /// Adds a puzzle; a puzzle without drawn clues has no shapes.
    pub(super) fn take(&mut self, puzzle: &Puzzle) {
        let clues = puzzle.clues.iter().flat_map(ClueTree::clues);
        let drawn: Drawn =
            clues.map(|c| (c.rule.clone(), c.args.iter().flat_map(|(_, arg)| arg.cells()).collect())).collect();
        self.again += usize::from(!drawn.is_empty() && !self.known.insert(drawn));
    }
}
