//! Input from newcomers: pasted grids, various names of cells, misspelled names, help.

use crate::common;

use common::{Run, expect, root, run, run_with};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn object(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))
}

#[test]
fn pasted_grids_are_solved() {
    let spaces = EASY
        .replace('.', " ")
        .as_bytes()
        .chunks(9)
        .fold(String::new(), |all, row| all + String::from_utf8_lossy(row).trim_end() + "\n");
    let name = |c: char| c.to_digit(10).map_or('.', |d| "ABCDEFGHI".chars().nth(d as usize - 1).expect("nine"));
    let letters: String = EASY.chars().map(name).collect();
    let solved: String = SOLVED.chars().map(name).collect();
    let row = |r: &[u8]| format!("| {} | {} | {} |\n", spread(&r[..3]), spread(&r[3..6]), spread(&r[6..]));
    let rows: Vec<String> = EASY.as_bytes().chunks(9).map(row).collect();
    let hodoku = format!(
        ".-------.-------.-------.\n{}:-------+-------+-------:\n{}:-------+-------+-------:\n{}'-------'-------'-------'\n",
        rows[..3].concat(),
        rows[3..6].concat(),
        rows[6..].concat()
    );
    for (text, said, solution) in [
        (spaces, "spaces were read as empty cells of a 9x9 grid", SOLVED),
        (letters, "A is 1", &solved),
        (hodoku, "", SOLVED),
    ] {
        let typed = expect(&["solve", &text], 0);
        assert!(typed.out.ends_with(&format!("unique {solution}\n")) && typed.err.contains(said), "{typed:?}\n{text}");
        let piped = run_with(&["solve", "-", "-q"], text.as_bytes());
        assert_eq!((piped.out, piped.code), (format!("unique {solution}\n"), 0), "{text}");
    }
}

