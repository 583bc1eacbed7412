//! Propagates formulas in small portions.

use super::{EVALUATIONS, Trial, WORK};
use crate::general::propagate::State;
use cluewright_core::constraint::Evaluated;
use cluewright_core::{Conflict, Constraint, ValueSet};
impl State<'_> {
    /// Tests the values of a formula's cells, a few at a time, because the cost of one evaluation has no bound. The final result
    /// is the same as that of a single call of [`Evaluated`].
    pub(in crate::general) fn formula(&mut self, k: usize, formula: &Evaluated) -> Result<(), Conflict> {
        let at = self.trials.binary_search_by_key(&k, |t| t.k).expect("every formula has its trial");
        let mut trials = std::mem::take(&mut self.trials);
        let result = self.try_values(&mut trials[at], formula);
        self.trials = trials;
        if result? {
            self.again(k);
        }
        Ok(())
    }

    /// Tests some values. Returns whether there are more to test.
    fn try_values(&mut self, trial: &mut Trial, formula: &Evaluated) -> Result<bool, Conflict> {
        let cells = formula.cells();
        let mut changed = false;
        for (domain, c) in trial.domains.iter_mut().zip(cells) {
            let now = ValueSet(self.dom[c.index()]);
            changed |= domain.1 != now;
            domain.1 = now;
        }
        if changed {
            trial.unchanged = 0;
            (trial.tried, trial.gone) = (ValueSet::EMPTY, ValueSet::EMPTY);
        }
        // The test is also repeated if the formula could not hold last time, because then no value was tested.
        if trial.unchanged == 0 && !formula.could_hold(&trial.domains) {
            return Err(Conflict);
        }
        let mut evaluations = 0u64;
        while trial.unchanged < cells.len() {
            if evaluations >= EVALUATIONS {
                return Ok(true);
            }
            let i = trial.next;
            let old = trial.domains[i].1;
            if old.len() > 1 {
                for value in old.minus(trial.tried) {
                    // An expensive formula may also pause between two values of a cell.
                    if evaluations > 0 && formula.cost().saturating_mul(evaluations) > WORK {
                        trial.domains[i].1 = old;
                        return Ok(true);
                    }
                    trial.domains[i].1 = ValueSet::of(value);
                    evaluations += 1;
                    trial.tried |= ValueSet::of(value);
                    if !formula.could_hold(&trial.domains) {
                        trial.gone |= ValueSet::of(value);
                    }
                }
            }
            let keep = old.minus(trial.gone);
            (trial.tried, trial.gone) = (ValueSet::EMPTY, ValueSet::EMPTY);
            trial.domains[i].1 = keep;
            trial.next = (i + 1) % cells.len();
            if keep == old {
                trial.unchanged += 1;
            } else {
                trial.unchanged = 0;
                self.narrow(cells[i].index(), keep.0)?;
            }
        }
        Ok(false)
    }
}
