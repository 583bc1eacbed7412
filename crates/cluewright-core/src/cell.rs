//! Cells, candidates, and sets of cells.

use crate::value::{Value, ValueSet};
use std::fmt;

/// A variable of a puzzle: a cell of the grid, or an extra cell outside the grid. A cell is an index in `0..65_536`.
///
/// Grid cells come first, in reading order; then the puzzle's extra cells; then the cells that rules added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell with this index.
    ///
    /// Panics if the index is 65,536 or more. Puzzles and models are smaller than that ([`crate::model::MAX_CELLS`]); before the
    /// call, compare an index from untrusted data with the number of cells.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the line above compares")]
    pub const fn at(index: usize) -> Self {
        assert!(index <= u16::MAX as usize, "the number of a cell fits into 16 bits");
        Self(index as u16)
    }

    /// The first `count` cells in rising order: all cells of a puzzle or a model of this size.
    ///
    /// Panics when the iterator passes 65,536 cells.
    #[inline]
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone + use<> {
        (0..count).map(Self::at)
    }

    /// The index as a `usize`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

/// The statement "this value is in this cell", which is true or false in a solution. Ordered by cell, then by value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The value in the cell.
    pub value: Value,
}

impl Candidate {
    /// The candidate `value` in `cell`.
    pub const fn new(cell: Cell, value: Value) -> Self {
        Self { cell, value }
    }

    /// An index for tables, with 64 slots per cell.
    #[inline]
    pub const fn index(self) -> usize {
        self.cell.index() * 64 + self.value.index()
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}={:?}", self.cell, self.value)
    }
}

/// A set of cells with one bit per cell, which grows as needed. Sets of different lengths are equal if they contain the same
/// cells.
///
/// ```
/// use cluewright_core::{Cell, CellSet};
/// let set: CellSet = [Cell(3), Cell(70)].into_iter().collect();
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Cell(3), Cell(70)]);
/// assert!(set.contains(Cell(70)) && !set.contains(Cell(1_000)));
/// ```
#[derive(Clone, Default)]
pub struct CellSet {
    words: Vec<u64>,
}

#[allow(clippy::cast_possible_truncation, reason = "a set has at most 1,024 words: only a `Cell` makes it longer")]
impl CellSet {
    /// The empty set.
    pub const fn new() -> Self {
        Self { words: Vec::new() }
    }

    /// An empty set with capacity for the cells `0..cells`, so that inserting them does not allocate memory.
    pub fn with_capacity(cells: usize) -> Self {
        Self { words: vec![0; cells.div_ceil(64)] }
    }

    /// The set of the first `cells` cells.
    pub fn first(cells: usize) -> Self {
        Cell::all(cells).collect()
    }

    /// Adds a cell. Returns whether the cell was new.
    #[inline]
    pub fn insert(&mut self, cell: Cell) -> bool {
        let (word, bit) = (cell.index() / 64, 1 << (cell.index() % 64));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Removes a cell. Returns whether the cell was in the set.
    #[inline]
    pub fn remove(&mut self, cell: Cell) -> bool {
        let (word, bit) = (cell.index() / 64, 1 << (cell.index() % 64));
        let there = self.words.get(word).is_some_and(|w| w & bit != 0);
        if there {
            self.words[word] &= !bit;
        }
        there
    }

    /// Whether the set contains `cell`.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.words.get(cell.index() / 64).is_some_and(|w| w >> (cell.index() % 64) & 1 == 1)
    }

    /// The number of cells in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Empties the set, keeping its capacity.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// The smallest cell of the set; `None` if the set is empty.
    pub fn min(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// Removes the smallest cell and returns it; `None` if the set is empty.
    pub fn pop(&mut self) -> Option<Cell> {
        let word = self.words.iter().position(|&w| w != 0)?;
        let bit = self.words[word].trailing_zeros() as usize;
        self.words[word] &= self.words[word] - 1;
        Some(Cell((word * 64 + bit) as u16))
    }

    /// The cells of the set that are not in `other`, smallest first.
    pub fn beyond<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Cell> + 'a {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let left = ValueSet(word & !other.words.get(at).copied().unwrap_or(0));
            left.iter().map(move |bit| Cell((at * 64 + bit.index()) as u16))
        })
    }

    /// Whether every cell of the set is in `other`.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().enumerate().all(|(i, w)| w & !other.words.get(i).copied().unwrap_or(0) == 0)
    }

    /// Whether the two sets share a cell.
    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// The cells of the set in rising order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        const NONE: &CellSet = &CellSet::new();
        self.beyond(NONE)
    }
}

impl PartialEq for CellSet {
    fn eq(&self, other: &Self) -> bool {
        self.is_subset(other) && other.is_subset(self)
    }
}

impl Eq for CellSet {}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::new();
        set.extend(cells);
        set
    }
}

impl Extend<Cell> for CellSet {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        for cell in cells {
            self.insert(cell);
        }
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
