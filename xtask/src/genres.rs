//! Makes puzzles of each genre at each level, and measures the time, the share of puzzles made within the limit, and the number of
//! givens.

use crate::clock;
use crate::corpus::quantile;
use crate::task::{Fail, ONLY, Task, VERBOSE, Words};
use cluewright::generate::{GenerateOptions, Generated, HowHard, Kind, Kinds, Quota, Regions, Setter};
use cluewright::{Limits, formats};
use std::time::Instant;

pub(crate) const TASK: Task = Task {
    name: "genres",
    takes: "",
    about: "make puzzles of each genre at three levels on two threads, and tell how long that takes",
    options: &[
        ONLY,
        ("--seeds", "N", "10", "puzzles of each genre and level"),
        ("--from", "N", "1", "the first seed"),
        ("--limit-s", "S", "60", "seconds a puzzle, half of the processor time of both threads"),
        VERBOSE,
    ],
    run,
};

/// A genre: its name, rules of the whole grid, kinds of clues, and whether its puzzles have givens.
type Genre = (&'static str, &'static str, &'static [&'static str], bool);

const GENRES: &[Genre] = &[
    ("killer", "classic", &["killer-cage"], false),
    ("arrow", "classic", &["arrow"], true),
    ("thermometer", "classic", &["thermometer"], true),
    ("sandwich", "classic", &["sandwich"], true),
    ("Kropki, all dots", "classic, negative-kropki", &["white-dot", "black-dot"], true),
    ("German whispers", "classic", &["whispers"], true),
    ("little killer", "classic", &["little-killer"], true),
    ("XV, all marks", "classic, negative-xv", &["x", "v"], true),
    ("quadruple", "classic", &["quadruple"], true),
    ("jigsaw", "classic", &[], true),
];
/// The levels for puzzles with givens, and for puzzles without givens, which are never easy.
const LEVELS: [[&str; 3]; 2] = [["easy", "medium", "hard"], ["medium", "hard", "expert"]];
const THREADS: usize = 2;
/// The limits in seconds for the median and for 95 % of the puzzles, and the share of puzzles that must be made within the time
/// limit.
const WANTED: (f64, f64, f64) = (5.0, 30.0, 0.95);

fn run(words: &Words) -> Result<(), Fail> {
    clock::note_profile();
    let (seeds, from, limit): (u64, u64, f64) =
        (words.number("--seeds")?, words.number("--from")?, words.number("--limit-s")?);
    println!(
        "{:24} {:>5} {:>7} {:>7} {:>7} {:>6} {:>6}",
        "seconds on two threads", "made", "median", "p95", "wall", "clues", "givens"
    );
    for genre in GENRES {
        for level in LEVELS[usize::from(!genre.3)].iter().filter(|level| words.wants(&format!("{} {level}", genre.0))) {
            let mut runs = Vec::new();
            for seed in from..from + seeds {
                let run = one(genre, level, seed, limit)?;
                if words.has("--verbose") {
                    eprintln!(
                        "{} {level} {seed}: {:.2} s, {}",
                        genre.0,
                        run.0,
                        if run.2.is_some() { "made" } else { "none" }
                    );
                }
                runs.push(run);
            }
            println!("{}", line(genre, level, &runs));
        }
    }
    Ok(())
}

/// Half the processor time of both threads in seconds, the wall-clock time in seconds, and the puzzle.
type Run = (f64, f64, Option<Generated>);

fn one(genre: &Genre, level: &str, seed: u64, limit: f64) -> Result<Run, Fail> {
    let &(name, rules, clues, _) = genre;
    let bad = |e: cluewright::Error| format!("{name}: {e}");
    let text = format!("grid: 9x9\nrules: {rules}\n");
    let base = formats::read_as("clue", &text).map_err(|e| format!("{name}: {e}"))?.puzzle;
    let kinds = clues.iter().map(|text| Kind::read(text)).collect::<Result<_, _>>().map_err(bad)?;
    let regions = clues.is_empty().then_some(Regions::Random);
    let difficulty = Some(HowHard::Word(level.to_owned()));
    let wish = GenerateOptions { clues: Kinds(kinds), regions, difficulty, seed, ..GenerateOptions::default() };
    let (begin, wall) = (clock::process(), Instant::now());
    let seconds = || (clock::process() - begin) / THREADS as f64;
    let stop = || seconds() > limit;
    let limits = Limits { stop: Some(&stop), ..Limits::none() };
    let quota = Quota { threads: THREADS, ..Quota::default() };
    let made = Setter::new(&base, &[], wish, &limits).map_err(bad)?.puzzles(&quota, &limits);
    Ok((seconds(), wall.elapsed().as_secs_f64(), made.ok().and_then(|mut all| all.pop())))
}

fn line(genre: &Genre, level: &str, runs: &[Run]) -> String {
    let mut times: Vec<f64> = runs.iter().map(|run| run.0).collect();
    let mut walls: Vec<f64> = runs.iter().map(|run| run.1).collect();
    times.sort_by(f64::total_cmp);
    walls.sort_by(f64::total_cmp);
    let made: Vec<&Generated> = runs.iter().filter_map(|run| run.2.as_ref()).collect();
    let middle = |of: &dyn Fn(&Generated) -> usize| {
        let mut all: Vec<usize> = made.iter().map(|made| of(made)).collect();
        all.sort_unstable();
        all.get(all.len() / 2).copied().unwrap_or(0)
    };
    let share = made.len() as f64 / runs.len().max(1) as f64;
    let (median, high) = (quantile(&times, 0.5), quantile(&times, 0.95));
    let bare = genre.3 || made.iter().all(|made| made.puzzle.givens.is_empty());
    let good = median <= WANTED.0 && high <= WANTED.1 && share >= WANTED.2 && bare;
    format!(
        "{:24} {:4.0}% {median:7.2} {high:7.2} {:7.2} {:6} {:6}{}{}",
        format!("{}, {level}", genre.0),
        100.0 * share,
        quantile(&walls, 0.5),
        middle(&|made| made.puzzle.clues.len()),
        middle(&|made| made.puzzle.givens.len()),
        if good { "" } else { "  missed" },
        if bare { "" } else { "  has givens" },
    )
}
