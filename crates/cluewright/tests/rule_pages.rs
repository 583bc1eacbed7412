//! Every rule of the library has a page in docs/rules, and every page's puzzle has exactly the stated solution, but not without the
//! rule. (`cargo xtask pages` makes them; a test of its own compares the rest of a page with the rule.)

use cluewright::compiled::without_rule;
use cluewright::rules::Ruleset;
use cluewright::{Compiled, Limits, Verdict, explain, formats, solve};
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules")
}

/// The text of a fenced block.
fn block<'p>(page: &'p str, name: &str) -> Option<&'p str> {
    let start = page.find(&format!("```{name}\n"))? + name.len() + 4;
    Some(&page[start..start + page[start..].find("\n```")?])
}

/// What is wrong with a page.
fn wrong(rule: &cluewright::rules::syntax::ast::Rule, page: &str) -> Option<String> {
    let say = |what: &str| Some(format!("{}: {what}", rule.name));
    let head = format!("# {}\n\n{}\n\n", rule.name, rule.about);
    let Some(rest) = page.strip_prefix(&head) else { return say("it does not begin with name and description") };
    let prose = rest.split("\n## ").next().unwrap_or_default();
    if prose.split_whitespace().count() < 12 {
        return say("nobody wrote a few sentences on it, below the rule's own");
    }
    let Some(text) = block(page, "clue") else { return say("no puzzle") };
    let compiled = match formats::read_as("clue", text).and_then(|read| Ok(Compiled::new(read.puzzle)?)) {
        Ok(compiled) => compiled,
        Err(e) => return say(&e.to_string()),
    };
    let puzzle = compiled.puzzle();
    let grid = puzzle.shape.len();
    if grid > 81 {
        return say("a page's puzzle has at most 81 cells");
    }
    let stated: Option<Vec<i32>> = puzzle.solution.iter().take(grid).copied().collect();
    let Verdict::Unique(solution) = solve(&compiled, &Limits::none()).value else { return say("not one solution") };
    if stated.as_deref() != Some(&compiled.numbers(&solution)[..grid]) {
        return say("another solution than the one stated");
    }
    let mut without = puzzle.clone();
    if !without_rule(&mut without, compiled.rules(), &rule.name) {
        return say("the puzzle does not use the rule");
    }
    let other = Compiled::new(without).expect("a puzzle without one of its rules");
    match solve(&other, &Limits::none()).value {
        Verdict::Multiple(..) => None,
        // It allows what other clues forbid.
        Verdict::None if rule.name == "full-rank-ties" => None,
        other => say(&format!("the puzzle does not need the rule: without it {other:?}")),
    }
}

#[test]
fn every_rule_has_a_page_whose_puzzle_needs_it() {
    let library = Ruleset::library();
    let mut problems = Vec::new();
    let mut pages: Vec<String> = Vec::new();
    for rule in library.rules() {
        let name = format!("{}.md", rule.name);
        match std::fs::read_to_string(folder().join(&name)) {
            Ok(page) => problems.extend(wrong(rule, &page)),
            Err(_) => problems.push(format!("{0}: no page; `cargo xtask pages {0}` makes one", rule.name)),
        }
        pages.push(name);
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    for entry in std::fs::read_dir(folder()).expect("docs/rules is part of the project") {
        let name = entry.expect("a readable folder").file_name().to_string_lossy().into_owned();
        assert!(
            matches!(name.as_str(), "README.md" | "pictures") || pages.contains(&name),
            "docs/rules/{name} is about no rule"
        );
    }
}

/// The steps of every page's walk can be printed and never remove a digit of the solution.
#[test]
fn pages_are_walked_without_losing_the_solution() {
    for rule in Ruleset::library().rules() {
        let Ok(page) = std::fs::read_to_string(folder().join(format!("{}.md", rule.name))) else { continue };
        let text = block(&page, "clue").expect("every page has a puzzle");
        let compiled = Compiled::new(formats::read_as("clue", text).expect("a puzzle").puzzle).expect("a puzzle");
        let truth = cluewright::SearchFacts::new(&compiled, &Limits::none());
        let Verdict::Unique(solution) = &truth.verdict else { panic!("{}: not one solution", rule.name) };
        let walked = explain(&compiled, cluewright::ExplainOptions::knowing(&truth), &Limits::none());
        for step in &walked.path.steps {
            for gone in &step.eliminations {
                assert_ne!(solution[gone.cell.index()], gone.value, "{}: {gone:?} is lost", rule.name);
            }
            for found in &step.placements {
                assert_eq!(solution[found.cell.index()], found.value, "{}: {found:?} is wrong", rule.name);
            }
        }
    }
}
