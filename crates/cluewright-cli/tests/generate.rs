//! New puzzles: as many and as large as wanted, each with one solution; the same seed, the same bytes.

use crate::common;

use common::expect;

fn made(out: &str) -> Vec<String> {
    out.lines().map(|l| l.split(' ').next().unwrap_or("").to_owned()).collect()
}

#[test]
fn miracles_with_two_givens() {
    let args = ["generate", "--rules", "miracle", "--givens", "2", "--count", "5", "--seed", "7"];
    let run = expect(&args, 0);
    let puzzles = made(&run.out);
    assert_eq!(puzzles.len(), 5, "{}", run.out);
    for (i, puzzle) in puzzles.iter().enumerate() {
        assert_eq!(puzzle.bytes().filter(|b| *b != b'.').count(), 2);
        assert!(!puzzles[..i].contains(puzzle), "all different");
        assert!(expect(&["solve", "-q", "--rules", "miracle", puzzle], 0).out.starts_with("unique "));
    }
    let two = ["generate", "--rules", "miracle", "--givens", "2", "--count", "2", "--seed", "7", "--threads", "1"];
    assert!(run.out.starts_with(&expect(&two, 0).out), "threads change nothing, and fewer are the first ones");
}

#[test]
fn minimal_puzzles_need_every_given() {
    let run = expect(&["generate", "--rules", "classic", "--size", "6", "--minimal", "--count", "2", "--quiet"], 0);
    for puzzle in made(&run.out) {
        assert!(expect(&["solve", "-q", &puzzle], 0).out.starts_with("unique "));
        for at in (0..puzzle.len()).filter(|&i| puzzle.as_bytes()[i] != b'.') {
            let mut fewer = puzzle.clone();
            fewer.replace_range(at..=at, ".");
            assert!(expect(&["solve", "-q", &fewer], 1).out.starts_with("multiple "), "{puzzle} does not need {at}");
        }
    }
}

#[test]
fn neither_threads_nor_silence_change_what_is_made() {
    let args = ["generate", "--rules", "classic", "--minimal", "--seed", "11", "--count"];
    let run = |more: &[&str]| made(&expect(&[&args[..], more].concat(), 0).out);
    let many = run(&["60", "--quiet", "--threads", "1"]);
    assert_eq!(many.len(), 60);
    // Made many at a time, and none is told how hard it is: the same puzzles.
    assert_eq!(run(&["60", "--quiet", "--threads", "3"]), many);
    assert_eq!(run(&["4"]), many[..4]);
    for puzzle in &many {
        assert!(expect(&["solve", "-q", puzzle], 0).out.starts_with("unique "));
        assert!(expect(&["check", "--minimise", "-q", puzzle], 0).out.contains("every clue is needed"), "{puzzle}");
    }
}

#[test]
fn symmetric_puzzles_are_symmetric() {
    let args =
        ["generate", "--rules", "classic", "--size", "6", "--symmetry", "rotate", "--givens", "12..20", "--quiet"];
    let puzzle = made(&expect(&args, 0).out).remove(0);
    let given: Vec<bool> = puzzle.bytes().map(|b| b != b'.').collect();
    assert!(given.iter().eq(given.iter().rev()), "{puzzle}");
    assert!((12..=20).contains(&given.iter().filter(|g| **g).count()));
}

#[test]
fn clues_are_made_and_written_with_what_they_need() {
    let args =
        ["generate", "--rules", "classic", "--clues", "killer-cage=3..6,thermometer", "--size", "6", "--seed", "3"];
    let run = expect(&args, 0);
    assert!(run.out.starts_with("# 1: ") && run.out.contains(", seed 3, attempt "), "{}", run.out);
    assert!(run.out.contains("title: Killer cage") && run.out.contains("\nkiller-cage r"), "{}", run.out);
    let file = std::env::temp_dir().join(format!("cluewright-made-{}.clue", std::process::id()));
    std::fs::write(&file, &run.out).expect("a file for the puzzle");
    let path = file.to_str().expect("a plain path");
    assert!(expect(&["solve", "-q", path], 0).out.starts_with("unique "));
    assert!(expect(&["check", "--minimise", "-q", path], 0).out.contains("every clue is needed"));
    // One like it, in the same format and by the seed alone.
    let like = |threads: &str| expect(&["generate", "--like", path, "--threads", threads, "--seed", "9"], 0).out;
    assert_eq!(like("1"), like("2"));
    assert!(like("1").contains("\nkiller-cage r"));
    std::fs::remove_file(&file).expect("the file is there");
    assert!(expect(&["generate", "--clues", "no-such-rule"], 2).err.contains("there is no rule `no-such-rule`"));
}

#[test]
fn wishes_that_cannot_be_met_end() {
    let run = expect(&["generate", "--rules", "classic", "--size", "4", "--givens", "1", "--nodes", "1000"], 3);
    assert!(run.out.is_empty() && run.err.contains("0 of 1 puzzle"), "{}", run.err);
}

