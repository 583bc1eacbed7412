//! sudokuwiki's killers and jigsaws: links whose `bd` holds colours and totals. Killers and jigsaws are read; killers are also
//! written.
//!
//! Source (facts only): the site's page `Killer_String_Definitions`. The field contains 81 colours, a comma and two decimal digits
//! per cell; or, in the newer form, two digits in base 32 per cell for total * 8 + colour - 1, a comma and two more per cell for
//! the candidates * 2. Touching cells of one colour are a cage, whose total is in its first cell. For jigsaws (`shape=33&jigmap=`,
//! one digit per cell) the source is another program's reader; no link of the site was available for a test. Texts that the site
//! has packed (`S9B` and similar) and regions that it only numbers are not read.

use crate::cages::{self, Cage, Content, Has, Room};
use crate::notes::Notes;
use crate::packed::part;
use crate::percent::percent_decoded;
use crate::{Format, FormatInfo, Likeness, Note, NoteKind};
use cluewright_core::puzzle::{Given, Progress};
use cluewright_core::{BadInput, Cell, Puzzle};

/// The format `sudokuwiki-killer`.
pub struct WikiKiller;

static INFO: FormatInfo = FormatInfo {
    id: "sudokuwiki-killer",
    about: "sudokuwiki.org's killer puzzles (links, or colours and totals) and jigsaws (links)",
    endings: &[],
    writes: true,
    draws: false,
};

const ROOM: Room = Room { name: "sudokuwiki", has: &[Has::Cages] };
const CELLS: usize = 81;
/// All candidates of a cell.
const ALL: u32 = 511;
/// The number of the shape whose regions are in the link itself.
const OWN: &str = "33";

/// Decodes two digits in base 32 per cell; `None` if the text has another length or other characters.
fn pairs(text: &str) -> Option<Vec<u32>> {
    let plain = text.len() == 2 * CELLS && text.bytes().all(|b| b.is_ascii_alphanumeric());
    let pairs = plain.then(|| text.as_bytes().chunks(2))?;
    pairs.map(|p| u32::from_str_radix(std::str::from_utf8(p).ok()?, 32).ok()).collect()
}

/// The field `bd` of a killer.
struct Killer {
    colours: Vec<u32>,
    totals: Vec<i64>,
    /// For each cell, the candidates as bits * 2, plus 1 for a given.
    marks: Vec<u32>,
}

/// The pieces of touching cells with the same colour.
#[derive(Default)]
struct Pieces {
    cages: Vec<Cage>,
    /// The pieces without a total.
    open: Vec<Vec<Cell>>,
}

impl Killer {
    fn of(bd: &str) -> Option<Self> {
        let (first, second) = bd.split_once(',')?;
        if first.chars().count() == CELLS {
            let decimal = second.len() == 2 * CELLS && second.bytes().all(|b| b.is_ascii_digit());
            let totals = decimal.then(|| second.as_bytes().chunks(2))?;
            let totals = totals.map(|p| i64::from(p[0] - b'0') * 10 + i64::from(p[1] - b'0')).collect();
            let plain = first.chars().all(|c| c.is_ascii_alphanumeric());
            return plain.then(|| Self { colours: first.chars().map(u32::from).collect(), totals, marks: Vec::new() });
        }
        let cells = pairs(first)?;
        Some(Self {
            colours: cells.iter().map(|v| v & 7).collect(),
            totals: cells.iter().map(|v| i64::from(v >> 3)).collect(),
            marks: pairs(second)?,
        })
    }

    /// The pieces into which the colours divide the grid. The error consists of two cells of one piece that both have a total.
    fn pieces(&self) -> Result<Pieces, (Cell, Cell)> {
        let mut found = Pieces::default();
        for cells in cages::pieces(9, &self.colours) {
            let said: Vec<Cell> = cells.iter().copied().filter(|c| self.totals[c.index()] != 0).collect();
            match said[..] {
                [] => found.open.push(cells),
                [at] => found.cages.push(Cage { total: Some(self.totals[at.index()]), cells }),
                [a, b, ..] => return Err((a, b)),
            }
        }
        Ok(found)
    }

