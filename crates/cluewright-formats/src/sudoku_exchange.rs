//! Links from Sudoku Exchange: `?s=` and 81 digits or the short code. Read and written.
//!
//! Source (facts only): the site's code, grantm/sudoku-web-app (MIT).

use crate::packed::part;
use crate::percent::percent_decoded;
use crate::plain::{Held, Keeps, cells_of, given_digits, line_cells, puzzle_of};
use crate::{Format, FormatInfo, Likeness, Note, NoteKind, short};
use cluewright_core::{BadInput, Puzzle};

/// The format `sudoku-exchange`.
pub struct SudokuExchange;

static INFO: FormatInfo = FormatInfo {
    id: "sudoku-exchange",
    about: "sudokuexchange.com links that contain a classic puzzle",
    endings: &[],
    writes: true,
    draws: false,
};

const HOST: &str = "sudokuexchange.com";
const CELLS: usize = 81;

impl Format for SudokuExchange {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let text = text.trim();
        let link = text.find(HOST).is_some_and(|at| at < 20) && !text.contains(char::is_whitespace);
        if link { Likeness::Sure("the link names Sudoku Exchange") } else { Likeness::No }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let text = text.trim();
        let code = match part(text, "?s=").or_else(|| part(text, "&s=")) {
            Some(code) => code,
            None if text.contains('/') || text.contains('?') => {
                return Err(
                    BadInput::new("this link contains no puzzle").hint("a link that contains a puzzle has `?s=`")
                );
            }
            None => text,
        };
        let code = percent_decoded(code);
        let line = line_cells(&code).filter(|cells| cells.len() == CELLS);
        let cells = line.or_else(|| {
            let (digits, rest) = short::folded_pairs(&code, CELLS)?;
            let held = |d: u8| if d == 0 { Held::Nothing } else { Held::Given(d.into()) };
            (digits.len() == CELLS && rest.is_empty()).then(|| digits.into_iter().map(held).collect())
        });
        let cells = cells.ok_or_else(|| {
            let what = match short::pairs_count(&code) {
                Some(count) => format!("the code has {count} cells"),
                None => "a character does not belong to the code".to_owned(),
            };
            BadInput::new(what).at(1, 1).hint("a 9x9 grid has 81 cells; copy the whole link again")
        })?;
        let others: Vec<&str> = text
            .split_once('?')
            .map_or("", |(_, parts)| parts)
            .split(['&', '#'])
            .filter(|part| !part.is_empty() && !part.starts_with("s="))
            .collect();
        let mut notes = Vec::new();
        if !others.is_empty() {
            let what = format!("left out of the link: {}", others.join(" ").chars().take(200).collect::<String>());
            notes.push(Note::new(NoteKind::Info, what));
        }
        Ok((puzzle_of(cells)?, notes))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let (cells, notes) = cells_of(puzzle, &[9], Keeps::default())?;
        Ok((format!("https://sudokuexchange.com/play/?s={}", short::pairs(&given_digits(&cells))), notes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn digits_and_short_code() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let plain = read(line).unwrap().puzzle;
        let (link, notes) = SudokuExchange.write(&plain).unwrap();
        assert_eq!(link, "https://sudokuexchange.com/play/?s=5NlQ19j9mGca3OIN1bWGk2m41TjS79");
        assert!(notes.is_empty());
        let long = format!("https://sudokuexchange.com/play/?s={}&d=2", line.replace('.', "0"));
        for (text, said) in [(link, 0), (long, 1)] {
            let found = read(&text).unwrap();
            assert_eq!((found.format.info().id, found.notes.len()), ("sudoku-exchange", said));
            assert_eq!(found.puzzle, plain);
        }
        assert!(read("https://sudokuexchange.com/play/?s=oooooooooooook").is_err());
        assert!(read("https://sudokuexchange.com/").is_err());
    }
}
