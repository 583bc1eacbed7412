//! A condition kept as a formula: what no other kind can say, and what was too large to compile.

use super::Constraint;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::value::ValueSet;
use std::fmt;
use std::sync::Arc;

/// What a formula means. Implemented where formulas are made.
pub trait Formula: Send + Sync + fmt::Debug {
    /// Does it hold for these numbers, one for each cell?
    fn holds(&self, numbers: &[i32]) -> bool;

    /// Could it hold when each cell's number lies in these domains (sets of values; the number of value 0 is
    /// `first`)? May say yes when in doubt; on single values it is exact.
    fn could_hold(&self, domains: &[(i32, ValueSet)]) -> bool;

    /// The simplest operations that such a look takes, roughly.
    fn cost(&self) -> u64 {
        1
    }
}

/// A formula over cells, propagated by trying every value of every cell against the formula's bounds: sound, slow and
/// weak, so it is used only where nothing better fits.
#[derive(Clone, Debug)]
pub struct Evaluated {
    cells: Vec<Cell>,
    formula: Arc<dyn Formula>,
}

impl Evaluated {
    /// A formula over different cells.
    pub fn new(cells: Vec<Cell>, formula: Arc<dyn Formula>) -> Self {
        debug_assert!((0..cells.len()).all(|i| !cells[..i].contains(&cells[i])), "different cells");
        Self { cells, formula }
    }

    /// Could it hold when each of its cells lies in these domains? See [`Formula::could_hold`].
    pub fn could_hold(&self, domains: &[(i32, ValueSet)]) -> bool {
        self.formula.could_hold(domains)
    }
}

impl PartialEq for Evaluated {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells && Arc::ptr_eq(&self.formula, &other.formula)
    }
}

/// The simplest operations, roughly, after which a propagation leaves the other values as they are: some milliseconds. It
/// is sound to stop anywhere, and who has a stop signal cannot look at it in here.
const MOST_WORK: u64 = 4_000_000;

/// Cells up to which no memory is asked for while propagating.
const FEW: usize = 128;

impl Constraint for Evaluated {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        let numbers: Vec<i32> = self.cells.iter().map(|&c| number(c)).collect();
        self.formula.holds(&numbers)
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        let mut few = [(0, ValueSet::EMPTY); FEW];
        let mut many = Vec::new();
        let domains: &mut [(i32, ValueSet)] = if self.cells.len() <= FEW {
            &mut few[..self.cells.len()]
        } else {
            many.resize(self.cells.len(), (0, ValueSet::EMPTY));
            &mut many
        };
        for (d, &c) in domains.iter_mut().zip(&self.cells) {
            *d = (board.first(c), board.values(c));
        }
        if !self.formula.could_hold(domains) {
            return Err(Conflict);
        }
        // Formulas of a usual size never come to the end of it.
        let mut looks = MOST_WORK / self.formula.cost().max(1) + 1;
        let mut again = true;
        while again {
            again = false;
            for i in 0..domains.len() {
                let old = domains[i].1;
                if old.len() <= 1 {
                    continue;
                }
                let mut keep = old;
                for value in old {
                    if looks == 0 {
                        break;
                    }
                    looks -= 1;
                    domains[i].1 = ValueSet::of(value);
                    if !self.formula.could_hold(domains) {
                        keep.remove(value);
                    }
                }
                domains[i].1 = keep;
                if keep != old {
                    board.keep(self.cells[i], keep)?;
                    again = true;
                }
                if looks == 0 {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
