//! `written FILE.jsonl...`: writes each puzzle in a format and reads it back, and checks that it has the same solutions unless a
//! loss was reported. Prints the losses by cause.

use crate::corpus::{chosen, id_of, puzzle_of};
use crate::task::{Fail, ONLY, Task, VERBOSE, Words};
use cluewright::formats::{self, Format, NoteKind};
use cluewright::{Compiled, Limits, Verdict, solve};
use std::collections::BTreeMap;

pub(crate) const TASK: Task = Task {
    name: "written",
    takes: "FILE.jsonl...",
    about: "writes puzzles in a format and compares what is read back: answers, or what is told to be lost",
    options: &[
        ONLY,
        VERBOSE,
        ("--to", "FORMAT", "iss", "the format"),
        ("--nodes", "N", "20000", "search nodes for each of the two answers compared"),
        ("--names", "", "", "the puzzles of each outcome, too"),
    ],
    run,
};

fn run(words: &Words) -> Result<(), Fail> {
    let format = formats::by_id(words.text("--to").unwrap_or_default()).map_err(|e| Fail::Usage(e.to_string()))?;
    let nodes = words.number("--nodes")?;
    let mut outcomes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let records = chosen(words)?;
    for record in &records {
        let id = id_of(record);
        let outcome = match puzzle_of(record).map(|mut puzzle| {
            // Remove the original text, so that the puzzle is really written.
            puzzle.foreign = None;
            Compiled::new(puzzle)
        }) {
            None => "not read".to_owned(),
            Some(Err(_)) => "no puzzle".to_owned(),
            Some(Ok(compiled)) => one(format, &compiled, nodes),
        };
        if words.has("--verbose") {
            eprintln!("{id}: {outcome}");
        }
        outcomes.entry(outcome).or_default().push(id);
    }
    println!("{} puzzles to {}", records.len(), format.info().id);
    for (outcome, ids) in &outcomes {
        println!("{:>5}  {outcome}", ids.len());
        if words.has("--names") {
            for id in ids {
                println!("         {id}");
            }
        }
    }
    match outcomes.iter().find(|(outcome, _)| outcome.starts_with("WRONG")) {
        Some((outcome, ids)) => Err(Fail::Found(format!("{outcome}: {}", ids.join(", ")))),
        None => Ok(()),
    }
}

fn one(format: &dyn Format, compiled: &Compiled, nodes: u64) -> String {
    let written = match compiled.write(format, &Limits::none()) {
        Ok(written) => written,
        Err(error) => return format!("told: {}", cluewright::BadInput::from(error).message),
    };
    if written.changes_solutions {
        let lost: Vec<&str> =
            written.notes.iter().filter(|n| n.kind == NoteKind::Lost).map(|n| n.text.as_str()).take(1).collect();
        return format!("told: {}", lost.first().copied().unwrap_or("WRONG: nothing is told"));
    }
    let by_name = !written.notes.iter().any(|n| n.kind == NoteKind::Info);
    let how = if by_name { "by its names" } else { "with tables" };
    let again = match formats::read_as(format.info().id, &written.text)
        .map_err(|e| e.to_string())
        .and_then(|read| Compiled::new(read.puzzle).map_err(|e| e.to_string()))
    {
        Ok(again) => again,
        Err(error) => return format!("WRONG: not read back: {error}"),
    };
    let limits = Limits::nodes(nodes);
    let answer = |compiled: &Compiled| match solve(compiled, &limits).value {
        Verdict::None => "none".to_owned(),
        // Compare numbers, because the labels of digits may differ.
        Verdict::Unique(solution) => format!("{:?}", &compiled.numbers(&solution)[..compiled.puzzle().shape.len()]),
        Verdict::Multiple(..) => "several".to_owned(),
        Verdict::Unknown(_) => String::new(),
    };
    let (before, after) = (answer(compiled), answer(&again));
    match (before.as_str(), after.as_str()) {
        ("", _) | (_, "") => format!("whole, {how}; not compared within {nodes} nodes"),
        _ if before == after => format!("whole, {how}"),
        _ => format!("WRONG: other solutions, {how}"),
    }
}
