//! `steps`: lists every step that is possible in the position.

use super::no_solution;
use super::player::grid;
use crate::args::Steps;
use crate::batch::{Answered, Command};
use crate::output::{Exit, Failure, Paint, number};
use crate::stop::Clock;
use cluewright::operation;
use cluewright::report::{Answer, Listed, StepReport};
use std::fmt::Write;

pub(crate) fn run(args: Steps) -> Result<Exit, Failure> {
    let operation = operation::Steps { position: grid(&args.player)?, ..args.question.read()? };
    let command =
        Command { common: &args.common, what: "looking for steps", operation: &operation, data: false, position: None };
    let output = args.common.output;
    command.run(|job| {
        let answer = job.ask()?;
        let exit = answer.ending();
        let listed = match &answer {
            Answer::Listed(listed) if listed.status == "mistakes" => {
                return Ok(Answered::new(listed.mistakes.join("\n") + "\n", exit));
            }
            Answer::Listed(listed) => listed,
            _ => return Ok(Answered::new(answer.clash().map(no_solution).unwrap_or_default() + "\n", exit)),
        };
        let mut answered = Answered::new(words(listed, operation.other_ways, Paint::new(output)), exit);
        if !listed.complete {
            let so_far = if listed.steps.is_empty() { "No step was found so far" } else { "There may be more steps" };
            let why = if job.clock.is_over() { Clock::why() } else { "the work limit was reached" };
            answered.err = format!("{so_far}: {why}.");
        } else if listed.steps.is_empty() && !output.quiet {
            "These techniques find no such step here.".clone_into(&mut answered.err);
        }
        Ok(answered)
    })
}

fn words(listed: &Listed, other_ways: bool, paint: Paint) -> String {
    let name = |step: &StepReport| format!("{} ({:.1})", step.name, step.difficulty);
    let mut out = String::new();
    for (i, a) in listed.steps.iter().enumerate() {
        let _ = writeln!(out, "{}. {}: {}", i + 1, paint.bold(&name(&a.step)), a.step.text);
        for line in &a.step.details {
            let _ = writeln!(out, "    {}", paint.dim(line));
        }
        if other_ways {
            for step in &a.other_ways {
                let _ = writeln!(out, "    Or {}: {}", name(step), step.text);
            }
        } else if a.others > 0 {
            let _ = writeln!(out, "    {}", paint.dim(&format!("({}.)", number(a.others as u64, "other way"))));
        }
    }
    out
}
