//! The checker: derives the conclusions of a step independently, using only the reasons of the step.
//!
//! Each reason is checked against the model (is this a group, are these candidates linked, does the constraint really
//! forbid this combination) and converted to clauses over candidates. Then the checker negates each conclusion in
//! turn, and a small satisfiability search must show that the clauses contradict the negation. The checker does not
//! depend on any technique, so the same checker is used for all techniques; a step that lacks a reason fails, whichever
//! code produced the step.

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
