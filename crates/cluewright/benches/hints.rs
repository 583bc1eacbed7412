//! Measures ten hints from ten successive positions of a puzzle: given by a document that caches what it knows, by a document that
//! was asked for the path before, and by the function that caches nothing. They take turns, and the minimum of three times counts.
//!
//! `cargo bench -p cluewright --bench hints -- FILE.clue`

use cluewright::core::puzzle::Progress;
use cluewright::{Candidate, Cell, Compiled, Document, Hint, HintOptions, Limits, TechniqueFilter, formats, hint};
use std::time::{Duration, Instant};

fn main() {
    let given: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    let usual = ["examples/killer.clue", "examples/miracle.clue", "examples/camel.clue"].map(|f| format!("{root}{f}"));
    for file in if given.is_empty() { usual.to_vec() } else { given } {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
        let compiled = Compiled::new(formats::read(&text).expect("a puzzle").puzzle).expect("a puzzle");
        let positions = positions(&Document::from(new(&compiled)));
        let (mut alone, mut kept, mut walked) = (Duration::MAX, Duration::MAX, Duration::MAX);
        for _ in 0..3 {
            alone =
                alone.min(timed(&positions, new(&compiled), |puzzle, options| hint(puzzle, options, &Limits::none())));
            let document = Document::from(new(&compiled));
            kept = kept.min(timed(&positions, document, |puzzle, options| puzzle.hint(options, &Limits::none())));
            let document = Document::from(new(&compiled));
            document.explain(&TechniqueFilter::default(), &Limits::none());
            walked = walked.min(timed(&positions, document, |puzzle, options| puzzle.hint(options, &Limits::none())));
        }
        let ratio = |time: Duration| alone.as_secs_f64() / time.as_secs_f64();
        println!(
            "{file}: {} hints, anew {alone:.2?}, by a document {kept:.2?}: 1 / {:.2}, with the path {walked:.2?}: 1 / {:.0}",
            positions.len(),
            ratio(kept),
            ratio(walked)
        );
    }
}

/// Compiles the puzzle again, so that nothing is known about it yet.
fn new(compiled: &Compiled) -> Compiled {
    Compiled::new(compiled.puzzle().clone()).expect("it was one before")
}

/// The entries of a player who writes down all candidates, at the first ten steps.
fn positions(document: &Document) -> Vec<Vec<Progress>> {
    let model = document.compiled().model();
    let walked = document.explain(&TechniqueFilter::default(), &Limits::none());
    let states = walked.path.positions(model).take(10);
    let written = states.map(|(state, _)| {
        let entry = |c: Cell| {
            let all = state.board.values(c).iter().map(|v| model.number(Candidate::new(c, v)));
            let placed = state.placed.contains(c).then(|| state.board.fixed(c)).flatten();
            let placed = placed.map(|v| model.number(Candidate::new(c, v)));
            Progress { cell: c, placed, marks: if placed.is_some() { Vec::new() } else { all.collect() } }
        };
        Cell::all(document.puzzle().cell_count()).map(entry).collect()
    });
    written.collect()
}

fn timed<T>(positions: &[Vec<Progress>], puzzle: T, ask: impl Fn(&T, &HintOptions<'_>) -> Hint) -> Duration {
    let start = Instant::now();
    for progress in positions {
        let found = ask(&puzzle, &HintOptions { progress: Some(progress), ..HintOptions::default() });
        assert!(matches!(found, Hint::Step(..)), "{found:?}");
    }
    start.elapsed()
}
