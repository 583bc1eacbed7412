//! A witness outside: what the words and rules of the library mean, known here by lists written by hand and a few lines
//! of plain code, and compared with what the library answers. Reading, lowering and evaluation share places, binding
//! and resolving, so an error there agrees with itself; nothing here is taken from them.
//!
//! `cargo xtask mutants` plants errors that this test has to find.

#![allow(clippy::cast_possible_truncation, reason = "boards of at most 81 cells, digits below 100")]
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "boards of at most 81 cells, digits below 100")]

mod ask;
pub(crate) mod board;
pub(crate) mod brute;
mod closed;
pub(crate) mod judge;
mod places;
pub(crate) mod puzzles;
mod readers;
mod whole;
