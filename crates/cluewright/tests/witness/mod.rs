//! An independent witness: the meanings of the words and rules of the library, from lists written by hand and a few lines of plain
//! code, are compared with the library's answers. Reading, lowering and evaluation share places, binding and resolving, so an error
//! there would go unnoticed in comparisons among them; the witness uses none of that code.
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
