//! The scale of Sudoku Explainer: ER, EP and ED of a 9x9 puzzle, identical to the reference program.
//!
//! This is a separate solver, independent of the techniques of the walk. The scale is defined by the first hint that one program
//! finds, with all its orders and quirks, so any other way to find the same deduction gives another rating. Reference is Sukaku
//! Explainer 1.18.1 (Nicolas Juillerat, with the changes of gsf, dobrichev, `1to9only` and Tarek Maani) with one thread; its
//! technique set of 1.2.1 rates as Sudoku Explainer 1.2.1 did. The code here is our own and reproduces the behaviour of that
//! program.
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

/// The work limit of a rating: nine times the work for the hardest puzzle with a known rating by the reference program (11.7), or
/// some 40 seconds. A unit is one assumption in a chain inside a chain.
pub const MOST_WORK: u64 = 40_000_000;

/// Rates a puzzle. Uniqueness is not checked: a puzzle with no solution or several also gets some rating.
pub fn rate(puzzle: &Puzzle, profile: Profile, variants: &[Variant]) -> Rating {
    rate_until(puzzle, profile, variants, false, MOST_WORK, &|| false).expect("nothing says to stop")
}

/// Like `rate`, but stores every step if requested, and spends at most `work`. `stop` is called before each step and before each
/// assumption in its chains; if it returns true, the rating ends, and the result is `None`.
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
