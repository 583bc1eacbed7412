//! Cluewright, the library: solves, explains, rates, makes and checks Sudoku and its variants.
//!
//! A [`Document`] is a puzzle that is ready for questions; it caches what it has computed:
//!
//! ```
//! use cluewright::{Document, Hint, HintOptions, Limits, TechniqueFilter};
//! // A line of digits, the text of a `.clue` file, a link of another program.
//! let puzzle = Document::read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
//! let limits = Limits::none();
//! assert!(puzzle.solution(&limits)?.starts_with("534678912"));
//! let rating = puzzle.rate(&limits)?;
//! assert_eq!((rating.hardest_step(), rating.profile.steps), (1.2, 51));
//! for text in &puzzle.explain(&TechniqueFilter::default(), &limits).texts[..3] {
//!     println!("{}", text.short); // r1c6 is 8: it is the only place left for 8 in box 2.
//! }
//! let Hint::Step(next) = puzzle.hint(&HintOptions::default(), &limits) else { panic!("it is not solved yet") };
//! println!("{}: {}", next.step.technique.name, next.text.short);
//! # Ok::<(), cluewright::Error>(())
//! ```
//!
//! | question | of a document | without one |
//! |---|---|---|
//! | is there a solution, and just one? | [`Document::solve`], [`Document::solution`] | [`solve`]; where two differ: [`mod@differences`] |
//! | how many? | [`Document::count`] | [`Compiled::count`]; all of them, a random one: [`search::Solver`] on [`Compiled::model`] |
//! | which candidates are in some solution? | [`Document::candidates`] | [`candidates`]; under each choice for some cells: [`mod@split`] |
//! | how would a person solve it? | [`Document::explain`] | [`fn@explain`]; step by step as they are found: [`explain::explain_telling`]; every step possible now: [`explain::available`] |
//! | what next? | [`Document::hint`] | [`fn@hint`]; does the player's own chain hold? [`mod@links`] |
//! | how hard is it? | [`Document::rate`] | [`rate`] |
//! | is it correct? what is redundant? | [`Document::check`] | [`flaws`], [`minimise`]; in a grid not yet full: [`mod@conflicts`] |
//! | which parts contradict each other, where do the solutions differ? | | [`mod@why`] |
//! | any of these, as JSON | [`Document::ask`] | [`operation`], [`report`]; for many puzzles: [`batch`], as tables: [`table`] |
//! | another puzzle like this | | [`generate::Generator`] |
//! | which clues are these drawings? | [`Document::read`], [`Document::notes`] | [`mod@guess`] |
//! | how was each sentence of the text understood? | [`Compiled::understood`] | [`mod@understood`] |
//! | the same puzzle in another format, or rearranged | | [`Compiled::write`], [`mod@canonical`], turned: [`mod@turn`] |
//!
//! All failures are an [`Error`]: bad input, a limit that was reached, or a puzzle that does not have a unique solution where one
//! is needed. Options are structs with defaults: `HintOptions { progress: Some(&marks), ..HintOptions::default() }`.
//!
//! Nothing here prints, reads files, looks at a clock or keeps global state. Limits are counted in work; for a time limit, the
//! caller provides a stop signal:
//!
//! ```
//! use cluewright::{Document, Error, Limits};
//! use std::time::{Duration, Instant};
//! let end = Instant::now() + Duration::from_secs(10);
//! let stop = || Instant::now() >= end;
//! let limits = Limits { stop: Some(&stop), ..Limits::none() };
//! match Document::read("1...............")?.solution(&limits) {
//!     Err(Error::NotUnique(_)) => println!("no solution, or more than one"),
//!     Err(Error::Stopped { .. }) => println!("ten seconds were not enough"),
//!     other => println!("{}", other?),
//! }
//! # Ok::<(), Error>(())
//! ```
//!
//! The same input gives the same output on every machine.
//! [docs/stability.md](https://github.com/cluewright/cluewright/blob/main/docs/stability.md) says what may change from version to
//! version and how changes are announced; its promises cover this crate. [`core`] (puzzle and model), [`rules`] (the language),
//! [`draw`], [`formats`], [`search`], [`logic`] and [`scales`] (ratings of other programs) are its parts, for programs that need
//! more than this crate offers; no stability is promised for them.

pub mod answer_cache;
pub mod batch;
pub mod canonical;
pub mod cells;
pub mod check;
pub mod compiled;
pub mod conflicts;
pub mod differences;
mod distinct;
mod document;
mod error;
pub mod explain;
mod facts;
pub mod fog;
pub mod generate;
mod generate_error;
pub mod guess;
pub mod hint;
mod judge;
pub mod links;
pub mod lint;
mod misfit;
mod names;
pub mod operation;
pub mod picture;
pub mod position;
pub mod question;
mod rate;
pub mod reader;
pub mod report;
pub mod rule_tests;
pub mod scale;
pub mod sheet;
mod solve;
pub mod split;
mod strip;
pub mod summary;
mod symmetry;
pub mod table;
mod take_back;
mod technique_filter;
pub mod techniques;
pub mod turn;
pub mod understood;
pub mod unread;
mod unsat_core;
pub mod verify;
pub mod visible;
pub mod why;
pub mod write;

// The items that a newcomer needs, in the order of the table above; everything else is in its module.
#[doc(inline)]
pub use check::{flaws, minimise, sentences_of};
#[doc(inline)]
pub use cluewright_core::{BadInput, Candidate, Cell, Puzzle, Value};
#[doc(inline)]
pub use cluewright_search::{Answer, Candidates, Limits, Stopped, Verdict};
#[doc(inline)]
pub use compiled::Compiled;
pub use document::Document;
pub use error::Error;
#[doc(inline)]
pub use explain::{ExplainOptions, Explanation, explain};
#[doc(inline)]
pub use hint::{Hint, HintOptions, hint};
pub use judge::CountOptions;
pub use rate::{Rating, names_of, rate};
pub use solve::{CandidateOptions, SearchFacts, candidates, solve};
pub use take_back::take_back;
pub use technique_filter::TechniqueFilter;
#[doc(inline)]
pub use understood::{Understood, understood};

// The parts, which carry no promise of stability.
pub use cluewright_core as core;
pub use cluewright_draw as draw;
pub use cluewright_formats as formats;
pub use cluewright_logic as logic;
pub use cluewright_rules as rules;
pub use cluewright_scales as scales;
pub use cluewright_search as search;
