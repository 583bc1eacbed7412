//! Grids drawn over several lines, with or without borders, and pencil-mark grids.
//!
//! A row has one character for each cell. If the lengths of the rows do not fit this form, each word between spaces and borders is
//! a cell: a number above 9, or all candidates of a cell (`1479`), possibly with the marks that solvers put next to the candidates
//! of a step (`*17`, `4-9`). Empty cells may have no mark at all ([`crate::blanks`]).

use crate::alphabet::{Alphabet, is_bar, is_frame};
use crate::line::lost;
use crate::{Format, FormatInfo, Likeness, Line, Note, NoteKind, blanks, lists, several};
use cluewright_core::puzzle::Given;
use cluewright_core::{BadInput, Cell, Clue, Puzzle, Shape, Sort};
use std::fmt::Write;

/// The format `grid`.
pub struct Grid;

static INFO: FormatInfo = FormatInfo {
    id: "grid",
    about: "a grid drawn as text, with digits or pencil marks, with or without borders",
    endings: &["txt"],
    writes: true,
    draws: false,
};

impl Format for Grid {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let lines = text.lines().filter(|l| !l.trim().is_empty()).count();
        let words = text.split_whitespace().count();
        if lines >= 2 || words >= 16 {
            Likeness::Maybe("it has rows or groups of digits")
        } else if lists::read(text).is_some() {
            Likeness::Maybe("it is a list of cells")
        } else {
            Likeness::No
        }
    }

    fn is_line(&self, line: &str) -> bool {
        // A list that contains only cells may be one row of a larger grid.
        line.starts_with(['[', '{', '"', '\''])
            && !line.ends_with(',')
            && lists::read(line).is_some_and(|read| read.is_ok())
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let (puzzle, mut notes) = rows_of(text)?;
        let remarks = text.lines().filter(|l| is_remark(l));
        let remarks: Vec<&str> = remarks.filter_map(|l| l.trim().strip_prefix('#')).collect();
        if let Some(first) = remarks.iter().map(|r| r.trim()).find(|r| !r.is_empty()) {
            let first: String = first.chars().take(100).collect();
            let what = format!("lines that start with `#` were read as comments ({}): \"{first}\"", remarks.len());
            notes.push(Note::new(NoteKind::Info, what));
        }
        Ok((puzzle, notes))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        if puzzle.shape.grids().len() > 1 {
            return Ok((several::written(puzzle)?.join("\n") + "\n", lost(puzzle)));
        }
        let n = crate::line::plain_square(puzzle)?;
        let alphabet = Alphabet::of(puzzle);
        let grid = &puzzle.shape.grids()[0];
        let pencil = puzzle.givens.iter().any(|g| g.digits.len() > 1);
        let mut cells = vec![".".to_owned(); n * n];
        for given in puzzle.givens.iter().filter(|g| g.cell.index() < n * n) {
            cells[given.cell.index()] = alphabet.written(&given.digits, false);
        }
        let wide =
            if pencil || !alphabet.single { cells.iter().map(|c| c.chars().count()).max().unwrap_or(1) } else { 1 };
        let region = |r: usize, c: usize| {
            let cell = Cell::at(r * n + c);
            grid.regions.iter().position(|region| region.contains(&cell))
        };
        // A border is drawn wherever the region changes along the whole height or width of the grid, so that boxes of any size
        // are visible.
        let bar: Vec<bool> = (0..n).map(|c| c > 0 && (0..n).all(|r| region(r, c) != region(r, c - 1))).collect();
        let rule: Vec<bool> = (0..n).map(|r| r > 0 && (0..n).all(|c| region(r, c) != region(r - 1, c))).collect();
        let mut out = String::new();
        for r in 0..n {
            if rule[r] {
                let mut border = String::new();
                for (c, &bar) in bar.iter().enumerate() {
                    if bar {
                        border.push_str("-+");
                    }
                    border.push_str(&"-".repeat(wide + usize::from(c > 0)));
                }
                out.push_str(&border);
                out.push('\n');
            }
            for (c, &bar) in bar.iter().enumerate() {
                if bar {
                    out.push_str(" |");
                }
                if c > 0 {
                    out.push(' ');
                }
                let _ = write!(out, "{:wide$}", cells[r * n + c]);
            }
            while out.ends_with(' ') {
                out.pop();
            }
            out.push('\n');
        }
        Ok((out, lost(puzzle)))
    }
}

/// Whether the line is a remark. `#` may also mark places without cells.
fn is_remark(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('#') && !(line.len() >= 9 && line.chars().all(|c| c.is_ascii_digit() || "#. _*-|+".contains(c)))
}

