//! Unknown regions: the grid is divided into connected regions of equal size, which the solver has to find.
//!
//! Search and explanations narrow the regions with the same code: `look` reads the domains and applies the cheap facts, `shards`
//! finds cells known to share a region before it is known which region that is, and `grow` finds where a region can be.

use super::common::Constraint;
use crate::board::{Board, Conflict};
use crate::cell::{Cell, CellSet};
use crate::error::BadInput;
use crate::value::ValueSet;
use look::Step;

mod area;
mod grow;
mod look;
mod memory;
mod shards;

pub use memory::RegionsMemory;

/// Every cell of a board has a label: the number of its region. All regions have the same number of cells, are connected, and
/// their cells hold different digits; regions are numbered in the order of their first cells.
///
/// An additional cell may state whether two cells of the board share a region (1) or not (0).
///
/// Propagation runs until nothing more follows. Cells known to share a region form a *shard*: they have the same label and
/// different digits. From each shard, and from each region that has a known cell, a walk over the cells that may still join finds
/// which cells are near enough, which cells every path must pass through, and where each digit can be. Propagation is not exact.
/// A search, which propagates again and again, keeps a [`RegionsMemory`] and makes cheaper passes, one at a time.
///
/// ```
/// use cluewright_core::constraint::Regions;
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// // Two by two cells, regions of two; labels are cells 0..4, digits 4..8, both from 1.
/// let (labels, digits): (Vec<_>, Vec<_>) = ((0..4).map(Cell).collect(), (4..8).map(Cell).collect());
/// let beside = [(0, 1), (2, 3), (0, 2), (1, 3)];
/// let regions = Regions::new(&labels, &digits, &beside, &[], 2, 1).unwrap();
/// let mut domains = vec![ValueSet(0b11); 8];
/// domains[4] = ValueSet(0b01); // two equal digits in the first row:
/// domains[5] = ValueSet(0b01); // so the regions are the columns
/// let mut board = Board::new(domains, vec![1; 8]);
/// regions.propagate(&mut board).unwrap();
/// assert_eq!(board.fixed_number(Cell(3)), Some(2));
/// assert_eq!(board.fixed_number(Cell(7)), Some(2));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Regions {
    /// The cells with the labels, then the cells with the digits (equally many, or none), then the cells that state whether two
    /// cells share a region.
    cells: Vec<Cell>,
    /// The number of cells of the board.
    board: usize,
    /// The pairs of neighbours, grouped by the difference between their indices, smallest difference first; the cells in each
    /// group are sorted.
    steps: Vec<Step<Vec<u16>>>,
    pairs: Vec<(u16, u16)>,
    size: usize,
    first: i32,
}

/// The maximum number of cells of a board.
const MAX_CELLS: usize = 1024;
/// The maximum number of regions, and also the maximum number of cells in a region.
const MAX_REGIONS: usize = 64;

impl Regions {
    /// Creates the constraint for a board of at most 1024 cells. `labels` and `digits` are the label and the digit of each cell
    /// of the board; `digits` is empty if digits do not matter, and all digits must have the same first number. `adjacent` are
    /// the pairs of adjacent cells, as indices into `labels`. Each entry of `same` has two cells of the board (again as indices),
    /// and the cell that states whether they share a region. `size` is the number of cells in a region (1 to 64; at most 64
    /// regions), and `first` is the number of the first region.
    pub fn new(
        labels: &[Cell],
        digits: &[Cell],
        adjacent: &[(u16, u16)],
        same: &[(u16, u16, Cell)],
        size: u16,
        first: i32,
    ) -> Result<Self, BadInput> {
        let n = labels.len();
        let size = size as usize;
        if n == 0 || n > MAX_CELLS {
            return Err(BadInput::new(format!("a board of {n} cells is not supported"))
                .hint("a board has from 1 to 1024 cells"));
        }
        if size == 0 || size > MAX_REGIONS || !n.is_multiple_of(size) || n / size > MAX_REGIONS {
            return Err(BadInput::new(format!("{n} cells cannot be divided into regions of {size} cells")).hint(
                "the size must divide the number of cells; at most 64 regions of at most 64 cells are supported",
            ));
        }
        if !digits.is_empty() && digits.len() != n {
            return Err(BadInput::new(format!("there are {n} labels but {} digits", digits.len())));
        }
        let cells: Vec<Cell> = labels.iter().chain(digits).copied().chain(same.iter().map(|s| s.2)).collect();
        let mut seen = CellSet::new();
        if !cells.iter().all(|&c| seen.insert(c)) {
            return Err(BadInput::new("the cells of labels, digits and comparisons must all be different"));
        }
        let ends = adjacent.iter().copied().chain(same.iter().map(|s| (s.0, s.1)));
        if ends.into_iter().any(|(a, b)| a as usize >= n || b as usize >= n || a == b) {
            return Err(BadInput::new("only two different cells of the board can be adjacent or compared"));
        }
        let mut near: Vec<(u16, u16)> = adjacent.iter().map(|&(a, b)| (a.abs_diff(b), a.min(b))).collect();
        near.sort_unstable();
        near.dedup();
        let of_step = |step: &[(u16, u16)]| Step { by: step[0].0.into(), from: step.iter().map(|s| s.1).collect() };
        let steps = near.chunk_by(|a, b| a.0 == b.0).map(of_step).collect();
        let pairs = same.iter().map(|s| (s.0, s.1)).collect();
        Ok(Self { cells, board: n, steps, pairs, size, first })
    }

