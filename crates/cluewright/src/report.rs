//! Answers as data, one object per puzzle, as `--json` writes them. These types are stable, unlike those inside the engines.
//!
//! Grids are digit strings in reading order, separated by commas if a digit needs more than one character.
//! Difficulties have one decimal. Times are measured by the caller.

use crate::compiled::Compiled;
use crate::explain::Explanation;
use crate::rate::Rating;
use crate::summary::Summary;
use crate::verify::{Verification, why_unproved};
use cluewright_core::model::{GroupKind, Network};
use cluewright_core::{BadInput, Candidate};
use cluewright_logic::proof::Unproved;
use cluewright_logic::text::{Text, name_of};
use cluewright_logic::{Blocker, By, Left, Outcome, Profile, Reason, State, Step};
use cluewright_search::{Answer as Found, Limits, Verdict};
use serde::{Deserialize, Serialize};

mod answer_record;
mod answers;
mod candidate;
mod catalogue;
mod described;
mod extra;
mod pointed;
mod understood;
mod unread;

pub use answer_record::{Answer, AnswerRecord, Ending};
pub use answers::{
    Candidates, CellCandidates, Checked, Clashed, Converted, Counted, Estimated, Hinted, Listed, ListedStep, Rated,
    ScaleReport, ScenarioReport, SplitReport,
};
pub use candidate::{CandidateReport, Word};
pub use catalogue::{GeneratedReport, ParamReport, RuleReport, TechniqueReport};
pub use described::{ClueReport, HouseReport, NoteReport, PuzzleReport, RuleUse, WrittenReport};
pub use extra::{ExtraReport, lines};
pub use pointed::HighlightReport;
pub use understood::{OtherReport, SaidReport, SentenceReport, Understood};
pub use unread::{Unread, UnreadFigures};

/// The version number of this program, which every answer contains.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A verdict on the number of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// There is one solution.
    Unique,
    /// There are two or more solutions.
    Multiple,
    /// There is no solution.
    None,
    /// A limit was reached before the number of solutions was known.
    Unknown,
}

impl Status {
    /// The word for the status in answers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Unknown => "unknown",
        }
    }

    /// The status for a verdict.
    pub fn of(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::None => Self::None,
            Verdict::Unique(_) => Self::Unique,
            Verdict::Multiple(..) => Self::Multiple,
            Verdict::Unknown(_) => Self::Unknown,
        }
    }
}

/// The answer to `solve`.
///
/// ```
/// use cluewright::{Compiled, Limits, formats, report::Solved, solve};
/// let compiled = Compiled::new(formats::read("1234341221434321")?.puzzle)?;
/// let solved = Solved::new(&compiled, &solve(&compiled, &Limits::none()), &Limits::none());
/// let json = serde_json::to_string(&solved).unwrap();
/// assert!(json == r#"{"status":"unique","solutions":["1234341221434321"],"count":1,"exact":true}"#);
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Solved {
    /// The number of solutions: none, one, several, or unknown.
    pub status: Status,
    /// The solutions, at most as many as requested.
    pub solutions: Vec<String>,
    /// The values of extra cells in each solution, if the puzzle has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<Vec<ExtraReport>>,
    /// The number of solutions; a lower bound unless `exact` is true.
    pub count: u64,
    /// Whether `count` is the exact number, not just a lower bound.
    pub exact: bool,
    /// The contradictory givens, if they are the reason why there is no solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clash: Option<String>,
    /// The number of search nodes, if requested; it does not depend on whether other puzzles are solved at the same time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Solved {
    /// Makes the answer from a verdict. The limits apply to the search for givens that contradict each other.
    pub fn new(compiled: &Compiled, answer: &Found<Verdict>, limits: &Limits<'_>) -> Self {
        let (found, exact) = match &answer.value {
            Verdict::None => (Vec::new(), true),
            Verdict::Unique(s) => (vec![s], true),
            Verdict::Multiple(a, b) => (vec![a, b], false),
            Verdict::Unknown(s) => (s.iter().collect(), false),
        };
        let (solutions, count) = (found.iter().map(|s| compiled.digits_text(s)).collect(), found.len() as u64);
        let extra = ExtraReport::of_each(compiled, found);
        let status = Status::of(&answer.value);
        let clash = if status == Status::None { compiled.contradiction(limits) } else { None };
        Self { status, solutions, extra, count, exact, clash, nodes: None }
    }
}

