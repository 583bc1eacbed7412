//! "Snarfable" killers, as on djape's and killersudokuonline's pages: one character per cell. Read and written.
//!
//! A total is `0`-`9`, `A`-`Z` for 10 to 35 and `a`-`j` for 36 to 45; every other cell points at a neighbour in its cage: `<>^v`,
//! and diagonally `` ` `` up left, `'` up right, `,` down left, `.` down right. Source (facts only): the Interactive Sudoku
//! Solver's reader (`js/sudoku_parser.js`), which follows at most nine pointers from a cell. That reader treats a `0` to which no
//! cell points as a cage with the sum 0; this reader treats such a `0` as a cell without a cage.

use crate::cages::{self, Content, Has, Room};
use crate::notes::Notes;
use crate::{Format, FormatInfo, Likeness, Note};
use cluewright_core::{BadInput, Cell, Puzzle};

/// The format `snarfable`.
pub struct Snarfable;

static INFO: FormatInfo = FormatInfo {
    id: "snarfable",
    about: "killer puzzles with one character per cell: a total, or the direction of the cage's next cell",
    endings: &[],
    writes: true,
    draws: false,
};

const ROOM: Room = Room { name: "`snarfable`", has: &[Has::Cages, Has::OpenCages] };

/// The offsets of the pointers' targets, down and right.
const POINTERS: [(char, (i32, i32)); 8] = [
    ('<', (0, -1)),
    ('>', (0, 1)),
    ('^', (-1, 0)),
    ('v', (1, 0)),
    ('`', (-1, -1)),
    ('\'', (-1, 1)),
    (',', (1, -1)),
    ('.', (1, 1)),
];

fn total(c: char) -> Option<i64> {
    let from = |start: char, first: i64| i64::from(u32::from(c) - u32::from(start)) + first;
    match c {
        '0'..='9' => Some(from('0', 0)),
        'A'..='Z' => Some(from('A', 10)),
        'a'..='j' => Some(from('a', 36)),
        _ => None,
    }
}

fn letter(total: i64) -> Option<char> {
    ('0'..='9').chain('A'..='Z').chain('a'..='j').nth(usize::try_from(total).ok()?)
}

fn step(c: char) -> Option<(i32, i32)> {
    POINTERS.iter().find(|p| p.0 == c).map(|p| p.1)
}

/// The characters of the cells.
fn cells(text: &str) -> Vec<char> {
    // It is enough to read one more character than the largest grid has to detect a text that is too long.
    text.chars().filter(|c| !c.is_whitespace()).take(82).collect()
}

fn side(cells: usize) -> Option<u8> {
    cages::side(cells).filter(|n| *n <= 9)
}

impl Format for Snarfable {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let cells = cells(text);
        let fits = side(cells.len()).is_some() && cells.iter().all(|&c| total(c).is_some() || step(c).is_some());
        // Dots, commas and `v` also occur in other texts, so at least one other pointer is required.
        if fits && cells.iter().any(|c| "<>^`'".contains(*c)) {
            Likeness::Maybe("its cells point at other cells")
        } else {
            Likeness::No
        }
    }

    fn is_line(&self, line: &str) -> bool {
        line.len() >= 16 && self.likeness(line).is_possible() && self.read(line).is_ok()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let cells = cells(text);
        let Some(n) = side(cells.len()) else {
            let count = if cells.len() > 81 { "more than 81".to_owned() } else { cells.len().to_string() };
            return Err(BadInput::new(format!("{count} characters do not make a grid")).hint("a 9x9 grid has 81 cells"));
        };
        let mut puzzle = cages::classic(n)?;
        let shape = &puzzle.shape;
        let (mut links, mut totals) = (Vec::new(), Vec::new());
        for (i, &c) in cells.iter().enumerate() {
            let at = shape.place(Cell::at(i));
            match (total(c), step(c)) {
                (Some(total), _) => {
                    links.push(None);
                    totals.push(total);
                }
                (None, Some((down, right))) => {
                    let there = shape.at(i32::from(at.row) + down, i32::from(at.col) + right);
                    let Some(there) = there else {
                        return Err(BadInput::new(format!("`{c}` in {at} points out of the grid")));
                    };
                    links.push(Some(there.index()));
                    totals.push(0);
                }
                (None, None) => {
                    return Err(BadInput::new(format!("`{c}` in {at} is neither a total nor a pointer")).hint(
                        "use 0-9, A-Z, a-j for totals; `<>^v`, `,.` and quotation marks point at the next cell",
                    ));
                }
            }
        }
        let list = cages::cages_of(shape, &links, &totals)?;
        let mut notes = Notes::default();
        cages::add_cages(&mut puzzle, &list, &mut notes)?;
        Ok(cages::finished(puzzle, notes, INFO.id, text))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        if let Some(same) = cages::unchanged(puzzle, self) {
            return Ok(same);
        }
        let mut content = Content::of(puzzle, &ROOM)?;
        if content.n > 9 {
            return Err(BadInput::new("`snarfable` has no characters for totals above 45")
                .hint("write the format `letter-cages`"));
        }
        let way = |cells: &[Cell]| pointed(puzzle, cells);
        content.keep(puzzle, &ROOM, "its cells do not touch", |cage| way(&cage.cells).is_some());
        let mut text = vec!['0'; content.n * content.n];
        for cage in &content.cages {
            for (cell, pointer) in way(&cage.cells).unwrap_or_default() {
                text[cell.index()] = pointer;
            }
            text[cage.cells[0].index()] = letter(cage.total.unwrap_or(0)).unwrap_or('0');
        }
        Ok((text.into_iter().collect(), content.notes.into_list()))
    }
}

