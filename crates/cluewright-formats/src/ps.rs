//! The killer format that Perfect Sudoku, `JSudoku` and `SumoCue` exchange: `3x3::k:` and a number for each cell. Read and
//! written.
//!
//! Each number is 256 times the total of the cell's cage, plus the cage's id; 0 means that the cell is in no cage, and `d` between
//! the first colons means both diagonals. Sources (facts only): a message by `SumoCue`'s author in the forum of sudocue.net (f=1,
//! t=519), and the Interactive Sudoku Solver's reader (`js/sudoku_parser.js`). An id is usually the index of the cage's first cell,
//! from 0. Some programs swap the two bytes: prefer the reading with possible totals, then the reading whose ids are indices of
//! first cells.

use crate::cages::{self, Cage, Content, Has, Room};
use crate::notes::Notes;
use crate::{Format, FormatInfo, Likeness, Note, NoteKind};
use cluewright_core::{BadInput, Cell, Puzzle, Shape};

/// The format `ps`.
pub struct Ps;

static INFO: FormatInfo = FormatInfo {
    id: "ps",
    about: "killer puzzles from Perfect Sudoku, JSudoku and SumoCue: 3x3::k:2560:2560:0...",
    endings: &["ps"],
    writes: true,
    draws: false,
};

const ROOM: Room = Room { name: "`ps`", has: &[Has::Cages, Has::OpenCages, Has::Diagonals] };

/// Splits text into box size, options, kind and numbers.
fn fields(text: &str) -> Option<(&str, &str, &str, &str)> {
    let mut parts = text.trim().splitn(4, ':');
    let (size, options, kind, rest) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let (high, wide) = size.split_once('x')?;
    let short = |t: &str| t.len() == 1 && t.bytes().all(|b| b.is_ascii_digit());
    let letters = options.len() < 10 && options.bytes().all(|b| b.is_ascii_alphabetic());
    (short(high) && short(wide) && letters).then_some((size, options, kind.trim(), rest))
}

/// Builds cages from a pair of total and id for each cell. The error is the id of a cage whose cells have different totals.
fn cages_of(pairs: impl Iterator<Item = (i64, u32)>) -> Result<Vec<(u32, Cage)>, u32> {
    let pairs: Vec<(i64, u32)> = pairs.collect();
    let mark = |&(total, id): &(i64, u32)| (total != 0 || id != 0).then_some(id);
    let mut cages = Vec::new();
    for (id, cells) in cages::grouped(pairs.iter().map(mark)) {
        let total = pairs[cells[0].index()].0;
        if cells.iter().any(|c| pairs[c.index()].0 != total) {
            return Err(id);
        }
        cages.push((id, Cage { cells, total: Some(total).filter(|t| *t != 0) }));
    }
    Ok(cages)
}

/// Whether all totals are possible, and no cage has more cells than the grid has digits.
fn possible(n: usize, cages: &[(u32, Cage)]) -> bool {
    cages.iter().all(|(_, c)| c.total.map_or(c.cells.len() <= n, |t| cages::is_sum(n, c.cells.len(), t)))
}

/// The evidence for a reading, most important first: every cage has a total; every id is the index of its cage's first cell;
/// every cage is connected.
fn evidence(n: u8, cages: &[(u32, Cage)]) -> (bool, bool, bool) {
    let totals = cages.iter().all(|c| c.1.total.is_some());
    let first = cages.iter().all(|(id, c)| c.cells[0].index() == *id as usize);
    let list: Vec<&[Cell]> = cages.iter().map(|c| &c.1.cells[..]).collect();
    let marks = cages::numbered(n.into(), list.iter().copied());
    let pieces = cages::pieces(n, &marks);
    (totals, first, list.iter().all(|cells| pieces.iter().any(|p| p == cells)))
}

