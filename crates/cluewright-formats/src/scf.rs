//! `SudokuPad`'s ids for classic puzzles: `scf...`, `classic...`, and the two codes without a prefix. All are read; `scf` is
//! written.
//!
//! The 81 cells of an `scf` code may be followed by `w` for the windows of windoku and `x` for both diagonals. The kind of a code
//! without a prefix is guessed in the same way as in `SudokuPad`, from its characters and the number of its cells. Source (facts
//! only): SudokuPad/sudokutools (MPL-2).

use crate::percent::percent_decoded;
use crate::plain::{Held, Keeps, cells_of, given_digits, puzzle_of, takes_diagonals};
use crate::{Format, FormatInfo, Likeness, Note, short};
use cluewright_core::{BadInput, Clue, Puzzle};
use std::borrow::Cow;

/// The format `scf`.
pub struct Scf;

static INFO: FormatInfo = FormatInfo {
    id: "scf",
    about: "SudokuPad's short ids for classic puzzles: scf..., classic...",
    endings: &[],
    writes: true,
    draws: false,
};

const HOSTS: [&str; 3] = ["sudokupad.app/", "sudokupad.com/", "app.crackingthecryptic.com/"];
/// The number of cells of a puzzle.
const CELLS: usize = 81;
/// The minimum number of givens of a valid puzzle. A shorter word is not a code, even if it looks like one.
const LEAST: usize = 17;
/// The characters that may follow the cells of an id, and the rules for which they stand.
const EXTRAS: [(char, &str); 2] = [('w', "windoku"), ('x', "diagonals")];

/// The id in a link, or the text itself if it is not a link.
fn id_of(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let host = HOSTS.iter().find_map(|host| text.find(host).filter(|at| *at < 20).map(|at| at + host.len()));
    let id = match (host, text.find("puzzleid=")) {
        (Some(_), Some(at)) => &text[at + "puzzleid=".len()..],
        (Some(at), None) => text[at..].strip_prefix("sudoku/").unwrap_or(&text[at..]),
        (None, _) => return Cow::Borrowed(text),
    };
    let id = id.split(['?', '#', '/']).next().unwrap_or("");
    if id.contains('%') { Cow::Owned(percent_decoded(id)) } else { Cow::Borrowed(id) }
}

/// The cells of a code without a prefix. The kind of the code is guessed in the same way as in `SudokuPad`.
fn guessed(code: &str) -> Option<Vec<u8>> {
    let square = |count: &usize| (4..=9).any(|n| n * n == *count);
    let pairs = short::pairs_count(code).filter(square);
    match pairs {
        Some(count) => short::folded_pairs(code, count).map(|(cells, _)| cells),
        None => short::runs_count(code).filter(square).and_then(|count| short::runs(code, count)),
    }
}

/// Whether the text is a code without a prefix, and unlikely to be anything else.
fn is_bare(id: &str) -> bool {
    (LEAST..=CELLS).contains(&id.len())
        && id.contains(|c: char| c.is_ascii_alphabetic())
        && guessed(id).is_some_and(|cells| cells.len() == CELLS && cells.iter().filter(|d| **d > 0).count() >= LEAST)
}

impl Format for Scf {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let text = text.trim();
        if text.len() > 1_000 || text.contains(char::is_whitespace) {
            return Likeness::No;
        }
        let id = id_of(text);
        let link = id.len() < text.len();
        if id.starts_with("scf") && id.len() > "scf".len() + 13 {
            Likeness::Sure("it starts with `scf`")
        } else if id.starts_with("classic") && id.len() > "classic".len() + 13 {
            Likeness::Sure("it starts with `classic`")
        } else if is_bare(&id) {
            let why = "its characters make 81 cells in SudokuPad's code for classic puzzles";
            if link { Likeness::Sure(why) } else { Likeness::Maybe(why) }
        } else {
            Likeness::No
        }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure() && self.read(line).is_ok()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let id = id_of(text);
        let broken = |cells: Option<usize>| {
            let what = match cells {
                Some(cells) => format!("the code has {cells} cells, followed by other characters"),
                None => "a character does not belong to the code".to_owned(),
            };
            BadInput::new(what).at(1, 1).hint("a 9x9 grid has 81 cells; copy the whole link again")
        };
        let (cells, extras) = if let Some(code) = id.strip_prefix("scf") {
            let read = short::folded_pairs(code, CELLS).filter(|(cells, _)| cells.len() == CELLS);
            read.ok_or_else(|| broken(short::pairs_count(code)))?
        } else {
            let code = id.strip_prefix("classic").unwrap_or(&id);
            let count = || short::pairs_count(code).or_else(|| short::runs_count(code));
            (guessed(code).ok_or_else(|| broken(count()))?, "")
        };
        let held = |digit: u8| if digit == 0 { Held::Nothing } else { Held::Given(digit.into()) };
        let mut puzzle = puzzle_of(cells.into_iter().map(held).collect())?;
        for c in extras.chars() {
            let Some((_, rule)) = EXTRAS.iter().find(|(mark, _)| *mark == c) else {
                return Err(BadInput::new(format!("`{c}` after the 81 cells is not understood"))
                    .at(1, 1)
                    .hint("`w` means windoku, and `x` means both diagonals"));
            };
            if !puzzle.rules.iter().any(|clue| clue.rule == *rule) {
                puzzle.rules.push(Clue::new(*rule, Vec::new()));
            }
        }
        Ok((puzzle, Vec::new()))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let mut bare = puzzle.clone();
        let mut extras = String::new();
        let before = bare.rules.len();
        bare.rules.retain(|clue| clue.rule != "windoku" || !clue.args.is_empty());
        if bare.rules.len() < before {
            extras.push('w');
        }
        if takes_diagonals(&mut bare) {
            extras.push('x');
        }
        let (cells, notes) = cells_of(&bare, &[9], Keeps::default())?;
        Ok((format!("https://sudokupad.app/scf{}{extras}", short::pairs(&given_digits(&cells))), notes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoteKind, read};

    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn codes_with_and_without_a_mark() {
        let plain = read(LINE).unwrap().puzzle;
        for code in ["53C7E6C195E98E6B8D6D34C8B3C17D2D6B6E28E419C5E8C79", "5NlQ19j9mGca3OIN1bWGk2m41TjS79"] {
            for text in [code.to_owned(), format!("classic{code}"), format!("https://sudokupad.app/{code}?x=1")] {
                let found = read(&text).unwrap();
                assert_eq!(found.format.info().id, "scf", "{text}");
                assert_eq!(found.puzzle, plain, "{text}");
            }
        }
        let blank = read("classicoooooooooooooK").unwrap().puzzle;
        assert!(blank.givens.is_empty() && blank.shape.height() == 9);
        let e = read("scfoooooooooooook").unwrap_err().to_string();
        assert!(e.contains("83 cells"), "{e}");
    }

    #[test]
    fn windows_and_diagonals_come_back() {
        let mut puzzle = read(LINE).unwrap().puzzle;
        puzzle.rules.push(Clue::new("windoku", Vec::new()));
        puzzle.rules.push(Clue::new("diagonals", Vec::new()));
        let (link, notes) = Scf.write(&puzzle).unwrap();
        assert_eq!(link, "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79wx");
        assert!(notes.is_empty());
        assert_eq!(read(&link).unwrap().puzzle, puzzle);
        puzzle.rules.push(Clue::new("anti-king", Vec::new()));
        assert_eq!(Scf.write(&puzzle).unwrap().1[0].kind, NoteKind::Lost);
        assert!(read("scf5NlQ19j9mGca3OIN1bWGk2m41TjS79y").is_err());
    }
}
