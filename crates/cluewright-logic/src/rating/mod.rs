//! Rating scales: our own, and those of other programs, each a solver of its own that keeps to that program's order and
//! weights.

pub mod hodoku;
pub mod own;
pub mod se;
