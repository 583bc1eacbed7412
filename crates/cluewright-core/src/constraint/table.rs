//! A list of allowed combinations.

use super::common::Constraint;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::error::BadInput;
use crate::value::ValueSet;
use std::sync::Arc;

/// The cells together hold one of the listed tuples of numbers.
///
/// Propagation is exact: every cell and number has a bit set of the tuples that contain it; these are intersected word by word.
///
/// ```
/// use cluewright_core::constraint::Table;
/// use cluewright_core::{Board, Cell, Constraint, Value, ValueSet};
/// let table = Table::new(&[Cell(0), Cell(1)], &[vec![1, 4], vec![2, 5], vec![2, 6]]).unwrap();
/// let mut board = Board::new(vec![ValueSet::below(9); 2], vec![1, 1]);
/// board.remove(Cell(1), Value(3)).unwrap(); // not 4
/// table.propagate(&mut board).unwrap();
/// assert_eq!(board.fixed_number(Cell(0)), Some(2));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    cells: Vec<Cell>,
    /// Shared, because puzzles use the same table at many places.
    rows: Arc<Rows>,
}

#[derive(PartialEq, Debug)]
struct Rows {
    /// Tuple by tuple, sorted, without repeats.
    numbers: Vec<i32>,
    count: usize,
    /// For each cell, its smallest number, and the size of its range of numbers.
    columns: Vec<(i32, u32)>,
    /// The sets of tuples that contain each number: first by word of 64 tuples, then by column, then by number.
    support: Vec<u64>,
    /// The length of the part of `support` for one word.
    stride: usize,
}

/// The maximum number of cells of a table.
const MAX_CELLS: usize = 64;

impl Table {
    /// These tuples of numbers, one number per cell. Duplicates are dropped; a table without tuples never holds.
    /// At most 64 cells, each named once; a cell's numbers within 64 of each other.
    pub fn new(cells: &[Cell], tuples: &[Vec<i32>]) -> Result<Self, BadInput> {
        if cells.len() > MAX_CELLS || (0..cells.len()).any(|i| cells[..i].contains(&cells[i])) {
            return Err(BadInput::new("a table is over at most 64 different cells"));
        }
        if let Some(bad) = tuples.iter().find(|t| t.len() != cells.len()) {
            return Err(BadInput::new(format!("a tuple of {} numbers for {} cells", bad.len(), cells.len())));
        }
        let mut sorted: Vec<&Vec<i32>> = tuples.iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        let mut columns = Vec::new();
        for i in 0..cells.len() {
            let low = sorted.iter().map(|t| t[i]).min().unwrap_or(0);
            let high = sorted.iter().map(|t| t[i]).max().unwrap_or(0);
            if high as i64 - low as i64 >= 64 {
                return Err(BadInput::new(format!("the numbers {low} and {high} are too far apart for one cell"))
                    .hint("a cell holds numbers within 64 of each other"));
            }
            columns.push((low, (high - low + 1) as u32));
        }
        let stride = columns.iter().map(|c| c.1 as usize).sum::<usize>();
        let mut support = vec![0u64; sorted.len().div_ceil(64) * stride];
        for (t, tuple) in sorted.iter().enumerate() {
            let mut at = t / 64 * stride;
            for (&n, &(low, len)) in tuple.iter().zip(&columns) {
                support[at + (n - low) as usize] |= 1 << (t % 64);
                at += len as usize;
            }
        }
        let (count, numbers) = (sorted.len(), sorted.into_iter().flatten().copied().collect());
        let rows = Rows { numbers, count, columns, support, stride };
        Ok(Self { cells: cells.to_vec(), rows: Arc::new(rows) })
    }

    /// The same tuples for other cells (as many); the data is shared.
    #[must_use]
    pub fn over(&self, cells: &[Cell]) -> Self {
        debug_assert_eq!(cells.len(), self.cells.len(), "as many cells");
        debug_assert!((0..cells.len()).all(|i| !cells[..i].contains(&cells[i])), "each cell once");
        Self { cells: cells.to_vec(), rows: Arc::clone(&self.rows) }
    }

    /// The tuples, sorted; each has one number per cell.
    pub fn tuples(&self) -> impl ExactSizeIterator<Item = &[i32]> + '_ {
        (0..self.rows.count).map(|t| &self.rows.numbers[t * self.cells.len()..(t + 1) * self.cells.len()])
    }
}

impl Constraint for Table {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        self.tuples().any(|t| t.iter().zip(&self.cells).all(|(&n, &c)| number(c) == n))
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        let rows = &*self.rows;
        // The candidates of each cell and those with support, counted from its column's smallest number.
        let (mut now, mut kept) = ([ValueSet::EMPTY; MAX_CELLS], [ValueSet::EMPTY; MAX_CELLS]);
        for ((now, &cell), &(low, len)) in now.iter_mut().zip(&self.cells).zip(&rows.columns) {
            *now = board.values_from(cell, low) & ValueSet::below(len);
            if now.is_empty() {
                return Err(Conflict);
            }
        }
        let mut some = false;
        for word in 0..rows.count.div_ceil(64) {
            let support = &rows.support[word * rows.stride..(word + 1) * rows.stride];
            // Clear the bits beyond the last tuple; this matters if there are no columns.
            let mut alive = ValueSet::below((rows.count - word * 64).min(64) as u32).0;
            let mut at = 0;
            for (now, column) in now.iter().zip(&rows.columns) {
                alive &= now.iter().fold(0, |any, v| any | support[at + v.index()]);
                at += column.1 as usize;
            }
            if alive == 0 {
                continue;
            }
            some = true;
            at = 0;
            for ((now, kept), column) in now.iter().zip(&mut kept).zip(&rows.columns) {
                for v in now.minus(*kept) {
                    if support[at + v.index()] & alive != 0 {
                        kept.insert(v);
                    }
                }
                at += column.1 as usize;
            }
        }
        if !some {
            return Err(Conflict);
        }
        for ((kept, &cell), column) in kept.iter().zip(&self.cells).zip(&rows.columns) {
            board.keep_from(cell, column.0, *kept)?;
        }
        Ok(())
    }
}
