//! `stages FILE.jsonl...`: measures the stages from text to answer, puzzle by puzzle. Each time is the minimum of several rounds,
//! measured as the processor time of this thread.

use crate::clock;
use crate::corpus::{chosen, id_of, quantile, text_of};
use crate::task::{Fail, ONLY, Task, VERBOSE, Words};
use cluewright_rules::Ruleset;
use cluewright_search::{Limits, Solver};

pub(crate) const TASK: Task = Task {
    name: "stages",
    takes: "FILE.jsonl...",
    about: "time from text to answer, by stage",
    options: &[
        ONLY,
        ("--rounds", "N", "5", "the least of N rounds counts"),
        ("--nodes", "N", "1", "the last stage searches so far"),
        ("--worst", "N", "12", "how many of the slowest are listed"),
        ("--model", "", "", "what each rule became in the model"),
        VERBOSE,
    ],
    run,
};

const STAGES: [&str; 5] = ["read", "rules", "lower", "compile", "search"];

/// The times of one puzzle, in microseconds by stage.
struct Times {
    id: String,
    us: [f64; 5],
}

impl Times {
    fn total(&self) -> f64 {
        self.us.iter().sum()
    }
}

/// The processor time of this thread, in microseconds.
fn now() -> f64 {
    clock::thread() * 1e6
}

fn one(text: &str, nodes: u64, model_text: bool) -> Result<[f64; 5], String> {
    let mut at = [now(); 6];
    let read = cluewright_formats::read(text).map_err(|e| e.to_string())?;
    at[1] = now();
    let rules = Ruleset::for_puzzle(&read.puzzle, &[]).map_err(|e| e.to_string())?;
    at[2] = now();
    let lowered = cluewright_rules::lower(&rules, &read.puzzle).map_err(|e| e.to_string())?;
    at[3] = now();
    let mut solver = Solver::new(&lowered.model);
    at[4] = now();
    std::hint::black_box(solver.verdict(&lowered.model.board(), &Limits::nodes(nodes)));
    at[5] = now();
    if model_text {
        println!("  work {} in {:.0} us", lowered.work, at[3] - at[2]);
        for line in &lowered.report {
            println!("  {}:{} {:?}", line.rule, line.line, line.became);
        }
    }
    Ok(std::array::from_fn(|i| at[i + 1] - at[i]))
}

fn run(words: &Words) -> Result<(), Fail> {
    clock::note_profile();
    let (rounds, worst): (u32, usize) = (words.number("--rounds")?, words.number("--worst")?);
    let nodes: u64 = words.number("--nodes")?;
    let mut all: Vec<Times> = Vec::new();
    let mut failed = 0;
    for record in chosen(words)? {
        let (id, text) = (id_of(&record), text_of(&record));
        if words.has("--verbose") {
            eprintln!("{id}");
        }
        let mut least = [f64::MAX; 5];
        for round in 0..rounds {
            match one(text, nodes, words.has("--model") && round == 0) {
                Ok(us) => {
                    least.iter_mut().zip(us).for_each(|(l, t)| *l = l.min(t));
                    // Long times vary little, so one round is enough.
                    if us.iter().sum::<f64>() > 3e5 {
                        eprintln!("{:.0} ms  {id}", us.iter().sum::<f64>() / 1e3);
                        break;
                    }
                }
                Err(e) => {
                    failed += 1;
                    println!("{id}: {e}");
                    break;
                }
            }
        }
        if least[0] < f64::MAX {
            all.push(Times { id, us: least });
        }
    }
    println!("{} puzzles, {failed} not built; milliseconds, least of {rounds}", all.len());
    println!("{:<8} {:>9} {:>9} {:>9} {:>9}", "stage", "median", "p90", "p99", "worst");
    let line = |name: &str, mut us: Vec<f64>| {
        us.sort_by(f64::total_cmp);
        let at = |share| quantile(&us, share) / 1e3;
        println!("{name:<8} {:>9.3} {:>9.3} {:>9.3} {:>9.3}", at(0.5), at(0.9), at(0.99), at(1.0));
    };
    for (i, name) in STAGES.iter().enumerate() {
        line(name, all.iter().map(|t| t.us[i]).collect());
    }
    line("all", all.iter().map(Times::total).collect());
    all.sort_by(|a, b| b.total().total_cmp(&a.total()));
    for t in all.iter().take(worst) {
        let us = t.us.map(|u| format!("{:.2}", u / 1e3));
        println!("{:>9.2} ms  ({})  {}", t.total() / 1e3, us.join(" + "), t.id);
    }
    Ok(())
}
