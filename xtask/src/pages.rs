//! `pages`: writes the pages of docs/rules, one for each rule of the library, and the list in docs/techniques.md.
//!
//! The text between the first line of a page and its first heading is written by people and is preserved, as is the page's puzzle
//! while it is valid. The rest of the page is generated from the rule's text: the notation of a clue, its parameters, and the
//! rule's names in other programs. A test fails if a page no longer agrees with its rule.

pub(crate) mod grounds;
pub(crate) mod make;
mod techniques;

use crate::task::{Fail, Task, Words};
use cluewright::compiled::without_rule;
use cluewright::core::{Arg, ClueTree};
use cluewright::rules::syntax::ast::{Expr, ExprKind, Param, ParamKind, Rule, Shape};
use cluewright::rules::{Ruleset, lint};
use cluewright::{BadInput, Compiled, Limits, Puzzle, Verdict, formats, solve};
use std::fmt::Write;

pub(crate) const TASK: Task = Task {
    name: "pages",
    takes: "[RULE...]",
    about: "write docs/rules, or the pages of these rules, and the list of techniques",
    options: &[("--again", "", "", "make new puzzles"), ("--seed", "N", "1", "other seeds make other puzzles")],
    run,
};

/// The task `puzzle`.
pub(crate) const PUZZLE: Task = Task {
    name: "puzzle",
    takes: "FILE RULE",
    about: "a puzzle that needs the rule, from the grid and the rules of a .clue file",
    options: &[
        ("--with", "RULE", "", "clues of this rule, too"),
        ("--clues", "N", "", "how many clues"),
        ("--cells", "A..B", "", "how many cells a clue has"),
        ("--seed", "N", "1", "other seeds make other puzzles"),
    ],
    run: puzzle,
};

const FOLDER: &str = "docs/rules";

/// Runs the task. The working directory must be the root of the repository.
fn run(words: &Words) -> Result<(), Fail> {
    let (again, seed, names) = (words.has("--again"), words.number("--seed")?, &words.names);
    let library = Ruleset::library();
    if let Some(name) = names.iter().find(|n| library.rule(n).is_none()) {
        return Err(format!("there is no rule `{name}`").into());
    }
    std::fs::create_dir_all(FOLDER).map_err(|e| e.to_string())?;
    let mut failed = Vec::new();
    for rule in library.rules().filter(|r| names.is_empty() || names.contains(&r.name.as_str())) {
        let path = format!("{FOLDER}/{}.md", rule.name);
        let old = std::fs::read_to_string(&path).unwrap_or_default();
        let kept = block(&old, "clue").filter(|text| !again && sound(rule, text));
        let kept = kept.and_then(|text| written(formats::read_as("clue", text).ok()?.puzzle).ok());
        let puzzle = match kept {
            Some(text) => text,
            None => match make::make(rule, &grounds::ground(&rule.name, rule.is_clue), seed, make::ATTEMPTS) {
                Ok(puzzle) => {
                    eprintln!("{}: {} clues, {} givens", rule.name, puzzle.clues.len(), puzzle.givens.len());
                    written(puzzle).map_err(|e| e.to_string())?
                }
                Err(why) => {
                    eprintln!("{why}");
                    failed.push(rule.name.clone());
                    continue;
                }
            },
        };
        std::fs::write(&path, page(rule, prose(&old), &puzzle)?).map_err(|e| e.to_string())?;
    }
    std::fs::write(format!("{FOLDER}/README.md"), index(&library)).map_err(|e| e.to_string())?;
    let list = techniques::list(&root())?;
    std::fs::write(techniques::PAGE, list).map_err(|e| format!("{}: {e}", techniques::PAGE))?;
    if failed.is_empty() { Ok(()) } else { Err(format!("no puzzle for: {}", failed.join(" ")).into()) }
}

/// Makes a puzzle for a rule without a page: the grid and rules of a file, random clues of the rule, and few givens.
fn puzzle(words: &Words) -> Result<(), Fail> {
    let [file, name] = words.names[..] else { unreachable!("the task takes two names") };
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let base = formats::read_as("clue", &text).map_err(|e| format!("{file}: {e}"))?.puzzle;
    let rules = Ruleset::for_puzzle(&base, &[]).map_err(|e| format!("{file}: {e}"))?;
    let rule = rules.rule(name).ok_or_else(|| format!("{file}: there is no rule `{name}`"))?;
    let mut ground = grounds::Ground::of(&text, name, rule.is_clue);
    if let Some(rule) = words.text("--with") {
        ground.with = vec![rule.to_owned()];
    }
    if words.has("--clues") {
        ground.clues = words.number("--clues")?;
    }
    if let Some(range) = words.text("--cells") {
        let range = range.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        let (low, high): (usize, usize) = range.ok_or_else(|| Fail::Usage("--cells wants A..B".to_owned()))?;
        ground.cells = (low, high.max(low));
    }
    let made = make::make(rule, &ground, words.number("--seed")?, make::ATTEMPTS)?;
    println!("{}", written(made).map_err(|e| e.to_string())?);
    Ok(())
}

