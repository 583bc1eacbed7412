//! Explains a variant that is given as the text of a `.clue` file, and prints each step when it is found.
//!
//! `cargo run --example explain_variant`

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
        // Stop after 20 steps.
        if found.number == 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    // Facts found by search save attempts that cannot succeed; no step is deduced from these facts.
    let truth = puzzle.truth(&limits);
    let some = explain_telling(puzzle.compiled(), ExplainOptions::knowing(&truth), &limits, tell);
    assert_eq!(some.path.outcome, Outcome::Limit);
    // A document stores the whole path, and uses it for ratings.
    let all = puzzle.explain(&cluewright::TechniqueFilter::default(), &limits);
    println!("... and {} more.", all.path.steps.len() - some.path.steps.len());
    println!("Rated {:.1}.", puzzle.rate(&limits)?.hardest_step());
    Ok(())
}
