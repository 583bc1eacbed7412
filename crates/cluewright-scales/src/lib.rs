//! The rating scales of other programs: that of Sudoku Explainer ([`se`]) and that of `HoDoKu` ([`hodoku`]).
//!
//! This crate is part of Cluewright and promises no stability: use the crate `cluewright` instead. Each scale is a separate solver
//! with the techniques, the order and the weights of that program. The two scales share no code, and use no other part of
//! Cluewright.

#![allow(
    clippy::cast_possible_truncation,
    reason = "cells, digits and weights of a 9x9 grid are small; chains have far fewer than 2^32 links"
)]

pub mod hodoku;
pub mod se;
