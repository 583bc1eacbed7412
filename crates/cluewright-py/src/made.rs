//! New puzzles.

use crate::document::Document;
use crate::errors::raised;
use crate::interrupt::{Bounds, run};
use cluewright::generate::{Hopeless, Kind, Made, Maker, OnScale, Prefer, Quota, Symmetry, Wish};
use cluewright::report::GeneratedReport;
use cluewright::techniques::techniques_named;
use cluewright::{BadInput, Error, Limits, formats};
use pyo3::prelude::*;

/// What is wished for, as a dictionary of the Python function's arguments.
#[derive(FromPyObject)]
#[allow(clippy::struct_excessive_bools, reason = "each is an argument of its own")]
#[pyo3(from_item_all)]
pub(crate) struct Wished {
    count: u32,
    clues: Vec<String>,
    like: bool,
    jigsaw: bool,
    prefer: String,
    givens: Option<(u32, u32)>,
    difficulty: Option<(f64, f64)>,
    level: Option<String>,
    scale: Option<String>,
    technique: Option<String>,
    avoid: Vec<String>,
    symmetry: String,
    minimal: Option<bool>,
    distinct: bool,
    seed: u64,
    rated: bool,
    attempts: Option<u64>,
}

impl Wished {
    fn wish(&self) -> Result<Wish, Error> {
        // A difficulty beyond all numbers is the greatest there is.
        let tenths = |x: f64| format!("{:.0}", (x * 10.0).clamp(0.0, f64::from(u16::MAX))).parse().unwrap_or(u16::MAX);
        let figures = |(from, to): (f64, f64)| format!("{from}..{to}");
        let level = match (&self.level, &self.scale, self.difficulty) {
            (Some(word), scale, _) => Some(OnScale::asked(scale.as_deref(), word)?.ok_or_else(|| {
                BadInput::new(format!("the difficulty `{word}`"))
                    .hint("of the hardest step it is a number, or from and to: difficulty=(2.0, 4.5)")
            })?),
            (None, Some(scale), Some(band)) => Some(OnScale::read(scale, &figures(band))?),
            _ => None,
        };
        let difficulty = self.difficulty.filter(|_| self.scale.is_none());
        let ids = |name: &String| Ok::<_, Error>(techniques_named(name)?.into_iter().map(|info| info.id));
        let mut avoid = Vec::new();
        for name in &self.avoid {
            avoid.extend(ids(name)?);
        }
        Ok(Wish {
            kinds: self.clues.iter().map(|text| Kind::read_all(text)).collect::<Result<Vec<_>, _>>()?.concat(),
            givens: self.givens,
            minimal: self.minimal,
            symmetry: Symmetry::read(&self.symmetry)?,
            jigsaw: self.jigsaw,
            prefer: Prefer::read(&self.prefer)?,
            difficulty: difficulty.map(|(from, to)| (tenths(from), tenths(to))),
            level,
            distinct: self.distinct,
            technique: self.technique.as_ref().map(ids).transpose()?.and_then(|mut ids| ids.next()),
            avoid,
            unrated: !self.rated,
            seed: self.seed,
        })
    }
}

/// Puzzles on the grid of one: JSON each. Why there are fewer than wanted, when there are some.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "it is made of a dictionary")]
pub(crate) fn generate(
    py: Python<'_>,
    base: &Document,
    wished: Wished,
    nodes: u64,
    seconds: Option<f64>,
) -> PyResult<(Vec<String>, Option<String>)> {
    let wish = wished.wish().map_err(|e| raised(py, &e))?;
    let puzzle = base.compiled().puzzle().clone();
    let attempts = wished.attempts.unwrap_or(u64::from(wished.count).saturating_mul(20_000));
    let quota = Quota { puzzles: wished.count, attempts, threads: 1 };
    let make = |limits: &Limits<'_>| -> Result<(Vec<String>, Option<String>), Error> {
        let maker = if wished.like { Maker::like } else { Maker::new }(puzzle, wish, limits)?;
        let (mut texts, mut failure) = (Vec::new(), None);
        let clue = formats::by_id("clue")?;
        let ended = maker.run(&quota, limits, |made| {
            if let Made::Puzzle(made) = made {
                let number = u32::try_from(texts.len() + 1).unwrap_or(u32::MAX);
                match clue.write(&made.puzzle) {
                    Ok((text, _)) => {
                        let mut report = GeneratedReport::new(number, &made, text);
                        report.covered = maker.covered(&made.puzzle);
                        texts.push(serde_json::to_string(&report).expect("a report is JSON"));
                    }
                    Err(error) => failure = Some(error),
                }
            }
        });
        match (failure, ended) {
            (Some(error), _) => Err(error.into()),
            (None, Err(Hopeless::NoSolution)) => Err(Hopeless::NoSolution.into()),
            (None, ended) => Ok((texts, ended.err().map(|why| why.to_string()))),
        }
    };
    run(py, Bounds { nodes, seconds }, make)?.map_err(|e| raised(py, &e))
}
