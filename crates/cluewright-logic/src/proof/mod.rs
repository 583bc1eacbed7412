//! The checker: derives a step's conclusions again from its reasons alone.
//!
//! Each reason is checked against the model (is this a group, are these linked, does the constraint really forbid
//! this) and becomes clauses over candidates. Then every conclusion is denied in turn, and a small satisfiability
//! search must find that the clauses leave no room for that. It knows no technique, so one checker serves them all;
//! a step that forgot a reason fails, whoever made it.

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
