//! `candidates`: which candidates are part of some solution, and of how many.

use super::{Asked, Operation, Seen};
use crate::error::Error;
use crate::report::{Answer, Candidates as Found, CellCandidates};
use crate::solve::CandidateOptions;
use cluewright_core::Candidate;
use cluewright_search::Limits;

/// Which candidates are in some solution?
#[derive(Clone, Copy, Debug, Default)]
pub struct Candidates {
    /// Count the solutions of each, up to so many.
    pub counts: Option<u32>,
}

impl Operation for Candidates {
    fn ask(&self, asked: &Asked<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let (compiled, model) = (asked.compiled, asked.compiled.model());
        let cap = self.counts.unwrap_or(1);
        let options = CandidateOptions { cap, threads: asked.threads, ..CandidateOptions::default() };
        let answer = asked.remember(|known| known.candidates(compiled, &options, limits));
        let complete = answer.complete();
        let found = &answer.value;
        let nothing = complete && found.possible.iter().all(|s| s.is_empty());
        let cells = model.answer_cells().map(|cell| {
            let number = |v| model.number(Candidate::new(cell, v));
            let possible = found.possible[cell.index()];
            let counts = self.counts.map(|_| possible.iter().map(|v| found.counts[cell.index()][v.index()]).collect());
            CellCandidates {
                cell: model.cell_name(cell),
                candidates: possible.iter().map(number).collect(),
                counts: counts.unwrap_or_default(),
                unknown: found.open[cell.index()].minus(possible).iter().map(number).collect(),
            }
        });
        Ok(Answer::Candidates(Found {
            complete,
            cells: cells.collect(),
            clash: if nothing { compiled.contradiction(limits) } else { None },
            nodes: asked.stats.then_some(answer.stats.nodes),
        }))
    }

    fn look(&self) -> Option<u64> {
        Some(2)
    }

    fn seen(&self, seen: &mut Seen<'_>) -> Option<Answer> {
        let grid = seen.unique()?;
        let counts = if self.counts.is_some() { vec![1] } else { Vec::new() };
        let cell = |(i, &d): (usize, &u8)| CellCandidates {
            cell: format!("r{}c{}", i / 9 + 1, i % 9 + 1),
            candidates: vec![i32::from(d)],
            counts: counts.clone(),
            unknown: Vec::new(),
        };
        let cells = grid.iter().enumerate().map(cell).collect();
        Some(Answer::Candidates(Found { complete: true, cells, clash: None, nodes: None }))
    }

    fn heading(&self) -> &'static [&'static str] {
        &["complete", "candidates"]
    }
}