/// A puzzle as a page shows it: cells without the names of their parameters, as people write them.
pub(crate) fn written(mut puzzle: Puzzle) -> Result<String, BadInput> {
    for tree in &mut puzzle.clues {
        let ClueTree::One(clue) = tree else { continue };
        for (name, arg) in &mut clue.args {
            if matches!(arg, Arg::Cell(_) | Arg::Cells(_) | Arg::Lists(_)) {
                name.clear();
            }
        }
    }
    Ok(formats::by_id("clue")?.write(&puzzle)?.0.trim_end().to_owned())
}

/// The text of a fenced block.
pub(crate) fn block<'p>(page: &'p str, name: &str) -> Option<&'p str> {
    let start = page.find(&format!("```{name}\n"))? + name.len() + 4;
    Some(&page[start..start + page[start..].find("\n```")?])
}

/// The part written by a person: from the line after the description to the first heading.
fn prose(page: &str) -> &str {
    let Some(start) = page.match_indices("\n\n").nth(1) else { return "" };
    let rest = &page[start.0 + 2..];
    let end = if rest.starts_with("## ") { 0 } else { rest.find("\n## ").unwrap_or(rest.len()) };
    rest[..end].trim()
}

/// Whether a page's puzzle still has exactly one solution, and would not have exactly one solution without its rule.
fn sound(rule: &Rule, text: &str) -> bool {
    let limits = Limits::nodes(1_000_000);
    let Ok(read) = formats::read_as("clue", text) else { return false };
    let Ok(compiled) = Compiled::new(read.puzzle) else { return false };
    let Verdict::Unique(solution) = solve(&compiled, &limits).value else { return false };
    let puzzle = compiled.puzzle();
    let found = &compiled.numbers(&solution)[..puzzle.shape.len()];
    let stated: Option<Vec<i32>> = puzzle.solution.iter().copied().collect();
    let mut without = puzzle.clone();
    stated.as_deref() == Some(found)
        && without_rule(&mut without, compiled.rules(), &rule.name)
        && Compiled::new(without).is_ok_and(|other| !matches!(solve(&other, &limits).value, Verdict::Unique(_)))
}

/// Builds a page from the text that a person wrote, the rule, and a puzzle.
fn page(rule: &Rule, prose: &str, puzzle: &str) -> Result<String, String> {
    let mut out = format!("# {}\n\n{}\n", rule.name, rule.about);
    if !prose.is_empty() {
        let _ = write!(out, "\n{prose}\n");
    }
    out.push_str("\n## How it is written\n\n");
    let example = puzzle.lines().find(|line| {
        let own = line.trim_start().strip_prefix(rule.name.as_str()).is_some_and(|rest| rest.starts_with(' '));
        if rule.is_clue { own } else { line.starts_with("rules:") && line.contains(rule.name.as_str()) }
    });
    match example {
        Some(line) => {
            let _ = write!(out, "```text\n{}\n```\n", line.trim());
        }
        None => out.push_str("This is a default rule: a puzzle without a `rules:` line uses it.\n"),
    }
    if !rule.params.is_empty() {
        out.push_str("\n| | |\n|---|---|\n");
        for param in &rule.params {
            let _ = writeln!(out, "| `{}` | {} |", param.name, described(param));
        }
    }
    let weak = weak(rule);
    if !weak.is_empty() {
        let _ = write!(out, "\n`cluewright rules lint` reports: {weak}.\n");
    }
    let picture = format!("![A puzzle with the rule {0}](pictures/{0}.svg)", rule.name);
    let _ = write!(out, "\n## A puzzle\n\n{picture}\n\n```clue\n{puzzle}\n```\n");
    out.push_str("\n## Elsewhere\n\n");
    if rule.also.is_empty() {
        out.push_str(
            "The formats of other programs that Cluewright reads have no name for this rule, so in those programs \
             you may have to recreate it by hand.\n",
        );
    }
    for foreign in &rule.also {
        let word = foreign.word.as_ref().map_or_else(String::new, |w| format!(" with `{w}`"));
        let program = match foreign.format.as_str() {
            "f-puzzles" => "f-puzzles and SudokuPad",
            "iss" => "Interactive Sudoku Solver (ISS)",
            "sudokumaker" => "SudokuMaker",
            "sudoku-setter" => "sudoku-setter",
            other => other,
        };
        let line = format!("- {program}: `{}`{word}\n", foreign.name);
        if !out.ends_with(&line) {
            out.push_str(&line);
        }
    }
    let file = format!("crates/cluewright-rules/library/{}.rule", rule.name);
    let text = std::fs::read_to_string(root().join(&file)).map_err(|e| format!("{file}: {e}"))?;
    let _ = write!(out, "\n## Its text\n\n```rule\n{}\n```\n", text.trim_end());
    Ok(out)
}

