//! `rate`: how hard a puzzle is for people.

use super::{ClassicResult, Operation, PuzzleRequest};
use crate::answer_cache::AnswerCache;
use crate::compiled::Compiled;
use crate::error::Error;
use crate::question::List;
use crate::report::{Answer, Rated, RatingReport, ScaleReport, Status};
use crate::scale::{OWN, OWN_SCALE, Scale};
use cluewright_search::{Limits, Verdict};

crate::question! {
    /// Rates how hard a puzzle is for people to solve.
    pub struct Rate = "rate" {
        /// The scales to rate on: `cluewright` (Cluewright's own), `se` (Sudoku Explainer), `sukaku`, `hodoku`.
        scales: List<&'static dyn Scale> = List::default(),
        /// Include the path that each scale rates, with the scale's name for each step and the step's share of the rating.
        paths: bool = false,
        /// Include the points on Cluewright's own scale and the hardest step of the solution path, whichever scales are requested.
        own: bool = true,
    }
}

impl Rate {
    /// The rating on one scale.
    fn report(&self, scale: &dyn Scale, compiled: &Compiled, stop: &dyn Fn() -> bool) -> ScaleReport {
        if !self.paths {
            return ScaleReport::new(scale.id(), scale.rate(compiled, stop));
        }
        match scale.path(compiled, stop) {
            Ok((measured, path)) => ScaleReport { path, ..ScaleReport::new(scale.id(), Ok(measured)) },
            Err(why) => ScaleReport::new(scale.id(), Err(why)),
        }
    }
}

impl Operation for Rate {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let rated = |known: &AnswerCache| {
            let truth = known.truth(asked.compiled, limits);
            let rating = self.own.then(|| known.rating(asked.compiled, &truth, limits).ok()).flatten();
            (truth, rating)
        };
        let (truth, rating) = asked.remember(rated);
        let unique = matches!(truth.verdict, Verdict::Unique(_));
        let clash = if unique { None } else { asked.clashed(&truth, limits).map(|clashed| clashed.clash) };
        let stop = || limits.stop.is_some_and(|stop| stop());
        let scales = if unique { &self.scales[..] } else { &[] };
        let scales: Vec<_> = scales.iter().map(|it| self.report(*it, asked.compiled, &stop)).collect();
        // The difficulty word always comes from our own scale, even if that scale was not requested.
        let own = (self.own && unique).then(|| match scales.iter().find(|it| it.scale == OWN_SCALE) {
            Some(own) => own.clone(),
            None => ScaleReport::new(OWN_SCALE, OWN.rate(asked.compiled, &stop)),
        });
        Ok(Answer::Rated(Rated {
            status: Status::of(&truth.verdict),
            points: own.as_ref().and_then(|own| own.figures.get("points").copied()),
            word: own.and_then(|own| own.word),
            rating: rating.map(|rating| RatingReport::of(&rating)),
            scales,
            clash,
        }))
    }

    fn classic_limit(&self) -> Option<u64> {
        Some(2)
    }

    fn answer_from_classic(&self, seen: &mut ClassicResult<'_>) -> Option<Answer> {
        if self.own || self.paths || seen.unique().is_none() {
            return None;
        }
        let givens = seen.line.map(|b| if b.is_ascii_digit() { b - b'0' } else { 0 });
        let report = |scale: &&dyn Scale| Some(ScaleReport::new(scale.id(), Ok(scale.rate_grid(&givens)?)));
        let scales = self.scales.iter().map(report).collect::<Option<Vec<_>>>()?;
        Some(Answer::Rated(Rated {
            status: Status::Unique,
            rating: None,
            points: None,
            word: None,
            scales,
            clash: None,
        }))
    }

    fn heading(&self) -> &'static [&'static str] {
        const OWN: &[&str] = &["status", "points", "word", "hardest_step", "technique", "steps", "rating"];
        const ALL: &[&str] = &["status", "points", "word", "hardest_step", "technique", "steps", "rating", "scales"];
        if self.scales.is_empty() { OWN } else { ALL }
    }
}
