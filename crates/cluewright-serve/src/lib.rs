//! Cluewright's engine on one's own machine: a server for the page, a library of puzzles, a solver for other programs.

pub mod fpuzzles;
pub mod library;
