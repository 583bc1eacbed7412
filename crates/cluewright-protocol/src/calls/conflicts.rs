//! `conflicts`: finds the errors in an unfinished grid.

use crate::call::{Call, Nothing};
use crate::message::Failure;
use crate::work::Work;
use cluewright::conflicts::{Breach, conflicts};
use cluewright::position::Position;
use cluewright::report::CandidateReport;
use serde::Serialize;

cluewright::question! {
    /// Lists the digits of an unfinished grid that break a rule or clue.
    pub(crate) struct Conflicts = "conflicts" {
        /// The player's grid; default: the grid in the puzzle.
        position: Option<Position> = None,
        /// Use only what fog lets the player see.
        fog: bool = true,
    }
}

/// The answer to `conflicts`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Conflicting {
    conflicts: Vec<Conflict>,
}

/// Digits that contradict each other.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Conflict {
    /// The rule that forbids the digits; absent if the cell cannot contain the digit at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    /// The index of the clue in the puzzle's list, from 0, with combined clues counted depth first.
    #[serde(skip_serializing_if = "Option::is_none")]
    clue: Option<u32>,
    /// The cells of the clue or house whose rule forbids the digits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    within: Vec<String>,
    /// The cells that contain the contradictory digits.
    cells: Vec<String>,
    /// The contradictory digits.
    candidates: Vec<CandidateReport>,
    /// The conflict in one sentence.
    text: String,
}

impl Call for Conflicts {
    type Partial = Nothing;
    type Answer = Conflicting;

    fn answer(self, work: &mut Work<'_>) -> Result<Conflicting, Failure> {
        let opened = work.opened()?;
        let compiled = opened.compiled();
        let progress = self.position.map(|p| p.progress(compiled)).transpose()?;
        let progress = progress.as_deref().unwrap_or(&compiled.puzzle().progress);
        let asked = work.asked(&opened);
        let seen =
            work.limited("solving", |limits| if self.fog { asked.player_view(progress, limits) } else { Ok(None) })?;
        let compiled = seen.as_ref().map_or(compiled, |seen| &seen.compiled);
        let progress = &seen.as_ref().map_or_else(|| progress.to_vec(), |seen| seen.progress(progress));
        let model = compiled.model();
        let names = |cells: &[cluewright::Cell]| cells.iter().map(|&c| model.cell_name(c)).collect();
        let conflict = |breach: Breach| {
            let origin = breach.origin.map(|o| model.origin(o));
            Conflict {
                rule: origin.map(|o| o.rule.to_string()),
                clue: origin.and_then(|o| o.clue),
                within: origin.map_or_else(Vec::new, |o| names(&o.cells)),
                cells: names(&breach.cells),
                candidates: breach.candidates.iter().map(|&c| CandidateReport::new(compiled, c)).collect(),
                text: breach.text,
            }
        };
        let found = work.limited("checking", |limits| conflicts(compiled, progress, limits));
        Ok(Conflicting { conflicts: found.into_iter().map(conflict).collect() })
    }
}
