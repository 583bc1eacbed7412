//! The shapes of drawn clues, to compare those of two puzzles.

use cluewright::core::{Cell, ClueTree, Puzzle};
use std::collections::BTreeSet;

/// The cells of every clue of a puzzle, with the clue's rule.
type Drawn = BTreeSet<(String, Vec<Cell>)>;

/// The shapes of puzzles of one kind.
#[derive(Default)]
pub(super) struct Shapes {
    known: BTreeSet<Drawn>,
    /// How many came a second time.
    pub(super) again: usize,
}

impl Shapes {
    /// How many different ones there are.
    pub(super) fn different(&self) -> usize {
        self.known.len()
    }

    /// One more puzzle; one without drawn clues has no shapes.
    pub(super) fn take(&mut self, puzzle: &Puzzle) {
        let clues = puzzle.clues.iter().flat_map(ClueTree::clues);
        let drawn: Drawn =
            clues.map(|c| (c.rule.clone(), c.args.iter().flat_map(|(_, arg)| arg.cells()).collect())).collect();
        self.again += usize::from(!drawn.is_empty() && !self.known.insert(drawn));
    }
}
