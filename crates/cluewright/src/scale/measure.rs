//! The interface of a scale, and its results.

use crate::compiled::Compiled;
use crate::report::{CandidateReport, Word};
use cluewright_core::Cell;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// The id of our own scale.
pub const OWN_SCALE: &str = "cluewright";

/// A difficulty scale.
pub trait Scale: Sync {
    /// The scale's name in options and reports.
    fn id(&self) -> &'static str;

    /// A description of the scale, on one line.
    fn about(&self) -> &'static str;

    /// The name of the main figure, such as `er`: one of the names in [`Measured::figures`].
    fn leading(&self) -> &'static str;

    /// The names of the scale's levels, the easiest first, each with its range of the main figure; `None` if the level is not a
    /// range of the main figure, so that only [`Measured::word`] gives the level.
    fn levels(&self) -> Vec<(&'static str, Option<Range<u16>>)> {
        Vec::new()
    }

    /// Whether the scale can rate puzzles with this grid and these rules, whatever their givens. Errors: the reason why not, as a
    /// sentence without a full stop.
    fn fits(&self, _compiled: &Compiled) -> Result<(), Word> {
        Ok(())
    }

    /// Rates a puzzle with one solution.
    ///
    /// Errors: why the scale cannot rate this puzzle, as a sentence without a full stop; after the stop signal, that the time limit
    /// was reached.
    fn rate(&self, compiled: &Compiled, stop: &dyn Fn() -> bool) -> Result<Measured, Word>;

    /// Like `rate`, but also returns the path that was rated: the steps in the order in which the scale's own program finds them.
    ///
    /// Errors: as for [`Self::rate`].
    fn path(&self, compiled: &Compiled, stop: &dyn Fn() -> bool) -> Result<(Measured, Vec<ScaleStep>), Word>;

    /// A lower bound for the main figure of a puzzle with this many open cells.
    fn least(&self, _open: usize, _cells: usize) -> f64 {
        0.0
    }

    /// A version of [`Self::rate`] for generating puzzles, which also returns the cells where solving takes the most time. The
    /// rating may stop early: when the main figure exceeds `most`, or, if `patterns` is set (a level with a range is requested),
    /// when the puzzle is harder than every such level. In that case the result has no word, and its figures are those of the path
    /// up to that point.
    ///
    /// Errors: as for [`Self::rate`].
    fn look(
        &self,
        compiled: &Compiled,
        _most: f64,
        _patterns: bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Measured, Vec<Cell>), Word> {
        Ok((self.rate(compiled, stop)?, Vec::new()))
    }

    /// A faster [`Self::rate`] for a classic 9x9 grid with one solution (0: an open cell); `None` if the scale has no faster
    /// version.
    fn rate_grid(&self, _givens: &[u8; 81]) -> Option<Measured> {
        None
    }
}

/// The result of a rating.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measured {
    /// A summary, such as `ED=7.1/1.2/1.2`.
    pub text: String,
    /// The puzzle's level; `None` if the scale has no levels.
    pub word: Option<Word>,
    /// The figures of the rating, by their names.
    pub figures: BTreeMap<Word, f64>,
    /// The hardest step, under the name that the scale's program gives it.
    pub hardest: Option<String>,
    /// The number of steps with each name.
    pub techniques: Vec<(String, usize)>,
    /// A note that matters when ratings are compared.
    pub note: Option<Word>,
    /// The distribution of the time, for a scale that measures time.
    pub profile: Option<Profile>,
}

/// A step of the path that a scale rates.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ScaleStep {
    /// The scale's name for the step.
    pub name: String,
    /// The step's share of the rating: a rating (`se`), points of the score (`hodoku`), seconds (`cluewright`).
    pub figure: f64,
    /// The step's share as the scale writes it, such as `1.0`, `14` or `34 s`.
    pub text: String,
    /// Candidates that the step proves true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placements: Vec<CandidateReport>,
    /// Candidates that the step proves false.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eliminations: Vec<CandidateReport>,
}

impl ScaleStep {
    /// A step of a program that knows only 9x9 grids: cells are numbered from 0, digits from 1.
    pub(super) fn of_grid(
        name: &str,
        figure: f64,
        text: String,
        placed: Option<(u8, u8)>,
        eliminated: impl Iterator<Item = (u8, u8)>,
    ) -> Self {
        let report = |(cell, digit): (u8, u8)| CandidateReport {
            cell: format!("r{}c{}", cell / 9 + 1, cell % 9 + 1),
            value: i32::from(digit),
        };
        Self {
            name: name.to_owned(),
            figure,
            text,
            placements: placed.into_iter().map(report).collect(),
            eliminations: eliminated.map(report).collect(),
        }
    }
}

/// The distribution of a puzzle's solving time.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Profile {
    /// A heat map: the seconds spent on each cell, in reading order, and 0 for givens. The time of a round is shared among the
    /// cells of its moves.
    pub cells: Vec<f64>,
    /// The share of the solving time that is spent on each kind of step, from 0 to 1, with the easiest kind first.
    pub shares: BTreeMap<Word, f64>,
    /// The bottlenecks: the three longest rounds with at most three available moves, in the order of solving.
    pub bottlenecks: Vec<Place>,
    /// The first round with the hardest kind of step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardest: Option<Place>,
}

/// A round of moves of one kind.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Place {
    /// The number of the round, from 1.
    pub round: usize,
    /// The kind of the moves in this round.
    pub class: Word,
    /// For trials: the number of layers of consequences until a contradiction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layers: Option<u32>,
    /// The number of moves available in this round.
    pub supply: u32,
    /// The number of cells that are still empty before this round.
    pub open: u32,
    /// The duration of the round, in seconds.
    pub seconds: f64,
    /// The names of the cells of the moves in this round, in reading order; a name is like `r1c1`.
    pub cells: Vec<String>,
}

/// For each cell of a 9x9 puzzle with the digits 1 to 9: the digits that its own given allows (all nine without a given), as bits
/// (bit 0 for the digit 1). `None` for any other puzzle.
pub(super) fn marks(compiled: &Compiled) -> Option<[u16; 81]> {
    let puzzle = compiled.puzzle();
    let size =
        (puzzle.shape.len() == 81 && puzzle.extra.is_empty()) && puzzle.digits.count == 9 && puzzle.digits.first == 1;
    let mut marks = [0x1ff; 81];
    for given in puzzle.givens.iter().filter(|_| size) {
        let bits =
            given.digits.iter().filter(|digit| (1..=9).contains(*digit)).fold(0, |set, digit| set | 1 << (digit - 1));
        marks[given.cell.index()] &= bits;
    }
    size.then_some(marks)
}

/// The 81 givens of a 9x9 puzzle, 0 for an open cell; `None` for any other puzzle, or if a given allows several digits, as in a
/// Sukaku.
pub(super) fn givens(compiled: &Compiled) -> Option<[u8; 81]> {
    let one = |marks: u16| match (marks, marks.count_ones()) {
        (0x1ff, _) => Some(0),
        (_, 1) => u8::try_from(marks.trailing_zeros() + 1).ok(),
        _ => None,
    };
    let digits: Option<Vec<u8>> = marks(compiled)?.into_iter().map(one).collect();
    digits?.try_into().ok()
}

/// The beginning of the message if a scale's own work limit ended its rating.
pub(crate) const UNFINISHED: &str = "not rated within the work limit";

/// The message after a stop signal.
pub(crate) const STOPPED: &str = "the time limit was reached";
