//! `--timeout`: every command reports at any point that the time limit was reached, and ends with status 3.

use crate::common;

use common::{run, run_with};

/// Reading alone takes longer than the time limit.
const PUZZLE: &str = "grid: 9x9\nrules: classic, anti-knight\nkiller-cage r1c1 r1c2 total 5\n";
const COMMANDS: [&[&str]; 12] = [
    &["solve"],
    &["count"],
    &["count", "--estimate"],
    &["candidates"],
    &["explain"],
    &["explain", "--verify"],
    &["steps"],
    &["hint"],
    &["rate"],
    &["check"],
    &["check", "--minimise"],
    &["convert", "--to", "f-puzzles"],
];

#[test]
fn the_clock_runs_from_the_first_byte_on() {
    for command in COMMANDS {
        let args: Vec<&str> = command.iter().chain(&["-", "--timeout", "0.000001"]).copied().collect();
        let run = run_with(&args, PUZZLE.as_bytes());
        assert_eq!(run.code, 3, "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains("the time limit was reached"), "{args:?}: {}", run.err);
    }
}

#[test]
fn lines_of_a_batch_have_a_clock_each() {
    // Ordinary 9x9 grids are answered together, in less time than any clock measures.
    let easy = "12..34..2.....3.";
    let batch = format!("{easy}\n{easy}\n");
    let late = run_with(&["solve", "-", "--timeout", "0.000001"], batch.as_bytes());
    assert_eq!((late.code, late.out.as_str()), (3, "unknown\nunknown\n"), "{}", late.err);
    let json = run_with(&["solve", "-", "--json", "--timeout", "0.000001"], batch.as_bytes());
    assert!(json.out.lines().count() == 2 && json.out.lines().all(|l| l.contains("\"status\":\"unknown\"")));
    let fine = run_with(&["solve", "-", "--timeout", "100"], batch.as_bytes());
    assert_eq!((fine.code, fine.out.lines().count()), (0, 2), "{}", fine.err);
}

#[test]
fn steps_that_are_not_all_say_so() {
    // An empty grid, which takes some techniques much longer than this.
    let text = "grid: 25x25\nrules: classic\n";
    let run = run_with(&["steps", "-", "--json", "--timeout", "0.3"], text.as_bytes());
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
    assert!(run.out.contains("\"complete\":false") || run.out.contains("\"status\":\"unknown\""), "{}", run.out);
    let whole = run_with(&["steps", "-", "--json"], b"12..34..2.....3.");
    assert!(whole.code == 0 && whole.out.contains("\"complete\":true"), "{}", whole.out);
}

#[test]
fn thousands_of_equal_cages_are_one() {
    let cages = "killer-cage r1c1 r1c2 r1c3 total 10\n".repeat(20_000);
    let text = format!("grid: 9x9\nrules: classic\n{cages}");
    let run = run_with(&["solve", "-", "--stats"], text.as_bytes());
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("constraints: 1 Sum"), "{}", run.err);
}

#[test]
fn a_whole_timeout_is_no_error() {
    let run = run(&[
        "solve",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "--timeout",
        "60",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
}
