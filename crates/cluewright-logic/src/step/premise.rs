//! Premises that a technique defines itself; the technique's file also contains the premise's check and wording.

use crate::board::state::State;
use cluewright_core::{Candidate, Cell, Model, OriginId};
use std::fmt;
use std::sync::Arc;

/// Statements that candidates are true or false; at least one of these statements holds.
pub type Clause = Vec<(Candidate, bool)>;

/// A premise that no other kind of [`crate::Reason`] can express. The checker trusts the premise's clauses, so [`Premise::clauses`]
/// must compute the clauses from the model and the position alone, as plainly as possible, and must share no code with the search
/// that found the step.
pub trait Premise: fmt::Debug + Send + Sync {
    /// The clauses that follow from the premise on this board; `None` if the premise does not hold. Before each piece of work, call
    /// `spend` with its size, in units of a few nanoseconds. As soon as `spend` returns false, return; the answer is then ignored.
    fn clauses(&self, model: &Model, state: &State, spend: &mut dyn FnMut(u64) -> bool) -> Option<Vec<Clause>>;

    /// A part of the model in which a candidate leads to a contradiction on the current board. If this returns a part, the checker
    /// verifies the contradiction independently and does not call `clauses`. `None` by default.
    fn refutes(&self, model: &Model) -> Option<(Model, Candidate)> {
        let _ = model;
        None
    }

    /// The part of the grid that the premise is about: `row 1 and row 5`.
    fn name(&self, model: &Model) -> String;

    /// Why the premise holds, as part of a sentence without a full stop.
    fn words(&self, model: &Model) -> String;

    /// The argument in full, one string per sentence. Empty by default.
    fn details(&self, model: &Model) -> Vec<String> {
        let _ = model;
        Vec::new()
    }

    /// The number of cases (each with its own assumption) that a person goes through to check the premise. 0, the default, means
    /// that no assumptions are needed. A step that rests on a premise with cases counts as a trial.
    fn cases(&self) -> u64 {
        0
    }

    /// The total number of inferences in all cases, or `None` if the premise does not list the inferences. The default is `None` if
    /// there are cases; a premise without cases counts as one inference.
    fn inferences(&self) -> Option<u64> {
        (self.cases() == 0).then_some(1)
    }

    /// All facts that the premise rests on: clues, houses, rules. The default is [`Premise::clues`].
    fn facts(&self, model: &Model) -> Vec<OriginId> {
        self.clues(model)
    }

    /// The origins of the clues that the premise uses; hints name these clues. Empty by default.
    fn clues(&self, model: &Model) -> Vec<OriginId> {
        let _ = model;
        Vec::new()
    }

    /// The cells that the premise is about, divided into parts that drawings show in different ways. Empty by default.
    fn parts(&self, model: &Model) -> Vec<Vec<Cell>> {
        let _ = model;
        Vec::new()
    }
}

/// A [`Premise`] as part of a step. Two premises are equal if their [`fmt::Debug`] output is the same.
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