#[test]
fn it_ends_when_every_puzzle_was_made() {
    // The clues alone single out the solution: the only puzzle has no givens.
    let one = expect(&["generate", "--like", "examples/killer.clue", "--same-clues", "--count", "3"], 1);
    assert_eq!(one.out.lines().count(), 1, "{}", one.out);
    assert!(one.err.contains("after 1 of 3 puzzles: without givens there is one solution"), "{}", one.err);
    // Two solutions that differ in twelve cells: each of these, with either digit, is a puzzle.
    let clues = "grid: 4x4\nrules: classic, diagonals\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r1c1 r2c1 total 4\n";
    let file = std::env::temp_dir().join(format!("cluewright-two-{}.clue", std::process::id()));
    std::fs::write(&file, clues).expect("a file for the clues");
    let path = file.to_str().expect("a plain path");
    let two = expect(&["generate", "--like", path, "--same-clues", "--count", "40", "--quiet"], 1);
    let different: std::collections::BTreeSet<&str> = two.out.lines().collect();
    assert_eq!((different.len(), two.out.lines().count()), (24, 24), "{}", two.out);
    assert!(two.err.contains("There is no further puzzle of this kind after 24 of 40 puzzles"), "{}", two.err);
    // Full grids: two, and no proof that there is no other.
    let full = expect(&["generate", "--like", path, "--same-clues", "--count", "3", "--givens", "16"], 3);
    assert_eq!(full.out.lines().filter(|l| l.ends_with("# 16 givens")).count(), 2, "{}", full.out);
    assert!(full.err.contains("in a row made only puzzles that were there already"), "{}", full.err);
    std::fs::remove_file(&file).expect("the file is there");
}

#[test]
fn a_difficulty_is_told_where_it_is_known() {
    let six = expect(&["generate", "--rules", "classic", "--size", "6", "--count", "4", "--seed", "2"], 0);
    assert!(six.out.lines().all(|l| l.contains(" steps, hardest ")), "{}", six.out);
    // Three puzzles whose walk takes longer than the short look: nothing is said of them, but why.
    let hard = expect(&["generate", "--rules", "miracle", "--count", "3", "--seed", "0"], 0);
    assert!(!hard.out.contains("at least") && hard.out.lines().any(|l| l.ends_with(" givens")), "{}", hard.out);
    assert!(hard.err.contains("not rated: a short look did not come to the end"), "{}", hard.err);
}

#[test]
fn levels_of_scales_and_techniques_are_met() {
    for level in ["easy", "hard"] {
        let args = [
            "generate",
            "--rules",
            "classic",
            "--scale",
            "hodoku",
            "--difficulty",
            level,
            "--count",
            "3",
            "--distinct",
        ];
        let run = expect(&args, 0);
        let word = format!("hodoku: {}{}, score ", level[..1].to_uppercase(), &level[1..]);
        assert!(run.out.lines().count() == 3 && run.out.lines().all(|line| line.contains(&word)), "{}", run.out);
        for puzzle in made(&run.out) {
            let rated = expect(&["rate", "--scale", "hodoku", "--json", &puzzle], 0).out.to_lowercase();
            assert!(rated.contains(&format!("\"{level}\"")), "{rated}");
        }
    }
    let run = expect(&["generate", "--rules", "classic", "--technique", "x-wing", "--seed", "4", "--quiet"], 0);
    let puzzle = made(&run.out).remove(0);
    assert!(expect(&["explain", &puzzle], 0).out.contains("X-Wing"));
    // Nothing in it is needless, but where that is allowed.
    assert!(expect(&["check", "--minimise", "-q", &puzzle], 0).out.contains("every clue is needed"), "{puzzle}");
    let unknown = ["generate", "--rules", "classic", "--scale", "hodoku", "--difficulty", "tricky"];
    assert!(expect(&unknown, 2).err.contains("no level of the scale `hodoku`"));
    assert!(
        expect(&["generate", "--rules", "classic", "--difficulty", "odd"], 2)
            .err
            .contains("no level of the scale `cluewright`")
    );
}

#[test]
fn scales_lead_puzzles_with_clues_too() {
    let clues = ["generate", "--clues", "killer-cage", "--size", "4", "--count", "2", "--distinct"];
    let ours = expect(&[&clues[..], &["--scale", "cluewright", "--difficulty", "0..400", "--json"]].concat(), 0);
    let reports: Vec<serde_json::Value> =
        ours.out.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    assert_eq!(reports.len(), 2, "{}", ours.out);
    for report in &reports {
        let scale = &report["scales"][0];
        let points = scale["figures"]["points"].as_f64().expect("points");
        assert!(scale["scale"] == "cluewright" && (0.0..=400.0).contains(&points), "{scale}");
    }
    assert_ne!(reports[0]["solution"], reports[1]["solution"]);
    let theirs = expect(&[&clues[..], &["--scale", "hodoku", "--difficulty", "easy"]].concat(), 2);
    assert!(
        theirs.err.contains("rates ordinary puzzles only") && theirs.err.contains("the scale `cluewright` rates all")
    );
}

#[test]
fn clues_may_be_of_a_rule_of_the_users_folder() {
    let folder = std::env::temp_dir().join(format!("cluewright-folder-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for rules");
    let rule =
        "rule climb \"Digits rise along the line.\"\n  clue line L\n  propose lines 3\n  require increasing(L)\n";
    std::fs::write(folder.join("climb.rule"), rule).expect("a file for the rule");
    let args = ["generate", "--clues", "climb=2..6", "--size", "4", "--seed", "1"];
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_cluewright"));
    let run = program.args(args).env("CLUEWRIGHT_RULES", &folder).output().expect("the program ends");
    let out = String::from_utf8(run.stdout).expect("answers are UTF-8");
    assert!(out.contains("\nclimb r") && out.contains("rule climb"), "{out}");
    std::fs::remove_dir_all(&folder).expect("the folder is there");
}
