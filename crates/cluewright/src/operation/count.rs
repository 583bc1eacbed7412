//! `count`: counts solutions.

use super::{ClassicResult, Operation, PuzzleRequest, text};
use crate::error::Error;
use crate::judge::CountOptions;
use crate::report::{Answer, Counted, ExtraReport, Status};
use cluewright_core::Value;
use cluewright_search::{Limits, Solver};
use std::ops::ControlFlow;

crate::question! {
    /// Counts solutions, all or up to a limit, and lists them if requested.
    pub struct Count = "count" {
        /// Stop counting at this number of solutions; 0 counts all of them.
        limit: u64 = 0,
        /// Also list the solutions, at most ten thousand.
        list: bool = false,
    }
}

/// If fewer solutions than this were found, they are listed even if the count is not exact.
const FIRST: usize = 100;
/// The maximum number of listed solutions.
pub const LISTED: usize = 10_000;

impl Count {
    fn counted(&self, count: u64, exact: bool) -> Counted {
        let status = match count {
            0 if exact => Status::None,
            1 if exact => Status::Unique,
            0 | 1 => Status::Unknown,
            _ => Status::Multiple,
        };
        let (solutions, extra) = (Vec::new(), Vec::new());
        Counted { status, solutions, extra, count, exact, limit: self.limit, clash: None, nodes: None }
    }
}

impl Operation for Count {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let compiled = asked.compiled;
        let mut listed: Vec<Vec<Value>> = Vec::new();
        let answer = if self.list {
            let mut count = 0u64;
            let mut solver = Solver::new(compiled.model());
            let mut fault = None;
            let mut answer = solver.solutions_on(asked.threads, &compiled.board(), limits, |solution| {
                count += 1;
                if listed.len() < LISTED {
                    fault = compiled.judge(solution, limits).err();
                    listed.push(solution.to_vec());
                }
                if count == self.limit || fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if fault.is_some() {
                listed.clear();
                (answer.value, answer.stopped) = (0, fault);
            }
            answer
        } else {
            compiled.count(&CountOptions { most: self.limit, threads: asked.threads }, limits)
        };
        let full = self.limit > 0 && answer.value >= self.limit;
        let mut counted = self.counted(answer.value, answer.complete() && !full);
        // Which solutions a search finds first depends on the order of the search, but the complete list of solutions does not.
        if counted.exact || listed.len() < FIRST {
            counted.solutions = listed.iter().map(|s| compiled.digits_text(s)).collect();
            counted.extra = ExtraReport::of_each(compiled, &listed);
        }
        if counted.status == Status::None {
            counted.clash = compiled.contradiction(limits);
        }
        counted.nodes = asked.stats.then_some(answer.stats.nodes);
        Ok(Answer::Counted(counted))
    }

    fn classic_limit(&self) -> Option<u64> {
        Some(if self.limit == 0 { u64::MAX } else { self.limit })
    }

    fn answer_from_classic(&self, seen: &mut ClassicResult<'_>) -> Option<Answer> {
        if (seen.count == 0 && seen.clashes()) || (self.list && seen.count > 1) {
            return None;
        }
        let mut counted = self.counted(seen.count, self.limit == 0 || seen.count < self.limit);
        if self.list {
            counted.solutions = seen.solution.map(text).into_iter().collect();
        }
        Some(Answer::Counted(counted))
    }

    fn heading(&self) -> &'static [&'static str] {
        &["status", "count", "exact", "solutions", "extra"]
    }
}
