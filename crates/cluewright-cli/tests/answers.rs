//! What the commands answer.

use crate::common;

use common::{expect, run_with};

const MIRACLE: &str = "483726159726159483159483726837261594261594837594837261372615948615948372948372615";
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn miracle_is_solved_and_unique() {
    let run = expect(&["solve", "examples/miracle.clue"], 0);
    assert!(run.out.ends_with(&format!("unique {MIRACLE}\n")), "{}", run.out);
    let same = expect(&["solve", "--quiet", "--rules", "miracle", "examples/miracle.clue"], 0);
    assert_eq!(same.out, format!("unique {MIRACLE}\n"), "a rule said twice changes nothing");
}

#[test]
fn stats_say_what_was_built_and_what_was_done() {
    let run = expect(&["solve", "--stats", "examples/miracle.clue"], 0);
    for part in ["rules: ", "read and compiled in ", " node, ", " failures, ", " propagations; ", "house: "] {
        assert!(run.err.contains(part), "{part}: {}", run.err);
    }
    assert!(run.out.ends_with(&format!("unique {MIRACLE}\n")), "{}", run.out);
}

#[test]
fn miracle_is_explained_with_singles_and_locked_candidates() {
    let run = expect(&["explain", "examples/miracle.clue", "--verify", "--until", "stuck"], 0);
    assert!(run.out.contains("Solved in ") && run.out.contains("steps were verified"), "{}", run.out);
    let json = expect(&["explain", "examples/miracle.clue", "--json"], 0);
    let data: serde_json::Value = serde_json::from_str(&json.out).expect("one object");
    assert_eq!(data["status"], "solved");
    assert_eq!(data["grid"], MIRACLE);
    let easy = ["full_house", "hidden_single", "naked_single", "pointing", "claiming", "common_peers"];
    for step in data["steps"].as_array().expect("steps") {
        let technique = step["technique"].as_str().expect("a name");
        assert!(easy.contains(&technique), "{technique} is neither a single nor locked candidates");
        assert!(step["text"].as_str().is_some_and(|t| t.ends_with('.')));
        assert!(step["because"].as_array().is_some_and(|b| !b.is_empty()));
    }
}

#[test]
fn the_empty_miracle_grid_has_72_solutions() {
    let run = expect(&["count", "--rules", "miracle", "--limit", "100"], 0);
    assert_eq!(run.out, "72\n");
    let list = expect(&["count", "--rules", "miracle", "--limit", "100", "--list"], 0);
    assert_eq!(list.out.lines().count(), 73);
    assert!(list.out.lines().any(|l| l == MIRACLE));
    let stopped = expect(&["count", "--rules", "miracle", "--limit", "10"], 0);
    assert_eq!(stopped.out, "at least 10\n");
}

#[test]
fn four_by_four_has_288_grids() {
    assert_eq!(expect(&["count", "--rules", "classic", "--size", "4"], 0).out, "288\n");
}

#[test]
fn a_hard_classic_is_explained_to_the_end() {
    let run = expect(&["explain", "--verify", "--quiet", HARD], 0);
    assert!(run.out.contains("Solved in ") && run.out.contains("steps were verified"), "{}", run.out);
}

#[test]
fn a_split_counts_every_combination() {
    let run = expect(&["count", "--rules", "miracle", "--split", "r1c1,r5c5", "--json"], 0);
    let data: serde_json::Value = serde_json::from_str(&run.out).expect("one object");
    let scenarios = data["scenarios"].as_array().expect("scenarios");
    assert_eq!(scenarios.len(), 81);
    let total: u64 = scenarios.iter().map(|s| s["count"].as_u64().expect("a count")).sum();
    assert_eq!(total, 72);
    assert_eq!(data["exhaustive"], true);
    let never = data["false_everywhere"].as_array().expect("candidates");
    // A candidate is false in all scenarios exactly when no solution holds it.
    let known = expect(&["candidates", "--rules", "miracle", "--json"], 0);
    let known: serde_json::Value = serde_json::from_str(&known.out).expect("one object");
    let cells = known["cells"].as_array().expect("cells");
    let possible: usize = cells.iter().map(|c| c["candidates"].as_array().expect("a list").len()).sum();
    assert_eq!(possible + never.len(), 729);
    let sample = expect(&["count", "--rules", "miracle", "--split", "r1c1,r5c5", "--sample", "7"], 0);
    assert!(sample.out.contains("7 combinations of 81"), "{}", sample.out);
    // Combinations that contradict the rules immediately are omitted and counted.
    let row = expect(&["count", &".".repeat(16), "--split", "r1c1,r1c2"], 0).out;
    assert!(row.contains("12 combinations of 12 examined: 288 solutions"), "{row}");
    assert!(
        row.contains("4 combinations break a rule outright and are left out: r1c1 and r1c2 because of row 1."),
        "{row}"
    );
}

