//! `ablation FILE.jsonl...`: what each mechanism of the engine for any model buys: hard puzzles with all of them, and
//! with one after the other switched off. Nodes are the same on every machine; times are processor time, as ratios.

use crate::clock;
use crate::corpus::{id_of, quantile, records};
use cluewright_core::Model;
use cluewright_rules::Ruleset;
use cluewright_search::{Limits, Mechanism, Solver, Switches, Verdict};
use serde_json::Value;

pub(crate) const USAGE: &str = "ablation FILE.jsonl... [--only TEXT] [--nodes N] [--limit-s S] [--least N] [--most N] \
    [--without NAME]   what each mechanism of the search buys, on puzzles of N to M nodes";

/// One search.
#[derive(Clone)]
struct Run {
    nodes: u64,
    ms: f64,
    /// The verdict in a word; none when a limit was met.
    status: Option<&'static str>,
}

/// Everything on, and each mechanism off, in the order of the list.
struct Row {
    id: String,
    all: Run,
    without: Vec<Run>,
}

struct Bounds {
    nodes: u64,
    seconds: f64,
}

fn search(model: &Model, switches: Switches, bounds: &Bounds) -> Run {
    let start = clock::thread();
    let stop = || clock::thread() - start > bounds.seconds;
    let limits = Limits { nodes: bounds.nodes, stop: Some(&stop), ..Limits::none() };
    let answer = Solver::with(model, switches).verdict(&model.board(), &limits);
    let status = match answer.value {
        Verdict::None => Some("none"),
        Verdict::Unique(_) => Some("unique"),
        Verdict::Multiple(..) => Some("multiple"),
        Verdict::Unknown(_) => None,
    };
    Run { nodes: answer.stats.nodes, ms: (clock::thread() - start) * 1e3, status }
}

pub(crate) fn run(args: &[&str]) -> Result<(), String> {
    let mut bounds = Bounds { nodes: 50_000, seconds: 20.0 };
    let (mut files, mut only, mut least, mut most, mut named) = (Vec::new(), "", 100, 20_000, "");
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let mut value = || rest.next().copied().ok_or_else(|| format!("{arg} without a value\n{USAGE}"));
        let number = |text: &str| text.parse::<u64>().map_err(|e| format!("{arg}: {e}"));
        match *arg {
            "--only" => only = value()?,
            "--without" => named = value()?,
            "--nodes" => bounds.nodes = number(value()?)?,
            "--least" => least = number(value()?)?,
            "--most" => most = number(value()?)?,
            "--limit-s" => bounds.seconds = value()?.parse().map_err(|e| format!("--limit-s: {e}"))?,
            file if !file.starts_with("--") => files.push(file),
            other => return Err(format!("{other} is not expected\n{USAGE}")),
        }
    }
    let mechanisms: Vec<Mechanism> = Mechanism::ALL.into_iter().filter(|m| m.name().contains(named)).collect();
    if files.is_empty() || mechanisms.is_empty() {
        return Err(USAGE.to_owned());
    }
    let mut rows = Vec::new();
    for file in files {
        let Some(records) = records(file)? else { continue };
        for record in records.iter().filter(|r| id_of(r).contains(only)) {
            let Some(model) = model_of(record) else { continue };
            let all = Switches::default();
            let mut first = search(&model, all, &bounds);
            if !(least..=most).contains(&first.nodes) || first.status.is_none() {
                continue;
            }
            let without: Vec<Run> = mechanisms.iter().map(|&m| search(&model, all.without(m), &bounds)).collect();
            first.ms = first.ms.min(search(&model, all, &bounds).ms);
            let row = Row { id: id_of(record), all: first, without };
            eprintln!("{:>8} nodes {:>9.1} ms  {}", row.all.nodes, row.all.ms, row.id);
            if let Some(i) = row.without.iter().position(|r| r.status.is_some_and(|s| Some(s) != row.all.status)) {
                return Err(format!("{}: another answer without {}", row.id, mechanisms[i].name()));
            }
            rows.push(row);
        }
    }
    print(&rows, &mechanisms, &bounds);
    Ok(())
}

fn model_of(record: &Value) -> Option<Model> {
    let text = record["iss"].as_str().or_else(|| record["raw"].as_str())?;
    let puzzle = cluewright_formats::read(text).ok()?.puzzle;
    let rules = Ruleset::for_puzzle(&puzzle, &[]).ok()?;
    Some(cluewright_rules::lower(&rules, &puzzle).ok()?.model)
}

/// A table in Markdown.
fn print(rows: &[Row], mechanisms: &[Mechanism], bounds: &Bounds) {
    let nodes: u64 = rows.iter().map(|r| r.all.nodes).sum();
    println!(
        "{} puzzles, {nodes} nodes with everything on; at most {} nodes or {} s each\n",
        rows.len(),
        bounds.nodes,
        bounds.seconds
    );
    println!("| without | finished | touched | nodes | nodes of those touched | time | most nodes |");
    println!("|---|---|---|---|---|---|---|");
    for (i, mechanism) in mechanisms.iter().enumerate() {
        let finished = rows.iter().filter(|r| r.without[i].status.is_some()).count();
        // What was not finished counts as far as it went: the ratios say "at least".
        let sum: u64 = rows.iter().map(|r| r.without[i].nodes).sum();
        let touched: Vec<&Row> = rows.iter().filter(|r| r.without[i].nodes != r.all.nodes).collect();
        let ratio = |r: &&Row| r.without[i].nodes.max(1) as f64 / r.all.nodes.max(1) as f64;
        let mut ratios: Vec<f64> = touched.iter().map(ratio).collect();
        ratios.sort_by(f64::total_cmp);
        let mut times: Vec<f64> = rows.iter().map(|r| r.without[i].ms / r.all.ms.max(1e-3)).collect();
        times.sort_by(f64::total_cmp);
        println!(
            "| {} | {finished} | {} | {:.2} | {:.2} | {:.2} | {:.1} |",
            mechanism.name(),
            touched.len(),
            sum as f64 / nodes.max(1) as f64,
            mean(&ratios),
            mean(&times),
            quantile(&ratios, 1.0),
        );
    }
}

/// The geometric mean; 1 of none.
fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
}
