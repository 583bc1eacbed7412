//! `hint`: what is wrong in the player's grid, or the next step in as many words as wanted.

use super::player::progress;
use super::{load, no_solution};
use crate::args::Hint;
use crate::batch::at_work;
use crate::output::{Exit, Failure, answer_json, say};
use cluewright::report::{Status, StepReport};
use cluewright::{Hint as Found, hint, step_at_level};
use serde::Serialize;

#[derive(Serialize)]
struct Report {
    id: String,
    status: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mistakes: Vec<String>,
    level: u8,
    text: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<StepReport>,
}

pub(crate) fn run(args: Hint) -> Result<Exit, Failure> {
    let ways = super::explain::ways(&args.ways)?;
    let (id, compiled, clock) = load(&args.common)?;
    let progress = progress(&compiled, &args.player)?;
    let (found, clash) = at_work(&args.common, clock, "searching", |limits, _| {
        let found = hint(&compiled, &progress, &ways, limits);
        let none = matches!(&found, Found::NotUnique(verdict) if Status::of(verdict) == Status::None);
        let clash = if none { compiled.contradiction(limits) } else { None };
        (found, clash)
    });
    let mut report =
        Report { id, status: "step", mistakes: Vec::new(), level: args.level, text: Vec::new(), step: None };
    let exit = match &found {
        Found::NotUnique(verdict) => {
            let status = Status::of(verdict);
            report.status = status.word();
            report.text.push(match status {
                Status::None => match &clash {
                    Some(clash) => no_solution(clash),
                    None => "The puzzle has no solution.".to_owned(),
                },
                _ => "The puzzle has more than one solution.".to_owned(),
            });
            Exit::Negative
        }
        Found::Several(several) => {
            report.status = Status::Multiple.word();
            report.text = several.sentences();
            match &several.step {
                Some((_, step, text)) => {
                    report.text.extend(step_at_level(&compiled, step, text, args.level));
                    if args.level == 4 {
                        report.step = Some(StepReport::new(&compiled, step, text.short.clone(), &text.details));
                    }
                    Exit::Done
                }
                None if several.all_found.is_none() => Exit::Limit,
                None => Exit::Negative,
            }
        }
        Found::Mistakes(mistakes) => {
            report.status = "mistakes";
            report.mistakes = mistakes.iter().map(ToString::to_string).collect();
            report.text.clone_from(&report.mistakes);
            Exit::Negative
        }
        Found::Step(_, step, text) => {
            report.text = step_at_level(&compiled, step, text, args.level);
            if args.level == 4 {
                report.step = Some(StepReport::new(&compiled, step, text.short.clone(), &text.details));
            }
            Exit::Done
        }
        Found::Done => {
            report.status = "done";
            report.text.push("The grid is full, and right.".to_owned());
            Exit::Done
        }
        Found::Nothing(outcome) => {
            report.status = cluewright::report::outcome_word(*outcome);
            let limit = *outcome == cluewright::logic::Outcome::Limit;
            report.text.push(if limit && clock.is_over() {
                format!("No step was found so far: {}.", crate::stop::Clock::why())
            } else if limit {
                "No step was found within the limits.".to_owned()
            } else {
                "These techniques find no step here.".to_owned()
            });
            if limit { Exit::Limit } else { Exit::Negative }
        }
    };
    if args.common.output.json {
        say(&answer_json(&compiled, &report))?;
    } else {
        say(&(report.text.join("\n") + "\n"))?;
    }
    Ok(exit)
}
