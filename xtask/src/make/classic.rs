//! Measures how many ordinary puzzles are made per second: minimal puzzles, puzzles of each of `HoDoKu`'s levels, and puzzles that
//! need a technique. Puzzles with the same solution grid count only once, even if the grid is rearranged, so all counted puzzles
//! differ.

use super::row::Row;
use crate::clock;
use crate::task::{Fail, Words};
use cluewright::generate::{Aim, GenerateEvent, Generator, GivensOptions, OnScale, Quota};
use cluewright::techniques::techniques_named;
use cluewright::{Compiled, Limits, formats};
use std::collections::BTreeSet;

/// The levels, each with the required number of puzzles per second.
const LEVELS: [(&str, f64); 5] =
    [("easy", 1_000.0), ("medium", 30.0), ("hard", 30.0), ("unfair", 30.0), ("extreme", 30.0)];
/// The techniques; for each, ten puzzles per second are required.
const TECHNIQUES: [&str; 7] =
    ["x-wing", "swordfish", "xy-wing", "w-wing", "skyscraper", "naked triple", "unique rectangle 1"];

/// A name, the requirements on givens, the goal, and the required number of puzzles per second.
type BenchTarget = (String, GivensOptions, Aim, f64);

fn all() -> Result<Vec<BenchTarget>, Fail> {
    let minimal = GivensOptions { minimal: true, unrated: true, ..GivensOptions::default() };
    let free = GivensOptions { minimal: false, ..minimal };
    let mut rows = vec![("minimal".to_owned(), minimal, Aim::default(), 0.0)];
    for (level, wanted) in LEVELS {
        let on = OnScale::read("hodoku", level).map_err(|e| e.to_string())?;
        rows.push((format!("hodoku {level}"), free, Aim { level: Some(on), ..Aim::default() }, wanted));
    }
    for name in TECHNIQUES {
        let info = techniques_named(name).map_err(|e| e.to_string())?[0];
        let aim = Aim { technique: Some(info.id), ..Aim::default() };
        rows.push((format!("needs {} ({:.1})", info.name, f64::from(info.difficulty) / 10.0), minimal, aim, 10.0));
    }
    Ok(rows)
}

/// All targets as rows, for making and proving single puzzles.
pub(super) fn rows() -> Result<Vec<Row>, Fail> {
    let row = |(name, wanted, aim, _): BenchTarget| Row {
        minimal: wanted.minimal,
        led: Some((wanted, aim)),
        ..Row::new(&name, "classic", &[])
    };
    Ok(all()?.into_iter().map(row).collect())
}

/// Prints the rates.
pub(super) fn run(words: &Words) -> Result<(), Fail> {
    let (seconds, seed): (f64, u64) = (words.number("--seconds")?, words.number("--from")?);
    let read = formats::read(&".".repeat(81)).map_err(|e| e.to_string())?;
    let empty = Compiled::new(read.puzzle).map_err(|e| e.to_string())?;
    println!("{:32} {:>8} {:>10} {:>8} {:>7}  wanted", "", "made", "a second", "givens", "most");
    for (name, wanted, aim, least) in all()?.into_iter().filter(|row| words.wants(&row.0)) {
        let wanted = GivensOptions { seed, ..wanted };
        let aim = Aim { distinct: true, ..aim };
        let begin = clock::thread();
        let stop = || clock::thread() - begin > seconds;
        let limits = Limits { stop: Some(&stop), ..Limits::none() };
        let quota = Quota { puzzles: u32::MAX, attempts: u64::MAX, threads: 1 };
        let mut made = Vec::new();
        let result =
            Generator::new(&empty, wanted, &limits).map(|generator| generator.aiming(aim)).and_then(|generator| {
                generator.run(&quota, &limits, |told| {
                    if let GenerateEvent::Puzzle(puzzle) = told {
                        made.push(puzzle.puzzle.givens.len());
                    }
                })
            });
        let took = clock::thread() - begin;
        if let (Err(why), false) = (result, stop()) {
            return Err(format!("{name}: {why}").into());
        }
        let rate = made.len() as f64 / took;
        let mean = made.iter().sum::<usize>() as f64 / made.len().max(1) as f64;
        let most = made.iter().copied().collect::<BTreeSet<_>>().last().copied().unwrap_or(0);
        let wanted = if least == 0.0 { String::new() } else { format!("{least:.0}") };
        let missed = if rate < least { "  missed" } else { "" };
        println!("{name:32} {:8} {rate:10.1} {mean:8.1} {most:7}  {wanted}{missed}", made.len());
    }
    Ok(())
}
