//! Reads one puzzle of a corpus, writes and rereads it, solves it, and compares the results with the record.

use super::record::{id_of, text_of};
use crate::clock;
use cluewright_core::puzzle::Foreign;
use cluewright_core::{BadInput, ClueTree, Model, Puzzle, Value as Digit};
use cluewright_formats::{Format, NoteKind};
use cluewright_rules::Ruleset;
use cluewright_search::{Limits, Solver, Stats, Verdict};
use serde_json::{Value, json};
use std::time::Instant;

/// The outcome for one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Outcome {
    Right,
    Wrong,
    Unfinished,
    NotImportable,
}

impl Outcome {
    pub(crate) const ALL: [Self; 4] = [Self::Right, Self::Wrong, Self::Unfinished, Self::NotImportable];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Unfinished => "unfinished",
            Self::NotImportable => "not importable",
        }
    }
}

/// The results for one puzzle after the run. Times are milliseconds of processor time.
#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) id: String,
    pub(crate) outcome: Outcome,
    /// A message that describes the error or the difference.
    pub(crate) why: String,
    pub(crate) rules: Vec<String>,
    /// One of `unique`, `multiple`, `none` and `unknown`, or `unread` if the puzzle could not be read.
    pub(crate) status: String,
    pub(crate) read: f64,
    pub(crate) build: f64,
    /// The time from the text to the answer.
    pub(crate) total: f64,
    pub(crate) nodes: u64,
    pub(crate) failures: u64,
    pub(crate) propagations: u64,
    /// The rule that the recorded solution breaks, if it breaks a rule.
    pub(crate) broken: Option<String>,
    /// If writing the puzzle in its own format and reading it back does not give the same puzzle, the reason.
    pub(crate) not_written: Option<String>,
}

impl Run {
    pub(crate) fn new(id: String) -> Self {
        Self {
            id,
            outcome: Outcome::NotImportable,
            why: String::new(),
            rules: Vec::new(),
            status: "unread".to_owned(),
            read: 0.0,
            build: 0.0,
            total: 0.0,
            nodes: 0,
            failures: 0,
            propagations: 0,
            broken: None,
            not_written: None,
        }
    }

    /// Whether the question was answered.
    pub(crate) fn finished(&self) -> bool {
        matches!(&*self.status, "unique" | "multiple" | "none")
    }

    pub(crate) fn to_json(&self) -> Value {
        let ms = |t: f64| (t * 1e3).round() / 1e3;
        json!({
            "id": self.id, "outcome": self.outcome.name(), "status": self.status, "why": self.why, "rules": self.rules,
            "read_ms": ms(self.read), "build_ms": ms(self.build), "ms": ms(self.total),
            "nodes": self.nodes, "failures": self.failures, "propagations": self.propagations,
            "recorded_breaks": self.broken, "not_written": self.not_written,
        })
    }

    pub(crate) fn from_json(v: &Value) -> Option<Self> {
        let text = |key: &str| v[key].as_str().map(str::to_owned);
        Some(Self {
            id: text("id")?,
            // For other solvers, only the answer and the time matter.
            outcome: Outcome::ALL.into_iter().find(|o| v["outcome"] == o.name()).unwrap_or(Outcome::Right),
            why: text("why").unwrap_or_default(),
            rules: v["rules"].as_array().into_iter().flatten().filter_map(|r| r.as_str().map(str::to_owned)).collect(),
            status: text("status")?,
            read: v["read_ms"].as_f64().unwrap_or(0.0),
            build: v["build_ms"].as_f64().unwrap_or(0.0),
            total: v["ms"].as_f64()?,
            nodes: v["nodes"].as_u64().unwrap_or(0),
            failures: v["failures"].as_u64().unwrap_or(0),
            propagations: v["propagations"].as_u64().unwrap_or(0),
            broken: text("recorded_breaks"),
            not_written: text("not_written"),
        })
    }
}