#[test]
fn a_rule_of_the_puzzles_own_is_solved_and_explained_by_its_name() {
    let text = "grid: 4x4\ngivens: 1............... \n\nrule far \"Cells a leap of 1 and 3 apart differ.\"\n  \
                says \"the far rule\"\n  for (a, b) at moves (1, 3):\n    require a != b\n\nrules: classic, far\n";
    let counted = run_with(&["count", "-"], text.as_bytes());
    let without = run_with(&["count", "-", "--without", "far"], text.as_bytes());
    let (with, without): (u64, u64) = (
        counted.out.trim().parse().unwrap_or_else(|_| panic!("{}", counted.err)),
        without.out.trim().parse().unwrap_or_else(|_| panic!("{}", without.err)),
    );
    assert_eq!(without, 72, "288 grids, a quarter of them with 1 in the corner");
    assert!(with < without, "{with} < {without}");
    assert!(expect(&["solve", "-q", "examples/camel.clue"], 0).out.starts_with("unique "));
    let steps = expect(&["explain", "examples/camel.clue", "--verify"], 0).out;
    assert!(steps.contains("Solved in "), "{steps}");
    assert!(steps.contains("(the camel's leap)"), "{steps}");
    assert!(expect(&["check", "examples/camel.clue"], 0).out.contains("one solution"));
}

/// A row of one of several grids is named by its position in its grid, not by its number among all rows.
#[test]
fn rows_of_several_grids_are_named_by_their_grid() {
    let out = expect(&["explain", "examples/samurai.clue"], 0).out;
    for place in ["box 1 of the upper left grid", "row 2 of the lower left grid", "of the middle grid"] {
        assert!(out.contains(place), "nothing is said of {place}: {out}");
    }
    assert!(!out.contains(" in box 11."), "{out}");
}

#[test]
fn every_example_has_one_solution() {
    for name in ["killer", "thermometer", "arrow", "jigsaw", "six", "sixteen", "samurai", "doubler", "miracle"] {
        let file = format!("examples/{name}.clue");
        assert!(expect(&["solve", "--quiet", &file], 0).out.starts_with("unique "), "{name}");
    }
}

#[test]
fn every_example_is_explained_to_the_end() {
    for name in ["killer", "thermometer", "arrow", "jigsaw", "six", "sixteen", "samurai", "doubler", "miracle"] {
        let file = format!("examples/{name}.clue");
        let run = expect(&["explain", "--quiet", "--verify", &file], 0);
        assert!(run.out.contains("Solved in "), "{name}: {}", run.out);
    }
}

#[test]
fn a_hint_tells_what_is_wrong_first() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let hint = |grid: &str, level: &str| expect(&["hint", puzzle, "--grid", grid, "--level", level], 0).out;
    assert!(hint(puzzle, "1").starts_with("Look for a"));
    let clash = "535.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let run = expect(&["hint", puzzle, "--grid", clash], 1);
    assert!(run.out.contains("r1c1") && run.out.contains("r1c3") && run.out.contains("row 1"), "{}", run.out);
    let wrong = "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let run = expect(&["hint", puzzle, "--grid", wrong], 1);
    assert!(run.out.starts_with("1 in r1c3 is wrong.\nIf r1c3 were 1,"), "{}", run.out);
    let run = expect(&["hint", puzzle, "--grid", wrong, "--level", "2"], 1);
    assert_eq!(run.out, "There is a mistake in the grid.\nLook in box 1.\n");
}

