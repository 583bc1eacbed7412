//! `guesses`: measures how many drawings are read as the right clues. Puzzles with known clues are drawn as `SudokuPad` draws them
//! and read back; the original clues, read in their own format, are the reference.

use crate::sudokupad;
use crate::task::{Fail, Task, Words};
use cluewright::core::{Arg, Cell, Clue, ClueTree, Puzzle};
use cluewright::formats;
use cluewright::guess::{Guess, guess};
use cluewright::rules::{Ruleset, check, parse};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) const TASK: Task = Task {
    name: "guesses",
    takes: "FILE",
    about: "f-puzzles records drawn as SudokuPad draws them: which clues are read out of the drawings",
    options: &[
        ("--ways", "WAYS", "text,solution", "what the drawings come with"),
        ("--show", "N", "0", "show the clues missed and wrong of so many records"),
    ],
    run,
};

#[derive(Default)]
struct Tally {
    puzzles: usize,
    clues: usize,
    right: usize,
    wrong: usize,
    contradicted: usize,
}

type ByRule = BTreeMap<String, (usize, usize, usize)>;

/// The results for a file: for the records of the sample, for the held-back records, and by rule. `show` is the number of records
/// whose errors are printed.
fn measure(text: &str, ways: &str, mut show: usize) -> Result<([Tally; 2], ByRule), Fail> {
    let rules = Ruleset::library();
    let mut tallies: [Tally; 2] = Default::default();
    let mut by_rule = ByRule::new();
    let records = text.lines().filter_map(|l| serde_json::from_str::<Value>(l).ok());
    for (i, record) in records.filter(|r| r["functional_verdict"] == "unique").enumerate() {
        let puzzle = &record["decoded_json"];
        let truth = clues(&formats::read_as("f-puzzles", &puzzle.to_string()).map_err(|e| e.to_string())?.puzzle);
        let mut read = formats::read(&sudokupad::scl(puzzle).to_string()).map_err(|e| e.to_string())?.puzzle;
        let before = clues(&read);
        let solution: Vec<Option<i32>> = record["solution"]
            .as_str()
            .map(|s| s.chars().map(|c| c.to_digit(36).map(u32::cast_signed)).collect())
            .unwrap_or_default();
        read.solution = if ways.contains("solution") { solution.clone() } else { Vec::new() };
        if !ways.contains("text") {
            read.text = String::new();
        }
        let told = guess(&mut read, &rules, Guess::Agreed, &|| false);
        let found = clues(&read);
        // The clues to be guessed. Clues that the format itself states, such as cages with sums, are not guessed.
        let wanted: Vec<&String> = truth.iter().filter(|c| !before.contains(c)).collect();
        // A rule that was made from a sentence of the text has another name, and one of its clues may contain the cells of several
        // clues.
        let own = by_own_rules(&read);
        let is_otherwise = |clue: &str| own.iter().any(|cells| cells_of(clue).all(|cell| cells.contains(cell)));
        let missed: Vec<&&String> = wanted.iter().filter(|c| !found.contains(c) && !is_otherwise(c)).collect();
        let wrong: Vec<&String> = found.iter().filter(|c| !truth.contains(c) && !before.contains(c)).collect();
        // Every fourth record belongs to the quarter that is held back.
        let tally = &mut tallies[usize::from(i % 4 == 3)];
        tally.puzzles += 1;
        tally.clues += wanted.len();
        tally.right += wanted.len() - missed.len();
        tally.wrong += wrong.len();
        let values: Option<Vec<i32>> = solution.into_iter().collect();
        if values.is_some_and(|v| {
            v.len() == read.shape.len()
                && check(&Ruleset::for_puzzle(&read, &[]).unwrap_or_else(|_| rules.clone()), &read, &v)
                    .is_ok_and(|b| !b.is_empty())
        }) {
            tally.contradicted += 1;
        }
        let rule = |clue: &str| clue.split(' ').next().unwrap_or("").to_owned();
        for clue in &wanted {
            by_rule.entry(rule(clue)).or_default().0 += 1;
        }
        for clue in &missed {
            by_rule.entry(rule(clue)).or_default().1 += 1;
        }
        for clue in &wrong {
            by_rule.entry(rule(clue)).or_default().2 += 1;
        }
        if show > 0 && i % 4 != 3 && !(missed.is_empty() && wrong.is_empty()) {
            show -= 1;
            println!("-- {i}: {}", read.text.replace('\n', " / "));
            for t in &told {
                println!("   told: {t}");
            }
            for c in &missed {
                println!("   missed: {c}");
            }
            for c in &wrong {
                println!("   wrong: {c}");
            }
        }
    }
    Ok((tallies, by_rule))
}

