//! Makes puzzles as setters ask for them, and tells how long that takes: of each kind some seeds, one puzzle each.
//!
//! Each puzzle is proved to have one solution by the general engine, and to need each of its clues; that is not part of the
//! time. Times are of this thread's processor alone.

mod classic;
mod proof;
mod shapes;

use crate::clock;
use crate::corpus::quantile;
use crate::task::{Fail, ONLY, Task, VERBOSE, Words};
use cluewright::core::Puzzle;
use cluewright::generate::{Aim, Generated, Generator, Kind, Quota, Setter, Wanted, Wish};
use cluewright::logic::Outcome;
use cluewright::{Compiled, Limits, formats};

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

/// What is asked for.
struct Row {
    name: String,
    /// A puzzle file: grid and rules.
    grid: String,
    /// Clues, as `--clues` takes them.
    clues: Vec<&'static str>,
    givens: Option<(u32, u32)>,
    difficulty: Option<(u16, u16)>,
    /// Givens alone are led to this.
    led: Option<(Wanted, Aim)>,
    /// Seconds that the middle one and nineteen of twenty may take, and the share that has to be made within the limit.
    wanted: (f64, f64, f64),
}

impl Row {
    fn new(name: &str, rules: &str, clues: &[&'static str]) -> Self {
        let grid = if rules.contains(':') { rules.to_owned() } else { format!("grid: 9x9\nrules: {rules}\n") };
        Self {
            name: name.to_owned(),
            grid,
            clues: clues.to_vec(),
            givens: None,
            difficulty: None,
            led: None,
            wanted: (5.0, 30.0, 0.95),
        }
    }

    fn givens(self, low: u32, high: u32) -> Self {
        Self { givens: Some((low, high)), ..self }
    }
}

fn rows() -> Result<Vec<Row>, Fail> {
    let one = |name: &'static str| Row::new(name, "classic", &[name]);
    let mut rows = vec![
        one("killer-cage").givens(0, 0),
        one("thermometer").givens(0, 0),
        one("arrow"),
        Row::new("kropki, all dots", "classic, negative-kropki", &["white-dot", "black-dot"]),
        one("whispers"),
        one("renban"),
        one("sandwich"),
        one("little-killer"),
        one("quadruple"),
        one("x-sum"),
        one("skyscraper"),
    ];
    for (name, clues, band) in [
        (
            "three kinds: cages, thermometers, dots",
            ["killer-cage=4..8", "thermometer=2..4", "white-dot=2..6"],
            (45, 55),
        ),
        ("three kinds: arrows, whispers, odd", ["arrow=4..8", "whispers=2..4", "odd=2..6"], (30, 40)),
        ("three kinds: sandwiches, quadruples, X", ["sandwich=4..8", "quadruple=2..5", "x=2..6"], (40, 50)),
    ] {
        rows.push(Row { difficulty: Some(band), wanted: (15.0, 60.0, 0.9), ..Row::new(name, "classic", &clues) });
    }
    let mut files: Vec<_> =
        std::fs::read_dir("examples/rules").map_err(|e| format!("examples/rules: {e}"))?.flatten().collect();
    files.sort_by_key(std::fs::DirEntry::path);
    for file in files {
        let name = file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file.path()).map_err(|e| format!("{name}: {e}"))?;
        let mut puzzle = formats::read_as("clue", &text).map_err(|e| format!("{name}: {e}"))?.puzzle;
        let kind = puzzle.clues.first().map(|tree| tree.clues()[0].rule.clone());
        puzzle.clues.clear();
        puzzle.givens.clear();
        puzzle.solution.clear();
        let grid = formats::by_id("clue").and_then(|f| f.write(&puzzle)).map_err(|e| format!("{name}: {e}"))?.0;
        let clues = kind.map(|kind| &*kind.leak()).into_iter().collect();
        rows.push(Row { grid, clues, wanted: (15.0, 60.0, 0.9), ..Row::new(&format!("rule {name}"), "classic", &[]) });
    }
    let led = Some((Wanted { givens: Some((2, 2)), minimal: true, ..Wanted::default() }, Aim::default()));
    let miracle = Row::new("miracle with two givens", "miracle", &[]);
    rows.push(Row { wanted: (1.0, 1.0, 1.0), led, ..miracle }.givens(2, 2));
    Ok(rows)
}

/// One puzzle of a row.
struct Run {
    seconds: f64,
    made: Option<Generated>,
    fault: Option<String>,
}

fn one(row: &Row, seed: u64, limit: f64) -> Result<Run, Fail> {
    let bad = |e: cluewright::Error| format!("{}: {e}", row.name);
    let base = formats::read_as("clue", &row.grid).map_err(|e| format!("{}: {e}", row.name))?.puzzle;
    let begin = clock::thread();
    let stop = || clock::thread() - begin > limit;
    let limits = Limits { stop: Some(&stop), ..Limits::none() };
    let quota = Quota::default();
    let made = if let Some((wanted, aim)) = row.led {
        let compiled = Compiled::new(base).map_err(bad)?;
        let generator = Generator::new(&compiled, Wanted { seed, ..wanted }, &limits);
        generator.and_then(|generator| generator.aiming(aim).puzzles(&quota, &limits))
    } else {
        let kinds = row.clues.iter().map(|text| Kind::read(text)).collect::<Result<_, _>>().map_err(bad)?;
        let wish = Wish { kinds, givens: row.givens, difficulty: row.difficulty, seed, ..Wish::default() };
        Setter::new(&base, &[], wish, &limits).map_err(bad)?.puzzles(&quota, &limits)
    };
    let seconds = clock::thread() - begin;
    let made = made.ok().and_then(|mut all| all.pop());
    let fault = made.as_ref().and_then(|made| proof::fault(row, made));
    Ok(Run { seconds, made, fault })
}

fn run(words: &Words) -> Result<(), Fail> {
    clock::note_profile();
    let (seeds, from, limit): (u64, u64, f64) =
        (words.number("--seeds")?, words.number("--from")?, words.number("--limit-s")?);
    if words.has("--classic") {
        return classic::run(words);
    }
    let prove: usize = words.number("--prove")?;
    if prove > 0 {
        return proof::proved(words, prove, from, limit);
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

/// Writes a puzzle into the folder that is asked for.
fn write(words: &Words, row: &Row, seed: u64, run: &Run) -> Result<(), Fail> {
    let (Some(folder), Some(made)) = (words.text("--write"), &run.made) else { return Ok(()) };
    let text = formats::by_id("clue").and_then(|f| f.write(&made.puzzle)).map_err(|e| e.to_string())?.0;
    let file = format!("{folder}/{}-{seed}.clue", row.name.replace([' ', ',', ':'], "-"));
    std::fs::write(&file, text).map_err(|e| format!("{file}: {e}"))?;
    Ok(())
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
