//! An answer of any kind about one puzzle, as an object, as one line of text, or as a row of a table.

use super::{
    Candidates, Checked, Clashed, Converted, Counted, Estimated, Explained, ExtraReport, Failed, Hinted, Listed, Rated,
    ScaleReport, Solved, SplitReport, Status, Unread, VERSION, Word, lines,
};
use crate::scale::OWN_SCALE;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The answer to any question.
///
/// ```
/// use cluewright::report::{Answer, AnswerRecord};
/// let line = r#"{"id":"7","status":"unique","solutions":["1234341221434321"],"count":1,"exact":true,"ms":0.1}"#;
/// let told: AnswerRecord = serde_json::from_str(line).unwrap();
/// assert!(matches!(&told.answer, Answer::Solved(solved) if solved.count == 1));
/// assert_eq!(serde_json::to_string(&told).unwrap(), line);
/// assert_eq!(told.answer.row(), "unique 1234341221434321");
/// ```
// Serde picks the first kind whose required fields are present, so kinds with more required fields come first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Answer {
    /// The input cannot be used, or the time ran out before it was read.
    Failed(Failed),
    /// The answer to `explain`.
    Explained(Explained),
    /// The answer to `count`.
    Counted(Counted),
    /// The answer to `solve`.
    Solved(Solved),
    /// The answer to `count --split`.
    Split(SplitReport),
    /// The answer to `count --estimate`.
    Estimated(Estimated),
    /// The answer to `candidates`.
    Candidates(Candidates),
    /// The answer to `steps`.
    Listed(Listed),
    /// The answer to `hint`.
    Hinted(Hinted),
    /// The answer to `check`.
    Checked(Checked),
    /// The answer to `convert`.
    Converted(Converted),
    /// The answer to `rate`.
    Rated(Rated),
    /// The givens of the puzzle contradict each other.
    Clashed(Clashed),
}

/// An answer with its puzzle: `--json` writes one such object per line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerRecord {
    /// The puzzle's file name or line number.
    pub id: String,
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// The version that wrote the answer; absent in the output of old versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_version: Option<Word>,
    /// The time taken in milliseconds, as measured by the caller; absent if not requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// The parts of the puzzle that were not understood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<Unread>,
    /// Drawings and sentences that were guessed to be clues and rules, one sentence for each guess.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guessed: Vec<String>,
    /// The other columns of the puzzle's row.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub columns: BTreeMap<String, String>,
}

impl AnswerRecord {
    /// An answer of this version, with all other fields empty.
    ///
    /// ```
    /// use cluewright::report::{Answer, Failed, AnswerRecord};
    /// let failed = Answer::Failed(Failed::new(&cluewright::BadInput::new("no puzzle")));
    /// let told = AnswerRecord::new("7".to_owned(), failed);
    /// assert_eq!(told.engine_version.as_deref(), Some(cluewright::report::VERSION));
    /// ```
    pub fn new(id: String, answer: Answer) -> Self {
        let engine_version = Some(VERSION.into());
        Self { id, answer, engine_version, ms: None, unread: None, guessed: Vec::new(), columns: BTreeMap::new() }
    }
}

/// The exit status that an answer leads to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// The command succeeded, or the answer is yes.
    Yes,
    /// The answer is no.
    No,
    /// A limit was reached.
    Limit,
    /// The input cannot be used.
    Wrong,
}

impl Answer {
    /// Whether the answer states that the puzzle has more than one solution.
    pub fn is_multiple(&self) -> bool {
        match self {
            Self::Solved(solved) => solved.status == Status::Multiple,
            Self::Checked(checked) => checked.status == Some(Status::Multiple),
            Self::Rated(rated) => rated.status == Status::Multiple,
            _ => false,
        }
    }

