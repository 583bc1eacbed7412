//! Sukaku: N slots per cell in one line, which makes 729 characters for 9x9. Slot k contains the digit k or a blank.
//!
//! Digits may also be in other slots of the cell (padded with blanks). For N above 9, a slot has two characters.

use crate::line::lost;
use crate::{Format, FormatInfo, Likeness, Note};
use cluewright_core::error::place_number;
use cluewright_core::puzzle::Given;
use cluewright_core::{BadInput, Cell, Clue, Puzzle, Shape, Sort};

/// The format `sukaku`.
pub struct Sukaku;

static INFO: FormatInfo = FormatInfo {
    id: "sukaku",
    about: "candidates only, with N characters per cell: 729 characters for a 9x9 grid",
    endings: &["sukaku"],
    writes: true,
    draws: false,
};

/// The side of the grid and the number of characters per slot of a text with this many characters; `None` if no grid fits.
fn side(chars: usize) -> Option<(u8, usize)> {
    let cube = |n: u8| usize::from(n).pow(3);
    (2..=9)
        .find(|&n| cube(n) == chars)
        .map(|n| (n, 1))
        .or_else(|| (10..=36).find(|&n| cube(n) * 2 == chars).map(|n| (n, 2)))
}

/// Whether every slot contains its digit or a blank, and every cell contains at least one digit.
fn in_slots(body: &str, n: u8) -> bool {
    let bytes: Vec<u8> = body.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    bytes.chunks(n.into()).all(|cell| {
        let filled = cell.iter().any(|b| b.is_ascii_digit() && *b != b'0');
        filled && (b'1'..).zip(cell).all(|(digit, b)| *b == digit || matches!(b, b'.' | b'0'))
    })
}

impl Format for Sukaku {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let body = text.trim();
        let fits = !body.is_empty() && body.chars().all(|c| c.is_ascii_digit() || c == '.' || c.is_whitespace());
        let count = body.chars().filter(|c| !c.is_whitespace()).count();
        let Some((n, _)) = side(count).filter(|_| fits) else { return Likeness::No };
        // A text of 64 characters is far more often an 8x8 grid. Such a text counts as candidates only if every digit is in its
        // slot.
        if count == 64 && !in_slots(body, n) {
            return Likeness::No;
        }
        Likeness::Maybe("it has a position for each digit of each cell")
    }

    fn is_line(&self, line: &str) -> bool {
        line.len() >= 16 && self.read(line).is_ok()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let chars: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let (n, width) = side(chars.len()).ok_or_else(|| {
            BadInput::new(format!("{} characters do not make a sukaku", chars.len()))
                .at(1, 1)
                .hint("a 9x9 grid needs 729 characters, nine for each cell")
        })?;
        let mut puzzle = Puzzle::new(Shape::square(n.into())?, n);
        let last = i32::from(n);
        let n = usize::from(n);
        puzzle.rules.push(Clue::new("classic", Vec::new()));
        for (cell, slots) in chars.chunks(n * width).enumerate() {
            let mut digits = Vec::new();
            for (k, slot) in slots.chunks(width).enumerate() {
                let text: String = slot.iter().collect();
                let at = place_number(cell * n * width + k * width + 1);
                let bad = || {
                    BadInput::new(format!("`{text}` is not a digit of a {n}x{n} grid"))
                        .at(1, at)
                        .hint("write a digit, or `.` if the cell does not allow the digit")
                };
                if slot.iter().all(|&c| c == '.' || c == '0') {
                    continue;
                }
                let digit: i32 = text.trim_start_matches('.').parse().map_err(|_| bad())?;
                if !(1..=last).contains(&digit) {
                    return Err(bad());
                }
                digits.push(digit);
            }
            digits.order();
            digits.dedup();
            if digits.is_empty() {
                let (r, c) = (cell / n + 1, cell % n + 1);
                return Err(BadInput::new(format!("r{r}c{c} allows no digit"))
                    .at(1, place_number(cell * n * width + 1))
                    .hint("write all digits for an empty cell"));
            }
            if digits.len() < n {
                puzzle.givens.push(Given { cell: Cell::at(cell), digits });
            }
        }
        Ok((puzzle, Vec::new()))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        let n = crate::line::plain_square(puzzle)?;
        if puzzle.digits.first != 1 || puzzle.digits.count as usize != n || n > 36 {
            return Err(BadInput::new(format!("a sukaku of {n}x{n} must have the digits 1 to {n}"))
                .hint("write the format `clue`"));
        }
        let mut out = String::with_capacity(n * n * n * 2);
        for cell in puzzle.shape.cells() {
            let given = puzzle.givens.iter().find(|g| g.cell == cell);
            for digit in 1..=puzzle.digits.last() {
                let allowed = given.is_none_or(|g| g.digits.contains(&digit));
                match (allowed, n > 9) {
                    (true, false) => out.push_str(&digit.to_string()),
                    (false, false) => out.push('.'),
                    (true, true) => out.push_str(&format!("{digit:02}")),
                    (false, true) => out.push_str("00"),
                }
            }
        }
        Ok((out, lost(puzzle)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways() {
        let mut text = "123456789".repeat(81);
        text.replace_range(9..18, ".2......9");
        let (p, _) = Sukaku.read(&text).unwrap();
        assert_eq!(p.givens.len(), 1);
        assert_eq!(p.givens[0].digits, [2, 9]);
        assert_eq!(Sukaku.write(&p).unwrap().0, text);
        let moved = text.replacen(".2......9", "29.......", 1);
        assert_eq!(Sukaku.read(&moved).unwrap().0, p);
    }
}
