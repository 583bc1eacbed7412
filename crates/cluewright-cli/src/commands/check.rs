//! `check`: reports whether a puzzle is valid or a filled grid is correct, and which givens and clues are redundant.

use crate::args::Check;
use crate::batch::{Answered, Command};
use crate::output::{Exit, Failure, Paint};
use crate::stop::Clock;
use cluewright::report::{Answer, Checked, Status};

pub(crate) fn run(args: Check) -> Result<Exit, Failure> {
    let operation = args.question.read()?;
    let command =
        Command { common: &args.common, what: "checking", operation: &operation, data: false, position: None };
    command.run(|job| {
        let answer = job.ask()?;
        let exit = answer.ending();
        let Answer::Checked(checked) = &answer else { return Ok(Answered::new(answer.row() + "\n", exit)) };
        let mut answered = Answered::new(words(checked, Paint::new(args.common.output)), exit);
        answered.several = answer.is_multiple();
        if checked.limited {
            answered.err = match &checked.removed {
                Some(_) if job.clock.is_over() => format!("Not every given and clue was tried: {}.", Clock::why()),
                Some(_) => "Not every given and clue was tried: a limit was reached.".to_owned(),
                None => "No search for redundant givens and clues: the time limit was reached.".to_owned(),
            };
        } else if checked.status == Some(Status::Unknown) && job.clock.is_over() {
            answered.err = format!("Nothing more is known: {}.", Clock::why());
        }
        Ok(answered)
    })
}

fn words(checked: &Checked, paint: Paint) -> String {
    let mut lines: Vec<String> = Vec::new();
    match (checked.ok, &*checked.checked) {
        (true, "grid") => lines.push(paint.good("The grid is correct.")),
        (true, _) => lines.push(paint.good("The puzzle has one solution.")),
        (false, "grid") => {
            lines.push(paint.bad("The grid has errors:"));
            lines.extend(checked.flaws.iter().map(|f| format!("  {f}")));
        }
        (false, _) => lines.extend(checked.flaws.iter().map(|f| paint.bad(f))),
    }
    lines.extend(checked.why.iter().cloned());
    if let Some(removed) = &checked.removed {
        if removed.is_empty() {
            lines.push("Every given and every clue is needed.".to_owned());
        } else {
            lines.push("These are redundant:".to_owned());
            lines.extend(removed.iter().map(|r| format!("  {r}")));
            let left = checked.minimal.as_deref().unwrap_or_default();
            lines.push(format!("The puzzle without them:\n\n{}", left.trim_end()));
        }
    }
    lines.join("\n") + "\n"
}
