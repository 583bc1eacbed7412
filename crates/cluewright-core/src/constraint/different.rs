//! The number of different numbers that certain cells hold.

use super::common::{Constraint, repeat};
use super::matching::{keep_matchable, matched};
use super::{Compare, Total};
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::error::BadInput;
use crate::value::ValueSet;

/// Compares the number of different values that certain cells hold with a total.
///
/// Propagation bounds the number of different values: from above by the number of values to which the cells can be matched, from
/// below by cells that have no value in common and by cells that the model makes different. The total must lie within these
/// bounds. If no more values are allowed than a set of cells without common values needs, every cell holds one of the values of
/// this set. If every value must occur, or every cell must have a value of its own, a matching determines the remaining values.
/// Propagation is not exact.
///
/// ```
/// use cluewright_core::constraint::{Compare, Different, Total};
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// // Two different digits in three cells, two of which are known.
/// let cells = [Cell(0), Cell(1), Cell(2)];
/// let two = Different::new(&cells, 1, Compare::Eq, Total::Number(2)).unwrap();
/// let mut board = Board::new(vec![ValueSet(1), ValueSet(2), ValueSet::below(9)], vec![1; 3]);
/// two.propagate(&mut board).unwrap();
/// assert_eq!(board.values(Cell(2)), ValueSet(3));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Different {
    /// The counted cells, followed by the cell with the total if it is not one of the counted cells.
    cells: Vec<Cell>,
    count: usize,
    first: i32,
    compare: Compare,
    total: Total,
    /// The number of cells that are known to be mutually different.
    apart: u32,
}

impl Different {
    /// Creates a constraint over at most 64 different cells. Value 0 of every cell stands for the same number `first`.
    pub fn new(cells: &[Cell], first: i32, compare: Compare, total: Total) -> Result<Self, BadInput> {
        if cells.len() > 64 || (0..cells.len()).any(|i| cells[..i].contains(&cells[i])) {
            return Err(BadInput::new(
                "different numbers can be counted in at most 64 cells, which must all be different",
            ));
        }
        let mut all = cells.to_vec();
        all.extend(total.cell().filter(|c| !cells.contains(c)));
        Ok(Self { cells: all, count: cells.len(), first, compare, total, apart: 1 })
    }

    /// The cells whose numbers are counted.
    pub fn counted(&self) -> &[Cell] {
        &self.cells[..self.count]
    }

    /// The number that value 0 of each counted cell stands for.
    pub fn first(&self) -> i32 {
        self.first
    }

    /// How the count is compared with the total.
    pub fn compare(&self) -> Compare {
        self.compare
    }

    /// The total that the count is compared with.
    pub fn total(&self) -> Total {
        self.total
    }

    /// Makes one pass that narrows the cells.
    fn pass(&self, board: &mut Board) -> Result<(), Conflict> {
        let counted = self.counted();
        let mut now = [0u64; 64];
        for (v, &c) in now.iter_mut().zip(counted) {
            debug_assert_eq!(board.first(c), self.first, "made for cells that start at another number");
            *v = board.values(c).0;
        }
        let now = &now[..counted.len()];
        let union = now.iter().fold(0, |u, v| u | v);
        let (taken, separate) = separate(now);
        let least = i64::from(separate.max(if counted.is_empty() { 0 } else { self.apart }));
        let most = i64::from(matched(now));
        if least > most {
            return Err(Conflict);
        }
        // A count is possible if the total allows it.
        let total = self.total;
        let fits = |count: i64| match total {
            Total::Number(n) => self.compare.holds(count, i64::from(n)),
            Total::Cell(cell) => {
                board.values(cell).iter().any(|v| self.compare.holds(count, i64::from(board.number(cell, v))))
            }
        };
        let low = (least..=most).find(|&k| fits(k)).ok_or(Conflict)?;
        let high = (least..=most).rev().find(|&k| fits(k)).ok_or(Conflict)?;
        if let Total::Cell(cell) = total {
            let possible = |v: &crate::Value| {
                (low..=high).any(|count| self.compare.holds(count, i64::from(board.number(cell, *v))))
            };
            let keep = board.values(cell).iter().filter(possible).collect();
            board.keep(cell, keep)?;
        }
        if high == i64::from(separate) {
            for &c in counted {
                board.keep(c, ValueSet(taken))?;
            }
        }
        if low == counted.len() as i64 {
            // All cells must be different.
            let mut rows = [0; 64];
            rows[..now.len()].copy_from_slice(now);
            let rows = &mut rows[..now.len()];
            keep_matchable(rows)?;
            for (&c, &row) in counted.iter().zip(&*rows) {
                board.keep(c, ValueSet(row))?;
            }
        } else if low == i64::from(union.count_ones()) {
            // Every value must occur in some cell.
            let mut rows = [0; 64];
            let values = ValueSet(union);
            for (row, value) in rows.iter_mut().zip(values) {
                *row = (0..now.len()).filter(|&i| now[i] >> value.0 & 1 == 1).fold(0, |r, i| r | 1 << i);
            }
            let rows = &mut rows[..values.len() as usize];
            let free = keep_matchable(rows)?;
            for (i, &c) in counted.iter().enumerate().filter(|(i, _)| free >> i & 1 == 0) {
                let keep = values.iter().zip(&*rows).filter(|(_, row)| **row >> i & 1 == 1).map(|(v, _)| v).collect();
                board.keep(c, keep)?;
            }
        }
        Ok(())
    }
}

/// Chooses cells of which no two can be equal, cells with few values first. Returns the values of these cells and their number.
fn separate(now: &[u64]) -> (u64, u32) {
    let (mut taken, mut count) = (0, 0);
    for size in 1..=64 {
        for v in now.iter().filter(|v| v.count_ones() == size) {
            if v & taken == 0 {
                taken |= v;
                count += 1;
            }
        }
        if now.iter().all(|v| v & taken != 0) {
            break;
        }
    }
    (taken, count)
}

impl Constraint for Different {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        let mut numbers: Vec<i32> = self.counted().iter().map(|&c| number(c)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        self.compare.holds(numbers.len() as i64, i64::from(self.total.number(number)))
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        repeat(board, &self.cells, |board| self.pass(board))
    }

    fn learn_differences(&mut self, differ: &dyn Fn(Cell, Cell) -> bool) {
        // Starting from each cell in turn, greedily collect cells that differ from all cells collected so far.
        let counted = &self.cells[..self.count];
        let from = |start: usize| {
            let mut members: Vec<Cell> = Vec::new();
            for &c in counted[start..].iter().chain(&counted[..start]) {
                if members.iter().all(|&m| differ(m, c)) {
                    members.push(c);
                }
            }
            members.len() as u32
        };
        self.apart = (0..counted.len()).map(from).max().unwrap_or(1).max(1);
    }
}
