//! `corpus FILE.jsonl`: reads every puzzle of a corpus, solves it, and compares with what the corpus says.
//!
//! A line is a JSON object with the puzzle in `iss` or `raw`, and what is known of it in `status` or
//! `functional_verdict` and in `solution`. Printed: what was right, wrong, unfinished or not importable, by rule; how
//! long it took from the text to the answer; the worst.

use cluewright_core::{BadInput, ClueTree, Model, Puzzle};
use cluewright_formats::NoteKind;
use cluewright_rules::Ruleset;
use cluewright_search::{Limits, Solver, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

pub(crate) const USAGE: &str =
    "corpus FILE.jsonl [--json] [--limit-s S] [--only TEXT] [--verbose]   solve a corpus and compare";

/// How one puzzle came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outcome {
    Right,
    Wrong,
    Unfinished,
    NotImportable,
}

impl Outcome {
    const ALL: [Self; 4] = [Self::Right, Self::Wrong, Self::Unfinished, Self::NotImportable];

    fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Unfinished => "unfinished",
            Self::NotImportable => "not importable",
        }
    }
}

struct Run {
    id: String,
    outcome: Outcome,
    /// What there is to say: the error, the difference.
    why: String,
    rules: Vec<String>,
    status: &'static str,
    read: Duration,
    build: Duration,
    total: Duration,
    nodes: u64,
    /// The rule the recorded solution breaks, if it does.
    broken: Option<String>,
}

pub(crate) fn run(args: &[&str]) -> Result<(), String> {
    let (mut file, mut as_json, mut limit, mut only, mut verbose) = (None, false, 10.0, String::new(), false);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("{arg} without a value\n{USAGE}"));
        match *arg {
            "--json" => as_json = true,
            "--verbose" => verbose = true,
            "--limit-s" => limit = value()?.parse().map_err(|e| format!("--limit-s: {e}"))?,
            "--only" => (*value()?).clone_into(&mut only),
            name if file.is_none() && !name.starts_with("--") => file = Some(name),
            other => return Err(format!("{other} is not expected\n{USAGE}")),
        }
    }
    let file = file.ok_or(USAGE)?;
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) if file.contains("shared") && e.kind() == std::io::ErrorKind::NotFound => {
            println!("skipped: no {file}");
            return Ok(());
        }
        Err(e) => return Err(format!("{file}: {e}")),
    };
    let limit = Duration::from_secs_f64(limit);
    let mut runs = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let record: Value = serde_json::from_str(line).map_err(|e| format!("{file}, line {}: {e}", number + 1))?;
        let id = record["name"].as_str().or_else(|| record["id"].as_str()).unwrap_or("?").to_owned();
        if !only.is_empty() && !id.contains(&only) {
            continue;
        }
        let run = one(id, &record, limit);
        if verbose {
            eprintln!(
                "{:>4} {:<15} {:>9.1} ms  {}  {}",
                number + 1,
                run.outcome.name(),
                run.total.as_secs_f64() * 1e3,
                run.id,
                run.why
            );
        }
        runs.push(run);
    }
    if as_json {
        print_json(&runs);
    } else {
        print_table(&runs, limit);
    }
    Ok(())
}

