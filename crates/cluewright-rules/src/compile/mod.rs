//! Conditions compiled by partial evaluation: from a formula over cells to masks, relations, sums and automata.
//!
//! # How to use it
//!
//! 1. Make a fresh [`Graph`] for each statement (not one for the whole puzzle), with one [`Var`] for each cell that the statement
//!    reads, in the order of the list ([`Graph::add_var`]). *Before* building the condition, declare which variables the model
//!    knows to be different ([`Graph::know_different`]: they share a house or a cage).
//! 2. Unroll the statement: quantifiers become [`Graph::all`] and [`Graph::any`], a count and `first k of L` become a sum of
//!    [`Graph::choose`], `L[c]` becomes [`Graph::element`], and a `fold` or a regular expression becomes [`Graph::accepts`]. Nodes
//!    are simplified when they are made. No call returns an error, but a [`Fault`] is recorded.
//! 3. Call [`compile`] with a [`Cache`] that outlives the statement. Post the result: each mask as a unary fact, each relation as a
//!    link, each sum as a sum constraint, each automaton as a constraint, and a helper cell for each hidden variable. If the result
//!    is weak ([`Compiled::weak`]), also post the whole condition as a constraint that evaluates it.
//!
//! Values are indices into [`Domain`]s that have a first number, just as in the cells of a model, so sets of values mean the same
//! in both.
//!
//! Functions are total: an element outside its list is 0, and so is a division by zero. Where the language defines such a condition
//! as false, the caller adds the guard ([`Graph::between`]). `max` of an empty list is -2^40.
//!
//! # How it works
//!
//! A state of the automaton is what remains of the condition after some variables have been fixed. Two remainders that simplify to
//! the same node are one state, so the size of the automaton depends on how well nodes are simplified (in the files `normal.rs` and
//! `linear.rs` for numbers, and in `logic.rs`, `comparison.rs`, `table.rs` and `conjunction.rs` for conditions). If variables are
//! known to be different, a state also remembers the numbers that they have used, as long as the remainder reads another of these
//! variables: once the remainder is true, the house itself enforces the rest. Such an automaton is exact only together with the
//! house.

mod cache;
mod diagram;
mod outcome;
mod paths;
mod strategy;
mod used;
mod word;

pub use crate::automaton::{Dfa, MAX_STATES, RegexError, classes, regex, regex_of};
pub use crate::condition::{Bool, Domain, Fault, Graph, MAX_DEPTH, Nodes, Num, Var, Watch};
pub use cache::Cache;
pub use diagram::Diagram;
pub use outcome::{AutomatonPart, Compiled, Limits, LinearSum, PairTable};
pub(crate) use paths::paths;
pub use strategy::compile;
pub(crate) use word::{Input, Word, word_cached};
