//! `HoDoKu`'s scale, of ordinary 9x9 grids.

use super::measure::{Measured, STOPPED, Scale, givens};
use crate::compiled::Compiled;
use crate::report::Word;
use cluewright_logic::rating::hodoku::{Level, Rater, Unrated};
use cluewright_search::classic::is_classic;
use std::cell::RefCell;
use std::ops::Range;

/// `HoDoKu`'s level and score.
pub(super) struct Hodoku;

thread_local! {
    /// Its memory is used again.
    static RATER: RefCell<Rater> = RefCell::default();
}

impl Scale for Hodoku {
    fn id(&self) -> &'static str {
        "hodoku"
    }

    fn about(&self) -> &'static str {
        "HoDoKu's level and score, as version 2.3.2 gives them with its defaults"
    }

    fn leading(&self) -> &'static str {
        "score"
    }

    fn levels(&self) -> Vec<(&'static str, Option<Range<u16>>)> {
        Level::ALL.iter().map(|level| (level.name(), None)).collect()
    }

    fn rate(&self, compiled: &Compiled, stop: &dyn Fn() -> bool) -> Result<Measured, Word> {
        let ordinary = givens(compiled).filter(|_| is_classic(compiled.model()));
        let givens = ordinary.ok_or("HoDoKu rates ordinary 9x9 grids only")?;
        if stop() {
            return Err(STOPPED.into());
        }
        let rated = RATER.with_borrow_mut(|rater| rater.rate(&givens));
        let rating = rated.map_err(|why| match why {
            Unrated::Value => "a given is no digit from 1 to 9",
            Unrated::NoSolution => "the puzzle has no solution",
            Unrated::SeveralSolutions => "the puzzle has more than one solution",
        })?;
        let techniques: Vec<_> = rating.counts().map(|(t, n)| (t.name().to_owned(), n as usize)).collect();
        let figures = [("score", f64::from(rating.score)), ("steps", f64::from(rating.steps))];
        Ok(Measured {
            text: format!("{}, score {}", rating.level.name(), rating.score),
            word: Some(rating.level.name().into()),
            figures: figures.into_iter().map(|(name, figure)| (name.into(), figure)).collect(),
            techniques,
            ..Measured::default()
        })
    }
}
