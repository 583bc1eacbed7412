//! `bench`: prints numbers that show whether a change altered answers: the numbers of search nodes for the examples and for planted
//! puzzles, and a hash of all steps for the examples. Times go to standard error, because they differ from run to run.

use crate::task::{Fail, Task, Words};
use crate::{clock, planted};
use cluewright::{Compiled, ExplainOptions, Limits, SearchFacts, Verdict, explain, formats, solve};
use std::time::Instant;

pub(crate) const TASK: Task = Task {
    name: "bench",
    takes: "",
    about: "search nodes over examples/*.clue and planted puzzles, and a hash of all steps",
    options: &[],
    run,
};

/// Runs the task. The working directory must be the root of the repository.
fn run(_: &Words) -> Result<(), Fail> {
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
        let truth = SearchFacts::of(answer.value);
        let walked = explain(&compiled, ExplainOptions::knowing(&truth), &Limits::none());
        for text in &walked.texts {
            // FNV-1a over the sentences, which contain the technique, the premises and the conclusion.
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
    let (planted, verdicts) = over_planted()?;
    println!("nodes {nodes}\nsteps {hash:016x}\nplanted {planted} nodes, verdicts {verdicts:016x}");
    Ok(())
}

/// The number of planted puzzles, and the node limit for each puzzle.
const PLANTED: usize = 300;
const NODES: u64 = 20_000;

/// The number of search nodes for the planted puzzles, and a hash of the verdicts.
fn over_planted() -> Result<(u64, u64), String> {
    let (mut nodes, mut verdicts, mut kinds) = (0, 0xCBF2_9CE4_8422_2325u64, [0; 4]);
    let mut ms = Vec::new();
    for (number, puzzle) in planted::puzzles(PLANTED).into_iter().enumerate() {
        let start = clock::thread();
        let compiled = Compiled::new(puzzle).map_err(|e| format!("planted puzzle {number}: {e}"))?;
        let answer = solve(&compiled, &Limits::nodes(NODES));
        ms.push((clock::thread() - start) * 1e3);
        nodes += answer.stats.nodes;
        let kind = match answer.value {
            Verdict::None => return Err(format!("planted puzzle {number} has no solution, and one was planted")),
            Verdict::Unique(_) => 1,
            Verdict::Multiple(..) => 2,
            Verdict::Unknown(_) => 3,
        };
        kinds[kind] += 1;
        verdicts = (verdicts ^ kind as u64).wrapping_mul(0x0100_0000_01B3);
    }
    ms.sort_by(f64::total_cmp);
    eprintln!(
        "{PLANTED} planted puzzles: {} unique, {} not, {} unfinished at {NODES} nodes; median {:.2} ms, worst {:.0} ms",
        kinds[1],
        kinds[2],
        kinds[3],
        ms[ms.len() / 2],
        ms[ms.len() - 1]
    );
    Ok((nodes, verdicts))
}
