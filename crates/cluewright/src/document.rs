//! A puzzle that caches the answers to questions about it.

use crate::answer_cache::AnswerCache;
use crate::compiled::Compiled;
use crate::error::Error;
use crate::explain::Explanation;
use crate::hint::{Hint, HintOptions, hint};
use crate::judge::CountOptions;
use crate::operation::{Check, Operation, PuzzleRequest};
use crate::rate::Rating;
use crate::reader::Reader;
use crate::report::{self, Checked};
use crate::solve::{CandidateOptions, SearchFacts};
use crate::technique_filter::TechniqueFilter;
use cluewright_core::Puzzle;
use cluewright_formats::Note;
use cluewright_search::{Answer, Candidates, Limits, Verdict};
use std::sync::Arc;

/// A puzzle ready for questions, with a cache: its solution is searched for once, and its path is computed once, however many
/// questions are asked. The answers are those of the functions of the same names, which cache nothing.
///
/// Answers cut short by a limit are not cached: the next question starts anew. Several threads may ask at the same time.
///
/// ```
/// use cluewright::{Document, Hint, HintOptions, Limits};
/// let document = Document::read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let limits = Limits::none();
/// assert_eq!(document.solution(&limits)?, "534678912672195348198342567859761423426853791713924856961537284287419635345286179");
/// let Hint::Step(next) = document.hint(&HintOptions::default(), &limits) else { panic!("there is a step") };
/// assert_eq!(next.step.technique.name, "Hidden Single");
/// assert_eq!(next.text.short, "r1c6 is 8: it is the only place left for 8 in box 2.");
/// assert_eq!(document.rate(&limits)?.hardest_step(), 1.2);
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Debug)]
pub struct Document {
    compiled: Compiled,
    notes: Vec<Note>,
    known: Arc<AnswerCache>,
}

impl Document {
    /// Reads text in any known format: a line of digits, a `.clue` file, a link.
    ///
    /// Drawings are read as clues if the text or the recorded solution supports this reading; [`Document::notes`] reports each such
    /// guess.
    ///
    /// Errors: the text is not a puzzle in a known format, or a part of it that would change the puzzle is not understood.
    /// ([`cluewright_formats::read`] accepts such a text, and notes what it left out.)
    pub fn read(text: &str) -> Result<Self, Error> {
        let (compiled, read) = Reader::default().read(text, &|| false)?;
        Ok(Self { notes: read.notes, ..compiled.into() })
    }

    /// Compiles a puzzle.
    ///
    /// Errors: those of [`Compiled::new`].
    pub fn new(puzzle: Puzzle) -> Result<Self, Error> {
        Ok(Compiled::new(puzzle)?.into())
    }

    /// The same puzzle with another title, other prose or other drawings; all cached answers are kept. See [`Compiled::retold`].
    pub fn retold(&self, puzzle: Puzzle) -> Result<Option<Self>, Error> {
        let compiled = self.compiled.retold(puzzle)?;
        Ok(compiled.map(|compiled| Self { compiled, notes: Vec::new(), known: Arc::clone(&self.known) }))
    }

    /// The notes on how the text was read.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        self.compiled.puzzle()
    }

    /// The compiled puzzle, for questions that have no method here.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Determines whether there is no solution, exactly one, or several. See [`crate::solve`].
    pub fn solve(&self, limits: &Limits<'_>) -> Answer<Verdict> {
        self.known.verdict(&self.compiled, limits)
    }

    /// The only solution as one line: one character per cell, or numbers separated by commas if some digit needs more than one
    /// character.
    ///
    /// Errors: there is no solution, or more than one; or a limit was reached.
    pub fn solution(&self, limits: &Limits<'_>) -> Result<String, Error> {
        let answer = self.solve(limits);
        match answer.value {
            Verdict::Unique(solution) => Ok(self.compiled.digits_text(&solution)),
            other => Err(Error::not_unique(other, answer.stopped)),
        }
    }

    /// Counts the solutions. See [`Compiled::count`]; the answer is not cached.
    pub fn count(&self, options: &CountOptions, limits: &Limits<'_>) -> Answer<u64> {
        self.compiled.count(options, limits)
    }

    /// Finds the candidates that are in some solution. See [`crate::candidates`].
    pub fn candidates(&self, options: &CandidateOptions<'_>, limits: &Limits<'_>) -> Answer<Candidates> {
        self.known.candidates(&self.compiled, options, limits)
    }

    /// The facts from the search that logic may use.
    pub fn truth(&self, limits: &Limits<'_>) -> Arc<SearchFacts> {
        self.known.truth(&self.compiled, limits)
    }

    /// The next hint for a player; see [`hint`]. If [`Document::explain`] has found a path with the same techniques, hints at
    /// positions of that path are its steps, without a new search.
    pub fn hint(&self, options: &HintOptions<'_>, limits: &Limits<'_>) -> Hint {
        if options.truth.is_some() {
            return hint(&self.compiled, options, limits);
        }
        let progress = options.progress.unwrap_or(&self.puzzle().progress);
        self.known.hint(&self.compiled, progress, &options.ways, limits)
    }

    /// The complete path from the givens, in words. See [`crate::explain()`].
    pub fn explain(&self, ways: &TechniqueFilter, limits: &Limits<'_>) -> Arc<Explanation> {
        let truth = self.truth(limits);
        self.known.explanation(&self.compiled, &truth, ways, limits, &mut |_| ())
    }

    /// Rates the puzzle. See [`crate::rate`].
    pub fn rate(&self, limits: &Limits<'_>) -> Result<Rating, Error> {
        self.known.rating(&self.compiled, &self.truth(limits), limits)
    }

    /// Checks that the puzzle is valid: that it has exactly one solution, and that a recorded solution agrees with it. If every
    /// cell already has a digit (a given or the player's), checks instead whether the grid satisfies all rules.
    ///
    /// Errors: a rule takes too much work to evaluate, or the stop signal came.
    pub fn check(&self, limits: &Limits<'_>) -> Result<Checked, Error> {
        match self.ask(&Check::default(), limits)? {
            report::Answer::Checked(checked) => Ok(checked),
            other => unreachable!("not the answer of a check: {other:?}"),
        }
    }

    /// Performs any operation, and returns the answer as data (see [`report`]).
    pub fn ask(&self, operation: &dyn Operation, limits: &Limits<'_>) -> Result<report::Answer, Error> {
        operation.ask(&PuzzleRequest { known: Some(&self.known), ..PuzzleRequest::new(&self.compiled) }, limits)
    }

    /// The cached answers, for [`PuzzleRequest`].
    pub fn known(&self) -> &AnswerCache {
        &self.known
    }
}

impl From<Compiled> for Document {
    fn from(compiled: Compiled) -> Self {
        Self { compiled, notes: Vec::new(), known: Arc::default() }
    }
}
