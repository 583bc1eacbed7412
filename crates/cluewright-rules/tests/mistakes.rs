//! Every kind of mistake in a rule's text, and what the setter is told. `mistakes.txt` holds text and message;
//! `CLUEWRIGHT_UPDATE=1 cargo test` rewrites the messages: read the difference.

use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::{Ruleset, check, lower};
use std::fmt::Write;
use std::time::{Duration, Instant};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mistakes.txt");

/// What is said about a text: when it is read, or else when it is used with the first three cells of a 9x9.
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
    let text = std::fs::read_to_string(FILE).expect("the snapshots lie beside the test");
    let mut out = String::new();
    let mut wrong = Vec::new();
    for block in text.split("\n====\n").filter(|b| !b.trim().is_empty()) {
        let (rule, expected) = block.split_once("\n----\n").unwrap_or((block, ""));
        let rule = rule.trim_matches('\n');
        let said = message(&format!("{}\n", rule.replace("<TAB>", "\t")));
        if said.trim() != expected.trim() {
            wrong.push(format!("{rule}\n  expected: {}\n  said:     {said}", expected.trim()));
        }
        let _ = write!(out, "{rule}\n----\n{said}\n====\n");
    }
    if std::env::var_os("CLUEWRIGHT_UPDATE").is_some() {
        std::fs::write(FILE, out).expect("the snapshots can be written");
        return;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
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
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut next = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 13) as usize % n.max(1)
    };
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
