//! Proves every step of an explanation again.

use crate::compiled::Compiled;
use crate::explain::Explanation;
use cluewright_logic::proof::{Checker, Cost, Unproved};
use cluewright_search::Limits;

/// The checker's verdict on each step, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verification {
    /// For each step: proved, refuted ([`Unproved::is_fault`]), or neither.
    pub verdicts: Vec<Result<(), Unproved>>,
}

impl Verification {
    /// Whether all steps are proved.
    pub fn is_complete(&self) -> bool {
        self.verdicts.iter().all(Result::is_ok)
    }

    /// The number of steps that are proved.
    pub fn proved(&self) -> usize {
        self.verdicts.iter().filter(|v| v.is_ok()).count()
    }

    /// The steps, by their indexes from 0, whose conclusions do not follow from their reasons, with the reason why. These are
    /// faults of the program.
    pub fn refuted(&self) -> impl Iterator<Item = (usize, Unproved)> + '_ {
        self.unproved().filter(|(_, why)| why.is_fault())
    }

    /// The steps, by their indexes from 0, whose proofs exceeded the work limit, with what took too much work.
    pub fn beyond(&self) -> impl Iterator<Item = (usize, Unproved)> + '_ {
        self.unproved().filter(|(_, why)| matches!(why, Unproved::TooMuch(_)))
    }

    /// The number of steps whose proofs were not begun or not finished when the stop signal came.
    pub fn stopped(&self) -> usize {
        self.unproved().filter(|(_, why)| *why == Unproved::Stopped).count()
    }

    fn unproved(&self) -> impl Iterator<Item = (usize, Unproved)> + '_ {
        self.verdicts.iter().enumerate().filter_map(|(i, v)| Some((i, v.err()?)))
    }
}

impl Explanation {
    /// Proves every step again, from its own reasons alone and with its own work limit; continues after a step that cannot be
    /// proved. Of `limits`, only the stop signal applies.
    pub fn verify(&self, compiled: &Compiled, limits: &Limits<'_>) -> Verification {
        let model = compiled.model();
        let ask = || limits.stop.is_some_and(|stop| stop());
        let mut checker = Checker::new(model).stopped_by(Some(&ask));
        let verdicts = self.path.positions(model).map(|(state, step)| checker.verify(&state, step));
        Verification { verdicts: verdicts.collect() }
    }
}

/// Why a step is not proved, in words; a constraint has the name that its rule gives it.
pub fn why_unproved(compiled: &Compiled, why: Unproved) -> String {
    let model = compiled.model();
    match why {
        Unproved::TooMuch(Some(Cost::Constraint(id))) => {
            format!("there are too many ways to fill {}", model.origin_text(model.constraint(id).origin))
        }
        _ => why.to_string(),
    }
}