/// A premise of a step, that is, a fact from which the conclusion follows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReasonReport {
    /// The kind of premise, such as `group`, `different`, `link`, `constraint`, `sum`, `assume` or `unique`.
    pub kind: Word,
    /// The name of the premise for people, such as `row 3` or `the cage 13 at r4c1`.
    pub name: String,
    /// The rule that is the premise, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The candidates that the premise is about.
    pub candidates: Vec<CandidateReport>,
    /// For an assumption: the steps that follow from the assumption.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepReport>,
}

impl ReasonReport {
    fn new(compiled: &Compiled, reason: &Reason) -> Self {
        let model = compiled.model();
        let all = |list: &[Candidate]| CandidateReport::all(compiled, list);
        let by = |origin| (model.origin_text(origin), Some(model.origin(origin).rule.to_string()));
        let make = |kind: &'static str, (name, rule), candidates| Self {
            kind: kind.into(),
            name,
            rule,
            candidates,
            steps: Vec::new(),
        };
        match reason {
            Reason::Group { group, live } => {
                let named = match model.network().group(*group).kind {
                    GroupKind::Cell(cell) => (model.cell_name(cell), None),
                    GroupKind::House(set, _) => by(model.set(set).origin),
                    GroupKind::Posted(i) => by(model.posted_groups()[i as usize].origin),
                };
                make("group", named, all(live))
            }
            Reason::Different(set) => make("different", by(model.set(*set).origin), Vec::new()),
            Reason::Link { a, b, why } => {
                let named = Network::why_origin(model, *why).map_or_else(|| (model.cell_name(a.cell), None), by);
                make("link", named, all(&[*a, *b]))
            }
            Reason::Constraint { constraint, holds, .. } => {
                make("constraint", by(model.constraint(*constraint).origin), all(holds))
            }
            Reason::Balance { balance, holds, .. } => {
                let name = |set| model.set_name(set);
                let of = |plus: bool| balance.houses.iter().filter(move |h| (h.1 > 0) == plus).map(|h| name(h.0));
                let (houses, mut less) = (of(true).collect::<Vec<_>>(), of(false).collect::<Vec<_>>());
                less.extend(balance.clues.iter().map(|s| model.origin_text(s.source.origin(model))));
                less.dedup();
                let (houses, less) = (houses.join(" and "), less.join(" and "));
                if balance.counts() {
                    make("counts", (less, None), all(holds))
                } else if balance.clues.is_empty() {
                    make("same", (format!("{houses} against {less}"), None), all(holds))
                } else {
                    make("sum", (format!("{houses} without {less}"), None), all(holds))
                }
            }
            Reason::Cover { links, .. } => {
                let names: Vec<String> = links.iter().map(|&(set, _)| model.set_name(set)).collect();
                make("cover", (names.join(", "), None), Vec::new())
            }
            Reason::Assume { candidate, steps, .. } => {
                let mut report = make("assume", (model.cell_name(candidate.cell), None), all(&[*candidate]));
                report.steps = steps.iter().map(|s| StepReport::new(compiled, s, String::new(), &[])).collect();
                report
            }
            Reason::Outline { assumed } => {
                let first: Vec<Candidate> = assumed.iter().take(1).map(|a| a.candidate).collect();
                let name = first.first().map_or(String::new(), |c| model.cell_name(c.cell));
                make("outline", (format!("{name}, {} cases", assumed.len()), None), all(&first))
            }
            Reason::Needed { candidate, cases, .. } => {
                let name = model.cell_name(candidate.cell);
                make("needed", (format!("{name}, {cases} cases"), None), all(&[*candidate]))
            }
            Reason::Own(own) => make("own", (own.name(model), None), Vec::new()),
            Reason::Unique { cells, .. } => {
                let contents: Vec<_> =
                    cells.iter().flat_map(|&(c, values)| values.iter().map(move |v| Candidate::new(c, v))).collect();
                make("unique", ("the puzzle has one solution".to_owned(), None), all(&contents))
            }
            Reason::UniqueRest { filled, .. } => {
                make("unique", ("the puzzle has one solution".to_owned(), None), all(filled))
            }
            #[allow(unreachable_patterns)] // further kinds of reasons keep their name at least
            _ => make("other", (String::new(), None), Vec::new()),
        }
    }
}

