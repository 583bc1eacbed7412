//! Game ids of Solo in Simon Tatham's Portable Puzzle Collection (`3x3:5_3b7d6b1_9_5...`): jigsaws, killers, both diagonals. Read
//! and
//! written.
//!
//! Before the colon: the numbers of columns and rows of boxes, or `9j` for a jigsaw; then `x` for both diagonals, `k` for a killer.
//! After the colon: the cells in reading order, with a number for a given, `a` to `z` for 1 to 26 empty cells, and `_` between two
//! numbers. The next part, for the regions of a jigsaw and for cages, is the borders between cells: first the borders between
//! horizontal neighbours in reading order, then the borders between vertical neighbours column by column. There, `a` to `y` is a
//! border after 1 to 25 places without a border, `_` is an immediate border, and `z` is 25 places without a border. The totals of
//! cages are a separate grid. Source (facts only): the program's `solo.c` (MIT).

use crate::cages::{self, Cage, Content, Has, Room};
use crate::notes::Notes;
use crate::{Format, FormatInfo, Likeness, Note};
use cluewright_core::puzzle::Given;
use cluewright_core::{BadInput, Cell, Clue, Puzzle, Shape};

/// The format `solo`.
pub struct Solo;

static INFO: FormatInfo = FormatInfo {
    id: "solo",
    about: "game ids of Solo, a game in Simon Tatham's puzzle collection: 3x3:5_3b7d6...",
    endings: &[],
    writes: true,
    draws: false,
};

const ROOM: Room = Room { name: "`solo`", has: &[Has::Cages, Has::Givens, Has::Regions, Has::Diagonals] };
/// The maximum number of places without a border that one letter can express.
const RUN: usize = 25;

/// The part of a game id before the colon.
struct Game {
    /// The numbers of columns and of rows of boxes. One row of boxes means regions of any shape.
    boxes: (usize, usize),
    diagonals: bool,
    killer: bool,
}

impl Game {
    fn of(params: &str) -> Option<Self> {
        let number = |text: &str| {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            Some((text[..end].parse::<usize>().ok().filter(|n| (1..=31).contains(n))?, end))
        };
        let (columns, end) = number(params)?;
        let rest = &params[end..];
        let (boxes, rest) = match rest.strip_prefix('x').and_then(|rest| Some((number(rest)?, rest))) {
            Some(((rows, end), rest)) => ((columns, rows), &rest[end..]),
            None => ((columns, 1), rest.strip_prefix('j')?),
        };
        if !rest.chars().all(|c| c.is_ascii_alphanumeric()) {
            return None;
        }
        // `3x3j` is a jigsaw of nine rows.
        let jigsaw = rest.starts_with('j');
        let boxes = if jigsaw { (boxes.0 * boxes.1, 1) } else { boxes };
        // Symmetry and difficulty, which are not rules, start with other letters.
        let flags = rest.trim_start_matches('j');
        let flags = &flags[..flags.find(|c| c != 'x' && c != 'k').unwrap_or(flags.len())];
        let n = boxes.0 * boxes.1;
        (2..=31).contains(&n).then(|| Self { boxes, diagonals: flags.contains('x'), killer: flags.contains('k') })
    }
}

/// The game and the description in the text, which may be a link that ends with them.
fn parts(text: &str) -> Option<(Game, &str)> {
    let text = text.trim();
    let id = text.rsplit('#').next().filter(|_| text.contains("://")).unwrap_or(text);
    let (params, description) = id.split_once(':')?;
    let plain = |c: char| c.is_ascii_digit() || c.is_ascii_lowercase() || c == '_' || c == ',';
    let fits = !description.is_empty() && description.chars().all(plain);
    Some((Game::of(params).filter(|_| fits)?, description))
}

/// Decodes `count` numbers and empty cells; errors use the name `what` for the numbers.
fn numbers(code: &str, count: usize, what: &str) -> Result<Vec<Option<i64>>, BadInput> {
    let mut out = Vec::with_capacity(count);
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let mut used = 1;
        match c {
            '_' => {}
            'a'..='z' => out.extend((0..=c as u32 - 'a' as u32).map(|_| None)),
            _ => {
                used = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let number = rest[..used].parse().ok();
                out.push(Some(number.ok_or_else(|| BadInput::new(format!("`{c}` is not expected in the {what}")))?));
            }
        }
        if out.len() > count {
            break;
        }
        rest = &rest[used..];
    }
    if out.len() == count {
        return Ok(out);
    }
    Err(BadInput::new(format!("the {what} have {} places, but a puzzle of this size needs {count}", out.len()))
        .hint("a number is one place, `a` to `z` are 1 to 26 empty places, and `_` separates two numbers"))
}