#[test]
fn techniques_that_are_not_enough_name_the_next() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let hint = expect(&["hint", puzzle, "--techniques", "tridagon"], 1).out;
    assert_eq!(hint, "There is no step within these techniques; the next would be a hidden single.\n");
    let explained = expect(&["explain", puzzle, "--techniques", "tridagon"], 1).out;
    assert!(explained.contains("these techniques find no step; the next would be a hidden single."), "{explained}");
}

#[test]
fn a_filled_grid_is_judged_by_its_rules() {
    assert_eq!(expect(&["check", "--rules", "miracle", MIRACLE], 0).out, "The grid is correct.\n");
    let swapped = MIRACLE.replacen("48", "84", 1);
    let run = expect(&["check", "--rules", "miracle", &swapped], 1);
    assert!(run.out.contains("column 1"), "{}", run.out);
}

#[test]
fn no_one_and_many_solutions_have_their_exit_status() {
    assert_eq!(expect(&["solve", "-q", "1234341221434321"], 0).out, "unique 1234341221434321\n");
    assert!(expect(&["solve", "-q", "1..............."], 1).out.starts_with("multiple "));
    assert_eq!(expect(&["solve", "-q", "12...3.....4...."], 1).out.split(' ').next().map(str::trim), Some("multiple"));
    assert_eq!(expect(&["solve", "-q", "123....4........"], 1).out, "none\n");
    assert_eq!(expect(&["count", "--rules", "classic", "--limit", "0", "--nodes", "5"], 3).code, 3);
}

#[test]
fn a_batch_keeps_its_order_and_survives_a_bad_line() {
    let good = "1234341221434321";
    let text = format!("# a comment\n{good}\nrubbish here!\n1...............\n\n{good}\n");
    let run = run_with(&["solve", "-", "--from", "line"], text.as_bytes());
    let lines: Vec<&str> = run.out.lines().map(|l| l.split(' ').next().unwrap_or("")).collect();
    assert_eq!(lines, ["unique", "error", "multiple", "unique"], "{}", run.err);
    assert!(run.err.contains(":3:"), "the bad line's number: {}", run.err);
    assert_eq!(run.code, 2);
    let many: String = format!("{good}\n1...............\n").repeat(5_000);
    let one = run_with(&["solve", "-", "--threads", "1"], many.as_bytes());
    let four = run_with(&["solve", "-", "--threads", "4"], many.as_bytes());
    assert_eq!(one.out.lines().count(), 10_000);
    assert!(one.out == four.out, "threads change nothing");
}

/// Ordinary lines are answered by the classic engine alone; with a limit on nodes, they are handled like all other puzzles.
#[test]
fn the_quick_way_for_plain_lines_says_the_same() {
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut lines = vec![
        "# a comment".to_owned(),
        easy.to_owned(),
        HARD.to_owned(),
        String::new(),
        easy.replace('.', "0"),
        easy.replacen("53", "..", 1),
        easy.replacen("53", "5.", 1).replacen("6..195", "...1.5", 1),
        easy.replacen("53..7", "53.27", 1),
        easy.replacen("53..7", "53.57", 1),
        "no puzzle".to_owned(),
        "1..............2".to_owned(),
        "123456789".repeat(81),
        ".".repeat(81),
        format!("{easy},{}", "534678912672195348198342567859761423426853791713924856961537284287419635345286179"),
    ];
    for i in 0..81 {
        let mut line = easy.to_owned();
        line.replace_range(i..=i, ".");
        lines.push(line);
    }
    for end in ["\n", "\r\n"] {
        let text = lines.join(end);
        let quick = run_with(&["solve", "-"], text.as_bytes());
        let slow = run_with(&["solve", "--nodes", "1000000000", "-"], text.as_bytes());
        assert_eq!(quick.out, slow.out);
        assert_eq!(quick.err, slow.err);
        assert_eq!((quick.code, slow.code), (2, 2));
        for word in ["unique ", "multiple ", "none\n", "error\n"] {
            assert!(quick.out.contains(word), "{word}: {}", quick.out);
        }
        let one = run_with(&["solve", "--threads", "1", "-"], text.as_bytes());
        let three = run_with(&["solve", "--threads", "3", "-"], text.as_bytes());
        assert!(one.out == quick.out && three.out == quick.out);
    }
}

