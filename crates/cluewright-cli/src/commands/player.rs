//! How far the player has come: the digits and marks of `--grid`.

use crate::args::Player;
use cluewright::position::Position;
use cluewright::{BadInput, formats};

/// The player's grid, a file's or that of the text itself; without one, the puzzle's own.
pub(super) fn grid(player: &Player) -> Result<Option<Position>, BadInput> {
    player.grid.as_deref().map(read).transpose()
}

fn read(grid: &str) -> Result<Position, BadInput> {
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
    Ok(Position::Grid(text))
}