/// The two cells on either side of each place for a border, in the order of the code.
fn places(n: usize) -> impl Iterator<Item = (usize, usize)> {
    let beside = (0..n * (n - 1)).map(move |i| i / (n - 1) * n + i % (n - 1)).map(|cell| (cell, cell + 1));
    let below = (0..n * (n - 1)).map(move |i| i % (n - 1) * n + i / (n - 1)).map(move |cell| (cell, cell + n));
    beside.chain(below)
}

/// For each cell, the index of its piece, from a code of borders.
fn pieces(code: &str, n: usize) -> Result<Vec<usize>, BadInput> {
    let mut borders = Vec::with_capacity(2 * n * n);
    for c in code.chars() {
        let (run, border) = match c {
            '_' => (0, true),
            'z' => (RUN, false),
            'a'..='y' => (c as usize - 'a' as usize + 1, true),
            _ => return Err(BadInput::new(format!("`{c}` is not expected in the borders"))),
        };
        borders.extend(std::iter::repeat_n(false, run));
        borders.extend(border.then_some(true));
        if borders.len() > 2 * n * n {
            break;
        }
    }
    // The code ends with one additional border after the last place.
    if borders.len() != 2 * n * (n - 1) + 1 {
        return Err(BadInput::new(format!("the borders have {} positions", borders.len().saturating_sub(1)))
            .hint(format!("there are {} positions between the cells", 2 * n * (n - 1))));
    }
    let mut of: Vec<usize> = (0..n * n).collect();
    for ((a, b), border) in places(n).zip(borders) {
        if !border && of[a] != of[b] {
            let (from, to) = (of[a].max(of[b]), of[a].min(of[b]));
            of.iter_mut().filter(|piece| **piece == from).for_each(|piece| *piece = to);
        }
    }
    Ok(of)
}

/// Encodes the numbers of a grid.
fn written(numbers: impl Iterator<Item = Option<i64>>) -> String {
    let mut out = String::new();
    let mut run = 0u8;
    for number in numbers {
        match number {
            None if run == 26 => {
                out.push('z');
                run = 1;
            }
            None => run += 1,
            Some(number) => {
                if run > 0 {
                    out.push(char::from(b'`' + run));
                } else if !out.is_empty() {
                    out.push('_');
                }
                out.push_str(&number.to_string());
                run = 0;
            }
        }
    }
    if run > 0 {
        out.push(char::from(b'`' + run));
    }
    out
}

/// Encodes the borders between pieces; `of` is the piece of each cell.
fn borders(of: &[usize], n: usize) -> String {
    let mut out = String::new();
    let mut run = 0;
    for border in places(n).map(|(a, b)| of[a] != of[b]).chain([true]) {
        if !border {
            run += 1;
            continue;
        }
        while run > RUN {
            out.push('z');
            run -= RUN;
        }
        out.push(if run == 0 { '_' } else { char::from(b'`' + u8::try_from(run).unwrap_or(1)) });
        run = 0;
    }
    out
}