/// The text with candidates written as `[124]` instead of in other brackets or with commas between them; `None` if the text
/// contains no such candidates.
pub(crate) fn marks_in_brackets(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || is_bar(c)).filter(|w| !w.is_empty()).collect();
    let n = crate::line::side(words.len()).filter(|n| (4..=9).contains(n));
    let digits = |inner: &str| -> Option<String> {
        let parted = inner.contains(['/', ',', ';', ' ']);
        let parts: Vec<&str> = inner.split(['/', ',', ';', ' ']).filter(|p| !p.is_empty()).collect();
        let fits = !parts.is_empty()
            && parts.iter().all(|p| p.bytes().all(|b| b.is_ascii_digit()) && (!parted || p.len() == 1));
        fits.then(|| parts.concat())
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let close = "{([<".find(c).and_then(|i| "})]>".chars().nth(i));
        let inner = close.and_then(|close| Some(&rest[1..rest.find(close)?]));
        if let Some((inner, digits)) = inner.and_then(|inner| Some((inner, digits(inner)?))) {
            out.push_str(&format!("[{digits}]"));
            rest = &rest[inner.len() + 2..];
            continue;
        }
        let word = &rest[..rest.find(|c: char| c.is_whitespace() || is_bar(c)).unwrap_or(rest.len())];
        let starts = out.ends_with(|c: char| c.is_whitespace() || is_bar(c)) || out.is_empty();
        let parted = starts && word.len() > 2 && word.contains([',', '/']) && !word.contains("//");
        if let Some(digits) = digits(word).filter(|d| parted && n.is_some_and(|n| d.len() <= usize::from(n))) {
            out.push_str(&format!("[{digits}]"));
            rest = &rest[word.len()..];
            continue;
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    (out != text).then_some(out)
}

/// Reads a puzzle that is drawn in rows. Remarks are ignored.
fn rows_of(text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
    if let Some(read) = lists::read(text) {
        return read;
    }
    let marks = marks_in_brackets(text);
    let text = marks.as_deref().unwrap_or(text);
    let drawn: Vec<&str> = text.lines().filter(|line| !is_remark(line)).collect();
    if let Some(puzzle) = several::in_text(&drawn.join("\n")) {
        let note = Note::new(NoteKind::Info, several::told(&puzzle));
        return Ok((puzzle, vec![note]));
    }
    let lines: Vec<(u32, &str)> =
        (1u32..).zip(text.lines()).filter(|(_, l)| !l.trim().is_empty() && !is_remark(l)).collect();
    // An all-blank row of `-` looks like a border: try without such lines first, then with them.
    let inner: Vec<(u32, &str)> = lines.iter().copied().filter(|(_, l)| !is_frame(l)).collect();
    let inner = without_size(inner);
    if is_even(&inner)
        && let Ok(read) = characters(&inner)
    {
        return Ok(read);
    }
    let mut first_error = None;
    let mut found: Option<(Puzzle, Vec<Note>)> = None;
    for rows in [&inner, &lines] {
        for reading in [characters, words] {
            match reading(rows) {
                Ok(read) => {
                    found.get_or_insert(read);
                }
                Err(e) => {
                    first_error.get_or_insert(e);
                }
            }
        }
        if found.is_some() {
            break;
        }
    }
    match (found, blanks::spaced(text)) {
        (None, None) => {}
        (Some(read), None) => return Ok(read),
        (None, Some(spaced)) => return spaced,
        (Some((puzzle, notes)), Some(spaced)) => {
            if spaced.is_ok_and(|(s, _)| s.givens == puzzle.givens) {
                return Ok((puzzle, notes));
            }
            return Err(BadInput::new(
                "this is either a grid with spaces for empty cells, or a grid with several digits per cell",
            )
            .at(1, 1)
            .hint("write `.` for an empty cell"));
        }
    }
    if let Some(rows) = blanks::table(text) {
        let rows: Vec<(u32, &str)> = rows.iter().map(|(line, row)| (*line, row.as_str())).collect();
        if let Ok((puzzle, mut notes)) = words(&rows) {
            let n = puzzle.shape.height();
            let note = format!("empty fields were read as empty cells of a {n}x{n} grid");
            notes.insert(0, Note::new(NoteKind::Info, note));
            return Ok((puzzle, notes));
        }
    }
    Err(first_error.expect("every reading failed"))
}

/// The rows without a first line that states the number of rows.
fn without_size(rows: Vec<(u32, &str)>) -> Vec<(u32, &str)> {
    let rest: Vec<&str> = rows.iter().skip(1).map(|(_, row)| *row).collect();
    if rows.first().is_some_and(|(_, first)| says_size(first, &rest)) { rows[1..].to_vec() } else { rows }
}

/// Whether a line states the size of the grid (`9`, `9 9`, `3 3`, `9x9`), and the rows that follow have that size.
pub(crate) fn says_size(line: &str, rows: &[&str]) -> bool {
    let numbers = line.trim().split([' ', 'x', '×', '*', ',', '\t']).filter(|w| !w.is_empty()).map(|w| w.parse().ok());
    let n = rows.len();
    let says = match numbers.collect::<Option<Vec<usize>>>().as_deref() {
        Some([one]) => *one == n,
        Some([a, b]) => *a == n && a == b || a * b == n && *a > 1,
        _ => false,
    };
    let fits = |row: &&str| {
        let words = |row: &str| row.split(|c: char| c.is_whitespace() || is_bar(c)).filter(|w| !w.is_empty()).count();
        strip(row).chars().count() == n
            || words(row) == n
            || ['\t', ',', ';'].iter().any(|mark| row.split(*mark).count() == n)
    };
    says && n >= 4 && rows.iter().all(fits)
}

/// Whether each row has as many characters as there are rows, without spaces or with single spaces between them, so that no gap
/// is an empty cell.
fn is_even(rows: &[(u32, &str)]) -> bool {
    let even = |row: &str| {
        let words: Vec<&str> = row.split(|c: char| c.is_whitespace() || is_bar(c)).filter(|w| !w.is_empty()).collect();
        let length = words.first().map_or(0, |w| w.chars().count());
        words.iter().all(|w| w.chars().count() == length) && strip(row).chars().count() == rows.len()
    };
    // Four words of four letters are not a 4x4 grid: at least one row must contain a digit.
    rows.len() >= 4
        && rows.iter().all(|(_, row)| even(row))
        && rows.iter().any(|(_, row)| row.contains(|c: char| c.is_ascii_digit()))
}

fn strip(row: &str) -> String {
    row.chars().filter(|c| !c.is_whitespace() && *c != '+' && !is_bar(*c)).collect()
}

/// Reads rows with one character per cell.
fn characters(rows: &[(u32, &str)]) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let stripped: Vec<(u32, String)> = rows.iter().map(|(l, r)| (*l, strip(r))).collect();
    let cells = |row: &str| {
        let mut inside = false;
        row.chars()
            .filter(|&c| {
                inside = (inside || c == '[') && c != ']';
                !inside
            })
            .count()
    };
    let n = stripped.len();
    if let Some((line, row)) = stripped.iter().find(|(_, r)| cells(r) != n) {
        return Err(BadInput::new(format!("this row has {} characters, but the drawing has {n} rows", cells(row)))
            .at(*line, 1)
            .hint("a grid has as many rows as columns"));
    }
    let joined: String = stripped.into_iter().map(|(_, r)| r).collect();
    Line.read(&joined).map_err(|mut e| {
        // The error's column counts cells of the joined rows, so convert the column to a line of the text.
        if let Some((_, column)) = e.place.take() {
            let row = (column as usize - 1) / n.max(1);
            let line = rows.get(row).map_or(1, |(l, _)| *l);
            e = e.at(line, 1);
        }
        e
    })
}

