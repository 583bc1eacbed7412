//! `convert`: a puzzle in another format.

use crate::args::Convert;
use crate::batch::{Answered, each_or_plain};
use crate::output::{Exit, Failure, json};
use crate::plain::Plain;
use crate::screen::one_line;
use cluewright::BadInput;
use cluewright::formats::{self, NoteKind};
use cluewright::rules::syntax::nearest;
use serde::Serialize;

#[derive(Serialize)]
struct Report<'a> {
    id: &'a str,
    format: &'a str,
    text: String,
    lost: Vec<String>,
}

pub(crate) fn run(args: Convert) -> Result<Exit, Failure> {
    // Not a format: the smallest of all rearrangements, as a line.
    let canonical = args.to == "canonical";
    let meant = |e: BadInput| match nearest(&args.to, ["canonical"]) {
        Some(near) => BadInput::new(e.message).hint(format!("did you mean `{near}`?")),
        None => e,
    };
    let format = formats::by_id(if canonical { "line" } else { &args.to }).map_err(meant)?;
    let plain = canonical.then_some(Plain::Canonical);
    each_or_plain(&args.common, "converting", plain, |job| {
        let (text, notes) = if canonical {
            format.write(&cluewright::canonical(job.compiled, &job.limits)?.0)?
        } else {
            job.compiled.write(format, &job.limits)?
        };
        let lost: Vec<String> = notes.into_iter().filter(|n| n.kind == NoteKind::Lost).map(|n| n.text).collect();
        if args.common.output.json {
            return Ok(Answered::new(json(&Report { id: job.id, format: &args.to, text, lost }), Exit::Done));
        }
        let mut answered = Answered::data(format!("{}\n", text.trim_end_matches('\n')), Exit::Done);
        if !args.common.output.quiet && !job.one_of_many {
            let lines: Vec<String> = lost.iter().map(|l| format!("lost: {}", one_line(l))).collect();
            answered.err = lines.join("\n");
        }
        Ok(answered)
    })
}
