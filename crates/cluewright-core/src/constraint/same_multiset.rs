//! Lists of cells that hold the same numbers equally often: clones, same-set lines.

use super::common::{Constraint, repeat, union, union_of_lists};
use super::matching::keep_matchable;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::error::BadInput;

/// All lists hold the same numbers, each equally often, in any order.
///
/// Propagation matches the cells of neighbouring lists: each cell needs a partner that can hold the same number. Propagation is
/// strong, but not exact.
///
/// ```
/// use cluewright_core::constraint::SameMultiset;
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// let same = SameMultiset::new(&[vec![Cell(0), Cell(1)], vec![Cell(2), Cell(3)]]).unwrap();
/// let (low, all) = (ValueSet(0b11), ValueSet::below(9));
/// let mut board = Board::new(vec![low, low, all, all], vec![1; 4]);
/// same.propagate(&mut board).unwrap();
/// assert_eq!(board.values(Cell(3)), low);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct SameMultiset {
    lists: Vec<Vec<Cell>>,
    cells: Vec<Cell>,
}

impl SameMultiset {
    /// Creates a constraint over lists of equal length, at most 64 cells each. A list must not contain a cell twice; different
    /// lists may share cells.
    pub fn new(lists: &[Vec<Cell>]) -> Result<Self, BadInput> {
        let len = lists.first().map_or(0, Vec::len);
        if lists.iter().any(|l| l.len() != len) {
            return Err(BadInput::new("lists with the same numbers must have the same length"));
        }
        if len > 64 || lists.iter().any(|l| (0..len).any(|i| l[..i].contains(&l[i]))) {
            return Err(BadInput::new("each list must consist of at most 64 different cells"));
        }
        Ok(Self { cells: union_of_lists(lists), lists: lists.to_vec() })
    }

    /// The lists of cells.
    pub fn lists(&self) -> &[Vec<Cell>] {
        &self.lists
    }

    fn match_lists(board: &mut Board, a: &[Cell], b: &[Cell]) -> Result<(), Conflict> {
        // Find which cells can hold the same number; every cell needs a partner in the other list.
        let mut rows = [0u64; 64];
        for (row, &x) in rows.iter_mut().zip(a) {
            for (j, &y) in b.iter().enumerate() {
                *row |= u64::from(board.values_from(y, board.first(x)).intersects(board.values(x))) << j;
            }
        }
        let rows = &mut rows[..a.len()];
        keep_matchable(rows)?;
        for (row, &x) in rows.iter().zip(a) {
            let first = board.first(x);
            let partners = b.iter().enumerate().filter(|(j, _)| row >> j & 1 == 1);
            let keep = union(partners.map(|(_, &y)| board.values_from(y, first)));
            board.keep(x, keep)?;
        }
        for (j, &y) in b.iter().enumerate() {
            let first = board.first(y);
            let partners = rows.iter().zip(a).filter(|(row, _)| *row >> j & 1 == 1);
            let keep = union(partners.map(|(_, &x)| board.values_from(x, first)));
            board.keep(y, keep)?;
        }
        Ok(())
    }
}

impl Constraint for SameMultiset {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        let sorted = |list: &Vec<Cell>| {
            let mut numbers: Vec<i32> = list.iter().map(|&c| number(c)).collect();
            numbers.sort_unstable();
            numbers
        };
        self.lists.windows(2).all(|w| sorted(&w[0]) == sorted(&w[1]))
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        if self.cells.iter().any(|&c| board.values(c).is_empty()) {
            return Err(Conflict);
        }
        if self.lists.len() < 2 || self.cells.is_empty() {
            return Ok(());
        }
        repeat(board, &self.cells, |board| {
            self.lists.windows(2).try_for_each(|w| Self::match_lists(board, &w[0], &w[1]))
        })
    }
}
