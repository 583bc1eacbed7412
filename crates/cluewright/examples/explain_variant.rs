//! Explains a variant given as the text of a `.clue` file, each step as it is found: `cargo run --example explain_variant`

use cluewright::explain::{FoundStep, explain_telling};
use cluewright::logic::Outcome;
use cluewright::{Document, Error, ExplainOptions, Limits};
use std::ops::ControlFlow;

const TEXT: &str = "
title: Two digits
rules: miracle
given r5c3 1
given r6c7 2
";

fn main() -> Result<(), Error> {
    let (puzzle, limits) = (Document::read(TEXT)?, Limits::none());
    println!("{}", puzzle.puzzle().title);
    let tell = |found: FoundStep<'_>| {
        let percent = found.share * 100.0;
        println!("{}. ({percent:.0} %) {}: {}", found.number, found.step.technique.name, found.text.short);
        // After some steps one may have seen enough.
        if found.number == 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    // What search knows spares attempts that cannot succeed; nothing is concluded from it.
    let truth = puzzle.truth(&limits);
    let some = explain_telling(puzzle.compiled(), ExplainOptions::knowing(&truth), &limits, tell);
    assert_eq!(some.path.outcome, Outcome::Limit);
    // A document keeps the whole path, and rates by it.
    let all = puzzle.explain(&cluewright::TechniqueFilter::default(), &limits);
    println!("... and {} more.", all.path.steps.len() - some.path.steps.len());
    println!("Rated {:.1}.", puzzle.rate(&limits)?.hardest_step());
    Ok(())
}
