//! Reads and writes digits (as numbers, as letters above 9, or as the puzzle's own labels) and rows of digits.

use crate::cells::Scan;
use cluewright_core::puzzle::Digits;
use cluewright_core::{BadInput, Cell, Puzzle, Shape, Sort};

/// The names of a puzzle's digits.
pub(crate) struct Alphabet {
    names: Vec<String>,
    first: i32,
    /// Whether every digit's name is a single character, so that rows can be written without spaces.
    pub(crate) single: bool,
}

/// The content of one cell of a drawn grid.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The digits in the cell; empty for a blank cell.
    pub(crate) digits: Vec<i32>,
    /// Whether the entry marks a hole, that is, a place without a cell.
    pub(crate) hole: bool,
    /// Whether the digits were written in brackets.
    pub(crate) bracket: bool,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl Alphabet {
    pub(crate) fn new(digits: Digits, labels: &[String]) -> Self {
        let names: Vec<String> = if labels.is_empty() {
            (digits.first..=digits.last()).map(|n| n.to_string()).collect()
        } else {
            labels.to_vec()
        };
        let single = names.iter().all(|n| n.chars().count() == 1);
        Self { names, first: digits.first, single }
    }

    pub(crate) fn of(puzzle: &Puzzle) -> Self {
        Self::new(puzzle.digits, &puzzle.labels)
    }

    pub(crate) fn digit(&self, name: &str) -> Option<i32> {
        (self.first..).zip(&self.names).find(|(_, n)| *n == name).map(|(digit, _)| digit)
    }

    pub(crate) fn name(&self, digit: i32) -> String {
        let index = usize::try_from(digit - self.first).ok();
        index.and_then(|i| self.names.get(i)).cloned().unwrap_or_else(|| digit.to_string())
    }

    fn expected(&self) -> String {
        match (self.names.first(), self.names.last()) {
            (Some(a), Some(b)) => format!("digits are {a} to {b}"),
            _ => "there are no digits".to_owned(),
        }
    }

    fn is_blank(&self, word: &str) -> bool {
        matches!(word, "." | "_" | "?" | "0" | "-" | "*") && self.digit(word).is_none()
    }

    /// Reads one row of a drawn grid. `text` starts at `column` of `line`.
    pub(crate) fn row(&self, text: &str, line: u32, column: u32) -> Result<Vec<Entry>, BadInput> {
        let mut out = Vec::new();
        let mut scan = Scan::new(text, line, column);
        loop {
            scan.skip(|c| c.is_whitespace() || matches!(c, '|' | ',' | '│' | '║'));
            let (line, column) = scan.place();
            let Some(c) = scan.peek() else { return Ok(out) };
            let mut entry = Entry { digits: Vec::new(), hole: false, bracket: false, line, column };
            if c == '[' {
                scan.next();
                entry.bracket = true;
                self.bracket(&mut scan, &mut entry.digits)?;
            } else if self.single {
                scan.next();
                let word = c.to_string();
                if c == '~' && self.digit("~").is_none() {
                    entry.hole = true;
                } else if !self.is_blank(&word) {
                    entry.digits.push(self.must_digit(&word, line, column)?);
                }
            } else {
                let word = scan.take(|c| !c.is_whitespace() && !matches!(c, '|' | ',' | '[' | ']'));
                if word == "~" && self.digit("~").is_none() {
                    entry.hole = true;
                } else if word.chars().all(|c| c == '.') && !word.is_empty() {
                    // A run of dots may be written without spaces, even if digits must be separated.
                    for _ in 1..word.len() {
                        out.push(entry.clone());
                    }
                } else if word.is_empty() {
                    return Err(BadInput::new(format!("`{c}` is not expected here")).at(line, column));
                } else if !self.is_blank(word) {
                    entry.digits.push(self.must_digit(word, line, column)?);
                }
            }
            out.push(entry);
        }
    }

    /// Reads the digits up to the closing bracket, as in `247`, `2-5` or `1, 12`.
    fn bracket(&self, scan: &mut Scan<'_>, digits: &mut Vec<i32>) -> Result<(), BadInput> {
        let (open_line, open_column) = scan.place();
        let mut range = false;
        loop {
            scan.skip(|c| c.is_whitespace() || c == ',');
            let (line, column) = scan.place();
            let Some(c) = scan.peek() else {
                return Err(BadInput::new("`[` has no matching `]`")
                    .at(open_line, open_column)
                    .hint("write several digits of one cell as `[247]`"));
            };
            if c == ']' {
                scan.next();
                digits.order();
                digits.dedup();
                return if digits.is_empty() {
                    Err(BadInput::new("`[]` leaves no digit for the cell")
                        .at(line, column)
                        .hint("write `.` for a blank cell"))
                } else if range {
                    Err(BadInput::new("`-` must be followed by a digit").at(line, column))
                } else {
                    Ok(())
                };
            }
            let dash = if self.single { c == '-' } else { scan.rest().starts_with("- ") };
            if dash && self.digit("-").is_none() && !digits.is_empty() && !range {
                scan.next();
                range = true;
                continue;
            }
            let word = if self.single {
                scan.next();
                c.to_string()
            } else {
                let word = scan.take(|c| !c.is_whitespace() && !matches!(c, ',' | '[' | ']'));
                if word.is_empty() {
                    return Err(BadInput::new(format!("`{c}` is not expected here")).at(line, column));
                }
                word.to_owned()
            };
            // A range without spaces, such as `2-5`. A minus sign at the start belongs to the number.
            let ends = word
                .char_indices()
                .skip(1)
                .filter(|&(_, c)| c == '-')
                .find_map(|(i, _)| Some((self.digit(&word[..i])?, self.digit(&word[i + 1..])?)));
            if let Some((from, to)) = ends.filter(|_| !range && self.digit(&word).is_none()) {
                digits.extend(from..=to);
                continue;
            }
            let digit = self.must_digit(&word, line, column)?;
            if range {
                let from = *digits.last().expect("a range follows a digit");
                digits.extend(from + 1..=digit);
                range = false;
            } else {
                digits.push(digit);
            }
        }
    }

    pub(crate) fn must_digit(&self, word: &str, line: u32, column: u32) -> Result<i32, BadInput> {
        self.digit(word).ok_or_else(|| {
            BadInput::new(format!("`{word}` is not a digit of this puzzle")).at(line, column).hint(self.expected())
        })
    }

    /// The text of a cell with these digits.
    pub(crate) fn written(&self, digits: &[i32], bracket: bool) -> String {
        match digits {
            [] => ".".to_owned(),
            [one] if !bracket => self.name(*one),
            many => {
                let between = if self.single { "" } else { " " };
                format!("[{}]", many.iter().map(|&d| self.name(d)).collect::<Vec<_>>().join(between))
            }
        }
    }
}

