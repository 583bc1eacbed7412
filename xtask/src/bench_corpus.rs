//! `bench corpus FILE.jsonl...`: puzzles from text to answer, in processor time, and beside it how another program does
//! on the same puzzles: an older build of this one, or another solver behind a driver. The programs take turns puzzle by
//! puzzle within one run, so that their ratio holds on a machine that others use.

use crate::corpus::{Run, Worker, id_of, quantile, records};
use std::path::Path;

pub(crate) const USAGE: &str = "bench corpus FILE.jsonl... [--against XTASK | --peer 'COMMAND WORDS'] [--rounds N] [--limit-s S] \
    [--only TEXT]   a peer is given file and limit as its last words, then a line number a line, \
    and answers {\"id\", \"status\", \"ms\", \"nodes\"}";

/// The best of all rounds.
struct Pair {
    id: String,
    ours: Run,
    other: Option<Run>,
}

pub(crate) fn run(args: &[&str]) -> Result<(), String> {
    let (mut files, mut against, mut peer, mut rounds, mut limit, mut only) = (Vec::new(), None, None, 3, 10.0, "");
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let mut value = || rest.next().copied().ok_or_else(|| format!("{arg} without a value\n{USAGE}"));
        match *arg {
            "--against" => against = Some(Path::new(value()?)),
            "--peer" => peer = Some(value()?),
            "--rounds" => rounds = value()?.parse::<u32>().map_err(|e| format!("--rounds: {e}"))?.max(1),
            "--limit-s" => limit = value()?.parse().map_err(|e| format!("--limit-s: {e}"))?,
            "--only" => only = value()?,
            file if !file.starts_with("--") => files.push(file),
            other => return Err(format!("{other} is not expected\n{USAGE}")),
        }
    }
    if files.is_empty() {
        return Err(USAGE.to_owned());
    }
    let mut pairs = Vec::new();
    for file in files {
        let Some(records) = records(file)? else { continue };
        let mut us = Worker::new(None, file, limit)?;
        let mut other = match (against, peer) {
            (Some(path), _) => Some(Worker::new(Some(path), file, limit)?),
            (None, Some(command)) => Some(Worker::peer(command, file, limit)?),
            (None, None) => None,
        };
        for (line, id) in records.iter().map(id_of).enumerate().filter(|(_, id)| id.contains(only)) {
            let mut pair = Pair { ours: us.ask(line, &id)?, other: None, id };
            for round in 0..rounds {
                if let Some(other) = &mut other {
                    better(&mut pair.other, other.ask(line, &pair.id)?);
                }
                // What did not finish once is not worth another round.
                let slow = !pair.ours.finished() || pair.other.as_ref().is_some_and(|o| !o.finished());
                if round + 1 == rounds || slow {
                    break;
                }
                let again = us.ask(line, &pair.id)?;
                if again.total < pair.ours.total {
                    pair.ours = again;
                }
            }
            pairs.push(pair);
        }
    }
    print(&mut pairs, limit);
    Ok(())
}

fn better(best: &mut Option<Run>, run: Run) {
    if best.as_ref().is_none_or(|b| run.total < b.total) {
        *best = Some(run);
    }
}

fn print(pairs: &mut [Pair], limit: f64) {
    let ratio = |p: &Pair| p.other.as_ref().map(|o| p.ours.total / o.total.max(1e-3));
    pairs.sort_by(|a, b| ratio(b).unwrap_or(b.ours.total).total_cmp(&ratio(a).unwrap_or(a.ours.total)));
    println!(
        "{:>10} {:>10} {:>9} {:>10} {:>10}  {:<9} {:<9} puzzle",
        "ours ms", "other ms", "ratio", "our nodes", "its nodes", "ours", "other"
    );
    for p in pairs.iter() {
        let (ms, nodes, status) = p.other.as_ref().map_or((0.0, 0, "-"), |o| (o.total, o.nodes, &*o.status));
        println!(
            "{:>10.3} {ms:>10.3} {:>9.4} {:>10} {nodes:>10}  {:<9} {status:<9} {}",
            p.ours.total,
            ratio(p).unwrap_or(0.0),
            p.ours.nodes,
            p.ours.status,
            p.id
        );
    }
    println!("\n{} puzzles, limit {limit} s of processor time", pairs.len());
    let line = |name: &str, runs: Vec<&Run>| {
        let finished: Vec<&&Run> = runs.iter().filter(|r| r.finished()).collect();
        let mut ms: Vec<f64> = runs.iter().map(|r| r.total).collect();
        ms.sort_by(f64::total_cmp);
        println!(
            "{name:<6} {} finished; median {:.3} ms, p90 {:.2}, p99 {:.1}, worst {:.1}, all {:.1} ms; signature {} nodes",
            finished.len(),
            quantile(&ms, 0.5),
            quantile(&ms, 0.9),
            quantile(&ms, 0.99),
            quantile(&ms, 1.0),
            ms.iter().sum::<f64>(),
            finished.iter().map(|r| r.nodes).sum::<u64>()
        );
    };
    line("ours", pairs.iter().map(|p| &p.ours).collect());
    if pairs.iter().all(|p| p.other.is_none()) {
        return;
    }
    line("other", pairs.iter().filter_map(|p| p.other.as_ref()).collect());
    let both: Vec<(&Pair, &Run)> = pairs
        .iter()
        .filter_map(|p| Some((p, p.other.as_ref()?)))
        .filter(|(p, o)| p.ours.finished() && o.finished())
        .collect();
    let mut ratios: Vec<f64> = both.iter().filter_map(|(p, _)| ratio(p)).collect();
    ratios.sort_by(f64::total_cmp);
    let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp();
    println!(
        "ratio ours/other where both finished ({}): geometric mean {mean:.4}, median {:.4}, p90 {:.3}, worst {:.2}; ours faster in {}",
        ratios.len(),
        quantile(&ratios, 0.5),
        quantile(&ratios, 0.9),
        quantile(&ratios, 1.0),
        ratios.iter().filter(|r| **r < 1.0).count()
    );
    for (p, o) in both.iter().filter(|(p, o)| p.ours.status != o.status) {
        println!("they differ: {}: ours {}, other {}", p.id, p.ours.status, o.status);
    }
}