    /// Whether the text really is a killer: the first cell of each cage has a possible total.
    fn is_likely(&self) -> bool {
        self.pieces().is_ok_and(|Pieces { cages, open }| {
            let first = |c: &Cage| c.total == Some(self.totals[c.cells[0].index()]);
            let sum = |c: &Cage| c.total.is_some_and(|t| cages::is_sum(9, c.cells.len(), t));
            open.iter().all(|cells| cells.len() == 1)
                && cages.iter().any(|c| c.cells.len() > 1)
                && cages.iter().all(|c| first(c) && sum(c))
        })
    }
}

/// Adds digits and the player's marks from the numbers of the cells (candidates as bits * 2, plus 1 for a given).
fn add_marks(puzzle: &mut Puzzle, marks: &[u32]) -> Result<(), BadInput> {
    for (i, mark) in marks.iter().enumerate() {
        let cell = Cell::at(i);
        let digits: Vec<i32> = (1..=9).filter(|d| mark >> d & 1 == 1).collect();
        match (mark & 1 == 1, &digits[..]) {
            (true, [_]) => puzzle.givens.push(Given { cell, digits }),
            (true, _) => {
                let at = puzzle.shape.place(cell);
                return Err(BadInput::new(format!("the clue in {at} is not a single digit")));
            }
            (false, []) => {}
            (false, _) if mark >> 1 == ALL => {}
            (false, _) => puzzle.progress.push(Progress { cell, placed: None, marks: digits }),
        }
    }
    Ok(())
}

fn is_link(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(100).collect::<String>().to_ascii_lowercase();
    let page = ["killersudoku", "killerjigsaw", "jigsaw"].iter().any(|p| start.contains(p));
    let site = start.contains("sudokuwiki.org");
    let drawn = || part(text, "jigmap=").is_some() || part(text, "shape=").is_some();
    (page && (site || start.contains(".aspx?") || start.contains(".htm?"))) || (site && drawn())
}

/// The regions in a link; `None` if the link has no regions.
fn regions(text: &str) -> Result<Option<Vec<Vec<Cell>>>, BadInput> {
    let Some(map) = part(text, "jigmap=") else {
        return match part(text, "shape=") {
            None => Ok(None),
            Some(shape) if shape == OWN => Err(BadInput::new("the link has no `jigmap` with its regions")),
            Some(shape) => {
                let shape: String = shape.chars().take(10).collect();
                Err(BadInput::new(format!("the regions are given only as the site's shape {shape}"))
                    .hint("shapes are known only to the site; a link with `shape=33` contains its regions"))
            }
        };
    };
    let marks: Vec<char> = map.chars().collect();
    if marks.len() != CELLS {
        return Err(BadInput::new(format!("`jigmap` has {} region digits, expected 81", marks.len())));
    }
    cages::regions(9, &marks).map(Some)
}

