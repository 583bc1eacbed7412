//! `candidates`: the candidates that are part of some solution, and the number of those solutions.

use super::{ClassicResult, Operation, PuzzleRequest};
use crate::compiled::Compiled;
use crate::error::Error;
use crate::explain::{ExplainOptions, explain};
use crate::hint::player_state;
use crate::names::Named;
use crate::position::{Position, of_player};
use crate::question::choices;
use crate::report::{Answer, Candidates as Found, CellCandidates};
use crate::solve::{CandidateOptions, SearchFacts};
use crate::technique_filter::TechniqueFilter;
use cluewright_core::puzzle::Progress;
use cluewright_core::{BadInput, Candidate};
use cluewright_logic::Outcome;
use cluewright_search::{Limits, Verdict};

crate::question! {
    /// Lists the candidates that are part of some solution (and, if requested, the number of solutions for each candidate), or the
    /// candidates that the rules do not exclude.
    pub struct Candidates = "candidates" {
        /// Which candidates to show.
        level: Level = Level::True,
        /// For each true candidate, also count the solutions that contain it, up to this number.
        counts: Option<u32> = None,
        /// The player's grid, for the levels `plain` and `logical`; default: the grid in the puzzle.
        position: Option<Position> = None,
        /// For the levels `plain` and `logical`, use only what fog lets the player see in this position.
        fog: bool = false,
    }
}

/// Which candidates to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Level {
    /// The candidates that are part of some solution.
    #[default]
    True,
    /// The candidates that no visible digit excludes.
    Plain,
    /// The candidates left by steps that place nothing and assume nothing.
    Logical,
}

const LEVELS: [Named<Level>; 3] = [
    (Level::True, "true", "candidates that are part of some solution"),
    (Level::Plain, "plain", "candidates that no visible digit excludes"),
    (Level::Logical, "logical", "candidates left by steps that place nothing and assume nothing"),
];

choices!(Level, LEVELS, "level", "CandidateLevel");

/// The candidates left in a position. Here, logic uses no facts from the search.
fn left(compiled: &Compiled, progress: &[Progress], logical: bool, limits: &Limits<'_>) -> Found {
    let unknown = SearchFacts::of(Verdict::Unknown(None));
    let state = match player_state(compiled, progress, &unknown) {
        Ok(state) => state,
        Err(mistakes) => {
            let mistakes = mistakes.iter().map(ToString::to_string).collect();
            return Found { complete: true, mistakes, ..Found::default() };
        }
    };
    let (mut board, mut complete) = (state.board.clone(), true);
    if logical {
        let ways = TechniqueFilter { trial: false, uniqueness: false, ..TechniqueFilter::default() };
        let options = ExplainOptions { start: Some(state), ways, ..ExplainOptions::default() };
        let walked = explain(compiled, options, limits);
        complete = walked.path.outcome != Outcome::Limit;
        board = walked.path.end.board;
    } else if let Some(network) = compiled.model().network_until(&|| limits.stop.is_some_and(|stop| stop())) {
        for cell in compiled.model().answer_cells() {
            let Some(value) = state.board.fixed(cell).filter(|_| state.placed.contains(cell)) else { continue };
            let seen = Candidate::new(cell, value);
            for near in network.neighbours(cell) {
                // If a cell loses its last candidate, it is left empty, which shows the contradiction.
                let _ = board.drop_values(near.cell, network.forbidden(seen, near.cell));
            }
        }
    }
    let cell = |cell| {
        let digits = compiled.digits(cell, board.values(cell));
        CellCandidates::new(compiled.model().cell_name(cell), digits)
    };
    Found { complete, cells: compiled.model().answer_cells().map(cell).collect(), ..Found::default() }
}

impl Operation for Candidates {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let (compiled, model) = (asked.compiled, asked.compiled.model());
        if self.fog && self.level == Level::True {
            return Err(BadInput::new("true candidates would reveal what is in fog")
                .hint("level plain or logical")
                .into());
        }
        if self.level != Level::True {
            let written = of_player(self.position.as_ref(), compiled)?;
            let progress = written.as_deref().unwrap_or_else(|| asked.progress());
            let seen = if self.fog { asked.player_view(progress, limits)? } else { None };
            if let Some(seen) = seen {
                let logical = self.level == Level::Logical;
                let found = left(&seen.compiled, &seen.progress(progress), logical, limits);
                return Ok(Answer::Candidates(found));
            }
            return Ok(Answer::Candidates(left(compiled, progress, self.level == Level::Logical, limits)));
        }
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
            mistakes: Vec::new(),
            cells: cells.collect(),
            clash: if nothing { compiled.contradiction(limits) } else { None },
            nodes: asked.stats.then_some(answer.stats.nodes),
        }))
    }

    fn classic_limit(&self) -> Option<u64> {
        (self.level == Level::True).then_some(2)
    }

    fn answer_from_classic(&self, seen: &mut ClassicResult<'_>) -> Option<Answer> {
        let grid = seen.unique()?;
        let counts = if self.counts.is_some() { vec![1] } else { Vec::new() };
        let cell = |(i, &d): (usize, &u8)| CellCandidates {
            cell: format!("r{}c{}", i / 9 + 1, i % 9 + 1),
            candidates: vec![i32::from(d)],
            counts: counts.clone(),
            unknown: Vec::new(),
        };
        let cells = grid.iter().enumerate().map(cell).collect();
        Some(Answer::Candidates(Found { complete: true, cells, ..Found::default() }))
    }

    fn heading(&self) -> &'static [&'static str] {
        &["complete", "candidates"]
    }
}