/// A pointer for each cell of a cage except the first, along the shortest path to the first cell; `None` if some cell has no such
/// path.
fn pointed(puzzle: &Puzzle, cells: &[Cell]) -> Option<Vec<(Cell, char)>> {
    let shape = &puzzle.shape;
    let (mut out, mut reached) = (Vec::new(), vec![cells[0]]);
    let mut next = 0;
    while let Some(&to) = reached.get(next) {
        next += 1;
        let at = shape.place(to);
        for (pointer, (down, right)) in POINTERS {
            // The cell that would point here is on the opposite side.
            let Some(from) = shape.at(i32::from(at.row) - down, i32::from(at.col) - right) else { continue };
            if cells.contains(&from) && !reached.contains(&from) {
                reached.push(from);
                out.push((from, pointer));
            }
        }
    }
    (reached.len() == cells.len()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoteKind;

    #[test]
    fn the_example() {
        let text = format!("A<0000000\nN<0000000\n^00000000\n{}", "000000000\n".repeat(6));
        assert!(matches!(Snarfable.likeness(&text), Likeness::Maybe(_)));
        let (puzzle, notes) = Snarfable.read(&text).unwrap();
        assert!(notes.is_empty() && puzzle.givens.is_empty() && puzzle.clues.len() == 2, "{notes:?}");
        let bare = Puzzle { foreign: None, ..puzzle.clone() };
        assert_eq!(Snarfable.write(&bare).unwrap(), (text.replace('\n', ""), Vec::new()));
        assert_eq!(Snarfable.write(&puzzle).unwrap().0, text.trim());
        let ps = crate::Ps.write(&bare).unwrap().0;
        assert_eq!(Puzzle { foreign: None, ..crate::Ps.read(&ps).unwrap().0 }, bare);
        assert_eq!(crate::read(&text).unwrap().format.info().id, "snarfable");
    }

    #[test]
    fn every_pointer_comes_back() {
        // A cage whose total is in the middle, with a pointer in each of the eight directions, and a given.
        let text = "000000000.v,000000>j<000000'^`0000005".to_owned() + &"0".repeat(44);
        let (puzzle, notes) = Snarfable.read(&text).unwrap();
        assert_eq!((puzzle.clues.len(), puzzle.givens.len(), notes.len()), (1, 1, 0), "{notes:?}");
        let bare = Puzzle { foreign: None, ..puzzle };
        let again = Snarfable.read(&Snarfable.write(&bare).unwrap().0).unwrap().0;
        assert_eq!(Puzzle { foreign: None, ..again }, bare);
    }

    #[test]
    fn plain_lines_are_none() {
        for text in [&".".repeat(81), &format!("53..7{}", ".".repeat(76)), &"0,".repeat(8), "v.v.v.v.v.v.v.v."] {
            assert_eq!(Snarfable.likeness(text), Likeness::No, "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("><".to_owned() + &"0".repeat(79), "refer to each other"),
            ("<".to_owned() + &"0".repeat(80), "points out of the grid"),
            ("z".to_owned() + &"0".repeat(80), "is neither a total nor a pointer"),
            ("j<".to_owned() + &"0".repeat(79), "not a sum"),
            ("A<".to_owned() + &"0".repeat(80), "more than 81"),
        ] {
            let error = Snarfable.read(&text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        // The cells of a cage without a total still have different digits.
        let (_, notes) = Snarfable.read(&("0<".to_owned() + &"0".repeat(79))).unwrap();
        assert!(notes.len() == 1 && notes[0].kind == NoteKind::Info, "{notes:?}");
    }
}