/// One step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StepReport {
    /// The technique's id.
    pub technique: Word,
    /// The step's name: the technique's name, or the clues and the kind of argument (`Arrow and box 3`).
    #[serde(default)]
    pub name: String,
    /// The step's difficulty, to one decimal place.
    pub difficulty: f64,
    /// Candidates that the step proves true.
    pub placements: Vec<CandidateReport>,
    /// Candidates that the step proves false.
    pub eliminations: Vec<CandidateReport>,
    /// A description of the step, in one sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The detailed argument, one line per entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// The premises of the step.
    pub because: Vec<ReasonReport>,
    /// For a value with only one place in a house: the digits and facts that block the other places, with as few digits as could be
    /// found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blockers: Vec<BlockerReport>,
    /// For a step that uses sum clues: the part of each sum that is left for the clue's open cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sums: Vec<SumReport>,
    /// The cells and candidates that illustrate the step, if requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub highlights: Vec<HighlightReport>,
    /// The checker's verdict on the step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofReport>,
}

/// A reason why a value is excluded from some places of a house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BlockerReport {
    /// The blocking digit; absent if no digit blocks these places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<CandidateReport>,
    /// The house that contains both the digit and these places (`row 3`), or a fact about these places alone; empty if earlier
    /// steps excluded the value.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The places from which the value is excluded.
    pub cells: Vec<String>,
}

impl BlockerReport {
    fn new(compiled: &Compiled, blocker: &Blocker) -> Self {
        let model = compiled.model();
        let (by, origin) = match blocker.by {
            By::Digit(digit, why) => (Some(CandidateReport::new(compiled, digit)), Network::why_origin(model, why)),
            By::Fact(origin) => (None, Some(origin)),
            By::House(_) | By::Taken(_) | By::Earlier => (None, None),
        };
        let name = origin.map_or_else(String::new, |origin| model.origin_text(origin));
        Self { by, name, cells: blocker.cells.iter().map(|&cell| model.cell_name(cell)).collect() }
    }
}

/// The part of a clue's sum that is left for its open cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SumReport {
    /// The clue's name, such as `the cage 10 at r4c1`.
    pub name: String,
    /// The calculation, such as `10 - 6 = 4`.
    pub text: String,
    /// The open cells, whose values add up to the remainder.
    pub cells: Vec<String>,
}

impl SumReport {
    fn new(compiled: &Compiled, sum: Left) -> Self {
        let model = compiled.model();
        let cells = sum.open.iter().map(|&cell| model.cell_name(cell)).collect();
        Self { name: model.origin_text(sum.origin), text: sum.worked.unwrap_or_default(), cells }
    }
}

/// The checker's verdict on a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProofReport {
    /// `proved`; `refuted` if the conclusion does not follow from the reasons; `unproved` if the work limit of a proof was reached;
    /// `stopped` if the time ran out.
    pub verdict: Word,
    /// The reason why the step could not be proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl ProofReport {
    /// Makes the report from the checker's verdict.
    pub fn new(compiled: &Compiled, verdict: Result<(), Unproved>) -> Self {
        let why = verdict.err().map(|why| why_unproved(compiled, why));
        let verdict = match verdict {
            Ok(()) => "proved",
            Err(Unproved::TooMuch(_)) => "unproved",
            Err(Unproved::Stopped) => "stopped",
            Err(_) => "refuted",
        };
        Self { verdict: verdict.into(), why }
    }
}

