//! Every kind of mistake in a rule's text, and the message about it. `mistakes.txt` has the texts and messages;
//! `CLUEWRIGHT_UPDATE=1 cargo test` rewrites the messages: review the diff.

use crate::common;

use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Random, Shape};
use cluewright_rules::{Ruleset, check, lower};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mistakes.txt");

/// The message about a text: from parsing it, or else from using it with the first three cells of a 9x9 grid.
fn message(text: &str) -> String {
    let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
    let rules = match Ruleset::for_puzzle(&puzzle, &[text]) {
        Err(e) => return e.to_string(),
        Ok(rules) => rules,
    };
    let rule = rules.rules().next().expect("the text's own rule comes first");
    let name = rule.name.clone();
    if rule.is_clue {
        let cells = (0..3).map(Cell).collect();
        puzzle.clues.push(ClueTree::One(Clue::new(name, vec![(String::new(), Arg::Cells(cells))])));
    } else {
        puzzle.rules.push(Clue::new(name, vec![]));
    }
    let start = Instant::now();
    let lowered = lower(&rules, &puzzle);
    assert!(start.elapsed() < Duration::from_secs(5), "lowering is bounded: {:?} for\n{text}", start.elapsed());
    let start = Instant::now();
    let checked = check(&rules, &puzzle, &[1; 81]);
    assert!(start.elapsed() < Duration::from_secs(5), "checking is bounded: {:?} for\n{text}", start.elapsed());
    let say = |e: Option<String>| e.unwrap_or_else(|| "(nothing wrong)".into());
    format!(
        "lowering: {}\nchecking: {}",
        say(lowered.err().map(|e| e.to_string())),
        say(checked.err().map(|e| e.to_string()))
    )
}

#[test]
fn mistakes_are_told_with_place_and_cure() {
    common::snapshots(FILE, |rule| message(&format!("{}\n", rule.replace("<TAB>", "\t"))));
}

/// The error messages in a source file: the fixed parts of each message.
fn messages(source: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for start in ["error(", "BadInput::new("] {
        for (at, _) in source.match_indices(start) {
            let rest = source[at + start.len()..].trim_start();
            let rest = rest.strip_prefix("format!(").unwrap_or(rest).trim_start();
            let Some(text) = rest.strip_prefix('"') else { continue };
            let mut message = String::new();
            let mut letters = text.chars();
            while let Some(c) = letters.next().filter(|c| *c != '"') {
                message.push(if c == '\\' { letters.next().unwrap_or(' ') } else { c });
            }
            let mut parts = Vec::new();
            let mut rest = message.replace("{{", "\u{1}").replace("}}", "\u{2}");
            while let Some((before, after)) = rest.clone().split_once('{') {
                parts.push(before.to_owned());
                after.split_once('}').map_or("", |a| a.1).clone_into(&mut rest);
            }
            parts.push(rest);
            let parts: Vec<String> = parts.iter().map(|p| p.replace('\u{1}', "{").replace('\u{2}', "}")).collect();
            all.push(parts);
        }
    }
    all
}

/// Messages that a text alone cannot cause: other tests cover them, or they report limits of memory and time.
const ELSEWHERE: &[&str] = &[
    "a second rule named `", // a puzzle's own rules: `Ruleset::for_puzzle`
    "the rule text is ",     // `deep_and_long_texts_are_refused`, as the next four
    "the rule is too large",
    "there are more than 200 terms in one sum",
    "levels of nesting",
    "levels, including sums and products within each other", // `nesting.rs`
    "a list is not there",                                   // never reaches anybody: a statement says it before
    "there are more than 100 factors in one product",
    "the puzzle and its rules need more than ", // `more_extra_cells_than_numbers`
    "there is no parameter `",                  // `clues_that_do_not_fit_their_rule`
    // No text is known to cause these: types are checked before, and most fractions are computed in advance.
    "fractions with different denominators cannot be read at a place that depends on digits",
    "fractions whose denominators depend on digits cannot be consecutive",
    "the choice of the end cell depends on digits",
    "`connected` takes only cells of the grid",
    "`i, x` counts the items of a `for`", // the parser refuses it first
    " numbers for ",                      // a caller's mistake
    "checking was stopped",               // by a signal
    "there are more than 2000 extra cells without a number",
    "more than 20000 cells",
    "the rules make more than ",
    "the rules need more than 65,536 different automata", // a rule that wants so many runs out of its budget first
    "the list has more than ",
    "unrolled, the rules are too large",
    "an expression is nested too deeply",    // `explosive.txt`
    "stopped while the rules were unrolled", // `lowering_can_be_stopped`, as the next one
    "stopped while the rules were compiled",
    "these lists hold too many different numbers",
    "too many sums",
    "a parameter is missing", // never reaches anybody: what reads it is skipped
];

