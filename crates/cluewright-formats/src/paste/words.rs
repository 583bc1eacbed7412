//! Finds cells among words, groups of cells, unusual characters for digits and blanks, and texts of several grids.

use super::headings::{Row, is_words, row};
use super::part::Part;
use crate::grid::marks_in_brackets;
use crate::line::side;
use crate::{Format, Line, several};
use cluewright_core::error::place_number;
use cluewright_core::{BadInput, Sort};

/// The words whose length is the number of cells of a grid and that look like cells. A full grid that follows another grid is that
/// grid's solution.
pub(super) fn lines_of_cells<'t>(words: impl Iterator<Item = &'t str>) -> Vec<String> {
    let cell = |c: char| c.is_ascii_digit() || "._*-xX".contains(c);
    let fits = |word: &&str| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        word.len() >= 36 && side(word.len()).is_some() && word.chars().all(cell) && digits >= word.len() / 8
    };
    let mut found: Vec<&str> = Vec::new();
    for word in words.filter(fits) {
        // Two copies of the same puzzle still count as two puzzles.
        if found.contains(&word) {
            return Vec::new();
        }
        found.push(word);
    }
    let full = |word: &str| word.bytes().all(|b| (b'1'..=b'9').contains(&b));
    match found[..] {
        [puzzle, solution] if !full(puzzle) && full(solution) && puzzle.len() == solution.len() => {
            vec![format!("{puzzle},{solution}")]
        }
        _ => found.into_iter().map(str::to_owned).collect(),
    }
}

/// Finds cells that are one word among others.
pub(super) fn cells(text: &str) -> Vec<Part> {
    let marks = |c: char| c.is_whitespace() || ":;,|\"'`()[]<>=".contains(c);
    let found = lines_of_cells(text.split(marks));
    found.into_iter().map(|cells| Part::new(cells, "the words around the cells were left out")).collect()
}

/// Finds successive rows, or parts of rows, with separators: `530070000 600195000 ...`.
pub(super) fn groups(text: &str) -> Vec<Part> {
    let text = text.trim().replace("\\n", " ");
    let marks: [&[char]; 3] = [&[], &['/', '|', ';', ':', ',', '"', '\''], &['-']];
    marks
        .iter()
        .filter_map(|marks| {
            let words: Vec<&str> =
                text.split(|c: char| c.is_whitespace() || marks.contains(&c)).filter(|w| !w.is_empty()).collect();
            let length = words.first()?.len();
            let n = side(words.len() * length)
                .map(usize::from)
                .filter(|n| *n >= 4 && (length == *n || n.is_multiple_of(length)))?;
            let cell = |c: char| c.is_ascii_alphanumeric() || "._*?-".contains(c);
            let even = length > 1 && words.iter().all(|w| w.len() == length && w.chars().all(cell));
            let note = format!("{} groups of {length} characters were read as a {n}x{n} grid", words.len());
            (even && words.len() > 1).then(|| Part::new(words.concat(), note))
        })
        .take(1)
        .collect()
}

/// Finds cells that are separated by spaces or marks, and candidates in brackets.
pub(super) fn singles(text: &str) -> Vec<Part> {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || ",;|/".contains(c)).map(|w| w.trim_matches(['"', '\''])).collect();
    let words: Vec<&str> = words.into_iter().filter(|w| !w.is_empty()).collect();
    let cell =
        |w: &&str| w.parse::<i8>().is_ok_and(|n| (-1..=64).contains(&n)) || w.len() == 1 && "._*?-xX".contains(*w);
    let lone = !text.trim().contains('\n');
    let n = side(words.len()).filter(|n| lone && *n >= 4 && words.iter().all(cell));
    let list = n.map(|n| {
        Part::new(format!("[{}]", words.join(",")), format!("{} cells were read as a {n}x{n} grid", words.len()))
    });
    let marks = marks_in_brackets(text).filter(|_| !text.trim().contains(char::is_whitespace));
    let marks = marks.map(|marks| Part::new(marks, "digits in brackets were read as the candidates of a cell"));
    list.into_iter().chain(marks).collect()
}

