//! `explain`: solves a puzzle step by step.

use super::{Operation, PuzzleRequest};
use crate::answer_cache::AnswerCache;
use crate::compiled::Compiled;
use crate::error::Error;
use crate::explain::{ExplainOptions, Explanation, FoundStep, explain_telling};
use crate::fog::{Hidden, PlayerView};
use crate::hint::player_state;
use crate::report::{Answer, Clashed, Explained, RatingReport, Status, SummaryReport, outcome_word};
use crate::solve::SearchFacts;
use crate::summary::Summary;
use crate::technique_filter::TechniqueFilter;
use crate::verify::Verification;
use cluewright_core::Cell;
use cluewright_core::puzzle::Progress;
use cluewright_logic::{Outcome, Profile, State, Step};
use cluewright_search::{Limits, Verdict};
use std::ops::ControlFlow;
use std::sync::Arc;

crate::question! {
    /// Solves a puzzle as a person would, one step at a time, with the reason for each step.
    pub struct Explain = "explain" {
        /// Prove every step again from its reasons alone.
        verify: bool = false,
        /// Include the few steps that make the puzzle hard (at most seven); the other steps are easy. Not available in fog.
        summary: bool = false,
        /// Stop where a player in fog cannot continue: each step may use only what is visible at that point.
        fog: bool = false,
    }
    with {
        /// The techniques to use.
        ways: TechniqueFilter
    }
}

/// The stage that the work on an explanation has reached.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Stage<'a> {
    /// The search is done, and the walk begins.
    Explaining,
    /// A step was found.
    Step(FoundStep<'a>),
    /// The steps are complete, and the proofs begin.
    Verifying,
    /// The proofs are done, and the summary begins.
    Summing,
}

/// The results that make up an explanation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explored {
    /// The facts found by the search.
    pub truth: Arc<SearchFacts>,
    /// The path and its description.
    pub walked: Arc<Explanation>,
    /// The checker's verdicts on the steps, if requested.
    pub verified: Option<Verification>,
    /// The steps that make the puzzle hard, if requested.
    pub summary: Option<Summary>,
    /// The reasons why the puzzle has no solution, one sentence per reason.
    pub why: Vec<String>,
}

/// A part of a player's path in fog, up to the next digit that clears some of the fog.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Part {
    /// The visible puzzle; `None` if everything is visible.
    pub seen: Option<Arc<PlayerView>>,
    /// The steps of this part, which continue those of the previous part, with their texts.
    pub walked: Explanation,
}

impl Part {
    /// The puzzle to which this part's steps refer.
    pub fn compiled<'p>(&'p self, whole: &'p Compiled) -> &'p Compiled {
        self.seen.as_ref().map_or(whole, |seen| &seen.compiled)
    }

    /// The status of a path that ends with this part: `fog` if the visible part of the puzzle allows no further step, otherwise as
    /// for a whole puzzle.
    pub fn end(&self) -> &'static str {
        match self.walked.path.outcome {
            Outcome::Stuck if self.seen.is_some() => "fog",
            outcome => outcome_word(outcome),
        }
    }
}

