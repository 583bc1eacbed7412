//! The scale of Sudoku Explainer: ER, EP and ED of a 9x9 puzzle, identical to the reference program.
//!
//! A solver of its own, beside the techniques of the walk: this scale is defined by the first hint one program finds,
//! with all its orders and quirks, so that any other way to find the same deduction gives another rating. Reference is
//! Sukaku Explainer 1.18.1 (Nicolas Juillerat, with the changes of gsf, dobrichev, `1to9only` and Tarek Maani) with one
//! thread; its technique set of 1.2.1 rates as Sudoku Explainer 1.2.1 did. What is written here is our own, from what
//! that program does.
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

/// Work in which a rating ends: nine times what the hardest puzzle takes whose rating by the reference program is known (11.7);
/// some 40 seconds. A unit is an assumption of a chain inside a chain.
pub const MOST_WORK: u64 = 40_000_000;

/// Rates a puzzle. A puzzle with no solution or several gets some rating, too: nothing is checked.
pub fn rate(puzzle: &Puzzle, profile: Profile, variants: &[Variant]) -> Rating {
    rate_until(puzzle, profile, variants, false, MOST_WORK, &|| false).expect("nothing says to stop")
}

/// Like `rate`, with every step where they are wanted, within so much work, unless `stop` says to give up: it is asked
/// before each step and each assumption of its chains.
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

/// Rates a puzzle and tells every step.
pub fn rate_with_steps(puzzle: &Puzzle, profile: Profile, variants: &[Variant]) -> Rating {
    rate_until(puzzle, profile, variants, true, MOST_WORK, &|| false).expect("nothing says to stop")
}
