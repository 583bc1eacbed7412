//! Cluewright's own scale: the time that a person needs for a puzzle, estimated from the kinds of steps required and the number of
//! moves available at each point. The scale is defined in docs/rating.md.
//!
//! Solving proceeds in rounds ([`Round`]): in each round, all moves of the easiest available kind are made together. A round costs
//! the time it takes to find its moves ([`Costs`]); the total time is converted to points. The result does not depend on a search
//! order: rotating or mirroring a puzzle, or exchanging its digits, does not change the points.

mod class;
mod classic;
mod cost;
mod grid;
mod model;
mod model_sums;
mod model_trial;
mod patterns;
mod rounds;
mod trial;

pub use class::Class;
pub use cost::{Bound, Costs, Level, points};
pub use rounds::{End, Move, Round};

use cluewright_core::Model;
use grid::Grid;
use model::Position;

/// The rounds of an ordinary 9x9 grid (0 is an open cell), and how the rounds end.
///
/// ```
/// use cluewright_logic::rating::own::{Class, End, rounds_of_grid};
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let givens: Vec<u8> = text.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
/// let (rounds, end) = rounds_of_grid(givens[..].try_into().unwrap());
/// assert_eq!(end, End::Solved);
/// assert!(rounds.iter().all(|round| round.class <= Class::Line));
/// ```
pub fn rounds_of_grid(givens: &[u8; 81]) -> (Vec<Round>, End) {
    rounds::rounds(&mut Grid::new(givens), &|_, _| false).expect("nothing says to stop")
}

/// The rounds of any model, and how the rounds end; `None` if `stop`, which is polled every few milliseconds, returned true.
///
/// For an ordinary grid, [`rounds_of_grid`] gives the same result faster.
pub fn rounds_of_model(model: &Model, stop: &dyn Fn() -> bool) -> Option<(Vec<Round>, End)> {
    let space = crate::board::space::Space::until(model, stop)?;
    rounds::rounds(&mut Position::start(&space, u32::MAX, stop), &|_, _| false)
}

/// Like [`rounds_of_model`], but only up to a bound: the end is [`End::Limit`] if the puzzle is beyond the bound.
pub fn rounds_within(model: &Model, bound: Bound, stop: &dyn Fn() -> bool) -> Option<(Vec<Round>, End)> {
    let space = crate::board::space::Space::until(model, stop)?;
    let mut position = Position::start(&space, bound.layers(), stop);
    rounds::rounds(&mut position, &|rounds, next| bound.is_met(rounds, next))
}
