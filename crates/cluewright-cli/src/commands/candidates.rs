//! `candidates`: lists the candidates that are part of some solution, and the number of those solutions.

use super::no_solution;
use super::player::grid;
use crate::args::Candidates;
use crate::batch::{Answered, Command};
use crate::draw;
use crate::output::{Exit, Failure, Paint};
use crate::stop::Clock;
use cluewright::core::ValueSet;
use cluewright::report::{Answer, CellCandidates};
use cluewright::{Candidate, Cell, Compiled};
use std::fmt::Write;

pub(crate) fn run(args: Candidates) -> Result<Exit, Failure> {
    let operation = args.question.read()?;
    let command = Command {
        common: &args.common,
        what: "searching",
        operation: &operation,
        data: false,
        position: grid(&args.player)?,
    };
    command.run(|job| {
        let answer = job.ask()?;
        let Answer::Candidates(found) = &answer else { return Ok(Answered::new(answer.row() + "\n", answer.ending())) };
        if !found.mistakes.is_empty() {
            return Ok(Answered::new(found.mistakes.join("\n") + "\n", Exit::Negative));
        }
        let nothing = found.complete && found.cells.iter().all(|c| c.candidates.is_empty());
        if nothing {
            let mut answered = Answered::new("", answer.ending());
            answered.err = match answer.clash() {
                Some(clash) => no_solution(clash),
                None => "There is no solution, so no candidate is true.".to_owned(),
            };
            return Ok(answered);
        }
        let out = words(job.compiled, &found.cells, operation.counts, Paint::new(args.common.output));
        let mut answered = Answered::new(out, answer.ending());
        if !found.complete {
            let why = if job.clock.is_over() { Clock::why() } else { "the limit of --nodes was reached" };
            answered.err = format!("Not every candidate was decided, and undecided candidates are shown too: {why}.");
        }
        Ok(answered)
    })
}

fn words(compiled: &Compiled, found: &[CellCandidates], counts: Option<u32>, paint: Paint) -> String {
    let model = compiled.model();
    let cells: Vec<Cell> = model.answer_cells().collect();
    let mut board = model.blank_board();
    for (&cell, report) in cells.iter().zip(found) {
        // Candidates for which the search found no answer stay in the grid.
        let all = report.candidates.iter().chain(&report.unknown);
        let known: ValueSet = all.filter_map(|&number| board.value_of(cell, number)).collect();
        let _ = board.keep(cell, known);
    }
    let mut out = draw::candidates(compiled, &board, paint);
    if let Some(cap) = counts {
        let _ = writeln!(out, "\nsolutions for each candidate, counted up to {cap}:");
        for (&cell, report) in cells.iter().zip(found) {
            let part = |(&number, &n): (&i32, &u32)| {
                let value = board.value_of(cell, number)?;
                let more = if n >= cap || report.unknown.contains(&number) { "+" } else { "" };
                Some(format!("{}: {n}{more}", model.value_name(Candidate::new(cell, value))))
            };
            let parts: Vec<String> = report.candidates.iter().zip(&report.counts).filter_map(part).collect();
            let _ = writeln!(out, "{}  {}", report.cell, parts.join(", "));
        }
    }
    out
}