fn spread(cells: &[u8]) -> String {
    cells.iter().map(|&c| char::from(c).to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn cells_by_any_of_their_names() {
    let about = |cells: &str| expect(&["steps", EASY, "--cells", cells, "--techniques", "hidden_single"], 0).out;
    assert_eq!(about("A6"), about("r1c6"));
    assert_eq!(about("A1-A9"), about("r1"));
    assert_eq!(about("b2"), about("r1c4..r3c6"));
    let split = |cells: &str| expect(&["count", EASY, "--split", cells], 0).out;
    assert_eq!(split("A3,A4"), split("r1c3-r1c4"));
    let error = expect(&["steps", EASY, "--cells", "J1"], 2).err;
    assert!(error.contains("no cell `J1`") && error.contains("the letter is the row"), "{error}");
}

#[test]
fn help_of_every_command() {
    let help = expect(&["help"], 0).out;
    for command in ["solve", "rules", "techniques", "help"] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
    }
    assert_eq!(expect(&["help", "solve"], 0).out, expect(&["solve", "--help"], 0).out);
    assert_eq!(expect(&["help", "rules", "lint"], 0).out, expect(&["rules", "lint", "--help"], 0).out);
}

#[test]
fn techniques_are_listed_and_shown() {
    let list = expect(&["techniques", "list"], 0).out;
    assert!(list.contains("\n   3.2  x_wing ") && list.contains("Only if named"), "{list}");
    let all: Vec<Value> = expect(&["techniques", "list", "--json"], 0).out.lines().map(object).collect();
    assert!(all.len() > 100);
    for technique in &all {
        let id = technique["id"].as_str().expect("a text");
        let about = technique["about"].as_str().expect("a text");
        assert!(!about.is_empty(), "{id} has a page with a sentence");
        assert!(!about.contains("]("), "{id}: a terminal shows no pictures or links: {about}");
        let shown = expect(&["techniques", "show", id], 0).out;
        assert!(shown.contains(technique["name"].as_str().expect("a text")), "{shown}");
    }
    let shown = expect(&["techniques", "show", "X-Wing"], 0).out;
    assert!(
        shown.starts_with("X-Wing (x_wing), difficulty 3.2 or more\n") && shown.contains("In two rows a value fits"),
        "{shown}"
    );
    assert_eq!(object(&expect(&["techniques", "show", "x wing", "--json"], 0).out)["difficulty"], 3.2);
}

#[test]
fn names_that_are_nearly_right() {
    let hint = |args: &[&str]| expect(args, 2).err;
    for (args, meant) in [
        (&["explain", EASY, "--techniques", "x_wng"][..], "did you mean `x_wing`?"),
        (&["explain", EASY, "--avoid", "jelyfish"], "did you mean `jellyfish`?"),
        (&["techniques", "show", "swordfsh"], "did you mean `swordfish`?"),
        (&["solve", EASY, "--rules", "anti-nihgt"], "did you mean `anti-knight`?"),
        (&["rules", "show", "termometer"], "did you mean `thermometer`?"),
        (&["convert", EASY, "--to", "f-puzzle"], "did you mean `f-puzzles`?"),
        (&["convert", EASY, "--to", "cannonical"], "did you mean `canonical`?"),
        (&["solve", EASY, "--from", "sdm"], "did you mean `line`?"),
        (&["solve", EASY, "--from", "gird"], "did you mean `grid`?"),
        (&["generate", "--rules", "classic", "--symmetry", "rotat"], "a similar value exists: 'rotate'"),
        (&["explain", EASY, "--until", "stuk"], "a similar value exists: 'stuck'"),
        (&["rate", EASY, "--scale", "cluwright"], "did you mean `cluewright`?"),
        (&["solv", EASY], "a similar subcommand exists: 'solve'"),
        (&["help", "solv"], "a similar subcommand exists: 'solve'"),
        (&["help", "rules", "lnt"], "a similar subcommand exists: 'lint'"),
        (&["solve", EASY, "--jsn"], "'--json'"),
    ] {
        assert!(hint(args).contains(meant), "{args:?}: {}", hint(args));
    }
    let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join("doors-profile.txt");
    std::fs::write(&profile, "naked_single\nhiden_single\n").expect("a file of the test's own");
    let error = hint(&["explain", EASY, "--techniques", profile.to_str().expect("UTF-8")]);
    assert!(error.contains("did you mean `hidden_single`?") && error.contains("doors-profile.txt"), "{error}");
}

#[test]
fn every_error_is_an_object_under_json() {
    for args in [
        &["solve", "nosuch.clue"][..],
        &["count", "nosuch.clue"],
        &["candidates", "nosuch.clue"],
        &["explain", "nosuch.clue"],
        &["steps", "nosuch.clue"],
        &["hint", "nosuch.clue"],
        &["rate", "nosuch.clue"],
        &["check", "nosuch.clue"],
        &["convert", "nosuch.clue", "--to", "line"],
        &["generate", "--like", "nosuch.clue"],
        &["rules", "lint", "nosuch.rule"],
        &["rules", "test", "nosuch.rule"],
        &["rules", "show", "nosuch.rule"],
        &["techniques", "show", "nosuch.rule"],
        &["explain", EASY, "--techniques", "nosuch"],
        &["steps", EASY, "--cells", "Z9"],
        &["solve", "53..7"],
        &["solve", EASY, "--nosuch"],
        &["hint", EASY, "--level", "9"],
    ] {
        let run = expect(&[args, &["--json"]].concat(), 2);
        assert_eq!(run.out.lines().count(), 1, "{args:?}: {}", run.out);
        let failed = object(&run.out);
        assert_eq!(failed["status"], "error", "{args:?}");
        assert!(!failed["message"].as_str().expect("a text").is_empty() && run.err.starts_with("error: "), "{run:?}");
        let id = failed["id"].as_str().expect("a text");
        assert!(args.contains(&id) || id == "argument" || id == "command line", "{args:?}: {id}");
    }
}

/// Runs it with a folder of the user's own.
fn with_folder(folder: &std::path::Path, args: &[&str], code: i32) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_cluewright"))
        .args(args)
        .current_dir(root())
        .env("CLUEWRIGHT_RULES", folder)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let run = Run { out: text(output.stdout), err: text(output.stderr), code: output.status.code().expect("it ended") };
    assert_eq!(run.code, code, "{args:?}\n{}\n{}", run.out, run.err);
    run
}

#[test]
fn rules_of_the_users_folder() {
    let folder = root().join("target/doors-rules");
    std::fs::create_dir_all(&folder).expect("a folder of the test's own");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file of the test's own");
    write("my-line.rule", "rule my-line \"Digits grow along the line.\"\n  clue line L\n  require increasing(L)\n");
    write("broken.rule", "rule broken\n");
    let puzzle = format!("grid: 9x9\nrules: classic\ngivens: {EASY}\nmy-line r1c1 r1c5 r1c9\n");
    write("mine.clue", &puzzle);
    let file = folder.join("mine.clue");
    let list = with_folder(&folder, &["rules", "list"], 0);
    assert!(
        list.out.contains("Your own rules\n") && list.out.contains("Digits grow along the line. (for clues, "),
        "{}",
        list.out
    );
    assert!(list.err.contains("broken.rule") && list.err.contains("was skipped"), "{}", list.err);
    let all: Vec<Value> = with_folder(&folder, &["rules", "list", "--json"], 0).out.lines().map(object).collect();
    let mine = all.iter().find(|r| r["name"] == "my-line").expect("it is listed");
    assert!(mine["file"].as_str().expect("a text").ends_with("my-line.rule") && mine["clue"] == true);
    let shown = with_folder(&folder, &["rules", "show", "my-line"], 0).out;
    assert!(shown.starts_with("# Your own rule, from ") && shown.contains("require increasing(L)"), "{shown}");
    assert!(with_folder(&folder, &["rules", "show", "my-lien"], 2).err.contains("did you mean `my-line`?"));
    // A file that the user names may be mentioned; typed text may not, except the user's own word.
    let path = file.to_str().expect("UTF-8");
    with_folder(&folder, &["solve", path], 1);
    let refused = with_folder(&folder, &["solve", &puzzle], 2).err;
    assert!(
        refused.contains("line 4, column 1: the rule `my-line` is in your folder")
            && refused.contains("`--rules my-line` adds the rule"),
        "{refused}"
    );
    let same = with_folder(&folder, &["solve", &puzzle, "--rules", "my-line"], 1);
    assert!(same.err.contains("no solution"), "{}", same.err);
    let typo = with_folder(&folder, &["solve", &puzzle.replace("my-line", "../doors-rules/my-line")], 2).err;
    assert!(!typo.contains("is in your folder"), "{typo}");
}

