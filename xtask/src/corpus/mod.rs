//! `corpus FILE.jsonl`: reads every puzzle of a corpus, solves it, and compares the results with the record.
//!
//! A line is a JSON object with the puzzle in `iss` or `raw`, the known verdict in `status` or `functional_verdict`, and the
//! known solution in `solution`. The output lists the puzzles that were right, wrong, unfinished or not importable, by rule; the
//! processor time from text to answer; the slowest puzzles; and the puzzles that differ after writing and rereading.

mod one;
mod record;
mod table;
mod worker;

pub(crate) use one::Run;
pub(crate) use record::{chosen, id_of, is_held_back, is_in_sample, model_of, puzzle_of, records, text_of};
pub(crate) use table::{geometric_mean, quantile};
pub(crate) use worker::Worker;

use crate::task::{ANEW, Fail, ONLY, Task, VERBOSE, Words};

pub(crate) const TASK: Task = Task {
    name: "corpus",
    takes: "FILE.jsonl",
    about: "solve a corpus and compare",
    options: &[
        ONLY,
        ("--limit-s", "S", "10", "seconds of processor time a puzzle"),
        ("--json", "", "", "a JSON object a puzzle instead of tables"),
        ANEW,
        VERBOSE,
        ("--became", "", "", "what each rule became in the model, instead of solving"),
        ("--worker", "", "", "answer the line numbers that come in, as this task has processes of its own do"),
    ],
    run,
};

fn run(words: &Words) -> Result<(), Fail> {
    let (file, limit) = (words.names[0], words.number("--limit-s")?);
    let Some(records) = records(file)? else { return Ok(()) };
    if words.has("--worker") {
        return Ok(worker::serve(&records, limit, words.has(ANEW.0))?);
    }
    if words.has("--became") {
        records.iter().filter(|r| words.wants(&id_of(r))).for_each(one::print_became);
        return Ok(());
    }
    let mut worker = Worker::new(None, file, limit, words.has(ANEW.0))?;
    let mut runs = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let id = id_of(record);
        if !words.wants(&id) {
            continue;
        }
        let run = worker.ask(number, &id)?;
        if words.has("--verbose") {
            eprintln!("{:>4} {:<15} {:>9.1} ms  {id}  {}", number + 1, run.outcome.name(), run.total, run.why);
        }
        if words.has("--json") {
            println!("{}", run.to_json());
        }
        runs.push(run);
    }
    if !words.has("--json") {
        table::print(&runs, limit);
    }
    Ok(())
}
