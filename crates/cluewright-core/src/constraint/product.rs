//! A product of cells compared with a total.

use super::common::{Constraint, size};
use super::{Compare, Total};
use crate::board::{Board, Conflict};
use crate::cell::Cell;

/// The product of the cells' numbers, compared with a total.
///
/// Propagation uses bounds and, for an equation, divisibility. For a small, important product an automaton is better.
///
/// ```
/// use cluewright_core::constraint::{Compare, Product, Total};
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// let cage = Product::new(&[Cell(0), Cell(1)], Compare::Eq, Total::Number(35));
/// let mut board = Board::new(vec![ValueSet::below(9); 2], vec![1; 2]);
/// cage.propagate(&mut board).unwrap();
/// assert_eq!((board.values(Cell(0)).len(), board.min(Cell(0)), board.max(Cell(0))), (2, 5, 7));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Product {
    /// The factors, then the cell of the total if it is not among them.
    cells: Vec<Cell>,
    factors: usize,
    compare: Compare,
    total: Total,
}

/// The minimum and maximum of a number. Saturates: a value beyond 64 bits stays beyond every total.
type Range = (i64, i64);

fn times(a: Range, b: Range) -> Range {
    let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(x, y)| x.saturating_mul(y));
    corners.into_iter().fold((i64::MAX, i64::MIN), |(low, high), c| (low.min(c), high.max(c)))
}

impl Product {
    /// The product of different cells; without cells it is 1.
    pub fn new(cells: &[Cell], compare: Compare, total: Total) -> Self {
        debug_assert!((0..cells.len()).all(|i| !cells[..i].contains(&cells[i])), "each cell once");
        let beside = total.cell().filter(|c| !cells.contains(c));
        Self { cells: cells.iter().copied().chain(beside).collect(), factors: cells.len(), compare, total }
    }

    /// The cells that are multiplied.
    pub fn factors(&self) -> &[Cell] {
        &self.cells[..self.factors]
    }

    /// The comparison of the product.
    pub fn compare(&self) -> Compare {
        self.compare
    }

    /// The total that the product is compared with.
    pub fn total(&self) -> Total {
        self.total
    }

    /// The range of the product without the factor `skip`.
    fn range(&self, board: &Board, skip: Option<Cell>) -> Range {
        let rest = self.factors().iter().filter(|&&c| Some(c) != skip);
        rest.map(|&c| (board.min(c) as i64, board.max(c) as i64)).fold((1, 1), times)
    }

    /// Whether a product in the first range can satisfy the comparison with a total in the second.
    fn fits(&self, product: Range, total: Range) -> bool {
        match self.compare {
            Compare::Eq => product.0 <= total.1 && total.0 <= product.1,
            Compare::Ne => product != total || product.0 != product.1,
            Compare::Le => product.0 <= total.1,
            Compare::Ge => product.1 >= total.0,
        }
    }
}

impl Product {
    /// The negation, if a constraint of this kind expresses it.
    pub(super) fn negated(&self) -> Option<Self> {
        let Total::Number(n) = self.total else { return None };
        let (compare, n) = self.compare.negated(n)?;
        Some(Self { compare, total: Total::Number(n), ..self.clone() })
    }
}

impl Constraint for Product {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        let product = self.factors().iter().fold(1i64, |p, &c| p.saturating_mul(number(c) as i64));
        self.compare.holds(product, self.total.number(number) as i64)
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        if self.cells.iter().any(|&c| board.values(c).is_empty()) {
            return Err(Conflict);
        }
        loop {
            let before = size(board, &self.cells);
            let total = match self.total {
                Total::Number(n) => (n as i64, n as i64),
                Total::Cell(c) => (board.min(c) as i64, board.max(c) as i64),
            };
            if !self.fits(self.range(board, None), total) {
                return Err(Conflict);
            }
            let divides = self.compare == Compare::Eq && total.0 == total.1 && total.0 != 0;
            for &cell in self.factors() {
                let rest = self.range(board, Some(cell));
                let mut keep = board.values(cell);
                for v in keep {
                    let n = board.number(cell, v) as i64;
                    let possible = self.fits(times(rest, (n, n)), total);
                    if !possible || (divides && (n == 0 || total.0 % n != 0)) {
                        keep.remove(v);
                    }
                }
                board.keep(cell, keep)?;
            }
            if let Total::Cell(cell) = self.total {
                let product = self.range(board, None);
                let fixed = |c: &Cell| board.fixed_number(*c).map(i64::from).filter(|&n| n != 0);
                let mut keep = board.values(cell);
                for v in keep {
                    let n = board.number(cell, v) as i64;
                    let broken =
                        self.compare == Compare::Eq && self.factors().iter().filter_map(fixed).any(|f| n % f != 0);
                    if broken || !self.fits(product, (n, n)) {
                        keep.remove(v);
                    }
                }
                board.keep(cell, keep)?;
            }
            if size(board, &self.cells) == before {
                return Ok(());
            }
        }
    }
}
