//! Rule texts whose full evaluation is infeasible: each must end within its budget, either with a message that names
//! the problem, its place and a remedy, or as a condition that is enforced as well as possible. `explosive.txt` has the
//! texts and outcomes; `CLUEWRIGHT_UPDATE=1 cargo test` rewrites the outcomes: review the diff.

use crate::common;

use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::{Became, Ruleset, check, forget_compiled, lower, lower_until};
use std::fmt::Write;
use std::time::{Duration, Instant};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/explosive.txt");
/// Each text takes at most a few seconds of one processor; on a busy machine, or in a build without optimisation, it
/// may take much longer. The budgets bound work rather than time; this limit only detects work without a bound.
const LONGEST: Duration = Duration::from_secs(240);

/// Uses the first rule of the text on a classic 9x9 grid; a rule with clues gets a clue with the first 16 cells.
fn puzzle(text: &str) -> Result<(Ruleset, Puzzle), String> {
    let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
    let rules = Ruleset::for_puzzle(&puzzle, &[text]).map_err(|e| e.to_string())?;
    let name = text.split_whitespace().nth(1).expect("a name").to_owned();
    puzzle.rules.push(Clue::new("classic", vec![]));
    if rules.rule(&name).expect("the text's first rule").is_clue {
        let cells = (0..16).map(Cell).collect();
        puzzle.clues.push(ClueTree::One(Clue::new(name, vec![(String::new(), Arg::Cells(cells))])));
    } else {
        puzzle.rules.push(Clue::new(name, vec![]));
    }
    Ok((rules, puzzle))
}

/// The outcome of the text: of parsing, of lowering, and of checking a grid.
fn outcome(text: &str) -> String {
    let (rules, puzzle) = match puzzle(text) {
        Err(e) => return format!("reading: {e}"),
        Ok(both) => both,
    };
    let mut out = String::new();
    let start = Instant::now();
    match lower(&rules, &puzzle) {
        Err(e) => out.push_str(&format!("lowering: {e}")),
        Ok(lowered) => {
            let weak = lowered.report.iter().flat_map(|r| &r.became).any(|(became, _)| became.is_weak());
            // Sizes are left out, because they change with every improvement of the compiler.
            let mut kinds: Vec<String> = lowered
                .report
                .iter()
                .filter(|r| !["rows", "columns", "boxes"].contains(&r.rule.as_str()))
                .flat_map(|r| &r.became)
                .map(|(became, _)| match became {
                    Became::Automaton { .. } => "Automaton".to_owned(),
                    other => format!("{other:?}"),
                })
                .collect();
            kinds.sort();
            kinds.dedup();
            let _ = write!(out, "lowering: {}{}", kinds.join(" "), if weak { ", weak" } else { "" });
        }
    }
    assert!(start.elapsed() < LONGEST, "lowering is bounded: {:?} for\n{text}", start.elapsed());
    let start = Instant::now();
    match check(&rules, &puzzle, &[1; 81]) {
        Err(e) => out.push_str(&format!("\nchecking: {e}")),
        Ok(_) => out.push_str("\nchecking: done"),
    }
    assert!(start.elapsed() < LONGEST, "checking is bounded: {:?} for\n{text}", start.elapsed());
    out
}

#[test]
fn explosive_texts_end() {
    common::snapshots(FILE, |rule| {
        let start = Instant::now();
        let said = outcome(&format!("{rule}\n"));
        println!("{:>6.0} ms  {}", start.elapsed().as_secs_f64() * 1e3, rule.lines().last().unwrap_or(""));
        said
    });
}

/// Each rule uses the next one twice, so that the last one is used a million times.
#[test]
fn rules_that_double_end() {
    let mut text = String::new();
    for i in 0..20 {
        let _ = write!(text, "rule a{i}\n  use a{0}\n  use a{0}\n", i + 1);
    }
    text.push_str("rule a20\n  require cell(1, 1) != cell(1, 2)\n");
    let said = outcome(&text);
    assert!(said.contains("lowering: ") && said.contains("more than"), "{said}");
}

