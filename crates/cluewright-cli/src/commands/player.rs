//! How far the player has come: the digits and marks of `--grid`.

use crate::args::Player;
use cluewright::core::puzzle::Progress;
use cluewright::{BadInput, Compiled, formats};

/// The digits and marks of the player's grid: a file's, or those of the text itself; without one, the puzzle's own.
pub(crate) fn progress(compiled: &Compiled, player: &Player) -> Result<Vec<Progress>, BadInput> {
    let Some(grid) = &player.grid else { return Ok(compiled.puzzle().progress.clone()) };
    let path = std::path::Path::new(grid);
    let text = if path.is_file() {
        let bytes =
            std::fs::read(path).map_err(|e| BadInput::new(format!("the file cannot be read: {e}")).within(grid))?;
        formats::text_of(&bytes).map_err(|e| e.within(grid))?.to_owned()
    } else {
        grid.clone()
    };
    let read = formats::read(&text)
        .map_err(|e| BadInput::new(format!("--grid: {}", e.message)).hint(e.hint.unwrap_or_default()))?;
    let (here, there) = (&compiled.puzzle().shape, &read.puzzle.shape);
    if here.len() != there.len() || here.height() != there.height() {
        return Err(BadInput::new(format!(
            "--grid has {}x{} cells, the puzzle {}x{}",
            there.height(),
            there.width(),
            here.height(),
            here.width()
        )));
    }
    let mut entries = read.puzzle.progress.clone();
    for given in &read.puzzle.givens {
        let (placed, marks) = match given.digits[..] {
            [digit] => (Some(digit), Vec::new()),
            _ => (None, given.digits.clone()),
        };
        entries.push(Progress { cell: given.cell, placed, marks });
    }
    Ok(entries)
}
