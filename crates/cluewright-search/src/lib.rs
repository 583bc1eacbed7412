//! Search: solutions, uniqueness, counts, true candidates and random solutions of any [`Model`](cluewright_core::Model).
//!
//! A part of Cluewright without a promise of stability: use the crate `cluewright`.
//!
//! A [`Solver`] is a model compiled once and asked as often as one likes; the functions here ([`solve`],
//! [`count`], [`verdict`], ...) do both in one call. Three engines stand behind it: one for every day, one for the
//! models that are no more than an ordinary 9x9 grid ([`classic`]), and a short slow one ([`Solver::simple`]) which the
//! others are compared with in tests. All see the model alone: cells, sets, links, groups, constraints. No rule is
//! known here by name.
//!
//! A [`Job`] is a search that owns its model and goes on a turn at a time.
//!
//! Every answer says whether it is complete; limits are counted in work, so the same question has the same answer
//! on every machine. Nothing here looks at a clock: a time limit is a stop signal that the caller makes.
//!
//! ```
//! use cluewright_core::{ModelBuilder, Origin, Puzzle, Shape};
//! use cluewright_search::{Limits, Verdict, count, verdict};
//! let puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
//! let mut build = ModelBuilder::for_puzzle(&puzzle);
//! let origin = build.origin(Origin::new("classic", "house"));
//! let shape = &puzzle.shape;
//! for house in shape.rows().chain(shape.columns()).chain(shape.regions().cloned()) {
//!     build.all_different(&house, None, origin);
//! }
//! let model = build.finish();
//! assert_eq!(count(&model, &model.board(), 1_000, &Limits::none()).value, 288);
//! assert!(matches!(verdict(&model, &model.board(), &Limits::none()).value, Verdict::Multiple(..)));
//! ```

mod answer;
mod bits;
mod candidates;
pub mod classic;
mod engine;
mod general;
mod job;
mod poll;
mod question;
mod simple;
mod switches;
mod threads;

pub use answer::{Answer, Candidates, Estimate, KindStats, Limits, Stats, Stopped, Verdict};
pub use general::refute::{Assumed, Attempt, Refuter};
pub use job::{Job, Turn};
pub use question::{Solver, count, estimate, random_solution, solutions, solve, true_candidates, verdict};

pub use switches::{Mechanism, Switches};
pub use threads::PARTS;
