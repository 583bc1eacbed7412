//! `hint`: what is wrong in the player's grid, or the next step in as many words as wanted.

use super::Call;
use super::position::Position;
use crate::message::Failure;
use crate::work::Work;
use cluewright::operation::{self, Asked};
use cluewright::report::Answer;
use serde::Deserialize;

/// What next?
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hint {
    /// The player's grid; absent: as the puzzle itself has it.
    position: Option<Position>,
    /// How much is told: 1 the technique, 2 where to look, 3 what to see there, 4 everything.
    #[serde(default = "everything")]
    level: u8,
}

fn everything() -> u8 {
    4
}

impl Call for Hint {
    const NAME: &'static str = "hint";
    const ABOUT: &'static str = "Tells what is wrong in the player's grid, or else the next step.";
    type Answer = Answer;

    fn answer(self, work: &mut Work<'_>) -> Result<Answer, Failure> {
        let opened = work.opened()?;
        let progress = self.position.map(|p| p.progress(opened.compiled())).transpose()?;
        let asked = Asked { progress: progress.as_deref(), ..work.asked(&opened) };
        let operation = operation::Hint { ways: cluewright::Ways::default(), level: self.level.clamp(1, 4) };
        work.ask("looking for a step", &operation, &asked)
    }
}
