//! What a scale is, and what it says.

use crate::compiled::Compiled;
use crate::report::Word;
use std::collections::BTreeMap;

/// A scale that another program made known.
pub trait Scale: Sync {
    /// Its name in options and reports.
    fn id(&self) -> &'static str;

    /// What it measures, in a line.
    fn about(&self) -> &'static str;

    /// Rates a puzzle with one solution.
    ///
    /// Errors: why this scale says nothing of this puzzle, in a sentence without a full stop; or that it was told to stop.
    fn rate(&self, compiled: &Compiled, stop: &dyn Fn() -> bool) -> Result<Measured, Word>;
}

/// What a scale says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measured {
    /// In short: `ED=7.1/1.2/1.2`.
    pub text: String,
    /// Its level in a word, where it has such.
    pub word: Option<Word>,
    /// Its numbers by name.
    pub figures: BTreeMap<Word, f64>,
    /// The hardest step, by the name that the program gives it.
    pub hardest: Option<String>,
    /// How many steps of each name.
    pub techniques: Vec<(String, usize)>,
    /// What one has to know to compare it.
    pub note: Option<Word>,
}

/// The 81 givens of a puzzle of nine by nine cells with the digits 1 to 9, 0 for an open cell; `None` for any other.
pub(super) fn givens(compiled: &Compiled) -> Option<[u8; 81]> {
    let puzzle = compiled.puzzle();
    let size =
        (puzzle.shape.len() == 81 && puzzle.extra.is_empty()) && puzzle.digits.count == 9 && puzzle.digits.first == 1;
    let text = compiled.givens_text();
    let digits: Vec<u8> = text.bytes().map(|b| if b.is_ascii_digit() { b - b'0' } else { 0 }).collect();
    if size { digits.try_into().ok() } else { None }
}

/// What is said when it was told to stop.
pub(crate) const STOPPED: &str = "the time was up";
