//! Lines from `HoDoKu`'s library: `:technique:digits:cells:deleted candidates:eliminations:placements:extra`. Read and written. A
//! line with only cells and deleted candidates, such as `+53..7....:214 425`, is read, too.
//!
//! A `+` precedes a digit that was placed; a candidate is written as `dRC`: digit, row and column. The pencil marks of a cell with
//! deleted candidates are the candidates that the digits leave, without the deleted candidates. The other fields describe a step
//! and are ignored. Source (facts only): the program's handbook and its `reglib` files.

use crate::foreign::unchanged;
use crate::plain::{Held, Keeps, cells_of, puzzle_of};
use crate::{Format, FormatInfo, Likeness, Note, NoteKind};
use cluewright_core::error::place_number;
use cluewright_core::puzzle::Foreign;
use cluewright_core::{BadInput, Puzzle};

/// The format `hodoku`.
pub struct Hodoku;

static INFO: FormatInfo = FormatInfo {
    id: "hodoku",
    about: "lines from HoDoKu's library, with placed digits, deleted candidates and a technique",
    endings: &["hodoku"],
    writes: true,
    draws: false,
};

const CELLS: usize = 81;
/// All digits as a set of bits, from bit 1.
const ALL: u32 = 0b11_1111_1110;
/// The fields about a step: their indices and contents.
const STEP: [(usize, &str); 5] =
    [(1, "technique"), (2, "digits"), (5, "eliminations"), (6, "placements"), (7, "extra field")];

/// Whether the line has only the two fields that give cells and deleted candidates: `+53..7....:214 425`.
fn is_short(line: &str) -> bool {
    let (cells, deleted) = line.split_once(':').unwrap_or((line, ""));
    let marked = cells.contains('+') || !deleted.trim_matches(':').is_empty();
    let word = |word: &str| word.len() == 3 && word.bytes().all(|b| b.is_ascii_digit());
    marked && digits(cells).is_ok() && deleted.trim_end_matches(':').split_whitespace().all(word)
}

/// Reads the cells from the field with digits.
fn digits(field: &str) -> Result<Vec<Held>, BadInput> {
    let mut cells = Vec::new();
    let mut placed = false;
    for (i, c) in field.chars().enumerate() {
        let bad = || {
            BadInput::new(format!("`{c}` is not a cell"))
                .at(1, place_number(i + 1))
                .hint("write `.` for a blank cell, `5` for a given and `+5` for a placed digit")
        };
        match (c, c.to_digit(10)) {
            ('+', _) if !placed => placed = true,
            ('.' | '0', _) if !placed => cells.push(Held::Nothing),
            (_, Some(digit @ 1..=9)) => {
                let digit = digit as i32;
                cells.push(if placed { Held::Placed(digit) } else { Held::Given(digit) });
                placed = false;
            }
            _ => return Err(bad()),
        }
    }
    if cells.len() == CELLS {
        Ok(cells)
    } else {
        Err(BadInput::new(format!("{} cells", cells.len()))
            .at(1, 1)
            .hint("the fourth part of a line must have 81 cells"))
    }
}

/// Reads the cell (from 0) and the digit of each candidate in a field.
fn candidates(field: &str) -> Result<Vec<(usize, i32)>, BadInput> {
    let read = |word: &str| {
        let digits: Option<Vec<u32>> = word.chars().map(|c| c.to_digit(10).filter(|d| *d > 0)).collect();
        if let Some([digit, row, column]) = digits.as_deref() {
            return Ok(((row * 9 + column - 10) as usize, *digit as i32));
        }
        let hint = "write digit, row and column, such as `513` for the 5 in r1c3";
        Err(BadInput::new(format!("`{word}` is not a candidate")).at(1, 1).hint(hint))
    };
    field.split_whitespace().map(read).collect()
}

/// The candidates that the digits leave in each cell, as bits (bit 1 for digit 1); 0 for cells with a digit.
fn left(cells: &[Held]) -> Vec<u32> {
    let digit = |held: &Held| match held {
        Held::Given(digit) | Held::Placed(digit) => Some(*digit as u32),
        _ => None,
    };
    let (mut rows, mut columns, mut boxes) = ([0u32; 9], [0u32; 9], [0u32; 9]);
    let places = |i: usize| (i / 9, i % 9, i / 27 * 3 + i % 9 / 3);
    for (i, held) in cells.iter().enumerate() {
        let bit = digit(held).map_or(0, |d| 1 << d);
        let (r, c, b) = places(i);
        rows[r] |= bit;
        columns[c] |= bit;
        boxes[b] |= bit;
    }
    let of = |(i, held)| {
        let (r, c, b) = places(i);
        if digit(held).is_some() { 0 } else { ALL & !(rows[r] | columns[c] | boxes[b]) }
    };
    cells.iter().enumerate().map(of).collect()
}

fn list(bits: u32) -> Vec<i32> {
    (1..=9).filter(|d| bits >> d & 1 == 1).collect()
}

