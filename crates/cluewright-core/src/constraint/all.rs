//! Several constraints at once: a branch of an or.

use super::{Any, Constraint, Kind, size, union_of_cells};
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::value::Value;

/// All parts hold. No part: always.
///
/// Propagation runs the parts until none removes anything: exact as far as each part is, and they share one cell at
/// most.
///
/// ```
/// use cluewright_core::constraint::{All, AllDifferent, Compare, Sum};
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// let (a, b) = (Cell(0), Cell(1));
/// let cage = All::new(vec![
///     AllDifferent::new(&[a, b]).into(),
///     Sum::new(&[(a, 1), (b, 1)], Compare::Eq, 4).into(),
/// ]);
/// assert!(cage.check(&|c| if c == a { 1 } else { 3 }) && !cage.check(&|_| 2));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct All {
    parts: Vec<Kind>,
    cells: Vec<Cell>,
    assumed: Vec<Vec<Cell>>,
}

impl All {
    /// These parts together.
    pub fn new(parts: Vec<Kind>) -> Self {
        let assumed = parts.iter().flat_map(Constraint::assumes_different).cloned().collect();
        Self { cells: union_of_cells(&parts), parts, assumed }
    }

    /// The parts.
    pub fn parts(&self) -> &[Kind] {
        &self.parts
    }
}

impl Constraint for All {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        self.parts.iter().all(|p| p.check(number))
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        let mut before = size(board, &self.cells);
        loop {
            for part in &self.parts {
                part.propagate(board)?;
            }
            let now = size(board, &self.cells);
            if now == before || self.parts.len() == 1 {
                return Ok(());
            }
            before = now;
        }
    }

    fn learn_differences(&mut self, differ: &dyn Fn(Cell, Cell) -> bool) {
        self.parts.iter_mut().for_each(|p| p.learn_differences(differ));
    }

    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        self.parts.iter().all(|p| p.symmetric_under(before, after))
    }

    fn negated(&self) -> Option<Kind> {
        Some(Any::new(self.parts.iter().map(Kind::negation).collect()).into())
    }

    fn assumes_different(&self) -> &[Vec<Cell>] {
        &self.assumed
    }
}
