//! `count`: counts the solutions, in total or separately for every combination of values in some cells.

use super::split;
use crate::args::{Bounds, Count};
use crate::batch::{Answered, Command};
use crate::output::{Exit, Failure, number};
use crate::stop::Clock;
use cluewright::BadInput;
use cluewright::operation::{self, LISTED, Operation};
use cluewright::report::{self, Answer, Counted, Estimated};

pub(crate) fn run(args: Count) -> Result<Exit, Failure> {
    if args.sample.is_some() && args.split.is_empty() && !args.estimate {
        return Err(BadInput::new("--sample works only with --split or --estimate").into());
    }
    let (count, seed) = (args.question.read()?, args.seed);
    let operation::Count { limit, list } = count;
    let operation: Box<dyn Operation> = if args.estimate {
        Box::new(operation::Estimate { samples: args.sample.unwrap_or(1_000), seed })
    } else if args.split.is_empty() {
        Box::new(count)
    } else {
        let cells = args.split.iter().cloned().collect();
        Box::new(operation::Split { cells, limit, sample: args.sample, seed, list })
    };
    let command =
        Command { common: &args.common, what: "counting", operation: &*operation, data: false, position: None };
    let output = args.common.output;
    command.run(|job| {
        let answer = job.ask()?;
        let exit = answer.ending();
        let mut answered = match &answer {
            Answer::Split(found) => split::words(job.compiled, found, list, output.quiet),
            Answer::Estimated(found) => estimated(found, output.quiet),
            Answer::Counted(counted) => {
                let more = if counted.exact { "" } else { "at least " };
                let mut out = format!("{more}{}\n", counted.count);
                for line in report::lines(&counted.solutions, &counted.extra) {
                    out.push_str(&line);
                    out.push('\n');
                }
                let clash = answer.clash().map(str::to_owned);
                Answered {
                    clash,
                    err: if output.quiet { String::new() } else { remarks(counted, list, args.common.bounds) },
                    ..Answered::new(out, exit)
                }
            }
            _ => Answered::new(answer.row() + "\n", exit),
        };
        answered.exit = Some(exit.into());
        if output.trace {
            let nodes = if let Answer::Counted(Counted { nodes: Some(n), .. }) = &answer { *n } else { 0 };
            answered.err.push_str(&format!("\n{}, {} ms", number(nodes, "node"), job.clock.ms()));
            answered.err = answered.err.trim_start().to_owned();
        }
        Ok(answered)
    })
}

fn remarks(counted: &Counted, list: bool, bounds: Bounds) -> String {
    let first = match list {
        true if counted.count > 0 && counted.solutions.is_empty() => {
            "Solutions are listed only if all are counted or fewer than a hundred were found.".to_owned()
        }
        true if counted.count > LISTED as u64 => format!("Only the first {LISTED} solutions are listed."),
        _ => String::new(),
    };
    let why = if counted.is_full() {
        "Counting stopped at --limit; `--limit 0` counts all solutions.".to_owned()
    } else if !counted.exact {
        let by_nodes = bounds.nodes > 0 && bounds.timeout.is_none();
        let why = if by_nodes { "the limit of --nodes was reached" } else { Clock::why() };
        format!("Counting stopped early: {why}.")
    } else {
        String::new()
    };
    format!("{why} {first}").trim().to_owned()
}

fn estimated(found: &Estimated, quiet: bool) -> Answered {
    let out = format!("about {} (standard error {})\n", round(found.estimate), round(found.error));
    let mut answered = Answered { out, ..Answered::default() };
    if !quiet {
        answered.err = format!("{} of {} random dives ended in a solution.", found.hits, found.samples);
        if found.hits < 30 {
            answered.err.push_str(" With so few, the estimate is rough; --sample N makes more dives.");
        }
    }
    answered
}

/// Rounds a number to three significant digits.
fn round(x: f64) -> String {
    if x < 0.0 {
        "unknown".to_owned()
    } else if x < 1000.0 {
        format!("{x:.1}")
    } else {
        #[allow(clippy::cast_possible_truncation, reason = "finite numbers have at most 309 digits")]
        let power = x.log10().floor() as i32;
        format!("{:.2}e{power}", x / 10f64.powi(power))
    }
}
