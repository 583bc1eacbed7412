//! `hint`: points out errors in the player's grid, or gives the next step in the requested detail.

use super::player::grid;
use crate::args::Hint;
use crate::batch::{Answered, Command};
use crate::output::{Exit, Failure};
use crate::stop::Clock;
use cluewright::operation;
use cluewright::report::Answer;

pub(crate) fn run(args: Hint) -> Result<Exit, Failure> {
    let operation = operation::Hint { position: grid(&args.player)?, ..args.question.read()? };
    let command =
        Command { common: &args.common, what: "searching", operation: &operation, data: false, position: None };
    command.run(|job| {
        let answer = job.ask()?;
        let mut out = match &answer {
            Answer::Hinted(hinted) => hinted.text.join("\n"),
            _ => answer.row(),
        };
        if matches!(&answer, Answer::Hinted(hinted) if hinted.status == "fog") {
            out.push_str("\n`--no-fog` gives a hint that may use what is in fog.");
        }
        if matches!(&answer, Answer::Hinted(hinted) if hinted.status == "limit") && job.clock.is_over() {
            out = format!("No step was found so far: {}.", Clock::why());
        }
        Ok(Answered::new(out + "\n", answer.ending()))
    })
}