/// Characters that look like digits, spaces, dashes and blanks.
fn looks_like(c: char) -> Option<char> {
    let from = |first: char, base: u8| char::from_u32(u32::from(base) + u32::from(c) - u32::from(first));
    match c {
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => Some(' '),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ff0d}' => Some('-'),
        '\u{ff01}'..='\u{ff5e}' => from('\u{ff01}', b'!'),
        '①'..='⑨' => from('①', b'1'),
        '❶'..='❾' => from('❶', b'1'),
        '٠'..='٩' => from('٠', b'0'),
        '·'
        | '•'
        | '∙'
        | '⋅'
        | '・'
        | '‧'
        | '■'..='▣'
        | '▪'
        | '▫'
        | '○'
        | '●'
        | '◌'
        | '◻'
        | '◼'
        | '⬜'
        | '⬛'
        | '░'
        | '▒'
        | '▓' => Some('.'),
        '‘' | '’' => Some('\''),
        '“' | '”' | '„' => Some('"'),
        _ => None,
    }
}

/// Replaces unusual characters with plain ones.
pub(super) fn characters(text: &str) -> Vec<Part> {
    let nothing =
        |c: char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe0f}' | '\u{20e3}' | '\u{ad}');
    let plain: String = text.chars().filter(|c| !nothing(*c)).map(|c| looks_like(c).unwrap_or(c)).collect();
    let what = text.chars().find(|c| looks_like(*c).is_some()).map_or_else(
        || "invisible characters were left out".to_owned(),
        |c| format!("characters such as `{c}` were read as the plain characters that they resemble"),
    );
    if plain == text { Vec::new() } else { vec![Part::new(plain, what)] }
}

/// Replaces unusual marks of blank cells: `-1`, and the only character other than digits, if the number of cells is then a square.
pub(super) fn blanks(text: &str) -> Vec<Part> {
    let mut out = Vec::new();
    if text.contains("-1") {
        out.push(Part::new(text.replace("-1", "."), "`-1` was read as an empty cell"));
    }
    let mut others: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && !c.is_ascii_digit()).collect();
    let cells = text.chars().filter(|c| !c.is_whitespace()).count();
    others.order();
    others.dedup();
    // A text without digits only repeats one character.
    if let [other] = others[..]
        && text.contains(|c: char| c.is_ascii_digit())
        && side(cells).is_some_and(|n| n >= 4)
        && !".0_*?-xX".contains(other)
    {
        out.push(Part::new(text.replace(other, "."), format!("`{other}` was read as an empty cell")));
    }
    out
}

/// One grid in text with several grids.
#[derive(Debug)]
pub(crate) struct Block {
    /// The line at which the grid begins, from 1.
    pub(crate) line: u64,
    /// The lines of the grid.
    pub(crate) text: String,
    /// The rows of the grid, with one character per cell.
    pub(crate) rows: Vec<Vec<char>>,
    /// The words above the grid.
    pub(crate) title: String,
}

impl Block {
    fn new(line: u64, title: String) -> Self {
        Self { line, text: String::new(), rows: Vec::new(), title }
    }

    /// Whether the grid has as many rows as columns and is therefore complete.
    fn is_done(&self) -> bool {
        self.rows.first().is_some_and(|row| row.len() == self.rows.len())
    }
}

/// Splits text into grids that are one below the other, with words or empty lines between them.
#[derive(Default)]
pub(crate) struct Cutter {
    open: Option<Block>,
    title: String,
}

impl Cutter {
    /// Processes the next line. Returns a grid if this line ends it.
    pub(crate) fn push(&mut self, number: u64, line: &str) -> Option<Block> {
        let kind = if is_words(line) { Row::Other } else { row(line) };
        match kind {
            Row::Cells(n) => {
                let ends = self.open.as_ref().is_some_and(|b| b.is_done() || b.rows[0].len() != n);
                let ended = if ends { self.open.take() } else { None };
                let title = &mut self.title;
                let block = self.open.get_or_insert_with(|| Block::new(number, std::mem::take(title)));
                let cells: Vec<char> = line.chars().filter(|c| !c.is_whitespace() && !"|│║┃+,;".contains(*c)).collect();
                block.rows.push(if cells.len() == n { cells } else { vec!['?'; n] });
                block.text.push_str(line);
                block.text.push('\n');
                ended
            }
            Row::Between => {
                if let Some(block) = self.open.as_mut() {
                    block.text.push_str(line);
                    block.text.push('\n');
                }
                None
            }
            Row::Other => {
                line.trim().clone_into(&mut self.title);
                self.open.take()
            }
        }
    }

    /// The last grid, if one is still open.
    pub(crate) fn end(&mut self) -> Option<Block> {
        self.open.take()
    }
}

/// The square grids in the text.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut cutter = Cutter::default();
    let mut out: Vec<Block> =
        (1u64..).zip(text.lines()).filter_map(|(number, line)| cutter.push(number, line)).collect();
    out.extend(cutter.end());
    out.retain(Block::is_done);
    out
}

