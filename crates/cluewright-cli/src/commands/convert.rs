//! `convert`: a puzzle in another format.

use crate::args::Convert;
use crate::batch::{Answered, Command};
use crate::output::{Exit, Failure};
use crate::screen::one_line;
use cluewright::BadInput;
use cluewright::operation::{self, Operation};
use cluewright::question::{Choice, FormatId};
use cluewright::report::Answer;
use cluewright::rules::syntax::nearest;

pub(crate) fn run(mut args: Convert) -> Result<Exit, Failure> {
    args.common.source.to = Some(args.to.clone());
    // `canonical` is not a format, but the smallest of all rearrangements of the puzzle, as a line.
    let operation: Box<dyn Operation> = if args.to == "canonical" {
        Box::new(operation::Canonical {})
    } else {
        let meant = |e: BadInput| match nearest(&args.to, ["canonical"]) {
            Some(near) => BadInput::new(e.message).hint(format!("did you mean `{near}`?")),
            None => e,
        };
        Box::new(operation::Convert { to: FormatId::of_name(&args.to).map_err(meant)?, lossy: args.lossy })
    };
    let command =
        Command { common: &args.common, what: "converting", operation: &*operation, data: true, position: None };
    command.run(|job| {
        let answer = job.ask()?;
        let mut answered = Answered { data: true, ..Answered::new(answer.row() + "\n", answer.ending()) };
        if let Answer::Converted(converted) = &answer
            && !args.common.output.quiet
        {
            let mut lines: Vec<String> = converted.lost.iter().map(|l| format!("lost: {}", one_line(l))).collect();
            lines.extend(converted.notes.iter().map(|n| format!("note: {}", one_line(n))));
            if converted.changed {
                lines.push("the written puzzle may have other solutions; `--lossy` accepts that".to_owned());
            }
            answered.err = lines.join("\n");
        }
        Ok(answered)
    })
}