#[test]
fn rearranged_puzzles_have_one_canonical_form() {
    let turned: String = (0..81).map(|i| HARD.as_bytes()[i % 9 * 9 + i / 9] as char).collect();
    let form = expect(&["convert", "--to", "canonical", HARD], 0).out;
    assert_eq!(form.trim().len(), 81);
    assert_eq!(expect(&["convert", "--to", "canonical", &turned], 0).out, form);
    let both = run_with(&["convert", "--to", "canonical", "-"], format!("{HARD}\n{turned}\n").as_bytes());
    assert_eq!(both.out, form.repeat(2), "the quick way for lines");
    assert!(expect(&["convert", "--to", "canonical", &".".repeat(81)], 2).err.contains("several solutions"));
    assert!(expect(&["convert", "--to", "canonical", "1234341221434321"], 2).err.contains("ordinary 9x9"));
}

/// A loss that may change the solutions gives exit code 1 in any format, alone and in a batch. Other omissions are only reported.
#[test]
fn a_conversion_that_loses_something_is_no_success() {
    let knights = "grid: 4x4\ntitle: Mine\nrules: classic, anti-knight\ngiven r1c1 1\n";
    let lossy = run_with(&["convert", "--to", "line", "-"], knights.as_bytes());
    assert_eq!((lossy.code, lossy.out.as_str()), (1, "1...............\n"), "{}", lossy.err);
    assert!(lossy.err.contains("lost: this format cannot express the rule anti-knight"), "{}", lossy.err);
    assert!(lossy.err.contains("note: this format cannot express the title"), "{}", lossy.err);
    let fine = run_with(&["convert", "--to", "line", "--lossy", "-"], knights.as_bytes());
    assert_eq!((fine.code, fine.out), (0, lossy.out));
    let string = run_with(&["convert", "--to", "iss", "--json", "-"], knights.as_bytes());
    let data: serde_json::Value = serde_json::from_str(&string.out).expect("one object");
    assert_eq!((string.code, data["text"].as_str()), (0, Some(".Shape~4x4.~R1C1_1.AntiKnight")));
    assert_eq!((data["lost"].as_array().map(Vec::len), data["notes"].as_array().map(Vec::len)), (Some(0), Some(1)));
    // One f-puzzles text is written per line of a batch.
    let batch = run_with(&["convert", "--to", "f-puzzles", "-"], b"1...............\n2...............\n");
    assert_eq!((batch.code, batch.out.lines().count()), (0, 2), "{}", batch.err);
}

/// A star lies on one of two 1s, and nothing else is open.
const STAR: &str = "grid: 4x4\nrules: classic, star\ngivens:\n  1234\n  3412\n  2143\n  4321\n
rule star \"A star lies on a 1 in the upper half.\"
  extra shown cell star[cells]: 0..1
  require exactly 1 c in cells: star[c] = 1
  for c in cells: require star[c] = 1 => c = 1 and row(c) < 3
";

#[test]
fn extra_cells_are_grids_below_the_digits_and_words_behind_them() {
    let run = run_with(&["solve", "-"], STAR.as_bytes());
    let below = |a: &str, b: &str| format!("star:\n{a}    0  |  0     0\n 0     0  | {b}    0\n");
    assert!([below("0/1", "1/0"), below("1/0", "0/1")].iter().any(|grid| run.out.contains(grid)), "{}", run.out);
    let (one, another) = ("1234341221434321 star=1000000000000000", "1234341221434321 star=0000001000000000");
    let either = [format!("multiple {one} {another}\n"), format!("multiple {another} {one}\n")];
    assert!(either.iter().any(|line| run.out.ends_with(line)), "{}", run.out);
    let quiet = run_with(&["solve", "--quiet", "-"], STAR.as_bytes());
    assert!(either.contains(&quiet.out), "{}", quiet.out);
    let listed = run_with(&["count", "--list", "--quiet", "-"], STAR.as_bytes());
    let mut lines: Vec<&str> = listed.out.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, [another, one, "2"]);
    let csv = run_with(&["solve", "--csv", "-"], STAR.as_bytes());
    let (head, row) = csv.out.split_once('\n').expect("two lines");
    assert_eq!(head, "id,status,count,exact,solutions,extra,message");
    assert!(row.contains("star=1000000000000000") && row.contains("star=0000001000000000"), "{row}");

    let doublers = "grid: 4x4\nrules: classic, doublers\ngivens: 2134431212433421\nkiller-cage r2c2-r2c4 total 6\n\
                    killer-cage r3c1 r3c2 total 5\n";
    let run = run_with(&["solve", "-"], doublers.as_bytes());
    assert!(run.out.contains("double:\n0 0 | 1 0\n1 0 | 0 0\n----+----\n0 1 | 0 0\n0 0 | 0 1\nunique "), "{}", run.out);
    let explained = run_with(&["explain", "-"], doublers.as_bytes());
    assert!(explained.out.contains("double:\n0 0 | 1 0\n"), "{}", explained.out);
    let json = run_with(&["solve", "--json", "-"], doublers.as_bytes());
    let data: serde_json::Value = serde_json::from_str(&json.out).expect("one object");
    assert_eq!(data["extra"][0][0]["values"][2], 1);
    let svg = run_with(&["render", "--solution", "-"], doublers.as_bytes());
    assert!(svg.out.contains("<title>double</title>"), "{}", svg.err);
}

