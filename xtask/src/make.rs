//! Makes puzzles of each kind with several seeds, and measures the time.
//!
//! The general engine proves that each puzzle has one solution and needs each of its clues, unless its genre has more; the measured
//! time does not include these proofs. Times are the processor time of this thread.

mod classic;
mod made;
mod proof;
mod proved;
mod row;
mod shapes;

use crate::clock;
use crate::corpus::quantile;
use crate::task::{Fail, ONLY, Task, VERBOSE, Words};
use cluewright::core::Puzzle;
use cluewright::generate::Generated;
use cluewright::logic::Outcome;
use made::{Run, one, write};
use row::{Row, rows};

pub(crate) const TASK: Task = Task {
    name: "make",
    takes: "",
    about: "make puzzles with clues of many kinds, and tell how long it takes",
    options: &[
        ONLY,
        ("--seeds", "N", "20", "puzzles of each kind"),
        ("--from", "N", "1", "the first seed"),
        (
            "--classic",
            "",
            "",
            "ordinary puzzles a second instead: minimal ones, of HoDoKu's levels, needing a technique",
        ),
        ("--seconds", "N", "10", "of processor time for each row of these"),
        ("--prove", "N", "0", "puzzles over all rows and those of --classic instead, and what is proved of them"),
        (
            "--lines",
            "FILE",
            "",
            "with --prove: write them there for cluewright-oracle, which solves them in another way",
        ),
        ("--limit-s", "S", "60", "seconds of processor time a puzzle"),
        ("--write", "FOLDER", "", "write the puzzles there"),
        VERBOSE,
    ],
    run,
};

fn run(words: &Words) -> Result<(), Fail> {
    clock::note_profile();
    let (seeds, from, limit): (u64, u64, f64) =
        (words.number("--seeds")?, words.number("--from")?, words.number("--limit-s")?);
    if words.has("--classic") {
        return classic::run(words);
    }
    let prove: usize = words.number("--prove")?;
    if prove > 0 {
        return proved::proved(words, prove, from, limit);
    }
    println!(
        "{:42} {:>5} {:>7} {:>7} {:>7} {:>6} {:>6} {:>9}  wanted",
        "", "made", "median", "p95", "most", "clues", "givens", "hardest"
    );
    let mut faults = Vec::new();
    for row in rows()?.iter().filter(|row| words.wants(&row.name)) {
        let mut runs = Vec::new();
        for seed in from..from + seeds {
            let run = one(row, seed, limit)?;
            if words.has("--verbose") {
                let puzzle = run.made.as_ref().map(|m| &m.puzzle);
                eprintln!(
                    "{} {seed}: {:.2} s, {} clues, {} givens, {}",
                    row.name,
                    run.seconds,
                    puzzle.map_or(0, |p: &Puzzle| p.clues.len()),
                    puzzle.map_or(0, |p| p.givens.len()),
                    run.made.as_ref().map_or("none".to_owned(), hardest)
                );
            }
            write(words, row, seed, &run)?;
            faults.extend(run.fault.iter().map(|fault| format!("{} {seed}: {fault}", row.name)));
            runs.push(run);
        }
        println!("{}", line(row, &runs));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

fn hardest(made: &Generated) -> String {
    match &made.difficulty {
        Some(d) if d.outcome == Outcome::Solved => format!("{:.1}", f64::from(d.profile.hardest) / 10.0),
        Some(d) => format!(">{:.1}", f64::from(d.profile.hardest) / 10.0),
        None => String::new(),
    }
}

fn line(row: &Row, runs: &[Run]) -> String {
    let mut times: Vec<f64> = runs.iter().map(|r| r.seconds).collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| quantile(&times, share);
    let made: Vec<&Generated> = runs.iter().filter_map(|r| r.made.as_ref()).collect();
    let middle = |of: &dyn Fn(&Puzzle) -> usize| {
        let mut all: Vec<usize> = made.iter().map(|m| of(&m.puzzle)).collect();
        all.sort_unstable();
        all.get(all.len() / 2).copied().unwrap_or(0)
    };
    let mut levels: Vec<u16> = made
        .iter()
        .filter_map(|m| m.difficulty.as_ref())
        .filter(|d| d.outcome == Outcome::Solved)
        .map(|d| d.profile.hardest)
        .collect();
    levels.sort_unstable();
    let level = levels.get(levels.len() / 2).map_or(String::new(), |l| format!("{:.1}", f64::from(*l) / 10.0));
    let share = made.len() as f64 / runs.len().max(1) as f64;
    let (median, high, least) = row.wanted;
    let good = at(0.5) <= median && at(0.95) <= high && share >= least;
    format!(
        "{:42} {:4.0}% {:7.2} {:7.2} {:7.2} {:6} {:6} {:>9}  {median:.0} / {high:.0}, {:.0}%{}",
        row.name,
        100.0 * share,
        at(0.5),
        at(0.95),
        at(1.0),
        middle(&|p| p.clues.len()),
        middle(&|p| p.givens.len()),
        level,
        100.0 * least,
        if good { "" } else { "  missed" }
    )
}
