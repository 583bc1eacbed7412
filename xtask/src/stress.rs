//! `stress`: tests the time limit. Runs every command and the server's calls on puzzles that are designed to take long (in
//! `monsters`), with a limit of a second, and measures the time, the memory, and the response to Ctrl-C.
//!
//! Wall-clock times are unreliable on a shared machine, so a run is judged by its processor time after the limit; with `--idle`,
//! also by the wall clock.

mod child;
mod monsters;
mod server;

use crate::corpus::quantile;
use crate::task::{Fail, Task, Words};
use child::{Run, Runner};
use cluewright_formats as formats;
use monsters::Monster;
use server::Server;

pub(crate) const TASK: Task = Task {
    name: "stress",
    takes: "",
    about: "every command on puzzles made to take long: does the clock hold, and the memory?",
    options: &[
        ("--only", "TEXT", "", "those with TEXT in `KIND-NUMBER: COMMAND`; may be repeated: all of them"),
        ("--share", "K/N", "1/1", "the Kth of N parts"),
        ("--seed", "S", "1", "of the puzzles that are drawn"),
        ("--binary", "FILE", "", "the program; without it the one beside this"),
        ("--keep", "FOLDER", "", "write the puzzles there, and leave them"),
        ("--worst", "N", "10", "how many of the worst are listed"),
        ("--idle", "", "", "nobody else uses the machine: the wall clock is judged, too"),
        ("--verbose", "", "", "a line for each run as it is done, on standard error"),
    ],
    run,
};

/// The commands run on each puzzle, besides `convert` to every format and the server's calls.
const COMMANDS: [&str; 14] = [
    "solve",
    "count --limit 0",
    "candidates",
    "explain",
    "explain --verify",
    "steps",
    "hint",
    "rate",
    "check",
    "check --minimise",
    "render",
    "render --solution",
    "render --step 1",
    "render --sheet 6",
];

/// Calls of a server, each with its fields besides the puzzle.
const CALLS: [(&str, &str); 8] = [
    ("draw", ""),
    ("draw", r#","candidates":true"#),
    ("draw", r#","solution":true"#),
    ("hint", ""),
    ("solve", ""),
    ("explain", ""),
    ("check", ""),
    ("export", r#","format":"scl""#),
];

/// All command lines and calls that are run on each puzzle.
fn works() -> Vec<Work> {
    let written = formats::FORMATS.iter().filter(|format| format.info().writes);
    let convert = written.map(|format| format!("convert --to {}", format.info().id));
    let commands = COMMANDS.iter().map(|line| (*line).to_owned()).chain(convert).map(Work::Command);
    commands.chain(CALLS.iter().map(|&(op, fields)| Work::Call { op, fields })).collect()
}

/// A command line or a call that is run on a puzzle.
enum Work {
    /// A command line.
    Command(String),
    /// A call of a server.
    Call { op: &'static str, fields: &'static str },
}

impl Work {
    fn name(&self) -> String {
        match self {
            Self::Command(line) => line.clone(),
            Self::Call { op, fields } => format!("server: {op}{fields}"),
        }
    }
}

/// The value of `--timeout`, the time limit for all but one in a hundred runs, and the time limit for the slowest run, in seconds.
const TIMEOUT: f64 = 1.0;
const USUAL: f64 = 1.3;
const WORST: f64 = 2.0;
/// The maximum time in seconds from Ctrl-C to the end of the program. (Processor time is measured in hundredths of a second.)
const HEARD: f64 = 0.1;
/// The maximum memory, in bytes.
const MEMORY: u64 = 1 << 30;

/// One finished run.
struct Done<'a> {
    name: &'a str,
    command: &'a str,
    run: Run,
    /// The seconds of processor time and of wall-clock time from Ctrl-C to the end; `None` if the run was too short to interrupt.
    heard: Option<(f64, f64)>,
}

fn run(words: &Words) -> Result<(), Fail> {
    let runner = Runner::new(words.text("--binary"), words.text("--keep"))?;
    let monsters = monsters::all(words.number("--seed")?)?;
    let (part, parts) = share(words)?;
    let wanted = |name: &str| words.all("--only").all(|text| name.contains(text));
    let (idle, verbose) = (words.has("--idle"), words.has("--verbose"));
    let works: Vec<(Work, String)> = works().into_iter().map(|work| (work.name(), work)).map(|(n, w)| (w, n)).collect();
    let mut jobs: Vec<(&Monster, &(Work, String))> = Vec::new();
    for (m, monster) in monsters.iter().enumerate() {
        for (c, work) in works.iter().enumerate() {
            // Every part contains all kinds of puzzles and all commands.
            if (m + c) % parts == part && wanted(&format!("{}: {}", monster.name, work.1)) {
                jobs.push((monster, work));
            }
        }
    }
    let mut all: Vec<Done> = Vec::with_capacity(jobs.len());
    let mut server = None;
    for (monster, (work, command)) in jobs {
        let (run, heard) = match work {
            Work::Command(line) => {
                let file = runner.file(monster)?;
                let run = runner.run(&file, line, Some(TIMEOUT))?;
                // Commands that finish at once are not interrupted.
                let heard = if run.wall > child::INTERRUPT * 1.2 { runner.interrupt(&file, line)? } else { None };
                (run, heard)
            }
            Work::Call { op, fields } => {
                let asked = match server.take() {
                    Some(server) => server,
                    None => Server::start(runner.binary())?,
                };
                let run = asked.ask(op, fields, &monster.text, TIMEOUT);
                // Restart a server that has died, for the next puzzle.
                server = Some(asked).filter(|_| run.exit.is_some());
                (run, None)
            }
        };
        if verbose {
            let heard = heard.map_or_else(String::new, |h| format!(", Ctrl-C {:.2} s", h.0));
            eprintln!("{}: {command}: {}{heard}", monster.name, run.say());
        }
        all.push(Done { name: &monster.name, command, run, heard });
    }
    table(&all);
    worst(&mut all, words.number("--worst")?);
    judge(&all, idle)
}

/// Parses `K/N`: the part with index K (from 0) of N parts.
fn share(words: &Words) -> Result<(usize, usize), Fail> {
    let text = words.text("--share").unwrap_or_default();
    let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse::<usize>().ok()?, n.parse::<usize>().ok()?)));
    match numbers {
        Some((k, n)) if (1..=n).contains(&k) => Ok((k - 1, n)),
        _ => Err(Fail::Usage(format!("--share {text}: K/N, with K from 1 to N"))),
    }
}

