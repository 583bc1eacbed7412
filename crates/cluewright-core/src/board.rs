//! The current candidates: one set of values per cell.

use crate::cell::{Candidate, Cell, CellSet};
use crate::value::{Value, ValueSet};
use std::sync::Arc;

/// The position has no solution: a cell has lost its last value, or a constraint cannot hold. This is a normal answer, not an
/// error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict;

/// The candidates of each cell, and a list of changes: the cells narrowed since the list was last emptied.
///
/// The search copies a board to branch, and logic copies one to try an assumption. Apart from `new` and `clone`, no method
/// allocates memory.
///
/// ```
/// use cluewright_core::{Board, Cell, Value, ValueSet};
/// let mut board = Board::new(vec![ValueSet::below(9); 2], vec![1, 1]);
/// board.remove(Cell(0), Value(4)).unwrap();
/// assert_eq!(board.values(Cell(0)).len(), 8);
/// assert_eq!(board.number(Cell(0), Value(0)), 1);
/// assert_eq!(board.take_changed(), Some(Cell(0)));
/// assert!(board.keep(Cell(1), ValueSet::EMPTY).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    domains: Vec<ValueSet>,
    /// For each cell, the number that its value 0 stands for.
    first: Arc<[i32]>,
    changed: CellSet,
}

impl Board {
    /// Creates a board with these domains; `first[c]` is the number that value 0 of cell `c` stands for.
    pub fn new(domains: Vec<ValueSet>, first: impl Into<Arc<[i32]>>) -> Self {
        let first = first.into();
        assert_eq!(domains.len(), first.len(), "a first number for each cell");
        let changed = CellSet::with_capacity(domains.len());
        Self { domains, first, changed }
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.domains.len()
    }

    /// Whether the board has no cells.
    pub fn is_empty(&self) -> bool {
        self.domains.is_empty()
    }

    /// The values that `cell` may hold.
    #[inline]
    pub fn values(&self, cell: Cell) -> ValueSet {
        self.domains[cell.index()]
    }

    /// All domains, by cell.
    pub fn domains(&self) -> &[ValueSet] {
        &self.domains
    }

    /// Whether the candidate is still possible.
    #[inline]
    pub fn has(&self, candidate: Candidate) -> bool {
        self.values(candidate.cell).contains(candidate.value)
    }

    /// The only value of `cell` if it is fixed, otherwise `None`.
    #[inline]
    pub fn fixed(&self, cell: Cell) -> Option<Value> {
        self.values(cell).single()
    }

    /// The number that value 0 of `cell` stands for.
    #[inline]
    pub fn first(&self, cell: Cell) -> i32 {
        self.first[cell.index()]
    }

    /// The number that `value` stands for in `cell`.
    #[inline]
    pub fn number(&self, cell: Cell, value: Value) -> i32 {
        self.first[cell.index()] + value.0 as i32
    }

    /// The value that stands for `number` in `cell`; `None` if `number` is less than the cell's first number, or more than 63
    /// above it.
    #[inline]
    pub fn value_of(&self, cell: Cell, number: i32) -> Option<Value> {
        Value::of_number(number, self.first[cell.index()])
    }

    /// The smallest number `cell` may hold. The cell must not be empty.
    #[inline]
    pub fn min(&self, cell: Cell) -> i32 {
        self.first[cell.index()] + self.values(cell).0.trailing_zeros() as i32
    }

    /// The largest number `cell` may hold. The cell must not be empty.
    #[inline]
    pub fn max(&self, cell: Cell) -> i32 {
        self.first[cell.index()] + 63 - self.values(cell).0.leading_zeros() as i32
    }

    /// The only number of `cell` if it is fixed, otherwise `None`.
    #[inline]
    pub fn fixed_number(&self, cell: Cell) -> Option<i32> {
        self.fixed(cell).map(|v| self.number(cell, v))
    }

    /// The values that `cell` may hold, renumbered so that value 0 stands for `first` instead of the cell's own first number.
    /// Numbers outside `first..first + 64` are left out.
    #[inline]
    pub fn values_from(&self, cell: Cell, first: i32) -> ValueSet {
        self.values(cell).shifted(self.first(cell).saturating_sub(first))
    }

