//! The sentences of steps with clues: the sum, the order, the difference or the blocked place, in words that a person would use.

use cluewright::{Compiled, ExplainOptions, Limits, explain, formats};

/// All lines of the explanation of a puzzle.
fn said(text: &str) -> Vec<String> {
    let read = formats::read_as("clue", text).expect("a puzzle");
    let compiled = Compiled::new(read.puzzle).expect("rules that can be read");
    let told = explain(&compiled, ExplainOptions::default(), &Limits::none()).texts;
    told.into_iter().flat_map(|t| std::iter::once(t.short).chain(t.details)).collect()
}

const PUZZLE: &str = "grid: 9x9
rules: classic, anti-knight
killer-cage r7c3 r7c4 r8c4 total 19
whispers r1c1-r1c3
thermometer r9c1-r9c4
little-killer r1c9 6
givens:
  .........
  .........
  .........
  ...7.....
  .........
  .........
  ..8......
  .........
  .........
";

#[test]
fn clues_say_what_bites() {
    let lines = said(PUZZLE);
    for sentence in [
        "The cage 19 at r7c3: r7c3 is 8, so the other two make 11: 2 + 9 or 5 + 6, since 7 and 8 are gone; \
         so r7c4 and r8c4 are 2, 5, 6 or 9.",
        "r1c2 must differ from r1c1 by at least 5, so it is not 5.",
        "The little killer 6 at r1c9 has only r1c9, so r1c9 is 6.",
    ] {
        assert!(lines.iter().any(|l| l == sentence), "nobody says \"{sentence}\":\n{}", lines.join("\n"));
    }
    let rises = "r9c1 is at least 1, so r9c2 is at least 2, r9c3 at least 3 and r9c4 at least 4.";
    assert!(lines.iter().any(|l| l == rises), "{}", lines.join("\n"));
    assert!(lines.iter().all(|l| l.chars().count() <= 240), "{}", lines.join("\n"));
}
