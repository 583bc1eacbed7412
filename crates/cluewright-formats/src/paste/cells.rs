//! Givens by the names of their cells: `r1c1=5 r1c2=3`, `A1: 5`, or a row, a column and a digit on each line.

use super::part::Part;

/// The side of the grid; larger grids have other names for cells.
const SIDE: usize = 9;
/// The minimum number of named cells; fewer may be part of a sentence.
const LEAST: usize = 8;

/// Finds a grid whose cells are listed by name with their digits.
pub(super) fn named(text: &str) -> Vec<Part> {
    let found = by_name(text).or_else(|| by_number(text));
    let grid = found.and_then(|cells| {
        let mut grid = vec!['.'; SIDE * SIDE];
        for (row, column, digit) in &cells {
            let place = grid.get_mut((row - 1) * SIDE + column - 1)?;
            let digit = char::from_digit(u32::try_from(*digit).ok()?, 10)?;
            if *place != '.' && *place != digit {
                return None;
            }
            *place = digit;
        }
        (cells.len() >= LEAST).then(|| grid.into_iter().collect::<String>())
    });
    let note = "the named cells were read as the givens of a 9x9 grid, and all other cells as empty";
    grid.map(|grid| Part::new(grid, note)).into_iter().collect()
}

/// Reads a word that is a single digit from 1 to 9.
fn digit(word: &str) -> Option<usize> {
    word.parse().ok().filter(|n| (1..=SIDE).contains(n))
}

/// Reads the name of a cell: `r1c2`, or a letter for the row and a number for the column.
fn cell(name: &str) -> Option<(usize, usize)> {
    let lower = name.to_ascii_lowercase();
    if let Some((row, column)) = lower.strip_prefix('r').and_then(|rest| rest.split_once('c')) {
        return Some((digit(row)?, digit(column)?));
    }
    let letter = lower.chars().next().filter(|c| ('a'..='i').contains(c))?;
    Some((letter as usize - 'a' as usize + 1, digit(&lower[1..])?))
}

fn by_name(text: &str) -> Option<Vec<(usize, usize, usize)>> {
    let marks = |c: char| c.is_whitespace() || "=:,;\"'{}()[]".contains(c);
    let words: Vec<&str> = text.split(marks).filter(|w| !w.is_empty()).collect();
    let pairs = words.chunks(2).map(|pair| match pair {
        [name, value] => cell(name).zip(digit(value)).map(|((row, column), value)| (row, column, value)),
        _ => None,
    });
    pairs.collect()
}

/// Reads a row, a column and a digit on each line, all numbered from 1.
fn by_number(text: &str) -> Option<Vec<(usize, usize, usize)>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let triple = |line: &str| {
        let words: Vec<&str> = line.split([' ', ',', ';', '\t']).filter(|w| !w.is_empty()).collect();
        match words[..] {
            [row, column, value] => Some((digit(row)?, digit(column)?, digit(value)?)),
            _ => None,
        }
    };
    let cells: Vec<(usize, usize, usize)> = lines.clone().map(triple).collect::<Option<_>>()?;
    // Rows of a grid may also consist of three digits each. Cells must therefore be in order, and a single character must separate
    // the numbers.
    let tidy = lines.map(str::trim).all(|line| line.len() == 5);
    let sorted = cells.windows(2).all(|pair| (pair[0].0, pair[0].1) < (pair[1].0, pair[1].1));
    (tidy && sorted).then_some(cells)
}
