//! `candidates`: which are part of some solution; or what the rules leave at once, or step after step.

use super::position::Position;
use super::{Call, Nothing};
use crate::message::Failure;
use crate::work::Work;
use cluewright::hint::player_state;
use cluewright::operation;
use cluewright::report::{Candidates, CellCandidates};
use cluewright::{Compiled, ExplainOptions, Limits, Truth, Verdict, Ways, explain};
use serde::{Deserialize, Serialize};

/// Which candidates are left?
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Leaving {
    /// How far they are looked into.
    #[serde(default)]
    level: Level,
    /// Of true ones: are the solutions of each counted, up to so many?
    #[serde(default)]
    counts: Option<u32>,
    /// The player's grid, for the other levels; absent: as the puzzle itself has it.
    #[serde(default)]
    position: Option<Position>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Level {
    /// What some solution holds.
    #[default]
    True,
    /// What no digit that is seen takes away.
    Plain,
    /// What steps that place nothing and assume nothing leave.
    Logical,
}

/// The answer of `candidates`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum TrueOrLeft {
    /// True ones.
    True(Candidates),
    /// Others.
    Left(Left),
}

/// What is left in each cell.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Left {
    /// Was everything looked into?
    complete: bool,
    /// What is wrong in the player's grid: then nothing is told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mistakes: Vec<String>,
    /// The cells of the grid in reading order, then extra ones.
    cells: Vec<CellCandidates>,
}

impl Call for Leaving {
    const NAME: &'static str = "candidates";
    const ABOUT: &'static str =
        "Tells which candidates are part of some solution, and of how many; or which the rules leave.";
    type Partial = Nothing;
    type Answer = TrueOrLeft;

    fn answer(self, work: &mut Work<'_>) -> Result<TrueOrLeft, Failure> {
        let opened = work.opened()?;
        let compiled = opened.compiled();
        if self.level == Level::True {
            let operation = operation::Candidates { counts: self.counts };
            return Ok(TrueOrLeft::True(work.ask("searching", &operation, &work.asked(&opened))?));
        }
        let progress = self.position.map(|p| p.progress(compiled)).transpose()?;
        let progress = progress.as_deref().unwrap_or(&compiled.puzzle().progress);
        let logical = self.level == Level::Logical;
        work.limited("looking", |limits| Ok(TrueOrLeft::Left(left(compiled, progress, logical, limits))))
    }
}

/// What is left of a position. Logic here asks search nothing.
fn left(
    compiled: &Compiled,
    progress: &[cluewright::core::puzzle::Progress],
    logical: bool,
    limits: &Limits<'_>,
) -> Left {
    let unknown = Truth::of(Verdict::Unknown(None));
    let state = match player_state(compiled, progress, &unknown) {
        Ok(state) => state,
        Err(mistakes) => {
            let mistakes = mistakes.iter().map(ToString::to_string).collect();
            return Left { complete: true, mistakes, cells: Vec::new() };
        }
    };
    let (mut board, mut complete) = (state.board.clone(), true);
    if logical {
        let ways = Ways { trial: false, uniqueness: false, ..Ways::default() };
        let options = ExplainOptions { start: Some(state), ways, ..ExplainOptions::default() };
        let walked = explain(compiled, options, limits);
        complete = walked.path.outcome != cluewright::logic::Outcome::Limit;
        board = walked.path.end.board;
    } else if let Some(network) = compiled.model().network_until(&|| limits.stop.is_some_and(|stop| stop())) {
        for cell in compiled.model().answer_cells() {
            let Some(value) = state.board.fixed(cell).filter(|_| state.placed.contains(cell)) else { continue };
            let seen = cluewright::Candidate::new(cell, value);
            for near in network.neighbours(cell) {
                // A cell that is left with nothing shows it.
                let _ = board.drop_values(near.cell, network.forbidden(seen, near.cell));
            }
        }
    }
    let cell = |cell| {
        let digits = compiled.digits(cell, board.values(cell));
        CellCandidates::new(compiled.model().cell_name(cell), digits)
    };
    Left { complete, mistakes: Vec::new(), cells: compiled.model().answer_cells().map(cell).collect() }
}