impl Format for Hodoku {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let line = text.trim();
        if is_short(line) {
            return Likeness::Sure("it has 81 cells, and a `+` before placed digits or a list of removed candidates");
        }
        let cells = || line.split(':').nth(3).is_some_and(|f| f.chars().filter(|c| *c != '+').count() == CELLS);
        if line.starts_with(':') && !line.contains('\n') && cells() {
            Likeness::Sure("it starts with `:`, and 81 cells follow the third `:`")
        } else {
            Likeness::No
        }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let whole = text.trim();
        let long = if is_short(whole) { format!(":0000:x:{whole}:") } else { whole.to_owned() };
        let line = long.as_str();
        if !line.starts_with(':') || line.contains('\n') {
            return Err(BadInput::new("the line does not start with `:`")
                .at(1, 1)
                .hint(":technique:digits:cells:deleted:eliminations:placements:"));
        }
        let fields: Vec<&str> = line.splitn(8, ':').collect();
        let field = |i: usize| fields.get(i).map_or("", |f| f.trim());
        let mut cells = digits(field(3))?;
        let mut bits = left(&cells);
        let (mut touched, mut without) = ([false; CELLS], 0);
        for (cell, digit) in candidates(field(4))? {
            if bits[cell] >> digit & 1 == 1 {
                touched[cell] = true;
                bits[cell] &= !(1 << digit);
            } else {
                without += 1;
            }
        }
        let mut notes = Vec::new();
        let mut info = |text: String| notes.push(Note::new(NoteKind::Info, text));
        if without > 0 {
            info(format!("{without} deleted candidates were already excluded by the digits"));
        }
        let mut empty = 0;
        for (i, cell) in cells.iter_mut().enumerate().filter(|(i, _)| touched[*i]) {
            empty += usize::from(bits[i] == 0);
            *cell = Held::Marks(list(bits[i]));
        }
        if empty > 0 {
            info(format!("all candidates of {empty} cells are deleted, which pencil marks cannot express"));
        }
        for (at, name) in STEP {
            let says = field(at).trim_end_matches(':');
            let nothing = matches!((at, says), (_, "") | (1, "0000") | (2, "x"));
            if !nothing {
                let says: String = says.chars().take(200).collect();
                info(format!("the line describes a step, with this {name}: \"{says}\""));
            }
        }
        let mut puzzle = puzzle_of(cells)?;
        puzzle.foreign = Some(Foreign { format: INFO.id.to_owned(), text: whole.to_owned() });
        Ok((puzzle, notes))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        if let Some(text) = unchanged(puzzle, self) {
            return Ok((text, Vec::new()));
        }
        let (cells, mut notes) = cells_of(puzzle, &[9], Keeps { placed: true, marks: true, words: false })?;
        let mut line = String::from(":0000:x:");
        for held in &cells {
            match held {
                Held::Given(digit) => line.push_str(&digit.to_string()),
                Held::Placed(digit) => line.push_str(&format!("+{digit}")),
                Held::Marks(_) | Held::Nothing => line.push('.'),
            }
        }
        let bits = left(&cells);
        let (mut deleted, mut more) = (Vec::new(), 0);
        for (i, held) in cells.iter().enumerate() {
            let Held::Marks(marks) = held else { continue };
            let gone = list(bits[i]).into_iter().filter(|d| !marks.contains(d));
            let before = deleted.len();
            deleted.extend(gone.map(|d| format!("{d}{}{}", i / 9 + 1, i % 9 + 1)));
            more += usize::from(deleted.len() == before || marks.iter().any(|d| bits[i] >> d & 1 == 0));
        }
        if more > 0 {
            let what = format!(
                "only deleted candidates can be written: in {more} cells, the marks will be read back as all candidates that the digits allow"
            );
            notes.push(Note::new(NoteKind::Decoration, what));
        }
        line.push(':');
        line.push_str(&deleted.join(" "));
        line.push_str(":::");
        Ok((line, notes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    const CELLS: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..+7+9";

    #[test]
    fn placed_digits_and_deleted_candidates_come_back() {
        let line = format!(":0000:x:{CELLS}:113 213:::");
        let found = read(&line).unwrap();
        assert_eq!((found.format.info().id, found.notes.len()), ("hodoku", 0));
        let puzzle = Puzzle { foreign: None, ..found.puzzle };
        assert_eq!((puzzle.givens.len(), puzzle.progress.len()), (28, 3));
        assert_eq!((puzzle.progress[0].cell.index(), &puzzle.progress[0].marks[..]), (2, &[4][..]));
        assert_eq!(Hodoku.write(&puzzle).unwrap(), (line, Vec::new()));
    }

    #[test]
    fn a_step_is_told_and_kept() {
        let line = format!(":0706:2:{CELLS}::213 214:211:-1");
        let found = read(&line).unwrap();
        assert_eq!(found.notes.len(), 5, "{:?}", found.notes);
        assert_eq!(Hodoku.write(&found.puzzle).unwrap().0, line);
        for bad in
            [":0706:2:53:::", &format!(":0706:2:{CELLS}:11:::"), &format!(":0706:2:{}:::", CELLS.replace('+', "++"))]
        {
            assert!(Hodoku.read(bad).is_err(), "{bad}");
        }
    }
}