impl StepReport {
    /// Describes a step with the given texts.
    pub fn new(compiled: &Compiled, step: &Step, text: String, details: &[String]) -> Self {
        Self {
            technique: step.technique.id.into(),
            name: name_of(compiled.model(), step),
            difficulty: tenths(step.difficulty),
            placements: CandidateReport::all(compiled, &step.placements),
            eliminations: CandidateReport::all(compiled, &step.eliminations),
            text,
            details: details.to_vec(),
            because: step.because.iter().map(|r| ReasonReport::new(compiled, r)).collect(),
            blockers: Vec::new(),
            sums: Vec::new(),
            highlights: Vec::new(),
            proof: None,
        }
    }

    /// Describes a step that was found in a position; includes its blockers and sums.
    pub fn found(compiled: &Compiled, state: &State, step: &Step, text: &Text) -> Self {
        let blockers = step.blockers(compiled.model(), state);
        let blockers = blockers.iter().map(|blocker| BlockerReport::new(compiled, blocker)).collect();
        let sums = step.sums(compiled.model(), state);
        let sums = sums.into_iter().map(|sum| SumReport::new(compiled, sum)).collect();
        Self { blockers, sums, ..Self::new(compiled, step, text.short.clone(), &text.details) }
    }
}

/// The rating of a path.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RatingReport {
    /// The name of the scale on which `hardest_step` is measured; always `step`.
    pub scale: Word,
    /// The difficulty of the hardest step, to one decimal place; a lower bound if the path is incomplete.
    #[serde(default)]
    pub hardest_step: f64,
    /// An old name for `hardest_step`, to be removed in version 0.2.
    #[deprecated(note = "the number is called `hardest_step`")]
    pub rating: f64,
    /// Whether the path is complete.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solved: bool,
    /// The hardest step's technique; absent if there are no steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<Word>,
    /// The hardest step's name: the technique's name, or the clues and the kind of argument (`Arrow and box 3`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number of steps in the path.
    pub steps: usize,
    /// The number of steps per technique, in the order in which the techniques are first used.
    pub techniques: Vec<(Word, usize)>,
}

impl RatingReport {
    /// Makes the report from the profile of a path and the way the path ended.
    #[expect(deprecated, reason = "the old name accompanies the new one")]
    pub fn new(profile: &Profile, outcome: Outcome) -> Self {
        Self {
            scale: "step".into(),
            solved: outcome == Outcome::Solved,
            hardest_step: tenths(profile.hardest),
            rating: tenths(profile.hardest),
            technique: profile.technique.map(|t| t.id.into()),
            name: profile.technique.map(|t| t.name.to_owned()),
            steps: profile.steps,
            techniques: profile.counts.iter().map(|(info, n)| (info.id.into(), *n)).collect(),
        }
    }

    /// The name of the hardest step, for people.
    pub fn hardest_name(&self) -> &str {
        let usual = |id| crate::techniques::technique_of(id).map_or(id, |info| info.name);
        self.name.as_deref().or_else(|| self.technique.as_deref().map(usual)).unwrap_or("nothing to do")
    }

    /// Makes the report from a rating.
    pub fn of(rating: &Rating) -> Self {
        Self { name: rating.name.clone(), ..Self::new(&rating.profile, rating.outcome) }
    }
}

/// The word for the way in which a path ended.
pub fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Solved => "solved",
        Outcome::Stuck => "stuck",
        Outcome::Contradiction => "contradiction",
        Outcome::Limit => "limit",
    }
}

/// The answer to `explain`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Explained {
    /// How the path ends: `solved`, `stuck`, `contradiction`, `limit`; `fog` if no further step uses only what is visible.
    pub status: Word,
    /// The number of solutions, unless the puzzle has exactly one; the path may be incomplete if this field is present.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Status>,
    /// The reasons why the puzzle has no solution, one sentence per reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// The grid at the end of the path.
    pub grid: String,
    /// The values of extra cells at the end of the path, if the puzzle has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<ExtraReport>,
    /// The steps of the path.
    pub steps: Vec<StepReport>,
    /// The rating of the path.
    pub rating: RatingReport,
    /// The steps that make the puzzle hard, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<SummaryReport>,
    /// The number of steps that were proved again from their reasons alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<usize>,
    /// The number of steps whose conclusions do not follow from their reasons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuted: Option<usize>,
    /// The number of steps that were not proved within the limits of work or time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unproved: Option<usize>,
}

