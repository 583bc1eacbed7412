//! `witness`: makes the small puzzles that crates/cluewright/tests/witness judges with independent code, a few for each rule of the
//! library: a 4x4 puzzle if possible, the puzzle of the rule's page, and for rules whose parameters have defaults, puzzles that
//! rely on the defaults and puzzles that do not. The puzzles are made in the same way as the puzzles of the rules' pages; the same
//! seed makes the same file.

use crate::pages::grounds::{Ground, ground};
use crate::pages::{block, make, written};
use crate::task::{Fail, Task, Words};
use cluewright::rules::Ruleset;
use cluewright::rules::syntax::ast::Rule;
use cluewright::{Compiled, Limits, Puzzle, Verdict, formats, solve};

pub(crate) const TASK: Task = Task {
    name: "witness",
    takes: "[RULE...]",
    about: "write the puzzles that the witness judges; of these rules only, the others stay",
    options: &[("--seed", "N", "1", "other seeds make other puzzles")],
    run,
};

const FILE: &str = "crates/cluewright/tests/witness/puzzles.txt";
const HEAD: &str = "# Small puzzles with one solution each for every rule of the library: cargo xtask witness\n";
/// The number of puzzles from which the best is chosen.
const ATTEMPTS: u64 = 2;

/// Runs the task. The working directory must be the root of the repository.
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
            let made = some_grounds(rule).into_iter().map(|ground| make::make(rule, &ground, seed, ATTEMPTS));
            for puzzle in made.chain([of_page(rule)]).filter_map(Result::ok) {
                let text = written(with_solution(puzzle)?).map_err(|e| e.to_string())?;
                blocks.push(format!("\n# {}\n{text}\n", rule.name));
            }
            blocks.dedup();
            eprintln!("{}: {} puzzles", rule.name, blocks.len());
            if blocks.is_empty() {
                failed.push(rule.name.clone());
            }
        } else {
            let own = |block: &&str| block.split('\n').next() == Some(rule.name.as_str());
            blocks.extend(old.split("\n# ").skip(1).filter(own).map(|b| format!("\n# {}\n", b.trim_end())));
        }
        out += &blocks.concat();
    }
    std::fs::write(FILE, out).map_err(|e| format!("{FILE}: {e}"))?;
    if failed.is_empty() { Ok(()) } else { Err(format!("no puzzle for: {}", failed.join(", ")).into()) }
}

/// The puzzle of the rule's page.
fn of_page(rule: &Rule) -> Result<Puzzle, String> {
    let page = std::fs::read_to_string(format!("docs/rules/{}.md", rule.name)).map_err(|e| e.to_string())?;
    let text = block(&page, "clue").ok_or("the page has no puzzle")?;
    Ok(formats::read_as("clue", text).map_err(|e| e.to_string())?.puzzle)
}

/// The grounds for a rule's puzzles, apart from the ground of its page: the page's ground on a 4x4 grid, if this is a different
/// ground, and, if the rule has defaults, both grounds with values other than the defaults. Rules of the whole grid with options
/// are also used without options.
fn some_grounds(rule: &Rule) -> Vec<Ground> {
    let usual = ground(&rule.name, rule.is_clue);
    let has_defaults = rule.params.iter().any(|p| p.value.is_some());
    let mut small = usual.clone();
    small.text = small.text.replace("grid: 6x6", "grid: 4x4").replace("grid: 9x9", "grid: 4x4");
    small.text = small.text.replace(" middle 5 above_it 2 below_it 8", " middle 2 above_it 3 below_it 4");
    small.text = small.text.replace("r6c6", "r4c4");
    if small.text.contains("regions:") {
        let rules = small.text.lines().find(|l| l.starts_with("rules:")).unwrap_or_default();
        small.text = format!("grid: 4x4\nregions:\n  AAAB\n  CABB\n  CCDB\n  CDDD\n{rules}\n");
    }
    small.cells = (small.cells.0.min(3), small.cells.1.min(4));
    if rule.name == "magic-square" {
        "grid: 6x6\nboxes: none\nrules: latin\nmagic-square r3c3..r5c5\n".clone_into(&mut small.text);
    }
    // These rules need larger grids, for sums of 10, lines of seven cells and so on.
    let large = ["x", "doppelganger", "lockout-line", "miracle", "pill-arrow"].contains(&&*rule.name);
    let mut all = Vec::new();
    if !large && small.text != usual.text {
        all.push(small.clone());
    }
    if rule.is_clue && has_defaults && !large {
        all.push(Ground { beyond_defaults: true, ..small });
    }
    if rule.is_clue && has_defaults && !usual.text.contains("9x9") {
        all.push(Ground { beyond_defaults: true, ..usual.clone() });
    }
    if !rule.is_clue && !rule.params.is_empty() && has_defaults {
        let end = usual.text.find(&format!("{} ", rule.name)).map(|at| at + rule.name.len());
        let text = format!("{}\n", &usual.text[..end.unwrap_or(usual.text.len())]);
        all.push(Ground { text, ..usual });
    }
    all
}

/// The puzzle with its complete solution, including the numbers of extra cells.
fn with_solution(puzzle: Puzzle) -> Result<Puzzle, String> {
    let compiled = Compiled::new(puzzle).map_err(|e| e.to_string())?;
    let Verdict::Unique(solution) = solve(&compiled, &Limits::none()).value else {
        return Err("a puzzle was made that has not one solution".to_owned());
    };
    let solution = compiled.numbers(&solution).into_iter().map(Some).collect();
    Ok(Puzzle { solution, ..compiled.into_puzzle() })
}
