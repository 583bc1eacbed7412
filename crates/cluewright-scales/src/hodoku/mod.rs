//! The `HoDoKu` scale for the classic 9x9 grid: a level and a score as `HoDoKu` 2.3.2 gives them with its defaults.
//!
//! The scale is a solver: at every position its techniques are tried in one order, the first step that is found is made
//! and adds its weight. The score is the sum; the level is that of the hardest technique used, raised while the score
//! is above what the level allows. So order, weights and which of several possible steps is taken all count, and this
//! is a solver of its own that keeps to them, apart from the techniques that explain puzzles. Order, weights, levels,
//! limits and choices are `HoDoKu`'s (Bernhard Hobiger, 2008-12, later versions by others); the code is not.

mod als;
mod chains;
mod colouring;
mod fish;
mod forcing;
mod geometry;
mod grid;
mod nets;
mod nice_loops;
mod partial;
mod simple;
mod single_digit;
mod solution;
mod solver;
mod step;
mod sue_de_coq;
mod tables;
mod technique;
#[cfg(test)]
mod tests;
mod uniqueness;
mod wings;

pub use partial::{Few, Reach};
pub use solver::{Rater, Rating, Unrated};
pub use step::{Candidate, Step};
pub use technique::{Level, Technique};