/// With any number of clues, lowering takes no longer than its budget, and the work is the same each time.
#[test]
fn many_hard_clues_share_one_budget() {
    let text = "rule hard\n  clue line L, n: number 0..999\n  require distinct([a + b for (a, b) along L])\n  require sum([a * b for (a, b) along L]) = n\n";
    let (rules, mut puzzle) = puzzle(text).expect("a correct text");
    puzzle.clues.clear();
    for n in 0..60i64 {
        let cells = (0..14).map(|i| Cell(((i * 5 + n * 3) % 81) as u16)).collect();
        let args = vec![("L".to_owned(), Arg::Cells(cells)), ("n".to_owned(), Arg::Number(200 + n))];
        puzzle.clues.push(ClueTree::One(Clue::new("hard", args)));
    }
    let start = Instant::now();
    let first = lower(&rules, &puzzle).expect("weak at worst");
    assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
    let again = lower(&rules, &puzzle).expect("the same");
    assert_eq!(first.work, again.work, "what was found in the cache counts as if it had been made");
    assert_eq!(first.report, again.report);
}

#[test]
fn lowering_can_be_stopped() {
    let text = "rule long\n  for a in 1 .. 1000: for b in 1 .. 1000: require a + b > 0\n";
    let (rules, puzzle) = puzzle(text).expect("a correct text");
    let error = lower_until(&rules, &puzzle, &|| true).expect_err("stopped at once");
    assert!(error.to_string().contains("stopped"), "{error}");
}

/// The stop signal is polled throughout, and at whichever poll it is set, there is no model. The test counts polls
/// instead of time.
#[test]
fn whenever_it_is_told_to_stop_lowering_gives_no_model() {
    use std::cell::Cell as Counter;
    let text = "rule three\n  for a in 1 .. 300: for b in 1 .. 300: require a + b > 0\n  for i, L in rows:\n    require L[1] * L[2] + L[i] != L[3] + 7 + i\n";
    let (rules, puzzle) = puzzle(text).expect("a correct text");
    let polls = Counter::new(0u32);
    let never = || {
        polls.set(polls.get() + 1);
        false
    };
    forget_compiled();
    let work = lower_until(&rules, &puzzle, &never).expect("a correct rule").work;
    let all = polls.get();
    assert!(all >= 15 && u64::from(all) * 1_000_000 > work, "{all} polls for {work} steps");
    for stop_at in 0..all {
        polls.set(0);
        forget_compiled();
        let stop = || {
            polls.set(polls.get() + 1);
            polls.get() == stop_at + 1
        };
        let error = lower_until(&rules, &puzzle, &stop).map(|made| made.work).expect_err("stopped");
        assert!(error.to_string().contains("stopped"), "poll {stop_at} of {all}: {error}");
    }
}

/// Compiling a single condition polls the signal too, however much work it takes; and an interrupted compilation is not
/// cached: the next compilation gives the usual result.
#[test]
fn compiling_one_condition_can_be_stopped() {
    use std::cell::Cell as Counter;
    // One condition uses the graph of conditions, the other is a list read by an automaton.
    let graph = "rule one\n  clue line L\n  require sum([a * b for (a, b) along L]) = N\n";
    let list = "rule one\n  clue line L\n  require N = fold s = 0 for c in L: (s * 3 + c) mod 1999\n";
    for (text, first) in [(graph, 400), (list, 1000)] {
        let numbered = |n: u32| puzzle(&text.replace('N', &n.to_string())).expect("a correct text");
        let polls = Counter::new(0u32);
        let never = || {
            polls.set(polls.get() + 1);
            false
        };
        let (rules, puzzle) = numbered(first);
        forget_compiled();
        let work = lower_until(&rules, &puzzle, &never).expect("a correct rule").work;
        let all = polls.get();
        assert!(work > 20_000 && u64::from(all) * 25_000 > work, "{all} polls for {work} steps");
        for part in 1..8 {
            let (rules, puzzle) = numbered(first + part);
            forget_compiled();
            polls.set(0);
            let stop = || {
                polls.set(polls.get() + 1);
                polls.get() == 1 + all * part / 8
            };
            let error = lower_until(&rules, &puzzle, &stop).map(|made| made.work).expect_err("stopped");
            assert!(error.to_string().contains("stopped"), "{part}: {error}");
            polls.set(0);
            let again = lower_until(&rules, &puzzle, &never).expect("a correct rule");
            assert!(u64::from(polls.get()) * 25_000 > again.work, "{part}: made again, {} polls", polls.get());
            forget_compiled();
            let fresh = lower(&rules, &puzzle).expect("a correct rule");
            assert_eq!((again.work, &again.report), (fresh.work, &fresh.report), "{part}");
        }
    }
}
