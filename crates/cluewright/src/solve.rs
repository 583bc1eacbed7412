//! Solutions: the questions of the search, asked of a compiled puzzle, and the truth for logic to ask.

use crate::compiled::Compiled;
use cluewright_core::{Candidate, Cell, Value, ValueSet};
use cluewright_logic::Oracle;
use cluewright_search::{Answer, Limits, Solver, Verdict};

/// None, one or more solutions?
pub fn solve(compiled: &Compiled, limits: &Limits<'_>) -> Answer<Verdict> {
    cluewright_search::verdict(compiled.model(), &compiled.board(), limits)
}

/// What search knows about a puzzle, for logic to ask.
#[derive(Clone, Debug)]
pub struct Truth {
    /// None, one or more solutions.
    pub verdict: Verdict,
    /// By cell, the candidates that some solution holds; empty when that is not known.
    possible: Vec<ValueSet>,
}

impl Truth {
    /// Asks search, within these limits.
    pub fn new(compiled: &Compiled, limits: &Limits<'_>) -> Self {
        let mut solver = Solver::new(compiled.model());
        let board = compiled.board();
        let verdict = solver.verdict(&board, limits).value;
        let possible = match &verdict {
            Verdict::Multiple(..) => {
                let answer = solver.true_candidates(&board, 1, limits);
                if answer.complete() { answer.value.possible } else { Vec::new() }
            }
            _ => Vec::new(),
        };
        Self { verdict, possible }
    }

    /// A verdict that is known already.
    pub fn of(verdict: Verdict) -> Self {
        Self { verdict, possible: Vec::new() }
    }
}

impl Oracle for Truth {
    fn is_possible(&self, candidate: Candidate) -> Option<bool> {
        match &self.verdict {
            Verdict::Unique(values) => values.get(candidate.cell.index()).map(|v| *v == candidate.value),
            Verdict::None => Some(false),
            _ => self.possible.get(candidate.cell.index()).map(|set| set.contains(candidate.value)),
        }
    }

    fn solution(&self, cell: Cell) -> Option<Value> {
        match &self.verdict {
            Verdict::Unique(values) => values.get(cell.index()).copied(),
            _ => None,
        }
    }
}
