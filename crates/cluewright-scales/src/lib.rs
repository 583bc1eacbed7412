//! The rating scales of two other programs: Sudoku Explainer ([`se`]) and `HoDoKu` ([`hodoku`]).
//!
//! This crate is part of Cluewright and makes no promise of stability: use the `cluewright` crate instead. Each scale is a separate
//! solver with the techniques, the order and the weights of the original program. The two scales share no code with each other or
//! with the rest of Cluewright.

#![allow(
    clippy::cast_possible_truncation,
    reason = "cells, digits and weights of a 9x9 grid are small; chains have far fewer than 2^32 links"
)]

pub mod hodoku;
pub mod se;
