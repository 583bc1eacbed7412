//! Feeds the puzzles in a list one after another.

use super::batch::{FEW, Feed, Next};
use super::board::{ALL, Candidates};
use super::lanes::Node;

/// A feed of the puzzles in a list.
pub(super) struct Slice<'a>(pub(super) &'a [Candidates]);

impl Feed for Slice<'_> {
    fn few(&self) -> bool {
        self.0.len() < FEW
    }
    #[inline(always)]
    fn next(&mut self, node: &mut Node) -> Next<'_> {
        let Some((puzzle, rest)) = self.0.split_first() else { return Next::End };
        self.0 = rest;
        for (m, &p) in node.0.iter_mut().zip(puzzle) {
            *m = p & ALL;
        }
        Next::Written
    }
}
