//! The rating scales of other programs: that of Sudoku Explainer ([`se`]) and that of `HoDoKu` ([`hodoku`]).
//!
//! A part of Cluewright without a promise of stability: use the crate `cluewright`.
//!
//! Each scale is a solver of its own, with the techniques, the order and the weights of that program. The two share
//! nothing, and neither uses another part of Cluewright.

#![allow(
    clippy::cast_possible_truncation,
    reason = "cells, digits and weights of a 9x9 grid are small; chains have far fewer than 2^32 links"
)]

pub mod hodoku;
pub mod se;
