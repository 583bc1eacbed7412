//! `explain`: the whole path, step by step.

use super::no_solution;
use super::player::grid;
use crate::args::{Explain, Until};
use crate::batch::{Answered, Command};
use crate::draw;
use crate::output::{Exit, Failure, Paint, number, warn};
use crate::pictured;
use crate::screen::one_line;
use crate::stop::Clock;
use cluewright::logic::proof::Unproved;
use cluewright::logic::text::name_of;
use cluewright::logic::{Outcome, State};
use cluewright::names_of;
use cluewright::operation::{self, Explored, Stage};
use cluewright::report::{Answer, tenths};
use cluewright::verify::{Verification, why_unproved};
use cluewright::{Cell, Compiled, Explanation, SearchFacts, Verdict};
use std::fmt::Write;

pub(crate) fn run(args: Explain) -> Result<Exit, Failure> {
    let mut operation = args.question.read()?;
    operation.ways.trial = args.until == Until::Solved;
    if operation.fog {
        return in_fog(&args, &operation);
    }
    let output = args.common.output;
    let command = Command {
        common: &args.common,
        what: "searching",
        operation: &operation,
        data: false,
        position: grid(&args.player)?,
    };
    let drawn = std::cell::Cell::new(false);
    let exit = command.run(|job| {
        let (compiled, paint) = (job.compiled, Paint::new(output));
        let tell = |stage: Stage<'_>| job.bar.show(|| so_far(stage));
        let explored = match operation.explore(&job.asked, &job.limits, &tell) {
            Ok(explored) => explored,
            Err(clashed) => return Ok(Answered::new(no_solution(&clashed.clash) + "\n", Exit::Negative)),
        };
        let Explored { truth, walked, verified, why, .. } = &explored;
        let mut out = String::new();
        if !output.quiet {
            heading(compiled, &mut out);
            out.push_str(&position(compiled, &walked.path.start, paint));
            out.push('\n');
        }
        match &explored.summary {
            Some(summary) => summary.sentences(compiled, walked).iter().for_each(|line| {
                let _ = writeln!(out, "{line}");
            }),
            None => steps(compiled, walked, 0, paint, output.trace, &mut out),
        }
        if !output.quiet {
            out.push('\n');
        }
        if walked.path.outcome == Outcome::Solved && !output.quiet {
            out.push_str(&position(compiled, &walked.path.end, paint));
            out.push_str(&draw::extra(compiled, |c| digit(compiled, &walked.path.end, c)));
            out.push('\n');
        } else if !output.quiet {
            out.push_str(&draw::candidates(compiled, &walked.path.end.board, paint));
            out.push('\n');
        }
        let beyond = (walked.path.outcome == Outcome::Stuck)
            .then(|| cluewright::hint::beyond(compiled, &walked.path.end, &operation.ways, truth, &job.limits));
        summary(compiled, walked, truth, beyond.flatten().as_deref(), job.clock, paint, &mut out);
        for line in why.iter().map(String::as_str).chain(explored.unknown()) {
            let _ = writeln!(out, "{line}");
        }
        if let Some(verified) = verified {
            proofs(compiled, walked, verified, paint, &mut out);
        }
        let mut answered = Answered::new(out, Answer::Explained(explored.report(compiled)).ending());
        if let Some(folder) = &args.pictures {
            drawn.set(true);
            match pictured::steps(folder, compiled, walked, &|| job.clock.is_over()) {
                // The steps found so far are still printed.
                Err(error) if error.stopped => {
                    answered.err = format!("no pictures were written: {}\n", Clock::why());
                }
                other => other?,
            }
        }
        if verified.as_ref().is_some_and(|v| v.stopped() > 0) {
            answered.err.push_str(&format!("{} before every step was verified", Clock::why()));
        }
        Ok(answered)
    })?;
    if args.pictures.is_some() && !drawn.get() {
        warn("note: nothing was drawn, as --pictures needs a single puzzle and output in words");
    }
    Ok(exit)
}

/// The text of the progress line.
fn so_far(stage: Stage<'_>) -> String {
    match stage {
        Stage::Step(found) => {
            let steps = number(found.number as u64, "step");
            format!("explaining: {steps}, {} of {} cells filled in", found.filled, found.cells)
        }
        Stage::Verifying => "verifying".to_owned(),
        Stage::Summing => "finding the steps that make the puzzle hard".to_owned(),
        _ => "explaining".to_owned(),
    }
}

