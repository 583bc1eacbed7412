//! Search: solutions, uniqueness, counts, true candidates and random solutions of any [`Model`](cluewright_core::Model).
//!
//! This crate is an internal part of Cluewright, and its API may change at any time: use the crate `cluewright` instead.
//!
//! A [`Solver`] compiles a model once and answers any number of questions about it. There are three engines: a general engine, an
//! engine for models that are ordinary 9x9 grids ([`classic`]), and a short and slow engine ([`Solver::simple`]), with which
//! tests compare the other two. All engines read only the model: cells, sets, links, groups, constraints. None of them knows any
//! rule by name.
//!
//! A [`Job`] is a search that shares ownership of its model and runs in turns.
//!
//! Every answer states whether it is complete. Limits are counted in units of work, so the same question has the same answer on
//! every machine. This crate never reads a clock: a time limit is a stop signal that the caller provides.
//!
//! ```
//! use cluewright_core::{ModelBuilder, Origin, Puzzle, Shape};
//! use cluewright_search::{Limits, Solver, Verdict};
//! let puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
//! let mut build = ModelBuilder::for_puzzle(&puzzle);
//! let origin = build.origin(Origin::new("classic", "house"));
//! let shape = &puzzle.shape;
//! for house in shape.rows().chain(shape.columns()).chain(shape.regions().cloned()) {
//!     build.all_different(&house, None, origin);
//! }
//! let model = build.finish();
//! let mut solver = Solver::new(&model);
//! assert_eq!(solver.count(&model.board(), 1_000, &Limits::none()).value, 288);
//! assert!(matches!(solver.verdict(&model.board(), &Limits::none()).value, Verdict::Multiple(..)));
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

pub use answer::{Answer, Candidates, Estimate, KindStats, Limits, Stats, Stopped, Turn, Verdict};
pub use general::refute::{Assumed, Attempt, Refuter};
pub use job::Job;
pub use question::Solver;
pub use switches::{Mechanism, Switches};
pub use threads::PARTS;
