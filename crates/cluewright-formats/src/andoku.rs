//! Andoku's puzzles: `cells|regions|more`, one per line. Read only.
//!
//! `regions` has one character for each cell, or is empty for the standard boxes; `more` consists of letters: `X` both diagonals,
//! `H` four windows, `P` one diagonal and two windows, `C` the cells at the same position in each standard box. Each letter stands
//! for sets of cells whose digits differ; the rules' `also andoku` lines map letters to rules. Source (facts only): the program's
//! files.

use crate::cages;
use crate::notes::Notes;
use crate::objects::{Gatherer, cell_name};
use crate::{Format, FormatInfo, Likeness, Note};
use cluewright_core::{BadInput, Cell, Puzzle};
use serde_json::{Map, Value};

/// The format `andoku`.
pub struct Andoku;

static INFO: FormatInfo = FormatInfo {
    id: "andoku",
    about: "Andoku puzzles: cells|regions|X",
    endings: &["adk"],
    writes: false,
    draws: false,
};

/// Splits a line into its cells, regions and letters.
fn parts(text: &str) -> Option<(&str, &str, &str)> {
    let (cells, rest) = text.trim().split_once('|')?;
    let (regions, more) = rest.split_once('|').unwrap_or((rest, ""));
    let fits = (5..=9).any(|n| n * n == cells.len())
        && cells.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b' ')
        && (regions.is_empty() || regions.len() == cells.len() && regions.bytes().all(|b| b.is_ascii_alphanumeric()))
        && more.len() <= 4
        && more.bytes().all(|b| b"XHPC".contains(&b));
    fits.then_some((cells, regions, more))
}

/// The sets of cells that a letter stands for in a grid with `n` rows.
fn sets(letter: char, n: usize) -> Vec<Vec<Cell>> {
    let window =
        |top: usize, left: usize| (0..9).map(|i| Cell::at((top + i / 3) * n + left + i % 3)).collect::<Vec<_>>();
    let down = || (0..n).map(|i| Cell::at(i * n + i)).collect();
    let up = || (0..n).map(|i| Cell::at((n - 1 - i) * n + i)).collect();
    match letter {
        'X' => vec![down(), up()],
        'H' => [(1, 1), (1, 5), (5, 1), (5, 5)].map(|(top, left)| window(top, left)).to_vec(),
        'P' => vec![up(), window(1, 1), window(5, 5)],
        _ => {
            let corner = |k: usize| k / 3 * 3 * n + k % 3 * 3;
            (0..9).map(|i| (0..9).map(|k| Cell::at(corner(k) + i / 3 * n + i % 3)).collect()).collect()
        }
    }
}

impl Format for Andoku {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        if parts(text).is_some() {
            Likeness::Sure("it consists of cells, `|` and regions, like the puzzles of Andoku")
        } else {
            Likeness::No
        }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let Some((cells, regions, more)) = parts(text) else {
            return Err(BadInput::new("this is not an Andoku puzzle")
                .at(1, 1)
                .hint("`cells|regions|X`, 25 to 81 cells"));
        };
        let mut notes = Notes::default();
        let mut puzzle = cages::with_givens(&cells.replace(' ', "."), cells.len(), &mut notes)?;
        let n = usize::from(puzzle.digits.count);
        if !regions.is_empty() {
            let regions: Vec<char> = regions.chars().collect();
            let regions = cages::regions(puzzle.digits.count, &regions)?;
            cages::add_regions(&mut puzzle, regions);
        }
        if n != 9 && more.contains(['H', 'P', 'C']) {
            return Err(BadInput::new(format!("`{more}` means windows, but a grid of {n} rows has no windows")));
        }
        for set in more.chars().flat_map(|letter| sets(letter, n)) {
            let mut object = Map::new();
            object.insert("cells".into(), set.iter().map(|&c| cell_name(&puzzle.shape, c)).collect::<Value>());
            Gatherer { format: INFO.id, puzzle: &mut puzzle, notes: &mut notes }.clue(
                "region",
                "region",
                &object,
                &[],
            )?;
        }
        Ok(cages::finished(puzzle, notes, INFO.id, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    const CELLS: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const BOXES: &str = "111222333111222333111222333444555666444555666444555666777888999777888999777888999";

    #[test]
    fn regions_and_letters() {
        let plain = read(CELLS).unwrap().puzzle;
        for text in [format!("{CELLS}|"), format!("{CELLS}||"), format!("{CELLS}|{BOXES}|"), format!("{CELLS}|{BOXES}")]
        {
            let read = read(&text).unwrap();
            assert_eq!(
                (read.format.info().id, Puzzle { foreign: None, ..read.puzzle }),
                ("andoku", plain.clone()),
                "{text}"
            );
        }
        for (more, count) in [("X", 2), ("H", 4), ("P", 3), ("C", 9), ("XH", 6)] {
            assert_eq!(read(&format!("{CELLS}||{more}")).unwrap().puzzle.clues.len(), count, "{more}");
        }
        let odd = BOXES.replacen("3111", "1113", 1);
        let puzzle = read(&format!("{CELLS}|{odd}|")).unwrap().puzzle;
        assert_ne!(puzzle.shape, plain.shape);
        let error = read(&format!("{CELLS}|{}|", BOXES.replace('9', "8"))).unwrap_err().to_string();
        assert!(error.contains("18 cells, expected 9"), "{error}");
        assert!(read(&format!("{}||H", ".".repeat(25))).unwrap_err().to_string().contains("windows"));
    }
}
