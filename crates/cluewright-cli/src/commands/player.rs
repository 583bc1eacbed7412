//! The player's progress: the digits and marks of `--grid`.

use crate::args::Player;
use cluewright::BadInput;
use cluewright::position::Position;

/// The player's grid from `--grid`, which is a file or text; `None` means the grid in the puzzle.
pub(super) fn grid(player: &Player) -> Result<Option<Position>, BadInput> {
    player.grid.as_deref().map(read).transpose()
}

fn read(grid: &str) -> Result<Position, BadInput> {
    let path = std::path::Path::new(grid);
    let text = if path.is_file() { crate::user_rules::read_file(grid)? } else { grid.to_owned() };
    if !path.is_file() && crate::input::is_named(grid) {
        return Err(BadInput::new(format!("--grid: there is no file `{grid}`")));
    }
    Ok(Position::Grid(text))
}