    /// The label of each cell of the board.
    pub fn labels(&self) -> &[Cell] {
        &self.cells[..self.board]
    }

    /// The digit of each cell of the board; empty if digits do not matter.
    pub fn digits(&self) -> &[Cell] {
        &self.cells[self.board..self.cells.len() - self.pairs.len()]
    }

    /// Pairs of cells of the board (as indices of their labels), each with the cell that states whether the pair shares a region.
    pub fn same(&self) -> impl ExactSizeIterator<Item = (u16, u16, Cell)> + '_ {
        let at = self.cells.len() - self.pairs.len();
        self.pairs.iter().zip(&self.cells[at..]).map(|(&(a, b), &c)| (a, b, c))
    }

    /// The neighbours of a cell of the board, in order, as indices of their labels.
    pub fn neighbours(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        let has = |step: &Step<Vec<u16>>, from: usize| step.from.binary_search(&(from as u16)).is_ok();
        let before = self.steps.iter().rev().filter_map(move |s| i.checked_sub(s.by).filter(|&from| has(s, from)));
        before.chain(self.steps.iter().filter(move |s| has(s, i)).map(move |s| i + s.by))
    }

    /// The number of cells in a region.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of regions.
    pub fn count(&self) -> usize {
        self.board / self.size
    }

    /// The number of the first region.
    pub fn first(&self) -> i32 {
        self.first
    }

    /// Creates a memory for repeated propagation of these regions. `wide` is larger than the index of every digit, or 0 if there
    /// are no digits.
    pub fn memory(&self, wide: usize) -> RegionsMemory {
        RegionsMemory::new(self.board, (self.size, self.count(), wide), &self.steps, &self.pairs)
    }
}

impl Constraint for Regions {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        let label: Vec<i64> = self.labels().iter().map(|&c| number(c) as i64 - self.first as i64).collect();
        let mut highest = -1;
        for &l in &label {
            if l < 0 || l > highest + 1 {
                return false;
            }
            highest = highest.max(l);
        }
        for l in 0..self.count() as i64 {
            let members: Vec<usize> = (0..self.board).filter(|&i| label[i] == l).collect();
            if members.len() != self.size {
                return false;
            }
            let mut reached = vec![members[0]];
            let mut at = 0;
            while at < reached.len() {
                let more = self.neighbours(reached[at]).filter(|m| members.contains(m) && !reached.contains(m));
                let more: Vec<usize> = more.collect();
                reached.extend(more);
                at += 1;
            }
            if reached.len() != self.size {
                return false;
            }
            if let [_, ..] = self.digits() {
                let mut digits: Vec<i32> = members.iter().map(|&m| number(self.digits()[m])).collect();
                digits.sort_unstable();
                if digits.windows(2).any(|w| w[0] == w[1]) {
                    return false;
                }
            }
        }
        self.same().all(|(a, b, c)| number(c) == i32::from(label[a as usize] == label[b as usize]))
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        let digits = self.board..self.board + self.digits().len();
        let digit = self.digits().first().map_or(0, |&c| board.first(c));
        let first = |i: usize| match i {
            _ if i < self.board => self.first,
            _ if digits.contains(&i) => digit,
            _ => 0,
        };
        let mut held = 0;
        for (i, &cell) in self.cells.iter().enumerate() {
            debug_assert!(!digits.contains(&i) || board.first(cell) == digit, "digits start at one number");
            // Remove numbers that the bit sets cannot represent.
            board.keep_from(cell, first(i), ValueSet(u64::MAX))?;
            held |= if digits.contains(&i) { board.values(cell).0 } else { 0 };
        }
        let wide = (u64::BITS - held.leading_zeros()) as usize;
        let mut memory = self.memory(wide).thorough();
        loop {
            let found = memory.look(self.cells.iter().enumerate().map(|(i, &c)| board.values_from(c, first(i)).0))?;
            if found.is_empty() {
                return Ok(());
            }
            for &(i, set) in found {
                board.keep_from(self.cells[usize::from(i)], first(i.into()), ValueSet(set))?;
            }
        }
    }
}
