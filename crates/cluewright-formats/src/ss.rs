//! `.ss` files from Simple Sudoku: rows `1..|.2.|...`, lines of `-` between the bands of boxes. Read and written.
//!
//! Sources: descriptions by other programs (sudocue.net, Sudopedia). The text is read like any drawn grid.

use crate::alphabet::is_frame;
use crate::plain::{Keeps, cells_of, line_of};
use crate::{Format, FormatInfo, Grid, Likeness, Note};
use cluewright_core::{BadInput, Puzzle};

/// The format `ss`.
pub struct Ss;

static INFO: FormatInfo = FormatInfo {
    id: "ss",
    about: "Simple Sudoku files: 1..|.2.|... with lines between the boxes",
    endings: &["ss"],
    writes: true,
    draws: false,
};

impl Format for Ss {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let fits = lines.clone().count() <= 13
            && lines.clone().any(|line| line.contains('|'))
            && lines.all(|line| is_frame(line) || line.chars().all(|c| c.is_ascii_digit() || ".X|".contains(c)));
        if fits { Likeness::Maybe("it has rows with bars between the boxes") } else { Likeness::No }
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        Grid.read(text)
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let (cells, notes) = cells_of(puzzle, &[9], Keeps::default())?;
        let mut out = String::new();
        for (r, row) in cells.chunks(9).enumerate() {
            if r == 3 || r == 6 {
                out.push_str("-----------\n");
            }
            let boxes: Vec<String> = row.chunks(3).map(|part| line_of(part, false, '.')).collect();
            out.push_str(&boxes.join("|"));
            out.push('\n');
        }
        Ok((out, notes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn both_ways() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = read(line).unwrap().puzzle;
        let (text, notes) = Ss.write(&puzzle).unwrap();
        assert!(text.starts_with("53.|.7.|...\n6..|195|...\n.98|...|.6.\n-----------\n8..|") && notes.is_empty());
        assert!(Ss.likeness(&text).is_possible());
        assert_eq!(Ss.read(&text).unwrap().0, puzzle);
        assert_eq!(read(&text).unwrap().puzzle, puzzle);
    }
}
