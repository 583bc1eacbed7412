//! Cells of one kind that form a single connected region: shading, caves, one region of an unknown map.

use super::common::{Constraint, repeat};
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::error::BadInput;
use crate::value::{Value, ValueSet};

/// The cells that hold one of their wanted values are connected: between any two of these cells there is a path of such cells. If
/// there is no such cell, the constraint holds, too.
///
/// Propagation excludes cells that cannot be reached, and includes cells that every path must pass through. Its cost is linear in
/// the number of neighbours; it is not exact.
///
/// ```
/// use cluewright_core::constraint::Connected;
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// // Three cells in a row, value 1 is shaded; both ends are.
/// let cells: Vec<_> = (0..3).map(|c| (Cell(c), ValueSet(0b10))).collect();
/// let shading = Connected::new(&cells, &[0; 3], &[(0, 1), (1, 2)]).unwrap();
/// let mut board = Board::new(vec![ValueSet(0b10), ValueSet(0b11), ValueSet(0b10)], vec![0; 3]);
/// shading.propagate(&mut board).unwrap();
/// assert_eq!(board.values(Cell(1)), ValueSet(0b10));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Connected {
    cells: Vec<Cell>,
    first: Vec<i32>,
    wanted: Vec<ValueSet>,
    /// The neighbours of each cell, as indices, one list after another.
    adjacent: Vec<u16>,
    /// For each cell, the index of its first neighbour in `adjacent`; one more entry marks the end.
    starts: Vec<u32>,
}

/// The maximum number of cells.
const MAX_CELLS: usize = 1024;
/// Up to this many cells, a smaller buffer is used, which is faster to clear. It is large enough for common grids.
const USUAL: usize = 128;
const NONE: u16 = u16::MAX;

/// The data about each cell that the depth-first search stores.
#[derive(Clone, Copy)]
struct Visit {
    /// The time of the cell's first visit (`seen`), and the time of the earliest visited cell adjacent to the cell's subtree
    /// (`low`).
    seen: u16,
    low: u16,
    parent: u16,
    next: u16,
    /// Whether some cell of the subtree is certainly in the region (`inside`); and whether a cell that only this cell connects to
    /// the start is certainly in the region (`cuts`).
    inside: bool,
    cuts: bool,
}

const FRESH: Visit = Visit { seen: NONE, low: NONE, parent: NONE, next: 0, inside: false, cuts: false };

impl Connected {
    /// Creates a constraint over at most 1024 different cells. `terms` has each cell with the values that make it part of the
    /// region, as indices into its domain. `first[i]` is the number that value 0 of cell `i` stands for. `adjacent` has the pairs
    /// of adjacent cells, as indices into `terms`.
    pub fn new(terms: &[(Cell, ValueSet)], first: &[i32], adjacent: &[(u16, u16)]) -> Result<Self, BadInput> {
        let n = terms.len();
        if n > MAX_CELLS {
            return Err(
                BadInput::new(format!("{n} cells are too many for a region")).hint(format!("at most {MAX_CELLS}"))
            );
        }
        let cells: Vec<Cell> = terms.iter().map(|t| t.0).collect();
        if first.len() != n || (0..n).any(|i| cells[..i].contains(&cells[i])) {
            return Err(BadInput::new("the cells must all be different, and each cell needs a first number"));
        }
        if adjacent.iter().any(|&(a, b)| a as usize >= n || b as usize >= n || a == b) {
            return Err(BadInput::new("each pair of adjacent cells must consist of two different cells from the list"));
        }
        let mut lists: Vec<Vec<u16>> = vec![Vec::new(); n];
        for &(a, b) in adjacent {
            lists[a as usize].push(b);
            lists[b as usize].push(a);
        }
        let mut starts = vec![0];
        for list in &mut lists {
            list.sort_unstable();
            list.dedup();
            starts.push(starts[starts.len() - 1] + list.len() as u32);
        }
        let wanted = terms.iter().map(|t| t.1).collect();
        Ok(Self { cells, first: first.to_vec(), wanted, adjacent: lists.concat(), starts })
    }

