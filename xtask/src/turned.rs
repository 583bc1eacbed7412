//! Compares the rating of a puzzle on our scale with the ratings of the same puzzle after it has been rotated, mirrored or
//! relabelled.
//!
//! A line of a file is JSON with an ordinary grid of 81 characters in `puzzle` (rows with a `variant` other than `classic` are left
//! out), or with a variant in `iss` or `raw`. Grids are rearranged at random: rows are exchanged within bands and columns within
//! stacks, and so are whole bands, whole stacks, rows with columns, and digits. Variants are rotated and mirrored in up to seven
//! ways, as far as their rules allow. The rating's number, its word and all its figures must stay the same.

use crate::corpus::{id_of, puzzle_of, records};
use crate::task::{Fail, ONLY, Task, VERBOSE, Words};
use cluewright::logic::rating::own::{End, Round, rounds_of_grid};
use cluewright::scale::{Measured, OWN_SCALE, scale};
use cluewright::turn::Turn;
use cluewright::{Compiled, Limits, Verdict, solve};
use cluewright_core::Random;
use serde_json::Value;
use std::time::{Duration, Instant};

pub(crate) const TASK: Task = Task {
    name: "turned",
    takes: "FILE.jsonl...",
    about: "is our rating the same for turned, mirrored and relabelled puzzles",
    options: &[
        ONLY,
        ("--every", "N", "1", "each Nth puzzle"),
        ("--most", "N", "100000", "so many puzzles of a file"),
        ("--least", "ER", "0", "of rows with `er` those from here on"),
        ("--ways", "N", "20", "rearrangements of an ordinary grid"),
        ("--limit-s", "S", "20", "seconds for the rating of a variant"),
        VERBOSE,
    ],
    run,
};

#[derive(Default)]
struct Tally {
    grids: usize,
    variants: usize,
    compared: usize,
    not_allowed: usize,
    limited: usize,
    left_out: usize,
    differ: Vec<String>,
}

fn run(words: &Words) -> Result<(), Fail> {
    let every = words.number::<usize>("--every")?.max(1);
    let most = words.number::<usize>("--most")?;
    let (least, ways) = (words.number::<f64>("--least")?, words.number::<usize>("--ways")?);
    let limit = Duration::from_secs_f64(words.number("--limit-s")?);
    let mut random = Random::new(7);
    let mut all = Tally::default();
    for file in &words.names {
        let Some(records) = records(file)? else { continue };
        let wanted = |r: &&Value| words.wants(&id_of(r)) && r["er"].as_f64().is_none_or(|er| er >= least);
        let before = all.grids + all.variants;
        for record in records.iter().filter(wanted).step_by(every) {
            if all.grids + all.variants >= before + most {
                break;
            }
            let differ = all.differ.len();
            let start = Instant::now();
            match grid_of(record) {
                Some(grid) => all.grid(&grid, ways, &mut random),
                None if record["puzzle"].is_string() => continue,
                None => all.variant(record, limit),
            }
            if words.has("--verbose") {
                let same = if all.differ.len() == differ { "same" } else { "DIFFERS" };
                eprintln!("{} {same} {:.1} s", id_of(record), start.elapsed().as_secs_f64());
            }
        }
    }
    println!("{} ordinary grids, {} variants; {} ratings compared", all.grids, all.variants, all.compared);
    println!("{} turns that rules do not allow; {} variants left out", all.not_allowed, all.left_out);
    println!("{} puzzles where a limit of work binds; {} differ", all.limited, all.differ.len());
    all.differ.iter().for_each(|line| println!("{line}"));
    if all.differ.is_empty() { Ok(()) } else { Err(Fail::Found("ratings differ".into())) }
}