    /// The exit status that the answer leads to.
    pub fn ending(&self) -> Ending {
        let by = |status| match status {
            Status::Unique => Ending::Yes,
            Status::None | Status::Multiple => Ending::No,
            Status::Unknown => Ending::Limit,
        };
        match self {
            Self::Failed(failed) if failed.status == "unknown" => Ending::Limit,
            Self::Failed(_) => Ending::Wrong,
            Self::Explained(explained) => match &*explained.status {
                _ if explained.refuted.is_some_and(|n| n > 0) => Ending::No,
                "limit" => Ending::Limit,
                _ if explained.was_stopped() => Ending::Limit,
                "solved" => Ending::Yes,
                _ => Ending::No,
            },
            Self::Counted(counted) if counted.exact && counted.count == 0 => Ending::No,
            Self::Counted(counted) if counted.exact || counted.is_full() => Ending::Yes,
            Self::Counted(_) => Ending::Limit,
            Self::Solved(solved) => by(solved.status),
            Self::Split(split) if split.limited => Ending::Limit,
            Self::Estimated(estimated) if estimated.limited => Ending::Limit,
            Self::Candidates(found) if !found.complete => Ending::Limit,
            Self::Candidates(found) if found.cells.iter().all(|c| c.candidates.is_empty()) => Ending::No,
            Self::Split(_) | Self::Estimated(_) | Self::Candidates(_) => Ending::Yes,
            Self::Listed(listed) => match &*listed.status {
                "steps" if listed.complete => Ending::Yes,
                "steps" | "unknown" => Ending::Limit,
                _ => Ending::No,
            },
            Self::Hinted(hinted) => match &*hinted.status {
                "step" | "done" => Ending::Yes,
                "limit" | "unknown" => Ending::Limit,
                _ => Ending::No,
            },
            Self::Rated(rated) if rated.is_cut() => Ending::Limit,
            Self::Rated(rated) => by(rated.status),
            Self::Checked(checked) if checked.limited || checked.status == Some(Status::Unknown) => Ending::Limit,
            Self::Checked(checked) => {
                if checked.ok {
                    Ending::Yes
                } else {
                    Ending::No
                }
            }
            Self::Converted(converted) => {
                if converted.changed {
                    Ending::No
                } else {
                    Ending::Yes
                }
            }
            Self::Clashed(_) => Ending::No,
        }
    }

    /// The contradictory givens, if the answer names them.
    pub fn clash(&self) -> Option<&str> {
        match self {
            Self::Solved(Solved { clash, .. })
            | Self::Counted(Counted { clash, .. })
            | Self::Candidates(Candidates { clash, .. })
            | Self::Rated(Rated { clash, .. }) => clash.as_deref(),
            Self::Clashed(clashed) => Some(&clashed.clash),
            _ => None,
        }
    }

    /// The answer as one line without a line break, as in a batch. Only `convert` may need several lines.
    pub fn row(&self) -> String {
        let mut row = String::new();
        self.write_row(&mut row);
        row
    }

    /// Like `row`, but appends to `out`.
    pub fn write_row(&self, out: &mut String) {
        match self {
            Self::Solved(solved) => {
                out.push_str(solved.status.word());
                append(out, &solved.solutions, &solved.extra);
            }
            Self::Rated(rated) => out.push_str(&rated_row(rated)),
            Self::Checked(checked) if checked.ok && checked.removed.is_none() => out.push_str("ok"),
            Self::Converted(converted) => out.push_str(converted.text.trim_end_matches('\n')),
            other => out.push_str(&other.other_row()),
        }
    }

