//! `steps`: every step that can be made now.

use super::player::progress;
use super::{cells_by_name, load, no_solution};
use crate::args::Steps;
use crate::batch::at_work;
use crate::output::{Exit, Failure, Paint, answer_json, number, remark, say};
use cluewright::logic::Step;
use cluewright::report::{StepReport, tenths};
use cluewright::{Available, BadInput, Compiled, Truth, Verdict, available, player_state};
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct Report {
    id: String,
    status: &'static str,
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
    let (id, compiled) = load(&args.common)?;
    let cells = cells_by_name(&compiled, &args.cells)?;
    let progress = progress(&compiled, &args.player)?;
    let found = at_work(&args.common, "searching", |limits, _, bar| {
        let truth = Truth::new(&compiled, limits);
        if matches!(truth.verdict, Verdict::None) {
            no_solution(&compiled)?;
        }
        Ok::<_, BadInput>(player_state(&compiled, &progress, &truth).map(|state| {
            bar.tell(|| "looking for steps".to_owned());
            available(&compiled, &state, &ways, Some(&truth), limits)
        }))
    })?;
    let mut found = match found {
        Ok(found) => found,
        Err(mistakes) => {
            let mistakes: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
            if args.common.output.json {
                say(&answer_json(&compiled, &Report { id, status: "mistakes", mistakes, steps: Vec::new() }))?;
            } else {
                say(&(mistakes.join("\n") + "\n"))?;
            }
            return Ok(Exit::Negative);
        }
    };
    found.retain(|a| {
        let about = || a.step.placements.iter().chain(&a.step.eliminations);
        (cells.is_empty() || about().any(|c| cells.contains(&c.cell)))
            && (args.digits.is_empty() || about().any(|&c| args.digits.contains(&compiled.model().value_name(c))))
    });
    let exit = if found.is_empty() { Exit::Negative } else { Exit::Done };
    if args.common.output.json {
        say(&answer_json(
            &compiled,
            &Report {
                id,
                status: if found.is_empty() { "none" } else { "steps" },
                mistakes: Vec::new(),
                steps: found.iter().map(|a| entry(&compiled, a, args.other_ways)).collect(),
            },
        ))?;
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
    say(&out)?;
    if found.is_empty() && !args.common.output.quiet {
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
