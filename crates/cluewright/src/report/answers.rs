//! The answers to all questions except `solve`, `count` and `explain`.

use super::{CandidateReport, ExtraReport, HighlightReport, RatingReport, Status, StepReport, Word};
use crate::hint::HintLevel;
use crate::scale::{Measured, Profile, STOPPED, ScaleStep, UNFINISHED};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The answer to `count`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Counted {
    /// The number of solutions: none, one, several, or unknown.
    pub status: Status,
    /// The solutions, if a list was requested: at most ten thousand, and only if the count is exact or fewer than a hundred were
    /// found.
    pub solutions: Vec<String>,
    /// The values of extra cells in each solution, if the puzzle has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<Vec<ExtraReport>>,
    /// The number of solutions; a lower bound unless `exact` is true.
    pub count: u64,
    /// Whether `count` is the exact number, not just a lower bound.
    pub exact: bool,
    /// The number at which counting stops; 0: no limit.
    pub limit: u64,
    /// The contradictory givens, if they are the reason why there is no solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clash: Option<String>,
    /// The number of search nodes, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Counted {
    /// Whether counting stopped at the limit.
    pub fn is_full(&self) -> bool {
        self.limit > 0 && self.count >= self.limit
    }
}

/// The answer to `candidates`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Candidates {
    /// Whether the answer is known for every candidate.
    pub complete: bool,
    /// The errors in the player's grid, if the grid was checked; if there are errors, `cells` is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<String>,
    /// The cells of the grid in reading order, then extra cells.
    pub cells: Vec<CellCandidates>,
    /// The contradictory givens, if they are the reason why there is no solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clash: Option<String>,
    /// The number of search nodes, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A cell and its true candidates.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CellCandidates {
    /// The cell's name: `r1c1`, or an extra cell's name.
    pub cell: String,
    /// The digits that some solution has in this cell.
    pub candidates: Vec<i32>,
    /// For each digit in `candidates`, the number of solutions that have the digit in this cell, up to the requested number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<u32>,
    /// The digits for which it is not known whether some solution has them in this cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<i32>,
}

impl CellCandidates {
    /// The candidates left in a cell.
    pub fn new(cell: String, candidates: Vec<i32>) -> Self {
        Self { cell, candidates, ..Self::default() }
    }
}

/// The answer to `estimate`, or to the command `count --estimate`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Estimated {
    /// The estimated number of solutions; -1 if the estimate is too large to be represented.
    pub estimate: f64,
    /// The standard error of the estimate; -1 if the estimate is -1.
    pub error: f64,
    /// The number of random dives that were made.
    pub samples: u32,
    /// The number of dives that ended in a solution.
    pub hits: u32,
    /// Whether a limit was reached before all dives were made.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub limited: bool,
}

/// The answer to `split`, or to the command `count --split`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SplitReport {
    /// The number of combinations of values, without those that break a rule outright.
    pub combinations: u64,
    /// The number of combinations that break a rule outright; absent if there are too many to count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradictory: Option<u64>,
    /// The cells whose values exclude each other in some combination, with the rule: `r1c1 and r1c2 because of row 1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<String>,
    /// The combinations that were examined.
    pub scenarios: Vec<ScenarioReport>,
    /// Whether all solutions of every combination were counted.
    pub exhaustive: bool,
    /// Candidates that are not part of any solution, whatever the combination.
    pub false_everywhere: Vec<CandidateReport>,
    /// Whether a limit was reached before all combinations were counted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub limited: bool,
}

/// One combination of values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ScenarioReport {
    /// The values in the combination, one per cell.
    pub values: Vec<CandidateReport>,
    /// The number of solutions with this combination; a lower bound unless `exact` is true.
    pub count: u64,
    /// Whether `count` is the exact number, not just a lower bound.
    pub exact: bool,
    /// The solutions with this combination, if a list was requested.
    pub solutions: Vec<String>,
    /// The values of extra cells in each solution, if the puzzle has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<Vec<ExtraReport>>,
}

/// The answer to `steps`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Listed {
    /// The kind of answer: `steps`, `none`, `mistakes`, `unknown`.
    pub status: Word,
    /// Whether the list is complete; `false` if the time ran out.
    pub complete: bool,
    /// The errors in the player's grid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<String>,
    /// The steps found.
    pub steps: Vec<ListedStep>,
}

