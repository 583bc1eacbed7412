//! Rules and techniques as data, and new puzzles.

use super::{ExtraReport, RatingReport, ScaleReport, VERSION, Word, tenths};
use crate::generate::Generated;
use cluewright_logic::{Outcome, TECHNIQUES, TechniqueInfo};
use cluewright_rules::syntax::ast::{ExprKind, ParamKind, Rule};
use serde::{Deserialize, Serialize};

/// A rule of the library or of a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RuleReport {
    /// The rule's name.
    pub name: String,
    /// The rule in one sentence.
    pub about: String,
    /// Whether the rule has clues; if not, it applies once, to the whole puzzle.
    pub clue: bool,
    /// The parameters of the rule's clues, or the rule's options.
    pub params: Vec<ParamReport>,
    /// The appearance of the rule's clues: the words of the rule's `draw` lines, one entry per mark.
    pub draw: Vec<String>,
    /// Phrases that puzzle texts use for the rule, from the rule's `told` lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// The rule's names in other programs: format and name.
    pub also: Vec<(String, String)>,
}

/// A parameter of a rule.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ParamReport {
    /// The parameter's name.
    pub name: String,
    /// The shape of the parameter's cells (`cell`, `cells`, `edge`, `corner`, `line`, `lines`, `cage`, `bulb`, `lists`, `outside`,
    /// `map`), or `number`, `numbers`, `boolean`, `text`.
    pub kind: Word,
    /// The parameter's minimum and maximum, if these are plain numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(i64, i64)>,
    /// Whether the parameter may be left out.
    pub optional: bool,
}

impl RuleReport {
    /// Describes a rule.
    ///
    /// ```
    /// use cluewright::{report::RuleReport, rules::Ruleset};
    /// let library = Ruleset::library();
    /// let cage = RuleReport::new(library.rule("killer-cage").unwrap());
    /// assert_eq!((&*cage.params[0].kind, cage.params[1].range), ("cage", Some((-10_000, 10_000))));
    /// ```
    pub fn new(rule: &Rule) -> Self {
        let plain = |e: &cluewright_rules::syntax::ast::Expr| match &e.kind {
            ExprKind::Number(n) => Some(*n),
            ExprKind::Neg(inner) => match inner.kind {
                ExprKind::Number(n) => Some(-n),
                _ => None,
            },
            _ => None,
        };
        let param = |p: &cluewright_rules::syntax::ast::Param| ParamReport {
            name: p.name.clone(),
            kind: match p.kind {
                ParamKind::Shape(shape) => shape.word().into(),
                ParamKind::Number => "number".into(),
                ParamKind::Boolean => "boolean".into(),
                ParamKind::Text => "text".into(),
                ParamKind::Numbers => "numbers".into(),
            },
            range: p.range.as_ref().and_then(|(low, high)| Some((plain(low)?, plain(high)?))),
            optional: p.optional || p.value.is_some(),
        };
        Self {
            name: rule.name.clone(),
            about: cluewright_english::about(rule).into_owned(),
            clue: rule.is_clue,
            params: rule.params.iter().map(param).collect(),
            draw: rule.draw.clone(),
            told: rule.told.clone(),
            also: rule.also.iter().map(|f| (f.format.clone(), f.name.clone())).collect(),
        }
    }
}

/// A technique.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TechniqueReport {
    /// The technique's id.
    pub id: Word,
    /// The technique's name for people.
    pub name: Word,
    /// Other names of the technique.
    pub other_names: Vec<Word>,
    /// The technique's name in `HoDoKu` and on Sudopedia, if it differs; empty otherwise.
    #[serde(default)]
    pub elsewhere: Word,
    /// The technique's difficulty, to one decimal place.
    pub difficulty: f64,
    /// Whether the technique is used only if it is requested by name.
    pub on_request: bool,
    /// The source that describes the technique.
    pub source: Word,
}

impl TechniqueReport {
    /// Describes a technique by its entry in the logic crate.
    pub fn new(info: &'static TechniqueInfo) -> Self {
        Self {
            id: info.id.into(),
            name: info.name.into(),
            other_names: info.aliases.iter().filter(|a| !a.is_empty()).map(|&a| a.into()).collect(),
            elsewhere: info.elsewhere_text().unwrap_or_default().into(),
            difficulty: tenths(info.difficulty),
            on_request: !TECHNIQUES.iter().any(|t| t.infos().iter().any(|i| i.id == info.id)),
            source: info.source.into(),
        }
    }
}

/// A new puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GeneratedReport {
    /// The number of the puzzle within the answer, from 1.
    pub id: String,
    /// The puzzle in the requested format.
    pub puzzle: String,
    /// The rules and clues that are missing from the text in `puzzle`, which may therefore have other solutions than the new
    /// puzzle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<String>,
    /// The puzzle's solution.
    pub solution: String,
    /// The contents of extra cells in the solution, if the puzzle has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<ExtraReport>,
    /// The puzzle's title, if there is one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The puzzle's rules in words, if there are any.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The number of givens.
    pub givens: usize,
    /// The number of clues.
    #[serde(default)]
    pub clues: usize,
    /// The number of cells that the new clues cover; clues outside the grid cover none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covered: Option<usize>,
    /// The number of the attempt that made the puzzle, from 1; the seed and the attempt identify the puzzle.
    #[serde(default)]
    pub attempt: u64,
    /// The version of Cluewright that made the puzzle: a different version may make a different puzzle from the same seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_version: Option<Word>,
    /// Whether the rating is complete.
    pub solved: bool,
    /// The rating of the puzzle's solution path; absent unless requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingReport>,
    /// The rating on the requested scale.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scales: Vec<ScaleReport>,
}

impl GeneratedReport {
    /// Describes a generated puzzle, with its text and the parts that the text cannot express.
    pub fn new(number: u32, made: &Generated, text: String, lost: Vec<String>) -> Self {
        let puzzle = &made.puzzle;
        Self {
            id: number.to_string(),
            puzzle: text,
            lost,
            solution: cluewright_formats::solution_text(puzzle, &puzzle.solution[..puzzle.shape.len()]),
            extra: made.extra.clone(),
            title: puzzle.title.clone(),
            text: puzzle.text.clone(),
            givens: puzzle.givens.len(),
            clues: puzzle.clues.len(),
            covered: None,
            attempt: made.attempt + 1,
            engine_version: Some(VERSION.into()),
            solved: made.difficulty.as_ref().is_some_and(|d| d.outcome == Outcome::Solved)
                || made.rating.as_ref().is_some_and(|rating| rating.word.is_some()),
            rating: made.difficulty.as_ref().map(RatingReport::of),
            scales: made.rating.iter().cloned().collect(),
        }
    }
}
