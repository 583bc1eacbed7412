//! At positions where named techniques get stuck, compares Cluewright's smallest reasons with the smallest possible reasons: the
//! minimum number of facts that refute some candidate, computed with a SAT solver in `oracle`.
//!
//! The puzzles are published puzzles with recorded solutions, except the held-back quarter, in the order of the hashes of their
//! names. Each position is the first in which an explanation without assumptions gets stuck. Cluewright's reasons and the smallest
//! reasons count clues, houses and rules of the whole grid as facts.

use crate::archive;
use crate::clock;
use crate::corpus::{id_of, is_held_back, records};
use crate::task::{Fail, Task, Words};
use crate::threads::each;
use cluewright::core::{Candidate, Cell, Value as Digit, ValueSet};
use cluewright::logic::{Outcome, Size, State};
use cluewright::{Compiled, ExplainOptions, Limits, SearchFacts, TechniqueFilter, Verdict, explain};
use cluewright_oracle::cores::{Bound, Core, smallest};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

pub(crate) const TASK: Task = Task {
    name: "cores",
    takes: "FILE",
    about: "how small the reasons of steps are where published puzzles get stuck, against the smallest there are",
    options: &[
        ("--puzzles", "N", "40", "so many puzzles that get stuck"),
        ("--positions", "PATH", "", "where they get stuck: read if it is there, written if not, to compare builds"),
        ("--most", "N", "6", "reasons of up to so many facts are all tried"),
        ("--limit-s", "S", "60", "seconds of processor time a position, for the step and for the smallest reason"),
        ("--jobs", "N", "1", "puzzles at a time"),
    ],
    run,
};

/// The position in which a puzzle gets stuck.
struct Stuck {
    id: String,
    /// The candidates of each cell, as bits.
    candidates: Vec<u64>,
    placed: Vec<u16>,
}

/// The results for a position.
struct Row {
    id: String,
    /// The technique and the size of our step; `None` if there is no step.
    ours: Option<(&'static str, Size)>,
    smallest: Option<Core>,
    names: String,
}

fn run(words: &Words) -> Result<(), Fail> {
    let mut records = records(words.names[0])?.unwrap_or_default();
    records.retain(|r| !r["solution"].is_null() && !is_held_back(&id_of(r)));
    records.sort_by_cached_key(|r| Sha256::digest(id_of(r).as_bytes()).to_vec());
    let (puzzles, jobs) = (words.number::<usize>("--puzzles")?, words.number("--jobs")?);
    let (limit, most) = (words.number("--limit-s")?, words.number("--most")?);
    let file = words.text("--positions").filter(|file| !file.is_empty());
    let known = file.and_then(|file| std::fs::read_to_string(file).ok());
    let mut positions = match &known {
        Some(text) => text.lines().map(Stuck::read).collect::<Option<_>>().ok_or("these are no positions")?,
        None => positions(&records, puzzles, jobs),
    };
    positions.truncate(puzzles);
    if let (Some(file), None) = (file, known) {
        let text: String = positions.iter().map(Stuck::line).collect();
        std::fs::write(file, text).map_err(|e| format!("{file}: {e}"))?;
    }
    let of: BTreeMap<String, &Value> = records.iter().map(|r| (id_of(r), r)).collect();
    let rows = each(&positions, jobs, |stuck| {
        let row = of.get(&stuck.id).and_then(|record| one(record, stuck, limit, most));
        match &row {
            Some(row) => println!("{}", row.line()),
            None => println!("{}: not as it was", stuck.id),
        }
        row
    });
    report(&rows.into_iter().flatten().collect::<Vec<_>>());
    Ok(())
}

impl Stuck {
    fn read(line: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(line).ok()?;
        let numbers = |key: &str| value[key].as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>();
        let placed = numbers("placed")?.into_iter().map(|c| u16::try_from(c).ok()).collect::<Option<_>>()?;
        Some(Self { id: value["id"].as_str()?.to_owned(), candidates: numbers("candidates")?, placed })
    }

    fn line(&self) -> String {
        format!("{}\n", json!({"id": self.id, "candidates": self.candidates, "placed": self.placed}))
    }

