//! The explanation of a broken puzzle: the named parts have no solution together, any one of them can be dropped to restore one,
//! and the argument ends in a contradiction. Search judges this on puzzles built here.

use cluewright::core::Puzzle;
use cluewright::why::{Part, only, why};
use cluewright::{Compiled, Limits, Verdict, formats, solve};

fn read(text: &str) -> Compiled {
    Compiled::new(formats::read(text).expect("a puzzle").puzzle).expect("a puzzle")
}

fn is_solvable(puzzle: &Puzzle, parts: &[Part]) -> bool {
    let mut other = Puzzle { givens: Vec::new(), clues: Vec::new(), ..puzzle.clone() };
    for part in parts {
        match *part {
            Part::Given(i) => other.givens.push(puzzle.givens[i].clone()),
            Part::Clue(i) => other.clues.push(puzzle.clues[i].clone()),
            Part::Rule(_) => {}
        }
    }
    match solve(&Compiled::new(other).expect("fewer clues"), &Limits::nodes(1_000_000)).value {
        Verdict::None => false,
        Verdict::Unknown(None) => panic!("the judge comes to an end"),
        _ => true,
    }
}

/// The clash of a broken puzzle: its sentences.
fn clash(text: &str) -> Vec<String> {
    let compiled = read(text);
    let found = why(&compiled, &Limits::none()).expect("nothing says to stop");
    assert!(found.needed && found.stopped.is_none(), "{text}: {found:?}");
    let named: Vec<Part> = found.against.iter().copied().filter(|p| !matches!(p, Part::Rule(_))).collect();
    assert!(!is_solvable(compiled.puzzle(), &named), "{text}: {named:?}");
    for at in 0..named.len() {
        let mut fewer = named.clone();
        let left_out = fewer.remove(at);
        assert!(is_solvable(compiled.puzzle(), &fewer), "{text}: {left_out:?} is not needed");
    }
    found.sentences()
}

#[test]
fn two_cages_that_need_the_same_digits() {
    let told = clash(
        "killer-cage r1c1 r1c2 total 3\nkiller-cage r1c3 r1c4 total 4\nkiller-cage r5c5 r5c6 total 10\n\
         thermometer r9c1 r9c2 r9c3\n",
    );
    assert_eq!(
        told[0],
        "These cannot both hold in a grid with the rule classic: the cage 3 at r1c1 and the cage 4 at r1c3."
    );
    assert_eq!(told[1], "The cage 3 at r1c1: r1c1 and r1c2 must make 3: 1-2 or 2-1, so r1c1 and r1c2 are 1 or 2.");
    assert!(told.len() <= 6 && told.last().is_some_and(|end| end.starts_with("Then ")), "{told:?}");
}

#[test]
fn givens_clues_and_rules_of_the_grid() {
    let givens = "given r1c1 5\ngiven r9c9 1\n";
    let told = clash(&format!("{givens}thermometer r1c1 r2c1 r3c1 r4c1 r5c1 r6c1\narrow circle r9c1 arms r9c2 r9c3\n"));
    assert!(told[0].contains("the given 5 at r1c1") && told[0].contains("thermometer") && !told[0].contains("r9"));
    let told = clash("given r3c4 5\ngiven r8c4 5\ngiven r1c1 2\n");
    assert_eq!(told[1..], ["5 occurs twice in column 4, at r3c4 and r8c4."]);
    // The clash needs the rule.
    let told = clash("rules: classic, anti-knight\ngiven r5c5 5\ngiven r7c6 5\ngiven r1c1 2\n");
    assert!(told[0].contains("the rule anti-knight") && !told[0].contains("classic"), "{}", told[0]);
    // A single clue that cannot be satisfied.
    let told = clash("killer-cage r1c1 r1c2 total 30\nkiller-cage r2c1 r2c2 total 10\n");
    assert!(told[0].starts_with("This alone cannot hold: the cage 30 at r1c1"), "{}", told[0]);
}

/// If a rule concerns places without a mark, parts of the puzzle are tested with all marks in place: a mark outside the part
/// demands nothing, and its place does not count as unmarked.
#[test]
fn marks_stay_where_a_rule_asks_about_them() {
    let told = clash("rules: classic, negative-xv\nx r1c1 r1c2\nx r1c2 r1c3\ngiven r5c5 5\ngiven r5c6 1\n");
    assert!(told[0].contains("r1c1") && !told[0].contains("r5c5"), "{}", told[0]);

    let marks =
        ["r1c2 r1c3", "r2c1 r3c1", "r2c2 r2c3", "r2c2 r3c2", "r2c3 r3c3", "r2c4 r3c4", "r3c2 r3c3", "r4c2 r4c3"];
    let marks = marks.iter().map(|m| format!("v {m}\n")).collect::<Vec<_>>().concat();
    let compiled = read(&format!("grid: 4x4\nrules: classic, negative-xv\n{marks}given r1c1 1\ngiven r4c4 2\n"));
    let found = why(&compiled, &Limits::none()).expect("nothing says to stop");
    let (rules, named): (Vec<Part>, Vec<Part>) = found.against.iter().partition(|p| matches!(p, Part::Rule(_)));
    assert!(found.needed && named.len() <= 4, "{}", found.text);
    let holds = |parts: &[Part]| {
        let parts = [rules.as_slice(), parts].concat();
        let part = only(&compiled, &parts, &|| false).expect("a part of it");
        solve(&part, &Limits::none()).value != Verdict::None
    };
    assert!(!holds(&named));
    for at in 0..named.len() {
        let fewer: Vec<Part> = named.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, p)| *p).collect();
        assert!(holds(&fewer), "{:?} is not needed", named[at]);
    }
    // Two givens do not clash if a mark of the puzzle allows them side by side.
    let allowed = "grid: 4x4\nrules: classic, negative-xv\nv r1c1 r1c2\nv r3c1 r3c2\nx r3c3 r3c4\n";
    let found = why(&read(&format!("{allowed}given r1c1 1\ngiven r1c2 4\n")), &Limits::none()).expect("no stop");
    assert!(found.against.iter().any(|p| matches!(p, Part::Clue(_))), "{}", found.text);
}

#[test]
fn several_solutions_and_a_digit_that_leaves_one() {
    let compiled = read("12343412.1......");
    let found = why(&compiled, &Limits::none()).expect("nothing says to stop");
    assert!(found.text.contains("They differ") || found.text.contains("Two of them differ"), "{}", found.text);
    let more = found.one_more.expect("one digit is enough");
    let mut board = compiled.board();
    board.fix(more.cell, more.value).expect("possible");
    let model = compiled.model();
    assert!(matches!(
        cluewright::search::Solver::new(model).verdict(&board, &Limits::none()).value,
        Verdict::Unique(_)
    ));
}

#[test]
fn the_stop_signal_ends_the_look() {
    let compiled = read("killer-cage r1c1 r1c2 total 3\nkiller-cage r1c3 r1c4 total 4\n");
    let over = || true;
    let found = why(&compiled, &Limits { stop: Some(&over), ..Limits::none() });
    assert!(
        found.is_err() || found.is_ok_and(|f| f.status == cluewright::report::Status::Unknown || f.stopped.is_some())
    );
}