impl Format for Solo {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        if parts(text).is_some() {
            Likeness::Sure("it consists of a size, a colon and cells, like the game ids of Solo")
        } else {
            Likeness::No
        }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let Some((game, description)) = parts(text) else {
            return Err(BadInput::new("this is not a game id of Solo").hint(
                "an id is a size such as `3x3:`, followed by the cells; an id with `#` holds a random seed, from which only \
                 Solo can generate the puzzle",
            ));
        };
        let (columns, rows) = game.boxes;
        let n = columns * rows;
        let small = |n: usize| u16::try_from(n).unwrap_or(0);
        let mut fields = description.split(',');
        let cells = numbers(fields.next().unwrap_or(""), n * n, "cells")?;
        let (high, wide) = if rows == 1 { (0, 0) } else { (small(columns), small(rows)) };
        let mut puzzle = Puzzle::new(Shape::rectangle(small(n), small(n), high, wide)?, u8::try_from(n).unwrap_or(0));
        puzzle.rules.push(Clue::new("classic", Vec::new()));
        let mut notes = Notes::default();
        for (i, digit) in cells.iter().enumerate() {
            let Some(digit) = *digit else { continue };
            let digit =
                i32::try_from(digit).ok().filter(|d| (1..=puzzle.digits.last()).contains(d)).ok_or_else(|| {
                    BadInput::new(format!(
                        "`{digit}` at {} is not a digit of a {n}x{n} grid",
                        puzzle.shape.place(Cell::at(i))
                    ))
                })?;
            puzzle.givens.push(Given { cell: Cell::at(i), digits: vec![digit] });
        }
        let mut field = |what: &str| fields.next().ok_or_else(|| BadInput::new(format!("the id has no {what}")));
        if rows == 1 {
            let regions = cages::regions(u8::try_from(n).unwrap_or(0), &pieces(field("regions")?, n)?)?;
            puzzle.shape.set_regions(0, regions);
        }
        if game.killer {
            let of = pieces(field("cages")?, n)?;
            let totals = numbers(field("totals of cages")?, n * n, "totals of cages")?;
            let total = |cells: &[Cell]| cells.iter().find_map(|cell| totals[cell.index()]);
            let groups = cages::grouped(of.into_iter().map(Some));
            let list: Vec<Cage> = groups.into_iter().map(|(_, cells)| Cage { total: total(&cells), cells }).collect();
            cages::add_cages(&mut puzzle, &list, &mut notes)?;
        }
        if game.diagonals {
            cages::add_diagonals(&mut puzzle, &mut notes);
        }
        if let Some(more) = fields.next() {
            return Err(BadInput::new(format!(
                "`{}` after the puzzle is not expected",
                more.chars().take(40).collect::<String>()
            )));
        }
        Ok(cages::finished(puzzle, notes, INFO.id, text))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        if let Some(same) = cages::unchanged(puzzle, self) {
            return Ok(same);
        }
        let content = Content::of(puzzle, &ROOM)?;
        let n = content.n;
        let regions = content.region_by_cell();
        let usual = cluewright_core::shape::usual_box(u16::try_from(n).unwrap_or(0)).filter(|_| regions.is_none());
        let mut text = match usual {
            Some((high, wide)) => format!("{high}x{wide}"),
            None => format!("{n}j"),
        };
        let killer = !content.cages.is_empty();
        text.push_str(if content.diagonals { "x" } else { "" });
        text.push_str(if killer { "k" } else { "" });
        text.push(':');
        text.push_str(&written(content.givens.iter().map(|digit| digit.map(i64::from))));
        let piece = |of: Vec<Option<usize>>| -> Vec<usize> {
            of.into_iter().enumerate().map(|(i, piece)| piece.unwrap_or(n * n + i)).collect()
        };
        if usual.is_none() {
            let Some(regions) = regions else {
                return Err(BadInput::new("the puzzle has no regions to write").hint("write the format `clue`"));
            };
            text.push_str(&format!(",{}", borders(&piece(regions), n)));
        }
        if killer {
            let totals =
                (0..n * n).map(|i| content.cages.iter().find(|c| c.cells[0].index() == i).and_then(|c| c.total));
            text.push_str(&format!(",{},{}", borders(&piece(content.cage_by_cell()), n), written(totals)));
        }
        Ok((text, content.notes.into_list()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn plain_ones() {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = read(line).unwrap().puzzle;
        let id = "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9";
        assert_eq!(Solo.write(&puzzle).unwrap(), (id.to_owned(), Vec::new()));
        for text in [
            id.to_owned(),
            format!("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#{id}"),
            id.replace("3x3", "3x3adb"),
        ] {
            let read = read(&text).unwrap();
            assert_eq!(
                (read.format.info().id, Puzzle { foreign: None, ..read.puzzle }),
                ("solo", puzzle.clone()),
                "{text}"
            );
        }
        let diagonals = read(&id.replace("3x3", "3x3x")).unwrap().puzzle;
        assert_eq!(diagonals.rules[1].rule, "diagonals");
        // `3x2`: three columns and two rows of boxes, so a box is two cells wide.
        let six = read("3x2:1h2z").unwrap().puzzle;
        assert_eq!(
            six.shape.grids()[0].regions[0].iter().map(|c| six.cell_name(*c)).collect::<Vec<_>>(),
            ["r1c1", "r1c2", "r2c1", "r2c2", "r3c1", "r3c2"]
        );
    }

    #[test]
    fn regions_and_cages_come_back() {
        let sumocue = "SumoCueV1D=1J0=0J0=0J0=0J1=0J0=0J2=0J1=0J1=0J2=7J2+9J3=0J1=0J2=0J3=0J3=0J3";
        let puzzle = Puzzle { foreign: None, ..read(sumocue).unwrap().puzzle };
        let (text, notes) = Solo.write(&puzzle).unwrap();
        assert!(text.starts_with("4jxk:1o,") && notes.is_empty(), "{text} {notes:?}");
        let again = read(&text).unwrap().puzzle;
        assert_eq!(Puzzle { foreign: None, ..again.clone() }, puzzle, "{text}");
        assert_eq!(Solo.write(&again).unwrap().0, text);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("2x2:1n", "15 places, but a puzzle of this size needs 16"),
            ("2x2:5o", "`5` at r1c1 is not a digit"),
            ("4j:p", "has no regions"),
            ("4j:p,_", "the borders have 0 positions"),
            ("2x2k:p,_", "borders"),
            ("2x2:p,a", "not expected"),
            ("2x2:0p", "places"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(Solo.read("3x3#12345").unwrap_err().to_string().contains("random seed"));
    }
}