fn heading(compiled: &Compiled, out: &mut String) {
    let puzzle = compiled.puzzle();
    if !puzzle.title.is_empty() {
        let by = if puzzle.author.is_empty() { String::new() } else { format!(", by {}", one_line(&puzzle.author)) };
        let _ = writeln!(out, "{}{by}", one_line(&puzzle.title));
    }
    let rules: Vec<&str> = puzzle.rules.iter().map(|c| c.rule.as_str()).collect();
    let clues = match puzzle.clues.len() {
        0 => String::new(),
        n => format!(" and {}", number(n as u64, "clue")),
    };
    if !rules.is_empty() || !clues.is_empty() {
        let _ = writeln!(out, "Rules: {}{clues}\n", rules.join(", "));
    }
}

/// Draws the grid with the digits found so far.
pub(crate) fn position(compiled: &Compiled, state: &State, paint: Paint) -> String {
    draw::with_givens(compiled.puzzle(), paint, |c| digit(compiled, state, c))
}

fn digit(compiled: &Compiled, state: &State, cell: Cell) -> String {
    let value = state.board.fixed(cell).filter(|_| state.placed.contains(cell));
    value.map_or_else(|| ".".to_owned(), |v| compiled.model().value_name(cluewright::Candidate::new(cell, v)))
}

/// Prints the path of a player in fog, with the cells that each digit clears.
fn in_fog(args: &Explain, operation: &operation::Explain) -> Result<Exit, Failure> {
    let output = args.common.output;
    let command =
        Command { common: &args.common, what: "explaining", operation, data: false, position: grid(&args.player)? };
    if args.pictures.is_some() {
        warn("note: nothing was drawn, as --pictures does not work with --fog");
    }
    command.run(|job| {
        let (paint, mut out) = (Paint::new(output), String::new());
        let parts = operation.in_fog(&job.asked, &job.limits)?;
        let (mut before, mut hidden): (usize, Option<Vec<Cell>>) = (0, None);
        for part in &parts {
            let now = part.seen.as_ref().map_or_else(Vec::new, |seen| seen.hidden.cells.clone());
            if let Some(hidden) = hidden.filter(|_| !output.quiet) {
                let cleared = hidden.iter().filter(|cell| !now.contains(cell));
                let names: Vec<String> = cleared.map(|&cell| job.compiled.puzzle().cell_name(cell)).collect();
                let _ = writeln!(out, "{}", paint.dim(&format!("Now visible: {}.", names.join(", "))));
            }
            hidden = Some(now);
            steps(part.compiled(job.compiled), &part.walked, before, paint, output.trace, &mut out);
            before += part.walked.path.steps.len();
        }
        let last = parts.last().expect("a path has a part");
        let many = number(before as u64, "step");
        let end = match last.end() {
            "solved" => paint.good(&format!("Solved in {many}.")),
            "fog" => paint.bad(&format!("Stuck after {many}: no further step uses only what is visible.")),
            "stuck" => paint.bad(&format!("Stuck after {many}: these techniques find nothing more.")),
            "contradiction" => paint.bad(&format!("A contradiction after {many}: there is no solution.")),
            _ if job.clock.is_over() => format!("Ended after {many}: {}.", Clock::why()),
            _ => format!("Ended after {many}: a limit was reached."),
        };
        let _ = writeln!(out, "{end}");
        let exit = match last.walked.path.outcome {
            Outcome::Solved => Exit::Done,
            Outcome::Limit => Exit::Limit,
            _ => Exit::Negative,
        };
        Ok(Answered::new(out, exit))
    })
}

fn steps(compiled: &Compiled, walked: &Explanation, before: usize, paint: Paint, trace: bool, out: &mut String) {
    let width = (before + walked.path.steps.len()).to_string().len();
    for (i, ((state, step), text)) in walked.path.positions(compiled.model()).zip(&walked.texts).enumerate() {
        if trace {
            let _ = writeln!(out, "{}", paint.dim(draw::candidates(compiled, &state.board, Paint::off()).trim_end()));
        }
        let name = format!("{} ({:.1})", name_of(compiled.model(), step), tenths(step.difficulty));
        let _ = writeln!(out, "{:>width$}. {}: {}", before + i + 1, paint.bold(&name), text.short);
        for line in &text.details {
            let _ = writeln!(out, "{:width$}    {}", "", paint.dim(line));
        }
    }
}

