//! `broken`: breaks puzzles of corpora (changes a clue's number, copies a clue to another place, adds a wrong given), and checks
//! the library's explanation by search alone. The givens and clues that the explanation names must have no solution under the rules
//! of the whole grid; if any one of them is removed, there must be a solution.

use crate::clock;
use crate::corpus::{quantile, records, text_of};
use crate::task::{Fail, Task, VERBOSE, Words};
use cluewright::core::puzzle::Given;
use cluewright::core::{Arg, Cell, ClueTree, Puzzle};
use cluewright::rules::print;
use cluewright::why::{Part, only, why};
use cluewright::{Compiled, Limits, Verdict, formats, search::Solver, solve};
use cluewright_core::Random;
use std::time::Duration;

pub(crate) const TASK: Task = Task {
    name: "broken",
    takes: "FILE.jsonl...",
    about: "break puzzles of corpora and judge what is said of why",
    options: &[
        ("--count", "N", "40", "puzzles to break"),
        ("--seed", "N", "1", "which puzzles, and how they are broken"),
        ("--limit-s", "S", "10", "seconds of processor time a puzzle"),
        VERBOSE,
    ],
    run,
};

/// The node limit of a search that checks an explanation.
const NODES: u64 = 2_000_000;
/// The number of attempts to break one puzzle.
const TRIES: usize = 12;

fn run(words: &Words) -> Result<(), Fail> {
    let (count, seed) = (words.number::<usize>("--count")?, words.number::<u64>("--seed")?);
    let limit = Duration::from_secs_f64(words.number("--limit-s")?);
    let mut dice = Random::new(seed);
    let mut all = Vec::new();
    for file in &words.names {
        all.extend(records(file)?.unwrap_or_default());
    }
    let (mut right, mut looked, mut sizes, mut times, mut told) = (0, 0, Vec::new(), Vec::new(), 0);
    for at in dice.shuffled(all.len()) {
        if looked == count {
            break;
        }
        let record = &all[at];
        let name = record["name"].as_str().or_else(|| record["title"].as_str()).unwrap_or_default();
        let Some((puzzle, how)) = broken(text_of(record), &mut dice) else { continue };
        looked += 1;
        let compiled = Compiled::new(puzzle).map_err(|e| e.to_string())?;
        let begin = clock::thread();
        let over = || clock::thread() - begin > limit.as_secs_f64();
        let found = why(&compiled, &Limits { stop: Some(&over), ..Limits::none() }).map_err(|e| e.to_string())?;
        let time = clock::thread() - begin;
        let verdict = judge(&compiled, &found.against);
        right += usize::from(verdict.is_ok());
        let named = found.against.iter().filter(|p| !matches!(p, Part::Rule(_))).count();
        sizes.push(named as f64);
        times.push(1000.0 * time);
        told += usize::from(!found.story.is_empty());
        let verdict = verdict.map_or_else(|wrong| format!("WRONG: {wrong}"), |()| "right".to_owned());
        println!("{name} ({how}): {named} parts, {} steps, {:.0} ms, {verdict}", found.story.len(), 1000.0 * time);
        if words.has("--verbose") {
            found.sentences().iter().for_each(|line| println!("    {line}"));
        }
    }
    sizes.sort_by(f64::total_cmp);
    times.sort_by(f64::total_cmp);
    println!("{right} of {looked} right; {told} told in steps");
    let median = |list: &[f64]| if list.is_empty() { 0.0 } else { quantile(list, 0.5) };
    println!("parts: median {}, most {}", median(&sizes), sizes.last().unwrap_or(&0.0));
    println!("ms: median {:.0}, most {:.0}", median(&times), times.last().unwrap_or(&0.0));
    if right == looked { Ok(()) } else { Err("some are wrong".into()) }
}

/// A puzzle without a solution that is made from the text, and a description of the change; `None` if the puzzle could not be
/// broken.
fn broken(text: &str, dice: &mut Random) -> Option<(Puzzle, String)> {
    let puzzle = formats::read(text).ok()?.puzzle;
    let compiled = Compiled::new(puzzle.clone()).ok()?;
    let Verdict::Unique(answer) = solve(&compiled, &Limits::nodes(200_000)).value else { return None };
    let numbers = compiled.numbers(&answer);
    let first = dice.below(3);
    (0..TRIES).find_map(|n| {
        let mut other = puzzle.clone();
        let how = match (first + n) % 3 {
            0 => number_changed(&mut other, dice)?,
            1 => clue_copied(&mut other, dice)?,
            _ => wrong_given(&mut other, &numbers, dice)?,
        };
        let trial = Compiled::new(other.clone()).ok()?;
        (solve(&trial, &Limits::nodes(200_000)).value == Verdict::None).then_some((other, how))
    })
}