    fn other_row(&self) -> String {
        match self {
            Self::Failed(failed) => failed.status.to_string(),
            Self::Counted(counted) => {
                let more = if counted.exact { "" } else { "at least " };
                let mut row = format!("{more}{}", counted.count);
                append(&mut row, &counted.solutions, &counted.extra);
                row
            }
            Self::Explained(explained) => {
                let rating = &explained.rating;
                let hardest = rating.hardest_name();
                let steps = number(rating.steps, "step");
                let verified = match (explained.verified, explained.refuted) {
                    (Some(all), Some(0)) if all == rating.steps => "; all verified".to_owned(),
                    (Some(n), Some(0)) => format!("; {n} of {} verified", rating.steps),
                    (Some(_), Some(bad)) => format!("; {} refuted", number(bad, "step")),
                    _ => String::new(),
                };
                let several = if explained.solutions == Some(Status::Multiple) { " (several solutions)" } else { "" };
                format!("{}{several} {:.1} {hardest}, {steps}{verified}", explained.status, rating.hardest_step)
            }
            Self::Split(split) => {
                let total: u64 = split.scenarios.iter().map(|s| s.count).sum();
                let total = number(usize::try_from(total).unwrap_or(usize::MAX), "solution");
                let more = if split.scenarios.iter().all(|s| s.exact) { "" } else { "at least " };
                let looked = number(split.scenarios.len(), "combination");
                let out = match split.contradictory {
                    Some(n) if n > 0 => format!("; {n} more break a rule outright"),
                    _ => String::new(),
                };
                format!("{more}{total} in all, in {looked} of {}{out}", split.combinations)
            }
            Self::Estimated(found) => format!("about {:.3e}", found.estimate),
            Self::Candidates(found) => {
                let cell = |c: &super::CellCandidates| {
                    let mut all: Vec<String> = c.candidates.iter().chain(&c.unknown).map(ToString::to_string).collect();
                    if !c.counts.is_empty() {
                        all.iter_mut().zip(&c.counts).for_each(|(text, n)| text.push_str(&format!(":{n}")));
                    }
                    all.join(if all.iter().all(|n| n.len() == 1) { "" } else { "/" })
                };
                let cells: Vec<String> = found.cells.iter().map(cell).collect();
                match (found.complete, cells.iter().all(String::is_empty)) {
                    (true, true) => "none".to_owned(),
                    (true, false) => cells.join(","),
                    (false, _) => format!("unknown {}", cells.join(",")),
                }
            }
            Self::Listed(listed) if listed.status == "mistakes" => format!("mistakes {}", listed.mistakes.join(" ")),
            Self::Listed(listed) => {
                let more = if listed.complete { "" } else { "at least " };
                let mut row = format!("{more}{}", number(listed.steps.len(), "step"));
                if let Some(first) = listed.steps.first() {
                    row.push_str(&format!("; {}: {}", first.step.name, first.step.text));
                }
                row
            }
            Self::Hinted(hinted) => format!("{} {}", hinted.status, hinted.text.join(" ")),
            Self::Checked(checked) if checked.ok => match &checked.removed {
                Some(removed) if !removed.is_empty() => format!("ok, without {}", removed.join("; ")),
                _ => "ok".to_owned(),
            },
            Self::Checked(checked) => in_one_line(&checked.flaws),
            Self::Clashed(_) => Status::None.word().to_owned(),
            Self::Solved(_) | Self::Rated(_) | Self::Converted(_) => self.row(),
        }
    }

