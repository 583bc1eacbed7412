//! Several 9x9 grids that share boxes, drawn as one, such as samurai: in rows, as one line, or grid by grid. Read and written.
//!
//! Places outside the grids are written like empty cells, with a separate mark, or not at all. If they have a separate mark, or
//! are spaces while empty cells have a mark, any arrangement of grids that share whole boxes is recognised; otherwise only the
//! common layouts.

use crate::alphabet::{is_bar, is_frame};
use cluewright_core::puzzle::Given;
use cluewright_core::{BadInput, Cell, Clue, Puzzle, Shape, Sort};
use std::borrow::Cow;

/// The side of each grid.
const SIDE: usize = 9;
/// The minimum number of givens. With fewer givens, the layout is uncertain.
const LEAST: usize = 17;

/// The maximum number of different characters other than digits in a drawing.
const MARKS: usize = 8;

/// A layout: the height and width of the whole, and the row and column of each grid's first cell.
type Layout = (usize, usize, &'static [(usize, usize)]);

/// The common layouts. The places outside the grids distinguish a drawing in one of these layouts from one large grid.
const LAYOUTS: [Layout; 4] = [
    (21, 21, &[(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)]),
    (21, 21, &[(0, 6), (6, 0), (6, 12), (12, 6)]),
    (15, 15, &[(0, 0), (6, 6)]),
    (15, 15, &[(0, 6), (6, 0)]),
];

fn is_inside(corners: &[(usize, usize)], row: usize, col: usize) -> bool {
    corners.iter().any(|&(top, left)| (top..top + SIDE).contains(&row) && (left..left + SIDE).contains(&col))
}

/// A layout, which may have been derived from the places that are cells.
type Found<'a> = (usize, usize, Cow<'a, [(usize, usize)]>);

/// The puzzle that is drawn in the text; `None` if the text does not show grids that share boxes.
pub(crate) fn in_text(text: &str) -> Option<Puzzle> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let is_cells = |line: &&&str| !(line.is_empty() || is_frame(line) && line.contains(['+', '|']));
    let inner: Vec<Vec<char>> = lines.iter().filter(is_cells).map(|l| l.chars().collect()).collect();
    if inner.len() < SIDE + 3 || inner.len() > 99 || inner.iter().any(|row| row.len() > 400) {
        return None;
    }
    let strip = |row: &Vec<char>| {
        row.iter().copied().filter(|c| !c.is_whitespace() && !"+,;".contains(*c) && !is_bar(*c)).collect()
    };
    placed(inner.clone()).or_else(|| in_rows(&inner.iter().map(strip).collect::<Vec<_>>()))
}

/// The puzzle in rows whose characters are at the columns where they are drawn.
fn placed(mut rows: Vec<Vec<char>>) -> Option<Puzzle> {
    let width = rows.iter().map(Vec::len).max()?;
    for row in &mut rows {
        row.resize(width, ' ');
    }
    // Columns of bars, and every other column if it has only spaces, separate the columns of cells.
    let bars =
        |col: &usize| rows.iter().all(|r| r[*col] == ' ' || is_bar(r[*col])) && rows.iter().any(|r| is_bar(r[*col]));
    let columns: Vec<usize> = (0..width).filter(|col| !bars(col)).collect();
    let spaced = columns.iter().skip(1).step_by(2).all(|col| rows.iter().all(|r| r[*col] == ' '));
    let columns: Vec<usize> = columns.into_iter().step_by(if spaced { 2 } else { 1 }).collect();
    let rows: Vec<Vec<char>> = rows.iter().map(|r| columns.iter().map(|col| r[*col]).collect()).collect();
    let mut marks: Vec<char> = rows.iter().flatten().copied().filter(|c| !c.is_ascii_digit()).collect();
    marks.order();
    marks.dedup();
    // A text with more different characters than this is prose.
    if marks.len() > MARKS {
        return None;
    }
    marks.into_iter().chain(['0']).find_map(|outside| {
        let inside = |r: usize, c: usize| rows[r][c] != outside;
        let corners = corners(rows.len(), columns.len(), &inside)?;
        laid_out(&(rows.len(), columns.len(), Cow::Owned(corners)), &rows, 0)
    })
}

