//! `.sdx` files from `SudoCue`: a partly solved puzzle in nine lines of nine words. Read and written.
//!
//! `5` is a given, `u5` was placed by the player, and `2478` are candidates. Source: sudocue.net/fileformats.php.

use crate::foreign::unchanged;
use crate::notes::Notes;
use crate::plain::{Held, Keeps, cells_of, puzzle_of};
use crate::remarks::{Remarks, changed, lines_of};
use crate::{Format, FormatInfo, Likeness, Note, NoteKind};
use cluewright_core::puzzle::Foreign;
use cluewright_core::{BadInput, Puzzle};

/// The format `sdx`.
pub struct Sdx;

static INFO: FormatInfo = FormatInfo {
    id: "sdx",
    about: "SudoCue puzzles in progress: 5 is a given, u5 is a placed digit, 2478 are candidates",
    endings: &["sdx"],
    writes: true,
    draws: false,
};

const SIDES: &[usize] = &[4, 5, 6, 7, 8, 9];

fn cell(word: &str) -> Option<Held> {
    let digits: Option<Vec<i32>> =
        word.trim_start_matches('u').chars().map(|c| c.to_digit(10).map(|d| d as i32)).collect();
    match (word.starts_with('u'), word, &digits?[..]) {
        (false, "0", _) => Some(Held::Nothing),
        (true, word, [digit]) if word.len() == 2 => Some(Held::Placed(*digit)),
        (false, _, [digit]) => Some(Held::Given(*digit)),
        (false, _, [_, _, ..]) => Some(Held::Marks(digits_of(word))),
        _ => None,
    }
}

fn digits_of(word: &str) -> Vec<i32> {
    word.chars().filter_map(|c| c.to_digit(10)).map(|d| d as i32).collect()
}

fn read(remarks: &Remarks<'_>) -> Result<(Puzzle, Notes), BadInput> {
    let n = remarks.body.len();
    if !SIDES.contains(&n) {
        return Err(BadInput::new(format!("{n} rows")).at(1, 1).hint("a 9x9 grid has 9 rows"));
    }
    let mut cells = Vec::with_capacity(n * n);
    for (number, line) in &remarks.body {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.len() != n {
            let what = format!("this row has {} cells, but the grid has {n} rows", words.len());
            return Err(BadInput::new(what).at(*number, 1).hint("separate cells with one blank"));
        }
        for word in words {
            let held = if word == "." { Some(Held::Nothing) } else { cell(word) };
            let bad = || {
                BadInput::new(format!("`{word}` is not a cell"))
                    .at(*number, 1)
                    .hint("write `5` for a given, `u5` for a digit placed by the player, `2478` for candidates")
            };
            cells.push(match held.ok_or_else(bad)? {
                // A cell with all candidates is an empty cell.
                Held::Marks(digits) if digits.len() >= n => Held::Nothing,
                held => held,
            });
        }
    }
    let mut notes = Notes::default();
    let mut puzzle = puzzle_of(cells)?;
    remarks.put(&mut puzzle, &mut notes);
    Ok((puzzle, notes))
}

impl Format for Sdx {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let placed =
            |word: &str| word.len() == 2 && word.starts_with('u') && word.ends_with(|c: char| c.is_ascii_digit());
        if text.split_whitespace().any(placed) && read(&Remarks::of(text)).is_ok() {
            return Likeness::Sure("it has rows of cells, and `u` before placed digits");
        }
        let remarks = Remarks::of(text);
        let candidates = remarks.any() && remarks.body.iter().any(|(_, line)| line.contains(' '));
        if candidates && read(&remarks).is_ok() {
            return Likeness::Sure("it has remarks such as `#A` and rows of cells with candidates");
        }
        Likeness::No
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let (mut puzzle, notes) = read(&Remarks::of(text))?;
        puzzle.foreign = Some(Foreign { format: INFO.id.to_owned(), text: text.to_owned() });
        Ok((puzzle, notes.into_list()))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        if let Some(text) = unchanged(puzzle, self) {
            return Ok((text, Vec::new()));
        }
        let (cells, mut notes) = cells_of(puzzle, SIDES, Keeps { placed: true, marks: true, words: true })?;
        notes.extend(changed(puzzle));
        let n = usize::from(puzzle.shape.height());
        let all: String = (1..=n).map(|d| d.to_string()).collect();
        let single = cells.iter().filter(|held| matches!(held, Held::Marks(marks) if marks.len() < 2)).count();
        if single > 0 {
            let what = format!("in {single} cells a single pencil mark was left out, as it would be read as a given");
            notes.push(Note::new(NoteKind::Decoration, what));
        }
        let mut out = lines_of(puzzle);
        for row in cells.chunks(n) {
            let word = |held: &Held| match held {
                Held::Given(digit) => digit.to_string(),
                Held::Placed(digit) => format!("u{digit}"),
                Held::Marks(marks) if marks.len() > 1 => marks.iter().map(ToString::to_string).collect(),
                Held::Marks(_) | Held::Nothing => all.clone(),
            };
            out.push_str(&row.iter().map(word).collect::<Vec<_>>().join(" "));
            out.push('\n');
        }
        Ok((out, notes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read as read_any;

    #[test]
    fn both_ways() {
        let text = "#AUs\n1 234 24 23\n24 24 3 12\n34 2 14 13\nu3 13 12 4\n";
        let found = read_any(text).unwrap();
        assert_eq!(found.format.info().id, "sdx");
        let puzzle = found.puzzle;
        assert_eq!((puzzle.givens.len(), puzzle.progress.len(), puzzle.author.as_str()), (4, 12, "Us"));
        assert_eq!(puzzle.progress.iter().filter(|p| p.placed.is_some()).count(), 1);
        let bare = Puzzle { foreign: None, ..puzzle };
        assert_eq!(Sdx.write(&bare).unwrap(), (text.to_owned(), Vec::new()));
        assert_eq!(Sdx.likeness("1 234 24 23\n24 24 3 12\n34 2 14 13\n3 13 12 4\n"), Likeness::No);
        for bad in ["u3 1\n1 2\n", "u12 . . .\n. . . .\n. . . .\n. . . u1\n", "u5 . . .\n. . . .\n. . . .\n. . . u1\n"]
        {
            assert!(Sdx.read(bad).is_err(), "{bad}");
        }
    }
}
