//! The `HoDoKu` scale for the classic 9x9 grid: the level and the score that `HoDoKu` 2.3.2 gives with its default settings.
//!
//! The scale is a solver: in every position it tries its techniques in a fixed order, makes the first step found, and adds the
//! weight of the step to the score. The level is that of the hardest technique used, raised as long as the score exceeds the limit
//! of the level. The result therefore depends on the order, the weights and the choice among possible steps. This solver reproduces
//! all of these and is separate from the techniques that explain puzzles. Order, weights, levels, limits and choices are `HoDoKu`'s
//! (Bernhard Hobiger, 2008-12; later versions by others); the code is our own.

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
