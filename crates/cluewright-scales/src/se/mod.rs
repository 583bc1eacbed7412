//! The scale of Sudoku Explainer: ER, EP and ED of a 9x9 puzzle, with the same results as the reference program.
//!
//! This is a separate solver, independent of the techniques that explain puzzles. The scale is defined by which hint a particular
//! program finds first, with all the program's orders and quirks, so finding the same deduction in any other way would give a
//! different rating. The reference is Sukaku Explainer 1.18.1 (by Nicolas Juillerat, with changes by gsf, dobrichev, `1to9only` and
//! Tarek Maani) with one thread; with its 1.2.1 technique set, it gives the same ratings as Sudoku Explainer 1.2.1. The code here
//! is our own and reproduces the behaviour of the reference program.
//!
//! ```
//! use cluewright_scales::se::{Profile, Puzzle, rate};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = Puzzle::read(text).expect("81 characters");
//! let rating = rate(&puzzle, Profile::Se121, &[]);
//! println!("ED={}/{}/{}", rating.er, rating.ep, rating.ed); // in tenths
//! ```

#![allow(
    clippy::manual_is_power_of_two,
    clippy::unnecessary_wraps,
    clippy::needless_range_loop,
    reason = "marks are counted, not numbers judged; hints are made as what a search returns; digits index several tables"
)]

mod big_wings;
mod budget;
mod bug;
mod chains;
mod exclusion;
mod fish;
mod grid;
mod hint;
mod layout;
mod link_ends;
mod locking;
mod memo;
mod nc;
mod singles;
mod solver;
mod strong_links;
mod subsets;
mod types;
mod unique;
mod unique_loop;
mod unique_sets;
mod wings;

pub use types::{NESTED_SCHEME, Profile, Puzzle, Rating, Step, Variant};

/// The work limit of a rating: nine times the work for the hardest puzzle for which the reference program's rating is known (11.7),
/// or about 40 seconds. One unit is one assumption in a nested chain.
pub const MOST_WORK: u64 = 40_000_000;

/// Rates a puzzle. Uniqueness is not checked: puzzles with no solution or several solutions also get a rating.
pub fn rate(puzzle: &Puzzle, profile: Profile, variants: &[Variant]) -> Rating {
    rate_until(puzzle, profile, variants, false, MOST_WORK, &|| false).expect("nothing says to stop")
}

/// Like `rate`, but stores every step if `with_steps` is set, and spends at most `most_work` units of work. `stop` is called before
/// each step and before each assumption in its chains; if `stop` returns true, the rating ends and the result is `None`.
pub fn rate_until(
    puzzle: &Puzzle,
    profile: Profile,
    variants: &[Variant],
    with_steps: bool,
    most_work: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Rating> {
    solver::Solver::new(puzzle, profile, variants).rate(with_steps, &budget::Budget::new(most_work, stop))
}

/// Rates a puzzle and returns every step.
pub fn rate_with_steps(puzzle: &Puzzle, profile: Profile, variants: &[Variant]) -> Rating {
    rate_until(puzzle, profile, variants, true, MOST_WORK, &|| false).expect("nothing says to stop")
}
