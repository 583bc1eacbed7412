//! Every text block of the documents is correct: commands print the quoted output, and puzzles and rules are valid. The name of a
//! block gives its kind; a block without a name, or with an unknown one, fails the test.
//!
//! | name | what is done |
//! |---|---|
//! | `console` | each `$ cluewright ...` is run and compared with what is shown; a line `...` stands for any lines |
//! | `sh` | `cargo run ... -- ARGS` is run as `cluewright ARGS` and succeeds; `cargo test` is what runs this |
//! | `clue` | the puzzle can be used; `clues`: each line in a 9x9 grid, without the words behind it |
//! | `rule` | has no mistake |
//! | `iss` | is read, and nothing in it is unknown |
//! | `also` | stands in a rule of the library |
//! | `techniques` | is a profile |
//! | `json` | is JSON |

use crate::common;

use cluewright::core::{Clue, Shape};
use cluewright::formats::{self, NoteKind};
use cluewright::rules::{Ruleset, lint};
use cluewright::{Compiled, Puzzle, TechniqueFilter};
use common::{root, run};
use std::path::{Path, PathBuf};

/// Blocks that cannot be run: drawings, tables of a grammar, a description of an interface. By page, with their number.
const EXEMPT: &[(&str, &str, usize)] = &[
    ("ARCHITECTURE.md", "text", 2),
    ("docs/grammar.md", "grammar", 3),
    ("docs/protocol.md", "js", 1),
    // serve.rs runs it.
    ("docs/serve.md", "py", 1),
    // crates/cluewright-py/tests/test_spark.py does the same.
    ("docs/scale.md", "py", 2),
    ("docs/rating.md", "text", 1),
    ("docs/search.md", "text", 1),
];

/// Blocks that a test of another crate reads: the pages of rules and techniques, and the mistakes of the guide.
fn is_read_elsewhere(page: &str, name: &str) -> bool {
    match name {
        // crates/cluewright-logic/tests/pages.rs
        "board" | "step" | "rules" => page.starts_with("docs/techniques/"),
        // crates/cluewright/tests/book.rs
        "mistake" | "message" => page == "docs/rules.md",
        // crates/cluewright-py/tests/test_documents.py
        "python" => matches!(page, "docs/python.md" | "docs/scale.md"),
        // printed_steps.rs
        name if name.starts_with("step ") => page == "docs/steps-of-variants.md",
        // crates/cluewright/tests/rule_pages.rs solves it; the text of the rule is compared by xtask.
        "clue" | "rule" => page.starts_with("docs/rules/") || page == "docs/rules.md",
        _ => false,
    }
}

