//! `rate`: rates how hard a puzzle is for people.

use super::player::grid;
use crate::args::Rate;
use crate::batch::{Answered, Command};
use crate::output::{Exit, Failure, number};
use crate::stop::Clock;
use cluewright::report::{Answer, CandidateReport, Rated, ScaleReport, Status};
use cluewright::scale::{OWN_SCALE, Place, scale};
use std::fmt::Write;

pub(crate) fn run(args: Rate) -> Result<Exit, Failure> {
    // The scale of Sudoku Explainer has a name for each set of techniques.
    let named = |name: &str| scale(if name == "se" && args.profile == "sukaku" { "sukaku" } else { name });
    let mut operation = args.question.read()?;
    operation.own = operation.scales.is_empty();
    if operation.own {
        operation.scales.0.push(scale(OWN_SCALE)?);
    }
    for scale in &mut operation.scales.0 {
        *scale = named(scale.id())?;
    }
    let command = Command {
        common: &args.common,
        what: "rating",
        operation: &operation,
        data: false,
        position: grid(&args.player)?,
    };
    command.run(|job| {
        let answer = job.ask()?;
        let mut answered = Answered::new(answer.row() + "\n", answer.ending());
        answered.clash = answer.clash().map(str::to_owned);
        if args.common.output.quiet {
            return Ok(answered);
        }
        let Answer::Rated(rated) = &answer else { return Ok(answered) };
        if rated.rating.is_some() || !rated.scales.is_empty() {
            for measured in &rated.scales {
                answered.out += &if measured.scale == OWN_SCALE { own_says(measured) } else { others_say(measured) };
                answered.out += &steps_say(measured);
            }
            answered.out += &path_says(rated);
        } else if answered.clash.is_none() {
            answered.err = match rated.status {
                Status::Unknown => {
                    let why = if job.clock.is_over() { Clock::why() } else { "a limit was reached" };
                    format!("Whether the puzzle has one solution is not known: {why}.")
                }
                _ => "Only a puzzle with one solution has a rating.".to_owned(),
            };
        }
        Ok(answered)
    })
}

/// The steps of the path, if requested.
fn path_says(rated: &Rated) -> String {
    let Some(rating) = &rated.rating else { return String::new() };
    let name = rating.hardest_name();
    if rating.solved {
        let steps = number(rating.steps as u64, "step");
        format!("Hardest step of our path: {name} ({:.1}); {steps} in all.\n", rating.hardest_step)
    } else {
        format!("Hardest step: at least {:.1} (no complete path was found).\n", rating.hardest_step)
    }
}

/// The rating on our own scale: points, a word, the time, the depth of trials, and the positions in which few moves are possible.
fn own_says(measured: &ScaleReport) -> String {
    let figure = |name: &str| measured.figures.get(name).copied();
    let mut out = measured.text.clone();
    if let Some(seconds) = figure("seconds") {
        let roughly = if seconds > MOST_SECONDS { "" } else { "about " };
        let _ = write!(out, ": {roughly}{}", duration(seconds));
    }
    let note = measured.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
    out += &format!("{note}.\n");
    if let (Some(assumptions), Some(layers)) = (figure("assumptions"), figure("layers")) {
        let (assumptions, layers) = (about(assumptions, "assumption"), about(layers, "layer"));
        let _ = writeln!(out, "Trials: {assumptions} at once, {layers} deep.");
    }
    let Some(profile) = &measured.profile else { return out };
    if let Some(most) = &profile.hardest {
        let _ = writeln!(
            out,
            "Hardest kind of step: {}, first in round {}, at {}.",
            kind(&most.class),
            most.round,
            cells(most)
        );
    }
    for narrow in &profile.bottlenecks {
        let moves = number(u64::from(narrow.supply), "move");
        let (class, at) = (kind(&narrow.class), cells(narrow));
        let _ = writeln!(
            out,
            "Bottleneck: round {}, {moves} open ({class}), at {at}: {}.",
            narrow.round,
            duration(narrow.seconds)
        );
    }
    let shares: Vec<String> =
        profile.shares.iter().map(|(class, share)| format!("{} {:.0} %", kind(class), 100.0 * share)).collect();
    if !shares.is_empty() {
        let _ = writeln!(out, "Time: {}.", shares.join(", "));
    }
    out
}

fn kind(class: &str) -> String {
    class.replace('_', " ")
}

fn cells(place: &Place) -> String {
    const MOST: usize = 6;
    let mut shown = place.cells.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    if place.cells.len() > MOST {
        let _ = write!(shown, " and {} more", place.cells.len() - MOST);
    }
    shown
}

/// The longest time that is printed, a hundred hours: the scale is not based on longer times.
const MOST_SECONDS: f64 = 360_000.0;

/// A rough duration in words.
fn duration(seconds: f64) -> String {
    match seconds {
        ..90.0 => about(seconds, "second"),
        90.0..5400.0 => about(seconds / 60.0, "minute"),
        5400.0..=MOST_SECONDS => about(seconds / 3600.0, "hour"),
        _ => "more than 100 hours".to_owned(),
    }
}

/// A rounded number with a unit in the singular or plural.
fn about(number: f64, what: &str) -> String {
    let number = format!("{number:.0}");
    let s = if number == "1" { "" } else { "s" };
    format!("{number} {what}{s}")
}

/// The path that a scale rates, one line per step.
fn steps_say(measured: &ScaleReport) -> String {
    let mut out = String::new();
    let width = measured.path.len().to_string().len();
    for (i, step) in measured.path.iter().enumerate() {
        let all = |list: &[CandidateReport], sign: &str| {
            list.iter().fold(String::new(), |all, c| all + &format!(" {}{sign}{}", c.cell, c.value))
        };
        let (found, gone) = (all(&step.placements, "="), all(&step.eliminations, "<>"));
        let _ = writeln!(out, "{:>width$}. {} ({}):{found}{gone}", i + 1, kind(&step.name), step.text);
    }
    out
}

/// The rating on another program's scale, on one line.
fn others_say(measured: &ScaleReport) -> String {
    let mut line = format!("{}: {}", measured.scale, measured.text);
    if let Some(hardest) = &measured.hardest {
        let _ = write!(line, "; hardest step: {hardest}");
    }
    if let Some(steps) = measured.figures.get("steps") {
        let _ = write!(line, "; {steps} steps");
    }
    let note = measured.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
    format!("{line}{note}.\n")
}
