//! How long conditions take to compile, and how large they become:
//! `cargo run --release -p cluewright-rules --example compile_times [NAME]`.

#[path = "../tests/compile/rules.rs"]
#[allow(dead_code, reason = "shared with the tests")]
mod rules;

use cluewright_rules::compile::{Cache, Domain, Graph, Limits, compile};
use std::time::Instant;

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    println!("{:30} {:>9} {:>9} {:>8} {:>8} {:>8}  means", "rule", "build ms", "comp. ms", "states", "edges", "nodes");
    for rule in rules::measured().iter().filter(|r| r.name.contains(&wanted)) {
        let begin = Instant::now();
        let mut g = Graph::new();
        let vars: Vec<_> = (0..rule.cells).map(|_| g.add_var(Domain::range(1, rule.high))).collect();
        if rule.house {
            g.know_different(&vars);
        }
        let cells: Vec<_> = vars.iter().map(|&v| g.var(v)).collect();
        let root = (rule.build)(&mut g, &cells);
        let built = begin.elapsed();
        let begin = Instant::now();
        let limits = std::env::var("N").ok().map_or(Limits::default(), |n| Limits { nodes: n.parse().unwrap(), greedy_nodes: n.parse().unwrap(), ..Limits::default() });
        let compiled = compile(&g, root, &limits, &mut Cache::default()).expect("within the budget");
        let took = begin.elapsed();
        let states: usize = compiled.report.iter().map(|r| r.states).sum();
        let edges: usize = compiled.report.iter().map(|r| r.edges).sum();
        let nodes: usize = compiled.report.iter().map(|r| r.nodes).sum();
        let mut means: Vec<String> = Vec::new();
        for part in &compiled.report {
            let word = format!("{:?}", part.means);
            if means.last() != Some(&word) {
                means.push(word);
            }
        }
        println!(
            "{:30} {:9.2} {:9.2} {:8} {:8} {:8}  {}{}",
            rule.name,
            built.as_secs_f64() * 1e3,
            took.as_secs_f64() * 1e3,
            states,
            edges,
            nodes,
            means.join(" "),
            if compiled.impossible { " impossible" } else { "" }
        );
    }
}
