//! The commands, each in its own file.

pub(crate) mod candidates;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod hint;
mod made;
pub(crate) mod manual;
mod player;
pub(crate) mod rate;
pub(crate) mod read;
pub(crate) mod render;
mod rule_tests;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod solve;
mod split;
pub(crate) mod steps;
pub(crate) mod techniques;

use crate::stop::Clock;
use cluewright::Stopped;

/// The reason why a search ended early, in words.
pub(crate) fn why_stopped(stopped: Option<Stopped>) -> &'static str {
    match stopped {
        Some(Stopped::Nodes) => "the limit of --nodes was reached",
        Some(Stopped::Signal) => Clock::why(),
        Some(Stopped::Unsound) => {
            "internal error: the answer breaks the puzzle's own rules, so it is not shown; please report this puzzle"
        }
        Some(_) => "the search was stopped",
        None => "done",
    }
}

/// The message for a puzzle whose givens contradict each other.
pub(crate) fn no_solution(clash: &str) -> String {
    format!("no solution: {clash}")
}
