//! Premises of kinds that a technique defines itself, with their check and their words, in that technique's file.

use crate::board::state::State;
use cluewright_core::{Candidate, Cell, Model, OriginId};
use std::fmt;
use std::sync::Arc;

/// Candidates, each with a truth value; at least one of these statements is true.
pub type Clause = Vec<(Candidate, bool)>;

/// A premise that no other kind of [`crate::Reason`] expresses. The checker believes its clauses, so [`Premise::clauses`] must
/// compute them from the model and the position alone, as plainly as possible, and share no code with the search that found the
/// step.
pub trait Premise: fmt::Debug + Send + Sync {
    /// The clauses that follow from the premise on this board; `None` if the premise does not hold. Call `spend` with the work to
    /// be done next, in units of some nanoseconds; once it returns false, return: the answer is then ignored.
    fn clauses(&self, model: &Model, state: &State, spend: &mut dyn FnMut(u64) -> bool) -> Option<Vec<Clause>>;

    /// A part of the model in which a candidate leads to a contradiction on the current board: the checker then verifies this by
    /// itself and does not call `clauses`. `None` by default.
    fn refutes(&self, model: &Model) -> Option<(Model, Candidate)> {
        let _ = model;
        None
    }

    /// The part of the grid that the premise is about: `row 1 and row 5`.
    fn name(&self, model: &Model) -> String;

    /// Why the premise holds: part of a sentence, without a full stop.
    fn words(&self, model: &Model) -> String;

    /// The argument in full, one string per sentence. Empty by default.
    fn details(&self, model: &Model) -> Vec<String> {
        let _ = model;
        Vec::new()
    }

    /// The number of cases, each from an assumption, that a person goes through to check the premise; 0, the default, if it is
    /// seen as a whole. A step that rests on a premise with cases counts as a trial.
    fn cases(&self) -> u64 {
        0
    }

    /// The total number of inferences in these cases; `None`, the default if there are cases, if the premise does not list them.
    /// A premise that is seen as a whole counts as one inference.
    fn inferences(&self) -> Option<u64> {
        (self.cases() == 0).then_some(1)
    }

    /// All facts that the premise rests on: clues, houses, rules. By default the clues.
    fn facts(&self, model: &Model) -> Vec<OriginId> {
        self.clues(model)
    }

    /// The clues that the premise reads, each as an origin; hints name them. Empty by default.
    fn clues(&self, model: &Model) -> Vec<OriginId> {
        let _ = model;
        Vec::new()
    }

    /// The cells that the premise is about, in parts that a drawing shows differently. Empty by default.
    fn parts(&self, model: &Model) -> Vec<Vec<Cell>> {
        let _ = model;
        Vec::new()
    }
}

/// A [`Premise`] as part of a step. Two are equal if their [`fmt::Debug`] output is the same.
#[derive(Clone)]
pub struct Own(Arc<dyn Premise>);

impl Own {
    /// Wraps a premise.
    pub fn new(premise: impl Premise + 'static) -> Self {
        Self(Arc::new(premise))
    }
}

impl std::ops::Deref for Own {
    type Target = dyn Premise;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for Own {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || format!("{self:?}") == format!("{other:?}")
    }
}
