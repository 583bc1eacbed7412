//! `bench`: two numbers that tell whether a change altered answers: search nodes, and a hash of all steps, over the
//! examples. Times go to standard error, for they differ from run to run.

use cluewright::{Compiled, Limits, Truth, Ways, explain, formats, solve};
use std::time::Instant;

/// How it is used.
pub(crate) const USAGE: &str = "bench              search nodes and a hash of all steps of examples/*.clue";

/// Runs it, from the root of the repository.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    if !words.is_empty() {
        return Err(format!("usage: {USAGE}"));
    }
    let mut files: Vec<_> = std::fs::read_dir("examples")
        .map_err(|e| format!("examples: {e}"))?
        .filter_map(|f| Some(f.ok()?.path()).filter(|p| p.extension().is_some_and(|e| e == "clue")))
        .collect();
    files.sort();
    let (mut nodes, mut hash) = (0u64, 0xCBF2_9CE4_8422_2325u64);
    for file in files {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{name}: {e}"))?;
        let read = formats::read(&text).map_err(|e| format!("{name}: {e}"))?;
        let compiled = Compiled::new(read.puzzle).map_err(|e| format!("{name}: {e}"))?;
        let start = Instant::now();
        let answer = solve(&compiled, &Limits::none());
        nodes += answer.stats.nodes;
        let solved = start.elapsed();
        let truth = Truth::of(answer.value);
        let walked = explain(&compiled, None, &Ways::default(), Some(&truth), false, &Limits::none());
        for text in &walked.texts {
            // FNV-1a over the sentences: they say technique, premises and conclusion.
            for byte in text.to_string().bytes() {
                hash = (hash ^ byte as u64).wrapping_mul(0x0100_0000_01B3);
            }
        }
        eprintln!(
            "{name}: {} nodes in {:.1} ms; {} steps in {:.1} ms",
            answer.stats.nodes,
            solved.as_secs_f64() * 1e3,
            walked.texts.len(),
            start.elapsed().saturating_sub(solved).as_secs_f64() * 1e3
        );
    }
    println!("nodes {nodes}\nsteps {hash:016x}");
    Ok(())
}
