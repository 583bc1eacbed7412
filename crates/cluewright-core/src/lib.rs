//! The common vocabulary of all Cluewright crates.
//!
//! This crate is an internal part of Cluewright, and its API may change at any time: use the crate `cluewright` instead.
//!
//! A [`Puzzle`] is what a setter wrote: shape, givens, rules, clues. Rules turn it into a [`Model`]: cells with domains, sets of
//! mutually different cells, links between candidates, groups and constraints, each with an [`Origin`]. Search and logic see only
//! the model, so all techniques and optimisations also work for new rules.
//!
//! In the code, indices start at 0; people see the first cell as `r1c1`.

pub mod bits;
#[allow(
    clippy::cast_possible_truncation,
    reason = "cells, values and facts have numbers that fit: `ModelBuilder::check_size`"
)]
pub mod board;
pub mod budget;
pub mod cell;
#[allow(
    clippy::cast_possible_truncation,
    reason = "cells, values and facts have numbers that fit: `ModelBuilder::check_size`"
)]
pub mod constraint;
pub mod drawing;
pub mod error;
pub mod fog;
pub mod model;
pub mod origin;
pub mod puzzle;
pub mod quick;
pub mod random;
pub mod rows;
pub mod shape;
pub mod sort;
pub mod sorted;
pub mod value;

pub use bits::Bits;
pub use board::{Board, Conflict};
pub use budget::Budget;
pub use cell::{Candidate, Cell, CellSet};
pub use constraint::{Constraint, Kind};
pub use drawing::{Drawing, DrawingKind};
pub use error::BadInput;
pub use fog::Fog;
pub use model::{Model, ModelBuilder};
pub use origin::{Origin, OriginId};
pub use puzzle::{Arg, Clue, ClueTree, Puzzle};
pub use random::Random;
pub use rows::Rows;
pub use shape::{Place, Shape, SubGrid};
pub use sort::Sort;
pub use sorted::{SortedMap, SortedSet};
pub use value::{Value, ValueSet};