/// The marks beside the candidates of a cell: `*`, `#` and `@` for a pattern's cells, `-` for eliminations, `+` and `!`
/// for placements. Boards of the technique pages have `!` for givens and `=` for digits filled in.
const MARKS: &str = "*#@-+!=";

/// Reads rows of words between spaces and borders. Each word is a number or the candidates of a cell.
fn words(rows: &[(u32, &str)]) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let mut entries: Vec<(u32, &str)> = Vec::new();
    for (line, row) in rows {
        entries.extend(
            row.split(|c: char| c.is_whitespace() || is_bar(c) || ",;".contains(c))
                .filter(|w| !w.is_empty() && !is_frame(w) && *w != "+" && *w != ":")
                .map(|w| (*line, w)),
        );
    }
    let n = crate::line::side(entries.len()).ok_or_else(|| {
        BadInput::new(format!("{} groups of digits do not make a square grid", entries.len()))
            .at(rows.last().map_or(1, |(l, _)| *l), 1)
            .hint("a 9x9 grid has 81 groups")
    })?;
    // Some programs write -1 for an empty cell. In a grid of candidates, however, `-1` means that a step eliminates candidate 1.
    let several = |word: &str| n <= 9 && word.chars().filter(char::is_ascii_digit).count() > 1;
    let minus = entries.iter().filter(|(_, word)| *word == "-1").count() * 4 >= entries.len()
        || !entries.iter().any(|(_, word)| several(word));
    let is_blank = |word: &str| word.chars().all(|c| "._?*x-".contains(c)) || minus && word == "-1";
    if let Some(puzzle) =
        several::in_cells(&entries.iter().map(|(_, w)| if is_blank(w) { '.' } else { one(w) }).collect::<Vec<_>>())
    {
        let note = Note::new(NoteKind::Info, several::told(&puzzle));
        return Ok((puzzle, vec![note]));
    }
    // In larger grids, letters among the candidates are digits; they are interpreted as in the format `line`.
    let lettered = entries.iter().any(|(_, w)| !is_blank(w) && w.contains(|c: char| c.is_ascii_alphabetic()));
    if lettered {
        return letters(&entries);
    }
    let mut puzzle = Puzzle::new(Shape::square(n.into())?, n);
    let last = i32::from(n);
    let n = usize::from(n);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    let mut marked = Vec::new();
    for (i, (line, word)) in entries.into_iter().enumerate() {
        let bad = || {
            BadInput::new(format!("`{word}` is not a cell of a {n}x{n} grid"))
                .at(line, 1)
                .hint("use digits, or `.` for a blank cell")
        };
        if is_blank(word) {
            continue;
        }
        let inner = word.trim_matches(['[', ']', '(', ')', '{', '}', '<', '>']);
        let mut digits: Vec<i32> = if n <= 9 {
            let unmarked = inner.chars().filter(|c| !MARKS.contains(*c));
            let digits = unmarked
                .filter(|&c| c != '0' && c != '.')
                .map(|c| c.to_digit(10).map(|d| d as i32).ok_or_else(bad))
                .collect::<Result<Vec<_>, _>>()?;
            if inner.contains(|c| MARKS.contains(c)) {
                // A mark without a digit does not make a cell.
                if digits.is_empty() {
                    return Err(bad());
                }
                marked.push((word, digits.clone()));
            }
            digits
        } else {
            inner.split(',').map(|w| w.parse().map_err(|_| bad())).collect::<Result<_, _>>()?
        };
        if n > 9 {
            digits.retain(|&d| d != 0);
        }
        if digits.iter().any(|d| !(1..=last).contains(d)) {
            return Err(bad());
        }
        digits.order();
        digits.dedup();
        if !digits.is_empty() && digits.len() < n {
            puzzle.givens.push(Given { cell: Cell::at(i), digits });
        }
    }
    let note = marked.first().map(|(word, digits)| {
        let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
        let left_out = match marked.len() {
            1 => "the step mark at 1 cell was left out".to_owned(),
            n => format!("the step marks at {n} cells were left out"),
        };
        let text = format!("{left_out}: `{word}` was read as the candidates {}", digits.join(" "));
        Note::new(NoteKind::Info, text)
    });
    Ok((puzzle, note.into_iter().collect()))
}

