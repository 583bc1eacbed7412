//! Clauses over candidates, and a search that proves that a candidate cannot be true or cannot be false.

use super::budget::Budget;
use super::unproved::{Cost, Unproved};
use cluewright_core::model::SetId;
use cluewright_core::{Candidate, Model};

/// Clauses over candidates, and a search that proves that a candidate cannot be true or cannot be false.
#[derive(Default)]
pub(super) struct Clauses {
    variables: Vec<Candidate>,
    /// Each clause is a list of literals (variable, required truth value).
    clauses: Vec<Vec<(u32, bool)>>,
}

impl Clauses {
    pub(super) fn variable(&mut self, candidate: Candidate) -> u32 {
        let at = self.variables.iter().position(|&c| c == candidate).unwrap_or_else(|| {
            self.variables.push(candidate);
            self.variables.len() - 1
        });
        at as u32
    }

    pub(super) fn add(&mut self, literals: impl IntoIterator<Item = (Candidate, bool)>) {
        let clause = literals.into_iter().map(|(c, truth)| (self.variable(c), truth)).collect();
        self.clauses.push(clause);
    }

    pub(super) fn add_set(&mut self, model: &Model, set: SetId) {
        let cells = &model.set(set).cells;
        let inside: Vec<u32> =
            (0..self.variables.len() as u32).filter(|&v| cells.contains(&self.variables[v as usize].cell)).collect();
        for (i, &a) in inside.iter().enumerate() {
            for &b in &inside[..i] {
                let (x, y) = (self.variables[a as usize], self.variables[b as usize]);
                if x.value == y.value {
                    self.clauses.push(vec![(a, false), (b, false)]);
                }
            }
        }
    }

    /// Adds clauses stating that no cell holds two values.
    pub(super) fn add_cells(&mut self) {
        for a in 0..self.variables.len() {
            for b in 0..a {
                if self.variables[a].cell == self.variables[b].cell {
                    self.clauses.push(vec![(a as u32, false), (b as u32, false)]);
                }
            }
        }
    }

    /// Whether some clause is empty and therefore unsatisfiable.
    pub(super) fn has_empty(&self) -> bool {
        self.clauses.iter().any(Vec::is_empty)
    }

    /// Proves that `candidate` cannot have this truth value. Fails if the truth value is possible or the budget runs
    /// out.
    pub(super) fn refute(&self, candidate: Candidate, truth: bool, budget: &mut Budget<'_>) -> Result<(), Unproved> {
        let at = self.variables.iter().position(|&c| c == candidate).ok_or(Unproved::DoesNotFollow)?;
        let mut truths = vec![None; self.variables.len()];
        truths[at] = Some(truth);
        let some = self.satisfiable(&mut truths, budget).map_err(|why| why.by(Cost::Together))?;
        if some { Err(Unproved::DoesNotFollow) } else { Ok(()) }
    }

    fn satisfiable(&self, truths: &mut [Option<bool>], budget: &mut Budget<'_>) -> Result<bool, Unproved> {
        let literals: usize = self.clauses.iter().map(|c| 1 + c.len()).sum();
        // Repeat unit propagation until nothing changes.
        loop {
            let mut again = false;
            budget.spend(literals as u64)?;
            for clause in &self.clauses {
                let mut open = None;
                let mut opens = 0;
                let mut satisfied = false;
                for &(v, wanted) in clause {
                    match truths[v as usize] {
                        Some(t) if t == wanted => {
                            satisfied = true;
                            break;
                        }
                        Some(_) => {}
                        None => {
                            opens += 1;
                            open = Some((v, wanted));
                        }
                    }
                }
                if satisfied {
                    continue;
                }
                let Some((v, wanted)) = open else { return Ok(false) };
                if opens == 1 {
                    truths[v as usize] = Some(wanted);
                    again = true;
                }
            }
            if !again {
                break;
            }
        }
        // Branch on the smallest open clause, preferring clauses with only positive literals.
        let open_in = |clause: &Vec<(u32, bool)>, truths: &[Option<bool>]| {
            let satisfied = clause.iter().any(|&(v, w)| truths[v as usize] == Some(w));
            let open = clause.iter().filter(|&&(v, _)| truths[v as usize].is_none()).count();
            (!satisfied && open > 0).then_some(open)
        };
        let positive = |clause: &Vec<(u32, bool)>| clause.iter().all(|&(_, w)| w);
        let best = self
            .clauses
            .iter()
            .filter_map(|c| open_in(c, truths).map(|n| (!positive(c), n, c)))
            .min_by_key(|&(negative, n, _)| (negative, n));
        let Some((_, _, clause)) = best else { return Ok(true) };
        let mut rest = truths.to_vec();
        for &(v, wanted) in clause.iter().filter(|&&(v, _)| truths[v as usize].is_none()) {
            let mut trial = rest.clone();
            trial[v as usize] = Some(wanted);
            if self.satisfiable(&mut trial, budget)? {
                return Ok(true);
            }
            rest[v as usize] = Some(!wanted);
        }
        Ok(false)
    }
}
