//! Defines a rule in the program, and solves and explains a puzzle that uses the rule: `cargo run --example own_rule`

use cluewright::logic::text::name_of;
use cluewright::{Compiled, Document, Error, Limits, TechniqueFilter, formats};

/// This rule is parsed, evaluated, searched and explained like the rules of the library.
const RULE: &str = r#"
rule staircase "along {L} each digit is 1 or 2 higher than the one before"
  clue line L
  for (a, b) along L: require 1 <= b - a <= 2
"#;

const PUZZLE: &str = "
grid: 6x6
rules: classic
staircase r1c1-r4c4
staircase r6c1-r4c3
staircase r1c6-r3c4
given r3c2 4
given r3c6 2
given r5c5 3
given r6c4 2
";

fn main() -> Result<(), Error> {
    let puzzle = formats::read(PUZZLE)?.puzzle;
    // A mistake in a rule's text is reported with its line and column, like a mistake in a puzzle.
    let document = Document::from(Compiled::with_rules(puzzle, &[RULE])?);
    let limits = Limits::none();
    println!("The solution is {}.", document.solution(&limits)?);
    let explanation = document.explain(&TechniqueFilter::default(), &limits);
    for (step, text) in explanation.path.steps.iter().zip(&explanation.texts).take(5) {
        println!("{}: {}", name_of(document.compiled().model(), step), text.short);
    }
    Ok(())
}