/// The first cells of 9x9 grids that together cover exactly the places for which `inside` is true, and overlap only in whole
/// boxes; `None` if there are no such grids.
fn corners(height: usize, width: usize, inside: &dyn Fn(usize, usize) -> bool) -> Option<Vec<(usize, usize)>> {
    let full = |top: usize, left: usize| (top..top + SIDE).all(|r| (left..left + SIDE).all(|c| inside(r, c)));
    let last = |side: usize| side.checked_sub(SIDE);
    let (bottom, right) = (last(height)?, last(width)?);
    let mut found: Vec<(usize, usize)> = Vec::new();
    for top in 0..=bottom {
        found.extend((0..=right).filter(|left| full(top, *left)).map(|left| (top, left)));
        if found.len() > 26 {
            return None;
        }
    }
    let near = |a: usize, b: usize| a.abs_diff(b) < SIDE;
    let whole = |a: usize, b: usize| a.abs_diff(b).is_multiple_of(3);
    let apart =
        |&(r, c): &(usize, usize), &(s, d): &(usize, usize)| !(near(r, s) && near(c, d)) || whole(r, s) && whole(c, d);
    let fits = found.len() > 1 && found.iter().all(|a| found.iter().all(|b| apart(a, b)));
    let covered = |r: usize, c: usize| {
        found.iter().any(|&(top, left)| (top..top + SIDE).contains(&r) && (left..left + SIDE).contains(&c))
    };
    let all = fits && (0..height).all(|r| (0..width).all(|c| inside(r, c) == covered(r, c)));
    all.then_some(found)
}

/// The puzzle in the cells of a square, one character per cell; `None` if the cells are one large grid or contain `!`.
pub(crate) fn in_cells(cells: &[char]) -> Option<Puzzle> {
    let large = LAYOUTS.iter().any(|layout| layout.0 * layout.1 == cells.len());
    if !large || cells.contains(&'!') {
        return None;
    }
    let n = cells.len().isqrt();
    in_rows(&cells.chunks(n).map(<[char]>::to_vec).collect::<Vec<_>>())
}

/// The puzzle of five separate grids, which form a samurai if they agree in the boxes that they share.
pub(crate) fn in_parts(grids: &[Vec<Vec<char>>]) -> Option<Puzzle> {
    let (height, width, corners) = LAYOUTS[0];
    if grids.len() != corners.len() || grids.iter().any(|g| g.len() != SIDE || g.iter().any(|row| row.len() != SIDE)) {
        return None;
    }
    let digit = |c: char| if ('1'..='9').contains(&c) { c } else { '.' };
    let mut rows = vec![vec![' '; width]; height];
    let mut shared = 0;
    for (grid, &(top, left)) in grids.iter().zip(corners) {
        for (r, c) in (0..SIDE).flat_map(|r| (0..SIDE).map(move |c| (r, c))) {
            let (place, cell) = (&mut rows[top + r][left + c], digit(grid[r][c]));
            if *place != ' ' && *place != cell {
                return None;
            }
            shared += usize::from(*place != ' ' && cell != '.');
            *place = cell;
        }
    }
    (shared > 3).then(|| placed(rows)).flatten()
}

/// The name of the layout with this many rows and columns; `None` if there is no such layout.
pub(crate) fn size_of(rows: usize, width: usize) -> Option<&'static str> {
    match (rows, width) {
        (21, 15..=21) => Some("a samurai"),
        (15, 12..=14) => Some("two 9x9 grids that share a box"),
        _ => None,
    }
}

/// The rows of a puzzle with several 9x9 grids, with spaces for places that are not cells.
///
/// Errors: the puzzle does not consist of such grids, or the written text would not be read as the same puzzle.
pub(crate) fn written(puzzle: &Puzzle) -> Result<Vec<String>, BadInput> {
    let shape = &puzzle.shape;
    let mut given = vec!['.'; shape.len()];
    for one in &puzzle.givens {
        if let ([digit], Some(place)) = (&one.digits[..], given.get_mut(one.cell.index())) {
            *place = u32::try_from(*digit).ok().and_then(|d| char::from_digit(d, 10)).unwrap_or('.');
        }
    }
    let mark = |r: u16, c: u16| shape.at(i32::from(r), i32::from(c)).map_or(' ', |cell: Cell| given[cell.index()]);
    let rows: Vec<String> = (0..shape.height())
        .map(|r| (0..shape.width()).map(|c| mark(r, c).to_string()).collect::<Vec<_>>().join(" ").trim_end().to_owned())
        .collect();
    let same = |read: &Puzzle| {
        let cells = |p: &Puzzle| p.shape.cells().map(|c| p.shape.place(c)).collect::<Vec<_>>();
        let regions = |p: &Puzzle| {
            let mut all: Vec<Vec<Cell>> = p.shape.regions().cloned().collect();
            all.order();
            all
        };
        read.givens == puzzle.givens && cells(read) == cells(puzzle) && regions(read) == regions(puzzle)
    };
    if in_text(&rows.join("\n")).is_some_and(|read| same(&read)) {
        return Ok(rows);
    }
    Err(BadInput::new("this format supports only one square grid without holes, or 9x9 grids that share boxes")
        .hint("write the format `clue`"))
}

