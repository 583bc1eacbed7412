//! Reads cells by the names that people use: `r1c1`, `A1`, blocks, rows, columns and boxes.

use crate::compiled::Compiled;
use crate::error::Error;
use cluewright_core::{BadInput, Cell, Place, Shape};

/// The hint for a name that does not refer to any cell.
const NAMES: &str = "r1c1 or A1 is row 1, column 1 (the letter is the row); A1-A9 and r1c1..r3c3 are all cells of a block; r1 is \
                     a row, c2 a column and b3 a box (in small letters: B3 is r2c3)";

/// The cells with these names, each once, in the order of the names. Extra cells have their own names.
///
/// Errors: a name is invalid, or a cell is outside the grid.
///
/// ```
/// use cluewright::cells::cells_named;
/// use cluewright::{Cell, Compiled, formats};
/// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
/// assert_eq!(cells_named(&compiled, &["A2".to_owned(), "r4".to_owned()])?, [1, 12, 13, 14, 15].map(Cell));
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn cells_named(compiled: &Compiled, names: &[String]) -> Result<Vec<Cell>, Error> {
    let (model, shape) = (compiled.model(), &compiled.puzzle().shape);
    let mut cells = Vec::new();
    let mut add = |found: Vec<Cell>| {
        for cell in found {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
    };
    for name in names.iter().map(|n| n.trim()).filter(|n| !n.is_empty()) {
        let own = |name: &str| {
            let is = |c: &Cell| model.cell_name(*c).eq_ignore_ascii_case(name);
            // At most one cell of the grid can have the name, so compute that cell instead of searching for it: there may be
            // thousands of cells and names.
            place(shape, name).filter(is).or_else(|| model.answer_cells().skip(shape.len()).find(is))
        };
        // The name of an extra cell may contain spaces, so try the whole text as a name before splitting it into several names.
        if let Some(cell) = own(name) {
            add(vec![cell]);
            continue;
        }
        for word in name.split_whitespace() {
            add(match own(word) {
                Some(cell) => vec![cell],
                None => named(shape, word)?,
            });
        }
    }
    Ok(cells)
}

/// The only cell of the grid that can have this name, such as `r1c1`.
fn place(shape: &Shape, name: &str) -> Option<Cell> {
    let lower = name.to_ascii_lowercase();
    let (row, column) = lower.strip_prefix('r')?.split_once('c')?;
    let number = |text: &str| text.parse::<u16>().ok()?.checked_sub(1).map(i32::from);
    shape.at(number(row)?, number(column)?)
}

/// The cells of the grid that this name refers to.
fn named(shape: &Shape, name: &str) -> Result<Vec<Cell>, BadInput> {
    let bad = |what: String| {
        let (height, width) = (shape.height(), shape.width());
        BadInput::new(what).hint(format!("{NAMES}; the grid goes from r1c1 to r{height}c{width}"))
    };
    let unknown = || bad(format!("there is no cell `{name}`"));
    let ends = name.split_once("..").or_else(|| name.split_once('-')).or_else(|| name.split_once('–'));
    let found: Vec<Cell> = if let Some((from, to)) = ends {
        let (from, to) = (places(shape, from).ok_or_else(unknown)?, places(shape, to).ok_or_else(unknown)?);
        let all = || from.iter().chain(&to);
        let bounds = |of: &dyn Fn(&Place) -> u16| (all().map(of).min(), all().map(of).max());
        let ((Some(top), Some(bottom)), (Some(left), Some(right))) = (bounds(&|p| p.row), bounds(&|p| p.col)) else {
            return Err(unknown());
        };
        // A block that extends beyond the grid is probably a typing error.
        if bottom >= shape.height() || right >= shape.width() {
            return Err(unknown());
        }
        let inside = |c: &Cell| {
            let p = shape.place(*c);
            (top..=bottom).contains(&p.row) && (left..=right).contains(&p.col)
        };
        shape.cells().filter(inside).collect()
    } else {
        let places = places(shape, name).ok_or_else(unknown)?;
        places.iter().filter_map(|p| shape.at(i32::from(p.row), i32::from(p.col))).collect()
    };
    if found.is_empty() { Err(unknown()) } else { Ok(found) }
}

/// The place that a name such as `A1` refers to: the letter is the row, the number is the column. Rows and columns of the result
/// are counted from 0, and the place may be outside the grid.
fn letter(name: &str) -> Option<Place> {
    let first = name.chars().next().filter(char::is_ascii_alphabetic)?;
    let column = &name[1..];
    let col: u16 = column.parse().ok().filter(|&n| n > 0 && !column.starts_with('+'))?;
    Some(Place { row: u16::from(first.to_ascii_uppercase() as u8 - b'A'), col: col - 1 })
}

/// The places that a name such as `r1c1`, `r12c3`, `r1`, `c2`, `b3` or `A1` refers to.
fn places(shape: &Shape, name: &str) -> Option<Vec<Place>> {
    let name = name.trim();
    let (height, width) = (usize::from(shape.height()), usize::from(shape.width()));
    let at = |n: usize| u16::try_from(n).ok();
    let all = |rows: Vec<usize>, cols: Vec<usize>| -> Option<Vec<Place>> {
        rows.iter().flat_map(|&r| cols.iter().map(move |&c| Some(Place { row: at(r)?, col: at(c)? }))).collect()
    };
    let lower = name.to_ascii_lowercase();
    if let Some((rows, cols)) = lower.strip_prefix('r').and_then(|rest| rest.split_once('c')) {
        return all(numbers(rows, height)?, numbers(cols, width)?);
    }
    // A capital letter names a row if the grid has that many rows: `C2` is the second cell of the third row.
    let cell = letter(name).filter(|p| usize::from(p.row) < height);
    if let Some(cell) = cell.filter(|_| !name.starts_with(['b', 'c', 'r'])) {
        return Some(vec![cell]);
    }
    match (lower.chars().next()?, lower.get(1..)?) {
        ('r', rows) => all(numbers(rows, height)?, (0..width).collect()),
        ('c', cols) => all((0..height).collect(), numbers(cols, width)?),
        ('b', boxes) => {
            let boxes = numbers(boxes, shape.regions().count())?;
            let cells = boxes.iter().filter_map(|&b| shape.regions().nth(b)).flatten();
            Some(cells.map(|&c| shape.place(c)).collect())
        }
        _ => None,
    }
}

/// Reads a number from 1 to `most`, converted to count from 0. If no number up to `most` has two digits, each digit of the text is
/// a number of its own: `12` is 1 and 2.
fn numbers(text: &str, most: usize) -> Option<Vec<usize>> {
    if text.is_empty() || text.len() > 9 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let within = |n: usize| (1..=most).contains(&n).then(|| n - 1);
    match within(text.parse().ok()?) {
        Some(n) => Some(vec![n]),
        None if most <= 9 && text.len() > 1 => text.bytes().map(|b| within(usize::from(b - b'0'))).collect(),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(size: u16, name: &str) -> Vec<String> {
        let shape = Shape::square(size).expect("a grid");
        named(&shape, name)
            .unwrap_or_else(|e| panic!("{name}: {e}"))
            .iter()
            .map(|&c| shape.place(c).to_string())
            .collect()
    }

    #[test]
    fn one_cell() {
        for name in ["r5c3", "R5C3", "E3", "e3"] {
            assert_eq!(cells(9, name), ["r5c3"], "{name}");
        }
        assert_eq!(
            (cells(9, "A1"), cells(9, "I9"), cells(16, "P16")),
            (vec!["r1c1".into()], vec!["r9c9".into()], vec!["r16c16".into()])
        );
        // Capital B, C and R name rows of cells if the grid has that many rows.
        assert_eq!(
            (cells(9, "B3"), cells(9, "C2"), cells(9, "c2").len()),
            (vec!["r2c3".into()], vec!["r3c2".into()], 9)
        );
        assert_eq!((cells(9, "R1").len(), cells(25, "R1")), (9, vec!["r18c1".into()]));
    }

    #[test]
    fn own_names() {
        let text = "grid: 12x12\nholes: r1c1\nextra: X 1..9\n";
        let compiled = Compiled::new(cluewright_formats::read(text).unwrap().puzzle).unwrap();
        let of = |name: &str| cells_named(&compiled, &[name.to_owned()]).ok();
        assert_eq!(
            (of("r1c2"), of("R12C12"), of("x")),
            (Some(vec![Cell(0)]), Some(vec![Cell(142)]), Some(vec![Cell(143)]))
        );
        assert_eq!((of("r1c1"), of("r0c1"), of("r13c1"), of("r1c99999")), (None, None, None, None));
    }

    #[test]
    fn several_cells() {
        assert_eq!(cells(9, "r1c1..r2c2"), ["r1c1", "r1c2", "r2c1", "r2c2"]);
        assert_eq!(cells(9, "A1-A9"), cells(9, "r1"));
        assert_eq!(cells(9, "r9c2-r1c2"), cells(9, "c2"));
        assert_eq!(cells(9, "b1-b3"), cells(9, "r1-r3"));
        assert_eq!(cells(9, "b5"), cells(9, "D4-F6"));
        assert_eq!(cells(9, "r12c3"), ["r1c3", "r2c3"]);
        assert_eq!(cells(9, "r1c129"), ["r1c1", "r1c2", "r1c9"]);
        assert_eq!(cells(16, "r12c3"), ["r12c3"]);
        assert_eq!(cells(9, "r12").len(), 18);
    }

    #[test]
    fn no_cells() {
        for name in [
            "r0c1",
            "r10c1",
            "r1c10",
            "J1",
            "A0",
            "A10",
            "r1c1-",
            "..",
            "b10",
            "b0",
            "rc",
            "r",
            "c",
            "é1",
            "A+1",
            "A1-J1",
            "r1c1..r1c10",
            "xyz",
        ] {
            let error = named(&Shape::square(9).expect("a grid"), name).expect_err(name).to_string();
            assert!(error.starts_with(&format!("there is no cell `{name}` (r1c1 or A1 is row 1, column 1")), "{error}");
        }
        assert!(named(&Shape::square(16).expect("a grid"), "r17c1").is_err());
    }
}