impl Explained {
    /// Makes the answer from an explanation and the final grid.
    pub fn new(compiled: &Compiled, explanation: &Explanation, grid: String) -> Self {
        let path = &explanation.path;
        let steps = path.positions(compiled.model()).zip(&explanation.texts);
        Self {
            status: outcome_word(path.outcome).into(),
            solutions: None,
            why: Vec::new(),
            grid,
            extra: ExtraReport::all(compiled, |cell| path.end.number(cell)),
            steps: steps.map(|((state, step), text)| StepReport::found(compiled, &state, step, text)).collect(),
            rating: RatingReport::of(&Rating::of(compiled, path)),
            summary: None,
            verified: None,
            refuted: None,
            unproved: None,
        }
    }

    /// Adds the cells and candidates to highlight for each step.
    #[must_use]
    pub fn with_highlights(mut self, compiled: &Compiled, explanation: &Explanation) -> Self {
        let positions = explanation.path.positions(compiled.model());
        for (report, (state, step)) in self.steps.iter_mut().zip(positions) {
            report.highlights = HighlightReport::of(compiled, &state, step);
        }
        self
    }

    /// Whether a limit was reached before every step was proved, or before the summary was complete.
    pub fn was_stopped(&self) -> bool {
        self.summary.as_ref().is_some_and(|summary| summary.limited)
            || self.steps.iter().any(|s| s.proof.as_ref().is_some_and(|p| p.verdict == "stopped"))
    }

    /// Adds the checker's verdict on each step, and the number of steps with each verdict.
    #[must_use]
    pub fn with_proofs(mut self, compiled: &Compiled, verification: &Verification) -> Self {
        for (step, &verdict) in self.steps.iter_mut().zip(&verification.verdicts) {
            step.proof = Some(ProofReport::new(compiled, verdict));
        }
        self.verified = Some(verification.proved());
        self.refuted = Some(verification.refuted().count());
        self.unproved = Some(verification.beyond().count() + verification.stopped());
        self
    }
}

/// The few steps that make a puzzle hard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SummaryReport {
    /// The positions in the path, from 1, of the steps that make the puzzle hard: at most seven; empty if the difficulty does not
    /// come from a few steps.
    pub steps: Vec<usize>,
    /// The rating of the hardest technique that all other steps need, to one decimal place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest: Option<f64>,
    /// Whether a limit was reached before the summary was complete.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub limited: bool,
    /// The summary in words: a line for each of these steps, and a last line for the other steps.
    pub text: Vec<String>,
}

impl SummaryReport {
    /// Makes the report from a summary of this explanation's path.
    pub fn new(compiled: &Compiled, explanation: &Explanation, summary: &Summary) -> Self {
        let (steps, rest) = match summary {
            Summary::Steps { steps, rest } => (steps.iter().map(|at| at + 1).collect(), Some(*rest)),
            Summary::Many { hardest } => (Vec::new(), Some(*hardest)),
            Summary::Unsolved | Summary::Limit => (Vec::new(), None),
        };
        let limited = *summary == Summary::Limit;
        Self { steps, rest: rest.map(tenths), limited, text: summary.sentences(compiled, explanation) }
    }
}

/// An input that could not be used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Failed {
    /// `error`, or `unknown` if nothing is wrong but the time ran out.
    pub status: Word,
    /// The error message.
    pub message: String,
    /// Line and column, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<(u32, u32)>,
    /// How to fix the error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl Failed {
    /// Makes the report from an error.
    pub fn new(error: &BadInput) -> Self {
        Self {
            status: if error.stopped { "unknown" } else { "error" }.into(),
            message: error.message.clone(),
            place: error.place,
            hint: error.hint.clone(),
        }
    }
}

/// Converts tenths to a number with one decimal place.
pub fn tenths(difficulty: u16) -> f64 {
    f64::from(difficulty) / 10.0
}
