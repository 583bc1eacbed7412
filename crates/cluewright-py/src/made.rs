//! New puzzles.

use crate::document::Document;
use crate::errors::{bad, raised};
use crate::interrupt::{Bounds, run};
use cluewright::generate::{Aim, Generator, Hopeless, Made, OnScale, Quota, Symmetry, Wanted};
use cluewright::report::GeneratedReport;
use cluewright::scale::OWN_SCALE;
use cluewright::{BadInput, Error, Limits, formats};
use pyo3::prelude::*;

/// Puzzles with the shape, rules and clues of one: JSON each. Why there are fewer than wanted, when there are some.
#[pyfunction]
#[pyo3(signature = (base, *, count, givens, difficulty, level, symmetry, minimal, seed, rated, attempts, nodes, seconds))]
#[allow(clippy::too_many_arguments, reason = "each is an argument of the Python function")]
pub(crate) fn generate(
    py: Python<'_>,
    base: &Document,
    count: u32,
    givens: Option<(u32, u32)>,
    difficulty: Option<(f64, f64)>,
    level: Option<&str>,
    symmetry: &str,
    minimal: bool,
    seed: u64,
    rated: bool,
    attempts: Option<u64>,
    nodes: u64,
    seconds: Option<f64>,
) -> PyResult<(Vec<String>, Option<String>)> {
    let mut puzzle = base.compiled().puzzle().clone();
    puzzle.givens.clear();
    puzzle.solution.clear();
    puzzle.progress.clear();
    puzzle.foreign = None;
    let symmetry = symmetry_named(symmetry).map_err(|e| bad(py, e))?;
    if matches!(symmetry, Symmetry::Quarter | Symmetry::Diagonal) && puzzle.shape.height() != puzzle.shape.width() {
        let error = BadInput::new("this symmetry needs a square grid").hint("rotate, horizontal and vertical do not");
        return Err(bad(py, error));
    }
    // A difficulty beyond all numbers is the greatest there is.
    let tenths = |x: f64| format!("{:.0}", (x * 10.0).clamp(0.0, f64::from(u16::MAX))).parse().unwrap_or(u16::MAX);
    let difficulty = difficulty.map(|(from, to)| (tenths(from), tenths(to)));
    let level = level.map(|word| OnScale::read(OWN_SCALE, word)).transpose().map_err(|e| raised(py, &e))?;
    let aim = Aim { level, ..Aim::default() };
    let wanted = Wanted { givens, minimal, symmetry, difficulty, unrated: !rated, seed };
    let attempts = attempts.unwrap_or(u64::from(count).saturating_mul(20_000));
    let quota = Quota { puzzles: count, attempts, threads: 1 };
    let make = |limits: &Limits<'_>| -> Result<(Vec<String>, Option<String>), Error> {
        let stop = || limits.stop.is_some_and(|stop| stop());
        let base = base.compiled().with_puzzle_until(puzzle, &stop)?;
        let (mut texts, mut failure) = (Vec::new(), None);
        let clue = formats::by_id("clue")?;
        let ended = Generator::new(&base, wanted, limits).and_then(|generator| {
            generator.aiming(aim).run(&quota, limits, |made| {
                if let Made::Puzzle(made) = made {
                    let number = u32::try_from(texts.len() + 1).unwrap_or(u32::MAX);
                    match clue.write(&made.puzzle) {
                        Ok((text, _)) => {
                            let report = GeneratedReport::new(number, &made, text);
                            texts.push(serde_json::to_string(&report).expect("a report is JSON"));
                        }
                        Err(error) => failure = Some(error),
                    }
                }
            })
        });
        match (failure, ended) {
            (Some(error), _) => Err(error.into()),
            (None, Err(Hopeless::NoSolution)) => Err(Hopeless::NoSolution.into()),
            (None, ended) => Ok((texts, ended.err().map(|why| why.to_string()))),
        }
    };
    run(py, Bounds { nodes, seconds }, make)?.map_err(|e| raised(py, &e))
}

fn symmetry_named(word: &str) -> Result<Symmetry, BadInput> {
    Ok(match word {
        "none" => Symmetry::None,
        "rotate" => Symmetry::Rotate,
        "quarter" => Symmetry::Quarter,
        "horizontal" => Symmetry::Horizontal,
        "vertical" => Symmetry::Vertical,
        "diagonal" => Symmetry::Diagonal,
        _ => {
            return Err(BadInput::new(format!("there is no symmetry `{word}`"))
                .hint("none, rotate, quarter, horizontal, vertical, diagonal"));
        }
    })
}