/// The root of the repository.
fn root() -> std::path::PathBuf {
    std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The weaknesses that `rules lint` finds, in words.
fn weak(rule: &Rule) -> String {
    let Ok(report) = lint(&Ruleset::library(), &rule.name) else { return String::new() };
    let lines: Vec<String> = report
        .iter()
        .filter(|r| r.rule == rule.name && r.became.iter().any(|b| b.0.is_weak()))
        .map(|r| format!("line {} is only checked once its cells are filled in, so searches can be slow", r.line))
        .collect();
    lines.join("; ")
}

fn described(param: &Param) -> String {
    let mut words = match param.kind {
        ParamKind::Shape(shape) => match shape {
            Shape::Cell => "a cell",
            Shape::Cells => "some cells",
            Shape::Edge => "two cells that share an edge",
            Shape::Corner => "the cells around a corner",
            Shape::Line => "the cells along a line, from its start to its end",
            Shape::Lines => "one or more lines, with `/` between",
            Shape::Cage => "the cells of a cage",
            Shape::Bulb => "lines from a common bulb, with `/` between",
            Shape::Lists => "lists of cells, with `/` between",
            Shape::Outside => "the cells seen from the clue's side, the nearest first",
            Shape::Map => "the regions, with `/` between",
            Shape::Grid => "a cell for each cell of the grid, in reading order",
        }
        .to_owned(),
        ParamKind::Number => "a number".to_owned(),
        ParamKind::Numbers => "numbers, in `[ ]`".to_owned(),
        ParamKind::Boolean => "`yes` or `no`".to_owned(),
        ParamKind::Text => "text, in `\" \"`".to_owned(),
    };
    let number = |e: &Expr| match &e.kind {
        ExprKind::Number(n) => Some(n.to_string()),
        ExprKind::Neg(inner) => match inner.kind {
            ExprKind::Number(n) => Some(format!("-{n}")),
            _ => None,
        },
        ExprKind::Bool(b) => Some(if *b { "yes" } else { "no" }.to_owned()),
        _ => None,
    };
    if let Some((low, high)) = param.range.as_ref().and_then(|r| Some((number(&r.0)?, number(&r.1)?))) {
        let _ = write!(words, " from {low} to {high}");
    }
    if let Some(default) = param.value.as_ref().and_then(number) {
        let _ = write!(words, "; {default} by default");
    }
    if param.optional {
        words.push_str("; optional");
    }
    words
}

/// The group of a rule, by the drawings of its clues.
fn kind(rule: &Rule) -> &'static str {
    let shape = rule.params.iter().find_map(|p| if let ParamKind::Shape(s) = p.kind { Some(s) } else { None });
    match shape {
        _ if !rule.is_clue => "For the whole grid",
        Some(Shape::Line | Shape::Lines | Shape::Bulb) => "Lines",
        Some(Shape::Edge | Shape::Corner) => "On edges and corners",
        Some(Shape::Outside) => "Outside the grid",
        Some(Shape::Cell) => "One cell",
        _ => "Cages and other sets of cells",
    }
}

/// The list of all pages.
fn index(library: &Ruleset) -> String {
    let mut out = String::from(
        "# The rules of the library\n\nEach page explains a rule, shows how its clues are written, and contains a small \
         puzzle that needs the rule.\n`cluewright rules list` prints this list, and `cluewright rules show NAME` prints \
         the text of a rule.\n[Writing rules](../rules.md) explains how to write your own.\n",
    );
    let kinds = [
        "For the whole grid",
        "Lines",
        "Cages and other sets of cells",
        "On edges and corners",
        "One cell",
        "Outside the grid",
    ];
    for name in kinds {
        let _ = write!(out, "\n## {name}\n\n| rule | |\n|---|---|\n");
        let mut rules: Vec<&Rule> = library.rules().filter(|r| kind(r) == name).collect();
        rules.sort_by(|a, b| a.name.cmp(&b.name));
        for rule in rules {
            let _ = writeln!(out, "| [{0}]({0}.md) | {1} |", rule.name, rule.about);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_say_what_the_rules_say() {
        let library = Ruleset::library();
        let read = |name: &str| std::fs::read_to_string(root().join(FOLDER).join(name)).unwrap_or_default();
        let mut stale = Vec::new();
        for rule in library.rules() {
            let old = read(&format!("{}.md", rule.name));
            let puzzle = block(&old, "clue").unwrap_or_default();
            if page(rule, prose(&old), puzzle).expect("the library's files are there") != old {
                stale.push(rule.name.as_str());
            }
        }
        assert!(stale.is_empty(), "run `cargo xtask pages` for {stale:?}, and read the difference");
        assert_eq!(read("README.md"), index(&library), "run `cargo xtask pages`");
    }

    /// The same seed makes the same puzzle.
    #[test]
    fn puzzles_are_made_by_seed() {
        let library = Ruleset::library();
        let rule = library.rule("renban").expect("a rule of the library");
        let ground = grounds::ground("renban", true);
        let one = make::make(rule, &ground, 3, make::ATTEMPTS).expect("renbans make puzzles");
        let other = make::make(rule, &ground, 3, make::ATTEMPTS).expect("renbans make puzzles");
        assert_eq!(one, other);
    }
}
