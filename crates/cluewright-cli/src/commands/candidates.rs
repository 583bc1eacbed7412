//! `candidates`: which candidates are part of some solution, and of how many.

use super::{load, why_stopped};
use crate::args::Candidates;
use crate::batch::at_work;
use crate::draw;
use crate::output::{Exit, Failure, Paint, answer_json, say, tell};
use crate::stop::threads;
use cluewright::Candidate;
use serde::Serialize;

#[derive(Serialize)]
struct CellReport {
    cell: String,
    candidates: Vec<i32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    counts: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<i32>,
}

#[derive(Serialize)]
struct Report {
    id: String,
    complete: bool,
    cells: Vec<CellReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clash: Option<String>,
    ms: f64,
    nodes: u64,
}

pub(crate) fn run(args: Candidates) -> Result<Exit, Failure> {
    let (id, compiled, clock) = load(&args.common)?;
    let cap = args.counts.unwrap_or(1);
    let model = compiled.model();
    let (answer, nothing, clash) = at_work(&args.common, clock, "searching", |limits, _| {
        let answer = cluewright::candidates(&compiled, cap, None, threads(args.common.bounds), limits);
        let nothing = answer.complete() && answer.value.possible.iter().all(|s| s.is_empty());
        let clash = if nothing { compiled.contradiction(limits) } else { None };
        (answer, nothing, clash)
    });
    let found = &answer.value;
    let exit = match (answer.complete(), nothing) {
        (false, _) => Exit::Limit,
        (true, true) => Exit::Negative,
        (true, false) => Exit::Done,
    };
    let cells: Vec<_> = model.answer_cells().collect();
    if args.common.output.json {
        let cells = cells.iter().map(|&cell| {
            let number = |v| model.number(Candidate::new(cell, v));
            let possible = found.possible[cell.index()];
            CellReport {
                cell: model.cell_name(cell),
                candidates: possible.iter().map(number).collect(),
                counts: match args.counts {
                    Some(_) => possible.iter().map(|v| found.counts[cell.index()][v.index()]).collect(),
                    None => Vec::new(),
                },
                unknown: found.open[cell.index()].minus(possible).iter().map(number).collect(),
            }
        });
        let report = Report {
            id,
            complete: answer.complete(),
            cells: cells.collect(),
            clash,
            ms: clock.ms(),
            nodes: answer.stats.nodes,
        };
        say(&answer_json(&compiled, &report))?;
        return Ok(exit);
    }
    let mut out = String::new();
    if nothing {
        crate::output::remark(&match clash {
            Some(clash) => super::no_solution(&clash),
            None => "There is no solution, so no candidate is true.".to_owned(),
        });
        return Ok(exit);
    }
    let mut board = model.blank_board();
    for &cell in &cells {
        // Cells of which nothing is known yet stay as they are.
        let known = found.possible[cell.index()] | found.open[cell.index()];
        let _ = board.keep(cell, known);
    }
    out.push_str(&draw::candidates(&compiled, &board, Paint::new(args.common.output)));
    for &cell in cells.iter().filter(|c| c.index() >= compiled.puzzle().shape.len()) {
        let names: Vec<String> = board.values(cell).iter().map(|v| model.value_name(Candidate::new(cell, v))).collect();
        out.push_str(&format!("{}: {}\n", model.cell_name(cell), names.join(" ")));
    }
    if args.counts.is_some() {
        out.push_str(&format!("\nsolutions for each candidate, counted up to {cap}:\n"));
        for &cell in &cells {
            let parts: Vec<String> = found.possible[cell.index()]
                .iter()
                .map(|v| {
                    let n = found.counts[cell.index()][v.index()];
                    let more = if n >= cap || found.open[cell.index()].contains(v) { "+" } else { "" };
                    format!("{}: {n}{more}", model.value_name(Candidate::new(cell, v)))
                })
                .collect();
            out.push_str(&format!("{}  {}\n", model.cell_name(cell), parts.join(", ")));
        }
    }
    tell(&out)?;
    if !answer.complete() {
        let what = "candidates not decided yet are shown too";
        crate::output::remark(&format!("This is not complete, {what}: {}.", why_stopped(answer.stopped)));
    }
    Ok(exit)
}
