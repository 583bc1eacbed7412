//! The answers of all questions but `solve`, `count` and `explain`.

use super::{CandidateReport, ExtraReport, HighlightReport, RatingReport, Status, StepReport, Word};
use crate::scale::{Measured, Profile, STOPPED, ScaleStep};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The answer of `count`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Counted {
    /// None, one, more, or nothing known.
    pub status: Status,
    /// They, where a list was asked for and there are few.
    pub solutions: Vec<String>,
    /// What each of them holds in extra cells, where the puzzle has such.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<Vec<ExtraReport>>,
    /// How many there are, or at least are.
    pub count: u64,
    /// Is that the exact number?
    pub exact: bool,
    /// Where counting was to end; 0: nowhere.
    pub limit: u64,
    /// Givens that contradict each other, when that is why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clash: Option<String>,
    /// Search nodes, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Counted {
    /// Did counting end where it was to?
    pub fn is_full(&self) -> bool {
        self.limit > 0 && self.count >= self.limit
    }
}

/// The answer of `candidates`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Candidates {
    /// Was every candidate decided, or everything looked into?
    pub complete: bool,
    /// What is wrong in the player's grid, where it was looked at: then there are no cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<String>,
    /// The cells of the grid in reading order, then extra ones.
    pub cells: Vec<CellCandidates>,
    /// Givens that contradict each other, when that is why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clash: Option<String>,
    /// Search nodes, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A cell and its true candidates.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CellCandidates {
    /// `r1c1`, or an extra cell's name.
    pub cell: String,
    /// Those that some solution holds.
    pub candidates: Vec<i32>,
    /// How many solutions hold each, up to the number asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<u32>,
    /// Those not decided yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<i32>,
}

impl CellCandidates {
    /// What is left in a cell.
    pub fn new(cell: String, candidates: Vec<i32>) -> Self {
        Self { cell, candidates, ..Self::default() }
    }
}

/// The answer of `count --estimate`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Estimated {
    /// About how many solutions; -1 when that is beyond all numbers.
    pub estimate: f64,
    /// Its standard error; -1 as well.
    pub error: f64,
    /// Random dives.
    pub samples: u32,
    /// Dives that ended in a solution.
    pub hits: u32,
    /// Was a limit met before all were made?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub limited: bool,
}

/// The answer of `count --split`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SplitReport {
    /// How many combinations of values there are, without those that contradict the rules at once.
    pub combinations: u64,
    /// How many were left out for that; absent when there are too many to count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradictory: Option<u64>,
    /// Which cells contradict each other, and by what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<String>,
    /// Those looked at.
    pub scenarios: Vec<ScenarioReport>,
    /// Were all looked at, each to its end?
    pub exhaustive: bool,
    /// Candidates that no solution of any combination holds.
    pub false_everywhere: Vec<CandidateReport>,
    /// Was a limit met before all were looked at?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub limited: bool,
}

/// One combination of values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ScenarioReport {
    /// What the cells hold.
    pub values: Vec<CandidateReport>,
    /// How many solutions there are, or at least are.
    pub count: u64,
    /// Is that the exact number?
    pub exact: bool,
    /// They, where a list was asked for.
    pub solutions: Vec<String>,
    /// What each of them holds in extra cells, where the puzzle has such.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<Vec<ExtraReport>>,
}

/// The answer of `steps`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Listed {
    /// `steps`, `none`, `mistakes`, `unknown`.
    pub status: Word,
    /// Are these all there are? Not when the time was up.
    pub complete: bool,
    /// What is wrong in the player's grid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<String>,
    /// The steps.
    pub steps: Vec<ListedStep>,
}

/// A step, and other ways to its conclusion.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ListedStep {
    /// The step.
    #[serde(flatten)]
    pub step: StepReport,
    /// Other ways, where they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_ways: Vec<StepReport>,
    /// How many there are.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub others: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// The answer of `hint`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Hinted {
    /// `step`, `mistakes`, `done`, `stuck`, `limit`, `contradiction`, `fog` when no step uses only what is visible; or what
    /// is wrong with the puzzle: `none`, `multiple`.
    pub status: Word,
    /// What is wrong in the player's grid, whatever the level; `text` says no more than its level tells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<String>,
    /// How much was told: 1 to 4.
    pub level: u8,
    /// What was told, a sentence or two each.
    pub text: Vec<String>,
    /// The step, at level 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<StepReport>,
    /// What it points at, where that was asked for: no more than its level tells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub highlights: Vec<HighlightReport>,
    /// Has the puzzle more than one solution, so that only what is true in all of them was told?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub several: bool,
}

/// The answer of `rate`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Rated {
    /// `unique`; only such a puzzle has a rating.
    pub status: Status,
    /// What the steps of the path say.
    #[serde(default, skip_serializing_if = "Option::is_none", flatten)]
    pub rating: Option<RatingReport>,
    /// The points of our own scale, from 0 to 1000; where there is no word the least they can be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// Its word, from `beginner` to `expert`, or `beyond patterns`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<Word>,
    /// What the scales say that were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scales: Vec<ScaleReport>,
    /// Givens that contradict each other, when that is why there is no solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clash: Option<String>,
}

impl Rated {
    /// Was the time up before all was rated that was asked for?
    pub(crate) fn is_cut(&self) -> bool {
        let cut = self.rating.as_ref().is_some_and(|rating| !rating.solved || self.points.is_none());
        self.status == Status::Unique && (cut || self.scales.iter().any(|scale| scale.text == STOPPED))
    }
}

/// What a scale says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ScaleReport {
    /// The scale: `cluewright`, `se`, `sukaku`, `hodoku`.
    pub scale: Word,
    /// In short: `ER 7.1, EP 1.2, ED 1.2`; or why there is no rating.
    pub text: String,
    /// The level in the scale's own word, where it has such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<Word>,
    /// Its numbers by name; none where there is no rating.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<Word, f64>,
    /// The hardest step, as the program calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardest: Option<String>,
    /// How many steps of each name, where they are counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub techniques: Vec<(String, usize)>,
    /// What one has to know to compare it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Word>,
    /// Where the time goes, by the scale `cluewright`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    /// The path that it rates, step by step, where that was asked for.
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

/// The answer of `check`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Checked {
    /// Is nothing wrong?
    pub ok: bool,
    /// What was checked: a filled `grid`, or a `puzzle`.
    pub checked: Word,
    /// The solutions of a puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// What is wrong, a sentence each.
    pub flaws: Vec<String>,
    /// Why a puzzle has no solution: what cannot all hold, and how. Of several solutions: which digit would leave one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// What the puzzle could do without, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed: Option<Vec<String>>,
    /// The puzzle without it, in the format `clue`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimal: Option<String>,
    /// Was a limit met before all was looked at?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub limited: bool,
}

/// The answer of `convert`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Converted {
    /// The format.
    pub format: String,
    /// The puzzle in it.
    pub text: String,
    /// What may change the solutions.
    pub lost: Vec<String>,
    /// What else there is to say: a title that was left out, rules written without their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// May the text have other solutions, and nobody said that this is fine?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
}

/// The answer about a puzzle whose givens contradict each other, where there is nothing else to say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Clashed {
    /// `none`.
    pub status: Status,
    /// The givens, and what they break.
    pub clash: String,
}