fn one(id: String, record: &Value, limit: Duration) -> Run {
    let text = record["iss"].as_str().or_else(|| record["raw"].as_str()).unwrap_or("");
    let start = Instant::now();
    let mut run = Run {
        id,
        outcome: Outcome::NotImportable,
        why: String::new(),
        rules: Vec::new(),
        status: "unread",
        read: Duration::ZERO,
        build: Duration::ZERO,
        total: Duration::ZERO,
        nodes: 0,
        broken: None,
    };
    let read = match cluewright_formats::read(text) {
        Ok(read) => read,
        Err(e) => {
            run.why = e.to_string();
            return run;
        }
    };
    run.read = start.elapsed();
    run.rules = rules_of(&read.puzzle);
    if let Some(note) = read.notes.iter().find(|n| n.kind == NoteKind::Unknown) {
        run.why.clone_from(&note.text);
        return run;
    }
    let (rules, model) = match model_of(&read.puzzle) {
        Ok(pair) => pair,
        Err(e) => {
            run.why = e.to_string();
            return run;
        }
    };
    run.build = start.elapsed().saturating_sub(run.read);
    let stop = || start.elapsed() > limit;
    let limits = Limits { stop: Some(&stop), ..Limits::none() };
    let answer = Solver::new(&model).verdict(&model.board(), &limits);
    run.total = start.elapsed();
    run.nodes = answer.stats.nodes;
    let cells = read.puzzle.shape.len();
    let digits = |values: &[cluewright_core::Value]| -> Vec<i32> {
        values
            .iter()
            .take(read.puzzle.cell_count())
            .enumerate()
            .map(|(i, v)| model.cells()[i].first + i32::from(v.0))
            .collect()
    };
    let expected = record["status"].as_str().or_else(|| record["functional_verdict"].as_str()).unwrap_or("unknown");
    let recorded = record["solution"].as_str().and_then(|s| recorded_solution(s, cells, &read.puzzle));
    let (status, found) = match &answer.value {
        Verdict::None => ("none", None),
        Verdict::Unique(s) => ("unique", Some(digits(s))),
        Verdict::Multiple(s, _) => ("multiple", Some(digits(s))),
        Verdict::Unknown(_) => ("unknown", None),
    };
    run.status = status;
    if let Some(solution) = &recorded {
        run.broken = broken_rule(&read.puzzle, &rules, solution);
    }
    // A solution we give has to hold for the checker, which knows nothing of the model.
    if let Some(rule) = found.as_ref().and_then(|s| broken_rule(&read.puzzle, &rules, s)) {
        run.outcome = Outcome::Wrong;
        run.why = format!("our solution breaks {rule}");
        return run;
    }
    let known = matches!(expected, "unique" | "multiple" | "none");
    run.outcome = match (status, expected) {
        ("unknown", _) => Outcome::Unfinished,
        (ours, theirs) if known && ours != theirs => {
            run.why = format!("{ours}, recorded {theirs}");
            Outcome::Wrong
        }
        ("unique", _)
            if run.broken.is_none()
                && recorded.as_ref().is_some_and(|r| found.as_ref().is_none_or(|f| f[..cells] != r[..])) =>
        {
            "another solution than the recorded one".clone_into(&mut run.why);
            Outcome::Wrong
        }
        _ => Outcome::Right,
    };
    if run.outcome == Outcome::Unfinished {
        run.why = format!("{} nodes, {:.0} ms to build", run.nodes, run.build.as_secs_f64() * 1e3);
    }
    run
}

/// A grid as corpora write it: a digit a cell, `.` unknown, above 9 numbers between commas.
fn recorded_solution(text: &str, cells: usize, puzzle: &Puzzle) -> Option<Vec<i32>> {
    let digits: Vec<i32> = if text.contains(',') {
        text.split(',').map(|w| w.trim().parse().ok()).collect::<Option<_>>()?
    } else {
        let letters = puzzle.digits.last() > 9
            && text.chars().any(|c| c.is_ascii_uppercase())
            && !text.chars().any(|c| ('1'..='9').contains(&c));
        let digit = |c: char| match c {
            '0'..='9' => Some(c as i32 - '0' as i32),
            'A'..='Z' if letters => Some(c as i32 - 'A' as i32 + 1),
            'A'..='Z' => Some(c as i32 - 'A' as i32 + 10),
            _ => None,
        };
        text.chars().map(digit).collect::<Option<_>>()?
    };
    (digits.len() == cells).then_some(digits)
}

/// Every rule a puzzle uses, each once, in alphabetical order.
fn rules_of(puzzle: &Puzzle) -> Vec<String> {
    fn walk(tree: &ClueTree, own: &[String], out: &mut Vec<String>) {
        match tree {
            ClueTree::One(clue) if own.contains(&clue.rule) => out.push("(own rule)".to_owned()),
            ClueTree::One(clue) => out.push(clue.rule.clone()),
            ClueTree::All(parts) => {
                for part in parts {
                    walk(part, own, out);
                }
            }
            ClueTree::Any(parts) => {
                out.push("(any of)".to_owned());
                for part in parts {
                    walk(part, own, out);
                }
            }
            ClueTree::Not(part) => walk(part, own, out),
        }
    }
    let own: Vec<String> =
        puzzle.definitions.iter().filter_map(|d| d.text.split_whitespace().nth(1).map(str::to_owned)).collect();
    let mut out: Vec<String> = puzzle.rules.iter().map(|r| r.rule.clone()).collect();
    for tree in &puzzle.clues {
        walk(tree, &own, &mut out);
    }
    out.sort();
    out.dedup();
    out
}

fn quantile(sorted: &[f64], q: f64) -> f64 {
    if sorted.is_empty() { 0.0 } else { sorted[((sorted.len() - 1) as f64 * q).round() as usize] }
}