/// Whether the row consists only of a frame (`+---+---+`).
pub(crate) fn is_border(row: &str) -> bool {
    let row = row.trim();
    row.chars().count() >= 2 && row.chars().all(|c| "-+|=*:─│┼├┤┬┴┌┐└┘═║╔╗╚╝╠╣╦╩╬╪╫╤╧╟╢ ".contains(c))
}

/// Whether the character separates the cells of a drawn row.
pub(crate) fn is_bar(c: char) -> bool {
    "|│║┃".contains(c)
}

/// Whether the text, a row or one word of a row, is only part of the frame. Frames include plain borders and borders whose corners
/// are dots, commas and quotes, as `HoDoKu` draws them: `.-----.-----.`, `:-----+-----:`, `'-----'-----'`.
pub(crate) fn is_frame(row: &str) -> bool {
    let row = row.trim();
    // A row of dots, or of dots with a few dashes, is a row of cells.
    let dashes = row.chars().filter(|c| "-─━═=".contains(*c)).count();
    let corner = |c: char| ".,'`´’:*+oO┏┓┗┛┣┫┳┻╋┃".contains(c);
    is_border(row)
        || (row.starts_with(corner)
            && row.ends_with(corner)
            && dashes >= 3
            && dashes * 3 >= row.chars().count() * 2
            && row.chars().all(|c| corner(c) || "-─━═=| ".contains(c)))
}

