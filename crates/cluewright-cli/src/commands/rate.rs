//! `rate`: how hard a puzzle is for people.

use crate::args::{Rate, Scale};
use crate::batch::{Answered, Command};
use crate::output::{Exit, Failure, number};
use cluewright::operation;
use cluewright::report::{Answer, Rated, Status};

pub(crate) fn run(args: Rate) -> Result<Exit, Failure> {
    let Scale::Cluewright = args.scale;
    let command = Command { common: &args.common, what: "rating", operation: &operation::Rate, data: false };
    command.run(|job| {
        let answer = job.ask()?;
        let mut answered = Answered::new(answer.row() + "\n", answer.ending());
        answered.clash = answer.clash().map(str::to_owned);
        if args.common.output.quiet {
            return Ok(answered);
        }
        match &answer {
            Answer::Rated(Rated { rating: Some(rating), word, .. }) => {
                let name = match &rating.technique {
                    Some(id) => cluewright::techniques::techniques_named(id)?.first().map_or(&**id, |info| info.name),
                    None => "nothing to do",
                };
                answered.out = match word {
                    Some(word) => format!(
                        "{:.1} ({word})\nHardest step: {name}; {} in all.\n",
                        rating.rating,
                        number(rating.steps as u64, "step")
                    ),
                    None => {
                        format!("at least {:.1}: the way to the solution was not found to its end.\n", rating.rating)
                    }
                };
            }
            Answer::Rated(rated) if answered.clash.is_none() => {
                let why = match rated.status {
                    Status::Unknown => "Whether the puzzle has one solution was not found out in time.",
                    _ => "Only a puzzle with one solution has a rating.",
                };
                why.clone_into(&mut answered.err);
            }
            _ => {}
        }
        Ok(answered)
    })
}
