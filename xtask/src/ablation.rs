//! `ablation FILE.jsonl...`: measures how much each mechanism of the general engine helps, by solving hard puzzles with all
//! mechanisms and with each mechanism switched off. Node counts are the same on every machine; times are ratios of processor time.

use crate::clock;
use crate::corpus::{chosen, geometric_mean, id_of, model_of, quantile};
use crate::task::{Fail, ONLY, Task, Words};
use cluewright_core::Model;
use cluewright_search::{Limits, Mechanism, Solver, Switches, Verdict};

pub(crate) const TASK: Task = Task {
    name: "ablation",
    takes: "FILE.jsonl...",
    about: "what each mechanism of the search buys, on puzzles that take some work",
    options: &[
        ONLY,
        ("--without", "NAME", "", "mechanisms with NAME in theirs"),
        ("--nodes", "N", "50000", "search nodes a puzzle"),
        ("--limit-s", "S", "20", "seconds a puzzle"),
        ("--least", "N", "100", "puzzles of at least N nodes"),
        ("--most", "N", "20000", "puzzles of at most N nodes"),
    ],
    run,
};

/// One search.
#[derive(Clone)]
struct Run {
    nodes: u64,
    ms: f64,
    /// The verdict in a word; `None` if a limit was reached.
    status: Option<&'static str>,
}

/// The runs on one puzzle: with all mechanisms, and with each mechanism switched off, in the order of the list of mechanisms.
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

fn run(words: &Words) -> Result<(), Fail> {
    let bounds = Bounds { nodes: words.number("--nodes")?, seconds: words.number("--limit-s")? };
    let (least, most): (u64, u64) = (words.number("--least")?, words.number("--most")?);
    let named = words.text("--without").unwrap_or_default();
    let mechanisms: Vec<Mechanism> = Mechanism::ALL.into_iter().filter(|m| m.name().contains(named)).collect();
    if mechanisms.is_empty() {
        return Err(Fail::Usage(format!("there is no mechanism {named}")));
    }
    let mut rows = Vec::new();
    for record in chosen(words)? {
        let Some(model) = model_of(&record) else { continue };
        let all = Switches::default();
        let mut first = search(&model, all, &bounds);
        if !(least..=most).contains(&first.nodes) || first.status.is_none() {
            continue;
        }
        let without: Vec<Run> = mechanisms.iter().map(|&m| search(&model, all.without(m), &bounds)).collect();
        first.ms = first.ms.min(search(&model, all, &bounds).ms);
        let row = Row { id: id_of(&record), all: first, without };
        eprintln!("{:>8} nodes {:>9.1} ms  {}", row.all.nodes, row.all.ms, row.id);
        if let Some(i) = row.without.iter().position(|r| r.status.is_some_and(|s| Some(s) != row.all.status)) {
            return Err(format!("{}: another answer without {}", row.id, mechanisms[i].name()).into());
        }
        rows.push(row);
    }
    print(&rows, &mechanisms, &bounds);
    Ok(())
}

/// Prints a table in Markdown.
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
        // Unfinished searches count with the nodes used so far, so the ratios are lower bounds.
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
            geometric_mean(&ratios),
            geometric_mean(&times),
            quantile(&ratios, 1.0),
        );
    }
}
