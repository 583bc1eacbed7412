//! `docs/steps-of-variants.md`: steps as `explain` prints them, next to a person's words. All of them are printed again and
//! compared; `CLUEWRIGHT_UPDATE=1` writes the current output to the page.

use crate::common;

use common::{root, run_with};
use std::collections::BTreeMap;
use std::fmt::Write;

const PAGE: &str = "docs/steps-of-variants.md";

/// The path of a puzzle: the conclusions of each step (`r1c1=5`, `r1c2-3`) and its printed form.
struct Path(Vec<(Vec<String>, String)>);

impl Path {
    fn of(file: &str) -> Self {
        let text = std::fs::read_to_string(root().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        // On a rule's page the puzzle is its block.
        let block = text.split_once("```clue\n").and_then(|(_, rest)| rest.split_once("```"));
        let puzzle = block.map_or(text.as_str(), |(puzzle, _)| puzzle);
        let told = |args: &[&str]| {
            let run = run_with(&[&["explain", "-"], args].concat(), puzzle.as_bytes());
            assert_eq!(run.code, 0, "{file}: {}", run.err);
            run.out
        };
        let report: serde_json::Value = serde_json::from_str(&told(&["--json"])).expect("JSON");
        let steps = report["steps"].as_array().expect("a list of steps");
        let concluded = |step: &serde_json::Value| {
            let of = |key: &str, sign: char| -> Vec<String> {
                let list = step[key].as_array().expect("a list");
                let name = |c: &serde_json::Value| {
                    let value = c["value"].to_string();
                    format!("{}{sign}{}", c["cell"].as_str().expect("a name"), value.trim_matches('"'))
                };
                list.iter().map(name).collect()
            };
            [of("placements", '='), of("eliminations", '-')].concat()
        };
        let printed = printed(&told(&["-q"]), steps.len());
        Self(steps.iter().map(concluded).zip(printed).collect())
    }

    /// The first step that concludes this.
    fn find(&self, conclusion: &str) -> Option<&str> {
        self.0.iter().find(|(all, _)| all.iter().any(|c| c == conclusion)).map(|(_, text)| text.as_str())
    }
}

/// The steps of a path without their numbers: a line for each, and its details indented.
fn printed(out: &str, count: usize) -> Vec<String> {
    let width = count.to_string().len();
    let mut steps: Vec<String> = Vec::new();
    for line in out.lines() {
        let next = format!("{:>width$}. ", steps.len() + 1);
        if let Some(short) = line.strip_prefix(&next) {
            steps.push(format!("{short}\n"));
        } else if let (Some(step), Some(detail)) = (steps.last_mut(), line.strip_prefix(&" ".repeat(width + 4))) {
            writeln!(step, "  {detail}").expect("memory");
        }
    }
    assert_eq!(steps.len(), count, "{out}");
    steps
}

#[test]
fn steps_are_as_printed() {
    let page = std::fs::read_to_string(root().join(PAGE)).expect("the page is part of the project");
    let mut paths: BTreeMap<String, Path> = BTreeMap::new();
    let (mut new, mut rest, mut count) = (String::new(), page.as_str(), 0);
    while let Some((before, after)) = rest.split_once("```step ") {
        let (head, body) = after.split_once('\n').expect("a block has lines");
        let (_, behind) = body.split_once("```\n").expect("a block has an end");
        let (file, conclusion) = head.split_once(' ').expect("a file and a conclusion");
        let path = paths.entry(file.to_owned()).or_insert_with(|| Path::of(file));
        let step = path.find(conclusion).unwrap_or_else(|| panic!("{PAGE}: no step of {file} concludes {conclusion}"));
        assert!(behind.starts_with("\n> "), "{PAGE}: what would a person say of {conclusion} in {file}?");
        write!(new, "{before}```step {head}\n{step}```\n").expect("memory");
        rest = behind;
        count += 1;
    }
    new.push_str(rest);
    let sections = page.matches("\n## ").count();
    assert!(sections >= 20 && count == 3 * sections, "three steps a rule: {count} of {sections}");
    if std::env::var_os("CLUEWRIGHT_UPDATE").is_some() {
        std::fs::write(root().join(PAGE), new).expect("the page can be written");
        return;
    }
    for (old, new) in page.lines().zip(new.lines()) {
        assert_eq!(old, new, "{PAGE} is old: CLUEWRIGHT_UPDATE=1 writes it anew");
    }
    assert_eq!(page, new);
}

/// What is printed can be read in one go.
#[test]
fn sentences_are_short() {
    let page = std::fs::read_to_string(root().join(PAGE)).expect("the page is part of the project");
    let blocks = page.split("```step ").skip(1).filter_map(|b| b.split_once("```").map(|(block, _)| block));
    for line in blocks.flat_map(|block| block.lines().skip(1)) {
        // The technique's name precedes the sentence.
        let sentence = line.trim_start().split_once("): ").map_or(line.trim_start(), |(_, sentence)| sentence);
        assert!(sentence.chars().count() <= 240, "too long: {line}");
        assert!(!sentence.starts_with(' ') && sentence.ends_with('.'), "no whole sentence: {line}");
    }
}