/// Finds a grid followed by its solution, or the five grids of a samurai.
pub(super) fn grids(text: &str) -> Vec<Part> {
    let blocks = blocks(text);
    if let [puzzle, solution] = &blocks[..] {
        let line = |block: &Block| block.rows.iter().flatten().collect::<String>();
        let (cells, full) = (line(puzzle), line(solution));
        let fits = |(cell, digit): (char, char)| {
            digit.is_ascii_digit() && digit != '0' && (!cell.is_ascii_digit() || cell == '0' || cell == digit)
        };
        if cells.len() == full.len() && cells != full && cells.chars().zip(full.chars()).all(fits) {
            return vec![Part::new(format!("{cells},{full}"), "the second grid was read as the solution of the first")];
        }
    }
    let rows: Vec<Vec<Vec<char>>> = blocks.iter().map(|block| block.rows.clone()).collect();
    let samurai = several::in_parts(&rows).and_then(|puzzle| several::written(&puzzle).ok());
    samurai.map(|rows| Part::new(rows.join("\n"), "the five grids were read as a samurai puzzle")).into_iter().collect()
}

/// The error for text that no reader accepts. The error names the format that the text resembles, the place of the mistake and a
/// remedy.
pub(crate) fn recognised(text: &str) -> Option<BadInput> {
    let rows: Vec<(usize, usize)> = (1..)
        .zip(text.lines())
        .filter_map(|(number, line)| match row(line) {
            Row::Cells(n) if !is_words(line) => Some((number, n)),
            _ => None,
        })
        .collect();
    let blocks = blocks(text);
    if blocks.len() > 1 {
        let places: Vec<String> = blocks.iter().take(5).map(|b| b.line.to_string()).collect();
        return Some(
            BadInput::new(format!("the text contains {} grids, on lines {}", blocks.len(), places.join(", ")))
                .at(place_number(usize::try_from(blocks[1].line).unwrap_or(1)), 1)
                .hint("paste one puzzle, or separate puzzles by lines `===` to make a file of several puzzles"),
        );
    }
    let count = rows.len();
    // The most frequent length of rows.
    let usual = (4..=64).max_by_key(|n| rows.iter().filter(|r| r.1 == *n).count()).filter(|_| count >= 4)?;
    let odd: Vec<&(usize, usize)> = rows.iter().filter(|r| r.1 != usual).collect();
    let name = several::size_of(count, usual);
    let what = name.map_or_else(|| "a grid".to_owned(), |name| format!("{name}, {count} rows"));
    if odd.len() * 2 > count {
        return None;
    }
    if let Some((line, n)) = odd.first() {
        let what = format!("this looks like {what}; most rows have {usual} cells, but this row has {n}");
        return Some(
            BadInput::new(what)
                .at(place_number(*line), 1)
                .hint("each row needs a mark for each cell: a digit, or `.` for an empty cell"),
        );
    }
    // A row with a character that cannot be a cell.
    let strange = (1..).zip(text.lines()).find_map(|(number, line)| {
        let cell = |c: char| c.is_ascii_digit() || c.is_whitespace() || "._*?-xX#~|│┃║,;+".contains(c);
        let as_long = line.chars().filter(|c| !c.is_whitespace() && !"|│┃║,;+".contains(*c)).count() == usual;
        let at = line.chars().position(|c| !cell(c)).filter(|_| as_long && row(line) == Row::Other)?;
        Some((number, at, line.chars().nth(at)?))
    });
    if let Some((number, at, c)) = strange {
        return Some(
            BadInput::new(format!("this looks like {what} with {usual} cells in a row, but `{c}` is not a cell"))
                .at(place_number(number), place_number(at + 1))
                .hint("a cell is a digit, or `.` for an empty cell"),
        );
    }
    if let Some(name) = name {
        return Some(
            BadInput::new(format!(
                "this looks like {name}, {count} rows of {usual} cells, but it is unclear which positions are cells"
            ))
            .at(place_number(rows[0].0), 1)
            .hint("write `.` for an empty cell and a space where there is no cell"),
        );
    }
    if count != usual {
        return Some(
            BadInput::new(format!("this looks like a grid, but it has {count} rows of {usual} cells"))
                .at(place_number(rows[count - 1].0), 1)
                .hint("a grid has as many rows as columns"),
        );
    }
    let joined: String = blocks.first()?.rows.iter().flatten().collect();
    let error = Line.read(&joined).err()?;
    let column = error.place.map_or(0, |(_, column)| column as usize - 1);
    let at = (place_number(rows.get(column / usual)?.0), place_number(column % usual + 1));
    Some(error.at(at.0, at.1))
}
