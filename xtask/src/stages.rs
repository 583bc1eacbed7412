//! `stages FILE.jsonl`: where the time from text to a model ready for search goes, puzzle by puzzle.
//!
//! Processor time of this thread, the least of several rounds.

use cluewright_rules::Ruleset;
use cluewright_search::Solver;
use serde_json::Value;

pub(crate) const USAGE: &str = "stages FILE.jsonl [--rounds N] [--only TEXT] [--worst N] [--model] [--verbose]   time from text to model, by stage";

const STAGES: [&str; 4] = ["read", "rules", "lower", "search"];

/// One puzzle: microseconds by stage.
struct Times {
    id: String,
    us: [f64; 4],
}

impl Times {
    fn total(&self) -> f64 {
        self.us.iter().sum()
    }
}

/// Microseconds of processor time this thread has used.
pub(crate) fn cpu_us() -> f64 {
    #[cfg(unix)]
    {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        now.tv_sec as f64 * 1e6 + now.tv_nsec as f64 / 1e3
    }
    #[cfg(not(unix))]
    {
        use std::sync::OnceLock;
        use std::time::Instant;
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e6
    }
}

fn one(text: &str, model_text: bool) -> Result<[f64; 4], String> {
    let mut at = [cpu_us(); 5];
    let read = cluewright_formats::read(text).map_err(|e| e.to_string())?;
    at[1] = cpu_us();
    let rules = Ruleset::for_puzzle(&read.puzzle, &[]).map_err(|e| e.to_string())?;
    at[2] = cpu_us();
    let lowered = cluewright_rules::lower(&rules, &read.puzzle).map_err(|e| e.to_string())?;
    at[3] = cpu_us();
    let solver = Solver::new(&lowered.model);
    at[4] = cpu_us();
    drop(solver);
    if model_text {
        println!("  work {} in {:.0} us", lowered.work, at[3] - at[2]);
        for line in &lowered.report {
            println!("  {}:{} {:?}", line.rule, line.line, line.became);
        }
    }
    Ok(std::array::from_fn(|i| at[i + 1] - at[i]))
}

pub(crate) fn run(args: &[&str]) -> Result<(), String> {
    let (mut file, mut rounds, mut only, mut worst, mut model, mut verbose) = (None, 5, "", 12, false, false);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let mut value = || rest.next().copied().ok_or_else(|| format!("{arg} without a value\n{USAGE}"));
        match *arg {
            "--rounds" => rounds = value()?.parse().map_err(|e| format!("--rounds: {e}"))?,
            "--only" => only = value()?,
            "--worst" => worst = value()?.parse().map_err(|e| format!("--worst: {e}"))?,
            "--model" => model = true,
            "--verbose" => verbose = true,
            name if file.is_none() && !name.starts_with("--") => file = Some(name),
            other => return Err(format!("{other} is not expected\n{USAGE}")),
        }
    }
    let file = file.ok_or(USAGE)?;
    let text = match std::fs::read_to_string(file) {
        Err(e) if file.contains("shared") && e.kind() == std::io::ErrorKind::NotFound => {
            println!("skipped: no {file}");
            return Ok(());
        }
        text => text.map_err(|e| format!("{file}: {e}"))?,
    };
    let mut all: Vec<Times> = Vec::new();
    let mut failed = 0;
    for (number, line) in text.lines().enumerate() {
        let record: Value = serde_json::from_str(line).map_err(|e| format!("{file}, line {}: {e}", number + 1))?;
        let id = record["name"].as_str().or_else(|| record["id"].as_str()).unwrap_or("?").to_owned();
        let text = record["iss"].as_str().or_else(|| record["raw"].as_str()).unwrap_or("");
        if !id.contains(only) {
            continue;
        }
        if verbose {
            eprintln!("{id}");
        }
        let mut least = [f64::MAX; 4];
        for round in 0..rounds {
            match one(text, model && round == 0) {
                Ok(us) => {
                    least.iter_mut().zip(us).for_each(|(l, t)| *l = l.min(t));
                    // Long ones differ little from round to round.
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
        let at = |q: f64| us.get(((us.len().max(1) - 1) as f64 * q).round() as usize).map_or(0.0, |t| t / 1e3);
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
