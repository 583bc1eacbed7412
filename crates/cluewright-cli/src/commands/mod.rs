//! The commands, one file each.

pub(crate) mod candidates;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod manual;
mod player;
pub(crate) mod rate;
mod rule_tests;
pub(crate) mod rules;
pub(crate) mod solve;
pub(crate) mod steps;
pub(crate) mod techniques;

use crate::args::{Common, Output};
use crate::input::{Extra, open_single};
use crate::output::{Exit, Failure, json, say};
use crate::stop::Clock;
use cluewright::report::Status;
use cluewright::{Compiled, Stopped, Verdict};
use serde::Serialize;

/// The exit status of a verdict.
pub(crate) fn exit_of(verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Unique(_) => Exit::Done,
        Verdict::None | Verdict::Multiple(..) => Exit::Negative,
        Verdict::Unknown(_) => Exit::Limit,
    }
}

/// Why a search ended early, in words.
pub(crate) fn why_stopped(stopped: Option<Stopped>) -> &'static str {
    match stopped {
        Some(Stopped::Nodes) => "the limit of --nodes was reached",
        Some(Stopped::Signal) => Clock::why(),
        Some(Stopped::Unsound) => {
            "internal error: what was found breaks the puzzle's own rules, so nothing is answered; please report this puzzle"
        }
        None => "done",
    }
}

/// Why there is no solution, when givens contradict each other, in words.
pub(crate) fn no_solution(clash: &str) -> String {
    format!("no solution: {clash}")
}

/// The answer of a command that has nothing to show for a puzzle whose givens contradict each other.
pub(crate) fn clashed(id: String, clash: String, output: Output) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Clashed {
        id: String,
        status: Status,
        clash: String,
    }
    say(&if output.json { json(&Clashed { id, status: Status::None, clash }) } else { no_solution(&clash) + "\n" })?;
    Ok(Exit::Negative)
}

/// Loads the one puzzle of a command that takes one, and tells what it was turned into when asked to.
/// The clock has run since the first byte of it was read.
pub(crate) fn load(common: &Common) -> Result<(String, Compiled, Clock), Failure> {
    let (id, text, began) = open_single(&common.source)?;
    let clock = Clock::since(began, common.bounds);
    crate::batch::watch_one(&id, clock, common.output, false);
    let extra = Extra::new(&common.source, common.output.quiet)?;
    let named = id != "argument" && id != "empty grid";
    let started = std::time::Instant::now();
    let compiled = extra.load(&text, &|| clock.is_over()).map_err(|e| if named { e.within(&id) } else { e })?;
    if common.output.trace {
        crate::output::remark(crate::batch::trace(&compiled, started.elapsed()).trim_end());
    }
    Ok((id, compiled, clock))
}
