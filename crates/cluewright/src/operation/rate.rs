//! `rate`: how hard a puzzle is for people.

use super::{Asked, Operation};
use crate::error::Error;
use crate::known::Known;
use crate::report::{Answer, Rated, RatingReport, ScaleReport, Status};
use crate::scale::Scale;
use cluewright_logic::Outcome;
use cluewright_search::{Limits, Verdict};

/// How hard is it?
#[derive(Clone)]
pub struct Rate {
    /// By our own scale, too?
    pub own: bool,
    /// The scales of others.
    pub scales: Vec<&'static dyn Scale>,
}

/// By our own scale.
impl Default for Rate {
    fn default() -> Self {
        Self { own: true, scales: Vec::new() }
    }
}

impl Operation for Rate {
    fn ask(&self, asked: &Asked<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let rated = |known: &Known| {
            let truth = known.truth(asked.compiled, limits);
            let rating = self.own.then(|| known.rating(asked.compiled, &truth, limits).ok()).flatten();
            (truth, rating)
        };
        let (truth, rating) = asked.remember(rated);
        let unique = matches!(truth.verdict, Verdict::Unique(_));
        let clash = if unique { None } else { asked.clashed(&truth, limits).map(|clashed| clashed.clash) };
        let stop = || limits.stop.is_some_and(|stop| stop());
        let scales = if unique { &self.scales[..] } else { &[] };
        Ok(Answer::Rated(Rated {
            status: Status::of(&truth.verdict),
            word: rating.as_ref().filter(|r| r.outcome == Outcome::Solved).map(|r| r.word().into()),
            rating: rating.map(|rating| RatingReport::new(&rating.profile)),
            scales: scales.iter().map(|it| ScaleReport::new(it.id(), it.rate(asked.compiled, &stop))).collect(),
            clash,
        }))
    }

    fn look(&self) -> Option<u64> {
        Some(2)
    }

    fn heading(&self) -> &'static [&'static str] {
        const OWN: &[&str] = &["status", "rating", "word", "technique", "steps"];
        const ALL: &[&str] = &["status", "rating", "word", "technique", "steps", "scales"];
        if self.scales.is_empty() { OWN } else { ALL }
    }
}
