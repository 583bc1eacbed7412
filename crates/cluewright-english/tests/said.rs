//! A rule's text, said in English and read again, is the rule.

use cluewright_core::{Clue, Puzzle, Shape};
use cluewright_english::{English, say, say_among, sentences};
use cluewright_rules::{Ruleset, parse};
use std::collections::BTreeSet;

/// Rules whose sentences are not read as the rule yet: `own NAME`, `said NAME`. The list only gets shorter;
/// `CLUEWRIGHT_UPDATE=1` writes it anew.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/not-understood.txt");

/// The minimum number of library rules for which a sentence can be made.
const SAID: usize = 115;

#[test]
fn most_rules_say_themselves() {
    let rules = Ruleset::library();
    let silent: Vec<&str> = rules.rules().filter(|r| say_among(r, &rules).is_none()).map(|r| r.name.as_str()).collect();
    let said = rules.rules().count() - silent.len();
    println!("{said} rules say themselves; not {}", silent.join(", "));
    assert!(said >= SAID, "{said}");
}

#[test]
fn what_is_said_is_read_as_the_rule() {
    let rules = Ruleset::library();
    let english = English::new(&rules);
    let is_read = |text: &str, rule: &str| {
        let sentences = english.read(text);
        let mut first = sentences.iter().flat_map(|s| s.rules.iter().filter_map(|readings| readings.first()));
        first.any(|r| r.twin.as_ref().is_some_and(|twin| twin.rule == rule) || english.agrees(r, rule))
    };
    let mut now = BTreeSet::new();
    for rule in rules.rules() {
        let all = [("own", Some(rule.about.clone())), ("said", say_among(rule, &rules))];
        for (what, text) in all {
            if text.is_some_and(|text| !is_read(&text, &rule.name)) {
                now.insert(format!("{what} {}", rule.name));
            }
        }
    }
    if std::env::var_os("CLUEWRIGHT_UPDATE").is_some() {
        std::fs::write(FILE, now.iter().map(|line| [line.as_str(), "\n"].concat()).collect::<Vec<_>>().concat())
            .expect("the list is written");
    }
    let text = std::fs::read_to_string(FILE).unwrap_or_default();
    let known: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    println!("{} sentences are not read as their rules", now.len());
    let new: Vec<_> = now.difference(&known).collect();
    let old: Vec<_> = known.difference(&now).collect();
    assert!(new.is_empty(), "not read as their rules any more: {new:?}");
    assert!(old.is_empty(), "read after all, so they leave {FILE}: {old:?}");
}

/// Rules as a user may type them, and the sentences made from them.
const TYPED: &[(&str, &str)] = &[
    ("clue line L\n for (a, b) along L: require |a - b| >= 4", "Adjacent digits on the line differ by at least 4."),
    (
        "clue line L\n draw line \"#67F067\"\n require distinct(L) and sum(L) = 20",
        "The digits on the green line do not repeat and add up to 20.",
    ),
    (
        "clue cage C, total: number\n draw cage, total at corner\n require product(C) < total",
        "The digits in the cage multiply to less than the total in the corner.",
    ),
    (
        "clue edge E\n draw circle \"#000000\" small\n let (a, b) = E\n require a + b in {5, 10}",
        "Digits separated by the black dot add up to 5 or 10.",
    ),
    (
        "clue edge E\n draw circle \"#000000\" small\n let (a, b) = E\n require a = 3 * b or b = 3 * a",
        "Of digits separated by the black dot, one is 3 times the other.",
    ),
    ("clue cells C\n require exactly 2 c in C: odd(c)", "Exactly 2 digits in the dotted cage are odd."),
    ("clue cells C\n require some c in C: c = 5", "5 appears in the dotted cage."),
    ("clue cells C\n require not (some c in C: c = 5)", "5 does not appear in the dotted cage."),
    (
        "clue line L\n require L[1] = L[2] + L[3]",
        "The first digit on the line is the sum of the second digit on it and the third digit on it.",
    ),
    ("clue line L\n require L[1] - (L[2] - L[3]) = 1", ""),
    ("for (a, b) in neighbours: require a + b >= 5", "Orthogonally adjacent digits add up to at least 5."),
    ("for (a, b) in neighbours: require a > b", ""),
    (
        "for c in cells: require c = 1 => (some d in touching(c): d = 9)",
        "If a digit in the grid is 1, then 9 appears in an adjacent cell, also diagonally.",
    ),
    ("clue line L\n require L matches \"12*\"", ""),
    ("clue line L\n require (fold s = 0 for c in L: s + c) = 9", ""),
    ("extra cell k: 0..1\n require k = 1", ""),
];

#[test]
fn typed_rules_say_themselves_or_nothing() {
    for (text, wanted) in TYPED {
        let rule = &parse(&format!("rule typed\n {text}\n")).unwrap_or_else(|e| panic!("{text}: {e}"))[0];
        assert_eq!(say(rule).unwrap_or_default(), *wanted, "{text}");
    }
}

#[test]
fn a_puzzle_says_the_numbers_of_its_rules() {
    let text = "rule far\n  option steps: number = 3\n  for (a, b) at moves (1, steps): require a != b\n";
    let rules = Ruleset::library().and(&[text]).expect("a rule");
    let mut puzzle = Puzzle::new(Shape::square(9).expect("a shape"), 9);
    puzzle.rules = vec![Clue::new("far", vec![("steps".into(), cluewright_core::Arg::Number(4))])];
    assert_eq!(sentences(&rules, &puzzle), ["Digits 1 cell apart in one direction and 4 in the other are different."]);
}

/// No sentence is made from long or deeply nested rules, and this is decided quickly.
#[test]
fn no_rule_takes_long() {
    let lets: Vec<String> = (0..40).map(|n| format!("  let x{} = x{n} + x{n}\n", n + 1)).collect();
    let lets = lets.concat();
    let fors: Vec<String> = (0..40).map(|n| format!("{}for c{n} in C:\n", " ".repeat(n + 1))).collect();
    let fors = fors.concat();
    let texts = [
        "rule q\n  require 1 = 1\n".to_owned(),
        format!("rule q\n  clue cells C\n  let x0 = C[1]\n{lets}  require x40 = 1\n"),
        format!("rule q\n clue cells C\n{fors}{}require |c0 - c39| = 3 + c1\n", " ".repeat(45)),
        format!("rule q\n  clue cells C\n  require {}C[1] = 1{}\n", "not (".repeat(30), ")".repeat(30)),
        format!("rule q\n  clue cells C\n  require {}C[1]{} = 1\n", "1 + (".repeat(30), ")".repeat(30)),
    ];
    for text in texts {
        if let Some(rule) = parse(&text).unwrap_or_else(|e| panic!("{text}: {e}")).first() {
            println!("{:?}", say(rule));
        }
    }
}
