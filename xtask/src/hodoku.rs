//! Compares Cluewright's ratings on the `HoDoKu` scale with the ratings of the program itself.
//!
//! A line of the file is JSON: `{"puzzle", "level", "score", "techniques": {name: count}}`, the results of `HoDoKu` 2.3.2 with
//! default settings. A quarter of the puzzles, chosen by a hash of their digits, is reported separately, and must not be used for
//! tuning the scale.

use crate::task::{Fail, Task, Words};
use cluewright_scales::hodoku::{Rater, Rating, Technique};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

pub(crate) const TASK: Task = Task {
    name: "hodoku",
    takes: "FILE",
    about: "how often are level and score those of HoDoKu",
    options: &[("--every", "N", "1", "only every so many lines")],
    run,
};

/// The results for one part of the puzzles.
#[derive(Default)]
struct Part {
    all: usize,
    level: usize,
    close: usize,
    exact: usize,
    counts: usize,
}

impl Part {
    fn take(&mut self, rating: &Rating, row: &Value) {
        let score = row["score"].as_u64().unwrap_or_default();
        let off = u64::from(rating.score).abs_diff(score);
        self.all += 1;
        self.level += usize::from(row["level"].as_str() == Some(&rating.level.name().to_uppercase()));
        self.close += usize::from(off * 20 <= score);
        self.exact += usize::from(off == 0);
        self.counts += usize::from(Technique::ALL.iter().all(|&t| u64::from(rating.count(t)) == count(row, t)));
    }

    fn print(&self, name: &str) {
        let share = |n: usize| 100.0 * n as f64 / self.all.max(1) as f64;
        println!(
            "{name}: {} puzzles, level {:.1} %, score within 5 % {:.1} %, exact {:.1} %, counts of all steps {:.1} %",
            self.all,
            share(self.level),
            share(self.close),
            share(self.exact),
            share(self.counts),
        );
    }
}

fn count(row: &Value, technique: Technique) -> u64 {
    row["techniques"][technique.id()].as_u64().unwrap_or_default()
}

/// Whether the puzzle is in the held-back quarter, according to its FNV-1a hash, which is the same on every machine.
fn held_back(puzzle: &str) -> bool {
    let hash =
        puzzle.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    (hash >> 32).is_multiple_of(4)
}

/// Runs the task that the first lines of this file describe.
fn run(words: &Words) -> Result<(), Fail> {
    let path = words.names[0];
    let every = words.number::<usize>("--every")?.max(1);
    let file = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let mut rater = Rater::default();
    let [mut known, mut held] = [Part::default(), Part::default()];
    let mut times: BTreeMap<_, Vec<Duration>> = BTreeMap::new();
    let mut off: BTreeMap<Technique, (u64, u64)> = BTreeMap::new();
    for (number, line) in file.lines().enumerate().step_by(every) {
        let place = format!("{path}: line {}", number + 1);
        let row: Value = serde_json::from_str(line).map_err(|e| format!("{place}: {e}"))?;
        let puzzle = row["puzzle"].as_str().filter(|p| p.len() == 81).ok_or(format!("{place}: no puzzle"))?;
        let mut givens = [0; 81];
        for (given, digit) in givens.iter_mut().zip(puzzle.bytes()) {
            *given = if digit.is_ascii_digit() { digit - b'0' } else { 0 };
        }
        let start = Instant::now();
        let rating = rater.rate(&givens).map_err(|e| format!("{place}: {e:?}"))?;
        times.entry(rating.level).or_default().push(start.elapsed());
        if held_back(puzzle) { &mut held } else { &mut known }.take(&rating, &row);
        for &technique in Technique::ALL {
            let (ours, theirs) = (u64::from(rating.count(technique)), count(&row, technique));
            let sums = off.entry(technique).or_default();
            sums.0 += ours.saturating_sub(theirs);
            sums.1 += theirs.saturating_sub(ours);
        }
    }
    known.print("all but a quarter");
    held.print("the quarter held back");
    for (technique, (more, fewer)) in off.iter().filter(|(_, o)| **o != (0, 0)) {
        println!("{}: {more} steps more, {fewer} fewer", technique.id());
    }
    for (level, times) in &mut times {
        times.sort_unstable();
        let at = |share: usize| times[(times.len() - 1) * share / 100].as_micros();
        println!("{}: {} puzzles, median {} us, nine tenths within {} us", level.name(), times.len(), at(50), at(90));
    }
    Ok(())
}
