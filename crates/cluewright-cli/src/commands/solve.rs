//! `solve`: the solution, and whether it is the only one.

use super::{exit_of, why_stopped};
use crate::args::Solve;
use crate::batch::{Answered, each_or_plain};
use crate::draw;
use crate::output::{Exit, Failure, Paint, answer_json, number};
use crate::plain::Plain;
use cluewright::Verdict;
use cluewright::report::Solved;

pub(crate) fn run(args: Solve) -> Result<Exit, Failure> {
    let output = args.common.output;
    each_or_plain(&args.common, "solving", Some(Plain::Solve), |job| {
        let answer = cluewright::solve(job.compiled, &job.limits);
        let exit = exit_of(&answer.value);
        let mut report = Solved::new(job.id, job.compiled, &answer, &job.limits);
        report.ms = job.clock.ms();
        if output.json {
            return Ok(Answered::new(answer_json(job.compiled, &report), exit));
        }
        let mut out = String::new();
        if !job.one_of_many
            && !output.quiet
            && let Verdict::Unique(solution) | Verdict::Unknown(Some(solution)) = &answer.value
        {
            out.push_str(&draw::solution(job.compiled, solution, Paint::new(output)));
        }
        out.push_str(report.status.word());
        for solution in &report.solutions {
            out.push(' ');
            out.push_str(solution);
        }
        out.push('\n');
        let mut answered = Answered { clash: report.clash, ..Answered::new(out, exit) };
        if !job.one_of_many && !output.quiet {
            answered.err = match &answer.value {
                Verdict::None if answered.clash.is_some() => String::new(),
                Verdict::None => "There is no solution.".to_owned(),
                Verdict::Multiple(..) => "There is more than one solution; two of them are shown.".to_owned(),
                Verdict::Unknown(None) => format!("No solution found so far: {}.", why_stopped(answer.stopped)),
                Verdict::Unknown(Some(_)) => {
                    format!("A solution, perhaps not the only one: {}.", why_stopped(answer.stopped))
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
                report.ms
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