/// The source files in a folder; for a file, the file itself.
fn files(folder: &Path) -> Vec<PathBuf> {
    if folder.is_file() {
        return vec![folder.to_owned()];
    }
    let entries = std::fs::read_dir(folder).expect("a folder of the sources");
    entries.flat_map(|entry| files(&entry.expect("an entry").path())).collect()
}

#[test]
fn every_kind_of_mistake_has_a_snapshot() {
    let snapshots = std::fs::read_to_string(FILE).expect("the snapshots lie beside the test");
    let said: Vec<&str> = snapshots.split("\n====\n").filter_map(|b| b.split_once("\n----\n")).map(|b| b.1).collect();
    let mut missing = Vec::new();
    let folders = ["syntax", "resolve", "args.rs", "eval", "post/mod.rs", "unroll/mod.rs", "unroll/expression.rs"];
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in folders.iter().flat_map(|folder| files(&sources.join(folder))) {
        let source = std::fs::read_to_string(&file).expect("a source file");
        for parts in messages(&source) {
            let whole = parts.join("..");
            // A message that consists only of parameters cannot be recognised.
            if whole.chars().filter(|c| c.is_alphabetic()).count() < 6 || ELSEWHERE.iter().any(|e| whole.contains(e)) {
                continue;
            }
            let shown = |text: &&str| {
                let mut rest: &str = text;
                parts.iter().all(|p| match rest.find(p.as_str()) {
                    Some(at) => {
                        rest = &rest[at + p.len()..];
                        true
                    }
                    None => false,
                })
            };
            if !said.iter().any(shown) {
                missing.push(format!("{}: {whole}", file.display()));
            }
        }
    }
    assert!(missing.is_empty(), "no snapshot shows these messages:\n{}", missing.join("\n"));
}

/// Mistakes in a clue, which no text of a rule can cause.
#[test]
fn clues_that_do_not_fit_their_rule() {
    let rules = Ruleset::library();
    let said = |args: Vec<(&str, Arg)>| {
        let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
        let args = args.into_iter().map(|(name, arg)| (name.to_owned(), arg)).collect();
        puzzle.clues.push(ClueTree::One(Clue::new("killer-cage", args)));
        lower(&rules, &puzzle).err().map(|e| e.to_string()).expect("the clue is wrong")
    };
    let cells = |list: &[u16]| Arg::Cells(list.iter().map(|c| Cell(*c)).collect());
    let told = |args: Vec<(&str, Arg)>, what: &str| {
        let said = said(args);
        assert!(said.contains(what), "expected {what}, but it says {said}");
    };
    told(vec![], "`C` is missing (killer-cage is a rule of clues: write its clues");
    told(vec![("C", cells(&[0])), ("totl", Arg::Number(3))], "there is no parameter `totl` (did you mean `total`?)");
    told(
        vec![("", cells(&[0, 1])), ("", Arg::Number(3)), ("", Arg::Number(4))],
        "no parameter left that takes a number",
    );
    told(vec![("C", cells(&[0, 81]))], "outside the grid");
    told(vec![("C", Arg::Number(3))], "`C` is a list of cells");
    told(vec![("C", cells(&[0])), ("total", Arg::Text("ten".into()))], "`total` is a number, not \"ten\"");
    told(vec![("C", cells(&[0])), ("total", Arg::Number(20_000))], "total 20000 is over 10000");
}

