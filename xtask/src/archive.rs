//! Reads published puzzles in the same way as a user's text, and counts the puzzles whose only solution is the recorded solution.
//! Puzzles can be read with or without their recorded solutions.

use crate::corpus::is_held_back;
use crate::task::{Fail, Task, VERBOSE, Words};
use crate::threads::each;
use cluewright::core::{Candidate, Cell, ClueTree, Puzzle, Value as Digit};
use cluewright::formats::Read;
use cluewright::reader::{Reader, Reading};
use cluewright::{Compiled, Limits, Verdict, formats, solve};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

pub(crate) const TASK: Task = Task {
    name: "archive",
    takes: "FILE",
    about: "links of published puzzles, one a line ({id, payload, solution}): verdicts held against the recorded solutions",
    options: &[
        ("--timeout", "SECONDS", "5", "for one puzzle, its reading included"),
        ("--threads", "N", "2", "puzzles at a time"),
        ("--with-solution", "", "", "leave the recorded solution in the link, which is taken out otherwise"),
        ("--all", "", "", "puzzles without a recorded solution, too"),
        ("--out", "PATH", "", "a line of JSON for each puzzle that is not held back"),
        ("--only", "TEXT", "", "the puzzle with this id"),
        VERBOSE,
    ],
    run,
};

/// The results for one puzzle.
struct Row {
    held: bool,
    verdict: &'static str,
    read: Duration,
    told: Value,
}

fn run(words: &Words) -> Result<(), Fail> {
    let path = words.names[0];
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let wanted = words.text("--only").unwrap_or_default();
    let keep = |r: &Value| (words.has("--all") || !r["solution"].is_null()) && (wanted.is_empty() || r["id"] == wanted);
    let records: Vec<Value> = text.lines().filter_map(|l| serde_json::from_str(l).ok()).filter(keep).collect();
    let timeout = Duration::from_secs_f64(words.number("--timeout")?);
    let mut rows = each(&records, words.number("--threads").unwrap_or(1), |record| {
        let row = answer(record, words.has("--with-solution"), timeout);
        if words.has("--verbose") && !row.held {
            eprintln!("{} {} {:?}", record["id"], row.verdict, row.read);
        }
        row
    });
    rows.sort_by_key(|row| row.told["id"].to_string());
    for held in [false, true] {
        table(if held { "held back" } else { "looked at" }, rows.iter().filter(|r| r.held == held));
    }
    table("all", rows.iter());
    if let Some(out) = words.text("--out").filter(|o| !o.is_empty()) {
        let mut file = std::fs::File::create(out).map_err(|e| format!("{out}: {e}"))?;
        for row in rows.iter().filter(|r| !r.held) {
            writeln!(file, "{}", row.told).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}

fn table<'r>(name: &str, rows: impl Iterator<Item = &'r Row>) {
    let rows: Vec<&Row> = rows.collect();
    let mut by: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &rows {
        *by.entry(row.verdict).or_default() += 1;
    }
    let share = |n: usize| 100.0 * n as f64 / rows.len().max(1) as f64;
    let parts: Vec<String> = by.iter().map(|(verdict, n)| format!("{verdict} {n} ({:.1} %)", share(*n))).collect();
    let mut times: Vec<Duration> = rows.iter().map(|r| r.read).collect();
    times.sort();
    let at = |part: f64| times.get(((times.len() as f64 - 1.0) * part) as usize).copied().unwrap_or_default();
    println!(
        "{name}: {} puzzles: {}; read in {:.0?} (median), {:.0?} (p95), {:.0?} (worst)",
        rows.len(),
        parts.join(", "),
        at(0.5),
        at(0.95),
        at(1.0)
    );
}

fn answer(record: &Value, with_solution: bool, timeout: Duration) -> Row {
    let id = record["id"].as_str().unwrap_or_default();
    let held = is_held_back(id);
    let end = Instant::now() + timeout;
    let stop = || Instant::now() > end;
    let begin = Instant::now();
    let read = read(record, with_solution, &stop);
    let took = begin.elapsed();
    let row = |verdict: &'static str, told: Value| Row {
        held,
        verdict,
        read: took,
        told: json!({"id": id, "verdict": verdict, "read_ms": took.as_millis() as u64, "more": told}),
    };
    let (compiled, read) = match read {
        Ok(read) => read,
        Err(e) => return row("error", json!(e)),
    };
    let verdict = match solve(&compiled, &Limits { stop: Some(&stop), ..Limits::none() }).value {
        Verdict::None => "none",
        Verdict::Multiple(..) => "multiple",
        Verdict::Unknown(_) => "unknown",
        Verdict::Unique(values) if is_recorded(record, &compiled, &values) => "right",
        Verdict::Unique(_) => "wrong",
    };
    let notes: Vec<String> = read.notes.iter().map(|n| format!("{:?}: {}", n.kind, n.text)).collect();
    let puzzle = &read.puzzle;
    row(verdict, json!({"notes": notes, "rules": rules(puzzle), "left": left(puzzle), "text": puzzle.text}))
}