/// Assigns the entries of drawn rows to the cells of a shape. Rows may draw holes as `~` or leave them out.
pub(crate) fn lay_out(
    what: &str,
    rows: &[Vec<Entry>],
    shape: &Shape,
    line: u32,
) -> Result<Vec<(Cell, Entry)>, BadInput> {
    let (height, width) = (shape.height() as usize, shape.width() as usize);
    let at = |row: usize, col: usize| shape.at(i32::try_from(row).ok()?, i32::try_from(col).ok()?);
    let total: usize = rows.iter().map(Vec::len).sum();
    let mut out = Vec::with_capacity(shape.len());
    let mut put = |row: usize, entries: &mut dyn Iterator<Item = &Entry>, full: bool| -> Result<(), BadInput> {
        for col in 0..width {
            let cell = at(row, col);
            if cell.is_none() && !full {
                continue;
            }
            let Some(entry) = entries.next() else { return Ok(()) };
            match cell {
                Some(_) if entry.hole => {
                    return Err(BadInput::new(format!("r{}c{} is a cell, not a hole", row + 1, col + 1))
                        .at(entry.line, entry.column)
                        .hint("write `.` for a blank cell; places without a cell are listed after `holes:`"));
                }
                Some(cell) => out.push((cell, entry.clone())),
                None if entry.digits.is_empty() => {}
                None => {
                    return Err(BadInput::new(format!("there is no cell r{}c{}", row + 1, col + 1))
                        .at(entry.line, entry.column)
                        .hint("write `~` where the grid has no cell"));
                }
            }
        }
        Ok(())
    };
    let cells_in = |row: usize| (0..width).filter(|&c| at(row, c).is_some()).count();
    if rows.len() == height && height > 1 {
        for (r, row) in rows.iter().enumerate() {
            let full = row.len() == width;
            if !full && row.len() != cells_in(r) {
                let place = row.last().map_or((line, 1), |e| (e.line, e.column));
                return Err(BadInput::new(format!("row {} of the {what} has {} cells", r + 1, row.len()))
                    .at(place.0, place.1)
                    .hint(format!("expected {width}")));
            }
            put(r, &mut row.iter(), full)?;
        }
        return Ok(out);
    }
    let full = total == height * width;
    if !full && total != shape.len() {
        let place = rows.iter().flatten().last().map_or((line, 1), |e| (e.line, e.column));
        let rows_note = if rows.len() > 1 { format!(" in {} rows", rows.len()) } else { String::new() };
        return Err(BadInput::new(format!("the {what} have {total} cells{rows_note}"))
            .at(place.0, place.1)
            .hint(format!("the grid has {} cells in {height} rows of {width}", shape.len())));
    }
    let mut entries = rows.iter().flatten();
    for r in 0..height {
        put(r, &mut entries, full)?;
    }
    Ok(out)
}

/// A grid of digits in reading order as one line: one character per cell if every digit is a single character, otherwise separated
/// by commas. A cell without a digit is written as `.`.
///
/// ```
/// use cluewright_core::{Puzzle, Shape};
/// let puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
/// assert_eq!(cluewright_formats::solution_text(&puzzle, &[Some(1), None, Some(3), Some(4)]), "1.34");
/// ```
pub fn solution_text(puzzle: &Puzzle, digits: &[Option<i32>]) -> String {
    let alphabet = Alphabet::of(puzzle);
    let between = if alphabet.single { "" } else { "," };
    let names: Vec<String> = digits.iter().map(|d| d.map_or_else(|| ".".to_owned(), |d| alphabet.name(d))).collect();
    names.join(between)
}
