//! Jigsaws as text: the grid, followed by a character for the region of each cell, or only the regions. Read and written.
//!
//! Source (facts only): the Interactive Sudoku Solver's reader (`js/sudoku_parser.js`). The regions are N different characters,
//! each of which occurs N times. White space is ignored, so the grid and the regions may be on one line, on two lines, or in
//! several rows.

use crate::cages::{self, Content, Has, Room};
use crate::notes::Notes;
use crate::{Format, FormatInfo, Likeness, Note};
use cluewright_core::{BadInput, Puzzle};

/// The format `jigsaw`.
pub struct Jigsaw;

static INFO: FormatInfo = FormatInfo {
    id: "jigsaw",
    about: "jigsaw puzzles: a grid, and a letter for each cell's region",
    endings: &["jigsaw"],
    writes: true,
    draws: false,
};

const ROOM: Room = Room { name: "`jigsaw`", has: &[Has::Givens, Has::Regions] };

/// The grid (empty if the text has only regions) and the regions' characters.
struct Halves {
    n: u8,
    grid: String,
    layout: Vec<char>,
}

fn halves(text: &str) -> Result<Halves, BadInput> {
    // It is enough to read one more character than the largest valid text has to detect a text that is too long.
    let chars: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).take(513).collect();
    let count = chars.len();
    let (n, at) = match (cages::side(count), cages::side(count / 2)) {
        (Some(n), _) => (n, 0),
        (None, Some(n)) if count.is_multiple_of(2) => (n, count / 2),
        _ => {
            return Err(BadInput::new(format!("{count} characters do not make a jigsaw"))
                .hint("a 9x9 grid needs 81 characters, and 81 more for the regions"));
        }
    };
    let (grid, layout) = chars.split_at(at);
    if let Some(odd) = layout.iter().find(|c| !c.is_ascii_alphanumeric()) {
        return Err(BadInput::new(format!("`{odd}` does not name a region")).hint("use letters or digits for regions"));
    }
    Ok(Halves { n, grid: grid.iter().collect(), layout: layout.to_vec() })
}

