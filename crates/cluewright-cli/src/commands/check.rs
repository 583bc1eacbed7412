//! `check`: is a puzzle sound, or is a filled grid right? And what could the puzzle do without?

use super::{load, no_solution, why_stopped};
use crate::args::Check;
use crate::batch::at_work;
use crate::output::{Exit, Failure, Paint, Progress, answer_json, remark, say, tell};
use cluewright::report::Status;
use cluewright::{BadInput, Compiled, Limits, Verdict, flaws_until, formats, minimise, solve};
use serde::Serialize;

#[derive(Serialize, Default)]
struct Report {
    id: String,
    ok: bool,
    /// `grid` or `puzzle`: what was checked.
    checked: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    flaws: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<String>,
}

pub(crate) fn run(args: Check) -> Result<Exit, Failure> {
    let (id, compiled, clock) = load(&args.common)?;
    let paint = Paint::new(args.common.output);
    let report = Report { id, ..Report::default() };
    let (report, lines, exit) = match filled(&compiled) {
        Some(digits) => {
            at_work(&args.common, clock, "checking", |limits, _| grid(&compiled, &digits, report, paint, limits))?
        }
        None => at_work(&args.common, clock, "checking", |limits, bar| {
            puzzle(&compiled, args.minimise, report, paint, limits, bar)
        })?,
    };
    if args.common.output.json {
        say(&answer_json(&compiled, &report))?;
    } else {
        tell(&(lines.join("\n") + "\n"))?;
    }
    Ok(exit)
}

/// What is found, for machines and for people.
type Found = (Report, Vec<String>, Exit);

fn grid(
    compiled: &Compiled,
    digits: &[i32],
    mut report: Report,
    paint: Paint,
    limits: &Limits<'_>,
) -> Result<Found, BadInput> {
    report.checked = "grid";
    report.flaws = flaws_until(compiled, digits, limits)?.iter().map(ToString::to_string).collect();
    report.ok = report.flaws.is_empty();
    if report.ok {
        return Ok((report, vec![paint.good("The grid is right.")], Exit::Done));
    }
    let flaws = report.flaws.iter().map(|f| format!("  {f}"));
    let lines = std::iter::once(paint.bad("The grid is wrong:")).chain(flaws).collect();
    Ok((report, lines, Exit::Negative))
}

fn puzzle(
    compiled: &Compiled,
    minimal: bool,
    mut report: Report,
    paint: Paint,
    limits: &Limits<'_>,
    bar: &Progress,
) -> Result<Found, BadInput> {
    let mut lines: Vec<String> = Vec::new();
    report.checked = "puzzle";
    let answer = solve(compiled, limits);
    let status = Status::of(&answer.value);
    report.status = Some(status);
    let mut exit = super::exit_of(&answer.value);
    match &answer.value {
        Verdict::None => {
            let clash = compiled.contradiction(limits);
            report.flaws.push(clash.map_or_else(|| "The puzzle has no solution.".to_owned(), |c| no_solution(&c)));
        }
        Verdict::Multiple(a, b) => {
            let (a, b) = (compiled.digits_text(a), compiled.digits_text(b));
            report.flaws.push(format!("The puzzle has more than one solution:\n  {a}\n  {b}"));
        }
        Verdict::Unknown(_) => {
            report
                .flaws
                .push(format!("Whether the puzzle has one solution is not known: {}.", why_stopped(answer.stopped)));
        }
        Verdict::Unique(solution) => {
            let numbers = compiled.numbers(solution);
            let recorded = &compiled.puzzle().solution;
            let differs = |(i, d): (usize, &Option<i32>)| d.is_some_and(|d| numbers.get(i) != Some(&d));
            if let Some(at) = recorded.iter().enumerate().position(differs) {
                let cell = compiled.puzzle().cell_name(cluewright::Cell::at(at));
                let (says, is) = (recorded[at].unwrap_or_default(), numbers.get(at).copied().unwrap_or_default());
                report.flaws.push(format!("The recorded solution says {says} at {cell}, the puzzle {is}."));
                exit = Exit::Negative;
            }
            // The engine is believed only as far as the rules' own texts agree.
            report.flaws.extend(
                flaws_until(compiled, &numbers, limits)?.iter().map(|f| format!("The solution breaks a rule: {f}")),
            );
        }
    }
    report.ok = report.flaws.is_empty();
    if !report.ok && exit == Exit::Done {
        exit = Exit::Negative;
    }
    if report.ok {
        lines.push(paint.good("The puzzle has one solution."));
    } else {
        lines.extend(report.flaws.iter().map(|f| paint.bad(f)));
    }
    if minimal && matches!(answer.value, Verdict::Unique(_)) {
        if let Ok(smaller) = minimise(compiled, limits) {
            if smaller.removed.is_empty() {
                lines.push("Every given and every clue is needed.".to_owned());
            } else {
                lines.push("It could do without:".to_owned());
                lines.extend(smaller.removed.iter().map(|r| format!("  {r}")));
            }
            let (text, _) = formats::by_id("clue")?.write(&smaller.puzzle)?;
            if !smaller.removed.is_empty() {
                lines.push(format!("What is left:\n\n{}", text.trim_end()));
            }
            if let Some(why) = smaller.stopped {
                exit = Exit::Limit;
                bar.clear();
                remark(&format!("Not all were tried: {}.", why_stopped(Some(why))));
            }
            report.removed = Some(smaller.removed);
            report.minimal = Some(text);
        } else {
            exit = Exit::Limit;
            bar.clear();
            remark("What could go was not looked for: the time was up.");
        }
    }
    Ok((report, lines, exit))
}

/// The digits of a grid in which every cell has one, from givens and the player's own.
fn filled(compiled: &Compiled) -> Option<Vec<i32>> {
    let puzzle = compiled.puzzle();
    let mut digits: Vec<Option<i32>> = vec![None; puzzle.cell_count()];
    for given in &puzzle.givens {
        if let ([digit], Some(slot)) = (&given.digits[..], digits.get_mut(given.cell.index())) {
            *slot = Some(*digit);
        }
    }
    for entry in &puzzle.progress {
        if let (Some(digit), Some(slot)) = (entry.placed, digits.get_mut(entry.cell.index())) {
            *slot = Some(digit);
        }
    }
    digits.into_iter().collect()
}
