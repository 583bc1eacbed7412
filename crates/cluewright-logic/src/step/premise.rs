//! Premises of a kind of their own: with their check and their words, in the file of the technique that needs them.

use crate::board::state::State;
use cluewright_core::{Candidate, Cell, Model, OriginId};
use std::fmt;
use std::sync::Arc;

/// Candidates with their truth, of which one at least is as it says.
pub type Clause = Vec<(Candidate, bool)>;

/// A premise that no other kind of [`crate::Reason`] expresses. The checker takes its clauses for true, so
/// [`Premise::clauses`] has to judge from the model and the position alone, in the plainest way there is, and share
/// nothing with the search that found the step.
pub trait Premise: fmt::Debug + Send + Sync {
    /// What follows from it on this board; `None` when it is not so. `spend` takes the work it is about to do, in units of
    /// some nanoseconds; once that says false there is no more, and whatever is answered counts for nothing.
    fn clauses(&self, model: &Model, state: &State, spend: &mut dyn FnMut(u64) -> bool) -> Option<Vec<Clause>>;

    /// A part of the model in which a candidate leads to a contradiction on the board as it is: the checker goes through it
    /// on its own, and asks for no clauses then. None by default.
    fn refutes(&self, model: &Model) -> Option<(Model, Candidate)> {
        let _ = model;
        None
    }

    /// What to look at: `row 1 and row 5`.
    fn name(&self, model: &Model) -> String;

    /// Why it is so: part of a sentence, without its end.
    fn words(&self, model: &Model) -> String;

    /// The argument spelled out, a sentence each. None by default.
    fn details(&self, model: &Model) -> Vec<String> {
        let _ = model;
        Vec::new()
    }

    /// How many cases somebody goes through who checks it, each from an assumption; 0, the default, when it is seen as a
    /// whole. A step that rests on one with cases counts as a trial.
    fn cases(&self) -> u64 {
        0
    }

    /// How many inferences those cases take in all; `None`, the default where there are cases, when it does not list them.
    /// One that is seen as a whole is one.
    fn inferences(&self) -> Option<u64> {
        (self.cases() == 0).then_some(1)
    }

    /// All that it rests on besides the candidates: clues, houses, rules. By default the clues.
    fn facts(&self, model: &Model) -> Vec<OriginId> {
        self.clues(model)
    }

    /// The clues it reads, for hints, each by an origin. None by default.
    fn clues(&self, model: &Model) -> Vec<OriginId> {
        let _ = model;
        Vec::new()
    }

    /// The cells it speaks of, for pictures, in parts that are told apart. None by default.
    fn parts(&self, model: &Model) -> Vec<Vec<Cell>> {
        let _ = model;
        Vec::new()
    }
}

/// A [`Premise`] as part of a step. Two are equal when they say the same of themselves in [`fmt::Debug`].
#[derive(Clone)]
pub struct Own(Arc<dyn Premise>);

impl Own {
    /// That premise.
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