/// Reads a record's puzzle in the same way as a user's text. The solution is removed first, unless `with_solution` is set.
pub(crate) fn read(record: &Value, with_solution: bool, stop: &dyn Fn() -> bool) -> Result<(Compiled, Read), String> {
    let payload = record["payload"].as_str().unwrap_or_default();
    let text = if with_solution { payload.to_owned() } else { stripped(payload) };
    let reader = Reader::of(&Reading::default()).map_err(|e| e.to_string())?;
    reader.read(&text, stop).map_err(|e| e.to_string())
}

/// Whether a solution agrees with the known digits of the recorded solution.
pub(crate) fn is_recorded(record: &Value, compiled: &Compiled, values: &[Digit]) -> bool {
    let recorded: Vec<char> = match &record["solution"] {
        Value::String(s) => s.chars().collect(),
        Value::Number(n) => n.to_string().chars().collect(),
        _ => Vec::new(),
    };
    let puzzle = compiled.puzzle();
    let width = usize::from(puzzle.shape.width());
    let right = |cell: Cell| {
        let place = puzzle.shape.place(cell);
        let at = usize::from(place.row) * width + usize::from(place.col);
        let number = compiled.model().number(Candidate::new(cell, values[cell.index()]));
        let wanted = if recorded.len() == puzzle.shape.len() { cell.index() } else { at };
        recorded.get(wanted).and_then(|c| c.to_digit(36)).is_none_or(|n| n == 0 || n.cast_signed() == number)
    };
    puzzle.shape.cells().all(right)
}

fn rules(puzzle: &Puzzle) -> Value {
    let mut by: BTreeMap<&str, usize> = BTreeMap::new();
    let trees = puzzle.clues.iter().filter_map(|t| if let ClueTree::One(clue) = t { Some(clue) } else { None });
    for clue in trees.chain(&puzzle.rules) {
        *by.entry(&clue.rule).or_default() += 1;
    }
    json!(by)
}

fn left(puzzle: &Puzzle) -> Value {
    let mut by: BTreeMap<String, usize> = BTreeMap::new();
    for d in &puzzle.drawings {
        *by.entry(format!("{:?}{}{}", d.kind, if d.text.is_empty() { "" } else { " " }, d.text)).or_default() += 1;
    }
    json!(by)
}

/// The puzzle's object without any trace of the solution. Traces may be in fields, in cages with texts, in values that are not
/// givens, and in data for checking answers.
fn stripped(payload: &str) -> String {
    let Ok(read) = formats::read(payload) else { return payload.to_owned() };
    let Some(mut top) = read.puzzle.foreign.and_then(|f| serde_json::from_str(&f.text).ok()) else {
        return payload.to_owned();
    };
    strip(&mut top);
    top.to_string()
}

fn strip(value: &mut Value) {
    match value {
        Value::Array(list) => {
            let tells =
                |v: &Value| v["value"].as_str().is_some_and(|s| s.trim_start().to_lowercase().starts_with("solution"));
            list.retain(|v| !tells(v));
            list.iter_mut().for_each(strip);
        }
        Value::Object(map) => {
            for key in ["solution", "triggereffect", "checker", "antiSolution"] {
                map.remove(key);
            }
            if map.contains_key("given") && map["given"] == json!(false) {
                map.remove("value");
            }
            // An f-puzzles cell, whose digit is a given or an entry of the puzzle's author.
            let is_cell = map.keys().all(|k| {
                matches!(
                    k.as_str(),
                    "value"
                        | "given"
                        | "c"
                        | "region"
                        | "centerPencilMarks"
                        | "cornerPencilMarks"
                        | "candidates"
                        | "givenPencilMarks"
                        | "highlight"
                )
            });
            if is_cell && map.contains_key("region") && !map.contains_key("given") {
                map.remove("value");
            }
            map.values_mut().for_each(strip);
        }
        _ => {}
    }
}
