//! New puzzles: the requested number and size, each with one solution; the same seed gives the same bytes.

use crate::{common, share};

use cluewright::rules::Ruleset;
use common::{expect, run};
use std::collections::BTreeSet;

fn made(out: &str) -> Vec<String> {
    out.lines().map(|l| l.split(' ').next().unwrap_or("").to_owned()).collect()
}

#[test]
fn miracles_with_two_givens() {
    let lines = ["--to", "line", "--lossy"];
    let args =
        [&["generate", "--rules", "miracle", "--givens", "2", "--count", "5", "--seed", "7"], &lines[..]].concat();
    let run = expect(&args, 0);
    let puzzles = made(&run.out);
    assert_eq!(puzzles.len(), 5, "{}", run.out);
    for (i, puzzle) in puzzles.iter().enumerate() {
        assert_eq!(puzzle.bytes().filter(|b| *b != b'.').count(), 2);
        assert!(!puzzles[..i].contains(puzzle), "all different");
        assert!(expect(&["solve", "-q", "--rules", "miracle", puzzle], 0).out.starts_with("unique "));
    }
    let two = ["generate", "--rules", "miracle", "--givens", "2", "--count", "2", "--seed", "7", "--threads", "1"];
    assert!(
        run.out.starts_with(&expect(&[&two, &lines[..]].concat(), 0).out),
        "threads change nothing, and fewer are the first ones"
    );
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
    // Unrated puzzles are made in blocks; the number of threads does not change them.
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
    // A puzzle made with --like has the same format and depends only on the seed.
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
    // Digits do not determine which cells count double, so givens alone cannot make a puzzle unique.
    let none = expect(&["generate", "--rules", "doublers", "--size", "4"], 3);
    assert!(none.out.is_empty() && none.err.contains("Gave up after 0 of 1 puzzle"), "{}{}", none.out, none.err);
    // The clues alone single out the solution: the only puzzle has no givens.
    let lines = ["--to", "line", "--lossy"];
    let like = |words: &[&str]| expect(&[&["generate", "--same-clues", "--like"], words, &lines].concat(), 1);
    let one = like(&["examples/killer.clue", "--count", "3"]);
    assert_eq!(one.out.lines().count(), 1, "{}", one.out);
    assert!(one.err.contains("after 1 of 3 puzzles: there is only one solution even without givens"), "{}", one.err);
    // Two solutions that differ in twelve cells: each of these, with either digit, is a puzzle.
    let clues = "grid: 4x4\nrules: classic, diagonals\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r1c1 r2c1 total 4\n";
    let file = std::env::temp_dir().join(format!("cluewright-two-{}.clue", std::process::id()));
    std::fs::write(&file, clues).expect("a file for the clues");
    let path = file.to_str().expect("a plain path");
    let two = like(&[path, "--count", "40", "--quiet"]);
    let different: std::collections::BTreeSet<&str> = two.out.lines().collect();
    assert_eq!((different.len(), two.out.lines().count()), (24, 24), "{}", two.out);
    assert!(two.err.contains("There is no further puzzle of this kind after 24 of 40 puzzles"), "{}", two.err);
    // Finds two full grids, without a proof that there are no others.
    let full = ["generate", "--like", path, "--same-clues", "--count", "3", "--givens", "16"];
    let full = expect(&[&full, &lines[..]].concat(), 3);
    assert_eq!(full.out.lines().filter(|l| l.ends_with("# 16 givens")).count(), 2, "{}", full.out);
    assert!(full.err.contains("in a row made only duplicates"), "{}", full.err);
    std::fs::remove_file(&file).expect("the file is there");
}

