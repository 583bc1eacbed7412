//! `witness`: the small puzzles that crates/cluewright/tests/witness judges by code of its own, a few for each rule of
//! the library: one of 4x4 where there is one, one of 6x6, and for rules whose parameters have defaults some that rely
//! on them and some that do not. Made as the puzzles of the rules' pages are; the same seed makes the same file.

use crate::pages::grounds::{Ground, ground};
use crate::pages::{make, written};
use crate::task::{Fail, Task, Words};
use cluewright::rules::Ruleset;
use cluewright::rules::syntax::ast::Rule;
use cluewright::{Compiled, Limits, Puzzle, Verdict, solve};

pub(crate) const TASK: Task = Task {
    name: "witness",
    takes: "[RULE...]",
    about: "write the puzzles that the witness judges; of these rules only, the others stay",
    options: &[("--seed", "N", "1", "other seeds make other puzzles")],
    run,
};

const FILE: &str = "crates/cluewright/tests/witness/puzzles.txt";
const HEAD: &str = "# Small puzzles with one solution each for every rule of the library: cargo xtask witness\n";
/// Puzzles to choose the best from.
const ATTEMPTS: u64 = 2;

/// Runs it, from the root of the repository.
fn run(words: &Words) -> Result<(), Fail> {
    let (seed, names) = (words.number("--seed")?, &words.names);
    let library = Ruleset::library();
    if let Some(name) = names.iter().find(|n| library.rule(n).is_none()) {
        return Err(format!("there is no rule `{name}`").into());
    }
    let old = std::fs::read_to_string(FILE).unwrap_or_default();
    let (mut out, mut failed) = (HEAD.to_owned(), Vec::new());
    for rule in library.rules() {
        let mut blocks = Vec::new();
        if names.is_empty() || names.contains(&rule.name.as_str()) {
            for ground in some_grounds(rule) {
                let Ok(puzzle) = make::make(rule, &ground, seed, ATTEMPTS) else { continue };
                let text = written(with_solution(puzzle)?).map_err(|e| e.to_string())?;
                blocks.push(format!("\n# {}\n{text}\n", rule.name));
            }
            if blocks.is_empty() {
                let puzzle = make::make(rule, &ground(&rule.name, rule.is_clue), seed, ATTEMPTS);
                match puzzle.and_then(with_solution).map(written) {
                    Ok(text) => blocks.push(format!("\n# {}\n{}\n", rule.name, text.map_err(|e| e.to_string())?)),
                    Err(why) => failed.push(why),
                }
            }
            blocks.dedup();
            eprintln!("{}: {} puzzles", rule.name, blocks.len());
        } else {
            let own = |block: &&str| block.split('\n').next() == Some(rule.name.as_str());
            blocks.extend(old.split("\n# ").skip(1).filter(own).map(|b| format!("\n# {}\n", b.trim_end())));
        }
        out += &blocks.concat();
    }
    std::fs::write(FILE, out).map_err(|e| format!("{FILE}: {e}"))?;
    if failed.is_empty() { Ok(()) } else { Err(format!("no puzzle for: {}", failed.join("; ")).into()) }
}

/// The page's ground, on a grid of 4x4 and as it is where that is at most 6x6; then both with other values than the
/// defaults. Rules of the whole grid that have options are used with and without them.
fn some_grounds(rule: &Rule) -> Vec<Ground> {
    let usual = ground(&rule.name, rule.is_clue);
    let mut all = Vec::new();
    for small in [true, false] {
        let mut g = usual.clone();
        if small {
            g.text = g.text.replace("grid: 6x6", "grid: 4x4").replace("grid: 9x9", "grid: 4x4");
            g.text = g
                .text
                .replace("digits: 0..6", "digits: 0..4")
                .replace("r6c6", "r4c4")
                .replace("r4c4..r4c4", "r1c1..r3c3");
            g.text = g.text.replace(" middle 5 above_it 2 below_it 8", " middle 2 above_it 3 below_it 4");
            if g.text.contains("regions:") {
                let rules = g.text.lines().find(|l| l.starts_with("rules:")).unwrap_or_default();
                g.text = format!("grid: 4x4\nregions:\n  AAAB\n  CABB\n  CCDB\n  CDDD\n{rules}\n");
            }
            g.cells = (g.cells.0.min(3), g.cells.1.min(4));
        }
        if rule.name == "magic-square" {
            g.text = "grid: 6x6\nboxes: none\nrules: latin\nmagic-square r3c3..r5c5\n".to_owned();
        }
        if rule.name == "doppelganger" && small {
            continue;
        }
        if g.text.contains("9x9") {
            continue;
        }
        all.push(g.clone());
        if rule.is_clue && rule.params.iter().any(|p| p.value.is_some()) {
            g.beyond_defaults = true;
            all.push(g);
        } else if !rule.params.is_empty() && !rule.is_clue {
            let plain = g.text.find(&format!("{} ", rule.name)).map(|at| at + rule.name.len());
            g.text.truncate(plain.unwrap_or(g.text.len()));
            g.text.push('\n');
            all.push(g);
        }
    }
    all
}

/// With the numbers of its extra cells in the solution, too.
fn with_solution(puzzle: Puzzle) -> Result<Puzzle, String> {
    let compiled = Compiled::new(puzzle).map_err(|e| e.to_string())?;
    let Verdict::Unique(solution) = solve(&compiled, &Limits::none()).value else {
        return Err("a puzzle was made that has not one solution".to_owned());
    };
    let solution = compiled.numbers(&solution).into_iter().map(Some).collect();
    Ok(Puzzle { solution, ..compiled.into_puzzle() })
}
