//! `engines FILE.jsonl...`: the engine of every day and the simple one on every puzzle of a corpus: they have to come to
//! the same verdict, and to the same solution where there is one, wherever the simple one gets that far.

use crate::clock;
use crate::corpus::{id_of, records};
use cluewright_core::Model;
use cluewright_rules::Ruleset;
use cluewright_search::{Answer, Limits, Solver, Verdict};
use serde_json::Value;

pub(crate) const USAGE: &str = "engines FILE.jsonl... [--only TEXT] [--nodes N] [--limit-s S]   both engines agree, \
    as far as the simple one gets within these limits";

pub(crate) fn run(args: &[&str]) -> Result<(), String> {
    let (mut files, mut only, mut nodes, mut limit) = (Vec::new(), "", 20_000, 1.0);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let mut value = || rest.next().copied().ok_or_else(|| format!("{arg} without a value\n{USAGE}"));
        match *arg {
            "--only" => only = value()?,
            "--nodes" => nodes = value()?.parse().map_err(|e| format!("--nodes: {e}"))?,
            "--limit-s" => limit = value()?.parse().map_err(|e| format!("--limit-s: {e}"))?,
            file if !file.starts_with("--") => files.push(file),
            other => return Err(format!("{other} is not expected\n{USAGE}")),
        }
    }
    if files.is_empty() {
        return Err(USAGE.to_owned());
    }
    let (mut same, mut partly, mut open, mut unread, mut differ) = (0, 0, 0, 0, Vec::new());
    for file in files {
        let Some(records) = records(file)? else { continue };
        for record in records.iter().filter(|r| id_of(r).contains(only)) {
            let Some(model) = model_of(record) else {
                unread += 1;
                continue;
            };
            let ask = |mut solver: Solver<'_>| {
                let start = clock::thread();
                let stop = || clock::thread() - start > limit;
                solver.verdict(&model.board(), &Limits { nodes, stop: Some(&stop), ..Limits::none() })
            };
            let (fast, slow) = (ask(Solver::new(&model)), ask(Solver::simple(&model)));
            match agree(&model, &fast, &slow) {
                None => differ.push(format!("{}: {:?} and {:?}", id_of(record), word(&fast.value), word(&slow.value))),
                Some(true) if fast.complete() && slow.complete() => same += 1,
                Some(true) => partly += 1,
                Some(false) => open += 1,
            }
        }
    }
    println!(
        "{same} with the same verdict of both; {partly} where a solution one engine found stands against nothing the \
         other knows; {open} undecided by one of them at {nodes} nodes or {limit} s; {unread} not read"
    );
    if differ.is_empty() { Ok(()) } else { Err(format!("they differ:\n{}", differ.join("\n"))) }
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::None => "none",
        Verdict::Unique(_) => "unique",
        Verdict::Multiple(..) => "multiple",
        Verdict::Unknown(_) => "unknown",
    }
}

/// Do two answers agree? Yes; yes, for one of them says nothing; no.
fn agree(model: &Model, fast: &Answer<Verdict>, slow: &Answer<Verdict>) -> Option<bool> {
    let solutions = |v: &Verdict| match v {
        Verdict::None | Verdict::Unknown(None) => Vec::new(),
        Verdict::Unique(s) | Verdict::Unknown(Some(s)) => vec![s.clone()],
        Verdict::Multiple(a, b) => vec![a.clone(), b.clone()],
    };
    let (a, b) = (solutions(&fast.value), solutions(&slow.value));
    if !a.iter().chain(&b).all(|s| model.holds(s)) {
        return None;
    }
    let same = |x: &[cluewright_core::Value], y: &[cluewright_core::Value]| {
        model.answer_cells().all(|c| x[c.index()] == y[c.index()])
    };
    match (&fast.value, &slow.value) {
        (Verdict::Unknown(_), Verdict::Unknown(_)) => Some(false),
        // What one says of all solutions holds for those the other found.
        (Verdict::Unknown(_), known) | (known, Verdict::Unknown(_)) => {
            let other = if fast.complete() { &b } else { &a };
            match known {
                Verdict::None => other.is_empty().then_some(false),
                Verdict::Unique(s) => other.iter().all(|o| same(o, s)).then_some(!other.is_empty()),
                _ => Some(!other.is_empty()),
            }
        }
        (Verdict::Unique(x), Verdict::Unique(y)) => same(x, y).then_some(true),
        (x, y) => (word(x) == word(y)).then_some(true),
    }
}

fn model_of(record: &Value) -> Option<Model> {
    let text = record["iss"].as_str().or_else(|| record["raw"].as_str())?;
    let puzzle = cluewright_formats::read(text).ok()?.puzzle;
    let rules = Ruleset::for_puzzle(&puzzle, &[]).ok()?;
    Some(cluewright_rules::lower(&rules, &puzzle).ok()?.model)
}
