//! The cell at a position read from another cell: indexing, numbered rooms.

use super::Total;
use super::common::{Constraint, size};
use crate::board::{Board, Conflict};
use crate::cell::{Cell, CellSet};
use crate::value::ValueSet;

/// `list[index] = target`, with positions counted from a given number. If the position is outside the list, the constraint does
/// not hold.
///
/// The list may contain a cell more than once, and also the index or the target. Propagation is exact if it does not.
///
/// ```
/// use cluewright_core::constraint::{Element, Total};
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// // The first cell says where, from 1, the 3 is.
/// let row = [Cell(0), Cell(1), Cell(2)];
/// let room = Element::new(&row, 1, Cell(0), Total::Number(3));
/// let mut board = Board::new(vec![ValueSet::below(3), ValueSet(0b011), ValueSet::below(3)], vec![1; 3]);
/// room.propagate(&mut board).unwrap();
/// assert_eq!(board.fixed_number(Cell(2)), Some(3));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Element {
    list: Vec<Cell>,
    start: i32,
    index: Cell,
    target: Total,
    /// All cells of the constraint, each once.
    cells: Vec<Cell>,
}

impl Element {
    /// The cell of `list` at the position that `index` holds is `target`; the first position is `start`.
    pub fn new(list: &[Cell], start: i32, index: Cell, target: Total) -> Self {
        let mut seen = CellSet::new();
        let all = list.iter().copied().chain([index]).chain(target.cell());
        Self { cells: all.filter(|&c| seen.insert(c)).collect(), list: list.to_vec(), start, index, target }
    }

    /// The list.
    pub fn list(&self) -> &[Cell] {
        &self.list
    }

    /// The position of the list's first cell.
    pub fn start(&self) -> i32 {
        self.start
    }

    /// The cell that holds the position.
    pub fn index(&self) -> Cell {
        self.index
    }

    /// The value of the cell at the position.
    pub fn target(&self) -> Total {
        self.target
    }

    fn at(&self, position: i32) -> Option<Cell> {
        usize::try_from(position as i64 - self.start as i64).ok().and_then(|i| self.list.get(i)).copied()
    }
}

impl Constraint for Element {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        self.at(number(self.index)).is_some_and(|cell| number(cell) == self.target.number(number))
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        loop {
            let before = size(board, &self.cells);
            // The values of the target, counted from `first`.
            let (first, wanted) = match self.target {
                Total::Number(n) => (n, ValueSet(1)),
                Total::Cell(cell) => (board.first(cell), board.values(cell)),
            };
            let (mut keep, mut seen) = (ValueSet::EMPTY, ValueSet::EMPTY);
            for position in board.values(self.index) {
                let number = board.number(self.index, position);
                if let Some(cell) = self.at(number) {
                    let mut shared = board.values_from(cell, first) & wanted;
                    if cell == self.index || self.target == Total::Cell(self.index) {
                        // The cell that holds the position is also the cell that is read or compared.
                        shared &= ValueSet(1).shifted(number.saturating_sub(first));
                    }
                    if !shared.is_empty() {
                        keep.insert(position);
                        seen |= shared;
                    }
                }
            }
            board.keep(self.index, keep)?;
            if let Total::Cell(cell) = self.target {
                board.keep(cell, seen)?;
            }
            // If every remaining position leads to the same cell, that cell is equal to the target.
            let mut places = keep.iter().filter_map(|p| self.at(board.number(self.index, p)));
            if let Some(cell) = places.next().filter(|&cell| places.all(|c| c == cell)) {
                board.keep_from(cell, first, seen)?;
            }
            if size(board, &self.cells) == before {
                return Ok(());
            }
        }
    }
}