/// So many extra cells that cell numbers do not fit.
#[test]
fn more_extra_cells_than_numbers() {
    let mut puzzle = Puzzle::new(Shape::square(4).expect("a usual size"), 4);
    let numbers = cluewright_core::puzzle::Digits { first: 1, count: 2 };
    puzzle.extra = (0..65_500)
        .map(|i| cluewright_core::puzzle::ExtraCell { name: format!("X{i}"), numbers, shown: true })
        .collect();
    let text = "rule t\n  extra cell k[0 .. 40]: 0..1\n  require k[40] = 1\n";
    let rules = Ruleset::for_puzzle(&puzzle, &[text]).expect("a correct text");
    puzzle.rules.push(Clue::new("t", Vec::new()));
    let digits = vec![1; puzzle.cell_count()];
    let error = lower(&rules, &puzzle).expect_err("there are too many").to_string();
    assert!(error.contains("more than 20000 cells"), "{error}");
    let error = check(&rules, &puzzle, &digits).expect_err("there are too many").to_string();
    assert!(error.contains("need more than 65535 cells") && error.contains("fewer extra cells"), "{error}");
}

#[test]
fn deep_and_long_texts_are_refused() {
    let deep = format!("rule r\n  require {}1{} = 1\n", "(".repeat(5_000), ")".repeat(5_000));
    assert!(message(&deep).contains("levels of nesting"));
    let minus = format!("rule r\n  require {}1 = 1\n", "-".repeat(5_000));
    assert!(message(&minus).contains("levels of nesting"));
    let nots = format!("rule r\n  require {}true\n", "not ".repeat(5_000));
    assert!(message(&nots).contains("levels of nesting"));
    let long = format!("# {}\n", "x".repeat(2 << 20));
    assert!(message(&long).contains("bytes"));
    let sum = format!("rule r\n  require 1{} = 1\n", " + 1".repeat(5_000));
    assert!(message(&sum).contains("terms"));
    let product = format!("rule r\n  require 1{} = 1\n", " * 1".repeat(5_000));
    assert!(message(&product).contains("factors"));
    let mut doubling = String::from("rule r\n  clue line L\n  let f0(x) = x + x\n");
    for i in 1..40 {
        let _ = writeln!(doubling, "  let f{i}(x) = f{0}(x) + f{0}(x)", i - 1);
    }
    doubling.push_str("  require f39(L[1]) = 2\n");
    assert!(message(&doubling).contains("too large"));
}

#[test]
fn any_bytes_are_read_without_panic() {
    let seeds = [
        "rule a \"b\"\n  clue line L, n: number 0..9 = sum(L)?\n  says \"{n} at {L}\"\n  also iss A(n, [L, 1])\n  require n = count(i in L where L[i] > max(L before i))\n",
        "rule b\n  for (a, b) at moves (1, 2) unless marked by x:\n    require |a - b| != 1 => {1, 2..3} = 4\n  any: require true\n  or:\n    use not c(x = 1)\n",
        "rule c\n  extra shown cell D[cells]: 0..1\n  value c is digit(c) * (1 + D[c])\n  let f(x, y) = fold s = 0 for c in x: s // c mod 2\n  require exactly 2 of (a matches \"1[^2]{2,}\", at least 3 c in L: c)\n",
    ];
    let mut rng = Random::new(0x2545_f491_4f6c_dd1d);
    let mut next = move |n: usize| rng.below(n.max(1));
    let words = [
        " ",
        "\n",
        "  ",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "#",
        "for",
        "in",
        "every",
        "first",
        "of",
        "..",
        "=>",
        "|",
        "\t",
        "é",
        "\u{0}",
        "9999999999999999999999",
    ];
    for _ in 0..4_000 {
        let mut text: Vec<char> = seeds[next(3)].chars().collect();
        for _ in 0..=next(6) {
            let at = next(text.len());
            match next(4) {
                0 => drop(text.remove(at)),
                1 => text.splice(at..at, words[next(words.len())].chars()).for_each(drop),
                2 => {
                    let to = (at + next(12)).min(text.len());
                    drop(text.drain(at..to));
                }
                _ => text[at] = char::from(next(128) as u8),
            }
            if text.is_empty() {
                break;
            }
        }
        let text: String = text.into_iter().collect();
        let puzzle = Puzzle::new(Shape::square(4).expect("a usual size"), 4);
        let _ = Ruleset::for_puzzle(&puzzle, &[&text]);
    }
}
