//! Boards of the classic engine: candidate masks as input, grids as solutions, and the one-line texts of both.

use std::fmt;

/// All digits of a cell: bits 0..=8 stand for the digits 1..=9.
pub(crate) const ALL: u16 = 0x1ff;

/// A line longer than this is not a puzzle, and the rest of the line is not read.
pub(crate) const LONGEST: usize = 4096;

/// The candidates of each of the 81 cells (row by row); bit `d - 1` stands for digit `d`. Bits above the ninth are ignored. With
/// an empty mask, a puzzle has no solutions.
pub type Candidates = [u16; 81];

/// A filled grid: the digits 1..=9, row by row.
pub type Grid = [u8; 81];

/// The reason why a line is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadLine {
    /// The line has this many characters instead of 81 (digits) or 729 (candidates). All longer lines are reported as 4096.
    Length(usize),
    /// A character of the line is neither an allowed digit nor the sign of an empty cell.
    Character {
        /// The index of the byte in the line, counted from 0.
        at: usize,
        /// The byte that was found.
        found: u8,
        /// The only digit allowed at this place of a 729-character line; 0 if any digit is allowed.
        digit: u8,
    },
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length(n) => {
                let or_more = if n == LONGEST { " or more" } else { "" };
                write!(
                    f,
                    "the line has {n}{or_more} characters; a classic puzzle has 81 (one a cell) or 729 (one a candidate)"
                )
            }
            Self::Character { at, found, digit } => {
                let shown = char::from(found).escape_default();
                if digit == 0 {
                    let (r, c) = (at / 9 + 1, at % 9 + 1);
                    write!(f, "column {}: '{shown}' at r{r}c{c}; expected 1-9, or . or 0 for an empty cell", at + 1)
                } else {
                    let (r, c) = (at / 81 + 1, at / 9 % 9 + 1);
                    write!(
                        f,
                        "column {}: '{shown}' at r{r}c{c}; expected {digit}, or . when {digit} is excluded",
                        at + 1
                    )
                }
            }
        }
    }
}

impl std::error::Error for BadLine {}

/// The mask of a character in an 81-character line; 0 for an invalid character.
/// Empty cells are `.`, `0`, `*`, `_` and `-`, the signs found in public collections.
pub(crate) const MASK_OF: [u16; 256] = {
    let mut t = [0; 256];
    let mut d = 0;
    while d < 9 {
        t[b'1' as usize + d] = 1 << d;
        d += 1;
    }
    t[b'.' as usize] = ALL;
    t[b'0' as usize] = ALL;
    t[b'*' as usize] = ALL;
    t[b'_' as usize] = ALL;
    t[b'-' as usize] = ALL;
    t
};

/// Reads 81 characters (a digit, or `.` or `0` for an empty cell) or 729 characters (one per row, column and digit: the digit if
/// the candidate is allowed, `.` or `0` if it is not).
///
/// ```
/// use cluewright_search::classic::{Engine, parse};
/// let p = parse(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").unwrap();
/// assert_eq!(Engine::new().count_many(&[p], 2), [1]);
/// assert!(parse(b"12x").is_err());
/// ```
pub fn parse(line: &[u8]) -> Result<Candidates, BadLine> {
    let mut out = [0; 81];
    match line.len() {
        81 => {
            let mut bad = false;
            for (o, &b) in out.iter_mut().zip(line) {
                *o = MASK_OF[b as usize];
                bad |= *o == 0;
            }
            if bad {
                let at = out.iter().position(|&m| m == 0).expect("a mask was 0");
                return Err(BadLine::Character { at, found: line[at], digit: 0 });
            }
        }
        729 => {
            for (at, &found) in line.iter().enumerate() {
                let digit = (at % 9) as u8 + 1;
                if found == b'0' + digit {
                    out[at / 9] |= 1 << (digit - 1);
                } else if MASK_OF[found as usize] != ALL {
                    return Err(BadLine::Character { at, found, digit });
                }
            }
        }
        n => return Err(BadLine::Length(n.min(LONGEST))),
    }
    Ok(out)
}

/// The 81 characters of a filled grid.
#[inline]
pub fn format(grid: &Grid) -> [u8; 81] {
    grid.map(|d| b'0' + d)
}

/// Whether every row, column and box of the grid contains 1..=9.
pub fn is_solution(grid: &Grid) -> bool {
    let mut houses = [0u16; 27];
    for (i, &d) in grid.iter().enumerate() {
        if !(1..=9).contains(&d) {
            return false;
        }
        let (r, c) = (i / 9, i % 9);
        for h in [r, 9 + c, 18 + r / 3 * 3 + c / 3] {
            houses[h] |= 1 << (d - 1);
        }
    }
    houses.iter().all(|&h| h == ALL)
}
