//! `rate`: how hard a puzzle is for people.

use super::{Asked, Operation};
use crate::error::Error;
use crate::known::Known;
use crate::report::{Answer, Rated, RatingReport, Status};
use cluewright_logic::Outcome;
use cluewright_search::Limits;

/// How hard is it?
#[derive(Clone, Copy, Debug, Default)]
pub struct Rate;

impl Operation for Rate {
    fn ask(&self, asked: &Asked<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let rated = |known: &Known| {
            let truth = known.truth(asked.compiled, limits);
            let rating = known.rating(asked.compiled, &truth, limits);
            (truth, rating)
        };
        let (truth, rating) = asked.remember(rated);
        let Ok(rating) = rating else {
            let clash = asked.clashed(&truth, limits).map(|clashed| clashed.clash);
            return Ok(Answer::Rated(Rated { status: Status::of(&truth.verdict), rating: None, word: None, clash }));
        };
        Ok(Answer::Rated(Rated {
            status: Status::Unique,
            rating: Some(RatingReport::new(&rating.profile)),
            word: (rating.outcome == Outcome::Solved).then(|| rating.word().into()),
            clash: None,
        }))
    }

    fn look(&self) -> Option<u64> {
        Some(2)
    }

    fn heading(&self) -> &'static [&'static str] {
        &["status", "rating", "word", "technique", "steps"]
    }
}
