//! Scales of other programs: how hard a puzzle is by the measure of each, one file each.

mod hodoku;
mod se;

use crate::compiled::Compiled;
use crate::report::{ScaleReport, Word};
use cluewright_core::BadInput;
use cluewright_logic::rating;
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

/// All of them.
pub static SCALES: &[&dyn Scale] = &[
    &se::Explainer { id: "se", profile: rating::se::Profile::Se121 },
    &se::Explainer { id: "sukaku", profile: rating::se::Profile::Sukaku },
    &hodoku::Hodoku,
];

/// The scale of that name.
///
/// ```
/// use cluewright::{Compiled, formats, scale::scale};
/// let read = formats::read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let measured = scale("hodoku")?.rate(&Compiled::new(read.puzzle)?, &|| false).expect("an ordinary puzzle");
/// assert_eq!(measured.text, "Easy, score 204");
/// assert!(scale("inches").is_err());
/// # Ok::<(), cluewright::Error>(())
/// ```
///
/// Errors: no scale is called so.
pub fn scale(id: &str) -> Result<&'static dyn Scale, BadInput> {
    let found = SCALES.iter().find(|scale| scale.id() == id);
    let known = || SCALES.iter().map(|scale| scale.id()).collect::<Vec<_>>().join(", ");
    found
        .copied()
        .ok_or_else(|| BadInput::new(format!("no scale is called {id:?}")).hint(format!("there are {}", known())))
}

/// What a scale says of a puzzle, to be told.
pub(crate) fn told(scale: &dyn Scale, compiled: &Compiled, stop: &dyn Fn() -> bool) -> ScaleReport {
    ScaleReport::new(scale.id(), scale.rate(compiled, stop))
}

/// The 81 givens of a puzzle of nine by nine cells with the digits 1 to 9, 0 for an open cell; `None` for any other.
fn givens(compiled: &Compiled) -> Option<[u8; 81]> {
    let puzzle = compiled.puzzle();
    let size =
        (puzzle.shape.len() == 81 && puzzle.extra.is_empty()) && puzzle.digits.count == 9 && puzzle.digits.first == 1;
    let text = compiled.givens_text();
    let digits: Vec<u8> = text.bytes().map(|b| if b.is_ascii_digit() { b - b'0' } else { 0 }).collect();
    if size { digits.try_into().ok() } else { None }
}

/// What is said when it was told to stop.
pub(crate) const STOPPED: &str = "the time was up";
