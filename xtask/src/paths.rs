//! Explains every classic puzzle of a file and prints how far logic gets, how long it takes, and whether any step was wrong.
//!
//! A puzzle is the first run of 81 digits and blanks in a line; lines without such a run are skipped. Steps are compared with the
//! solution that a plain search finds; `--verify` proves them as well.

use crate::classics::{classic, puzzle, puzzle_in, solution, wrong};
use crate::clock;
use crate::corpus::quantile;
use crate::task::{Fail, Task, VERIFY, Words};
use cluewright_logic::{Config, Outcome, State, Step, proof, solve_logically, text};
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub(crate) const TASK: Task = Task {
    name: "paths",
    takes: "FILE",
    about: "explain the classic puzzles of a file",
    options: &[
        ("--trial", "", "", "with assumptions, when nothing else is left"),
        VERIFY,
        ("--with", "TEXT", "", "lines with TEXT in them"),
        ("--limit", "N", "", "the first N puzzles"),
        ("--slow", "", "", "the ten slowest puzzles"),
    ],
    run,
};

/// Runs the task that the first lines of this file describe.
fn run(words: &Words) -> Result<(), Fail> {
    let path = words.names[0];
    let limit = if words.text("--limit").is_some() { words.number("--limit")? } else { usize::MAX };
    let file = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let config = Config { trial: words.has("--trial"), ..Config::default() };
    let (mut solved, mut unsound, mut unproved) = (0, 0, 0);
    let mut signature = Signature::default();
    let mut times: Vec<(f64, String)> = Vec::new();
    let mut uses: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let wanted = |line: &&str| words.text("--with").is_none_or(|w| line.contains(w));
    for line in file.lines().filter(wanted).filter_map(puzzle_in).take(limit) {
        let model = classic(&puzzle(&line));
        let start = clock::process();
        let path = solve_logically(&model, State::start(&model), &config);
        times.push(((clock::process() - start) * 1e3, line.clone()));
        solved += usize::from(path.outcome == Outcome::Solved);
        if path.outcome != Outcome::Solved {
            println!("{:?} after {} steps: {line}", path.outcome, path.steps.len());
        }
        for (info, count) in path.profile().counts {
            let row = uses.entry(info.name).or_default();
            row.0 += 1;
            row.1 += count;
        }
        let truth = solution(&model);
        for (state, step) in path.positions(&model) {
            signature.add(step);
            if wrong(step, truth.as_deref()) {
                unsound += 1;
                println!("WRONG in {line}: {}", text::describe(&model, &state, step));
            }
            if words.has("--verify")
                && let Err(why) = proof::verify(&model, &state, step)
            {
                unproved += 1;
                println!("NOT PROVED ({why}) in {line}: {}", text::describe(&model, &state, step));
            }
        }
    }
    let all = times.len();
    if all == 0 {
        return Err(format!("{path}: no puzzle of 81 characters").into());
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (name, (puzzles, steps)) in &uses {
        println!("{steps:7} in {puzzles:5} {name}");
    }
    if words.has("--slow") {
        for (time, line) in times.iter().rev().take(10) {
            println!("{time:8.1} ms {line}");
        }
    }
    let times: Vec<f64> = times.iter().map(|t| t.0).collect();
    let at = |share| quantile(&times, share);
    println!("solved {solved} of {all}; wrong steps {unsound}; not proved {unproved}; signature {signature}");
    println!("processor ms: median {:.2}, 95th percentile {:.2}, slowest {:.1}", at(0.5), at(0.95), at(1.0));
    if unsound + unproved > 0 { Err("steps were wrong or not proved".into()) } else { Ok(()) }
}

/// A hash of a list of steps. Equal hashes mean that two runs made the same steps in the same order.
#[derive(Clone, Copy)]
pub(crate) struct Signature(u64);

impl Default for Signature {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Signature {
    pub(crate) fn add(&mut self, step: &Step) {
        // Writing to a signature cannot fail.
        let _ = write!(self, "{step:?}");
    }
}

impl std::fmt::Write for Signature {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 = text.bytes().fold(self.0, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01B3));
        Ok(())
    }
}

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