    /// The answer's text for a column of a table of answers ([`crate::operation::Operation::heading`], and `message`); empty if the
    /// answer has no such text.
    pub fn field(&self, column: &str) -> String {
        let word = |b: bool| if b { "yes" } else { "no" }.to_owned();
        match (self, column) {
            (Self::Failed(failed), "status") => failed.status.to_string(),
            (Self::Failed(failed), "message") => failed.message.clone(),
            (Self::Clashed(clashed), "status") => clashed.status.word().to_owned(),
            (Self::Solved(solved), "status") => solved.status.word().to_owned(),
            (Self::Solved(solved), "count") => solved.count.to_string(),
            (Self::Solved(solved), "exact") => word(solved.exact),
            (Self::Solved(solved), "solutions") => solved.solutions.join(" "),
            (Self::Solved(Solved { extra, .. }) | Self::Counted(Counted { extra, .. }), "extra") => {
                extra.iter().map(|of_one| ExtraReport::words(of_one)).collect::<Vec<_>>().join(" | ")
            }
            (Self::Counted(it), "status") => it.status.word().to_owned(),
            (Self::Counted(it), "count") => it.count.to_string(),
            (Self::Counted(it), "exact") => word(it.exact),
            (Self::Counted(it), "solutions") => it.solutions.join(" "),
            (Self::Explained(it), "status") => it.status.to_string(),
            (Self::Explained(it), "hardest_step" | "rating") => format!("{:.1}", it.rating.hardest_step),
            (Self::Explained(it), "technique") => it.rating.technique.as_deref().unwrap_or_default().to_owned(),
            (Self::Explained(it), "steps") => it.rating.steps.to_string(),
            (Self::Explained(it), "grid") => it.grid.clone(),
            (Self::Explained(it), "extra") => ExtraReport::words(&it.extra),
            (Self::Split(it), "combinations") => it.combinations.to_string(),
            (Self::Split(it), "looked_at") => it.scenarios.len().to_string(),
            (Self::Split(it), "solutions") => it.scenarios.iter().map(|s| s.count).sum::<u64>().to_string(),
            (Self::Split(it), "exhaustive") => word(it.exhaustive),
            (Self::Estimated(it), "estimate") => it.estimate.to_string(),
            (Self::Estimated(it), "error") => it.error.to_string(),
            (Self::Estimated(it), "samples") => it.samples.to_string(),
            (Self::Estimated(it), "hits") => it.hits.to_string(),
            (Self::Candidates(it), "complete") => word(it.complete),
            (Self::Candidates(_) | Self::Converted(_), "candidates" | "text") => self.row(),
            (Self::Listed(it), "status") => it.status.to_string(),
            (Self::Listed(it), "complete") => word(it.complete),
            (Self::Listed(it), "steps") => it.steps.len().to_string(),
            (Self::Listed(it), "technique") => {
                it.steps.first().map_or_else(String::new, |s| s.step.technique.to_string())
            }
            (Self::Listed(it), "text") => {
                it.steps.first().map_or_else(|| it.mistakes.join(" "), |s| s.step.text.clone())
            }
            (Self::Hinted(it), "status") => it.status.to_string(),
            (Self::Hinted(it), "text") => it.text.join(" "),
            (Self::Checked(it), "ok") => word(it.ok),
            (Self::Checked(it), "status") => it.status.map_or("", Status::word).to_owned(),
            (Self::Checked(it), "flaws") => in_one_line(&it.flaws),
            (Self::Converted(it), "lost") => it.lost.join("; "),
            (Self::Rated(it), "status") => it.status.word().to_owned(),
            (Self::Rated(it), "scales") => scales_row(it).join("; "),
            (Self::Rated(it), "points") => it.points.map(|points| points.to_string()).unwrap_or_default(),
            (Self::Rated(it), "word") => it.word.as_deref().unwrap_or_default().to_owned(),
            (Self::Rated(Rated { rating: Some(it), .. }), "hardest_step" | "rating") => {
                format!("{:.1}", it.hardest_step)
            }
            (Self::Rated(Rated { rating: Some(it), .. }), "technique") => {
                it.technique.as_deref().unwrap_or_default().to_owned()
            }
            (Self::Rated(Rated { rating: Some(it), .. }), "steps") => it.steps.to_string(),
            (_, "message") => self.clash().unwrap_or_default().to_owned(),
            _ => String::new(),
        }
    }
}

/// The rating on each scale; each rating except our own is preceded by the scale's name.
fn scales_row(rated: &Rated) -> Vec<String> {
    let own = |it: &ScaleReport| it.scale == OWN_SCALE;
    rated.scales.iter().map(|it| if own(it) { it.text.clone() } else { format!("{} {}", it.scale, it.text) }).collect()
}

/// The rating on our own scale as text; `None` if the puzzle has no such rating.
fn points_row(rated: &Rated) -> Option<String> {
    let points = rated.points?;
    Some(match &rated.word {
        Some(word) => format!("{points} points, {word}"),
        None => format!("at least {points} points"),
    })
}

fn rated_row(rated: &Rated) -> String {
    let mut parts = Vec::new();
    if let Some(rating) = &rated.rating {
        let name = rating.hardest_name();
        if rated.scales.iter().all(|it| it.scale != OWN_SCALE) {
            parts.extend(points_row(rated));
        }
        parts.extend(scales_row(rated));
        parts.push(if rating.solved {
            format!("{}, hardest {name} ({:.1})", number(rating.steps, "step"), rating.hardest_step)
        } else {
            format!("hardest step at least {:.1}", rating.hardest_step)
        });
    } else {
        parts.extend(scales_row(rated));
    }
    if parts.is_empty() { rated.status.word().to_owned() } else { parts.join("; ") }
}

fn append(row: &mut String, solutions: &[String], extra: &[Vec<ExtraReport>]) {
    for line in lines(solutions, extra) {
        row.push(' ');
        row.push_str(&line);
    }
}

/// All flaws on one line, with line breaks inside them replaced.
fn in_one_line(flaws: &[String]) -> String {
    let lines = |flaw: &String| flaw.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    flaws.iter().map(lines).collect::<Vec<_>>().join("; ")
}

/// A number and a noun, in the plural unless the number is 1: `1 step`, `2 steps`.
fn number(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}
