//! `count`: how many solutions, in all or for every combination of values of some cells.

use super::{cells_by_name, why_stopped};
use crate::args::Count;
use crate::batch::{Answered, Job, each};
use crate::output::{Exit, Failure, answer_json, number};
use cluewright::report::{CandidateReport, Solved, Status};
use cluewright::search::Solver;
use cluewright::{BadInput, Candidate, Cell, Value};
use serde::Serialize;
use std::fmt::Write;
use std::ops::ControlFlow;

/// Fewer solutions than this are listed.
const LISTED: usize = 100;

pub(crate) fn run(args: Count) -> Result<Exit, Failure> {
    if args.sample.is_some() && args.split.is_empty() && !args.estimate {
        return Err(BadInput::new("--sample is only for --split and --estimate").into());
    }
    each(&args.common, "counting", |job| {
        if args.estimate {
            Ok(estimate(&args, job))
        } else if args.split.is_empty() {
            Ok(plain(&args, job))
        } else {
            split(&args, job)
        }
    })
}

fn plain(args: &Count, job: &Job<'_>) -> Answered {
    let compiled = job.compiled;
    let mut listed: Vec<String> = Vec::new();
    let mut count = 0u64;
    let answer = if args.list {
        let mut solver = Solver::new(compiled.model());
        let mut fault = None;
        let mut answer = solver.solutions_on(job.threads, &compiled.board(), &job.limits, |solution| {
            count += 1;
            if listed.len() < LISTED {
                fault = compiled.judge(solution, &job.limits).err();
                listed.push(compiled.digits_text(solution));
            }
            if count == args.limit || fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if fault.is_some() {
            listed.clear();
            (answer.value, answer.stopped) = (0, fault);
        }
        answer
    } else {
        compiled.count(job.threads, args.limit, &job.limits)
    };
    count = answer.value;
    let full = args.limit > 0 && count >= args.limit;
    let exact = answer.complete() && !full;
    let clash = if count == 0 && exact { compiled.contradiction(&job.limits) } else { None };
    let exit = match (exact, full, count) {
        (true, _, 0) => Exit::Negative,
        (false, false, _) => Exit::Limit,
        _ => Exit::Done,
    };
    if listed.len() >= LISTED {
        listed.clear();
    }
    let mut answered = if args.common.output.json {
        let status = match count {
            0 if exact => Status::None,
            1 if exact => Status::Unique,
            0 | 1 => Status::Unknown,
            _ => Status::Multiple,
        };
        let report = Solved {
            id: job.id.to_owned(),
            status,
            solutions: listed,
            count,
            exact,
            clash,
            ms: job.clock.ms(),
            nodes: answer.stats.nodes,
        };
        return Answered::new(answer_json(compiled, &report), exit);
    } else {
        let mut out = if exact { format!("{count}\n") } else { format!("at least {count}\n") };
        for solution in &listed {
            out.push_str(solution);
            out.push('\n');
        }
        Answered { clash, ..Answered::new(out, exit) }
    };
    if !args.common.output.quiet && !job.one_of_many {
        if full {
            "Counting ended at the --limit; `--limit 0` counts them all.".clone_into(&mut answered.err);
        } else if !exact {
            answered.err = format!("Counting ended early: {}.", why_stopped(answer.stopped));
        } else if args.list && count >= LISTED as u64 {
            answered.err = format!("Solutions are listed when there are fewer than {LISTED}.");
        }
    }
    if args.common.output.trace {
        let nodes = number(answer.stats.nodes, "node");
        let _ = write!(answered.err, "\n{nodes}, {} ms", job.clock.ms());
    }
    answered
}

#[derive(Serialize)]
struct Estimated<'a> {
    id: &'a str,
    estimate: f64,
    error: f64,
    samples: u32,
    hits: u32,
    ms: f64,
}

fn estimate(args: &Count, job: &Job<'_>) -> Answered {
    let samples = args.sample.unwrap_or(1_000);
    let board = job.compiled.board();
    let answer = cluewright::search::estimate(job.compiled.model(), &board, samples, args.seed, &job.limits);
    let found = answer.value;
    let exit = if answer.complete() { Exit::Done } else { Exit::Limit };
    if args.common.output.json {
        let finite = |x: f64| if x.is_finite() { x } else { -1.0 };
        return Answered::new(
            answer_json(
                job.compiled,
                &Estimated {
                    id: job.id,
                    estimate: finite(found.count),
                    error: finite(found.error),
                    samples: found.samples,
                    hits: found.hits,
                    ms: job.clock.ms(),
                },
            ),
            exit,
        );
    }
    let mut answered =
        Answered::new(format!("about {} (standard error {})\n", round(found.count), round(found.error)), exit);
    if !args.common.output.quiet && !job.one_of_many {
        answered.err = format!("{} of {} random dives ended in a solution.", found.hits, found.samples);
        if found.hits < 30 {
            answered.err.push_str(" That is few: the estimate is rough; --sample N takes more.");
        }
    }
    answered
}

/// Three digits that matter.
fn round(x: f64) -> String {
    if !x.is_finite() {
        "unknown".to_owned()
    } else if x < 1000.0 {
        format!("{x:.1}")
    } else {
        #[allow(clippy::cast_possible_truncation, reason = "finite numbers have at most 309 digits")]
        let power = x.log10().floor() as i32;
        format!("{:.2}e{power}", x / 10f64.powi(power))
    }
}

/// The first few of some words.
fn some_of(words: &[String]) -> String {
    let few = words[..words.len().min(3)].join(", ");
    if words.len() > 3 { format!("{few} and {} more", words.len() - 3) } else { few }
}

#[derive(Serialize)]
struct ScenarioReport {
    values: Vec<CandidateReport>,
    count: u64,
    exact: bool,
    solutions: Vec<String>,
}

#[derive(Serialize)]
struct SplitReport<'a> {
    id: &'a str,
    combinations: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    contradictory: Option<u64>,
    scenarios: Vec<ScenarioReport>,
    exhaustive: bool,
    false_everywhere: Vec<CandidateReport>,
    ms: f64,
}

