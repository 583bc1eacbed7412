//! A weighted sum of cells compared with a total: killer cages, arrows, little killers, "sum = cell".

use super::Constraint;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::value::Value;

/// How a sum is compared with its total.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    /// Equal.
    Eq,
    /// Different.
    Ne,
    /// At most.
    Le,
    /// At least.
    Ge,
}

/// `coefficient * number` summed over the terms, compared with `total`.
///
/// An arrow is `circle - a - b - c = 0`. The cells of one [`Sum::cliques`] part are known to be mutually different
/// (they share a set of the model): propagation may use that, and a proof then names the sets as reasons too.
#[derive(Clone, PartialEq, Debug)]
pub struct Sum {
    cells: Vec<Cell>,
    coefficients: Vec<i32>,
    compare: Compare,
    total: i32,
    /// For each term the part of mutually different cells it lies in.
    cliques: Vec<u16>,
}

impl Sum {
    /// A sum over different cells. Terms of one cell must have been added up, zero coefficients left out.
    pub fn new(terms: &[(Cell, i32)], compare: Compare, total: i32) -> Self {
        let cells: Vec<Cell> = terms.iter().map(|t| t.0).collect();
        debug_assert!(
            (0..cells.len()).all(|i| !cells[..i].contains(&cells[i]) && terms[i].1 != 0),
            "terms of different cells with coefficients"
        );
        Self {
            coefficients: terms.iter().map(|t| t.1).collect(),
            compare,
            total,
            cliques: (0..cells.len() as u16).collect(),
            cells,
        }
    }

    /// The terms: cell and coefficient.
    pub fn terms(&self) -> impl Iterator<Item = (Cell, i32)> + '_ {
        self.cells.iter().copied().zip(self.coefficients.iter().copied())
    }

    /// How it is compared.
    pub fn compare(&self) -> Compare {
        self.compare
    }

    /// What it is compared with.
    pub fn total(&self) -> i32 {
        self.total
    }

    /// For each term, the number of its part of mutually different cells.
    pub fn cliques(&self) -> &[u16] {
        &self.cliques
    }

    fn holds(&self, sum: i64) -> bool {
        let total = self.total as i64;
        match self.compare {
            Compare::Eq => sum == total,
            Compare::Ne => sum != total,
            Compare::Le => sum <= total,
            Compare::Ge => sum >= total,
        }
    }
}

impl Constraint for Sum {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        self.holds(self.terms().map(|(c, k)| k as i64 * number(c) as i64).sum())
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        // Bounds: what the others can do at least and at most leaves a window for each.
        loop {
            let (mut low, mut high) = (0i64, 0i64);
            for (c, k) in self.terms() {
                let (a, b) = (k as i64 * board.min(c) as i64, k as i64 * board.max(c) as i64);
                low += a.min(b);
                high += a.max(b);
            }
            let total = self.total as i64;
            let mut again = false;
            for (c, k) in self.terms() {
                let before = board.values(c);
                let (a, b) = (k as i64 * board.min(c) as i64, k as i64 * board.max(c) as i64);
                let (rest_low, rest_high) = (low - a.min(b), high - a.max(b));
                let mut keep = before;
                for v in before {
                    let x = k as i64 * board.number(c, v) as i64;
                    let fits = match self.compare {
                        Compare::Eq => x + rest_low <= total && total <= x + rest_high,
                        Compare::Le => x + rest_low <= total,
                        Compare::Ge => x + rest_high >= total,
                        Compare::Ne => !(rest_low == rest_high && x + rest_low == total),
                    };
                    if !fits {
                        keep.remove(v);
                    }
                }
                if keep != before {
                    board.keep(c, keep)?;
                    again = true;
                }
            }
            if !again {
                // Nothing to narrow, but a sum of no cells, or of fixed ones, must still hold.
                return if low == high && !self.holds(low) { Err(Conflict) } else { Ok(()) };
            }
        }
    }

    fn learn_differences(&mut self, differ: &dyn Fn(Cell, Cell) -> bool) {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for (i, &cell) in self.cells.iter().enumerate() {
            match parts.iter().position(|p| p.iter().all(|&j| differ(self.cells[j], cell))) {
                Some(part) => parts[part].push(i),
                None => parts.push(vec![i]),
            }
        }
        for (number, part) in parts.iter().enumerate() {
            for &i in part {
                self.cliques[i] = number as u16;
            }
        }
    }

    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        let weight = |side: &[(Cell, Value)]| -> i64 {
            let part = |&(cell, value): &(Cell, Value)| {
                self.terms().find(|t| t.0 == cell).map_or(0, |t| t.1 as i64 * value.0 as i64)
            };
            side.iter().map(part).sum()
        };
        weight(before) == weight(after)
    }
}
