//! Conditions compiled by partial evaluation: from a formula over cells to masks, relations, sums and automata.
//!
//! # How to use it
//!
//! 1. Make a fresh [`Graph`] for each statement (not one for the whole puzzle) and one [`Var`] for each cell it reads, in
//!    the order of the list ([`Graph::add_var`]). Declare which variables the model knows to be different
//!    ([`Graph::know_different`]: they share a house or cage) *before* building.
//! 2. Unroll the statement: quantifiers become [`Graph::all`] and [`Graph::any`], a count and `first k of L` a sum of
//!    [`Graph::choose`], `L[c]` [`Graph::element`], a `fold` or regular expression [`Graph::accepts`].
//!    Nodes are simplified when they are made; no call returns an error, but a [`Fault`] is recorded.
//! 3. Call [`compile`] with a [`Cache`] that outlives the statement. Post the result: each mask as a unary fact, each
//!    relation as a link, each sum as a sum constraint, each automaton, and a helper cell for each hidden variable; and
//!    where the result is weak ([`Compiled::weak`]) the whole condition as a constraint that evaluates it.
//!
//! Values are indices into [`Domain`]s with a first number, just as in a model's cells, so sets of values have the same
//! meaning in both.
//!
//! Functions are total: an element outside its list and a division by zero are 0; where the language says that such a
//! condition is false, the caller adds the guard ([`Graph::between`]). `max` of an empty list is -2^40.
//!
//! # How it works
//!
//! A state of the automaton is what remains of the condition after some variables are fixed. Two remainders that simplify
//! to the same node are one state, so the size of the automaton depends on how well nodes are simplified (files
//! `normal.rs`, `linear.rs` for numbers; `logic.rs`, `comparison.rs`, `table.rs`, `conjunction.rs` for conditions).
//! Where variables are known to be different, a state also remembers the numbers they used, as long as the remainder
//! reads another of these variables: once the remainder is true, the house itself enforces the rest. Such an automaton
//! is exact only together with the house.

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
