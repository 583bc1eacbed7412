//! `hidden`: lists the cells and clues in fog.

use crate::call::{Call, Nothing};
use crate::message::Failure;
use crate::work::Work;
use cluewright::position::Position;
use serde::Serialize;

cluewright::question! {
    /// Lists the cells and clues that fog hides from the player.
    pub(crate) struct Hidden = "hidden" {
        /// The player's grid; default: the grid in the puzzle.
        position: Option<Position> = None,
    }
}

/// The answer to `hidden`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct InFog {
    /// The cells that fog hides, in reading order.
    cells: Vec<String>,
    /// Clues that are not fully visible, by their indices in the puzzle's list, from 0.
    clues: Vec<usize>,
}

impl Call for Hidden {
    type Partial = Nothing;
    type Answer = InFog;

    fn answer(self, work: &mut Work<'_>) -> Result<InFog, Failure> {
        let opened = work.opened()?;
        let compiled = opened.compiled();
        let progress = self.position.map(|p| p.progress(compiled)).transpose()?;
        let progress = progress.as_deref().unwrap_or(&compiled.puzzle().progress);
        let found = work.limited("solving", |limits| work.asked(&opened).hidden(progress, limits));
        let cells = found.cells.iter().map(|&c| compiled.puzzle().cell_name(c)).collect();
        Ok(InFog { cells, clues: found.clues })
    }
}
