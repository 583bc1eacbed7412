//! Cells of one kind form one connected region: shading, caves, one region of an unknown map.

use super::common::{Constraint, size};
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::error::BadInput;
use crate::value::{Value, ValueSet};
use std::ops::RangeInclusive;

/// The cells that hold one of their wanted values are connected: there is a path of such cells from each to every other. Having
/// no such cell counts as connected, too, unless the size excludes it.
///
/// Propagation: cells that cannot be reached are excluded, cells that every path must pass through are included, and cells that
/// are too far away, or in a piece too small for the size, are excluded. Linear in the number of neighbours; not exact.
///
/// ```
/// use cluewright_core::constraint::Connected;
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// // Three cells in a row, value 1 is shaded; both ends are.
/// let cells: Vec<_> = (0..3).map(|c| (Cell(c), ValueSet(0b10))).collect();
/// let shading = Connected::new(&cells, &[0; 3], &[(0, 1), (1, 2)], 0..=3).unwrap();
/// let mut board = Board::new(vec![ValueSet(0b10), ValueSet(0b11), ValueSet(0b10)], vec![0; 3]);
/// shading.propagate(&mut board).unwrap();
/// assert_eq!(board.values(Cell(1)), ValueSet(0b10));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Connected {
    cells: Vec<Cell>,
    first: Vec<i32>,
    wanted: Vec<ValueSet>,
    /// The neighbours of each cell, by index, one list after the other.
    adjacent: Vec<u16>,
    /// For each cell, the index of its first neighbour; one more entry at the end.
    starts: Vec<u32>,
    size: RangeInclusive<u16>,
}

/// The maximum number of cells.
const MAX_CELLS: usize = 1024;
/// The maximum number of cells for which a smaller buffer, which is faster to clear, is used: enough for common grids.
const USUAL: usize = 128;
const NONE: u16 = u16::MAX;

/// The data that the depth-first search stores for each cell.
#[derive(Clone, Copy)]
struct Visit {
    /// The time of the first visit, and that of the earliest visited cell adjacent to the cell's subtree.
    seen: u16,
    low: u16,
    parent: u16,
    next: u16,
    /// The number of cells in its subtree, and how many of them are certainly in the region.
    size: u16,
    inside: u16,
    /// The number of cells that only this one connects to the start, and whether one of them is certainly in the region.
    lost: u16,
    /// The size of the largest connected piece among these cells.
    piece: u16,
    cuts: bool,
    /// The number of undecided cells on a path from the start.
    far: u16,
}

const FRESH: Visit = Visit {
    seen: NONE,
    low: NONE,
    parent: NONE,
    next: 0,
    size: 1,
    inside: 0,
    lost: 0,
    piece: 0,
    cuts: false,
    far: NONE,
};

impl Connected {
    /// A constraint over different cells. `terms`: each cell with the values that make it part of the region, as indices into its
    /// domain; `first[i]` is the number that value 0 of cell `i` stands for; `adjacent`: pairs of adjacent cells as indices into
    /// `terms`; `size`: the number of cells in the region. At most 1024 cells.
    pub fn new(
        terms: &[(Cell, ValueSet)],
        first: &[i32],
        adjacent: &[(u16, u16)],
        size: RangeInclusive<u16>,
    ) -> Result<Self, BadInput> {
        let n = terms.len();
        if n > MAX_CELLS {
            return Err(BadInput::new(format!("a region among {n} cells")).hint(format!("at most {MAX_CELLS}")));
        }
        let cells: Vec<Cell> = terms.iter().map(|t| t.0).collect();
        if first.len() != n || (0..n).any(|i| cells[..i].contains(&cells[i])) {
            return Err(BadInput::new("a region is among different cells with a first number each"));
        }
        if adjacent.iter().any(|&(a, b)| a as usize >= n || b as usize >= n || a == b) {
            return Err(BadInput::new("adjacent cells are pairs of different cells of the region"));
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
        Ok(Self { cells, first: first.to_vec(), wanted, adjacent: lists.concat(), starts, size })
    }

    /// The cells and the values that make each part of the region.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = (Cell, ValueSet)> + '_ {
        self.cells.iter().copied().zip(self.wanted.iter().copied())
    }

    /// For each cell, the number that value 0 stands for.
    pub fn first(&self) -> &[i32] {
        &self.first
    }

