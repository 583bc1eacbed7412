//! `polls FILE.jsonl...`: measures the time between two polls of the stop signal in lowering and search, puzzle by puzzle: this is
//! the delay of a Ctrl-C. Times are the processor time of this thread.

use crate::clock;
use crate::corpus::{chosen, id_of, puzzle_of, quantile};
use crate::task::{Fail, ONLY, Task, Words};
use cluewright_rules::Ruleset;
use cluewright_search::{Limits, Solver};
use serde_json::Value;
use std::sync::Mutex;

pub(crate) const TASK: Task = Task {
    name: "polls",
    takes: "FILE.jsonl...",
    about: "the longest time between two polls of the stop signal",
    options: &[
        ONLY,
        ("--nodes", "N", "5000", "search nodes a puzzle"),
        ("--limit-s", "S", "3", "seconds of search a puzzle"),
        ("--worst", "N", "15", "how many of the worst are listed"),
    ],
    run,
};

/// Times in milliseconds: the longest wait during lowering, the time to build a solver, and the longest wait during search.
struct Waits {
    id: String,
    lower: f64,
    solver: f64,
    search: f64,
}

impl Waits {
    fn worst(&self) -> f64 {
        self.lower.max(self.solver).max(self.search)
    }
}

fn run(words: &Words) -> Result<(), Fail> {
    let (nodes, limit, worst) = (words.number("--nodes")?, words.number("--limit-s")?, words.number("--worst")?);
    let mut all: Vec<Waits> = chosen(words)?.iter().filter_map(|r| one(r, nodes, limit)).collect();
    println!("{} puzzles, at most {nodes} nodes or {limit} s each; milliseconds of processor time", all.len());
    for (name, part) in
        [("lowering", (|w| w.lower) as fn(&Waits) -> f64), ("solver", |w| w.solver), ("between polls", |w| w.search)]
    {
        let mut ms: Vec<f64> = all.iter().map(part).collect();
        ms.sort_by(f64::total_cmp);
        let late = ms.iter().filter(|t| **t > 10.0).count();
        let at = |share| quantile(&ms, share);
        println!("{name:<14} median {:.3}, p99 {:.2}, worst {:.2}; {late} above 10", at(0.5), at(0.99), at(1.0));
    }
    all.sort_by(|a, b| b.worst().total_cmp(&a.worst()));
    for w in all.iter().take(worst) {
        println!("lowering {:>8.2}  solver {:>8.2}  between polls {:>8.2}  {}", w.lower, w.solver, w.search, w.id);
    }
    Ok(())
}

fn one(record: &Value, nodes: u64, limit: f64) -> Option<Waits> {
    let puzzle = puzzle_of(record)?;
    let rules = Ruleset::for_puzzle(&puzzle, &[]).ok()?;
    let polls = Polls::start();
    let lowered = cluewright_rules::lower_until(&rules, &puzzle, &|| polls.poll() > 20.0);
    polls.poll();
    let lower = polls.longest();
    let Ok(lowered) = lowered else {
        println!("not built: {}", id_of(record));
        return None;
    };
    let model = lowered.model;
    let start = clock::thread();
    let mut solver = Solver::new(&model);
    let made = (clock::thread() - start) * 1e3;
    let polls = Polls::start();
    let stop = || polls.poll() > limit;
    solver.verdict(&model.board(), &Limits { nodes, stop: Some(&stop), ..Limits::none() });
    polls.poll();
    Some(Waits { id: id_of(record), lower, solver: made, search: polls.longest() })
}

/// The polls of a stop signal: the times of the first and the last poll, and the longest wait between two polls, in seconds.
struct Polls(Mutex<(f64, f64, f64)>);

impl Polls {
    fn start() -> Self {
        let now = clock::thread();
        Self(Mutex::new((now, now, 0.0)))
    }

    /// The processor time in seconds since the start.
    fn poll(&self) -> f64 {
        let now = clock::thread();
        let mut polls = self.0.lock().expect("one thread");
        polls.2 = polls.2.max(now - polls.1);
        polls.1 = now;
        now - polls.0
    }

    /// The longest wait, in milliseconds.
    fn longest(self) -> f64 {
        self.0.into_inner().expect("one thread").2 * 1e3
    }
}
