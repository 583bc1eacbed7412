//! The rules of puzzles as text: the rule language, the library of rules, the checker that evaluates rules on a full grid, and the
//! lowering that creates the model used by search and logic.
//!
//! This crate is an internal part of Cluewright, and its API may change at any time. Use the crate `cluewright` instead.
//!
//! A rule is a short text ([`parse`], [`print()`]); a [`Ruleset`] holds the rules that a puzzle may use; [`check`] checks a full
//! grid by evaluating the texts of the rules as written; [`lower`] turns a puzzle into a [`cluewright_core::Model`]. Lowering uses
//! the checker only for defaults and ranges of parameters, and the checker does not use lowering; tests compare the results of the
//! two. The grammar is in `docs/grammar.md`.

#![allow(clippy::single_match_else, reason = "two cases side by side read better than if-let and else")]
#![allow(clippy::needless_for_each, reason = "a chain that ends in what is done with each")]

mod args;
#[allow(
    clippy::cast_possible_truncation,
    reason = "nodes, states and variables are counted against budgets far below 32 bits"
)]
mod automaton;
mod bound;
mod code;
#[allow(
    clippy::cast_possible_truncation,
    reason = "nodes, states and variables are counted against budgets far below 32 bits"
)]
pub mod compile;
#[allow(
    clippy::cast_possible_truncation,
    reason = "nodes, states and variables are counted against budgets far below 32 bits"
)]
mod condition;
mod eval;
mod extra;
mod follow;
mod idle;
mod library;
mod lint;
pub mod look;
mod misshapen;
mod places;
#[allow(
    clippy::cast_possible_truncation,
    reason = "nodes, states and variables are counted against budgets far below 32 bits"
)]
mod post;
pub mod proposal;
mod rat;
mod resolve;
mod ruleset;
pub mod syntax;
pub mod told;
#[allow(
    clippy::cast_possible_truncation,
    reason = "nodes, states and variables are counted against budgets far below 32 bits"
)]
mod unroll;
mod whole;
mod words;

pub use bound::{bound, lists_of};
pub use eval::{Broken, check, check_until, holding};
pub use extra::Extra;
pub use follow::{default_number, follow};
pub use idle::{idle, is_inert};
pub use lint::{lint, lint_with, sample, samples};
pub use misshapen::misshapen;
pub use post::{Lowered, Selection, forget_compiled, lower, lower_kept, lower_until};
pub use ruleset::Ruleset;
pub use syntax::{parse, print};
pub use unroll::{Became, Report};
pub use words::functions;
