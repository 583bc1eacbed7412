//! How far the player has come: the digits and marks of `--grid`.

use crate::args::Player;
use cluewright::hint::progress_of;
use cluewright::operation::{Asked, Operation};
use cluewright::report::Answer;
use cluewright::{BadInput, Error, Limits, Puzzle, formats};

/// A question about the position of a player.
pub(super) struct WithGrid<T> {
    grid: Option<Puzzle>,
    operation: T,
}

impl<T> WithGrid<T> {
    /// With the player's grid, a file's or that of the text itself; without one, the puzzle's own.
    pub(super) fn new(player: &Player, operation: T) -> Result<Self, BadInput> {
        Ok(Self { grid: player.grid.as_deref().map(read).transpose()?, operation })
    }
}

impl<T: Operation> Operation for WithGrid<T> {
    fn ask(&self, asked: &Asked<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        match &self.grid {
            Some(grid) => {
                let progress = progress_of(asked.compiled, grid).map_err(|e| e.within("--grid"))?;
                self.operation.ask(&Asked { progress: Some(&progress), ..*asked }, limits)
            }
            None => self.operation.ask(asked, limits),
        }
    }

    fn look(&self) -> Option<u64> {
        self.operation.look()
    }

    fn heading(&self) -> &'static [&'static str] {
        self.operation.heading()
    }
}

fn read(grid: &str) -> Result<Puzzle, BadInput> {
    let path = std::path::Path::new(grid);
    let text = if path.is_file() {
        let bytes =
            std::fs::read(path).map_err(|e| BadInput::new(format!("the file cannot be read: {e}")).within(grid))?;
        formats::text_of(&bytes).map_err(|e| e.within(grid))?.to_owned()
    } else {
        grid.to_owned()
    };
    if !path.is_file() && crate::input::is_named(grid) {
        return Err(BadInput::new(format!("--grid: there is no file `{grid}`")));
    }
    let read = formats::read(&text)
        .map_err(|e| BadInput::new(format!("--grid: {}", e.message)).hint(e.hint.unwrap_or_default()))?;
    Ok(read.puzzle)
}
