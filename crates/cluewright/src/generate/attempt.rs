//! Attempts to make puzzles with givens only, and the boards that several simultaneous attempts use.

use super::made::Generated;
use crate::generate_error::GenerateError;
use cluewright_core::{Board, Random, Value};

/// A puzzle under construction.
pub(super) struct Attempt {
    pub(super) number: u64,
    pub(super) random: Random,
    pub(super) solution: Vec<Value>,
    /// The orbits in the order in which they are tried.
    pub(super) order: Vec<usize>,
    /// For each orbit: whether its cells are given.
    pub(super) chosen: Vec<bool>,
    /// The result of the attempt, once it is known.
    pub(super) over: Option<Result<Option<Generated>, GenerateError>>,
}

/// Boards that are reused; each starts as a copy of the same board.
pub(super) struct Pool<'b> {
    begin: &'b Board,
    boards: Vec<Board>,
    pub(super) used: usize,
}

impl<'b> Pool<'b> {
    pub(super) fn of(begin: &'b Board) -> Self {
        Self { begin, boards: Vec::new(), used: 0 }
    }

    /// The next free board, reset to the start.
    pub(super) fn next(&mut self) -> &mut Board {
        self.used += 1;
        if self.boards.len() < self.used {
            self.boards.push(self.begin.clone());
        } else {
            self.boards[self.used - 1].copy_from(self.begin);
        }
        &mut self.boards[self.used - 1]
    }

    /// The boards in use.
    pub(super) fn boards(&self) -> &[Board] {
        &self.boards[..self.used]
    }
}
