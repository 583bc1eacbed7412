//! Scans texts while tracking line and column, and reads and writes cells: `r1c1`, `r1c1-r1c4`, `r1c1..r2c3`, `r3`, `c5`.

use cluewright_core::{BadInput, Cell, Puzzle, Shape};

/// Text, and the current position in the text. Columns count characters from 1.
#[derive(Clone)]
pub(crate) struct Scan<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Scan<'a> {
    pub(crate) fn new(rest: &'a str, line: u32, column: u32) -> Self {
        Self { rest, line, column }
    }

    pub(crate) fn place(&self) -> (u32, u32) {
        (self.line, self.column)
    }

    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    pub(crate) fn eat(&mut self, word: &str) -> bool {
        if !self.rest.starts_with(word) {
            return false;
        }
        for _ in word.chars() {
            self.next();
        }
        true
    }

    pub(crate) fn take(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let start = self.rest;
        while self.peek().is_some_and(&keep) {
            self.next();
        }
        &start[..start.len() - self.rest.len()]
    }

    pub(crate) fn skip(&mut self, over: impl Fn(char) -> bool) {
        self.take(over);
    }

    pub(crate) fn skip_spaces(&mut self) {
        self.skip(char::is_whitespace);
    }

    pub(crate) fn error(&self, message: impl Into<String>) -> BadInput {
        BadInput::new(message).at(self.line, self.column)
    }
}

/// The meaning of a word that looks like a cell.
enum Spot {
    Cell(u32, u32),
    Row(u32),
    Column(u32),
}

/// Reads `r1c1`, `R12C3`, `r4` or `c5`; `None` for any other word.
fn spot(word: &str) -> Option<Spot> {
    let number = |text: &str| (!text.is_empty() && text.len() <= 9).then(|| text.parse::<u32>().ok()).flatten();
    let lower = word.to_ascii_lowercase();
    if let Some(rest) = lower.strip_prefix('r') {
        return match rest.split_once('c') {
            Some((r, c)) => Some(Spot::Cell(number(r)?, number(c)?)),
            None => number(rest).map(Spot::Row),
        };
    }
    number(lower.strip_prefix('c')?).map(Spot::Column)
}

/// Whether the word has the form of a cell's, a row's or a column's name.
pub(crate) fn looks_like_cell(word: &str) -> bool {
    spot(word).is_some()
}

/// The data for resolving names of cells: the shape, and the names of extra cells.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    pub(crate) shape: &'a Shape,
    pub(crate) extra: &'a [cluewright_core::puzzle::ExtraCell],
}

impl<'a> Names<'a> {
    pub(crate) fn of(puzzle: &'a Puzzle) -> Self {
        Self { shape: &puzzle.shape, extra: &puzzle.extra }
    }

    pub(crate) fn extra(&self, name: &str) -> Option<Cell> {
        self.extra.iter().position(|e| e.name == name).map(|i| Cell::at(self.shape.len() + i))
    }

    fn at(&self, r: u32, c: u32, word: &str) -> Result<Cell, String> {
        let signed = |n: u32| i32::try_from(n).unwrap_or(i32::MAX) - 1;
        self.shape.at(signed(r), signed(c)).ok_or_else(|| {
            if r >= 1 && c >= 1 && r <= self.shape.height() as u32 && c <= self.shape.width() as u32 {
                format!("there is no cell at {word}, because the grid has a hole there")
            } else {
                format!("{word} is outside the grid of {} rows and {} columns", self.shape.height(), self.shape.width())
            }
        })
    }

    /// The cells that a word names: a cell, a row, a column, or a range of cells. `None` if the word does not name cells.
    pub(crate) fn cells(&self, word: &str) -> Option<Result<Vec<Cell>, String>> {
        if let Some(cell) = self.extra(word) {
            return Some(Ok(vec![cell]));
        }
        if let Some((a, b)) = word.split_once("..") {
            let (Spot::Cell(r1, c1), Spot::Cell(r2, c2)) = (spot(a)?, spot(b)?) else { return None };
            return Some(self.at(r1, c1, a).and_then(|_| self.at(r2, c2, b)).map(|_| {
                // Both ends of the range are cells of the plane, so their coordinates fit into 16 bits.
                let side = |n: u32| u16::try_from(n).unwrap_or(u16::MAX);
                let (top, left) = (side(r1.min(r2)), side(c1.min(c2)));
                let (height, width) = (side(r1.abs_diff(r2)) + 1, side(c1.abs_diff(c2)) + 1);
                self.shape.block(top - 1, left - 1, height, width)
            }));
        }
        if let Some((a, b)) = word.split_once('-') {
            let (Spot::Cell(r1, c1), Spot::Cell(r2, c2)) = (spot(a)?, spot(b)?) else { return None };
            return Some(self.straight((r1, c1, a), (r2, c2, b)));
        }
        match spot(word)? {
            Spot::Cell(r, c) => Some(self.at(r, c, word).map(|c| vec![c])),
            Spot::Row(r) => {
                let row = u16::try_from(r).ok().filter(|r| (1..=self.shape.height()).contains(r));
                Some(if let Some(row) = row {
                    Ok(self.shape.block(row - 1, 0, 1, self.shape.width()))
                } else {
                    Err(format!("there is no row {r}; the grid has {} rows", self.shape.height()))
                })
            }
            Spot::Column(c) => {
                let column = u16::try_from(c).ok().filter(|c| (1..=self.shape.width()).contains(c));
                Some(if let Some(column) = column {
                    Ok(self.shape.block(0, column - 1, self.shape.height(), 1))
                } else {
                    Err(format!("there is no column {c}; the grid has {} columns", self.shape.width()))
                })
            }
        }
    }

    /// The cells from one cell to another in a straight line: along a row, a column or a diagonal.
    fn straight(&self, from: (u32, u32, &str), to: (u32, u32, &str)) -> Result<Vec<Cell>, String> {
        self.at(from.0, from.1, from.2)?;
        self.at(to.0, to.1, to.2)?;
        let (down, right) = (to.0 as i32 - from.0 as i32, to.1 as i32 - from.1 as i32);
        if down != 0 && right != 0 && down.abs() != right.abs() {
            return Err(format!(
                "{} and {} are not in a straight line; use `{}..{}` for the block of cells between them",
                from.2, to.2, from.2, to.2
            ));
        }
        (0..=down.abs().max(right.abs()))
            .map(|i| {
                let r = (from.0 as i32 + i * down.signum()) as u32;
                let c = (from.1 as i32 + i * right.signum()) as u32;
                self.at(r, c, &format!("r{r}c{c}"))
            })
            .collect()
    }
}