/// The puzzle that is drawn in these rows, one character per cell; `None` if the rows do not show grids that share boxes.
pub(crate) fn in_rows(rows: &[Vec<char>]) -> Option<Puzzle> {
    LAYOUTS.iter().find_map(|&(height, width, corners)| laid_out(&(height, width, Cow::Borrowed(corners)), rows, LEAST))
}

/// Like `in_rows`, but with all rows in one line.
pub(crate) fn in_line(line: &str) -> Option<Puzzle> {
    let chars: Vec<char> = line.chars().collect();
    LAYOUTS.iter().find_map(|layout| {
        let (height, width, _) = *layout;
        let inside = |row: usize| (0..width).filter(|&col| is_inside(layout.2, row, col)).count();
        let lengths: Vec<usize> =
            if chars.len() == height * width { vec![width; height] } else { (0..height).map(inside).collect() };
        if lengths.iter().sum::<usize>() != chars.len() {
            return None;
        }
        let mut rest = &chars[..];
        let rows: Vec<Vec<char>> = lengths
            .into_iter()
            .map(|length| {
                let (row, after) = rest.split_at(length);
                rest = after;
                row.to_vec()
            })
            .collect();
        laid_out(&(height, width, Cow::Borrowed(layout.2)), &rows, LEAST)
    })
}

/// The puzzle in rows with this layout; `None` if the rows do not fit the layout or have fewer than `least` givens.
fn laid_out(layout: &Found<'_>, rows: &[Vec<char>], least: usize) -> Option<Puzzle> {
    let (height, width) = (layout.0, layout.1);
    let corners = &layout.2[..];
    if rows.len() != height {
        return None;
    }
    let mut digits = vec![vec![None; width]; height];
    for (r, row) in rows.iter().enumerate() {
        let inside: Vec<usize> = (0..width).filter(|&c| is_inside(corners, r, c)).collect();
        let columns: Vec<usize> = if row.len() == width { (0..width).collect() } else { inside };
        if columns.len() != row.len() {
            return None;
        }
        for (c, mark) in columns.into_iter().zip(row) {
            match mark {
                '1'..='9' if is_inside(corners, r, c) => {
                    digits[r][c] = mark.to_digit(10).and_then(|d| i32::try_from(d).ok());
                }
                c if c.is_alphanumeric() && !"0xX".contains(*c) => return None,
                _ => {}
            }
        }
    }
    let given = |r: usize, c: usize| digits[r][c].is_some();
    let count = |&(top, left): &(usize, usize)| {
        (top..top + SIDE).flat_map(|r| (left..left + SIDE).map(move |c| (r, c))).filter(|&(r, c)| given(r, c)).count()
    };
    if least > 0
        && (corners.iter().any(|corner| count(corner) == 0) || corners.iter().map(count).sum::<usize>() < least)
    {
        return None;
    }
    let small = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    let mut shape =
        Shape::plane(small(height), small(width), |p| is_inside(corners, p.row.into(), p.col.into())).ok()?;
    for (name, &(top, left)) in ('A'..).zip(corners) {
        shape.add_grid(&name.to_string(), small(top), small(left), 9, 9, 3, 3).ok()?;
    }
    let mut puzzle = Puzzle::new(shape, 9);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    for cell in puzzle.shape.cells() {
        let place = puzzle.shape.place(cell);
        let digit = digits[usize::from(place.row)][usize::from(place.col)];
        puzzle.givens.extend(digit.map(|digit| Given { cell, digits: vec![digit] }));
    }
    Some(puzzle)
}

/// The note on how the text was read.
pub(crate) fn told(puzzle: &Puzzle) -> String {
    format!("{} 9x9 grids that share boxes were read; all other positions are not cells", puzzle.shape.grids().len())
}