fn split(args: &Count, job: &Job<'_>) -> Result<Answered, BadInput> {
    let compiled = job.compiled;
    let model = compiled.model();
    let cells = cells_by_name(compiled, &args.split)?;
    let keep = if args.list { LISTED } else { 0 };
    let split = cluewright::split(compiled, &cells, args.sample, args.seed, args.limit, keep, &job.limits).ok_or_else(
        || {
            BadInput::new("these cells have too many combinations of values")
                .hint("name fewer cells, or take some combinations at random with --sample N")
        },
    )?;
    let exact = |s: &cluewright::Scenario| s.stopped.is_none() && (args.limit == 0 || s.count < args.limit);
    let complete = split.scenarios.iter().all(|s| s.stopped.is_none());
    let looked = split.scenarios.len() as u64;
    let wanted = args.sample.map_or(split.combinations, |n| (n as u64).min(split.combinations));
    let exit = if complete && looked == wanted { Exit::Done } else { Exit::Limit };
    let never: Vec<Candidate> = Cell::all(split.false_everywhere.len())
        .zip(&split.false_everywhere)
        .flat_map(|(c, set)| set.iter().map(move |v| Candidate::new(c, v)))
        .collect();
    let total: u64 = split.scenarios.iter().map(|s| s.count).sum();
    let list = args.list && total < LISTED as u64;
    let texts = |solutions: &[Vec<Value>]| -> Vec<String> {
        if list { solutions.iter().map(|s| compiled.digits_text(s)).collect() } else { Vec::new() }
    };
    if args.common.output.json {
        let report = SplitReport {
            id: job.id,
            combinations: split.combinations,
            contradictory: split.contradictory,
            scenarios: split
                .scenarios
                .iter()
                .map(|s| ScenarioReport {
                    values: cells
                        .iter()
                        .zip(&s.values)
                        .map(|(&c, &v)| CandidateReport::new(compiled, Candidate::new(c, v)))
                        .collect(),
                    count: s.count,
                    exact: exact(s),
                    solutions: texts(&s.solutions),
                })
                .collect(),
            exhaustive: split.exhaustive,
            false_everywhere: never.iter().map(|&c| CandidateReport::new(compiled, c)).collect(),
            ms: job.clock.ms(),
        };
        return Ok(Answered::new(answer_json(compiled, &report), exit));
    }
    let mut out = String::new();
    for scenario in &split.scenarios {
        let values = cells.iter().zip(&scenario.values);
        let head: Vec<String> = values
            .map(|(&c, &v)| format!("{}={}", model.cell_name(c), model.value_name(Candidate::new(c, v))))
            .collect();
        let more = if exact(scenario) { "" } else { " or more" };
        let _ = writeln!(out, "{}  {}{more}", head.join(" "), scenario.count);
        for solution in texts(&scenario.solutions) {
            let _ = writeln!(out, "  {solution}");
        }
    }
    let mut answered = Answered::new(out, exit);
    if args.common.output.quiet {
        return Ok(answered);
    }
    let out = &mut answered.out;
    let all_exact = split.scenarios.iter().all(exact);
    let none = split.scenarios.iter().filter(|s| s.count == 0 && exact(s)).count();
    let _ = writeln!(
        out,
        "\n{} of {} looked at: {}{}, {none} without any.",
        number(looked, "combination"),
        split.combinations,
        if all_exact { "" } else { "at least " },
        number(total, "solution"),
    );
    match split.contradictory {
        Some(0) => {}
        Some(n) => {
            let verb =
                if n == 1 { "contradicts the rules at once and is" } else { "contradict the rules at once and are" };
            let _ = writeln!(out, "{} {verb} left out: {}.", number(n, "combination"), some_of(&split.conflicts));
        }
        None if split.conflicts.is_empty() => {}
        None => {
            let _ =
                writeln!(out, "Those that contradict the rules at once are left out: {}.", some_of(&split.conflicts));
        }
    }
    let mut by_cell: Vec<String> = Vec::new();
    for cell in Cell::all(split.false_everywhere.len()) {
        let values: Vec<String> = never.iter().filter(|c| c.cell == cell).map(|&c| model.value_name(c)).collect();
        if !values.is_empty() {
            by_cell.push(format!("{}: {}", model.cell_name(cell), values.join(" ")));
        }
    }
    match (split.exhaustive, by_cell.is_empty()) {
        (true, true) => out.push_str("Every candidate is true in some scenario.\n"),
        (false, true) => out.push_str("Every candidate was seen in some scenario.\n"),
        (true, false) => {
            let _ = writeln!(out, "False in all scenarios:\n  {}", by_cell.join("\n  "));
        }
        (false, false) => {
            let why = if looked < split.combinations { "not all combinations" } else { "not all solutions" };
            let _ = writeln!(
                out,
                "Not seen in any scenario ({why} were looked at, so this proves nothing):\n  {}",
                by_cell.join("\n  ")
            );
        }
    }
    if args.list && !list {
        answered.err = format!("Solutions are listed when there are fewer than {LISTED}.");
    }
    Ok(answered)
}