#[test]
fn a_difficulty_is_told_where_it_is_known() {
    let six = expect(&["generate", "--rules", "classic", "--size", "6", "--count", "4", "--seed", "2"], 0);
    assert!(six.out.lines().all(|l| l.contains(" steps, hardest ")), "{}", six.out);
    // Three puzzles whose walk takes longer than the short rating: they get no rating, but the reason is given.
    let hard = expect(&["generate", "--rules", "miracle", "--count", "3", "--seed", "0"], 0);
    assert!(!hard.out.contains("at least") && hard.out.lines().any(|l| l.ends_with(" givens")), "{}", hard.out);
    assert!(hard.err.contains("not rated: the quick rating gave up"), "{}", hard.err);
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
    // The puzzle has no redundant clues or givens.
    assert!(expect(&["check", "--minimise", "-q", &puzzle], 0).out.contains("every clue is needed"), "{puzzle}");
    let unknown = ["generate", "--rules", "classic", "--scale", "hodoku", "--difficulty", "tricky"];
    assert!(expect(&unknown, 2).err.contains("not a level of the scale `hodoku`"));
    assert!(
        expect(&["generate", "--rules", "classic", "--difficulty", "odd"], 2)
            .err
            .contains("not a level of the scale `cluewright`")
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
        theirs.err.contains("supports only ordinary puzzles")
            && theirs.err.contains("the scale `cluewright` supports all")
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

/// Reads a file of generated puzzles back: returns its contents and the number of solutions of each puzzle.
fn read_back(words: &[&str], out: &str) -> (Vec<String>, String) {
    let file =
        std::env::temp_dir().join(format!("cluewright-back-{}-{:?}", std::process::id(), std::thread::current().id()));
    std::fs::write(&file, out).expect("a file for the puzzles");
    let path = file.to_str().expect("a plain path");
    let counted = run(&["count", "--limit", "2", path]);
    assert_eq!(counted.code, 0, "{words:?}\n{out}\n{}{}", counted.out, counted.err);
    let rules = run(&["convert", "--to", "clue", "--lossy", path]).out;
    std::fs::remove_file(&file).expect("the file is there");
    (counted.out.lines().map(str::to_owned).collect(), rules)
}

/// Every output can be read back: the requested number of puzzles, each with one solution under the same rules.
#[test]
fn what_is_written_is_read_back() {
    let clues = "grid: 4x4\nrules: classic, diagonals\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r1c1 r2c1 total 4\n";
    let file = std::env::temp_dir().join(format!("cluewright-like-{}.clue", std::process::id()));
    std::fs::write(&file, clues).expect("a file for the clues");
    let like = file.to_str().expect("a plain path");
    for (words, rule) in [
        (&["--size", "4"][..], "classic"),
        (&[], "classic"),
        (&["--rules", "anti-king", "--size", "6"], "anti-king"),
        (&["--rules", "miracle", "--givens", "2..6"], "miracle"),
        (&["--rules", "leaper(down=1,right=3)", "--size", "6"], "leaper"),
        (&["--rules", "anti-king", "--without", "boxes", "--size", "5"], "anti-king"),
        (&["--like", like, "--same-clues"], "killer-cage"),
        (&["--like", like], "killer-cage"),
        (&["--clues", "killer-cage", "--size", "4"], "killer-cage"),
        (&["--clues", "whispers(difference=2)=1..2,odd", "--size", "4"], "whispers"),
        (&["--clues", "little-killer,quadruple", "--size", "4"], "little-killer"),
        (&["--clues", "sandwich", "--size", "4"], "sandwich"),
        (&["--rules", "negative-kropki", "--clues", "white-dot,black-dot", "--size", "4"], "negative-kropki"),
        (&["--regions", "random", "--size", "6"], "classic"),
    ] {
        for more in
            [&["--count", "1"][..], &["--count", "3", "--quiet"], &["--count", "2"], &["--count", "2", "--json"]]
        {
            let words = [&["generate", "--seed", "5"], words, more].concat();
            let made = expect(&words, 0);
            let (counts, rules) = read_back(&words, &made.out);
            let wanted: usize = more[1].parse().expect("a number");
            assert_eq!(counts.len(), wanted, "{words:?}\n{}", made.out);
            assert!(
                counts.iter().all(|count| count.starts_with('1') || count.starts_with("unique 1")),
                "{words:?} {counts:?}"
            );
            assert!(rule == "classic" || rules.matches(rule).count() >= wanted, "{words:?}\n{rules}");
        }
    }
    std::fs::remove_file(&file).expect("the file is there");
}

/// If a format cannot express a rule or a clue, a note and the exit status report it; the rest is read back.
#[test]
fn what_a_format_cannot_say_is_told() {
    let anti = ["generate", "--rules", "anti-king", "--size", "6", "--seed", "2", "--to"];
    let lost = expect(&[&anti[..], &["line"]].concat(), 1);
    assert!(
        lost.err.contains("lost: ") && lost.err.contains("anti-king") && lost.err.contains("--lossy"),
        "{}",
        lost.err
    );
    let quiet = expect(&[&anti[..], &["line", "--quiet", "--count", "2"]].concat(), 1);
    assert!(quiet.err.is_empty() && quiet.out.lines().count() == 2, "{}{}", quiet.out, quiet.err);
    assert_eq!(expect(&[&anti[..], &["line", "--lossy"]].concat(), 0).out, lost.out);
    let four = ["generate", "--rules", "diagonals", "--size", "4", "--seed", "2"];
    for to in ["clue", "grid", "f-puzzles", "iss", "sudokupad", "sdk", "opensudoku", "line", "jigsaw"] {
        for words in [&four[..], &["generate", "--clues", "killer-cage", "--size", "4"]] {
            let words = [words, &["--to", to, "--count", "2"]].concat();
            let made = run(&words);
            match made.code {
                0 => {
                    let (counts, _) = read_back(&words, &made.out);
                    let one = |count: &String| count.starts_with('1') || count.starts_with("unique 1");
                    assert!(counts.len() == 2 && counts.iter().all(one), "{words:?} {counts:?}\n{}", made.out);
                }
                1 => assert!(made.err.contains("lost: ") || made.err.contains("no further"), "{words:?} {}", made.err),
                code => assert!(code == 2 && made.err.contains("error: "), "{words:?} {code} {}", made.err),
            }
        }
    }
}

/// Numbers that a seed gives one after the other.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % most as u64).expect("a small number")
    }

    fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

/// A request: words of the command line, rules of the whole grid, and kinds of clues.
struct Request {
    words: Vec<String>,
    rules: BTreeSet<String>,
    kinds: BTreeSet<String>,
}

/// A random request to `generate`.
fn asked(seed: u64) -> Request {
    let mut draw = Draw(seed);
    let library = Ruleset::library();
    let named = |clues: bool| library.rules().filter(move |rule| rule.is_clue == clues);
    // Rules of the whole grid that need no number.
    let whole: Vec<&str> = named(false).filter(|rule| rule.params.is_empty()).map(|rule| &*rule.name).collect();
    let clues: Vec<&str> = named(true).map(|rule| &*rule.name).collect();
    let mut words = vec!["generate".to_owned(), "--seed".to_owned(), seed.to_string()];
    let mut say = |name: &str, value: &str| {
        words.push(name.to_owned());
        if !value.is_empty() {
            words.push(value.to_owned());
        }
    };
    let mut rules: BTreeSet<String> = BTreeSet::from(["classic".to_owned()]);
    let mut kinds = BTreeSet::new();
    say("--size", draw.one(&["4", "4", "6"]));
    say("--count", draw.one(&["1", "2", "3"]));
    if draw.below(2) == 0 {
        rules.insert(draw.one(&whole).to_owned());
        say("--rules", &rules.iter().map(String::as_str).collect::<Vec<_>>().join(","));
    }
    if draw.below(3) > 0 {
        let mut said = Vec::new();
        for _ in 0..=draw.below(2) {
            let kind = draw.one(&clues);
            if kinds.insert(kind.to_owned()) {
                said.push(format!("{kind}{}", draw.one(&["", "", "=1..3", "=all", "=2:2..3", "=1..9"])));
            }
        }
        say("--clues", &said.join(","));
    }
    for (name, values) in [
        ("--givens", &["0..16", "4..8", "2..9"][..]),
        ("--symmetry", &["rotate", "quarter", "horizontal", "diagonal", "mirrors", "full"]),
        ("--prefer", &["few-givens", "few-clues", "few-kinds", "spread"]),
        ("--difficulty", &["beginner", "easy", "0..3.0", "1.0..2.5"]),
        ("--technique", &["naked_pair", "hidden_single"]),
        ("--avoid", &["naked_pair", "x_wing,pointing"]),
        ("--regions", &["random"]),
        ("--to", &["clue", "line", "grid", "f-puzzles", "iss", "scl", "sudokumaker"]),
        ("--minimal", &[""]),
        ("--not-minimal", &[""]),
        ("--distinct", &[""]),
        ("--quiet", &[""]),
    ] {
        if draw.below(6) == 0 {
            say(name, draw.one(values));
        }
    }
    Request { words, rules, kinds }
}

/// For random requests, the output is read back, has one solution, and has the requested rules and kinds of clues; or a message
/// explains why there is no such puzzle, or which parts its text omits.
#[test]
fn whatever_is_asked_for_is_read_back() {
    let (mut made, mut lost, mut refused, mut none) = (0, 0, 0, 0);
    for part in share::parts(20) {
        for seed in (0..10).map(|at| part as u64 * 10 + at) {
            let Request { words, rules, kinds } = asked(seed);
            let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
            words.extend(["--timeout", "5"]);
            let run = run(&words);
            let puzzles = run.out.trim();
            match run.code {
                2 => {
                    refused += 1;
                    assert!(run.err.contains("error: ") && puzzles.is_empty(), "{words:?}\n{}", run.err);
                    continue;
                }
                1 if run.err.contains("lost: ") || words.contains(&"--quiet") => {
                    lost += 1;
                    continue;
                }
                0 | 1 | 3 => assert!(run.code == 0 || !run.err.is_empty(), "{words:?}: no word of why"),
                code => panic!("{words:?}: {code}\n{}", run.err),
            }
            if puzzles.is_empty() {
                none += 1;
                continue;
            }
            made += 1;
            let (counts, texts) = read_back(&words, &run.out);
            let wanted: usize = words[6].parse().expect("a number");
            assert!(run.code != 0 || counts.len() == wanted, "{words:?}\n{}", run.out);
            let one = |count: &String| count.starts_with('1') || count.starts_with("unique 1");
            assert!(counts.iter().all(one), "{words:?} {counts:?}\n{}", run.out);
            // A format of another program may express a rule without its name.
            if words.contains(&"--to") {
                continue;
            }
            for text in texts.split("===").filter(|text| !text.trim().is_empty()) {
                let puzzle = cluewright::formats::read(text).unwrap_or_else(|e| panic!("{words:?} {e}\n{text}")).puzzle;
                let has: BTreeSet<String> = puzzle.rules.iter().map(|rule| rule.rule.clone()).collect();
                // A rule implied by others, as `columns` by `classic`, need not be written: the solution is unique without it.
                assert!(has.is_subset(&rules) && has.contains("classic"), "{words:?}\n{text}");
                let mut clues = puzzle.clues.iter().flat_map(cluewright::core::ClueTree::clues);
                assert!(clues.all(|clue| kinds.contains(&clue.rule)), "{words:?}\n{text}");
            }
        }
    }
    println!("{made} read back, {lost} leave something out, {refused} refused, {none} not found in time");
    assert!(made > 0);
}
