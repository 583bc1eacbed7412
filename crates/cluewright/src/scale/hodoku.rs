//! `HoDoKu`'s scale, for classic 9x9 grids.

use super::measure::{Measured, STOPPED, Scale, ScaleStep, givens};
use crate::compiled::Compiled;
use crate::report::Word;
use cluewright_scales::hodoku::{Level, Rater, Rating, Step, Unrated};
use cluewright_search::classic::is_classic;
use std::cell::RefCell;
use std::ops::Range;

/// `HoDoKu`'s level and score.
pub(super) struct Hodoku;

thread_local! {
    /// The rater, which reuses its memory.
    static RATER: RefCell<Rater> = RefCell::default();
}

impl Scale for Hodoku {
    fn id(&self) -> &'static str {
        "hodoku"
    }

    fn about(&self) -> &'static str {
        "HoDoKu's level and score, as version 2.3.2 computes them with its default settings"
    }

    fn leading(&self) -> &'static str {
        "score"
    }

    fn levels(&self) -> Vec<(&'static str, Option<Range<u16>>)> {
        Level::ALL.iter().map(|level| (level.name(), None)).collect()
    }

    fn fits(&self, compiled: &Compiled) -> Result<(), Word> {
        ordinary(compiled).map(|_| ())
    }

    fn rate(&self, compiled: &Compiled, stop: &dyn Fn() -> bool) -> Result<Measured, Word> {
        Ok(measured(&walked(compiled, stop, &mut |_| {})?))
    }

    fn path(&self, compiled: &Compiled, stop: &dyn Fn() -> bool) -> Result<(Measured, Vec<ScaleStep>), Word> {
        let mut path = Vec::new();
        let rating = walked(compiled, stop, &mut |step| {
            let gone = step.eliminated.iter().map(|c| (c.cell, c.digit));
            let placed = step.placed.map(|c| (c.cell, c.digit));
            let (figure, text) = (f64::from(step.score), step.score.to_string());
            path.push(ScaleStep::of_grid(step.technique.name(), figure, text, placed, gone));
        })?;
        Ok((measured(&rating), path))
    }
}

/// Converts a rating to a report.
fn measured(rating: &Rating) -> Measured {
    let techniques: Vec<_> = rating.counts().map(|(t, n)| (t.name().to_owned(), n as usize)).collect();
    let figures = [("score", f64::from(rating.score)), ("steps", f64::from(rating.steps))];
    Measured {
        text: format!("{}, score {}", rating.level.name(), rating.score),
        word: Some(rating.level.name().into()),
        figures: figures.into_iter().map(|(name, figure)| (name.into(), figure)).collect(),
        techniques,
        ..Measured::default()
    }
}

/// The givens of a classic puzzle. Errors: the puzzle is not classic.
fn ordinary(compiled: &Compiled) -> Result<[u8; 81], Word> {
    let ordinary = givens(compiled).filter(|_| is_classic(compiled.model()));
    ordinary.ok_or_else(|| "HoDoKu's scale supports only ordinary 9x9 grids".into())
}

fn walked(compiled: &Compiled, stop: &dyn Fn() -> bool, tell: &mut dyn FnMut(&Step)) -> Result<Rating, Word> {
    let givens = ordinary(compiled)?;
    let rated = RATER.with_borrow_mut(|rater| rater.rate_until(&givens, stop, tell));
    rated.map_err(|why| match why {
        Unrated::Value => "a given is not a digit from 1 to 9".into(),
        Unrated::NoSolution => "the puzzle has no solution".into(),
        Unrated::SeveralSolutions => "the puzzle has more than one solution".into(),
        Unrated::Stopped => STOPPED.into(),
    })
}
