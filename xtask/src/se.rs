//! `se`: compares our ratings on the scale of Sudoku Explainer with the ratings of the reference program, and measures processor
//! time. Fails if any rating differs.

use crate::clock;
use crate::task::{Fail, Task, VERBOSE, Words};
use cluewright_scales::se::{Profile, Puzzle, Rating, Variant, rate};
use serde_json::Value;
use std::collections::BTreeMap;

pub(crate) const TASK: Task = Task {
    name: "se",
    takes: "FILE...",
    about: "rate the puzzles of JSON lines {puzzle, variant, settings, er, ep, ed, n, profile} and compare",
    options: &[("--every", "N", "1", "each N-th row only"), VERBOSE],
    run,
};

/// The number of compared rows, the number of rows with equal ER, EP and ED, and the number of rows that also have equal numbers of
/// steps at every rating.
type Counts = [u32; 3];

#[derive(Default)]
struct Tally {
    /// The counts by profile and variant, for all rows and for the held-back quarter (determined by the last byte of the puzzle's
    /// checksum).
    groups: BTreeMap<String, [Counts; 2]>,
    /// The milliseconds and the number of puzzles, by ER in steps of half a point.
    bands: BTreeMap<u16, (f64, u32)>,
    /// Rows that differ.
    other: Vec<String>,
}

fn run(words: &Words) -> Result<(), Fail> {
    let every: usize = words.number("--every")?;
    let mut tally = Tally::default();
    for file in &words.names {
        let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
        for (i, line) in text.lines().enumerate().step_by(every.max(1)) {
            let row: Value = serde_json::from_str(line).map_err(|e| format!("{file}:{}: {e}", i + 1))?;
            tally.compare(&row).ok_or_else(|| format!("{file}:{}: no such row", i + 1))?;
            if words.has("--verbose") {
                eprintln!("{file}:{}", i + 1);
            }
        }
    }
    tally.print();
    if tally.other.is_empty() { Ok(()) } else { Err(Fail::Found(format!("{} ratings differ", tally.other.len()))) }
}

impl Tally {
    fn compare(&mut self, row: &Value) -> Option<()> {
        let text = row["puzzle"].as_str()?;
        let code = row["variant"].as_str().unwrap_or("classic");
        let larger = row["settings"].as_str().is_some_and(|s| !s.contains("SE1.2.1"));
        let profile = if larger { Profile::Sukaku } else { Profile::Se121 };
        let puzzle = Puzzle::read(text)?;
        let start = clock::thread();
        let rating = rate(&puzzle, profile, &variants(code)?);
        let ms = (clock::thread() - start) * 1000.0;
        let want = [tenths(&row["er"])?, tenths(&row["ep"])?, tenths(&row["ed"])?];
        let same = [rating.er, rating.ep, rating.ed] == want;
        let full = same && same_steps(row, &rating);
        if !full {
            let got = [rating.er, rating.ep, rating.ed];
            self.other.push(format!("{profile:?} {code} {text}: {got:?}, the reference {want:?}"));
        }
        let held_back = text.bytes().fold(0_u32, |sum, b| sum.wrapping_mul(31).wrapping_add(u32::from(b))) % 4 == 0;
        let group = self.groups.entry(format!("{profile:?} {code}")).or_default();
        for counts in &mut group[..=usize::from(held_back)] {
            counts[0] += 1;
            counts[1] += u32::from(same);
            counts[2] += u32::from(full);
        }
        let band = self.bands.entry(want[0] / 5 * 5).or_default();
        band.0 += ms;
        band.1 += 1;
        Some(())
    }

    fn print(&self) {
        for (name, [all, held]) in &self.groups {
            let share = |c: &Counts| format!("{}/{} of {}", c[1], c[2], c[0]);
            println!("{name:22} equal ER/EP/ED / steps too: {:22} held back: {}", share(all), share(held));
        }
        for (band, (ms, n)) in &self.bands {
            println!("ER {:4.1}: {n:5} puzzles, {:9.3} ms each", f64::from(*band) / 10.0, ms / f64::from(*n));
        }
        println!("{} differ", self.other.len());
        self.other.iter().for_each(|line| println!("{line}"));
    }
}

fn tenths(value: &Value) -> Option<u16> {
    Some((value.as_f64()? * 10.0).round() as u16)
}

/// Whether the numbers of steps in the row, in total and at every rating, are the same as ours; numbers that the row does not list
/// are not compared.
fn same_steps(row: &Value, rating: &Rating) -> bool {
    let count = row["n"].as_u64().is_none_or(|n| n == u64::from(rating.count));
    let profile = row["profile"].as_object().is_none_or(|map| {
        let tenths = |k: &str| k.parse::<f64>().map_or(0, |r| (r * 10.0).round() as u16);
        let counts = map.iter().map(|(k, n)| (tenths(k), n.as_u64().unwrap_or(0) as u32));
        counts.collect::<BTreeMap<u16, u32>>() == rating.profile
    });
    count && profile
}

/// The variants of a code such as `AK+NC1`; `None` if the code is unknown.
fn variants(code: &str) -> Option<Vec<Variant>> {
    if ["classic", "sukaku"].contains(&code) { Some(Vec::new()) } else { Variant::read(code) }
}