impl Explain {
    /// The path of a player in fog, in at least one part.
    ///
    /// Errors: the stop signal came before a part of the path was begun.
    pub fn in_fog(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Vec<Part>, Error> {
        let own = AnswerCache::default();
        let asked = &PuzzleRequest { known: asked.known.or(Some(&own)), ..*asked };
        let truth = asked.truth(&limits.before());
        let mut progress: Vec<Progress> = Vec::new();
        let mut parts = Vec::new();
        loop {
            let seen = asked.player_view(&progress, limits)?;
            let compiled = seen.as_ref().map_or(asked.compiled, |seen| &seen.compiled);
            let unknown = SearchFacts::of(Verdict::Unknown(None));
            let start = player_state(compiled, &progress, &unknown).unwrap_or_else(|_| State::start(compiled.model()));
            let at = seen.as_ref().map(|_| SearchFacts::at(compiled.model(), &start.board, &limits.before()));
            let options = ExplainOptions {
                start: Some(start),
                ways: self.ways.clone(),
                truth: Some(at.as_ref().unwrap_or(&truth)),
            };
            let mut cleared = false;
            let walked = explain_telling(compiled, options, limits, |found| {
                if let Some(seen) = seen.as_ref().filter(|_| !found.step.placements.is_empty()) {
                    let mut state = found.state.clone();
                    found.step.apply(compiled.model(), &mut state);
                    cleared = Hidden::of(asked.compiled, Some(&truth), &written(compiled, &state)) != seen.hidden;
                }
                if cleared { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            progress = written(compiled, &walked.path.end);
            parts.push(Part { seen, walked });
            if !cleared {
                return Ok(parts);
            }
        }
    }

    /// The path in fog as an answer.
    fn told_in_fog(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Explained, Error> {
        let parts = self.in_fog(asked, limits)?;
        let mut whole: Option<Explained> = None;
        let mut steps: Vec<Step> = Vec::new();
        let (mut most, mut hardest) = (-1.0, None);
        for part in &parts {
            let compiled = part.compiled(asked.compiled);
            let mut report = Explained::new(compiled, &part.walked, grid_text(compiled, &part.walked.path.end));
            if self.verify {
                report = report.with_proofs(compiled, &part.walked.verify(compiled, limits));
            }
            if asked.highlights {
                report = report.with_highlights(compiled, &part.walked);
            }
            steps.extend(part.walked.path.steps.iter().cloned());
            report.status = part.end().into();
            if report.rating.hardest_step > most {
                (most, hardest) = (report.rating.hardest_step, report.rating.name.take());
            }
            let rating = RatingReport::new(&Profile::of(&steps), part.walked.path.outcome);
            report.rating = RatingReport { name: hardest.clone(), ..rating };
            if let Some(before) = whole {
                let sum = |a: Option<usize>, b: Option<usize>| Some(a? + b?);
                report.steps.splice(0..0, before.steps);
                report.verified = sum(report.verified, before.verified);
                report.refuted = sum(report.refuted, before.refuted);
                report.unproved = sum(report.unproved, before.unproved);
            }
            whole = Some(report);
        }
        let mut report = whole.expect("a path has a part");
        if report.status == "fog" {
            report.why.push("No further step uses only what is visible.".to_owned());
        }
        Ok(report)
    }

    /// Finds the path. `tell` is called at each new stage.
    ///
    /// Errors: if givens contradict each other, the answer that says so.
    pub fn explore(
        &self,
        asked: &PuzzleRequest<'_>,
        limits: &Limits<'_>,
        tell: &dyn Fn(Stage<'_>),
    ) -> Result<Explored, Clashed> {
        let own = AnswerCache::default();
        let known = asked.known.unwrap_or(&own);
        let truth = known.truth(asked.compiled, &limits.before());
        if let Some(clashed) = asked.clashed(&truth, limits) {
            return Err(clashed);
        }
        tell(Stage::Explaining);
        let mut told = |found: FoundStep<'_>| tell(Stage::Step(found));
        let walked = known.explanation(asked.compiled, &truth, &self.ways, limits, &mut told);
        let broken = matches!(truth.verdict, Verdict::None);
        // The path is reported even if the time ran out, so an error here is ignored.
        let why = broken.then(|| asked.why(&truth.verdict, limits).map(|why| why.sentences()));
        let why = why.and_then(Result::ok).unwrap_or_default();
        let verified = self.verify.then(|| {
            tell(Stage::Verifying);
            walked.verify(asked.compiled, limits)
        });
        let summary = self.summary.then(|| {
            tell(Stage::Summing);
            Summary::of(asked.compiled, &walked, &self.ways, &truth, limits)
        });
        Ok(Explored { truth, walked, verified, summary, why })
    }
}

impl Explored {
    /// A note that the number of solutions is not known, if the search did not finish.
    pub fn unknown(&self) -> Option<&'static str> {
        let solved = self.walked.path.outcome == cluewright_logic::Outcome::Solved;
        matches!(self.truth.verdict, Verdict::Unknown(_)).then_some(if solved {
            "The search reached a limit before the number of solutions was known. These steps show that there is one."
        } else {
            "The search reached a limit before the number of solutions was known. These steps are true in every solution."
        })
    }

    /// The explanation as an answer.
    pub fn report(&self, compiled: &Compiled) -> Explained {
        let mut report = Explained::new(compiled, &self.walked, grid_text(compiled, &self.walked.path.end));
        report.solutions = Some(Status::of(&self.truth.verdict)).filter(|s| *s != Status::Unique);
        report.why.clone_from(&self.why);
        report.why.extend(self.unknown().map(str::to_owned));
        report.summary = self.summary.as_ref().map(|summary| SummaryReport::new(compiled, &self.walked, summary));
        match &self.verified {
            Some(verified) => report.with_proofs(compiled, verified),
            None => report,
        }
    }
}

impl Operation for Explain {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        if self.fog {
            return self.told_in_fog(asked, limits).map(Answer::Explained);
        }
        Ok(match self.explore(asked, limits, &|_| ()) {
            Ok(explored) => {
                let report = explored.report(asked.compiled);
                Answer::Explained(if asked.highlights {
                    report.with_highlights(asked.compiled, &explored.walked)
                } else {
                    report
                })
            }
            Err(clashed) => Answer::Clashed(clashed),
        })
    }

    fn classic_limit(&self) -> Option<u64> {
        Some(2)
    }

    fn heading(&self) -> &'static [&'static str] {
        &["status", "hardest_step", "technique", "steps", "grid", "extra", "rating"]
    }
}

/// The player's grid at a position: digits, and in open cells the remaining candidates.
fn written(compiled: &Compiled, state: &State) -> Vec<Progress> {
    let model = compiled.model();
    let one = |cell: Cell| {
        let digits = compiled.digits(cell, state.board.values(cell));
        let (placed, marks) = match digits[..] {
            [digit] if state.placed.contains(cell) => (Some(digit), Vec::new()),
            _ => (None, digits),
        };
        Progress { cell, placed, marks }
    };
    Cell::all(compiled.puzzle().cell_count()).filter(|&cell| model.given(cell).is_none()).map(one).collect()
}

/// The digits filled in.
fn grid_text(compiled: &Compiled, state: &State) -> String {
    let puzzle = compiled.puzzle();
    let digits: Vec<Option<i32>> = puzzle.shape.cells().map(|c| state.number(c)).collect();
    cluewright_formats::solution_text(puzzle, &digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If the search gives up, logic still goes as far as it can, and the answer says what is not known.
    #[test]
    fn what_search_cannot_prove_is_explained() {
        // The puzzle needs guesses, but only some singles are requested here.
        let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        for (text, end) in [(hard, "are true in every"), (easy, "show that there is one")] {
            let compiled = Compiled::new(cluewright_formats::read(text).unwrap().puzzle).unwrap();
            let (never, at_once) = (|| false, || true);
            let limits = Limits { stop: Some(&never), early: Some(&at_once), ..Limits::none() };
            let ways = TechniqueFilter { hardest: 30, ..TechniqueFilter::default() };
            let explored = Explain { ways, ..Explain::default() }
                .explore(&PuzzleRequest::new(&compiled), &limits, &|_| ())
                .unwrap();
            assert!(matches!(explored.truth.verdict, Verdict::Unknown(_)), "{text}");
            let report = explored.report(&compiled);
            assert_eq!(report.solutions, Some(Status::Unknown));
            assert!(report.why.iter().any(|line| line.contains(end)), "{:?}", report.why);
        }
    }
}
