//! Explains every classic puzzle of a file and says how far logic gets, how long it takes, and whether a step was ever
//! wrong.
//!
//! A puzzle is the first run of 81 digits and blanks in a line; lines without one are skipped. Steps are compared
//! with the solution that a plain search finds; `--verify` proves them as well.

use cluewright_core::puzzle::{Given, Puzzle};
use cluewright_core::{Candidate, Cell, Model, Shape, Value};
use cluewright_logic::{Config, Outcome, State, Step, proof, text, walk};
use std::collections::BTreeMap;
use std::time::Duration;

/// How it is called.
pub(crate) const USAGE: &str =
    "paths FILE [--trial] [--verify] [--with TEXT] [--limit N] [--slow]   explain the classic puzzles of a file";

/// See the file's first lines.
pub(crate) fn run(args: &[&str]) -> Result<(), String> {
    let path = args.first().ok_or(USAGE)?;
    let has = |flag: &str| args.contains(&flag);
    let value = |flag: &str| args.iter().position(|a| *a == flag).and_then(|i| args.get(i + 1));
    let limit = value("--limit").map_or(Ok(usize::MAX), |n| n.parse().map_err(|_| "--limit takes a number"))?;
    let file = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let config = Config { trial: has("--trial"), ..Config::default() };
    let (mut solved, mut unsound, mut unproved) = (0, 0, 0);
    let mut times: Vec<(Duration, String)> = Vec::new();
    let mut uses: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let wanted = |line: &&str| value("--with").is_none_or(|w| line.contains(w));
    for line in file.lines().filter(wanted).filter_map(puzzle_in).take(limit) {
        let model = super::reglib::classic(&puzzle(&line));
        let start = processor_time();
        let path = walk(&model, State::start(&model), &config);
        times.push((processor_time().saturating_sub(start), line.clone()));
        solved += usize::from(path.outcome == Outcome::Solved);
        if path.outcome != Outcome::Solved {
            println!("{:?} after {} steps: {line}", path.outcome, path.steps.len());
        }
        for (info, count) in path.profile().counts {
            let row = uses.entry(info.name).or_default();
            row.0 += 1;
            row.1 += count;
        }
        let truth = solution(&model);
        for (state, step) in path.positions(&model) {
            if wrong(step, truth.as_deref()) {
                unsound += 1;
                println!("WRONG in {line}: {}", text::describe(&model, &state, step));
            }
            if has("--verify")
                && let Err(why) = proof::verify(&model, &state, step)
            {
                unproved += 1;
                println!("NOT PROVED ({why}) in {line}: {}", text::describe(&model, &state, step));
            }
        }
    }
    let all = times.len();
    if all == 0 {
        return Err(format!("{path}: no puzzle of 81 characters"));
    }
    times.sort();
    for (name, (puzzles, steps)) in &uses {
        println!("{steps:7} in {puzzles:5} {name}");
    }
    if has("--slow") {
        for (time, line) in times.iter().rev().take(10) {
            println!("{:8.1} ms {line}", time.as_secs_f64() * 1e3);
        }
    }
    let at = |part: usize| times[(all - 1) * part / 100].0.as_secs_f64() * 1e3;
    println!("solved {solved} of {all}; wrong steps {unsound}; not proved {unproved}");
    println!("processor ms: median {:.2}, 95th percentile {:.2}, slowest {:.1}", at(50), at(95), at(100));
    if unsound + unproved > 0 { Err("steps were wrong or not proved".to_owned()) } else { Ok(()) }
}

/// Time this process has had the processor; the clock's time tells little on a busy machine.
fn processor_time() -> Duration {
    #[cfg(unix)]
    let time = {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    };
    #[cfg(not(unix))]
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    time
}

/// The first run of 81 digits and blanks.
pub(crate) fn puzzle_in(line: &str) -> Option<String> {
    let fits = |c: char| c.is_ascii_digit() || c == '.';
    line.split(|c| !fits(c)).find(|run| run.len() == 81).map(str::to_owned)
}

pub(crate) fn puzzle(line: &str) -> Puzzle {
    let mut puzzle = Puzzle::new(Shape::square(9).expect("9 is a size"), 9);
    for (i, ch) in line.chars().enumerate() {
        if let Some(d) = ch.to_digit(10).filter(|&d| d > 0) {
            puzzle.givens.push(Given { cell: Cell(i as u16), digits: vec![d as i32] });
        }
    }
    puzzle
}

/// The only solution by plain backtracking over the model's links; none when there are several or none.
pub(crate) fn solution(model: &Model) -> Option<Vec<Value>> {
    fn go(model: &Model, state: &State, out: &mut Vec<Vec<Value>>) {
        if out.len() > 1 || state.board.is_broken() {
            return;
        }
        let open = (0..model.len() as u16).map(Cell).filter(|c| !state.placed.contains(*c));
        let Some(cell) = open.min_by_key(|&c| state.board.values(c).len()) else {
            out.push(state.board.domains().iter().filter_map(|d| d.single()).collect());
            return;
        };
        for value in state.board.values(cell) {
            let mut next = state.clone();
            next.settle(model, Candidate::new(cell, value));
            go(model, &next, out);
        }
    }
    let mut out = Vec::new();
    go(model, &State::start(model), &mut out);
    if out.len() == 1 { out.pop() } else { None }
}

pub(crate) fn wrong(step: &Step, truth: Option<&[Value]>) -> bool {
    let Some(truth) = truth else { return false };
    step.eliminations.iter().any(|e| truth[e.cell.index()] == e.value)
        || step.placements.iter().any(|p| truth[p.cell.index()] != p.value)
}