/// The cages that the numbers describe.
fn decided(n: u8, numbers: &[u32], notes: &mut Notes) -> Result<Vec<Cage>, BadInput> {
    let plain = cages_of(numbers.iter().map(|v| (i64::from(v >> 8), v & 255)));
    let turned = cages_of(numbers.iter().map(|v| (i64::from(v & 255), v >> 8)));
    let fits = |reading: &Result<Vec<(u32, Cage)>, u32>| reading.as_ref().is_ok_and(|c| possible(n.into(), c));
    let list = |reading: Vec<(u32, Cage)>| reading.into_iter().map(|c| c.1).collect();
    let text = "the totals are in the lower bytes of the numbers";
    match (fits(&plain), fits(&turned), plain, turned) {
        (true, true, Ok(plain), Ok(turned)) => {
            let (a, b): (Vec<Cage>, Vec<Cage>) = (list(plain.clone()), list(turned.clone()));
            if a == b {
                return Ok(a);
            }
            if evidence(n, &turned) > evidence(n, &plain) {
                notes.push(NoteKind::Info, text);
                return Ok(b);
            }
            if evidence(n, &turned) == evidence(n, &plain) {
                let text =
                    "the totals were read from the upper bytes of the numbers, but they may also be in the lower bytes";
                notes.push(NoteKind::Info, text);
            }
            Ok(a)
        }
        (false, true, _, Ok(turned)) => {
            notes.push(NoteKind::Info, text);
            Ok(list(turned))
        }
        // Impossible cages are reported by the code that adds them to the puzzle.
        (_, _, Ok(plain), _) => Ok(list(plain)),
        (_, _, Err(id), _) => Err(BadInput::new(format!("cells of the cage with the id {id} have different totals"))
            .hint("a number is total * 256 + id, and every cell of a cage has the same number")),
    }
}