/// Reads and solves one puzzle. `limit` is the maximum processor time in seconds. If `before` contains the previous run of the same
/// puzzle, only the time is measured, and the answer is not checked again, because checking would displace the caches for the next
/// run.
pub(crate) fn one(record: &Value, limit: f64, before: Option<&Run>) -> Run {
    let text = text_of(record);
    let mut run = Run::new(id_of(record));
    let start = clock::thread();
    let since = || (clock::thread() - start) * 1e3;
    let read = match cluewright_formats::read(text) {
        Ok(read) => read,
        Err(e) => {
            run.why = e.to_string();
            return run;
        }
    };
    run.read = since();
    if let Some(note) = read.notes.iter().find(|n| n.kind == NoteKind::Unknown) {
        run.why.clone_from(&note.text);
        run.rules = rules_of(&read.puzzle);
        return run;
    }
    let (rules, model) = match model_of(&read.puzzle) {
        Ok(pair) => pair,
        Err(e) => {
            run.why = e.to_string();
            run.rules = rules_of(&read.puzzle);
            return run;
        }
    };
    run.build = since() - run.read;
    // Wall-clock time is cheap to read, and never less than processor time.
    let began = Instant::now();
    let stop = || began.elapsed().as_secs_f64() > limit && clock::thread() - start > limit;
    let limits = Limits { stop: Some(&stop), ..Limits::none() };
    let mut solver = Solver::new(&model);
    let answer = solver.verdict(&model.board(), &limits);
    // Take the time before memory is freed.
    run.total = since();
    Stats { nodes: run.nodes, failures: run.failures, propagations: run.propagations, .. } = answer.stats;
    if let Some(before) = before.filter(|b| (b.nodes, b.failures) == (run.nodes, run.failures)) {
        return Run { read: run.read, build: run.build, total: run.total, ..before.clone() };
    }
    run.rules = rules_of(&read.puzzle);
    run.not_written = not_written(read.format, &read.puzzle, read.notes.is_empty()).err();
    let cells = read.puzzle.shape.len();
    let digits = |values: &[Digit]| -> Vec<i32> {
        values
            .iter()
            .take(read.puzzle.cell_count())
            .enumerate()
            .map(|(i, v)| model.cells()[i].first + i32::from(v.0))
            .collect()
    };
    let expected = record["status"].as_str().or_else(|| record["functional_verdict"].as_str()).unwrap_or("unknown");
    let recorded = record["solution"].as_str().and_then(|s| recorded_solution(s, cells, &read.puzzle));
    let (status, found): (&str, Vec<Vec<i32>>) = match &answer.value {
        Verdict::None => ("none", Vec::new()),
        Verdict::Unique(s) => ("unique", vec![digits(s)]),
        Verdict::Multiple(a, b) => ("multiple", vec![digits(a), digits(b)]),
        Verdict::Unknown(_) => ("unknown", Vec::new()),
    };
    status.clone_into(&mut run.status);
    if let Some(solution) = &recorded {
        run.broken = broken_rule(&read.puzzle, &rules, solution);
    }
    // Our solution must satisfy the checker, which does not use the model.
    if let Some(rule) = found.iter().find_map(|s| broken_rule(&read.puzzle, &rules, s)) {
        run.outcome = Outcome::Wrong;
        run.why = format!("our solution breaks {rule}");
        return run;
    }
    let known = matches!(expected, "unique" | "multiple" | "none");
    let recorded_holds = run.broken.is_none();
    run.outcome = match (status, expected) {
        ("unknown", _) => Outcome::Unfinished,
        (ours, theirs) if known && ours != theirs => {
            run.why = format!("{ours}, recorded {theirs}");
            Outcome::Wrong
        }
        ("none", _) if recorded.is_some() && recorded_holds => {
            "none, and yet the recorded solution holds".clone_into(&mut run.why);
            Outcome::Wrong
        }
        ("unique", _) if recorded_holds && recorded.as_ref().is_some_and(|r| found[0][..cells] != r[..]) => {
            "another solution than the recorded one".clone_into(&mut run.why);
            Outcome::Wrong
        }
        _ => Outcome::Right,
    };
    if run.outcome == Outcome::Unfinished {
        run.why = format!("{} nodes, {:.0} ms to build", run.nodes, run.build);
    }
    run
}

/// Prints how each statement of a puzzle's rules was compiled.
pub(super) fn print_became(record: &Value) {
    let text = text_of(record);
    println!("{}", id_of(record));
    let lowered = cluewright_formats::read(text).and_then(|read| {
        let rules = Ruleset::for_puzzle(&read.puzzle, &[])?;
        cluewright_rules::lower(&rules, &read.puzzle)
    });
    match lowered {
        Err(e) => println!("  {e}"),
        Ok(lowered) => {
            for statement in &lowered.report {
                println!("  {}:{} {:?}", statement.rule, statement.line, statement.became);
            }
            let model = &lowered.model;
            println!("  {} cells, {} sets, {} constraints", model.len(), model.sets().len(), model.constraints().len());
        }
    }
}

