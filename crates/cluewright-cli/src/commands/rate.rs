//! `rate`: how hard a puzzle is for people.

use crate::args::{OWN_SCALE, Rate};
use crate::batch::{Answered, Command};
use crate::output::{Exit, Failure, number};
use cluewright::report::{Answer, Rated, ScaleReport, Status};
use cluewright::scale::scale;
use cluewright::{BadInput, operation};
use std::fmt::Write;

pub(crate) fn run(args: Rate) -> Result<Exit, Failure> {
    // The scale of Sudoku Explainer has a name for each set of techniques.
    let named = |name: &String| if name == "se" && args.profile == "sukaku" { "sukaku".into() } else { name.clone() };
    let others = args.scale.iter().filter(|name| *name != OWN_SCALE).map(|name| scale(&named(name)));
    let operation = operation::Rate {
        own: args.scale.iter().any(|name| name == OWN_SCALE),
        scales: others.collect::<Result<_, _>>()?,
    };
    let command = Command { common: &args.common, what: "rating", operation: &operation, data: false };
    command.run(|job| {
        let answer = job.ask()?;
        let mut answered = Answered::new(answer.row() + "\n", answer.ending());
        answered.clash = answer.clash().map(str::to_owned);
        if args.common.output.quiet {
            return Ok(answered);
        }
        let Answer::Rated(rated) = &answer else { return Ok(answered) };
        if rated.rating.is_some() || !rated.scales.is_empty() {
            answered.out = own_says(rated)?;
            rated.scales.iter().for_each(|measured| answered.out += &others_say(measured));
        } else if answered.clash.is_none() {
            let why = match rated.status {
                Status::Unknown => "Whether the puzzle has one solution was not found out in time.",
                _ => "Only a puzzle with one solution has a rating.",
            };
            why.clone_into(&mut answered.err);
        }
        Ok(answered)
    })
}

/// What our own scale says, if it was asked.
fn own_says(rated: &Rated) -> Result<String, BadInput> {
    let Some(rating) = &rated.rating else { return Ok(String::new()) };
    let name = match &rating.technique {
        Some(id) => cluewright::techniques::techniques_named(id)?.first().map_or(&**id, |info| info.name),
        None => "nothing to do",
    };
    Ok(match &rated.word {
        Some(word) => {
            let steps = number(rating.steps as u64, "step");
            format!("{:.1} ({word})\nHardest step: {name}; {steps} in all.\n", rating.rating)
        }
        None => format!("at least {:.1}: the way to the solution was not found to its end.\n", rating.rating),
    })
}

/// What the scale of another program says: a line.
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