fn sorted(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut list: Vec<f64> = numbers.collect();
    list.sort_by(f64::total_cmp);
    list
}

fn table(all: &[Done]) {
    println!(
        "{} runs; seconds, as if the machine were its own, and of the wall clock in brackets; MB; ended by force",
        all.len()
    );
    println!(
        "{:<30} {:>5} {:>7} {:>14} {:>14} {:>7} {:>14}",
        "", "runs", "median", "p99", "worst", "memory", "Ctrl-C worst"
    );
    let line = |name: &str, some: &[&Done]| {
        if some.is_empty() {
            return;
        }
        let cpu = sorted(some.iter().map(|d| d.run.taken(TIMEOUT)));
        let wall = sorted(some.iter().map(|d| d.run.wall));
        let heard = sorted(some.iter().filter_map(|d| d.heard).map(|h| h.0));
        let heard_wall = sorted(some.iter().filter_map(|d| d.heard).map(|h| h.1));
        let memory = some.iter().map(|d| d.run.memory).max().unwrap_or(0) >> 20;
        let pair = |cpu: &[f64], wall: &[f64], share: f64| match cpu {
            [] => "-".to_owned(),
            cpu => format!("{:.2} ({:.2})", quantile(cpu, share), quantile(wall, share)),
        };
        println!(
            "{name:<30} {:>5} {:>7.2} {:>14} {:>14} {memory:>7} {:>14} {:>6}",
            some.len(),
            quantile(&cpu, 0.5),
            pair(&cpu, &wall, 0.99),
            pair(&cpu, &wall, 1.0),
            pair(&heard, &heard_wall, 1.0),
            some.iter().filter(|d| d.run.is_forced()).count(),
        );
    };
    for command in works().iter().map(Work::name) {
        line(&command, &all.iter().filter(|d| d.command == command).collect::<Vec<_>>());
    }
    line("all", &all.iter().collect::<Vec<_>>());
}

fn worst(all: &mut [Done], most: usize) {
    let mut list = |title: &str, by: &dyn Fn(&Done) -> f64, limit: f64| {
        all.sort_by(|a, b| by(b).total_cmp(&by(a)));
        println!("\n{title}");
        for d in all.iter().take(most).take_while(|d| by(d) > limit) {
            let heard = d.heard.map_or_else(String::new, |h| format!(", Ctrl-C {:.2} s ({:.2})", h.0, h.1));
            println!("  {}: {}: {}{heard}", d.name, d.command, d.run.say());
        }
    };
    list("the longest:", &|d| d.run.taken(TIMEOUT), TIMEOUT);
    list("the last to hear a Ctrl-C:", &|d| d.heard.map_or(0.0, |h| h.0), HEARD / 2.0);
    list("the most memory:", &|d| d.run.memory as f64, MEMORY as f64 / 2.0);
}

fn judge(all: &[Done], idle: bool) -> Result<(), Fail> {
    let mut wrong: Vec<String> = Vec::new();
    let taken = |d: &Done| if idle { d.run.taken(TIMEOUT).max(d.run.wall) } else { d.run.taken(TIMEOUT) };
    let seconds = sorted(all.iter().map(taken));
    if !seconds.is_empty() && quantile(&seconds, 0.99) > USUAL {
        wrong.push(format!("one in a hundred takes {:.2} s, more than {USUAL} s", quantile(&seconds, 0.99)));
    }
    for d in all {
        let mut say = |what: String| wrong.push(format!("{}: {}: {what}", d.name, d.command));
        if taken(d) > WORST {
            say(format!("{:.2} s, more than {WORST} s", taken(d)));
        }
        if d.run.memory > MEMORY {
            say(format!("{} MB, more than {}", d.run.memory >> 20, MEMORY >> 20));
        }
        let heard = d.heard.map_or(0.0, |h| if idle { h.1 } else { h.0 });
        if heard > HEARD + 0.01 {
            say(format!("a Ctrl-C is heard after {heard:.2} s, later than {HEARD} s"));
        }
        if !matches!(d.run.exit, Some(0..=3)) {
            say(format!("it ended with {}", d.run.exit_text()));
        }
        if d.run.exit == Some(3) && !d.run.is_told() {
            say("it ended at a limit and said nothing of it".to_owned());
        }
    }
    if wrong.is_empty() {
        println!("\nall within the bounds");
        return Ok(());
    }
    Err(Fail::Found(format!("\nbeyond the bounds:\n  {}", wrong.join("\n  "))))
}