/// The puzzle without parts that depend on its text: the text itself, and the place of each clue in it.
pub(crate) fn bare(puzzle: &Puzzle) -> Puzzle {
    fn forget(tree: &mut ClueTree) {
        match tree {
            ClueTree::One(clue) => clue.place = None,
            ClueTree::All(parts) | ClueTree::Any(parts) => parts.iter_mut().for_each(forget),
            ClueTree::Not(part) => forget(part),
        }
    }
    let mut puzzle = puzzle.clone();
    puzzle.clues.iter_mut().for_each(forget);
    puzzle.foreign = None::<Foreign>;
    puzzle.clues.sort_by_cached_key(|c| format!("{c:?}"));
    puzzle.rules.sort_by_cached_key(|r| format!("{r:?}"));
    puzzle
}

/// Writes a puzzle in its own format without using its original text, and reads the result back: it must be the same puzzle, except
/// for the order of clues. `clean` is true if nothing was left out when the puzzle was read.
fn not_written(format: &dyn Format, puzzle: &Puzzle, clean: bool) -> Result<(), String> {
    let mut unsourced = puzzle.clone();
    unsourced.foreign = None;
    let (text, notes) = format.write(&unsourced).map_err(|e| e.to_string())?;
    if let Some(note) = notes.iter().find(|n| n.kind == NoteKind::Lost) {
        return Err(note.text.clone());
    }
    let (again, notes) = format.read(&text).map_err(|e| format!("what was written is not read: {e}"))?;
    if clean && !notes.is_empty() {
        return Err(notes[0].text.clone());
    }
    if bare(&again) == bare(puzzle) { Ok(()) } else { Err("what was written is another puzzle".to_owned()) }
}

/// Parses a grid in the notation of corpora: one digit per cell, `.` for unknown, or comma-separated numbers if there are digits
/// above 9.
fn recorded_solution(text: &str, cells: usize, puzzle: &Puzzle) -> Option<Vec<i32>> {
    let digits: Vec<i32> = if text.contains(',') {
        text.split(',').map(|w| w.trim().parse().ok()).collect::<Option<_>>()?
    } else {
        let letters = puzzle.digits.last() > 9
            && text.chars().any(|c| c.is_ascii_uppercase())
            && !text.chars().any(|c| ('1'..='9').contains(&c));
        let digit = |c: char| match c {
            '0'..='9' => Some(c as i32 - '0' as i32),
            'A'..='Z' if letters => Some(c as i32 - 'A' as i32 + 1),
            'A'..='Z' => Some(c as i32 - 'A' as i32 + 10),
            _ => None,
        };
        text.chars().map(digit).collect::<Option<_>>()?
    };
    (digits.len() == cells).then_some(digits)
}

/// The names of the rules that a puzzle uses, without duplicates, in alphabetical order.
fn rules_of(puzzle: &Puzzle) -> Vec<String> {
    fn walk(tree: &ClueTree, own: &[String], out: &mut Vec<String>) {
        match tree {
            ClueTree::One(clue) if own.contains(&clue.rule) => out.push("(own rule)".to_owned()),
            ClueTree::One(clue) => out.push(clue.rule.clone()),
            ClueTree::All(parts) => {
                for part in parts {
                    walk(part, own, out);
                }
            }
            ClueTree::Any(parts) => {
                out.push("(any of)".to_owned());
                for part in parts {
                    walk(part, own, out);
                }
            }
            ClueTree::Not(part) => walk(part, own, out),
        }
    }
    let own: Vec<String> =
        puzzle.definitions.iter().filter_map(|d| d.text.split_whitespace().nth(1).map(str::to_owned)).collect();
    let mut out: Vec<String> = puzzle.rules.iter().map(|r| r.rule.clone()).collect();
    for tree in &puzzle.clues {
        walk(tree, &own, &mut out);
    }
    out.sort();
    out.dedup();
    out
}

fn model_of(puzzle: &Puzzle) -> Result<(Ruleset, Model), BadInput> {
    let rules = Ruleset::for_puzzle(puzzle, &[])?;
    let model = cluewright_rules::lower(&rules, puzzle)?.model;
    Ok((rules, model))
}

/// The first rule that a full grid breaks, found by evaluating the rules' texts; `None` if the grid breaks no rule, or if the
/// numbers of the puzzle's extra cells are missing.
fn broken_rule(puzzle: &Puzzle, rules: &Ruleset, solution: &[i32]) -> Option<String> {
    if solution.len() < puzzle.cell_count() {
        return None;
    }
    if let Some(given) = puzzle.givens.iter().find(|g| !g.digits.contains(&solution[g.cell.index()])) {
        return Some(format!("the given at {}", puzzle.cell_name(given.cell)));
    }
    cluewright_rules::check(rules, puzzle, solution).ok()?.first().map(|b| format!("{}: {}", b.rule, b.sentence))
}
