//! `drawn`: makes the puzzles that `crates/cluewright/tests/drawn.rs` reads. `cases.txt` next to the tests has the drawings and
//! their intended readings; grids, givens and numbers are generated here.
//!
//! The file has each clue both as a `.clue` line and as marks. The code that draws or reads clues elsewhere is not used, because
//! the tests could then not reveal its errors. The numbers of clues are computed in `numbers.rs`.

mod case;
mod marks;
mod numbers;

use crate::task::{Fail, Task, Words};
use case::Case;
use cluewright::core::{Board, Cell, Value};
use cluewright::{Compiled, Limits, Verdict, formats};
use cluewright_core::Random;
use cluewright_search::Solver;
use numbers::Grid;
use serde_json::json;

pub(crate) const TASK: Task = Task {
    name: "drawn",
    takes: "[CASE...]",
    about: "write the drawn puzzles whose reading is tested; only these cases, the others stay",
    options: &[],
    run,
};

const CASES: &str = "crates/cluewright/tests/drawn/cases.txt";
const PUZZLES: &str = "crates/cluewright/tests/drawn/puzzles.jsonl";
/// The number of grids tried for a case.
const TRIES: u64 = 60;
/// The node limit for finding a grid.
const NODES: u64 = 200_000;
/// The maximum number of ways to fill the grid without the clues, because the test enumerates all of them.
const FILLINGS: u64 = 2_000;

fn run(words: &Words) -> Result<(), Fail> {
    let text = std::fs::read_to_string(CASES).map_err(|e| format!("{CASES}: {e}"))?;
    let old = std::fs::read_to_string(PUZZLES).unwrap_or_default();
    let cases = case::read(&text)?;
    if let Some(name) = words.names.iter().find(|n| cases.iter().all(|c| c.name != **n)) {
        return Err(format!("there is no case `{name}`").into());
    }
    let mut out = String::new();
    for case in &cases {
        let start = format!("{{\"name\":{}", json!(case.name));
        let kept = old.lines().find(|l| l.starts_with(&start) && !words.names.is_empty());
        match kept.filter(|_| !words.names.contains(&case.name.as_str())) {
            Some(line) => out += line,
            None => out += &made(case)?,
        }
        out.push('\n');
    }
    Ok(std::fs::write(PUZZLES, out).map_err(|e| format!("{PUZZLES}: {e}"))?)
}

/// The line for a case, with the first random grid that fits all clues of the case.
fn made(case: &Case) -> Result<String, String> {
    let mut last = String::new();
    for seed in case.seed * TRIES..(case.seed + 1) * TRIES {
        match attempt(case, seed) {
            Ok(line) => return Ok(line),
            Err(why) => last = why,
        }
    }
    Err(format!("{}: {last}", case.name))
}

fn compiled(text: &str) -> Result<Compiled, String> {
    let read = formats::read_as("clue", text).map_err(|e| format!("{e}\n{text}"))?;
    Compiled::new(read.puzzle).map_err(|e| format!("{e}\n{text}"))
}

fn attempt(case: &Case, seed: u64) -> Result<String, String> {
    let base = compiled(&case.right(&[], &[], "", ""))?;
    let open: Vec<String> = case.clues.iter().chain(&case.secrets).filter(|c| !c.contains('{')).cloned().collect();
    let first = compiled(&case.right(&case.rules_before_clues(), &open, "", ""))?;
    let grid = Solver::new(first.model()).random_solution(&first.board(), seed, &Limits::nodes(NODES)).value;
    let grid = grid.ok_or("no grid was found")?;
    let (width, low) = (usize::from(base.puzzle().shape.width()), base.puzzle().digits.first);
    let numbers = Grid { width, low, high: base.puzzle().digits.last(), digits: base.numbers(&grid) };
    let filled = |lines: &[String]| lines.iter().map(|l| numbers.filled(l)).collect::<Result<Vec<_>, _>>();
    let mut clues = filled(&case.clues)?;
    let mut marks = filled(&case.marks)?;
    for every in &case.every {
        for pair in numbers.pairs(&every.test) {
            clues.push(format!("{} {pair}", every.rule));
            marks.push(every.mark.replace("PAIR", &pair));
        }
    }
    let secrets = filled(&case.secrets)?;
    let all = [clues.clone(), secrets.clone()].concat();
    let full = compiled(&case.right(&case.rules, &all, "", ""))?;
    let given = dug(seed, [&base, &full], &grid)?;
    let digit = |c: usize| given.contains(&c).then_some(numbers.digits[c]);
    let givens = numbers.rows("givens", &digit);
    let solution = numbers.rows("solution", &|c| Some(numbers.digits[c]));
    // The right puzzle does not contain the setter's secrets, which no reader can know.
    let right = case.right(&case.rules, &clues, &givens, &solution);
    let read = compiled(&right)?;
    let count = |c: &Compiled| Solver::new(c.model()).count(&c.board(), 100_000, &Limits::none()).value;
    let fillings = count(&compiled(&case.right(&[], &[], &givens, ""))?);
    let count = count(&read);
    let is_right = if case.secrets.is_empty() { count == 1 } else { (2..FILLINGS).contains(&count) };
    if !is_right || fillings < 2 {
        return Err(format!("{count} solutions, {fillings} without the clues"));
    }
    println!("{}: {} givens, {count} of {fillings}", case.name, given.len());
    let drawn = marks::drawn(case, &base, &marks, &digit, &numbers.digits)?;
    let mut line = json!({"name": case.name, "drawn": drawn, "right": right, "count": count});
    for (key, value) in [("waits", json!(case.waits)), ("unread", json!(case.unread))] {
        if !matches!(value.as_str(), Some("")) && value.as_array().is_none_or(|a| !a.is_empty()) {
            line[key] = value;
        }
    }
    Ok(line.to_string())
}

/// Chooses the givens, such that the puzzle has one solution with all clues and few solutions without them.
fn dug(seed: u64, [base, full]: [&Compiled; 2], grid: &[Value]) -> Result<Vec<usize>, String> {
    let (mut plain, mut solver) = (Solver::new(base.model()), Solver::new(full.model()));
    let mut given: Vec<usize> = (0..grid.len()).collect();
    let mut is_one = |given: &[usize]| {
        let board = with(full.board(), given, grid);
        matches!(solver.verdict(&board, &Limits::nodes(NODES)).value, Verdict::Unique(_))
    };
    if !is_one(&given) {
        return Err("the grid does not keep all clues".into());
    }
    for cell in Random::new(seed).shuffled(given.len()) {
        let fewer: Vec<usize> = given.iter().copied().filter(|&c| c != cell).collect();
        let mut fillings = || plain.count(&with(base.board(), &fewer, grid), FILLINGS, &Limits::nodes(NODES)).value;
        if is_one(&fewer) && fillings() < FILLINGS {
            given = fewer;
        }
    }
    Ok(given)
}

fn with(mut board: Board, given: &[usize], grid: &[Value]) -> Board {
    for &c in given {
        // A grid does not conflict with itself; if it breaks a clue, the search reports that.
        let _ = board.fix(Cell(c as u16), grid[c]);
    }
    board
}
