//! `solve`: finds the solution, and checks whether it is the only one.

use super::why_stopped;
use crate::args::Solve;
use crate::batch::{Answered, Command};
use crate::draw;
use crate::output::{Exit, Failure, Paint, number};
use cluewright::differences::{differences, differences_text};
use cluewright::operation;
use cluewright::report::{Answer, Solved};
use cluewright::why::why_of;
use cluewright::{Compiled, Limits, Verdict};

pub(crate) fn run(args: Solve) -> Result<Exit, Failure> {
    let output = args.common.output;
    let command = Command {
        common: &args.common,
        what: "solving",
        operation: &operation::Solve::default(),
        data: false,
        position: None,
    };
    command.run(|job| {
        let answer = cluewright::solve(job.compiled, &job.limits);
        let mut out = String::new();
        if !output.quiet
            && let Verdict::Unique(solution) | Verdict::Unknown(Some(solution)) = &answer.value
        {
            out.push_str(&draw::solution(job.compiled, solution, Paint::new(output)));
        }
        let mut differ = String::new();
        if !output.quiet
            && let Verdict::Multiple(one, another) = &answer.value
        {
            let cells = differences(job.compiled, one, another);
            out.push_str(&draw::two_solutions(job.compiled, one, &cells));
            differ = differences_text(job.compiled, &cells);
        }
        let solved = Answer::Solved(Solved::new(job.compiled, &answer, &job.limits));
        out.push_str(&solved.row());
        out.push('\n');
        let mut answered = Answered {
            clash: solved.clash().map(str::to_owned),
            several: matches!(answer.value, Verdict::Multiple(..)),
            ..Answered::new(out, solved.ending())
        };
        if !output.quiet {
            answered.err = match &answer.value {
                Verdict::None if answered.clash.is_some() => String::new(),
                Verdict::None => broken(job.compiled, &answer.value, &job.limits),
                Verdict::Multiple(..) => format!("There is more than one solution; two are shown. {differ}"),
                Verdict::Unknown(None) => format!("No solution found so far: {}.", why_stopped(answer.stopped)),
                Verdict::Unknown(Some(_)) => {
                    format!("One solution was found, perhaps not the only one: {}.", why_stopped(answer.stopped))
                }
                Verdict::Unique(_) => String::new(),
            };
        }
        if output.trace {
            answered.err.push_str(&format!(
                "\n{}, {}, {}; {} ms",
                number(answer.stats.nodes, "node"),
                number(answer.stats.failures, "failure"),
                number(answer.stats.propagations, "propagation"),
                job.clock.ms()
            ));
            for kind in answer.stats.kinds.iter().filter(|k| k.runs > 0) {
                answered.err.push_str(&format!(
                    "\n{}: {}, {}",
                    kind.kind,
                    number(kind.runs, "run"),
                    number(kind.conflicts, "conflict")
                ));
            }
            answered.err = answered.err.trim_start().to_owned();
        }
        Ok(answered)
    })
}

/// A message that the puzzle has no solution, with the reason.
fn broken(compiled: &Compiled, verdict: &Verdict, limits: &Limits<'_>) -> String {
    let why = why_of(compiled, verdict, None, limits).map(|why| why.sentences()).unwrap_or_default();
    std::iter::once("There is no solution.".to_owned()).chain(why).collect::<Vec<_>>().join("\n")
}
