//! `steps`: everything that can be made now; and technique profiles.

use crate::common;

use common::expect;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn all_steps_and_those_about_some_cells() {
    let all = expect(&["steps", EASY, "--techniques", "hidden_single,naked_single"], 0).out;
    assert!(all.contains("r5c5 is 5"), "{all}");
    let one = expect(&["steps", EASY, "--techniques", "hidden_single", "--cells", "r1c6", "--json"], 0).out;
    let report: serde_json::Value = serde_json::from_str(&one).expect("JSON");
    let steps = report["steps"].as_array().expect("a list");
    assert_eq!(steps.len(), 1, "each conclusion once: {one}");
    assert_eq!(steps[0]["placements"][0]["cell"], "r1c6");
    let locked = ["steps", EASY, "--techniques", "pointing", "--cells", "r3c7", "--digits", "3"];
    assert!(expect(&locked, 0).out.contains("(1 other way.)"));
    let ways = expect(&[&locked[..], &["--other-ways"]].concat(), 0).out;
    assert!(ways.contains("    Or "), "{ways}");
    assert!(expect(&["steps", EASY, "--techniques", "x_wing", "--cells", "r5c5", "-q"], 1).out.is_empty());
}

#[test]
fn a_profile_decides_the_order() {
    let folder = std::env::temp_dir().join(format!("cluewright-profile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let file = folder.join("mine.txt");
    let path = file.to_str().expect("a name in letters");
    std::fs::write(&file, "# mine\nnaked_single\nhidden_single # next\n").expect("a file");
    let out = expect(&["explain", EASY, "--techniques", path, "-q"], 0).out;
    assert!(out.lines().next().is_some_and(|l| l.contains("Naked Single")), "{out}");
    std::fs::write(&file, "no_such_thing\n").expect("a file");
    let run = expect(&["explain", EASY, "--techniques", path], 2);
    assert!(run.err.contains("no_such_thing") && run.err.contains("mine.txt"), "{}", run.err);
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

#[test]
fn a_clue_of_pairs_of_cells_is_read_off_at_once() {
    let file = std::env::temp_dir().join(format!("cluewright-pairs-{}.clue", std::process::id()));
    let path = file.to_str().expect("a name in letters");
    let clues = "rules: classic\n\nkiller-cage r1c1 r1c2 total 17\nthermometer r5c1 r5c2 r5c3\n";
    std::fs::write(&file, clues).expect("a file");
    let out = expect(&["steps", path, "--techniques", "clue"], 0).out;
    let cage = "The cage 17 at r1c1: r1c1 and r1c2 must make 17: 8-9 or 9-8, so r1c1 and r1c2 are 8 or 9.";
    assert!(out.contains(cage), "{out}");
    let thermometer = "The thermometer at r5c1: r5c1 is at most 7, r5c2 is 2 to 8 and r5c3 is at least 3.";
    assert!(out.contains(thermometer), "{out}");
    // Rows, boxes and cells also give parts of the step; those count as other ways.
    let all = expect(&["steps", path, "--techniques", "clue,cell_forcing", "--json"], 0).out;
    let report: serde_json::Value = serde_json::from_str(&all).expect("JSON");
    let steps = report["steps"].as_array().expect("a list");
    let cage = |s: &&serde_json::Value| s["eliminations"].to_string().contains("r1c1");
    assert_eq!(steps.iter().filter(cage).count(), 1, "{all}");
    let ways = expect(&["steps", path, "--techniques", "clue,cell_forcing", "--other-ways"], 0).out;
    assert!(ways.contains("    Or Cage"), "{ways}");
    std::fs::remove_file(&file).expect("the file is ours");
}
