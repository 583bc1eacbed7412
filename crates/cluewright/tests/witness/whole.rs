//! Rules of the whole grid: how many grids keep them, by plain brute force and by the engine, and as it was written
//! down here.

use crate::witness::board::{Board, Clue};
use crate::witness::judge::{self, Grid};
use crate::witness::{ask, brute};
use cluewright::rules::Ruleset;

/// Boards by name: a `.clue` text; where all grids would be too many, some cells are given.
const BOARDS: &[(&str, &str)] = &[
    ("4x4", "grid: 4x4\n"),
    ("4x4 no boxes", "grid: 4x4\nboxes: none\n"),
    ("4x4 jigsaw", "grid: 4x4\nregions:\n  AAAB\n  CABB\n  CCDB\n  CDDD\n"),
    ("4x4 from 0", "grid: 4x4\ndigits: 0..3\n"),
    ("4x4 that wraps", "grid: 4x4\nboxes: none\nwraps: yes\n"),
    ("5x5", "grid: 5x5\ngivens:\n  13524\n  .....\n  .....\n  .....\n  .....\n"),
    ("5x5 that wraps", "grid: 5x5\nwraps: yes\ngivens:\n  13524\n  .....\n  .....\n  .....\n  .....\n"),
    ("6x6", "grid: 6x6\ngivens:\n  135246\n  ......\n  ......\n  ......\n  ......\n  ......\n"),
    ("4x6", "grid: 4x6\nboxes: 2x3\ngivens:\n  135246\n  ......\n  ......\n  ......\n"),
    ("3x5", "grid: 3x5\ngivens:\n  13524\n  .....\n  .....\n"),
    ("5x3", "grid: 5x3\ngivens:\n  1..\n  3..\n  5..\n  2..\n  4..\n"),
    ("2x3", "grid: 2x3\n"),
    ("2x4", "grid: 2x4\nboxes: 2x2\n"),
    ("2x4 jigsaw", "grid: 2x4\nregions:\n  AAAB\n  ABBB\n"),
    ("3x2 of 5", "grid: 3x2\ndigits: 1..5\n"),
    ("3x2 from 4", "grid: 3x2\ndigits: 4..9\n"),
    ("4x4 with cages", "grid: 4x4\nkiller-cage r1c1 r1c2 total 5\nsum r2c3 r2c4 r3c4 total 6\n"),
    ("4x4 with blank cages", "grid: 4x4\nkiller-cage r1c1 r1c2\nkiller-cage r2c3 r3c3\nkiller-cage r4c1 r4c2\n"),
    (
        "3x4 with dots",
        "grid: 3x4\ndigits: 1..6\ngivens:\n  1234\n  ....\n  ....\nwhite-dot r2c1 r2c2\nwhite-dot r2c2 r2c3\nblack-dot r3c3 r3c4\n",
    ),
    ("3x3 with 5 digits", "grid: 3x3\ndigits: 1..5\n"),
    ("3x3 with 9 digits", "grid: 3x3\ndigits: 1..9\ngivens:\n  371\n  ...\n  ...\n"),
    (
        "9x9 begun",
        "grid: 9x9\ngivens:\n  .9......2\n  ...8..1..\n  .....7...\n  ...1.48..\n  4......3.\n  ....32.51\n  .729.5...\n  9.1....2.\n  .....19..\n",
    ),
    (
        "9x9 begun otherwise",
        "grid: 9x9\ngivens:\n  .5.8...1.\n  ..3...86.\n  .8.2...3.\n  3...7....\n  .2..317..\n  ..1..8...\n  .1...4.2.\n  ......3..\n  ..6..2...\n",
    ),
    (
        "3x3 with marks",
        "grid: 3x3\ndigits: 1..7\ngivens:\n  456\n  ...\n  ...\nwhite-dot r1c1 r1c2\nblack-dot r2c1 r3c1\nv r2c2 r2c3\nx r3c2 r3c3\nratio r1c3 r2c3 n 3\ndifference r1c2 r2c2 n 2\n",
    ),
];

/// The rules, `also` beside them, and the number of grids by board.
struct Counts {
    rules: &'static str,
    counts: &'static [(&'static str, u64)],
}

include!("counts.txt");

/// The board with these rules.
fn with_rules(board: &str, rules: &str) -> Board {
    let (head, rest) = board.split_once('\n').expect("lines");
    Board::read(&format!("{head}\nrules: {rules}\n{rest}"))
}

/// The number of grids that satisfy the rules, found by trying all. Filling ensures different digits in rows, columns and regions.
fn tried(board: &Board) -> u64 {
    const FILLED: [&str; 7] = ["classic", "latin", "rows", "columns", "boxes", "regions", "irregular"];
    let marked = board.has_rule("doublers") || board.has_rule("negators");
    let whole: Vec<_> = board.rules.iter().filter(|r| !FILLED.contains(&&*r.rule)).collect();
    let keeps = |clue: &Clue, digits: &[i64]| {
        judge::keeps(board, clue, Grid { digits, values: digits }).expect("it is known how the rule is judged")
    };
    let mut count = 0;
    let fine = |digits: &[i64]| marked || whole.iter().all(|rule| keeps(rule, digits));
    brute::fill(board, &board.givens, &fine, &mut |digits| {
        let right = if marked {
            judge::keeps_all(board, digits, "")
        } else {
            whole.iter().copied().chain(&board.clues).all(|clue| keeps(clue, digits))
        };
        count += u64::from(right);
        true
    });
    count
}

#[test]
fn whole_grids_are_as_many_as_brute_force_finds() {
    let mut problems = Vec::new();
    for Counts { rules, counts } in COUNTS {
        for (name, expected) in *counts {
            let board = BOARDS.iter().find(|b| b.0 == *name).expect("a board").1;
            let board = with_rules(board, rules);
            let by_force = tried(&board);
            let by_engine = ask::compiled(&board.text(&board.givens)).map(|puzzle| {
                // The engine distinguishes solutions by the values that rules add (doublers), so count the different grids.
                if rules.contains("doublers") || rules.contains("negators") {
                    ask::solutions(&puzzle).len() as u64
                } else {
                    ask::count(&puzzle)
                }
            });
            if by_force != *expected || by_engine != Ok(*expected) {
                problems.push(format!("{rules}, {name}: {expected} written, {by_force} by force, {by_engine:?}"));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Too many to try every time. All but the last are in the literature; that one was counted by plain code, too.
#[test]
fn known_numbers_of_full_grids() {
    for (rules, board, expected) in [
        ("classic", "grid: 4x4\n", 288),
        ("latin", "grid: 4x4\nboxes: none\n", 576),
        ("latin", "grid: 5x5\n", 161_280),
        ("classic, global-entropy", "grid: 6x6\n", 17_760),
    ] {
        let board = with_rules(board, rules);
        assert_eq!(ask::count(&ask::compiled(&board.text(&board.givens)).expect("a puzzle")), expected, "{rules}");
    }
}

#[test]
fn every_rule_of_the_whole_grid_is_counted() {
    for rule in Ruleset::library().rules().filter(|r| !r.is_clue) {
        let named = |list: &str| list.split([',', ' ']).any(|word| word == rule.name);
        let counted = COUNTS.iter().filter(|c| named(c.rules)).flat_map(|c| c.counts);
        assert!(counted.clone().count() >= 2, "{}: write the numbers of grids on some boards in COUNTS", rule.name);
        assert!(counted.into_iter().any(|c| c.1 > 0), "{}: it has no grid on any board", rule.name);
    }
}
