//! Lists of cells with the same, unknown sum: region sum lines, zippers with many lists, split peas without a total.

use super::common::{Constraint, size, union_of_lists};
use super::linear::{Linear, MAX_SPAN};
use crate::bits::Bits;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::value::Value;

/// The constraint that all lists of cells have the same sum.
///
/// Propagation is exact if the lists share no cell, have at most 40 cells each and fewer than 1024 sums; like that of
/// [`super::Sum`], it takes into account which cells of a list differ. Otherwise propagation uses bounds.
///
/// ```
/// use cluewright_core::constraint::EqualSums;
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// let line = EqualSums::new(&[vec![Cell(0)], vec![Cell(1), Cell(2)]]);
/// let mut board = Board::new(vec![ValueSet::below(9); 3], vec![1; 3]);
/// line.propagate(&mut board).unwrap();
/// assert_eq!((board.min(Cell(0)), board.max(Cell(1))), (2, 8));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct EqualSums {
    lists: Vec<Linear>,
    cells: Vec<Cell>,
    /// Whether no two lists share a cell.
    apart: bool,
}

impl EqualSums {
    /// Creates a constraint over these lists. A list must not contain a cell twice; different lists may share cells.
    pub fn new(lists: &[Vec<Cell>]) -> Self {
        let once = |l: &Vec<Cell>| (0..l.len()).all(|i| !l[..i].contains(&l[i]));
        debug_assert!(lists.iter().all(once), "each cell once in a list");
        let linear = |l: &Vec<Cell>| Linear::new(l.iter().map(|&c| (c, 1)));
        let cells = union_of_lists(lists);
        let apart = cells.len() == lists.iter().map(Vec::len).sum();
        Self { lists: lists.iter().map(linear).collect(), cells, apart }
    }

    /// The lists of cells.
    pub fn lists(&self) -> impl ExactSizeIterator<Item = &[Cell]> + '_ {
        self.lists.iter().map(|l| &l.cells[..])
    }

    /// For each cell of each list, the index of the part of mutually different cells to which the cell belongs.
    pub fn cliques(&self) -> impl ExactSizeIterator<Item = &[u16]> + '_ {
        self.lists.iter().map(|l| &l.cliques[..])
    }

    /// The exact method. Bit 0 of a set stands for the sum `base`, and the sums must fit into `N` words. `base` is the smallest
    /// base among the lists.
    fn exact<const N: usize>(&self, board: &mut Board, base: i64) -> Result<(), Conflict> {
        let mut common = Bits::<N>([u64::MAX; N]);
        for list in &self.lists {
            let pieces = list.pieces(board)?.expect("asked before");
            let mut sums = Bits::EMPTY;
            sums.add_up(&list.sums(board, &pieces), (pieces.base - base) as usize);
            common &= sums;
        }
        for list in &self.lists {
            let pieces = list.pieces(board)?.expect("asked before");
            // A list that shares cells with earlier ones may now exceed all common sums.
            let mut target = Bits::EMPTY;
            target.add_down(&common, (pieces.base - base) as usize);
            list.prune_to(board, &pieces, &target)?;
        }
        Ok(())
    }
}

impl Constraint for EqualSums {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        self.lists.windows(2).all(|w| w[0].sum(number) == w[1].sum(number))
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        loop {
            let before = size(board, &self.cells);
            let (mut low, mut high) = (i64::MIN / 2, i64::MAX / 2);
            for list in &self.lists {
                let (a, b) = list.bounds(board)?;
                (low, high) = (low.max(a), high.min(b));
            }
            for list in &self.lists {
                list.prune_between(board, low, high)?;
            }
            let mut base = i64::MAX;
            let exactly = self.lists.iter().try_fold(true, |all, list| {
                let pieces = list.pieces(board)?;
                base = base.min(pieces.as_ref().map_or(i64::MAX, |p| p.base));
                Ok(all && pieces.is_some())
            })?;
            let exactly = exactly && high - base < MAX_SPAN;
            if exactly {
                match high - base {
                    ..64 => self.exact::<1>(board, base)?,
                    64..256 => self.exact::<4>(board, base)?,
                    _ => self.exact::<{ MAX_SPAN as usize / 64 }>(board, base)?,
                }
            }
            // If the lists affect each other only through the sum, one exact pass is final.
            if exactly && self.apart && self.lists.iter().all(|list| list.is_narrow(board))
                || size(board, &self.cells) == before
            {
                return Ok(());
            }
        }
    }

    fn learn_differences(&mut self, differ: &dyn Fn(Cell, Cell) -> bool) {
        self.lists.iter_mut().for_each(|l| l.learn_differences(differ));
    }

    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        // The assignments are equivalent if every list's sum changes by the same amount.
        let mut gains = self.lists.iter().map(|l| l.weight(after) - l.weight(before));
        let first = gains.next().unwrap_or(0);
        gains.all(|g| g == first)
    }
}
