//! Puzzles written as strings of the Interactive Sudoku Solver: the same solutions when they are read back, whatever the
//! names of their rules, or a word about what is lost.

use cluewright::formats::{self, NoteKind};
use cluewright::write::Written;
use cluewright::{Candidate, Cell, Compiled, Limits, Value, Verdict, search::Solver, solve};

fn compiled(text: &str) -> Compiled {
    Compiled::new(formats::read(text).unwrap_or_else(|e| panic!("{text}: {e}")).puzzle)
        .unwrap_or_else(|e| panic!("{e}"))
}

fn written(puzzle: &Compiled) -> Written {
    puzzle.write(formats::by_id("iss").expect("a format"), &Limits::none()).unwrap_or_else(|e| panic!("{e}"))
}

/// Every solution, sorted: the numbers of all cells of the grid.
fn solutions(puzzle: &Compiled) -> Vec<Vec<i32>> {
    let mut all = Vec::new();
    let model = puzzle.model();
    let mut solver = Solver::new(model);
    let _ = solver.solutions(&puzzle.board(), &Limits::none(), &mut |values: &[Value]| {
        let number = |c: Cell| model.number(Candidate::new(c, values[c.index()]));
        all.push(Cell::all(puzzle.puzzle().shape.len()).map(number).collect());
        std::ops::ControlFlow::Continue(())
    });
    all.sort();
    all
}

/// On small grids every solution is the same, and there is a constraint of this type in the string.
#[test]
fn rules_without_a_name_are_written_as_what_they_come_to() {
    let own = "rule mine \"Three in a row rise or fall.\"\n  clue line L\n  says \"mine\"\n  \
               require increasing(L) or increasing(reverse(L))\n";
    let apart =
        "rule apart \"Two apart.\"\n  clue line L\n  says \"mine\"\n  for (a, b) along L: require |a - b| = 2\n";
    let cases = [
        ("grid: 4x4\nrules: classic, diagonals\n", ".Diagonal~"),
        ("grid: 4x4\nodd r1c1\neven r2c3\n", ".~R1C1_1_3"),
        ("grid: 4x4\nextra-region C r1c1 r2c4 r3c2\n", ".AllDifferent~R1C1~R2C4~R3C2"),
        ("grid: 4x4\nregions:\n  AABB\n  AACB\n  DDCB\n  DDCC\n", ".Jigsaw~"),
        ("grid: 4x4\ndifference E r1c1 r1c2 n 2\nratio E r4c1 r4c2 n 3\n", ".Pair~"),
        ("grid: 4x4\nslow-thermometer L r1c1-r3c1\n", ".Pair~"),
        ("grid: 4x4\nnabner L r1c1 r2c3\n", ".Pair~"),
        ("grid: 4x4\nany:\n  odd r1c1\n  difference E r2c2 r2c3 n 3\n", ".NFA~"),
        ("grid: 4x4\nsandwich L r3c4-r3c1 total 5\nsandwich L r1c1-r4c1 total 0\n", ".Sandwich~5~R3.Sandwich~0~C1"),
        ("grid: 4x4\nrules: classic, leaper down 3 right 3\n", ".Pair~"),
        ("grid: 4x4\nnot:\n  killer-cage C r1c1 r1c2 r2c1 total 7\n", ".NFA~"),
    ];
    for (text, part) in cases {
        same(text, part);
    }
    let rules = |rule: &str, clues: &str| format!("grid: 4x4\n{clues}\n\n{rule}");
    same(&rules(own, "mine L r1c1-r1c3\nmine L r1c4-r3c4"), ".NFA~");
    same(&rules(apart, "apart L r1c1 r1c2 r3c3"), ".Pair~");
}

fn same(text: &str, part: &str) {
    let puzzle = compiled(text);
    let string = written(&puzzle);
    assert!(!string.changes_solutions, "{text}{string:?}");
    assert!(string.text.contains(part), "{text}{}", string.text);
    let (before, after) = (solutions(&puzzle), solutions(&compiled(&string.text)));
    assert!(before.len() > 1 && before.len() < 288, "{text} says something: {}", before.len());
    assert_eq!(before, after, "{text}{}", string.text);
}

#[test]
fn what_is_lost_is_told() {
    let cases = [
        // Cells that a rule adds, or cells with numbers other than the digits.
        ("grid: 4x4\nrules: classic, doublers\n", true),
        ("grid: 4x4\nextra: A 0..1\nsame-digits S r1c1 / A\n", true),
        ("grid: 4x4\ntitle: Mine\nauthor: Me\n", false),
        ("grid: 4x4\ndrawings:\n  text r0c3 \"12\" size 0.7\n", false),
    ];
    for (text, lossy) in cases {
        let string = written(&compiled(text));
        let kinds: Vec<NoteKind> = string.notes.iter().map(|n| n.kind).collect();
        assert_eq!((string.changes_solutions, kinds.contains(&NoteKind::Lost)), (lossy, lossy), "{text}{string:?}");
        assert!(lossy || kinds.contains(&NoteKind::Decoration), "{text}{string:?}");
    }
}

/// A contradictory puzzle is still contradictory when it is read back.
#[test]
fn what_has_no_solution_has_none_behind_it() {
    for text in ["grid: 4x4\nratio E r1c1 r1c2 n 7\n", "grid: 4x4\nrules: classic\nodd r1c1\neven r1c1\n"] {
        let string = written(&compiled(text));
        assert!(!string.changes_solutions, "{text}{string:?}");
        assert!(
            matches!(solve(&compiled(&string.text), &Limits::none()).value, Verdict::None),
            "{text}{}",
            string.text
        );
    }
}

/// Puzzles of other people, every fourth: those that go through whole have the same answer; the rest is told.
#[test]
fn puzzles_of_the_corpora_keep_their_answers() {
    let (mut whole, mut told, mut compared) = (0, 0, 0);
    for (file, key) in [("fpuzzles_corpus.jsonl", "raw"), ("iss_examples.jsonl", "iss")] {
        let path = format!("{}/../../../shared/data/variants/{file}", env!("CARGO_MANIFEST_DIR"));
        let Ok(text) = std::fs::read_to_string(path) else {
            println!("skipped: no ../shared");
            return;
        };
        for line in text.lines().step_by(4) {
            let record: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
            let mut puzzle = formats::read(record[key].as_str().expect("a text")).expect("a puzzle").puzzle;
            puzzle.foreign = None;
            let puzzle = Compiled::new(puzzle).expect("a puzzle");
            let string = puzzle.write(formats::by_id("iss").expect("a format"), &Limits::none());
            let Some(string) = string.ok().filter(|s| !s.changes_solutions) else {
                told += 1;
                continue;
            };
            whole += 1;
            let again = compiled(&string.text);
            let answer = |puzzle: &Compiled| match solve(puzzle, &Limits::nodes(200)).value {
                Verdict::Unique(solution) => Some(puzzle.digits_text(&solution)),
                Verdict::Multiple(..) => Some("several".to_owned()),
                Verdict::None => Some("none".to_owned()),
                Verdict::Unknown(_) => None,
            };
            if let (Some(before), Some(after)) = (answer(&puzzle), answer(&again)) {
                assert_eq!(before, after, "{line}\n{}", string.text);
                compared += 1;
            }
        }
    }
    assert!(whole >= 120 && told <= 4 && compared >= 80, "{whole} whole, {compared} of them compared; {told} told");
}