impl Format for Jigsaw {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let Ok(halves) = halves(text) else { return Likeness::No };
        // Regions are connected, whereas equal digits in a full grid never touch.
        let parted = cages::regions(halves.n, &halves.layout).is_ok()
            && cages::pieces(halves.n, &halves.layout).len() == usize::from(halves.n);
        match (parted, halves.grid.is_empty()) {
            (false, _) => Likeness::No,
            (true, true) => Likeness::Maybe("equal characters lie together, as many as there are rows"),
            (true, false) => Likeness::Maybe("behind a grid equal characters lie together, as many as there are rows"),
        }
    }

    fn is_line(&self, line: &str) -> bool {
        // A line with only regions may be one row of another text.
        !line.contains(char::is_whitespace)
            && self.likeness(line).is_possible()
            && halves(line).is_ok_and(|h| !h.grid.is_empty())
            && self.read(line).is_ok()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let Halves { n, grid, layout } = halves(text)?;
        let regions = cages::regions(n, &layout)?;
        let mut notes = Notes::default();
        let mut puzzle = cages::with_givens(&grid, layout.len(), &mut notes)?;
        cages::add_regions(&mut puzzle, regions);
        Ok(cages::finished(puzzle, notes, INFO.id, text))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        if let Some(same) = cages::unchanged(puzzle, self) {
            return Ok(same);
        }
        let content = Content::of(puzzle, &ROOM)?;
        let usual = cages::numbered(content.n, puzzle.shape.grids()[0].regions.iter().map(|r| &r[..]));
        let regions = content.region_by_cell().unwrap_or(usual);
        let names = |r: &Option<usize>| Some(char::from(b'A' + u8::try_from((*r)?).ok()?));
        let Some(layout) = regions.iter().map(names).collect::<Option<String>>() else {
            return Err(BadInput::new("the puzzle has no regions to write").hint("write the format `line`"));
        };
        if cages::regions(u8::try_from(content.n).unwrap_or(0), &layout.chars().collect::<Vec<_>>()).is_err() {
            return Err(BadInput::new("`jigsaw` supports only as many regions as rows, each as large as a row")
                .hint("write the format `clue`"));
        }
        // Digits above 9 are letters: A is 10.
        let name = |digit: &Option<i32>| {
            let digit = digit.and_then(|d| char::from_digit(u32::try_from(d).ok()?, 36));
            digit.map_or('.', |c| c.to_ascii_uppercase())
        };
        let grid: String = content.givens.iter().map(name).collect();
        Ok((format!("{grid}{layout}"), content.notes.into_list()))
    }

    fn is_whole(&self, text: &str) -> bool {
        self.likeness(text).is_possible()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_in_all_its_forms() {
        let (grid, layout) = ("1..............2", "AAABACBBCCBDCDDD");
        let rows = |t: &str| {
            t.as_bytes().chunks(4).map(|r| String::from_utf8_lossy(r).into_owned() + "\n").collect::<String>()
        };
        let text = format!("{grid}{layout}");
        let (puzzle, notes) = Jigsaw.read(&text).unwrap();
        assert!(notes.is_empty() && puzzle.givens.len() == 2 && Jigsaw.is_line(&text), "{notes:?}");
        let names: Vec<String> = puzzle.shape.grids()[0].regions[3].iter().map(|c| puzzle.cell_name(*c)).collect();
        assert_eq!(names, ["r3c4", "r4c2", "r4c3", "r4c4"]);
        let bare = Puzzle { foreign: None, ..puzzle.clone() };
        assert_eq!(Jigsaw.write(&bare).unwrap(), (text.clone(), Vec::new()));
        assert_eq!(Jigsaw.write(&puzzle).unwrap(), (text.clone(), Vec::new()));
        let digits = layout.replace('A', "1").replace('B', "2").replace('C', "3").replace('D', "4");
        for other in [
            format!("{grid}\n{layout}\n"),
            format!("{grid}\r\n\r\n{layout}"),
            rows(grid) + "\n" + &rows(layout),
            format!("{grid}{digits}"),
            format!("{}{layout}", grid.replace('.', "0")),
        ] {
            let read = crate::read(&other).unwrap_or_else(|e| panic!("{other}: {e}"));
            assert_eq!(read.format.info().id, "jigsaw", "{other}");
            assert_eq!(Puzzle { foreign: None, ..read.puzzle }, bare, "{other}");
        }
        let alone = crate::read(&layout.to_lowercase()).unwrap().puzzle;
        assert_eq!((alone.givens.len(), &alone.shape), (0, &bare.shape));
    }

    #[test]
    fn letters_that_may_be_several_things() {
        // These texts could be either the digits of a full grid or regions.
        for text in ["AAABACBBCCBDCDDD", "1112132233243444"] {
            let error = crate::read(text).unwrap_err().to_string();
            assert!(error.contains("2 ways") && error.contains("`line`") && error.contains("`jigsaw`"), "{error}");
        }
        for full in ["1234341221434321", "ABCDCDABBADCDCBA", "....1234........"] {
            assert_eq!(Jigsaw.likeness(full), Likeness::No, "{full}");
        }
    }

    #[test]
    fn sixteen_rows() {
        let layout: String = (0..=255u8).map(|i| char::from(b'A' + i / 64 * 4 + i % 16 / 4)).collect();
        let grid = format!("1G{}", ".".repeat(254));
        let (puzzle, _) = Jigsaw.read(&(grid.clone() + &layout)).unwrap();
        assert_eq!(puzzle.givens.iter().map(|g| g.digits[0]).collect::<Vec<_>>(), [1, 16]);
        assert_eq!(Jigsaw.write(&Puzzle { foreign: None, ..puzzle }).unwrap().0, grid + &layout);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("1..............2AAABACBBCCBDCDD", "31 characters"),
            ("1..............2AAABACBBCCBDCDDC", "5 cells, expected 4"),
            ("1..............2AAABACBBCCBDCDD.", "does not name a region"),
            ("1....z.........2AAABACBBCCBDCDDD", "`z` is not a digit"),
        ] {
            let error = Jigsaw.read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
