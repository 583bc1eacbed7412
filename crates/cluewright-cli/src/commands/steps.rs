//! `steps`: every step that can be made now.

use super::player::progress;
use super::{clashed, load};
use crate::args::Steps;
use crate::batch::at_work;
use crate::cells::cells_by_name;
use crate::output::{Exit, Failure, Paint, answer_json, number, remark, say, tell};
use crate::stop::Clock;
use cluewright::logic::Step;
use cluewright::report::{StepReport, tenths};
use cluewright::{Available, Choice, Compiled, Truth, Verdict, available, player_state};
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct Report {
    id: String,
    status: &'static str,
    /// Are these all there are? Not when the time was up.
    complete: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mistakes: Vec<String>,
    steps: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    #[serde(flatten)]
    step: StepReport,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_ways: Vec<StepReport>,
}

pub(crate) fn run(args: Steps) -> Result<Exit, Failure> {
    let mut ways = super::explain::ways(&args.ways)?;
    ways.steps = args.most;
    let (id, compiled, clock) = load(&args.common)?;
    let cells = cells_by_name(&compiled, &args.cells)?;
    let progress = progress(&compiled, &args.player)?;
    let found = at_work(&args.common, clock, "searching", |limits, bar| {
        let truth = Truth::new(&compiled, limits);
        if matches!(truth.verdict, Verdict::None)
            && let Some(clash) = compiled.contradiction(limits)
        {
            return Err(clash);
        }
        Ok(player_state(&compiled, &progress, &truth).map(|state| {
            bar.tell(|| "looking for steps".to_owned());
            available(&compiled, &state, &ways, Some(&truth), limits)
        }))
    });
    let found = match found {
        Ok(found) => found,
        Err(clash) => return clashed(id, clash, args.common.output),
    };
    let Choice { steps: mut found, complete } = match found {
        Ok(found) => found,
        Err(mistakes) => {
            let mistakes: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
            if args.common.output.json {
                let report = Report { id, status: "mistakes", complete: true, mistakes, steps: Vec::new() };
                say(&answer_json(&compiled, &report))?;
            } else {
                tell(&(mistakes.join("\n") + "\n"))?;
            }
            return Ok(Exit::Negative);
        }
    };
    found.retain(|a| {
        let about = || a.step.placements.iter().chain(&a.step.eliminations);
        (cells.is_empty() || about().any(|c| cells.contains(&c.cell)))
            && (args.digits.is_empty() || about().any(|&c| args.digits.contains(&compiled.model().value_name(c))))
    });
    let exit = match (complete, found.is_empty()) {
        (false, _) => Exit::Limit,
        (true, true) => Exit::Negative,
        (true, false) => Exit::Done,
    };
    if args.common.output.json {
        let report = Report {
            id,
            status: match (found.is_empty(), complete) {
                (true, true) => "none",
                (true, false) => "unknown",
                (false, _) => "steps",
            },
            complete,
            mistakes: Vec::new(),
            steps: found.iter().map(|a| entry(&compiled, a, args.other_ways)).collect(),
        };
        say(&answer_json(&compiled, &report))?;
        return Ok(exit);
    }
    let paint = Paint::new(args.common.output);
    let mut out = String::new();
    let name = |step: &Step| format!("{} ({:.1})", step.technique.name, tenths(step.difficulty));
    for (i, a) in found.iter().enumerate() {
        let _ = writeln!(out, "{}. {}: {}", i + 1, paint.bold(&name(&a.step)), a.text.short);
        for line in &a.text.details {
            let _ = writeln!(out, "    {}", paint.dim(line));
        }
        if args.other_ways {
            for (step, text) in &a.others {
                let _ = writeln!(out, "    Or {}: {}", name(step), text.short);
            }
        } else if !a.others.is_empty() {
            let _ = writeln!(out, "    {}", paint.dim(&format!("({}.)", number(a.others.len() as u64, "other way"))));
        }
    }
    tell(&out)?;
    if !complete {
        let so_far = if found.is_empty() { "No step was found so far" } else { "There may be more steps" };
        remark(&format!("{so_far}: {}.", if clock.is_over() { Clock::why() } else { "the work allowed was done" }));
    } else if found.is_empty() && !args.common.output.quiet {
        remark("These techniques find no such step here.");
    }
    Ok(exit)
}

fn entry(compiled: &Compiled, found: &Available, others: bool) -> Entry {
    let report =
        |step, text: &cluewright::logic::text::Text| StepReport::new(compiled, step, text.short.clone(), &text.details);
    let others = if others { found.others.as_slice() } else { &[] };
    Entry {
        step: report(&found.step, &found.text),
        other_ways: others.iter().map(|(step, text)| report(step, text)).collect(),
    }
}
