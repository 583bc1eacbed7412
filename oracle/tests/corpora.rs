//! Real puzzles, where `../shared` exists: search, the SAT solver and what the corpus says agree; recorded solutions hold
//! for the checker, but for those known to be wrong.

use cluewright_core::Model;
use cluewright_oracle::{Effort, solutions};
use cluewright_rules::{Ruleset, check, lower};
use cluewright_search::{Limits, Solver, Verdict};
use serde_json::Value;

/// Recorded solutions that break a rule of their own puzzle, as one sees by hand: the corpus says so too.
const WRONG: &[(&str, &str)] = &[
    ("0bf4966d051e84fa", "killer-cage"), // 7 and 6 in a cage of 15
    ("26147851dc2aab69", "arrow"),       // 1 at the end of an arrow with 2 and 3
    ("3e0c5f12d16a356f", "difference"),  // a white dot between 6 and 2
    ("74d825ed27bc164b", "given"),       // 9 where 7 is given
];

/// The maximum number of search nodes for one puzzle.
const NODES: u64 = 100_000;

#[test]
fn puzzles_of_f_puzzles() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/variants/fpuzzles_corpus.jsonl");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: no ../shared");
        return;
    };
    let (mut decided, mut all, mut unfinished) = (0, 0, 0);
    let mut wrong: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).expect("a line of JSON");
        let word = |key: &str| record[key].as_str().unwrap_or("");
        let id = word("id");
        let puzzle = cluewright_formats::read(word("raw")).unwrap_or_else(|e| panic!("{id}: {e}")).puzzle;
        let rules = Ruleset::for_puzzle(&puzzle, &[]).expect("the library");
        let model = lower(&rules, &puzzle).unwrap_or_else(|e| panic!("{id}: {e}")).model;
        let verdict = Solver::new(&model).verdict(&model.board(), &Limits::nodes(NODES)).value;
        let (ours, found) = match &verdict {
            Verdict::None => ("none", vec![]),
            Verdict::Unique(s) => ("unique", vec![s]),
            Verdict::Multiple(a, b) => ("multiple", vec![a, b]),
            // A slow puzzle is not an error, but too many of them would make this test worthless.
            Verdict::Unknown(_) => {
                println!("unfinished at {NODES} nodes: {id}");
                unfinished += 1;
                continue;
            }
        };
        let known = word("functional_verdict");
        assert!(!matches!(known, "unique" | "multiple" | "none") || known == ours, "{id}: {ours}, recorded {known}");
        for solution in &found {
            let broken = check(&rules, &puzzle, &numbers(&model, solution)).expect("it can be checked");
            assert!(broken.is_empty(), "{id}: {broken:?}");
        }
        if let Some(recorded) = digits(word("solution"), puzzle.cell_count()) {
            if puzzle.givens.iter().any(|g| !g.digits.contains(&recorded[g.cell.index()])) {
                wrong.push((id.to_owned(), "given".to_owned()));
            } else if let Some(broken) = check(&rules, &puzzle, &recorded).expect("it can be checked").first() {
                wrong.push((id.to_owned(), broken.rule.clone()));
            } else if ours == "unique" {
                assert_eq!(numbers(&model, found[0]), recorded, "{id}");
            } else {
                assert_eq!(ours, "multiple", "{id}: the recorded solution holds");
            }
        }
        all += 1;
        let opinion = solutions(&model, 2, Effort { conflicts: 5_000, corrections: 500 });
        let oracle = ["none", "unique", "multiple"][opinion.solutions.len()];
        if opinion.complete || oracle == "multiple" {
            decided += 1;
            assert_eq!(oracle, ours, "{id}: the SAT solver and the search");
        }
    }
    println!("{decided} of {all} puzzles decided by the SAT solver too");
    assert!(unfinished <= 2, "{unfinished} puzzles unfinished at {NODES} nodes");
    assert!(decided * 10 >= all * 8, "only {decided} of {all}");
    wrong.sort();
    let wrong: Vec<(&str, &str)> = wrong.iter().map(|(id, rule)| (id.as_str(), rule.as_str())).collect();
    assert_eq!(wrong, WRONG);
}

fn numbers(model: &Model, solution: &[cluewright_core::Value]) -> Vec<i32> {
    model.answer_cells().map(|c| model.cells()[c.index()].first + i32::from(solution[c.index()].0)).collect()
}

/// A recorded grid: a digit a cell, above 9 numbers between commas; none when something is unknown.
fn digits(text: &str, cells: usize) -> Option<Vec<i32>> {
    let all: Option<Vec<i32>> = if text.contains(',') {
        text.split(',').map(|w| w.trim().parse().ok()).collect()
    } else {
        text.chars().map(|c| c.to_digit(10).map(|d| d as i32)).collect()
    };
    all.filter(|d| d.len() == cells && d.iter().all(|&d| d > 0))
}
