//! `rate`: how hard a puzzle is for people.

use super::{Asked, Operation};
use crate::error::Error;
use crate::rate::rate_knowing;
use crate::report::{Answer, Rated, RatingReport, Status};
use cluewright_logic::Outcome;
use cluewright_search::{Limits, Verdict};

/// How hard is it?
#[derive(Clone, Copy, Debug, Default)]
pub struct Rate;

impl Operation for Rate {
    fn ask(&self, asked: &Asked<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let truth = asked.truth(limits);
        Ok(Answer::Rated(match rate_knowing(asked.compiled, &truth, limits) {
            Ok(rating) => Rated {
                status: Status::Unique,
                rating: Some(RatingReport::new(&rating.profile)),
                word: (rating.outcome == Outcome::Solved).then(|| rating.word().into()),
                clash: None,
            },
            Err(_) => {
                let clash =
                    if matches!(truth.verdict, Verdict::None) { asked.compiled.contradiction(limits) } else { None };
                Rated { status: Status::of(&truth.verdict), rating: None, word: None, clash }
            }
        }))
    }

    fn look(&self) -> Option<u64> {
        Some(2)
    }

    fn heading(&self) -> &'static [&'static str] {
        &["status", "rating", "word", "technique", "steps"]
    }
}
