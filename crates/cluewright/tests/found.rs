//! Small puzzles from random tests that once revealed an error: a step that contradicts a solution, a panic, a lost clue.

use cluewright::explain::available;
use cluewright::search::Solver;
use cluewright::{Candidate, Compiled, CountOptions, ExplainOptions, Limits, SearchFacts, Value, formats};
use std::ops::ControlFlow;

fn compiled(text: &str) -> Compiled {
    Compiled::new(formats::read(text).unwrap_or_else(|e| panic!("{text}{e}")).puzzle).expect("a puzzle")
}

fn solutions(compiled: &Compiled) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    Solver::new(compiled.model()).solutions(&compiled.board(), &Limits::none(), |s| {
        all.push(s.to_vec());
        ControlFlow::Continue(())
    });
    all
}

#[test]
fn no_step_stands_against_a_solution() {
    for text in [
        // Multi-sector locked sets once counted rows demanded by two rules, and regions equal to columns, twice.
        "grid: 2x2\ndigits: 2..3\nrules: latin, rows\n",
        "grid: 2x2\nboxes: 2x1\ndigits: -1..0\nrules: irregular\n",
        // Remote pairs once used links that forbid two cells only one of the values, or different values.
        "grid: 3x2\nboxes: 3x1\ndigits: 2..4\nrules: latin, anti-taxicab\ngivens:\n  3 [24]\n  . .\n  . .\n",
        "grid: 2x2\nwraps: yes\ndigits: -1..0\nrules: columns\nnot: palindrome L r1c2 r2c1 r1c1\nany:\n  pill-arrow L r1c1\n  odd-lots L r2c2\n",
    ] {
        let compiled = compiled(text);
        let all = solutions(&compiled);
        assert!(!all.is_empty(), "{text}");
        let truth = SearchFacts::new(&compiled, &Limits::none());
        let holds = |c: &Candidate, s: &Vec<Value>| s[c.cell.index()] == c.value;
        for found in available(&compiled, ExplainOptions::knowing(&truth), &Limits::none()).steps {
            let step = &found.step;
            let wrong = all
                .iter()
                .any(|s| step.placements.iter().any(|c| !holds(c, s)) || step.eliminations.iter().any(|c| holds(c, s)));
            assert!(!wrong, "{text}{}", found.text.short);
        }
    }
}

#[test]
fn a_place_that_no_value_chooses_is_no_panic() {
    let text = "grid: 2x2\ndigits: 0..1\nrules: rows\nnumbered-room L r2c1 r1c1 n 1\n";
    assert_eq!(compiled(text).count(&CountOptions::default(), &Limits::none()).value, 2);
}

#[test]
fn a_statement_about_an_absent_parameter_is_skipped_whatever_decides_it() {
    // Without a total the X-sum demands nothing, even if its line's first digit cannot be an X.
    let text =
        "grid: 3x1\nboxes: none\ndigits: -3..-1\nrules: none\nany:\n  x-sum L r1c1-r3c1\n  all-different r1c1 r2c1\n";
    assert_eq!(compiled(text).count(&CountOptions::default(), &Limits::none()).value, 27);
}

#[test]
fn what_a_format_cannot_say_is_told() {
    let lost = |text: &str, id: &str| {
        let Ok(written) = compiled(text).write(formats::by_id(id).expect("a format"), &Limits::none()) else {
            return true;
        };
        let told = written.notes.iter().any(|n| n.kind == formats::NoteKind::Lost);
        assert_eq!(told, written.changes_solutions, "{text}");
        told
    };
    // Boxes that no rule reads, more digits than a line can tell, edges that wrap around.
    assert!(lost("grid: 6x6\nboxes: 3x2\nrules: none\ngiven r1c1 6\n", "f-puzzles"));
    assert!(lost("grid: 6x6\ndigits: 1..8\nrules: classic\ngiven r1c1 7\n", "line"));
    assert!(lost("grid: 4x4\nwraps: yes\nrules: classic, anti-king\n", "f-puzzles"));
    // The format has no name for sets that wrap around, but can express that digits differ.
    assert!(!lost("grid: 4x4\nwraps: yes\nrules: classic, anti-king\n", "iss"));
    // Boxes that no rule reads need not be written.
    assert!(!lost("grid: 4x4\nboxes: 4x2\ndigits: 1..5\nrules: latin\n", "iss"));
    assert!(!lost("grid: 4x4\nrules: classic, anti-king\ngiven r1c1 1\n", "iss"));
    assert!(!lost("grid: 4x4\nrules: classic\ngiven r1c1 1\n", "line"));
}
