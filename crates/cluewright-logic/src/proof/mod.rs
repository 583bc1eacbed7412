//! The checker: derives the conclusions of a step again, using only the reasons of the step.
//!
//! Each reason is checked against the model (is this a group, are these linked, does the constraint really forbid this)
//! and becomes clauses over candidates. Then each conclusion is negated in turn, and a small satisfiability search must
//! show that the clauses contradict the negation. The checker knows no technique, so one checker serves all techniques;
//! a step that lacks a reason fails, regardless of what produced it.

mod budget;
mod checker;
mod clauses;
mod loosely;
pub(crate) mod machine;
mod merge;
mod near;
mod parts;
mod places;
mod reasons;
mod replay;
mod unproved;
mod unsat_core;
mod ways;

pub use checker::{Checker, verify};
pub use unproved::{Cost, Unproved};