/// The character of a word with one character; `!`, which is not valid in any puzzle, for other words.
fn one(word: &str) -> char {
    let mut chars = word.chars();
    chars.next().filter(|_| chars.next().is_none()).unwrap_or('!')
}

/// Reads words of letters and digits, one character per candidate, by joining them to one line with brackets.
fn letters(entries: &[(u32, &str)]) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let mut joined = String::new();
    for (_, word) in entries {
        let inner = word.trim_matches(['[', ']', '(', ')', '{', '}', '<', '>']);
        match inner.chars().count() {
            0 => joined.push('.'),
            1 => joined.push_str(inner),
            _ if inner.chars().all(|c| "._?*-".contains(c)) => joined.push('.'),
            _ => joined.push_str(&format!("[{inner}]")),
        }
    }
    Line.read(&joined)
        .map(|(mut puzzle, notes)| {
            // A cell with all candidates is unrestricted.
            let all = usize::from(puzzle.digits.count);
            puzzle.givens.retain(|g| g.digits.len() < all);
            (puzzle, notes)
        })
        .map_err(|mut e| {
            // The error's column counts characters of the joined words, so only a line can be given.
            e.place = entries.first().map(|(line, _)| (*line, 1));
            e
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_and_pencil_marks() {
        let plain = "1 . | . .\n. . | 3 .\n----+----\n. 2 | . .\n. . | . 4\n";
        let (p, _) = Grid.read(plain).unwrap();
        assert_eq!(p.givens.len(), 4);
        assert_eq!(Grid.write(&p).unwrap().0, plain);
        let framed = "*-------*\n|1 .|. .|\n|. .|3 .|\n|---+---|\n|. 2|. .|\n|. .|. 4|\n*-------*";
        assert_eq!(Grid.read(framed).unwrap().0, p);
        let dashes = "1---\n--3-\n-2--\n---4";
        assert_eq!(Grid.read(dashes).unwrap().0, p);
        let pencil = "1 234 | 24 23\n24 24 | 3 12\n--+--\n34 2 | 14 13\n3 13 | 12 4";
        let (q, _) = Grid.read(pencil).unwrap();
        assert_eq!(q.givens[1].digits, [2, 3, 4]);
        assert_eq!(Grid.read(&Grid.write(&q).unwrap().0).unwrap().0, q);
    }
}