fn number_changed(puzzle: &mut Puzzle, dice: &mut Random) -> Option<String> {
    let with: Vec<usize> = (0..puzzle.clues.len())
        .filter(|&i| match &puzzle.clues[i] {
            ClueTree::One(clue) => clue.args.iter().any(|(_, arg)| matches!(arg, Arg::Number(_))),
            _ => false,
        })
        .collect();
    if with.is_empty() {
        return None;
    }
    let ClueTree::One(clue) = &mut puzzle.clues[with[dice.below(with.len())]] else { return None };
    let change = [-3, -2, -1, 1, 2, 3][dice.below(6)];
    let number = clue.args.iter_mut().find_map(|(_, arg)| match arg {
        Arg::Number(n) => Some(n),
        _ => None,
    })?;
    *number += change;
    Some(format!("a {} changed by {change}", clue.rule))
}

fn clue_copied(puzzle: &mut Puzzle, dice: &mut Random) -> Option<String> {
    if puzzle.clues.is_empty() {
        return None;
    }
    let ClueTree::One(mut clue) = puzzle.clues[dice.below(puzzle.clues.len())].clone() else { return None };
    let (down, right) = (dice.below(5) - 2, dice.below(5) - 2);
    let shape = puzzle.shape.clone();
    let moved = |cell: &mut Cell| {
        // Cells outside the grid cannot be moved.
        *cell = Some(*cell).filter(|c| c.index() < shape.len()).and_then(|c| shape.step(c, down, right))?;
        Some(())
    };
    for (_, arg) in &mut clue.args {
        match arg {
            Arg::Cell(cell) => moved(cell)?,
            Arg::Cells(list) => list.iter_mut().try_for_each(moved)?,
            Arg::Lists(lists) => lists.iter_mut().flatten().try_for_each(moved)?,
            _ => {}
        }
    }
    let how = format!("a {} copied", clue.rule);
    puzzle.clues.push(ClueTree::One(clue));
    Some(how)
}

fn wrong_given(puzzle: &mut Puzzle, numbers: &[i32], dice: &mut Random) -> Option<String> {
    let cell = Cell(dice.below(puzzle.shape.len()) as u16);
    let right = numbers[cell.index()];
    let digit = puzzle.digits.first + dice.below(puzzle.digits.count as usize) as i32;
    if digit == right {
        return None;
    }
    puzzle.givens.retain(|g| g.cell != cell);
    puzzle.givens.push(Given { cell, digits: vec![digit] });
    puzzle.givens.sort_by_key(|g| g.cell);
    Some("a wrong given".to_owned())
}

/// Checks an explanation by searching puzzles that are assembled here. If rules of the whole grid depend on marks, leaving out a
/// mark would add a constraint, so the library's own parts of the puzzle are searched instead.
fn judge(whole: &Compiled, against: &[Part]) -> Result<(), String> {
    let puzzle = whole.puzzle();
    let asks = |name: &str| whole.rules().rule(name).is_some_and(|rule| asks_about_marks(&print(rule)));
    let marks = puzzle.rules.iter().any(|clue| asks(&clue.rule));
    let rules: Vec<Part> = (0..puzzle.rules.len()).map(Part::Rule).collect();
    let named: Vec<Part> = against.iter().copied().filter(|p| !matches!(p, Part::Rule(_))).collect();
    let solvable = |without: Option<usize>| -> Result<bool, String> {
        if marks {
            let left = named.iter().enumerate().filter(|(i, _)| Some(*i) != without).map(|(_, part)| *part);
            let parts: Vec<Part> = rules.iter().copied().chain(left).collect();
            return solution_of(&only(whole, &parts, &|| false).map_err(|e| e.to_string())?);
        }
        let mut other = Puzzle { givens: Vec::new(), clues: Vec::new(), ..puzzle.clone() };
        for (_, part) in named.iter().enumerate().filter(|(i, _)| Some(*i) != without) {
            match *part {
                Part::Given(i) => other.givens.push(puzzle.givens[i].clone()),
                Part::Clue(i) => other.clues.push(puzzle.clues[i].clone()),
                Part::Rule(_) => {}
            }
        }
        let compiled = Compiled::new(other).map_err(|e| e.to_string())?;
        solution_of(&compiled)
    };
    if named.is_empty() {
        return Err("nothing is named".to_owned());
    }
    let ended = solvable(None);
    if ended.map_err(|e| format!("all of them: {e}"))? {
        return Err("they have a solution".to_owned());
    }
    for (at, part) in named.iter().enumerate() {
        if !solvable(Some(at))? {
            return Err(format!("{} is not needed", part.name(puzzle)));
        }
    }
    Ok(())
}

fn asks_about_marks(rule: &str) -> bool {
    rule.contains(" marked by ") || rule.contains("clues(")
}

fn solution_of(compiled: &Compiled) -> Result<bool, String> {
    let answer = Solver::new(compiled.model()).count(&compiled.board(), 1, &Limits::nodes(NODES));
    match answer.value {
        0 if answer.complete() => Ok(false),
        0 => Err("the judge did not come to an end".to_owned()),
        _ => Ok(true),
    }
}
