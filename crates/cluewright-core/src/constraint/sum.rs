//! Weighted sums of cells that are compared with a total: killer cages, arrows, little killers, "sum = cell".

use super::Compare;
use super::common::Constraint;
use super::linear::{Linear, MAX_SPAN, Pieces};
use crate::bits::Bits;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::value::Value;

/// Compares the sum of `coefficient * number` over all terms with `total`.
///
/// An arrow is `circle - a - b - c = 0`. The cells of one part ([`Sum::cliques`]) are known to be mutually different, because
/// they share a set of the model. Propagation uses these differences, and a proof then also lists the sets as reasons.
///
/// Propagation is exact (including the differences within a part) if there are at most 1024 totals between the minimum and the
/// required total, at most 40 parts, and at most 12 values in a part; otherwise propagation uses bounds.
///
/// ```
/// use cluewright_core::constraint::{Compare, Sum};
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// // A cage of two cells, sum 17, on digits 1 to 9.
/// let cage = Sum::new(&[(Cell(0), 1), (Cell(1), 1)], Compare::Eq, 17);
/// let mut board = Board::new(vec![ValueSet::below(9); 2], vec![1, 1]);
/// cage.propagate(&mut board).unwrap();
/// assert_eq!((board.min(Cell(0)), board.max(Cell(0))), (8, 9));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Sum {
    linear: Linear,
    compare: Compare,
    total: i32,
}

impl Sum {
    /// Creates a sum over different cells. Several terms of the same cell must be added up first, and terms with the coefficient
    /// zero must be left out.
    pub fn new(terms: &[(Cell, i32)], compare: Compare, total: i32) -> Self {
        debug_assert!(
            (0..terms.len()).all(|i| terms[..i].iter().all(|t| t.0 != terms[i].0) && terms[i].1 != 0),
            "terms of different cells with coefficients"
        );
        Self { linear: Linear::new(terms.iter().copied()), compare, total }
    }

    /// The terms, each with its cell and coefficient.
    pub fn terms(&self) -> impl Iterator<Item = (Cell, i32)> + '_ {
        self.linear.terms()
    }

    /// How the sum is compared with the total.
    pub fn compare(&self) -> Compare {
        self.compare
    }

    /// The total that the sum is compared with.
    pub fn total(&self) -> i32 {
        self.total
    }

    /// For each term, the index of its part: a set of mutually different cells with the same coefficient. Parts are numbered from
    /// 0.
    pub fn cliques(&self) -> &[u16] {
        &self.linear.cliques
    }

    /// Applies the exact method if possible. Returns whether it was possible.
    fn try_exact(&self, board: &mut Board) -> Result<bool, Conflict> {
        let Some(pieces) = self.linear.pieces(board)? else { return Ok(false) };
        // Totals beyond the required total are not needed.
        let last = match self.compare {
            Compare::Eq | Compare::Le => self.total as i64,
            Compare::Ne | Compare::Ge => self.linear.bounds(board)?.1,
        };
        match last - pieces.base {
            ..64 => self.exact::<1>(board, &pieces)?,
            64..128 => self.exact::<2>(board, &pieces)?,
            128..256 => self.exact::<4>(board, &pieces)?,
            256..MAX_SPAN => self.exact::<{ MAX_SPAN as usize / 64 }>(board, &pieces)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The exact method. Totals are counted from the base of the pieces, and must fit into `N` words.
    fn exact<const N: usize>(&self, board: &mut Board, pieces: &Pieces) -> Result<(), Conflict> {
        let mut target = Bits::<N>::EMPTY;
        let total = self.total as i64 - pieces.base;
        if self.compare == Compare::Eq {
            if (0..64 * N as i64).contains(&total) {
                target.insert(total as usize);
            }
        } else {
            (0..64 * N).filter(|&t| self.compare.holds(t as i64, total)).for_each(|t| target.insert(t));
        }
        self.linear.prune_to(board, pieces, &target)
    }
}

impl Constraint for Sum {
    fn cells(&self) -> &[Cell] {
        &self.linear.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        self.compare.holds(self.linear.sum(number), self.total as i64)
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        let total = self.total as i64;
        let (min, max) = match self.compare {
            Compare::Eq => (total, total),
            Compare::Le => (i64::MIN / 4, total),
            Compare::Ge => (total, i64::MAX / 4),
            Compare::Ne => (i64::MIN / 4, i64::MAX / 4),
        };
        if self.compare == Compare::Ne {
            self.linear.avoid(board, total)?;
        } else {
            self.linear.narrow_by_bounds(board, min, max)?;
        }
        // If no differences are known, bounds are complete unless the sum is an equation.
        if self.compare != Compare::Eq && self.linear.is_plain() {
            return Ok(());
        }
        loop {
            let before = self.linear.size(board);
            if self.try_exact(board)? && self.linear.is_narrow(board) {
                return Ok(()); // one pass is final
            }
            // Use bounds for sums that are too large for the exact method, and for differences within parts that are too wide for
            // it.
            self.linear.keep_between(board, min, max)?;
            if self.linear.size(board) == before {
                return Ok(());
            }
        }
    }

    fn learn_differences(&mut self, differ: &dyn Fn(Cell, Cell) -> bool) {
        self.linear.learn_differences(differ);
    }

    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        self.linear.weight(before) == self.linear.weight(after)
    }
}
