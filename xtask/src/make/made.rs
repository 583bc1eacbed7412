//! Makes one puzzle.

use super::proof::fault;
use super::row::Row;
use crate::clock;
use crate::task::{Fail, Words};
use cluewright::generate::{
    GenerateOptions, Generated, Generator, GivensOptions, HowHard, Kind, Kinds, Quota, Range, Setter,
};
use cluewright::report::tenths;
use cluewright::{Compiled, Limits, formats};

/// The result of making one puzzle for a row.
pub(super) struct Run {
    pub(super) seconds: f64,
    pub(super) made: Option<Generated>,
    pub(super) fault: Option<String>,
}

pub(super) fn one(row: &Row, seed: u64, limit: f64) -> Result<Run, Fail> {
    let bad = |e: cluewright::Error| format!("{}: {e}", row.name);
    let base = formats::read_as("clue", &row.grid).map_err(|e| format!("{}: {e}", row.name))?.puzzle;
    let begin = clock::thread();
    let stop = || clock::thread() - begin > limit;
    let limits = Limits { stop: Some(&stop), ..Limits::none() };
    let quota = Quota::default();
    let made = if let Some((wanted, aim)) = row.led {
        let compiled = Compiled::new(base).map_err(bad)?;
        let generator = Generator::new(&compiled, GivensOptions { seed, ..wanted }, &limits);
        generator.and_then(|generator| generator.aiming(aim).puzzles(&quota, &limits))
    } else {
        let kinds = row.clues.iter().map(|text| Kind::read(text)).collect::<Result<_, _>>().map_err(bad)?;
        let givens = row.givens.map(|(low, high)| Range(low, high));
        let difficulty = row.difficulty.map(|(low, high)| HowHard::Figures(tenths(low), tenths(high)));
        let wish = GenerateOptions { clues: Kinds(kinds), givens, difficulty, seed, ..GenerateOptions::default() };
        Setter::new(&base, &[], wish, &limits).map_err(bad)?.puzzles(&quota, &limits)
    };
    let seconds = clock::thread() - begin;
    let made = made.ok().and_then(|mut all| all.pop());
    let fault = made.as_ref().and_then(|made| fault(row, made));
    Ok(Run { seconds, made, fault })
}

/// Writes a puzzle into the requested folder.
pub(super) fn write(words: &Words, row: &Row, seed: u64, run: &Run) -> Result<(), Fail> {
    let (Some(folder), Some(made)) = (words.text("--write"), &run.made) else { return Ok(()) };
    let text = formats::by_id("clue").and_then(|f| f.write(&made.puzzle)).map_err(|e| e.to_string())?.0;
    let file = format!("{folder}/{}-{seed}.clue", row.name.replace([' ', ',', ':'], "-"));
    std::fs::write(&file, text).map_err(|e| format!("{file}: {e}"))?;
    Ok(())
}