    /// The cells, each with the values that make it part of the region.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = (Cell, ValueSet)> + '_ {
        self.cells.iter().copied().zip(self.wanted.iter().copied())
    }

    /// For each cell, the number that its value 0 stands for.
    pub fn first(&self) -> &[i32] {
        &self.first
    }

    /// The neighbours of the cell with the index `i`, as sorted indices.
    pub fn neighbours(&self, i: usize) -> &[u16] {
        &self.adjacent[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    fn may(&self, board: &Board, i: usize) -> bool {
        board.values(self.cells[i]).intersects(self.wanted[i])
    }

    fn must(&self, board: &Board, i: usize) -> bool {
        board.values(self.cells[i]).is_subset(self.wanted[i])
    }

    fn put_out(&self, board: &mut Board, i: usize) -> Result<(), Conflict> {
        board.drop_values(self.cells[i], self.wanted[i])
    }

    /// Visits all cells that can be reached from `start`, depth first (Tarjan 1972), and records what each cell separates.
    fn walk(&self, board: &Board, visits: &mut [Visit], start: usize) {
        let mut clock = 0;
        let mut enter = |visit: &mut Visit, at: usize, parent: u16| {
            *visit = Visit { seen: clock, low: clock, parent, inside: self.must(board, at), ..FRESH };
            clock += 1;
        };
        enter(&mut visits[start], start, NONE);
        let mut at = start;
        loop {
            let next = visits[at].next as usize;
            if let Some(&to) = self.neighbours(at).get(next) {
                visits[at].next += 1;
                let to = to as usize;
                if visits[to].seen != NONE {
                    visits[at].low = visits[at].low.min(visits[to].seen);
                } else if self.may(board, to) {
                    enter(&mut visits[to], to, at as u16);
                    at = to;
                }
                continue;
            }
            let done = visits[at];
            if done.parent == NONE {
                return;
            }
            let up = &mut visits[done.parent as usize];
            up.low = up.low.min(done.low);
            up.inside |= done.inside;
            up.cuts |= done.low >= up.seen && done.inside;
            at = done.parent as usize;
        }
    }

    fn narrow(&self, board: &mut Board, visits: &mut [Visit]) -> Result<(), Conflict> {
        repeat(board, &self.cells, |board| {
            let n = self.cells.len();
            let Some(start) = (0..n).find(|&i| self.must(board, i)) else { return Ok(()) };
            visits.fill(FRESH);
            self.walk(board, visits, start);
            for i in (0..n).filter(|&i| i != start) {
                if !self.may(board, i) {
                    continue;
                }
                if visits[i].seen == NONE {
                    // If the cell is certainly in the region, it loses all its values, which is a conflict.
                    self.put_out(board, i)?;
                } else if visits[i].cuts {
                    board.keep(self.cells[i], self.wanted[i])?;
                }
            }
            Ok(())
        })
    }
}

impl Constraint for Connected {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        let value = |i: usize| Value::of_number(number(self.cells[i]), self.first[i]);
        let is_in = |i: &usize| value(*i).is_some_and(|v| self.wanted[*i].contains(v));
        let mut left: Vec<usize> = (0..self.cells.len()).filter(is_in).collect();
        let mut region: Vec<usize> = left.pop().into_iter().collect();
        let mut at = 0;
        while at < region.len() {
            let near = |i: &usize| self.neighbours(region[at]).contains(&(*i as u16));
            let (joined, rest): (Vec<usize>, Vec<usize>) = left.into_iter().partition(near);
            region.extend(joined);
            left = rest;
            at += 1;
        }
        left.is_empty()
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        for (i, &cell) in self.cells.iter().enumerate() {
            debug_assert_eq!(board.first(cell), self.first[i], "made for cells that start at other numbers");
            if board.values(cell).is_empty() {
                return Err(Conflict);
            }
        }
        match self.cells.len() {
            n @ 0..=USUAL => self.narrow(board, &mut [FRESH; USUAL][..n]),
            // Visiting so many cells takes far longer than allocating memory.
            n => self.narrow(board, &mut vec![FRESH; n]),
        }
    }

    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        self.terms().all(|(cell, wanted)| {
            let is_in = |side: &[(Cell, Value)]| side.iter().find(|x| x.0 == cell).map(|x| wanted.contains(x.1));
            is_in(before) == is_in(after)
        })
    }
}