    /// The state of the puzzle at this position; `None` if the puzzle's cells have changed.
    fn state(&self, compiled: &Compiled) -> Option<State> {
        let model = compiled.model();
        if model.len() != self.candidates.len() {
            return None;
        }
        let mut board = model.blank_board();
        for (i, &left) in self.candidates.iter().enumerate() {
            board.set_values(Cell::at(i), ValueSet(left));
        }
        Some(State::new(model, board, self.placed.iter().map(|&c| Cell(c)).collect()))
    }
}

/// The puzzle, if its recorded solution is its only solution.
fn known(record: &Value) -> Option<(Compiled, SearchFacts, Vec<Digit>)> {
    let begun = clock::thread();
    let stop = || clock::thread() - begun > 10.0;
    let (compiled, _) = archive::read(record, false, &stop).ok()?;
    let truth = SearchFacts::new(&compiled, &Limits { stop: Some(&stop), ..Limits::none() });
    let Verdict::Unique(values) = &truth.verdict else { return None };
    let values = values.clone();
    archive::is_recorded(record, &compiled, &values).then_some((compiled, truth, values))
}

/// The positions of the first `puzzles` puzzles that get stuck.
fn positions(records: &[Value], puzzles: usize, jobs: usize) -> Vec<Stuck> {
    let mut positions = Vec::new();
    for (number, part) in records.chunks(16).enumerate() {
        positions.extend(each(part, jobs, stuck).into_iter().flatten());
        eprintln!("{} stuck of {} looked at", positions.len(), 16 * number + part.len());
        if positions.len() >= puzzles {
            break;
        }
    }
    positions
}

/// The position in which an explanation without assumptions gets stuck.
fn stuck(record: &Value) -> Option<Stuck> {
    let (compiled, truth, _) = known(record)?;
    let begun = clock::thread();
    let stop = || clock::thread() - begun > 20.0;
    let ways = TechniqueFilter { trial: false, ..TechniqueFilter::default() };
    let limits = Limits { stop: Some(&stop), ..Limits::none() };
    let path = explain(&compiled, ExplainOptions { ways, ..ExplainOptions::knowing(&truth) }, &limits).path;
    let all = 0..compiled.model().len();
    (path.outcome == Outcome::Stuck).then(|| Stuck {
        id: id_of(record),
        candidates: all.map(|i| path.end.board.values(Cell::at(i)).0).collect(),
        placed: path.end.placed.iter().map(|c| c.0).collect(),
    })
}

/// Our step and the smallest reason at a position; `None` if the puzzle has changed.
fn one(record: &Value, stuck: &Stuck, limit: f64, most: usize) -> Option<Row> {
    let (compiled, truth, values) = known(record)?;
    let (model, state) = (compiled.model(), stuck.state(&compiled)?);
    let begun = clock::thread();
    let stop = || clock::thread() - begun > limit;
    let limits = Limits { stop: Some(&stop), ..Limits::none() };
    let ways = TechniqueFilter { steps: 1, work: u64::MAX, ..TechniqueFilter::default() };
    let options = ExplainOptions { start: Some(state.clone()), ways, truth: Some(&truth) };
    let path = explain(&compiled, options, &limits).path;
    let ours = path.steps.first().map(|step| (step.technique.name, step.size(model, &state)));
    let wrong: Vec<Candidate> = model
        .answer_cells()
        .flat_map(|cell| state.board.values(cell).iter().map(move |value| Candidate::new(cell, value)))
        .filter(|c| values[c.cell.index()] != c.value)
        .collect();
    let begun = clock::thread();
    let stop = || clock::thread() - begun > limit;
    let smallest = smallest(model, &state.board, &wrong, Bound { most, conflicts: 5_000, stop: &stop });
    let facts = smallest.iter().flat_map(|core| &core.facts).map(|&fact| model.origin_text(fact));
    let names = facts.collect::<Vec<_>>().join("; ");
    Some(Row { id: stuck.id.clone(), ours, smallest, names })
}

impl Row {
    /// The number of facts in the reasons of our step, if the step's record lists the facts.
    fn facts(&self) -> Option<usize> {
        self.ours.as_ref().filter(|(_, size)| size.complete).map(|(_, size)| size.facts())
    }

    /// The smallest number of facts that refute any candidate, if known.
    fn least(&self) -> Option<usize> {
        self.smallest.as_ref().filter(|core| core.is_smallest).map(|core| core.facts.len())
    }

    fn line(&self) -> String {
        let ours = match &self.ours {
            Some((name, size)) => {
                let facts = if size.complete { size.facts().to_string() } else { "not named".to_owned() };
                format!("ours {facts} ({name}, {} cases)", size.cases)
            }
            None => "ours none".to_owned(),
        };
        let smallest = match &self.smallest {
            Some(core) if core.is_smallest => format!("smallest {}", core.facts.len()),
            Some(core) => format!("small {}", core.facts.len()),
            None => "smallest unknown".to_owned(),
        };
        format!("{}: {ours}; {smallest}: {}", self.id, self.names)
    }
}

fn report(rows: &[Row]) {
    let pairs = |row: &Row| Some((row.facts()?, row.least()?));
    let within = |more: usize| rows.iter().filter_map(pairs).filter(|(ours, least)| *ours <= least + more).count();
    println!("\n{:>8} {:>9} {:>11} {:>12}", "smallest", "positions", "ours equal", "one more");
    let mut by: BTreeMap<Option<usize>, [usize; 3]> = BTreeMap::new();
    for row in rows {
        let least = row.least();
        let ours = row.facts().zip(least);
        let counts = by.entry(least).or_default();
        counts[0] += 1;
        counts[1] += usize::from(ours.is_some_and(|(ours, least)| ours <= least));
        counts[2] += usize::from(ours.is_some_and(|(ours, least)| ours == least + 1));
    }
    for (least, [positions, equal, more]) in by {
        let least = least.map_or("unknown".to_owned(), |n| n.to_string());
        println!("{least:>8} {positions:>9} {equal:>11} {more:>12}");
    }
    let proved = rows.iter().filter(|row| row.least().is_some()).count();
    println!(
        "equal or one more: {} of {} (equal {}); {proved} of the smallest reasons are known to be",
        within(1),
        rows.len(),
        within(0)
    );
}