/// A step, and other ways to reach the same conclusion.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListedStep {
    /// The step.
    #[serde(flatten)]
    pub step: StepReport,
    /// Other ways to reach the same conclusion, if requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_ways: Vec<StepReport>,
    /// The number of other ways to reach the same conclusion.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub others: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// The answer to `hint`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Hinted {
    /// The kind of answer: `step`, `mistakes`, `done`, `stuck`, `limit`, `contradiction`; `fog` if no step uses only what is
    /// visible; `none` or `multiple` if the puzzle does not have exactly one solution.
    pub status: Word,
    /// The errors in the player's grid, in full at every level: below level 4, show `text` instead, which reveals no more than its
    /// level allows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<String>,
    /// The level of detail.
    pub level: HintLevel,
    /// The hint; each entry is a sentence or two.
    pub text: Vec<String>,
    /// The step, at level 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<StepReport>,
    /// The cells and candidates that illustrate the hint, from level 2 on; they reveal no more than the hint's level allows. The
    /// protocol always sends them; the command's `--json` omits them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub highlights: Vec<HighlightReport>,
    /// Whether the puzzle has several solutions; the hint is then true in all of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub several: bool,
}

/// The answer to `rate`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Rated {
    /// The number of solutions: only a puzzle with the status `unique` has a rating.
    pub status: Status,
    /// The rating of the path; `None` if it was not requested, or if the puzzle has no rating.
    #[serde(default, skip_serializing_if = "Option::is_none", flatten)]
    pub rating: Option<RatingReport>,
    /// The points on Cluewright's own scale, from 0 to 1000; a lower bound if `word` is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// The word for the points, from `beginner` to `expert`, or `beyond patterns`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<Word>,
    /// The ratings on the requested scales.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scales: Vec<ScaleReport>,
    /// The contradictory givens, if they are the reason why there is no solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clash: Option<String>,
}

impl Rated {
    /// Whether the time ran out, or a scale's work limit was reached, before every requested scale was rated.
    pub(crate) fn is_cut(&self) -> bool {
        let cut = self.rating.as_ref().is_some_and(|rating| !rating.solved || self.points.is_none());
        let is_cut = |scale: &ScaleReport| scale.text == STOPPED || scale.text.starts_with(UNFINISHED);
        self.status == Status::Unique && (cut || self.scales.iter().any(is_cut))
    }
}

/// The rating on one scale.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ScaleReport {
    /// The scale: `cluewright`, `se`, `sukaku`, `hodoku`.
    pub scale: Word,
    /// A summary, such as `ER 7.1, EP 1.2, ED 1.2`; or the reason why there is no rating.
    pub text: String,
    /// The level in the scale's own terms, if it has levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<Word>,
    /// The figures of the rating, by name; empty if the puzzle has no rating.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<Word, f64>,
    /// The hardest step, under the name that the scale's program uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardest: Option<String>,
    /// The number of steps for each technique name, if the scale counts steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<(String, usize)>,
    /// A note to consider when ratings are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Word>,
    /// How the solving time is distributed, for the scale `cluewright`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    /// The path that the scale rates, step by step, if requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<ScaleStep>,
}

impl ScaleReport {
    pub(crate) fn new(scale: &'static str, measured: Result<Measured, Word>) -> Self {
        let measured = measured.unwrap_or_else(|why| Measured { text: why.into_owned(), ..Measured::default() });
        let Measured { text, word, figures, hardest, techniques, note, profile } = measured;
        Self { scale: scale.into(), text, word, figures, hardest, techniques, note, profile, path: Vec::new() }
    }
}

/// The answer to `check`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Checked {
    /// Whether there are no errors.
    pub ok: bool,
    /// What was checked: `grid` (a filled grid) or `puzzle`.
    pub checked: Word,
    /// The number of solutions, if a puzzle was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// The errors found, with one sentence for each.
    pub flaws: Vec<String>,
    /// If there is no solution: the parts of the puzzle that contradict each other, and the argument. If there are several
    /// solutions: a digit that would make the solution unique.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// Redundant givens and clues, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed: Option<Vec<String>>,
    /// The puzzle without the redundant givens and clues, in the format `clue`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimal: Option<String>,
    /// Whether a limit was reached before the check was complete.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub limited: bool,
}

/// The answer to `export`, or to the command `convert`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Converted {
    /// The id of the format.
    pub format: String,
    /// The puzzle in the requested format.
    pub text: String,
    /// Notes on losses that may change the solutions.
    pub lost: Vec<String>,
    /// Other notes, such as a title that was left out, or rules written without their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Whether the written puzzle may have other solutions than the original, even though `lossy` was not set.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
}

/// The answer for a puzzle whose givens contradict each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Clashed {
    /// Always `none`: there is no solution.
    pub status: Status,
    /// The contradictory givens, and the rule that they break.
    pub clash: String,
}
