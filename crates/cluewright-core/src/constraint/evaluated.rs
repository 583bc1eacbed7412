//! Conditions that remain formulas, because no other kind of constraint can express them or because they were too large to
//! compile.

use super::common::Constraint;
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::value::ValueSet;
use std::fmt;
use std::sync::Arc;

/// The meaning of a formula. The code that creates formulas implements this trait.
pub trait Formula: Send + Sync + fmt::Debug {
    /// Whether the formula holds if the cells have these numbers, one number per cell.
    fn holds(&self, numbers: &[i32]) -> bool;

    /// Whether the formula could hold if each cell's number lies in its domain: a set of values, and the number that value 0
    /// stands for. May return true when in doubt; exact if each domain has a single value.
    fn could_hold(&self, domains: &[(i32, ValueSet)]) -> bool;

    /// The approximate cost of one evaluation, in simple operations.
    fn cost(&self) -> u64 {
        1
    }
}

/// A formula over cells. Propagation tests every value of every cell against the formula's bounds. This is sound, but slow and
/// weak, so it is used only if no other kind of constraint fits.
#[derive(Clone, Debug)]
pub struct Evaluated {
    cells: Vec<Cell>,
    formula: Arc<dyn Formula>,
}

impl Evaluated {
    /// Creates a constraint from a formula over different cells.
    pub fn new(cells: Vec<Cell>, formula: Arc<dyn Formula>) -> Self {
        debug_assert!((0..cells.len()).all(|i| !cells[..i].contains(&cells[i])), "different cells");
        Self { cells, formula }
    }

    /// Whether the formula can hold if each of its cells takes a value from its domain. See [`Formula::could_hold`].
    pub fn could_hold(&self, domains: &[(i32, ValueSet)]) -> bool {
        self.formula.could_hold(domains)
    }

    /// The cost of one evaluation. See [`Formula::cost`].
    pub fn cost(&self) -> u64 {
        self.formula.cost()
    }
}

impl PartialEq for Evaluated {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells && Arc::ptr_eq(&self.formula, &other.formula)
    }
}

/// The work limit of one propagation, in simple operations; takes a few milliseconds. Values that have not been tested by then
/// are kept, which is sound. The limit is needed because the stop signal cannot be polled during propagation.
const MOST_WORK: u64 = 4_000_000;

/// With up to this many cells, propagation does not allocate memory.
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
        // Formulas of ordinary size never reach this limit.
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

#[cfg(test)]
mod tests {
    use super::{Evaluated, Formula, MOST_WORK};
    use crate::board::Board;
    use crate::cell::Cell;
    use crate::constraint::Constraint;
    use crate::value::{Value, ValueSet};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// The formula that no cell holds its lowest value. It has a given cost, and counts its evaluations.
    #[derive(Debug, Default)]
    struct NotTheLowest(u64, AtomicU64);

    impl Formula for NotTheLowest {
        fn holds(&self, numbers: &[i32]) -> bool {
            numbers.iter().all(|&n| n > 1)
        }

        fn could_hold(&self, domains: &[(i32, ValueSet)]) -> bool {
            self.1.fetch_add(1, Ordering::Relaxed);
            domains.iter().all(|d| d.1.len() > 1 || !d.1.contains(Value(0)))
        }

        fn cost(&self) -> u64 {
            self.0
        }
    }

    #[test]
    fn a_dear_formula_takes_few_looks_and_loses_no_solution() {
        for cost in [1, MOST_WORK / 50, MOST_WORK, u64::MAX] {
            let formula = Arc::new(NotTheLowest(cost, AtomicU64::new(0)));
            let constraint = Evaluated::new((0..20).map(Cell).collect(), formula.clone());
            let mut board = Board::new(vec![ValueSet::below(9); 20], vec![1; 20]);
            constraint.propagate(&mut board).expect("it can hold");
            let looks = formula.1.load(Ordering::Relaxed);
            assert!(looks <= MOST_WORK / cost + 2, "{looks} looks of {cost} each");
            assert!(board.domains().iter().all(|d| (1..9).all(|v| d.contains(Value(v)))), "2 to 9 stay");
            let gone = board.domains().iter().filter(|d| !d.contains(Value(0))).count();
            assert!(if cost == 1 { gone == 20 } else { gone < 20 }, "{gone} for {cost}");
            // A full assignment is checked, whatever the cost.
            let mut fixed = Board::new(vec![ValueSet::of(Value(0)); 20], vec![1; 20]);
            assert!(constraint.propagate(&mut fixed).is_err());
        }
    }
}