    /// The neighbours of cell number `i`, as indices, sorted.
    pub fn neighbours(&self, i: usize) -> &[u16] {
        &self.adjacent[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// The number of cells in the region.
    pub fn size(&self) -> RangeInclusive<u16> {
        self.size.clone()
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

    /// Visits all possible cells reachable from `start`, depth first, and returns their number. `clock` numbers the visits.
    fn walk(&self, board: &Board, visits: &mut [Visit], start: usize, clock: &mut u16) -> u16 {
        let enter = |visit: &mut Visit, at: usize, parent: u16, clock: &mut u16| {
            visit.seen = *clock;
            visit.low = *clock;
            visit.parent = parent;
            visit.inside = u16::from(self.must(board, at));
            *clock += 1;
        };
        enter(&mut visits[start], start, NONE, clock);
        let mut at = start;
        loop {
            let next = visits[at].next as usize;
            if let Some(&to) = self.neighbours(at).get(next) {
                visits[at].next += 1;
                let to = to as usize;
                if visits[to].seen != NONE {
                    visits[at].low = visits[at].low.min(visits[to].seen);
                } else if self.may(board, to) {
                    enter(&mut visits[to], to, at as u16, clock);
                    at = to;
                }
                continue;
            }
            let done = visits[at];
            if done.parent == NONE {
                return done.size;
            }
            let up = &mut visits[done.parent as usize];
            up.low = up.low.min(done.low);
            up.size += done.size;
            up.inside += done.inside;
            if done.low >= up.seen {
                up.lost += done.size;
                up.piece = up.piece.max(done.size);
                up.cuts |= done.inside > 0;
            }
            at = done.parent as usize;
        }
    }

    /// Records for each cell the number of undecided cells on a path from `start`, up to `most`.
    fn measure(&self, board: &Board, visits: &mut [Visit], start: usize, most: u16) {
        visits[start].far = 0;
        for far in 0..=most {
            // Spread at this distance until nothing changes; every undecided neighbour is then one step further away.
            loop {
                let mut again = false;
                for i in 0..self.cells.len() {
                    if visits[i].far != far {
                        continue;
                    }
                    for &to in self.neighbours(i) {
                        let to = to as usize;
                        if !self.may(board, to) {
                            continue;
                        }
                        let step = far + u16::from(!self.must(board, to));
                        if visits[to].far > step {
                            visits[to].far = step;
                            again |= step == far;
                        }
                    }
                }
                if !again {
                    break;
                }
            }
        }
    }

    fn narrow(&self, board: &mut Board, visits: &mut [Visit]) -> Result<(), Conflict> {
        let n = self.cells.len();
        let (least, most) = (*self.size.start(), *self.size.end());
        loop {
            let before = size(board, &self.cells);
            visits.fill(FRESH);
            let mut clock = 0;
            let inside = (0..n).filter(|&i| self.must(board, i)).count() as u16;
            if inside > most {
                return Err(Conflict);
            }
            let Some(start) = (0..n).find(|&i| self.must(board, i)) else {
                // No cell is certain to be in the region: exclude pieces that are too small for it.
                if least == 0 && most > 0 {
                    return Ok(());
                }
                // The number of pieces that are large enough, and the start time and size of the last one.
                let (mut large, mut last) = (0, (0, 0));
                for i in 0..n {
                    if visits[i].seen != NONE || !self.may(board, i) {
                        continue;
                    }
                    let from = clock;
                    let found = self.walk(board, visits, i, &mut clock);
                    if found >= least && most > 0 {
                        large += 1;
                        last = (from, found);
                        continue;
                    }
                    for (j, visit) in visits.iter().enumerate() {
                        if visit.seen != NONE && visit.seen >= from {
                            self.put_out(board, j)?;
                        }
                    }
                }
                if least == 0 {
                    return Ok(());
                }
                match large {
                    0 => return Err(Conflict),
                    1 => {
                        // The remaining cells must not fall into pieces that are too small.
                        let (from, found) = last;
                        for (i, visit) in visits.iter().enumerate() {
                            let inside = visit.seen != NONE && (from..from + found).contains(&visit.seen);
                            if inside && visit.piece.max(found - 1 - visit.lost) < least {
                                board.keep(self.cells[i], self.wanted[i])?;
                            }
                        }
                    }
                    _ => return Ok(()),
                }
                if size(board, &self.cells) == before {
                    return Ok(());
                }
                continue;
            };
            let found = self.walk(board, visits, start, &mut clock);
            if found < least {
                return Err(Conflict);
            }
            let spare = most - inside;
            if found > most {
                self.measure(board, visits, start, spare);
            }
            for i in (0..n).filter(|&i| i != start) {
                if !self.may(board, i) {
                    continue;
                }
                let visit = visits[i];
                let too_far = found > most && visit.far > spare;
                if visit.seen == NONE || too_far {
                    // If the cell is certainly in the region, it loses all its values: a conflict.
                    self.put_out(board, i)?;
                } else if visit.cuts || found - 1 - visit.lost < least {
                    board.keep(self.cells[i], self.wanted[i])?;
                }
            }
            if size(board, &self.cells) == before {
                return Ok(());
            }
        }
    }
}

impl Constraint for Connected {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        let is_in = |i: usize| {
            let index = number(self.cells[i]) as i64 - self.first[i] as i64;
            (0..64).contains(&index) && self.wanted[i].contains(Value(index as u8))
        };
        let mut left: Vec<usize> = (0..self.cells.len()).filter(|&i| is_in(i)).collect();
        if !self.size.contains(&(left.len() as u16)) {
            return false;
        }
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
            // Visiting so many cells takes far longer than an allocation.
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
