//! `corpus FILE.jsonl`: reads every puzzle of a corpus, solves it, and compares with what the corpus says.
//!
//! A line is a JSON object with the puzzle in `iss` or `raw`, and what is known of it in `status` or
//! `functional_verdict` and in `solution`. Printed: what was right, wrong, unfinished or not importable, by rule; how
//! long it took from the text to the answer, in processor time; the worst; what does not come back when it is written.

mod one;
mod table;
mod worker;

pub(crate) use one::{Run, id_of};
pub(crate) use table::quantile;
pub(crate) use worker::Worker;

use serde_json::Value;

pub(crate) const USAGE: &str =
    "corpus FILE.jsonl [--json] [--limit-s S] [--only TEXT] [--verbose] [--became]   solve a corpus and compare";

pub(crate) fn run(args: &[&str]) -> Result<(), String> {
    let (mut file, mut as_json, mut limit, mut only, mut verbose) = (None, false, 10.0, "", false);
    let (mut serve, mut became) = (false, false);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("{arg} without a value\n{USAGE}"));
        match *arg {
            "--json" => as_json = true,
            "--verbose" => verbose = true,
            "--worker" => serve = true,
            "--became" => became = true,
            "--limit-s" => limit = value()?.parse().map_err(|e| format!("--limit-s: {e}"))?,
            "--only" => only = value()?,
            name if file.is_none() && !name.starts_with("--") => file = Some(name),
            other => return Err(format!("{other} is not expected\n{USAGE}")),
        }
    }
    let file = file.ok_or(USAGE)?;
    let Some(records) = records(file)? else { return Ok(()) };
    if serve {
        return worker::serve(&records, limit);
    }
    if became {
        let wanted = |r: &&Value| id_of(r).contains(only);
        records.iter().filter(wanted).for_each(one::print_became);
        return Ok(());
    }
    let mut worker = Worker::new(None, file, limit)?;
    let mut runs = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let id = id_of(record);
        if !id.contains(only) {
            continue;
        }
        let run = worker.ask(number, &id)?;
        if verbose {
            eprintln!("{:>4} {:<15} {:>9.1} ms  {id}  {}", number + 1, run.outcome.name(), run.total, run.why);
        }
        if as_json {
            println!("{}", run.to_json());
        }
        runs.push(run);
    }
    if !as_json {
        table::print(&runs, limit);
    }
    Ok(())
}

/// The lines of a corpus; none, and a word about it, where other people's puzzles are not at hand.
pub(crate) fn records(file: &str) -> Result<Option<Vec<Value>>, String> {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) if file.contains("shared") && e.kind() == std::io::ErrorKind::NotFound => {
            println!("skipped: no {file}");
            return Ok(None);
        }
        Err(e) => return Err(format!("{file}: {e}")),
    };
    let line = |(i, line)| serde_json::from_str(line).map_err(|e| format!("{file}, line {}: {e}", i + 1));
    text.lines().enumerate().map(line).collect::<Result<_, _>>().map(Some)
}
