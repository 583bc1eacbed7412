//! The results of a run over a corpus, as tables and as JSON lines.

use super::one::{Outcome, Run};
use std::collections::BTreeMap;

/// The quantile of sorted values, which is the value that the given share of them does not exceed; 0 for an empty list.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> f64 {
    if sorted.is_empty() { 0.0 } else { sorted[((sorted.len() - 1) as f64 * share).round() as usize] }
}

/// The geometric mean; 1 for an empty list.
pub(crate) fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
}

/// The chosen figure of every run whose puzzle could be read, in ascending order.
fn figures(runs: &[Run], figure: impl Fn(&Run) -> f64) -> Vec<f64> {
    let mut all: Vec<f64> = runs.iter().filter(|r| r.status != "unread").map(figure).collect();
    all.sort_by(f64::total_cmp);
    all
}

fn quantiles(ms: &[f64]) -> String {
    let at = |share| quantile(ms, share);
    format!("median {:.2} ms, p90 {:.1} ms, p99 {:.0} ms, worst {:.0} ms", at(0.5), at(0.9), at(0.99), at(1.0))
}

pub(super) fn print(runs: &[Run], limit: f64) {
    let mut by_rule: BTreeMap<&str, Vec<&Run>> = BTreeMap::new();
    for run in runs {
        for rule in &run.rules {
            by_rule.entry(rule).or_default().push(run);
        }
    }
    println!(
        "{:<28} {:>6} {:>6} {:>11} {:>15} {:>16} {:>16}",
        "rule", "right", "wrong", "unfinished", "not importable", "build median ms", "build worst ms"
    );
    for (rule, runs) in by_rule {
        let mut counts = [0; 4];
        for run in &runs {
            counts[run.outcome as usize] += 1;
        }
        let mut build: Vec<f64> = runs.iter().filter(|r| r.status != "unread").map(|r| r.build).collect();
        build.sort_by(f64::total_cmp);
        println!(
            "{rule:<28} {:>6} {:>6} {:>11} {:>15} {:>16.2} {:>16.1}",
            counts[0],
            counts[1],
            counts[2],
            counts[3],
            quantile(&build, 0.5),
            quantile(&build, 1.0)
        );
    }
    let count = |outcome| runs.iter().filter(|r| r.outcome == outcome).count();
    println!("\n{} puzzles, limit {limit} s of processor time", runs.len());
    for outcome in Outcome::ALL {
        println!("{:>6} {}", count(outcome), outcome.name());
    }
    println!("from text to answer: {}", quantiles(&figures(runs, |r| r.total)));
    println!("building the model:  {}", quantiles(&figures(runs, |r| r.build)));
    println!("signature: {} nodes in those that finished", finished(runs).map(|r| r.nodes).sum::<u64>());
    for outcome in [Outcome::Wrong, Outcome::NotImportable, Outcome::Unfinished] {
        for run in runs.iter().filter(|r| r.outcome == outcome) {
            println!("{}: {}: {}  [{}]", outcome.name(), run.id, run.why, run.rules.join(" "));
        }
    }
    for run in runs {
        if let Some(rule) = &run.broken {
            println!("the recorded solution of {} breaks {rule}", run.id);
        }
        if let Some(why) = &run.not_written {
            println!("not written again: {}: {why}", run.id);
        }
    }
    let mut slow: Vec<&Run> = finished(runs).collect();
    slow.sort_by(|a, b| b.total.total_cmp(&a.total));
    println!("slowest that finished:");
    for run in slow.iter().take(20) {
        println!(
            "{:>9.0} ms ({:.0} to build) {:>9} nodes  {}  [{}]",
            run.total,
            run.build,
            run.nodes,
            run.id,
            run.rules.join(" ")
        );
    }
}

/// The runs that reached an answer.
fn finished(runs: &[Run]) -> impl Iterator<Item = &Run> {
    runs.iter().filter(|r| r.finished())
}
