//! The operations on a puzzle: each is an [`Operation`], in a file of its own, that turns a compiled puzzle into a typed
//! [`Answer`]. The command line, batches and bindings to other languages use these operations.
//!
//! ```
//! use cluewright::operation::{PuzzleRequest, Operation, Rate};
//! use cluewright::{Compiled, Limits, formats};
//! let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
//! assert_eq!(Rate::default().ask(&PuzzleRequest::new(&compiled), &Limits::none())?.row(), "0 points, beginner; 10 steps, hardest Hidden Single (1.2)");
//! # Ok::<(), cluewright::Error>(())
//! ```

mod candidates;
mod check;
mod convert;
mod count;
mod estimate;
mod explain;
mod hint;
mod rate;
mod solve;
mod split;
mod steps;

pub use candidates::Candidates;
pub use check::{Check, Minimise};
pub use convert::{Canonical, Convert};
pub use count::{Count, LISTED};
pub use estimate::Estimate;
pub use explain::{Explain, Explored, Part, Stage};
pub use hint::Hint;
pub use rate::Rate;
pub use solve::Solve;
pub use split::{SPLIT_LISTED, Split};
pub use steps::Steps;

use crate::answer_cache::AnswerCache;
use crate::compiled::Compiled;
use crate::error::Error;
use crate::fog::{Hidden, PlayerView};
use crate::report::{Answer, Clashed, Status};
use crate::solve::SearchFacts;
use crate::why::{Why, why_of};
use cluewright_core::puzzle::Progress;
use cluewright_search::classic::{Engine, Grid, format, parse};
use cluewright_search::{Limits, Verdict};
use std::sync::Arc;

/// An operation on a puzzle, such as solving or rating.
pub trait Operation: Sync {
    /// Performs the operation on a puzzle.
    ///
    /// Errors: the puzzle is not valid, or the question does not apply to it.
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error>;

    /// The number of solutions up to which the classic engine should count first; `None` if its answer is of no use.
    fn classic_limit(&self) -> Option<u64> {
        None
    }

    /// The answer, if the classic engine's result is enough to determine it. This answer must equal that of [`Operation::ask`].
    fn answer_from_classic(&self, _seen: &mut ClassicResult<'_>) -> Option<Answer> {
        None
    }

    /// The names of the columns in a table of the operation's answers: see [`Answer::field`].
    fn heading(&self) -> &'static [&'static str];
}

/// A puzzle with the options for questions about it.
#[derive(Clone, Copy)]
pub struct PuzzleRequest<'a> {
    /// The puzzle.
    pub compiled: &'a Compiled,
    /// Cached answers; new answers are added to the cache.
    pub known: Option<&'a AnswerCache>,
    /// The maximum number of threads.
    pub threads: usize,
    /// The player's progress, if it differs from the progress stored in the puzzle.
    pub progress: Option<&'a [Progress]>,
    /// Whether answers report the number of search nodes.
    pub stats: bool,
    /// Whether answers include the highlights of steps.
    pub highlights: bool,
}

impl<'a> PuzzleRequest<'a> {
    /// A request for one thread, without a cache.
    pub fn new(compiled: &'a Compiled) -> Self {
        Self { compiled, known: None, threads: 1, progress: None, stats: false, highlights: false }
    }

    /// The facts about the puzzle that the search finds.
    pub(crate) fn truth(&self, limits: &Limits<'_>) -> Arc<SearchFacts> {
        self.remember(|known| known.truth(self.compiled, limits))
    }

    /// Returns an answer from the cache; without a cache, it is computed.
    pub(crate) fn remember<T>(&self, ask: impl FnOnce(&AnswerCache) -> T) -> T {
        match self.known {
            Some(known) => ask(known),
            None => ask(&AnswerCache::default()),
        }
    }

    pub(crate) fn progress(&self) -> &'a [Progress] {
        self.progress.unwrap_or(&self.compiled.puzzle().progress)
    }

    /// The parts of the puzzle that fog hides from a player with this progress.
    pub fn hidden(&self, progress: &[Progress], limits: &Limits<'_>) -> Hidden {
        let puzzle = self.compiled.puzzle();
        let recorded = puzzle.solution.iter().any(Option::is_some);
        let truth = (puzzle.fog.is_some() && !recorded).then(|| self.truth(&limits.before()));
        Hidden::of(self.compiled, truth.as_deref(), progress)
    }

    /// The part of the puzzle that a player with this progress sees; `None` if nothing is hidden.
    ///
    /// Errors: the stop signal came.
    pub fn player_view(&self, progress: &[Progress], limits: &Limits<'_>) -> Result<Option<Arc<PlayerView>>, Error> {
        let hidden = self.hidden(progress, limits);
        if hidden.is_empty() {
            return Ok(None);
        }
        self.remember(|known| known.player_view(self.compiled, hidden, limits)).map(Some)
    }

    /// Why the puzzle has no solution, or several.
    pub(crate) fn why(&self, verdict: &Verdict, limits: &Limits<'_>) -> Result<Why, Error> {
        why_of(self.compiled, verdict, None, limits)
    }

    /// The answer for givens that contradict each other.
    pub(crate) fn clashed(&self, truth: &SearchFacts, limits: &Limits<'_>) -> Option<Clashed> {
        if !matches!(truth.verdict, Verdict::None) {
            return None;
        }
        let clash = self.compiled.contradiction(limits)?;
        Some(Clashed { status: Status::None, clash })
    }
}

/// The classic engine's result for one grid.
pub struct ClassicResult<'a> {
    /// The grid: 81 characters, with `.` or `0` for empty cells.
    pub line: &'a [u8; 81],
    /// The number of solutions, up to [`Operation::classic_limit`].
    pub count: u64,
    /// The first solution.
    pub solution: Option<&'a Grid>,
    pub(crate) engine: &'a mut Engine,
}

impl ClassicResult<'_> {
    /// The only solution of the grid; `None` if there is none, or more than one.
    pub fn unique(&self) -> Option<&Grid> {
        self.solution.filter(|_| self.count == 1)
    }

    /// Two solutions of the grid: the same two that are found when the puzzle is solved by itself.
    pub fn two(&mut self) -> Vec<String> {
        let puzzle = parse(self.line).expect("the engine has read it");
        let mut found = Vec::new();
        self.engine.solutions(&puzzle, |grid| {
            found.push(text(grid));
            found.len() < 2
        });
        found
    }

    /// Whether a digit occurs twice in a row, column or box. Answers have to report such a clash.
    pub fn clashes(&self) -> bool {
        let mut houses = [0u16; 27];
        for (i, &b) in self.line.iter().enumerate().filter(|(_, b)| (b'1'..=b'9').contains(b)) {
            let (r, c) = (i / 9, i % 9);
            let bit = 1 << (b - b'1');
            for h in [r, 9 + c, 18 + r / 3 * 3 + c / 3] {
                if houses[h] & bit != 0 {
                    return true;
                }
                houses[h] |= bit;
            }
        }
        false
    }
}

/// Converts a grid to 81 digits.
pub(crate) fn text(grid: &Grid) -> String {
    String::from_utf8(format(grid).to_vec()).expect("digits are ASCII")
}
