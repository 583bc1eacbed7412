//! The scale of Sudoku Explainer: ER, EP and ED of a 9x9 puzzle, identical to the reference program.
//!
//! A solver of its own, beside the techniques of the walk: this scale is defined by the first hint one program finds,
//! with all its orders and quirks, so that any other way to find the same deduction gives another rating. Reference is
//! Sukaku Explainer 1.18.1 (Nicolas Juillerat, with the changes of gsf, dobrichev, `1to9only` and Tarek Maani) with one
//! thread; its technique set of 1.2.1 rates as Sudoku Explainer 1.2.1 did. What is written here is our own, from what
//! that program does.
//!
//! ```
//! use cluewright_logic::rating::se::{Profile, Puzzle, rate};
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
mod bug;
mod chains;
mod exclusion;
mod fish;
mod grid;
mod hint;
mod layout;
mod link_ends;
mod locking;
mod nc;
mod singles;
mod solver;
mod strong_links;
mod subsets;
mod unique;
mod unique_sets;
mod wings;

use std::collections::BTreeMap;

/// How chains inside chains are searched, to be named beside every rating from 10.5 on: programs differ there.
pub const NESTED_SCHEME: &str = "Sukaku Explainer 1.18.1 (levels 2, 3, 4/0, 4/1, 4/2, 4/3)";

/// Which techniques count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// The set of Sudoku Explainer 1.2.1: the classic ratings.
    Se121,
    /// The larger set of Sukaku Explainer, with strong links and bigger wings.
    Sukaku,
}

/// A rule beside those of classic sudoku. They combine; of the four kinds of non-consecutive neighbours the first counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// No blocks: a Latin square.
    Latin,
    /// The cells in the same place of every block.
    DisjointGroups,
    /// Windoku, with the five regions that follow from its four windows.
    Windows,
    /// Both diagonals.
    Diagonals,
    /// The nine cells of a pinwheel.
    Girandola,
    /// The nine cells of an asterisk.
    Asterisk,
    /// The centres of the blocks.
    CentreDot,
    /// Cells a king's move apart differ.
    AntiKing,
    /// Cells a knight's move apart differ.
    AntiKnight,
    /// Chess moves and non-consecutive neighbours go on at the opposite border.
    Toroidal,
    /// Orthogonal neighbours are not consecutive.
    NonConsecutive,
    /// The same, and 9 and 1 are consecutive too.
    NonConsecutiveCyclic,
    /// Diagonal neighbours are not consecutive.
    NonConsecutiveDiagonal,
    /// The same, and 9 and 1 are consecutive too.
    NonConsecutiveDiagonalCyclic,
}

/// What is rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Puzzle {
    /// Givens in reading order, 0 for an open cell.
    Givens([u8; 81]),
    /// Marks of every cell, bit 0 for the digit 1.
    Marks([u16; 81]),
}

impl Puzzle {
    /// Reads 81 characters (givens; anything but 1 to 9 is open) or 729 (nine marks a cell; a digit is a mark).
    /// `None` for any other length.
    pub fn read(text: &str) -> Option<Self> {
        let digit = |b: u8| if b.is_ascii_digit() { b - b'0' } else { 0 };
        let bytes = text.as_bytes();
        match bytes.len() {
            81 => Some(Self::Givens(std::array::from_fn(|i| digit(bytes[i])))),
            729 => Some(Self::Marks(std::array::from_fn(|cell| {
                let nine = &bytes[cell * 9..cell * 9 + 9];
                nine.iter().map(|&b| digit(b)).filter(|&d| d > 0).fold(0, |set, d| set | 1 << (d - 1))
            }))),
            _ => None,
        }
    }
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The name the reference program gives it.
    pub technique: String,
    /// In tenths.
    pub rating: u16,
    /// Cell 0 to 80 and digit 1 to 9.
    pub place: Option<(u8, u8)>,
    /// Cells and digits removed.
    pub eliminations: Vec<(u8, u8)>,
}

/// A rating. All figures are tenths: 71 is 7.1; 0 means there was no such step.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rating {
    /// Of the hardest step; 200 when no technique leads to the end.
    pub er: u16,
    /// Of the hardest step up to the first that places a digit.
    pub ep: u16,
    /// Of the first step.
    pub ed: u16,
    /// The first of the hardest steps.
    pub hardest: String,
    /// Steps made.
    pub count: u32,
    /// Steps by rating.
    pub profile: BTreeMap<u16, u32>,
    /// All steps, when asked for.
    pub steps: Vec<Step>,
}

/// Rates a puzzle. A puzzle with no solution or several gets some rating, too: nothing is checked.
pub fn rate(puzzle: &Puzzle, profile: Profile, variants: &[Variant]) -> Rating {
    rate_until(puzzle, profile, variants, &|| false).expect("nothing says to stop")
}

/// The same, unless `stop` says to give up: it is asked before each step and each sort of chains.
pub fn rate_until(puzzle: &Puzzle, profile: Profile, variants: &[Variant], stop: &dyn Fn() -> bool) -> Option<Rating> {
    solver::Solver::new(puzzle, profile, variants).rate(false, stop)
}

/// Rates a puzzle and tells every step.
pub fn rate_with_steps(puzzle: &Puzzle, profile: Profile, variants: &[Variant]) -> Rating {
    solver::Solver::new(puzzle, profile, variants).rate(true, &|| false).expect("nothing says to stop")
}