impl Format for WikiKiller {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        if is_link(text) {
            return Likeness::Sure("the link names a killer or jigsaw of sudokuwiki");
        }
        // The text may be a string of the site without a link.
        let text = text.trim();
        match Killer::of(text) {
            Some(killer) if killer.is_likely() => {
                Likeness::Sure("each cage of one colour has its total in its first cell")
            }
            Some(_) => Likeness::Maybe("there are colours, a comma and two digits for each cell"),
            None => Likeness::No,
        }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure() && !line.trim().contains(char::is_whitespace)
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let text = text.trim();
        let link = is_link(text);
        let bd = part(text, "bd=").map(percent_decoded);
        let bd = match (&bd, link) {
            (Some(bd), _) => bd.trim(),
            (None, false) => text,
            (None, true) => {
                return Err(BadInput::new("the link contains no puzzle").hint("the puzzle should follow `bd=`"));
            }
        };
        if bd.len() > 3 && bd.as_bytes()[0].is_ascii_uppercase() && &bd.as_bytes()[1..3] == b"9B" {
            return Err(BadInput::new("the puzzle is packed in a way known only to sudokuwiki")
                .hint("copy the longer string with a comma that the site also shows, or copy the digits"));
        }
        let regions = regions(text)?;
        let mut puzzle = cages::classic(9)?;
        let mut notes = Notes::default();
        if let Some(killer) = Killer::of(bd) {
            let Pieces { cages: list, open } = killer.pieces().map_err(|(a, b)| {
                let (a, b) = (puzzle.shape.place(a), puzzle.shape.place(b));
                BadInput::new(format!("the cells of one colour around {a} and {b} have two totals"))
                    .hint("touching cells of one colour form one cage")
            })?;
            add_marks(&mut puzzle, &killer.marks)?;
            cages::add_cages(&mut puzzle, &list, &mut notes)?;
            for cells in open.iter().filter(|cells| cells.len() > 1) {
                let at = puzzle.shape.place(cells[0]);
                notes.push(
                    NoteKind::Info,
                    format!("the cells of one colour at {at} have no total, so they are not a cage"),
                );
            }
        } else if regions.is_none() {
            return Err(BadInput::new(format!("{} characters do not make a killer puzzle", bd.chars().count())).hint(
                "expected 81 colours, a comma and two digits per cell, or two pairs of base-32 digits per cell",
            ));
        } else if let Some(marks) = pairs(bd) {
            add_marks(&mut puzzle, &marks)?;
        } else {
            puzzle = cages::with_givens(bd, CELLS, &mut notes)?;
        }
        if let Some(regions) = regions {
            cages::add_regions(&mut puzzle, regions);
        }
        Ok(cages::finished(puzzle, notes, INFO.id, text))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        if let Some(same) = cages::unchanged(puzzle, self) {
            return Ok(same);
        }
        let mut content = Content::of(puzzle, &ROOM)?;
        if content.n != 9 {
            return Err(BadInput::new("sudokuwiki supports only 9x9 killers").hint("write the format `letter-cages`"));
        }
        let whole = |cage: &Cage| {
            let marks: Vec<bool> = (0..CELLS).map(|i| cage.cells.contains(&Cell::at(i))).collect();
            cages::pieces(9, &marks).contains(&cage.cells)
        };
        content.keep(puzzle, &ROOM, "its cells do not touch along edges", whole);
        let colours = coloured(&content)?;
        let mut cells: Vec<u32> = colours;
        for cage in &content.cages {
            let total = cage.total.and_then(|t| u32::try_from(t).ok()).unwrap_or(0);
            cells[cage.cells[0].index()] += total << 3;
        }
        let text: String =
            cells.iter().flat_map(|v| [v >> 5, v & 31]).filter_map(|d| char::from_digit(d, 32)).collect();
        let link = format!("https://www.sudokuwiki.org/killersudoku.aspx?bd={text},{}", "vu".repeat(CELLS));
        Ok((link, content.notes.into_list()))
    }
}

