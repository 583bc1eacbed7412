//! The book's examples are correct: every text of docs/rules.md is a rule, its puzzles have the stated solutions, and its mistakes
//! give the quoted messages. The puzzles of examples/rules are solved and explained in their rules' words.

use cluewright::rules::{Ruleset, parse};
use cluewright::{Compiled, ExplainOptions, Limits, SearchFacts, Verdict, explain, formats, solve};
use std::path::PathBuf;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The fenced blocks of a page: the name and the text of each.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let mut all = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find("```") {
        let head = &rest[start + 3..];
        let (name, body) = head.split_once('\n').expect("a block starts a line");
        let end = body.find("```").expect("a block ends");
        all.push((name, &body[..end]));
        rest = &body[end + 3..];
    }
    all
}

/// Checks that a puzzle has exactly one solution and that it is the recorded one.
fn solved(text: &str) -> Result<(Compiled, SearchFacts), String> {
    let read = formats::read_as("clue", text).map_err(|e| e.to_string())?;
    let compiled = Compiled::new(read.puzzle).map_err(|e| e.to_string())?;
    let Verdict::Unique(solution) = solve(&compiled, &Limits::none()).value else { return Err("not unique".into()) };
    let grid = compiled.puzzle().shape.len();
    let stated: Option<Vec<i32>> = compiled.puzzle().solution.iter().take(grid).copied().collect();
    if stated.as_deref() != Some(&compiled.numbers(&solution)[..grid]) {
        return Err("another solution than the one stated".into());
    }
    let truth = SearchFacts::of(Verdict::Unique(solution));
    Ok((compiled, truth))
}

#[test]
fn the_guide_to_rules_is_true() {
    let page = std::fs::read_to_string(root().join("docs/rules.md")).expect("docs/rules.md is part of the project");
    let empty = || formats::read_as("clue", "grid: 9x9\n").expect("an empty grid").puzzle;
    let blocks = blocks(&page);
    let (mut rules, mut puzzles, mut mistakes) = (0, 0, 0);
    for (i, (name, text)) in blocks.iter().enumerate() {
        match *name {
            "rule" => {
                let read = Ruleset::for_puzzle(&empty(), &[text]).unwrap_or_else(|e| panic!("{text}{e}"));
                let rule = read.rules().next().expect("the text's rule comes first");
                if rule.is_clue {
                    cluewright::rules::lint(&read, &rule.name).unwrap_or_else(|e| panic!("{text}{e}"));
                } else {
                    // A rule of the whole grid is tried immediately.
                    let mut puzzle = empty();
                    puzzle.rules.push(cluewright::core::Clue::new(rule.name.clone(), Vec::new()));
                    Compiled::with_rules(puzzle, &[text]).unwrap_or_else(|e| panic!("{text}{e}"));
                }
                rules += 1;
            }
            "clue" => {
                solved(text).unwrap_or_else(|e| panic!("{text}{e}"));
                puzzles += 1;
            }
            "mistake" => {
                let said = match Ruleset::for_puzzle(&empty(), &[text]) {
                    Err(e) => e.to_string(),
                    Ok(_) => panic!("this is not a mistake:\n{text}"),
                };
                assert_eq!(blocks.get(i + 1).map(|b| (b.0, b.1.trim())), Some(("message", said.as_str())));
                mistakes += 1;
            }
            "message" => {}
            other => panic!("docs/rules.md has a block `{other}` that no test runs"),
        }
    }
    assert!(rules >= 10 && puzzles >= 2 && mistakes >= 1, "{rules} {puzzles} {mistakes}");
}

#[test]
fn rules_of_our_own_are_explained_in_their_words() {
    let mut count = 0;
    let folder = root().join("examples/rules");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("examples/rules is part of the project")
        .map(|e| e.expect("a file").path())
        .collect();
    files.sort();
    for file in files {
        let name = file.display();
        let text = std::fs::read_to_string(&file).expect("an example");
        let (compiled, truth) = solved(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut nouns = Vec::new();
        for definition in &compiled.puzzle().definitions {
            for rule in parse(&definition.text).unwrap_or_else(|e| panic!("{name}: {e}")) {
                // The rule itself, without its author's comments.
                let start = definition.text.find(&format!("rule {} ", rule.name)).expect("it was read from there");
                let lines = definition.text[start..].lines().enumerate();
                let own = lines.take_while(|(i, l)| *i == 0 || !l.starts_with("rule "));
                let long = own.filter(|(_, l)| !l.trim().is_empty() && !l.trim().starts_with('#')).count();
                assert!(long <= 6, "{name}: the rule {} has {long} lines", rule.name);
                assert!(Ruleset::library().rule(&rule.name).is_none(), "{name}: the library has a rule {}", rule.name);
                // The text before the first name in braces is always part of the sentence.
                let says = rule.says.clone().unwrap_or_default();
                nouns.extend(says.split('{').next().map(|n| n.trim().to_lowercase()).filter(|n| !n.is_empty()));
            }
        }
        let walked = explain(&compiled, ExplainOptions::knowing(&truth), &Limits::none());
        assert_eq!(walked.path.outcome, cluewright::logic::Outcome::Solved, "{name}");
        assert!(walked.verify(&compiled, &Limits::none()).is_complete(), "{name}");
        let said = |noun: &String| walked.texts.iter().any(|t| t.to_string().to_lowercase().contains(noun.as_str()));
        assert!(!nouns.is_empty() && nouns.iter().any(said), "{name}: no step speaks of {nouns:?}");
        count += 1;
    }
    assert!(count >= 10, "{count} rules of our own");
}
