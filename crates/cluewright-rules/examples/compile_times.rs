//! Prints how long conditions take to compile (the minimum of `REPEAT` runs, 3 by default) and how large the results are.
//!
//! `cargo run --release -p cluewright-rules --example compile_times [NAME]`

#[path = "../tests/compile/rules.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod rules;

use cluewright_rules::compile::{Cache, Domain, Graph, Limits, compile};
use std::time::Instant;

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let repeat: u32 = std::env::var("REPEAT").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    println!("{:28} {:>9} {:>8} {:>8} {:>8}", "rule", "ms", "states", "edges", "work");
    for rule in rules::measured().iter().filter(|r| r.name.contains(&wanted)) {
        let mut best = f64::INFINITY;
        let mut compiled = None;
        for _ in 0..repeat.max(1) {
            let begin = Instant::now();
            let mut g = Graph::default();
            let vars: Vec<_> = (0..rule.cells).map(|_| g.add_var(Domain::range(1, rule.high))).collect();
            if rule.house {
                g.know_different(&vars);
            }
            let cells: Vec<_> = vars.iter().map(|&v| g.var(v)).collect();
            let root = (rule.build)(&mut g, &cells);
            let made = compile(&g, root, &Limits::default(), &Cache::default()).expect("within the budget");
            best = best.min(begin.elapsed().as_secs_f64() * 1e3);
            compiled = Some(made);
        }
        let compiled = compiled.expect("repeated once at least");
        let states: usize = compiled.automata.iter().map(|a| a.diagram.states()).sum();
        let edges: usize = compiled.automata.iter().map(|a| a.diagram.edges()).sum();
        let note = if compiled.impossible { " impossible" } else { "" };
        println!("{:28} {best:9.2} {states:8} {edges:8} {:8}{note}", rule.name, compiled.work);
    }
}