fn times(runs: &[Run]) -> Vec<f64> {
    let mut ms: Vec<f64> = runs.iter().filter(|r| r.status != "unread").map(|r| r.total.as_secs_f64() * 1e3).collect();
    ms.sort_by(f64::total_cmp);
    ms
}

fn by_rule(runs: &[Run]) -> BTreeMap<&str, [usize; 4]> {
    let mut table: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    for run in runs {
        for rule in &run.rules {
            table.entry(rule).or_default()[run.outcome as usize] += 1;
        }
    }
    table
}

fn print_table(runs: &[Run], limit: Duration) {
    println!("{:<28} {:>6} {:>6} {:>11} {:>15}", "rule", "right", "wrong", "unfinished", "not importable");
    for (rule, counts) in by_rule(runs) {
        println!("{rule:<28} {:>6} {:>6} {:>11} {:>15}", counts[0], counts[1], counts[2], counts[3]);
    }
    let count = |outcome| runs.iter().filter(|r| r.outcome == outcome).count();
    println!("\n{} puzzles, limit {} s", runs.len(), limit.as_secs_f64());
    for outcome in Outcome::ALL {
        println!("{:>6} {}", count(outcome), outcome.name());
    }
    let ms = times(runs);
    println!(
        "from text to answer: median {:.2} ms, p90 {:.1} ms, p99 {:.0} ms, worst {:.0} ms",
        quantile(&ms, 0.5),
        quantile(&ms, 0.9),
        quantile(&ms, 0.99),
        quantile(&ms, 1.0)
    );
    let mut build: Vec<f64> =
        runs.iter().filter(|r| r.status != "unread").map(|r| r.build.as_secs_f64() * 1e3).collect();
    build.sort_by(f64::total_cmp);
    println!(
        "building the model: median {:.2} ms, p90 {:.1} ms, worst {:.0} ms",
        quantile(&build, 0.5),
        quantile(&build, 0.9),
        quantile(&build, 1.0)
    );
    for outcome in [Outcome::Wrong, Outcome::NotImportable, Outcome::Unfinished] {
        for run in runs.iter().filter(|r| r.outcome == outcome) {
            println!("{}: {}: {}  [{}]", outcome.name(), run.id, run.why, run.rules.join(" "));
        }
    }
    for run in runs.iter().filter(|r| r.broken.is_some()) {
        println!("the recorded solution of {} breaks {}", run.id, run.broken.as_deref().unwrap_or_default());
    }
    let mut slow: Vec<&Run> = runs.iter().filter(|r| r.outcome == Outcome::Right).collect();
    slow.sort_by_key(|r| std::cmp::Reverse(r.total));
    println!("slowest that finished:");
    for run in slow.iter().take(10) {
        println!(
            "{:>9.0} ms ({:.0} to build) {:>9} nodes  {}",
            run.total.as_secs_f64() * 1e3,
            run.build.as_secs_f64() * 1e3,
            run.nodes,
            run.id
        );
    }
}

fn print_json(runs: &[Run]) {
    for run in runs {
        let ms = |d: Duration| (d.as_secs_f64() * 1e6).round() / 1e3;
        println!(
            "{}",
            json!({
                "id": run.id, "outcome": run.outcome.name(), "status": run.status, "why": run.why, "rules": run.rules,
                "read_ms": ms(run.read), "build_ms": ms(run.build), "ms": ms(run.total), "nodes": run.nodes,
                "recorded_breaks": run.broken,
            })
        );
    }
}

fn model_of(puzzle: &Puzzle) -> Result<(Ruleset, Model), BadInput> {
    let rules = Ruleset::for_puzzle(puzzle, &[])?;
    let model = cluewright_rules::lower(&rules, puzzle)?.model;
    Ok((rules, model))
}

/// The first rule a full grid breaks, by evaluating the rules' texts. Without numbers for the puzzle's extra cells nothing
/// is judged.
fn broken_rule(puzzle: &Puzzle, rules: &Ruleset, solution: &[i32]) -> Option<String> {
    if solution.len() < puzzle.cell_count() {
        return None;
    }
    if let Some(given) = puzzle.givens.iter().find(|g| !g.digits.contains(&solution[g.cell.index()])) {
        return Some(format!("the given at {}", puzzle.cell_name(given.cell)));
    }
    cluewright_rules::check(rules, puzzle, solution).ok()?.first().map(|b| format!("{}: {}", b.rule, b.sentence))
}
