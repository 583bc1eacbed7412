//! `rate`: how hard a puzzle is for people.

use super::exit_of;
use crate::args::{Rate, Scale};
use crate::batch::{Answered, each};
use crate::output::{Exit, Failure, answer_json, number};
use cluewright::logic::Outcome;
use cluewright::report::{RatingReport, Status, tenths};
use serde::Serialize;

#[derive(Serialize)]
struct Report<'a> {
    id: &'a str,
    status: &'static str,
    #[serde(flatten)]
    rating: Option<RatingReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clash: Option<String>,
    ms: f64,
}

pub(crate) fn run(args: Rate) -> Result<Exit, Failure> {
    let Scale::Cluewright = args.scale;
    each(&args.common, "rating", |job| {
        let rated = cluewright::rate(job.compiled, &job.limits);
        let mut report = Report { id: job.id, status: "unique", rating: None, word: None, clash: None, ms: 0.0 };
        let (text, exit) = match &rated {
            Err(verdict) => {
                if matches!(verdict, cluewright::Verdict::None) {
                    report.clash = job.compiled.contradiction(&job.limits);
                }
                report.status = Status::of(verdict).word();
                (format!("{}\n", report.status), exit_of(verdict))
            }
            Ok(rating) => {
                let profile = &rating.profile;
                let solved = rating.outcome == Outcome::Solved;
                report.rating = Some(RatingReport::new(profile));
                report.word = solved.then(|| rating.word());
                let score = format!("{:.1}", tenths(profile.hardest));
                let name = profile.technique.map_or("nothing to do", |t| t.name);
                let text = match (job.one_of_many || args.common.output.quiet, solved) {
                    (true, true) => format!("{score} {name}, {}\n", number(profile.steps as u64, "step")),
                    (true, false) => format!("at least {score}\n"),
                    (false, true) => format!(
                        "{score} ({})\nHardest step: {name}; {} in all.\n",
                        rating.word(),
                        number(profile.steps as u64, "step")
                    ),
                    (false, false) => format!("at least {score}: the way to the solution was not found to its end.\n"),
                };
                (text, if solved { Exit::Done } else { Exit::Limit })
            }
        };
        report.ms = job.clock.ms();
        let mut answered =
            Answered::new(if args.common.output.json { answer_json(job.compiled, &report) } else { text }, exit);
        answered.clash = report.clash.filter(|_| !args.common.output.json);
        if answered.clash.is_none() && !job.one_of_many && !args.common.output.quiet && rated.is_err() {
            let why = match rated {
                Err(cluewright::Verdict::Unknown(_)) => {
                    "Whether the puzzle has one solution was not found out in time."
                }
                _ => "Only a puzzle with one solution has a rating.",
            };
            why.clone_into(&mut answered.err);
        }
        Ok(answered)
    })
}