fn summary(
    compiled: &Compiled,
    walked: &Explanation,
    truth: &SearchFacts,
    beyond: Option<&str>,
    clock: Clock,
    paint: Paint,
    out: &mut String,
) {
    let profile = walked.path.profile();
    let many = number(profile.steps as u64, "step");
    let end = match walked.path.outcome {
        Outcome::Solved => paint.good(&format!("Solved in {many}.")),
        Outcome::Stuck => match truth.verdict {
            Verdict::Multiple(..) => {
                paint.bad(&format!("Not solved after {many}: the puzzle has more than one solution."))
            }
            _ => paint.bad(&match beyond {
                Some(next) => {
                    format!("Stuck after {many}: these techniques find no step; the next would be {next}.")
                }
                None => format!("Stuck after {many}: these techniques find nothing more."),
            }),
        },
        Outcome::Contradiction => paint.bad(&format!("A contradiction after {many}: there is no solution.")),
        Outcome::Limit if clock.is_over() => format!("Ended after {many}: {}.", Clock::why()),
        Outcome::Limit => format!("Ended after {many}: a limit was reached."),
    };
    let _ = writeln!(out, "{end}");
    let hardest = walked.path.steps.iter().find(|step| step.difficulty == profile.hardest);
    if let Some(hardest) = hardest {
        let name = name_of(compiled.model(), hardest);
        let _ = writeln!(out, "Hardest step: {name} ({:.1}).", tenths(profile.hardest));
        let counts = names_of(compiled, &walked.path.steps);
        let counts: Vec<String> = counts.iter().map(|(name, n)| format!("{n} {name}")).collect();
        let _ = writeln!(out, "Steps: {}.", counts.join(", "));
    }
}

/// The checker's report: the number of proved steps, and the reason for each step that is not proved.
fn proofs(compiled: &Compiled, walked: &Explanation, verified: &Verification, paint: Paint, out: &mut String) {
    let all = verified.verdicts.len();
    let told = |(at, why): (usize, Unproved), verdict: &str| {
        let name = name_of(compiled.model(), &walked.path.steps[at]);
        format!("Step {} ({name}) {verdict}: {}.", at + 1, why_unproved(compiled, why))
    };
    for step in verified.refuted() {
        let told = told(step, "is refuted");
        let _ = writeln!(out, "{}", paint.bad(&format!("{told} This is a bug in Cluewright: please report it.")));
    }
    for step in verified.beyond() {
        let _ = writeln!(out, "{}", told(step, "was not proved within the work limit"));
    }
    let line = match all {
        _ if !verified.is_complete() => {
            let mut parts = vec![format!("{} of {} were verified", verified.proved(), number(all as u64, "step"))];
            let mut tell = |steps: Vec<usize>, one: &str, many: &str| match steps.len() {
                0 => {}
                1 => parts.push(format!("1 {one} ({})", numbered(&steps))),
                n => parts.push(format!("{n} {many} ({})", numbered(&steps))),
            };
            tell(verified.refuted().map(|s| s.0).collect(), "is refuted", "are refuted");
            tell(
                verified.beyond().map(|s| s.0).collect(),
                "was not proved within the work limit",
                "were not proved within the work limit",
            );
            if verified.stopped() > 0 {
                parts.push(format!("{} before the remaining {}", Clock::why(), verified.stopped()));
            }
            parts.join("; ") + "."
        }
        1 => paint.good("The step was verified from its reasons alone."),
        _ => paint.good(&format!("All {all} steps were verified, each from its reasons alone.")),
    };
    let _ = writeln!(out, "{line}");
}

/// A list of steps, numbered from 1: `steps 14, 15 and 30`.
fn numbered(steps: &[usize]) -> String {
    let numbers: Vec<String> = steps.iter().map(|at| (at + 1).to_string()).collect();
    match numbers.split_last() {
        Some((last, [])) => format!("step {last}"),
        Some((last, rest)) => format!("steps {} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