#[test]
fn rules_are_tested_on_their_examples() {
    let good = "rule rising \"Digits rise.\"\n  clue line L\n  require increasing(L)\n  passes \"1259\"\n  fails \"34/25\" with r2c1 r1c2 r1c1\n";
    let bad = format!("{good}  fails \"123\"\n  passes \"321\" # wrong\n");
    let ran = run_with(&["rules", "test", "-"], good.as_bytes());
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.out.ends_with("2 examples, all with the expected result.\n") && ran.out.contains("fails, as it must"),
        "{}",
        ran.out
    );
    let ran = run_with(&["rules", "test", "-"], bad.as_bytes());
    assert_eq!(ran.code, 1);
    for line in [
        "rising, line 6: 123 passes, but must not\n",
        "rising, line 7: 321 does not pass, but must\n",
        "2 of 4 examples do not have the expected result.\n",
    ] {
        assert!(ran.out.contains(line), "{}", ran.out);
    }
    assert!(ran.out.contains("(r1c1 is 3, r1c2 is 2, r1c3 is 1)"), "{}", ran.out);
    let ran = run_with(&["rules", "test", "-", "--json"], bad.as_bytes());
    let ok: Vec<bool> = ran.out.lines().map(|l| object(l)["ok"] == true).collect();
    assert_eq!((ok, ran.code), (vec![true, true, false, false], 1));
    let ran = run_with(&["rules", "lint", "-"], bad.as_bytes());
    assert!(ran.code == 0 && ran.out.contains("4 examples"), "{ran:?}");
    let ran = run_with(&["rules", "lint", "-"], good.replace("1259", "12x9").as_bytes());
    assert!(ran.code == 2 && ran.err.contains("standard input:4:3: `x` is not a digit"), "{ran:?}");
    let ran = run_with(&["rules", "test", "-"], b"rule a\n  require true\n");
    assert!(ran.code == 2 && ran.err.contains("no rule in this file has an example"), "{ran:?}");
    let started = run(&["rules", "new", "my-rule"]).out;
    let ran = run_with(&["rules", "test", "-"], started.as_bytes());
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_wrong_grid_is_told_with_its_cells() {
    let wrong = SOLVED.replace("179", "197");
    let told = expect(&["check", &wrong[..81]], 1).out;
    assert!(told.contains("column 8: every column holds different digits (9 at r5c8 and r9c8)"), "{told}");
    let text = format!(
        "rules: classic\ngivens: {SOLVED}\nkiller-cage r1c1 r1c2 total 9\nthermometer r1c1-r1c3\nnot: palindrome r1c1 r9c3\n\
         any:\n  thermometer r2c1-r2c3\n  white-dot r1c1 r1c2\n"
    );
    let told = expect(&["check", &text], 1).out;
    for part in [
        "the cage 9 at r1c1: digits in a cage do not repeat and add up to its total (r1c1 is 5, r1c2 is 3)",
        "(r1c1 is 5, r1c2 is 3, r1c3 is 4)",
        "the palindrome at r1c1 holds, and must not (r1c1 is 5, r9c3 is 5)",
        "(r2c1 is 6, r2c2 is 7, r2c3 is 2)",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
}

#[test]
fn givens_are_bold_where_there_are_colours() {
    let plain = expect(&["solve", EASY], 0).out;
    let bold = expect(&["solve", EASY, "--color", "always"], 0).out;
    assert!(bold.starts_with("\u{1b}[1m5\u{1b}[0m \u{1b}[1m3\u{1b}[0m 4 | 6 "), "{bold:?}");
    assert_eq!(bold.replace("\u{1b}[1m", "").replace("\u{1b}[0m", ""), plain);
}
