//! Conditions compiled by partial evaluation: from a formula over cells to masks, relations, sums and automata.
//!
//! # How to use it
//!
//! 1. Make a fresh [`Graph`] for each statement (not one for the whole puzzle) and one [`Var`] for each cell it reads, in
//!    the order of the list ([`Graph::add_var`]). Tell it which of them the model knows to differ
//!    ([`Graph::know_different`]: they share a house or cage) *before* building.
//! 2. Unroll the statement: quantifiers become [`Graph::all`] and [`Graph::any`], `count` becomes [`Graph::count`], `L[c]`
//!    [`Graph::element`], `first k of L` a sum of [`Graph::choose`], a `fold` or regular expression [`Graph::accepts`].
//!    Nodes simplify as they are made; nothing fails, a [`Fault`] is remembered.
//! 3. Call [`compile`] with a [`Cache`] that outlives the statement. Post what comes out: each mask as a unary fact, each
//!    relation as a link, each sum as a sum constraint, each automaton, a helper cell for each hidden variable; and the whole
//!    condition as a constraint that evaluates where the outcome is weak ([`Compiled::is_weak`]).
//!
//! Values are indices into [`Domain`]s with a first number, just as in a model's cells, so sets of values carry over.
//!
//! Total functions: an element outside its list, a division by zero are 0; where the language says that such a condition is
//! false, the caller adds the guard ([`Graph::between`]). `max` of nothing is -2^40, `min` its opposite.
//!
//! # How it works
//!
//! A state of the automaton is what remains of the condition after some variables are fixed. Two remainders that simplify
//! to the same node are one state; simplifying well (files `normal.rs`, `linear.rs` for
//! numbers; `logic.rs`, `comparison.rs`, `table.rs`, `conjunction.rs` for conditions) is the whole art. Where variables are
//! known to differ, a state also remembers the numbers they used, as long as the remainder reads another of them: once the
//! remainder is true, the house itself enforces the rest. Such an automaton is exact only together with the house.

mod cache;
mod diagram;
mod outcome;
mod paths;
mod strategy;
mod used;
mod word;

pub use crate::automaton::{Dfa, MAX_STATES, RegexError, TooManyStates, classes, regex, regex_of};
pub use crate::condition::{Bool, Domain, Fault, Graph, MAX_DEPTH, Nodes, Num, Var, Watch};
pub use cache::Cache;
pub use diagram::Diagram;
pub use outcome::{AutomatonPart, Compiled, Limits, LinearSum, Means, PairTable, PartReport};
pub(crate) use paths::paths;
pub use strategy::compile;
pub(crate) use word::{Input, Word, word_cached};
