//! `explain`: the whole path, step by step.

use super::{Asked, Operation};
use crate::compiled::Compiled;
use crate::error::Error;
use crate::explain::{Explanation, FoundStep};
use crate::known::Known;
use crate::report::{Answer, Clashed, Explained, Status};
use crate::solve::Truth;
use crate::verify::Verification;
use crate::ways::Ways;
use cluewright_logic::State;
use cluewright_search::{Limits, Verdict};
use std::sync::Arc;

crate::question! {
    /// Solves like a person, one step at a time, with the reason for each.
    pub struct Explain = "explain" {
        /// Prove every step again from its reasons alone.
        verify: bool = false,
    }
    with {
        /// By which techniques.
        ways: Ways
    }
}

/// How far the work on an explanation is.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Stage<'a> {
    /// What search knows is known: now steps are looked for.
    Explaining,
    /// A step was found.
    Step(FoundStep<'a>),
    /// The steps are there, and are proved.
    Verifying,
}

/// What is found out for an explanation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explored {
    /// What search knows.
    pub truth: Arc<Truth>,
    /// The path and its words.
    pub walked: Arc<Explanation>,
    /// What the checker says of it.
    pub verified: Option<Verification>,
    /// Why the puzzle has no solution, a sentence each.
    pub why: Vec<String>,
}

impl Explain {
    /// Finds the path. `tell` is told what comes next.
    ///
    /// Errors: the answer, when givens contradict each other.
    pub fn explore(
        &self,
        asked: &Asked<'_>,
        limits: &Limits<'_>,
        tell: &dyn Fn(Stage<'_>),
    ) -> Result<Explored, Clashed> {
        let own = Known::default();
        let known = asked.known.unwrap_or(&own);
        let truth = known.truth(asked.compiled, &limits.before());
        if let Some(clashed) = asked.clashed(&truth, limits) {
            return Err(clashed);
        }
        tell(Stage::Explaining);
        let mut told = |found: FoundStep<'_>| tell(Stage::Step(found));
        let walked = known.explanation(asked.compiled, &truth, &self.ways, limits, &mut told);
        let broken = matches!(truth.verdict, Verdict::None);
        // Time may be up by then; the path is told all the same.
        let why = broken.then(|| asked.why(&truth.verdict, limits).map(|why| why.sentences()));
        let why = why.and_then(Result::ok).unwrap_or_default();
        let verified = self.verify.then(|| {
            tell(Stage::Verifying);
            walked.verify(asked.compiled, limits)
        });
        Ok(Explored { truth, walked, verified, why })
    }
}

impl Explored {
    /// What there is to say of the solutions where search did not get to its end.
    pub fn unknown(&self) -> Option<&'static str> {
        let solved = self.walked.path.outcome == cluewright_logic::Outcome::Solved;
        matches!(self.truth.verdict, Verdict::Unknown(_)).then_some(if solved {
            "Search did not find out within its limits how many solutions there are. These steps show that there is one."
        } else {
            "Search did not find out within its limits how many solutions there are. These steps hold for each of them."
        })
    }

    /// It as an answer.
    pub fn report(&self, compiled: &Compiled) -> Explained {
        let mut report = Explained::new(compiled, &self.walked, grid_text(compiled, &self.walked.path.end));
        report.solutions = Some(Status::of(&self.truth.verdict)).filter(|s| *s != Status::Unique);
        report.why.clone_from(&self.why);
        report.why.extend(self.unknown().map(str::to_owned));
        match &self.verified {
            Some(verified) => report.with_proofs(compiled, verified),
            None => report,
        }
    }
}

impl Operation for Explain {
    fn ask(&self, asked: &Asked<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
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

    fn look(&self) -> Option<u64> {
        Some(2)
    }

    fn heading(&self) -> &'static [&'static str] {
        &["status", "hardest_step", "technique", "steps", "grid", "extra", "rating"]
    }
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

    /// Where search gives up, logic goes on as far as it gets, and what is not known is said.
    #[test]
    fn what_search_cannot_prove_is_explained() {
        // Needs guesses, but no more than some singles are wanted here.
        let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        for (text, end) in [(hard, "hold for each"), (easy, "show that there is one")] {
            let compiled = Compiled::new(cluewright_formats::read(text).unwrap().puzzle).unwrap();
            let (never, at_once) = (|| false, || true);
            let limits = Limits { stop: Some(&never), early: Some(&at_once), ..Limits::none() };
            let ways = Ways { hardest: 30, ..Ways::default() };
            let explored = Explain { ways, verify: false }.explore(&Asked::new(&compiled), &limits, &|_| ()).unwrap();
            assert!(matches!(explored.truth.verdict, Verdict::Unknown(_)), "{text}");
            let report = explored.report(&compiled);
            assert_eq!(report.solutions, Some(Status::Unknown));
            assert!(report.why.iter().any(|line| line.contains(end)), "{:?}", report.why);
        }
    }
}
