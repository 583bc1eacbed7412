//! Cluewright, the library: solves, explains, rates, makes and checks Sudoku and every variant of it.
//!
//! A text becomes a [`Puzzle`] ([`formats::read`]), a puzzle and its rules become a [`Compiled`], and everything else
//! asks that:
//!
//! ```
//! use cluewright::{Compiled, Limits, Verdict, formats, solve};
//! let read = formats::read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
//! let compiled = Compiled::new(read.puzzle)?;
//! let Verdict::Unique(solution) = solve(&compiled, &Limits::none()).value else { panic!("it has one solution") };
//! assert!(compiled.digits_text(&solution).starts_with("534678912"));
//! # Ok::<(), cluewright::Error>(())
//! ```
//!
//! | question | asked with |
//! |---|---|
//! | is there a solution, and just one? | [`solve`]; where two differ: [`differences`]; how many, all of them, a random one: [`search::Solver`] on [`Compiled::model`] |
//! | which candidates are in some solution? | [`candidates`]; under each choice for some cells: [`split`] |
//! | how would a person solve it? | [`explain`]; every step there is now: [`available`]; the next one: [`hint`] |
//! | how hard is it? | [`rate`] |
//! | is a filled grid right? what is needless? | [`flaws`], [`minimise`] |
//! | another puzzle like this | [`Generator`] |
//! | the same puzzle, rearranged? | [`canonical`] |
//!
//! [`report`] has the answers as JSON. The crates below are there whole: [`core`] (puzzle and model), [`rules`] (the
//! language), [`formats`], [`search`] and [`logic`].
//!
//! Nothing here prints, reads files, looks at a clock or keeps global state. Limits are counted in work; a time limit
//! is a stop signal that the caller makes. The same input gives the same output on every machine.

pub mod batch;
mod canonical;
mod cells;
mod check;
mod compiled;
mod differences;
mod distinct;
mod error;
mod explain;
mod facts;
pub mod generate;
mod hint;
mod judge;
pub mod operation;
mod random;
mod rate;
pub mod report;
mod rule_tests;
mod solve;
pub mod split;
mod strip;
mod techniques;
mod verify;
mod ways;
mod write;

pub use canonical::canonical;
pub use cells::cells_named;
pub use check::{Flaw, Minimised, flaws, minimise};
pub use cluewright_core as core;
pub use cluewright_core::{BadInput, Board, Candidate, Cell, Clue, Model, Puzzle, Shape, Value, ValueSet};
pub use cluewright_formats as formats;
pub use cluewright_logic as logic;
pub use cluewright_rules as rules;
pub use cluewright_search as search;
pub use cluewright_search::{Answer, Candidates, Limits, Stopped, Verdict};
pub use compiled::{Compiled, without_rule};
pub use differences::{Difference, differences, differences_line, differences_text};
pub use error::Error;
pub use explain::{Available, Choice, ExplainOptions, Explanation, FoundStep, available, explain, explain_telling};
pub use generate::{Generated, Generator, Wanted};
pub use hint::{Hint, HintOptions, Mistake, Several, hint, player_state, step_at_level};
pub use judge::CountOptions;
pub use rate::{Rating, rate};
pub use rule_tests::{RuleTest, lint_rule_tests, test_rules};
pub use solve::{CandidateOptions, Truth, candidates, solve};
pub use split::{MAX_COMBINATIONS, Scenario, Split};
pub use techniques::techniques_named;
pub use verify::{Verification, why_unproved};
pub use ways::Ways;
pub use write::Written;
