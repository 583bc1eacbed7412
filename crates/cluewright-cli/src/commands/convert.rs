//! `convert`: a puzzle in another format.

use crate::args::Convert;
use crate::batch::{Answered, each_or_plain};
use crate::output::{Exit, Failure, json};
use crate::plain::Plain;
use crate::screen::one_line;
use cluewright::Written;
use cluewright::formats::{self, Note, NoteKind};
use serde::Serialize;

#[derive(Serialize)]
struct Report<'a> {
    id: &'a str,
    format: &'a str,
    text: String,
    /// What may change the solutions.
    lost: Vec<String>,
    /// What else there is to say: a title that was left out, rules written without their names.
    notes: Vec<String>,
}

pub(crate) fn run(args: Convert) -> Result<Exit, Failure> {
    // Not a format: the smallest of all rearrangements, as a line.
    let canonical = args.to == "canonical";
    let format = formats::by_id(if canonical { "line" } else { &args.to })?;
    let plain = canonical.then_some(Plain::Canonical);
    each_or_plain(&args.common, "converting", plain, |job| {
        let written = if canonical {
            let (text, notes) = format.write(&cluewright::canonical(job.compiled, &job.limits)?.0)?;
            Written { text, notes, changes_solutions: false }
        } else {
            job.compiled.write(format, &job.limits)?
        };
        let exit = if written.changes_solutions && !args.lossy { Exit::Negative } else { Exit::Done };
        let (lost, others): (Vec<_>, Vec<_>) = written.notes.into_iter().partition(|n| n.kind == NoteKind::Lost);
        if args.common.output.json {
            let texts = |notes: Vec<Note>| notes.into_iter().map(|n| n.text).collect();
            let report =
                Report { id: job.id, format: &args.to, text: written.text, lost: texts(lost), notes: texts(others) };
            return Ok(Answered::new(json(&report), exit));
        }
        let mut answered = Answered::data(format!("{}\n", written.text.trim_end_matches('\n')), exit);
        if !args.common.output.quiet {
            // Of many, only what makes the exit code what it is, and whose it is.
            let id = if job.one_of_many { format!("{}: ", job.id) } else { String::new() };
            let mut lines: Vec<String> = lost.iter().map(|n| format!("{id}lost: {}", one_line(&n.text))).collect();
            if !job.one_of_many {
                lines.extend(others.iter().map(|n| format!("note: {}", one_line(&n.text))));
                if exit == Exit::Negative {
                    lines.push("what is written may have other solutions; `--lossy` says that this is fine".to_owned());
                }
            }
            answered.err = lines.join("\n");
        }
        Ok(answered)
    })
}