fn run(words: &Words) -> Result<(), Fail> {
    let text = std::fs::read_to_string(words.names[0]).map_err(|e| format!("{}: {e}", words.names[0]))?;
    let ways = words.text("--ways").unwrap_or_default();
    let (tallies, by_rule) = measure(&text, ways, words.number("--show")?)?;
    for (name, tally) in ["looked at", "held back"].iter().zip(&tallies) {
        let Tally { puzzles, clues, right, wrong, contradicted } = tally;
        let share = 100.0 * *right as f64 / (*clues).max(1) as f64;
        println!(
            "{name}: {puzzles} puzzles, {clues} clues drawn, {right} read right ({share:.1} %), {wrong} read that are none, \
             {contradicted} puzzles whose solution breaks what was read"
        );
    }
    for (rule, (all, missed, wrong)) in by_rule {
        println!("  {rule}: {all} drawn, {missed} missed, {wrong} wrong");
    }
    Ok(())
}

/// The cells of each clue of the puzzle's own rules.
fn by_own_rules(puzzle: &Puzzle) -> Vec<BTreeSet<String>> {
    let texts = puzzle.definitions.iter().filter_map(|definition| parse(&definition.text).ok());
    let names: BTreeSet<String> = texts.flatten().map(|rule| rule.name).collect();
    let clues = puzzle.clues.iter().flat_map(ClueTree::clues).filter(|clue| names.contains(&clue.rule));
    clues.map(|clue| clue.args.iter().flat_map(|(_, arg)| arg.cells()).map(|c| puzzle.cell_name(c)).collect()).collect()
}

/// The cells that a clue's text names: `renban L=r1c1,r1c2`.
fn cells_of(clue: &str) -> impl Iterator<Item = &str> {
    let lists = clue.split(' ').filter_map(|part| part.split_once('=')).map(|(_, cells)| cells);
    lists.flat_map(|cells| cells.split(',')).filter(|cell| cell.starts_with('r'))
}

/// Clues as texts, such that clues with the same meaning have the same text.
fn clues(puzzle: &Puzzle) -> Vec<String> {
    let trees = puzzle.clues.iter().filter_map(|t| if let ClueTree::One(clue) = t { Some(clue) } else { None });
    let mut out: Vec<String> = trees.chain(&puzzle.rules).flat_map(|c| told(puzzle, c)).collect();
    out.sort();
    out.dedup();
    out
}

fn told(puzzle: &Puzzle, clue: &Clue) -> Vec<String> {
    let parts = |rule: &str, args: &[(String, Arg)]| {
        let mut args: Vec<String> =
            args.iter().filter(|a| !is_usual(puzzle, rule, a)).map(|a| arg(puzzle, a)).collect();
        args.sort();
        format!("{rule} {}", args.join(" "))
    };
    match clue.rule.as_str() {
        "white-dot" => vec![parts("difference", &clue.args)],
        "black-dot" => vec![parts("ratio", &clue.args)],
        // Each list of cells counts separately, because clones of clones are clones, too.
        "clone" => clue.args.iter().flat_map(|(_, arg)| lists(puzzle, arg)).map(|l| format!("clone {l}")).collect(),
        // The other format has two rules in place of this rule.
        "negative-kropki" => vec!["nonconsecutive ".to_owned(), "negative-ratio ".to_owned()],
        "diagonals" => vec!["diagonal-plus ".to_owned(), "diagonal-minus ".to_owned()],
        rule => vec![parts(rule, &clue.args)],
    }
}

fn lists(puzzle: &Puzzle, arg: &Arg) -> Vec<String> {
    let Arg::Lists(lists) = arg else { return Vec::new() };
    let name = |list: &Vec<Cell>| list.iter().map(|c| puzzle.cell_name(*c)).collect::<Vec<_>>().join(",");
    lists.iter().map(name).collect()
}

fn is_usual(puzzle: &Puzzle, rule: &str, (name, arg): &(String, Arg)) -> bool {
    let Arg::Number(n) = arg else { return false };
    cluewright::rules::default_number(&Ruleset::library(), puzzle, rule, name) == Some(*n)
}

fn arg(puzzle: &Puzzle, (name, arg): &(String, Arg)) -> String {
    let mut names: Vec<String> = arg.cells().map(|c| puzzle.cell_name(c)).collect();
    // Sort the cells, because the direction matters only for a few kinds of lines.
    names.sort();
    match arg {
        Arg::Number(n) => format!("{name}={n}"),
        Arg::Numbers(list) => {
            let mut list = list.clone();
            list.sort_unstable();
            format!("{name}={list:?}")
        }
        _ => format!("{name}={}", names.join(",")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a text and a solution, nearly all drawings are read correctly, and no reading contradicts the solution.
    #[test]
    fn most_drawings_are_read_as_what_they_are() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/variants/fpuzzles_corpus.jsonl");
        let Ok(text) = std::fs::read_to_string(path) else {
            eprintln!("skipped: no ../shared");
            return;
        };
        for (ways, least) in [("text,solution", 95), ("solution", 88), ("text", 88), ("none", 25)] {
            let (tallies, _) = measure(&text, ways, 0).unwrap_or_else(|e| panic!("{e:?}"));
            for tally in tallies {
                assert!(tally.right * 100 >= tally.clues * least, "{ways}: {} of {}", tally.right, tally.clues);
                assert!(tally.contradicted == 0 || !ways.contains("solution"), "{ways}");
            }
        }
    }
}
