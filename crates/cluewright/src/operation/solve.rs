//! `solve`: the solution, and whether it is the only one.

use super::{ClassicResult, Operation, PuzzleRequest, text};
use crate::error::Error;
use crate::report::{Answer, Solved, Status};
use cluewright_search::Limits;

crate::question! {
    /// Finds the solution of a puzzle and checks whether it is the only one.
    pub struct Solve = "solve" {
        /// Report the number of search nodes.
        stats: bool = false,
    }
}

impl Operation for Solve {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let answer = asked.remember(|known| known.verdict(asked.compiled, limits));
        let mut solved = Solved::new(asked.compiled, &answer, limits);
        solved.nodes = (self.stats || asked.stats).then_some(answer.stats.nodes);
        Ok(Answer::Solved(solved))
    }

    fn classic_limit(&self) -> Option<u64> {
        Some(2)
    }

    fn answer_from_classic(&self, seen: &mut ClassicResult<'_>) -> Option<Answer> {
        let (status, solutions) = match (seen.count, seen.solution) {
            (0, _) if !seen.clashes() => (Status::None, Vec::new()),
            (1, Some(grid)) => (Status::Unique, vec![text(grid)]),
            (2, _) => (Status::Multiple, seen.two()),
            _ => return None,
        };
        let exact = status != Status::Multiple;
        Some(Answer::Solved(Solved {
            status,
            solutions,
            extra: Vec::new(),
            count: seen.count,
            exact,
            clash: None,
            nodes: None,
        }))
    }

    fn heading(&self) -> &'static [&'static str] {
        &["status", "count", "exact", "solutions", "extra"]
    }
}