    /// Keeps only the numbers in `set`, in which value 0 stands for `first`; numbers outside `first..first + 64` are removed.
    #[inline]
    pub fn keep_from(&mut self, cell: Cell, first: i32, set: ValueSet) -> Result<(), Conflict> {
        self.keep(cell, set.shifted(first.saturating_sub(self.first(cell))))
    }

    /// Removes all values that are not in `set`; marks the cell as changed if any were removed.
    #[inline]
    pub fn keep(&mut self, cell: Cell, set: ValueSet) -> Result<(), Conflict> {
        let old = self.domains[cell.index()];
        let new = old & set;
        if new != old {
            self.domains[cell.index()] = new;
            self.changed.insert(cell);
        }
        if new.is_empty() { Err(Conflict) } else { Ok(()) }
    }

    /// Removes the values of `set` from `cell`.
    #[inline]
    pub fn drop_values(&mut self, cell: Cell, set: ValueSet) -> Result<(), Conflict> {
        self.keep(cell, ValueSet(!set.0))
    }

    /// Removes one value.
    #[inline]
    pub fn remove(&mut self, cell: Cell, value: Value) -> Result<(), Conflict> {
        self.drop_values(cell, ValueSet::of(value))
    }

    /// Fixes a cell.
    #[inline]
    pub fn fix(&mut self, cell: Cell, value: Value) -> Result<(), Conflict> {
        self.keep(cell, ValueSet::of(value))
    }

    /// Sets the domain of `cell` to `set`, regardless of its old domain. Engines use this if they store domains elsewhere and
    /// build a board only to run a constraint. Does not mark the cell as changed.
    #[inline]
    pub fn set_values(&mut self, cell: Cell, set: ValueSet) {
        self.domains[cell.index()] = set;
    }

    /// Keeps only the numbers from `low` to `high` (both included).
    #[inline]
    pub fn keep_between(&mut self, cell: Cell, low: i32, high: i32) -> Result<(), Conflict> {
        let first = self.first(cell) as i64;
        let (from, to) = ((low as i64 - first).clamp(0, 64) as u32, (high as i64 - first + 1).clamp(0, 64) as u32);
        self.keep(cell, ValueSet::below(to).minus(ValueSet::below(from)))
    }

    /// Adds values to a cell. Explanations use this to test what would follow if a candidate were still possible.
    pub fn restore(&mut self, cell: Cell, set: ValueSet) {
        self.domains[cell.index()] |= set;
    }

    /// The candidates of a cell, and whether the cell is marked as changed. [`Board::put_back`] restores them.
    #[inline]
    pub(crate) fn snapshot(&self, cell: Cell) -> (ValueSet, bool) {
        (self.values(cell), self.changed.contains(cell))
    }

    /// Restores a cell from a snapshot, so that a constraint can try something on the board itself without copying it.
    #[inline]
    pub(crate) fn put_back(&mut self, cell: Cell, (values, changed): (ValueSet, bool)) {
        self.domains[cell.index()] = values;
        if changed {
            self.changed.insert(cell);
        } else {
            self.changed.remove(cell);
        }
    }

    /// Removes the smallest cell from the list of changes and returns it; `None` if the list is empty.
    #[inline]
    pub fn take_changed(&mut self) -> Option<Cell> {
        self.changed.pop()
    }

    /// The cells narrowed since the list of changes was last emptied.
    pub fn changed(&self) -> &CellSet {
        &self.changed
    }

    /// Empties the list of changes.
    pub fn clear_changed(&mut self) {
        self.changed.clear();
    }

    /// Whether every cell is fixed.
    pub fn is_solved(&self) -> bool {
        self.domains.iter().all(|d| d.len() == 1)
    }

    /// Whether some cell has no value left.
    pub fn is_broken(&self) -> bool {
        self.domains.iter().any(|d| d.is_empty())
    }

    /// Makes this board a copy of `other`, a board of the same model, without allocating memory.
    pub fn copy_from(&mut self, other: &Self) {
        self.domains.copy_from_slice(&other.domains);
        self.changed.clone_from(&other.changed);
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.domains == other.domains && self.first == other.first
    }
}

impl Eq for Board {}
