//! `bench corpus FILE.jsonl...`: measures the processor time from text to answer, and compares it with the time of another program
//! on the same puzzles: an older build of this program, or another solver with a driver. The programs take turns puzzle by puzzle
//! within one run, so that the ratio of their times is reliable on a shared machine.

use crate::clock;
use crate::corpus::{Run, Worker, geometric_mean, id_of, quantile, records};
use crate::task::{ANEW, Fail, ONLY, Task, Words};
use std::path::Path;

pub(crate) const TASK: Task = Task {
    name: "bench corpus",
    takes: "FILE.jsonl...",
    about: "from text to answer in processor time, in turns with an older build or another solver",
    options: &[
        ONLY,
        ("--against", "XTASK", "", "an older build of this program"),
        (
            "--peer",
            "COMMAND",
            "",
            "another solver: given file and limit as its last words, then a line number a line, it answers \
             {\"id\", \"status\", \"ms\", \"nodes\"}",
        ),
        ("--rounds", "N", "3", "the best of N rounds counts"),
        (
            "--passes",
            "N",
            "1",
            "so many times through the whole file, for machines that are slow for seconds at a time",
        ),
        ("--limit-s", "S", "10", "seconds of processor time a puzzle"),
        ANEW,
    ],
    run,
};

/// The best runs of both programs over all rounds.
struct Pair {
    id: String,
    ours: Run,
    other: Option<Run>,
}

fn run(words: &Words) -> Result<(), Fail> {
    clock::note_profile();
    let (rounds, passes): (u32, u32) = (words.number("--rounds")?, words.number("--passes")?);
    let limit: f64 = words.number("--limit-s")?;
    let anew = words.has(ANEW.0);
    let mut pairs = Vec::new();
    for file in &words.names {
        let Some(records) = records(file)? else { continue };
        let mut workers = vec![Worker::new(None, file, limit, anew)?];
        match (words.text("--against"), words.text("--peer")) {
            (Some(path), _) => workers.push(Worker::new(Some(Path::new(path)), file, limit, anew)?),
            (None, Some(command)) => workers.push(Worker::peer(command, file, limit)?),
            (None, None) => {}
        }
        let wanted: Vec<(usize, String)> =
            records.iter().map(id_of).enumerate().filter(|(_, id)| words.wants(id)).collect();
        let mut best: Vec<Vec<Option<Run>>> = vec![vec![None; workers.len()]; wanted.len()];
        for pass in 0..passes.max(1) {
            for ((line, id), best) in wanted.iter().zip(&mut best) {
                // The first worker in a round is 3 % slower (6 % on small puzzles), so the order alternates.
                let mut turns: Vec<(&mut Worker, &mut Option<Run>)> = workers.iter_mut().zip(best).collect();
                if (pass as usize + line) % 2 == 1 {
                    turns.reverse();
                }
                if pass == 0 {
                    for (worker, best) in &mut turns {
                        **best = Some(worker.ask(*line, id)?);
                    }
                }
                // Do not repeat a puzzle that did not finish.
                let more = rounds.max(1) - u32::from(pass == 0);
                if more == 0 || !turns.iter().all(|t| t.1.as_ref().is_some_and(Run::finished)) {
                    continue;
                }
                for (worker, best) in &mut turns {
                    if let Some(run) = best.take() {
                        **best = Some(worker.ask_again(*line, more, run)?);
                    }
                }
            }
            // Restart the processes, which may then run on other processors.
            for worker in &mut workers {
                worker.end();
            }
        }
        pairs.extend(wanted.into_iter().zip(best).filter_map(|((_, id), best)| {
            let mut best = best.into_iter();
            Some(Pair { id, ours: best.next()??, other: best.next().flatten() })
        }));
    }
    print(&mut pairs, limit);
    Ok(())
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
    println!(
        "ratio ours/other where both finished ({}): geometric mean {:.4}, median {:.4}, p90 {:.3}, worst {:.2}; ours faster in {}",
        ratios.len(),
        geometric_mean(&ratios),
        quantile(&ratios, 0.5),
        quantile(&ratios, 0.9),
        quantile(&ratios, 1.0),
        ratios.iter().filter(|r| **r < 1.0).count()
    );
    for (p, o) in both.iter().filter(|(p, o)| p.ours.status != o.status) {
        println!("they differ: {}: ours {}, other {}", p.id, p.ours.status, o.status);
    }
}