#[test]
fn a_text_is_shown_sentence_by_sentence() {
    let text = "text: Normal sudoku rules apply. Digits in a cage add up to its total. Grey lines are zorblaxes.";
    let puzzle = format!("grid: 4x4\nrules: classic\nkiller-cage r1c1 r1c2 total 3\n{text}\n");
    let run = expect(&["read", &puzzle], 0);
    let lines: Vec<Vec<&str>> = run.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[1][..3], ["killer-cage:", "1", "clue"], "{}", run.out);
    assert_eq!(lines[2][..3], ["?", "unread", "Grey"], "{}", run.out);
    assert!(run.out.ends_with("1 of 3 sentences is unread.\n"), "{}", run.out);
    let data: serde_json::Value =
        serde_json::from_str(&expect(&["read", &puzzle, "--json"], 0).out).expect("one object");
    assert_eq!((&data["whole"], &data["sentences"][2]["what"]), (&false.into(), &"unread".into()));
    // Each of several puzzles has its own answer; an unusable one is reported.
    let many = run_with(&["read", "-", "--json"], b"12..34..2.....3.\nnonsense\n");
    assert_eq!((many.code, many.out.lines().count()), (2, 2), "{}{}", many.out, many.err);
    assert_eq!(expect(&["read", "no-such.clue", "--json"], 2).out.lines().count(), 1);
}

/// Files named in options may be gzip files, like files of puzzles.
#[test]
fn grids_and_rules_that_gzip_has_packed() {
    let folder = std::env::temp_dir().join(format!("cluewright-packed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let packed = |name: &str, text: &str| {
        let path = folder.join(name);
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut out, text.as_bytes()).expect("memory");
        std::fs::write(&path, out.finish().expect("memory")).expect("a file");
        path.to_str().expect("a plain path").to_owned()
    };
    let (puzzle, grid) = ("1...............", "1..........2....");
    let rule = "rule corners \"Opposite corners differ.\"\n  for (a, b) at moves (3, 3): require a != b\n";
    let rule = packed("corners.rule.gz", rule);
    let clue = packed("corner.clue.gz", "grid: 4x4\nrules: classic, diagonals\n");
    let grid = packed("grid.txt.gz", grid);
    let count = |args: &[&str]| expect(&[&["count", puzzle, "-q"], args].concat(), 0).out;
    assert!(expect(&["candidates", puzzle, "--grid", &grid], 0).err.is_empty());
    for file in [&rule, &clue] {
        let all: u32 = count(&[]).trim().parse().expect("a number");
        let fewer: u32 = count(&["--rules", file]).trim().parse().expect("a number");
        assert!((1..all).contains(&fewer), "{file}: {fewer} of {all}");
    }
    assert!(expect(&["rules", "lint", &rule], 0).err.is_empty());
    std::fs::write(folder.join("cut.rule.gz"), [0x1f, 0x8b, 8, 0]).expect("a file");
    let cut = folder.join("cut.rule.gz");
    let run = expect(&["solve", puzzle, "--rules", cut.to_str().expect("a plain path")], 2);
    assert!(run.err.contains("cut.rule.gz") && run.err.contains("reading failed"), "{}", run.err);
    std::fs::remove_dir_all(&folder).expect("the folder is there");
}