fn grid_of(record: &Value) -> Option<[u8; 81]> {
    let classic = record["variant"].as_str().is_none_or(|variant| variant == "classic");
    let text = record["puzzle"].as_str().filter(|text| classic && text.len() == 81)?;
    let digits: Vec<u8> = text.bytes().map(|b| if b.is_ascii_digit() { b - b'0' } else { 0 }).collect();
    digits.try_into().ok()
}

/// The parts of a rating that must be equal: each round (without its cells), and the end of the path.
fn outline((rounds, end): &(Vec<Round>, End)) -> Vec<String> {
    let line = |r: &Round| format!("{:?} {} {} {}", r.class, r.layers, r.open, r.supply);
    rounds.iter().map(line).chain([format!("{end:?}")]).collect()
}

fn says(measured: &Measured) -> String {
    let Measured { text, word, figures, hardest, techniques, note, .. } = measured;
    format!("{text} {word:?} {figures:?} {hardest:?} {techniques:?} {note:?}")
}

impl Tally {
    fn grid(&mut self, grid: &[u8; 81], ways: usize, random: &mut Random) {
        self.grids += 1;
        let first = rounds_of_grid(grid);
        self.limited += usize::from(first.1 != End::Solved);
        let first = outline(&first);
        for _ in 0..ways {
            self.compared += 1;
            let other = rearranged(grid, random);
            let then = outline(&rounds_of_grid(&other));
            if then != first {
                let text = |g: &[u8; 81]| g.iter().map(|d| char::from(b'0' + d)).collect::<String>();
                self.differ.push(format!("{} and {}", text(grid), text(&other)));
                return;
            }
        }
    }

    /// Compares the ratings of a variant with one solution.
    fn variant(&mut self, record: &Value, limit: Duration) {
        let end = Instant::now() + limit;
        let stop = || Instant::now() >= end;
        let limits = Limits { stop: Some(&stop), ..Limits::none() };
        let own = scale(OWN_SCALE).expect("it is there");
        let compiled = puzzle_of(record).and_then(|puzzle| Compiled::until(puzzle, &[], &stop).ok());
        let Some(compiled) = compiled else { return self.left_out += 1 };
        let Verdict::Unique(solution) = solve(&compiled, &limits).value else { return self.left_out += 1 };
        let Ok(first) = own.rate(&compiled, &stop) else { return self.left_out += 1 };
        self.variants += 1;
        self.limited += usize::from(first.note.is_some());
        for turn in Turn::ALL {
            let end = Instant::now() + 2 * limit;
            let stop = || Instant::now() >= end;
            let limits = Limits { stop: Some(&stop), ..Limits::none() };
            match compiled.turned(turn, &solution, &limits) {
                Ok(Some(other)) => {
                    self.compared += 1;
                    let then = own.rate(&other, &stop).map_or_else(std::borrow::Cow::into_owned, |then| says(&then));
                    if then != says(&first) {
                        let (id, was) = (id_of(record), says(&first));
                        self.differ.push(format!("{id} {turn:?}: {then}\n  {was}"));
                        return;
                    }
                }
                Ok(None) | Err(_) => self.not_allowed += 1,
            }
        }
    }
}

/// The same puzzle with its digits, rows and columns rearranged.
fn rearranged(grid: &[u8; 81], random: &mut Random) -> [u8; 81] {
    let (rows, columns) = (lines(random), lines(random));
    let digits: Vec<u8> = std::iter::once(0).chain(random.shuffled(9).iter().map(|&d| d as u8 + 1)).collect();
    let crossed = random.below(2) == 1;
    std::array::from_fn(|i| {
        let (row, column) = (rows[i / 9], columns[i % 9]);
        let at = if crossed { 9 * column + row } else { 9 * row + column };
        digits[usize::from(grid[at])]
    })
}

/// A permutation of nine lines that keeps bands together.
fn lines(random: &mut Random) -> Vec<usize> {
    let bands = random.shuffled(3);
    bands.into_iter().flat_map(|band| random.shuffled(3).into_iter().map(move |line| 3 * band + line)).collect()
}
