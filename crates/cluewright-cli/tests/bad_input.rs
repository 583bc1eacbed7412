//! Wrong input of every kind: a message with a place and a hint, exit status 2, no panic.

use crate::common;

use cluewright::core::Random;
use common::{run, run_with};

/// Runs `solve -` on this text, expects exit status 2, and returns the message.
fn complaint(text: &[u8]) -> String {
    let run = run_with(&["solve", "-"], text);
    assert_eq!(run.code, 2, "{}\n{}", run.out, run.err);
    assert!(run.err.starts_with("error: ") && !run.err.contains("panicked"), "{}", run.err);
    run.err
}

#[test]
fn wrong_lengths_say_how_many_are_missing() {
    assert!(
        complaint(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7").contains("80")
    );
}

#[test]
fn unknown_rules_are_named_with_a_place_and_a_suggestion() {
    let message = complaint(b"grid: 9x9\nrules: clasic\n");
    assert!(message.contains(":2:8:") && message.contains("`clasic`") && message.contains("classic`?"), "{message}");
    let run = run(&["solve", "--rules", "anti-nite", "examples/miracle.clue"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("anti-nite"), "{}", run.err);
}

#[test]
fn cells_outside_the_grid_and_wrong_digits_have_a_place() {
    let message = complaint(b"grid: 9x9\nkiller-cage r1c1 r0c3 total 9\n");
    assert!(message.contains(":2:18:") && message.contains("r0c3"), "{message}");
    let message = complaint(b"grid: 6x6\ngiven r1c1 9\n");
    assert!(message.contains(":2:12:") && message.contains("1 to 6"), "{message}");
}

#[test]
fn mistakes_in_a_rules_text_have_a_place_in_the_file() {
    let message =
        complaint(b"grid: 9x9\nrule foo \"x\"\n  for (a, b) at moves (1, 3)\n    require a != b\nrules: foo\n");
    assert!(message.contains(":3:") && message.contains("`:`"), "{message}");
}

#[test]
fn large_files_and_rubbish_are_refused_at_once() {
    let start = std::time::Instant::now();
    assert!(complaint(&vec![b'x'; 10 << 20]).contains("too long"));
    assert!(complaint(b"\x7fELF\x02\x01\x01\0\0\0").contains("binary"));
    assert!(complaint(b"\xff\xfe\xfd").contains("UTF-8"));
    assert!(complaint(b"").contains("empty"));
    assert!(start.elapsed().as_secs() < 20, "refused without reading it all");
}

#[test]
fn missing_files_and_folders_say_so() {
    let missing = run(&["solve", "nosuch.clue"]);
    assert!(missing.code == 2 && missing.err.contains("no file `nosuch.clue`"), "{}", missing.err);
    let folder = std::env::temp_dir().join(format!("cluewright-empty-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let empty = run(&["solve", folder.to_str().unwrap()]);
    std::fs::remove_dir(&folder).unwrap();
    assert!(empty.code == 2 && empty.err.contains("this folder contains no files"), "{}", empty.err);
    let nothing = run(&["solve"]);
    assert!(nothing.code == 2 && nothing.err.contains("hint"), "{}", nothing.err);
}

#[test]
fn wrong_usage_is_exit_status_2() {
    for args in [
        &["solv"][..],
        &["hint", "--level", "9", "x"],
        &["generate", "--size", "0"],
        &["solve", "--timeout", "0", "x"],
        &["convert", "1234341221434321", "--to", "nosuch"],
    ] {
        assert_eq!(run(args).code, 2, "{args:?}");
    }
}

#[test]
fn random_bytes_never_make_it_panic() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    for round in 0..24 {
        let bytes: Vec<u8> = (0..200 + round * 37)
            .map(|_| {
                // In half of the rounds, use only characters that are common in puzzles.
                if round % 2 == 0 { random.bits() as u8 } else { *random.pick(b"grid: 9x1.\n[]rules,clue-c(=)") }
            })
            .collect();
        let run = run_with(&["solve", "-", "--nodes", "100"], &bytes);
        assert!((0..=3).contains(&run.code) && !run.err.contains("panicked"), "{bytes:?}\n{}", run.err);
    }
}

/// A rule for clues that another rule has to read, and that rule.
const LAMP: &str = "rule lamp\n  clue cell c\nrule night\n  for k in clues(lamp): require k.c = 1\n";

#[test]
fn clues_without_effect_are_named() {
    let count = |rules: &str| {
        let puzzle = format!("grid: 4x4\nrules: {rules}\nlamp r1c1\nlamp r2c4\n{LAMP}");
        let run = run_with(&["count", "-"], puzzle.as_bytes());
        assert_eq!(run.code, 0, "{}", run.err);
        (run.out.trim().to_owned(), run.err)
    };
    let (all, warning) = count("classic");
    assert_eq!(all, "288");
    assert!(warning.contains("line 3, column 1: the 2 clues `lamp` have no effect"), "{warning}");
    assert!(warning.contains("add `night`, which reads them, under `rules:`"), "{warning}");
    let (fewer, warning) = count("classic, night");
    assert!(fewer.parse::<u32>().is_ok_and(|n| n < 288) && warning.is_empty(), "{fewer} {warning}");
}

#[test]
fn rules_in_a_puzzle_are_linted_at_their_places() {
    let lint = |puzzle: String| run_with(&["rules", "lint", "-"], puzzle.as_bytes());
    let puzzle = format!("grid: 4x4\nlamp r1c1\n\n{LAMP}\nrules: classic, night\n");
    let fine = lint(puzzle.clone());
    assert_eq!((fine.code, fine.out.lines().count()), (0, 2), "{}\n{}", fine.out, fine.err);
    let wrong = lint(puzzle.replace("k.c = 1", "k.d = 1"));
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains(":7:") && wrong.err.matches("error: ").count() == 1, "{}", wrong.err);
}

#[test]
fn extra_cells_of_a_rule_are_not_given() {
    let rule = "rule night\n  extra shown cell dark[cells]: 0..1\n  require sum(dark) = 1\n";
    let message = complaint(format!("grid: 4x4\n{rule}given dark[r1c3] 1\n").as_bytes());
    assert!(message.contains(":5:7:") && message.contains("`require dark[cell(1, 3)] = 1`"), "{message}");
    let message = complaint(format!("grid: 4x4\n{rule}solved-extra: dark = 0010\n").as_bytes());
    assert!(message.contains("the extra cells of a rule cannot be recorded"), "{message}");
}

#[test]
fn a_position_beside_a_puzzle_is_not_ignored() {
    let line = |position: &str| format!("{{\"puzzle\":\"12..34..2.....3.\",\"position\":{position}}}\n");
    for position in [r#"[{"cell":"r1c3","digit":4}]"#, r#""12.434..2.....3.""#] {
        let run = run_with(&["hint", "-", "--json"], line(position).as_bytes());
        assert_eq!(run.code, 2, "{position}\n{}", run.out);
        assert!(run.out.contains("the field `position` would be ignored"), "{}", run.out);
        let run = run_with(&["hint", "-", "--json", "--field", "puzzle"], line(position).as_bytes());
        assert_eq!(run.code, 0, "{position}\n{}", run.err);
    }
    // A column of a collection.
    assert_eq!(run_with(&["solve", "-", "--json"], line("17").as_bytes()).code, 0);
}