/// A fenced block.
struct Block<'p> {
    line: usize,
    name: &'p str,
    text: String,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut all = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (i, line) in page.lines().enumerate() {
        match (line.trim_start().strip_prefix("```"), open.as_mut()) {
            (Some(name), None) => open = Some(Block { line: i + 1, name: name.trim(), text: String::new() }),
            (Some(_), Some(_)) => all.extend(open.take()),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block without an end");
    all
}

fn pages() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md"), root().join("ARCHITECTURE.md"), root().join("CONTRIBUTING.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("docs is part of the project") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The words of a command, in which quotation marks may enclose several words.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Whether the output matches the quoted lines, where a line `...` matches any lines.
fn is_shown(shown: &[String], written: &[String]) -> bool {
    match shown.split_first() {
        None => written.is_empty(),
        Some((any, rest)) if any == "..." => (0..=written.len()).any(|skip| is_shown(rest, &written[skip..])),
        Some((line, rest)) => written.split_first().is_some_and(|(w, more)| w == line && is_shown(rest, more)),
    }
}

/// Runs the commands of a block and compares.
fn console(text: &str) -> Result<(), String> {
    let mut commands = text.split("$ cluewright ");
    if commands.next().is_some_and(|before| !before.trim().is_empty()) {
        return Err("it does not begin with `$ cluewright`".to_owned());
    }
    for part in commands {
        let (command, shown) = part.split_once('\n').unwrap_or((part, ""));
        let words = words(command);
        let done = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let written = done.out + &done.err;
        let lines = |text: &str| text.trim_end().lines().map(|l| l.trim_end().to_owned()).collect::<Vec<String>>();
        let (shown, written) = (lines(shown), lines(&written));
        if !is_shown(&shown, &written) {
            return Err(format!("`cluewright {command}` writes\n{}", written.join("\n")));
        }
    }
    Ok(())
}

/// The first commands a newcomer types.
fn shell(text: &str) -> Result<(), String> {
    for line in text.lines().filter(|l| !l.trim().is_empty()) {
        if line == "cargo test --workspace" {
            continue;
        }
        let args =
            line.strip_prefix("cargo run ").and_then(|l| l.split_once("-- ")).ok_or("no command that is known")?;
        let done = run(&words(args.1).iter().map(String::as_str).collect::<Vec<_>>());
        if done.code != 0 {
            return Err(format!("`{line}` ends with {}\n{}", done.code, done.err));
        }
    }
    Ok(())
}

fn puzzle(text: &str) -> Result<(), String> {
    let read = formats::read_as("clue", text).map_err(|e| e.to_string())?;
    Compiled::new(read.puzzle).map(drop).map_err(|e| e.to_string())
}

/// Each line is a clue, followed by words.
fn clues(text: &str) -> Result<(), String> {
    for line in text.lines() {
        let clue = line.split("   ").next().unwrap_or(line);
        puzzle(&format!("grid: 9x9\n{clue}\n")).map_err(|e| format!("{clue}: {e}"))?;
    }
    Ok(())
}

fn rule(text: &str) -> Result<(), String> {
    let mut empty = Puzzle::new(Shape::square(9).map_err(|e| e.to_string())?, 9);
    let rules = Ruleset::for_puzzle(&empty, &[text]).map_err(|e| e.to_string())?;
    let rule = rules.rules().next().ok_or("there is no rule in it")?;
    if rule.is_clue {
        return lint(&rules, &rule.name).map(drop).map_err(|e| e.to_string());
    }
    empty.rules.push(Clue::new(rule.name.clone(), Vec::new()));
    Compiled::with_rules(empty, &[text]).map(drop).map_err(|e| e.to_string())
}

fn constraint_string(text: &str) -> Result<(), String> {
    let read = formats::read_as("iss", text.trim()).map_err(|e| e.to_string())?;
    match read.notes.iter().find(|n| n.kind == NoteKind::Unknown) {
        Some(note) => Err(note.text.clone()),
        None => Compiled::new(read.puzzle).map(drop).map_err(|e| e.to_string()),
    }
}

fn stands_in_the_library(text: &str) -> Result<(), String> {
    let library = root().join("crates/cluewright-rules/library");
    let texts = std::fs::read_dir(library)
        .expect("the rule library")
        .filter_map(|f| std::fs::read_to_string(f.ok()?.path()).ok());
    let wanted = text.trim();
    if texts.into_iter().any(|t| t.contains(wanted)) { Ok(()) } else { Err("no rule of the library has it".to_owned()) }
}

fn profile(text: &str) -> Result<(), String> {
    let names: Vec<&str> =
        text.lines().map(|l| l.split('#').next().unwrap_or_default().trim()).filter(|l| !l.is_empty()).collect();
    TechniqueFilter::default().in_order(&names).map(drop).map_err(|e| e.to_string())
}

fn check(page: &str, whole: &str, block: &Block<'_>) -> Result<(), String> {
    match block.name {
        name if is_read_elsewhere(page, name) => Ok(()),
        // On a rule's page, the block shows lines of the page's puzzle.
        "text" if page.starts_with("docs/rules/") => {
            let rest = whole.split("```clue").nth(1).unwrap_or_default();
            block.text.lines().find(|l| !rest.contains(*l)).map_or(Ok(()), |l| Err(format!("the puzzle has no `{l}`")))
        }
        "console" => console(&block.text),
        "sh" => shell(&block.text),
        "clue" => puzzle(&block.text),
        "clues" => clues(&block.text),
        "rule" => rule(&block.text),
        "grid" => formats::read_as("grid", &block.text).map(drop).map_err(|e| e.to_string()),
        "iss" => constraint_string(&block.text),
        "also" => stands_in_the_library(&block.text),
        "techniques" => profile(&block.text),
        "json" => serde_json::from_str::<serde_json::Value>(&block.text).map(drop).map_err(|e| e.to_string()),
        "" => Err("a block without a name; CONTRIBUTING.md says which there are".to_owned()),
        other => Err(format!("nothing runs blocks called `{other}`")),
    }
}

#[test]
fn every_block_is_true() {
    let mut wrong = Vec::new();
    let (mut run, mut exempt) = (0, Vec::new());
    for path in pages() {
        let name = path.strip_prefix(root()).unwrap_or(Path::new("")).to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&path).expect("documents are text");
        for block in blocks(&text) {
            if EXEMPT.iter().any(|e| e.0 == name && e.1 == block.name) {
                exempt.push((name.clone(), block.name.to_owned()));
                continue;
            }
            run += 1;
            if let Err(why) = check(&name, &text, &block) {
                wrong.push(format!("{name}:{}: {why}", block.line));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(run > 500, "{run} blocks");
    for (page, kind, count) in EXEMPT {
        let found = exempt.iter().filter(|e| e.0 == *page && e.1 == *kind).count();
        assert_eq!(found, *count, "{page}: blocks `{kind}` that nothing runs");
    }
}

/// Tests the test: it finds wrong blocks.
#[test]
fn wrong_blocks_are_found() {
    let page = "# A page\n```clue\nrules: classic, leaper a 1 b 3\n```\n\n```\nx\n```\n";
    let found = blocks(page);
    assert_eq!((found.len(), found[0].line, found[1].line), (2, 2, 6));
    assert!(found.iter().all(|b| check("docs/x.md", page, b).is_err()));
    assert!(console("$ cluewright count --rules classic --size 4\n289\n").is_err());
    assert!(console("$ cluewright count --rules classic --size 4\n288\n").is_ok());
    assert!(console("$ cluewright rules show anti-king\nrule anti-king ...\n").is_err());
    assert!(
        console("$ cluewright rules show anti-king\n...\n  for (a, b) in touching neighbours: require a != b\n")
            .is_ok()
    );
    assert!(clues("killer-cage r1c1 r1c2 total 15    fine\nquadruple r1c1..r2c2 digits [1 4]    not\n").is_err());
    assert!(rule("rule x \"X\"\n  require nothing\n").is_err());
    assert!(constraint_string(".Nonsense~R1C1").is_err());
    assert!(profile("naked_single # fine\nno_such_thing\n").is_err());
}