/// A colour for each cell, from 0, such that touching cages, and touching cells without a cage, have different colours.
fn coloured(content: &Content) -> Result<Vec<u32>, BadInput> {
    let cages = content.cage_by_cell();
    // A cell without a cage counts as a cage of one cell.
    let of: Vec<usize> = cages.iter().enumerate().map(|(i, c)| c.unwrap_or(content.cages.len() + i)).collect();
    let mut colours: Vec<Option<u32>> = vec![None; CELLS];
    for i in 0..CELLS {
        if colours[i].is_some() {
            continue;
        }
        let mine = |at: &usize| of[*at] == of[i];
        let around = (0..CELLS).filter(mine).flat_map(|at| cages::beside(9, at)).flatten();
        let taken: Vec<u32> = around.filter(|at| !mine(at)).filter_map(|at| colours[at]).collect();
        let free = (0..8).find(|c| !taken.contains(c)).ok_or_else(|| {
            BadInput::new("eight colours are not enough to separate the cages").hint("write the format `letter-cages`")
        })?;
        (0..CELLS).filter(mine).for_each(|at| colours[at] = Some(free));
    }
    Ok(colours.into_iter().map(|c| c.unwrap_or(0)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_totals() {
        // Cages of 2x2 cells, a row of dominoes at the end, and no cages in the last column.
        let colours = "112211220".repeat(2)
            + &"221122110".repeat(2)
            + &"112211220".repeat(2)
            + &"221122110".repeat(2)
            + "333333330";
        let row = "10001200140016";
        let pair = format!("{row:0<18}{}", "0".repeat(18));
        let text = format!("{colours},{}{}", pair.repeat(4), "0".repeat(18));
        let (puzzle, notes) = WikiKiller.read(&text).unwrap();
        assert_eq!(puzzle.clues.len(), 16);
        assert_eq!(notes.len(), 2, "two pieces without a total are told: {notes:?}");
        let bare = Puzzle { foreign: None, ..puzzle.clone() };
        assert_eq!(WikiKiller.write(&puzzle).unwrap().0, text);
        let (link, lost) = WikiKiller.write(&bare).unwrap();
        assert!(lost.is_empty(), "{lost:?}");
        let read = crate::read(&link).unwrap();
        assert_eq!((read.format.info().id, read.notes.len()), ("sudokuwiki-killer", 0));
        assert_eq!(Puzzle { foreign: None, ..read.puzzle }, bare);
        let string = link.split_once("bd=").unwrap().1;
        assert_eq!(crate::read(string).unwrap().format.info().id, "sudokuwiki-killer");
        assert_eq!(crate::read(&link.replace(',', "%2C")).unwrap().puzzle.clues, puzzle.clues);
        // A cage with two totals is an error.
        let two = text.replacen("00", "11", 1);
        assert!(WikiKiller.read(&two).unwrap_err().to_string().contains("two totals"));
    }

    #[test]
    fn candidates_and_clues() {
        let rest: String = (2..81).map(|i| if (i / 9 + i % 9) % 2 == 0 { "01" } else { "02" }).collect();
        // r1c1 and r1c2 add up to 5; the first may be 1 or 2, the second is given as 3.
        let text = format!("1800{rest},0609{}", "vu".repeat(79));
        let read = crate::read(&text).unwrap();
        let puzzle = read.puzzle;
        assert_eq!((read.format.info().id, read.notes.len()), ("sudokuwiki-killer", 0), "{:?}", read.notes);
        assert_eq!((puzzle.clues.len(), puzzle.givens.len(), puzzle.givens[0].digits[0]), (1, 1, 3));
        assert_eq!((puzzle.progress.len(), &puzzle.progress[0].marks), (1, &vec![1, 2]));
        let error = WikiKiller.read(&text.replacen(",06", ",07", 1)).unwrap_err().to_string();
        assert!(error.contains("not a single digit"), "{error}");
    }

    #[test]
    fn jigsaws() {
        let map: String = (0..81).map(|i| char::from(b'1' + i / 9)).collect();
        let digits = format!("5{}", "0".repeat(80));
        let marks = format!("11{}", "vu".repeat(80));
        for bd in [&digits, &marks] {
            let link = format!("https://www.sudokuwiki.org/jigsaw.htm?shape=33&bd={bd}&jigmap={map}");
            let read = crate::read(&link).unwrap();
            assert_eq!(read.format.info().id, "sudokuwiki-killer");
            assert_eq!(read.puzzle.shape.grids()[0].regions[1].len(), 9);
            assert_eq!(WikiKiller.write(&read.puzzle).unwrap().0, link);
            assert_eq!(read.puzzle.givens.len(), 1, "{bd}");
        }
        let link = format!("https://www.sudokuwiki.org/jigsaw.htm?shape=3&bd={digits}");
        assert!(crate::read(&link).unwrap_err().to_string().contains("shape 3"));
    }

    #[test]
    fn mistakes_are_named() {
        let killer = "https://www.sudokuwiki.org/killersudoku.aspx";
        for (text, part) in [
            (killer.to_owned(), "contains no puzzle"),
            (format!("{killer}?bd=L9B0xyz"), "known only to sudokuwiki"),
            (format!("{killer}?bd=123"), "3 characters"),
            (format!("{},{:0<162}", "112211221".repeat(9), "10"), "18 cells"),
        ] {
            let error = crate::read_as(INFO.id, &text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert_eq!(WikiKiller.likeness(&"1".repeat(81)), Likeness::No);
    }
}