impl Format for Ps {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        match fields(text) {
            Some((_, _, "k", _)) => Likeness::Sure("it starts with a box size and `:k:`"),
            _ => Likeness::No,
        }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure() && self.read(line).is_ok()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let body: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let Some((size, options, kind, rest)) = fields(&body) else {
            return Err(BadInput::new("the text does not start with a box size and `:k:`").at(1, 1).hint("`3x3::k:`"));
        };
        if kind != "k" {
            return Err(BadInput::new(format!("puzzles of the kind `{kind}` are not supported"))
                .hint("only the kind `k` (killer) is supported"));
        }
        let n: u8 = match size {
            "2x2" => 4,
            "3x3" => 9,
            "4x4" => 16,
            _ => {
                return Err(BadInput::new(format!("boxes of {size} are not supported")).hint(
                    "only boxes of 2x2, 3x3 and 4x4 are supported, as it is not known which number is the height",
                ));
            }
        };
        let values: Vec<&str> = rest.strip_suffix(':').unwrap_or(rest).split(':').collect();
        let cells = usize::from(n) * usize::from(n);
        if values.len() != cells {
            return Err(BadInput::new(format!("there are {} numbers", values.len())).hint(format!("expected {cells}")));
        }
        let shape = Shape::square(n.into())?;
        let mut numbers = Vec::with_capacity(cells);
        for (i, value) in values.iter().enumerate() {
            let digits = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
            let number = value.parse().ok().filter(|v| digits && *v <= 0xFFFF);
            numbers.push(number.ok_or_else(|| {
                let shown: String = value.chars().take(20).collect();
                BadInput::new(format!("`{shown}` for {} is not a number up to 65535", shape.place(Cell::at(i))))
                    .hint("use 0, or the total * 256 + the cage's id")
            })?);
        }
        let mut puzzle = cages::classic(n)?;
        let mut notes = Notes::default();
        for option in options.chars() {
            match option {
                'd' | 'D' => cages::add_diagonals(&mut puzzle, &mut notes),
                other => notes.push(NoteKind::Unknown, format!("the option `{other}` is not known")),
            }
        }
        puzzle.rules.dedup();
        let list = decided(n, &numbers, &mut notes)?;
        cages::add_cages(&mut puzzle, &list, &mut notes)?;
        Ok(cages::finished(puzzle, notes, INFO.id, text))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        if let Some(same) = cages::unchanged(puzzle, self) {
            return Ok(same);
        }
        let content = Content::of(puzzle, &ROOM)?;
        let size = match content.n {
            4 => "2x2",
            9 => "3x3",
            16 => "4x4",
            _ => {
                return Err(BadInput::new("`ps` supports only grids of 4x4, 9x9 and 16x16")
                    .hint("write the format `letter-cages`"));
            }
        };
        let mut text = format!("{size}:{}:k:", if content.diagonals { "d" } else { "" });
        for cage in content.cage_by_cell() {
            let number = cage.map_or(0, |c| {
                let cage = &content.cages[c];
                let total = cage.total.and_then(|t| usize::try_from(t).ok()).unwrap_or(0);
                // Without a total, the id must not be 0, because the number 0 means that the cell is in no cage.
                let id = cage.cells.iter().map(|c| c.index()).find(|&id| id + total > 0).unwrap_or(0);
                total * 256 + id
            });
            text.push_str(&format!("{number}:"));
        }
        Ok((text, content.notes.into_list()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare(puzzle: &Puzzle) -> Puzzle {
        Puzzle { foreign: None, ..puzzle.clone() }
    }

    /// The example in the documentation, with the numbers `ten` and `three` for its two cages: total 10 in r1c1 r1c2, total 23 in
    /// r2c1 r2c2 r3c1.
    fn example(ten: u32, three: u32) -> String {
        let row = ":0".repeat(7);
        format!("3x3::k:{ten}:{ten}{row}:{three}:{three}{row}:{three}{}:", ":0".repeat(62))
    }

    #[test]
    fn the_example_and_its_bytes_the_other_way_round() {
        let text = example(2560, 5889);
        let (puzzle, notes) = Ps.read(&text).unwrap();
        assert!(notes.is_empty() && puzzle.clues.len() == 2, "{notes:?}");
        assert_eq!(Ps.write(&puzzle).unwrap(), (text.clone(), Vec::new()));
        // When the puzzle is written without its source text, the ids are the cages' first cells.
        assert_eq!(Ps.write(&bare(&puzzle)).unwrap(), (example(2560, 23 * 256 + 9), Vec::new()));
        let (turned, notes) = Ps.read(&example(10, 256 + 23)).unwrap();
        assert_eq!(turned.clues, puzzle.clues);
        assert!(notes.len() == 1 && notes[0].text.contains("lower bytes"), "{notes:?}");
        let sumocue = crate::SumoCue.write(&bare(&puzzle)).unwrap().0;
        assert_eq!(bare(&crate::SumoCue.read(&sumocue).unwrap().0), bare(&puzzle));
    }

    #[test]
    fn ids_decide_where_both_bytes_may_be_totals() {
        // Cells 12 and 13 with the total 9; with the bytes swapped, the cage has the id 9 and the total 12.
        let cells = |value: u32| format!("3x3:d:k:{}{value}:{value}:{}", "0:".repeat(12), "0:".repeat(67));
        for (value, told) in [(9 * 256 + 12, 0), (12 * 256 + 9, 1)] {
            let (puzzle, notes) = Ps.read(&cells(value)).unwrap();
            assert_eq!(notes.len(), told, "{notes:?}");
            let (text, _) = Ps.write(&bare(&puzzle)).unwrap();
            assert_eq!(text, cells(9 * 256 + 12));
        }
        let (_, notes) = Ps.read(&cells(10 * 256 + 11)).unwrap();
        assert!(notes.len() == 1 && notes[0].text.contains("may also be in the lower bytes"), "{notes:?}");
    }

    #[test]
    fn mistakes_are_named() {
        let with = |start: &str, more: usize| format!("3x3::k:{start}{}", "0:".repeat(more));
        for (text, part) in [
            (with("", 80), "80 numbers"),
            (with("", 82), "82 numbers"),
            (with("x:", 80), "`x` for r1c1"),
            (with("65536:", 80), "not a number up to 65535"),
            (with("+1:", 80), "`+1`"),
            (with("2607:2863:", 79), "different totals"),
            (with("60000:", 80), "not a sum"),
            ("2x3::k:0:".to_owned(), "boxes of 2x3"),
            ("3x3::s:0:".to_owned(), "kind `s`"),
        ] {
            let error = Ps.read(&text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let (_, notes) = Ps.read(&format!("3x3:dq:k:{}", "0:".repeat(81))).unwrap();
        assert!(notes.len() == 1 && notes[0].kind == NoteKind::Unknown, "{notes:?}");
    }
}
