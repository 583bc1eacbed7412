//! Drawn grids without a mark for empty cells: rows of digits with spaces for empty cells, as people type them, and tables with
//! empty fields, as copied from a spreadsheet.
//!
//! Editors remove spaces at the ends of lines and empty lines at the ends of texts, so rows may be too short. A text that can be
//! read in two ways is an error, because a grid shifted by one column looks as plausible as the right grid.

use crate::alphabet::{is_bar, is_frame};
use crate::line::side;
use crate::{Format, Line, Note, NoteKind};
use cluewright_core::{BadInput, Puzzle};

/// The result of reading text as a grid without marks for empty cells; `None` if the text is not such a grid.
pub(crate) type Reading = Option<Result<(Puzzle, Vec<Note>), BadInput>>;

/// Reads rows of characters in which a space is an empty cell. Cells are in consecutive columns or in every other column, with or
/// without bars.
pub(crate) fn spaced(text: &str) -> Reading {
    let lines: Vec<&str> = text
        .strip_suffix('\n')
        .unwrap_or(text)
        .split('\n')
        .map(|l| l.trim_end_matches('\r'))
        .filter(|l| !l.starts_with('#') && !is_frame(l))
        .collect();
    let plain = |c: char| c == ' ' || c.is_ascii_alphanumeric() || is_bar(c);
    let any = lines.iter().any(|l| l.contains(|c: char| c.is_ascii_alphanumeric()));
    // Reject larger texts: people do not type such grids, and trying all readings would take too long.
    if !any || lines.len() > 64 || lines.iter().any(|l| l.len() > 256) || !lines.iter().all(|l| l.chars().all(plain)) {
        return None;
    }
    // If all rows have the same length and no gaps, but the number of rows differs from this length, the text is several grids one
    // below the other, or a grid with missing rows.
    let filled: Vec<&&str> = lines.iter().filter(|l| !is_empty(l)).collect();
    let even = filled.iter().all(|l| l.len() == filled[0].len() && l.len() >= 4 && !l.contains(' '));
    if even && filled.len() != filled[0].len() {
        return None;
    }
    // Whether the widest row reaches the last of `n` columns, with cells in consecutive columns or with a space between them.
    let width = widest(&lines);
    let fills = |n: usize| width == n || width == 2 * n - 1;
    let mut found: Vec<String> = Vec::new();
    for rows in rows_of(&lines) {
        for reading in columns(&rows) {
            // Grids without empty cells are left to the other readers.
            let full = !reading.contains('.');
            if !full && !found.contains(&reading) && Line.read(&reading).is_ok() {
                found.push(reading);
            }
        }
        // If the grid has as many columns as rows, and its first and last rows and columns contain digits, there is no need to try
        // more rows. However, an empty ninth row may follow eight rows.
        let n = rows.len();
        if !found.is_empty() && n == inner_rows(&lines) && fills(n) && (n >= 9 || lines.len() < 9) {
            break;
        }
    }
    // Among several possible sizes, prefer 9x9 and the sizes that the widest row fills.
    let side = |reading: &&String| (4..=61).find(|n| n * n == reading.len()).unwrap_or(1);
    let likely: Vec<&String> = found.iter().filter(|r| side(r) == 9 || fills(side(r))).collect();
    let chosen = match (&found[..], &likely[..]) {
        ([], _) => return None,
        ([one], _) => one,
        (_, [one]) => *one,
        _ => {
            return Some(Err(BadInput::new(
                "it is unclear how the rows and columns of the text correspond to those of the grid",
            )
            .at(1, 1)
            .hint("write `.` for an empty cell")));
        }
    };
    Some(Line.read(chosen).map(|(puzzle, mut notes)| {
        let n = puzzle.shape.height();
        notes.insert(0, Note::new(NoteKind::Info, format!("spaces were read as empty cells of a {n}x{n} grid")));
        (puzzle, notes)
    }))
}

fn is_empty(line: &str) -> bool {
    line.chars().all(|c| c == ' ')
}

/// The number of lines, not counting empty lines at the beginning and the end.
fn inner_rows(lines: &[&str]) -> usize {
    let above = lines.iter().take_while(|l| is_empty(l)).count();
    let below = lines.iter().rev().take_while(|l| is_empty(l)).count();
    lines.len().saturating_sub(above + below)
}

/// The number of columns of the widest line if every character except a bar is a cell, including spaces at the end.
fn widest(lines: &[&str]) -> usize {
    lines.iter().map(|l| l.chars().filter(|&c| !is_bar(c)).count()).max().unwrap_or(0)
}

/// The possible choices of the lines that are the grid's rows, likeliest first.
fn rows_of<'a>(lines: &[&'a str]) -> Vec<Vec<&'a str>> {
    let above = lines.iter().take_while(|l| is_empty(l)).count();
    let inner = inner_rows(lines);
    let below = lines.len() - above - inner;
    let mut out = Vec::new();
    // The grid may have any number of empty rows at its top or bottom.
    for n in inner.max(4)..=lines.len() {
        // Add empty rows at one end only: with empty rows at both ends, the number at each end would be ambiguous.
        if n == inner || above == 0 {
            out.push(lines[above..above + n].to_vec());
        } else if below == 0 || n == lines.len() {
            out.push(lines[lines.len() - n..].to_vec());
        }
    }
    // Empty lines may also separate bands of boxes, if all bands have the same height.
    let filled: Vec<&str> = lines.iter().filter(|l| !is_empty(l)).copied().collect();
    let bands: Vec<usize> = lines[above..above + inner].split(|l| is_empty(l)).map(<[&str]>::len).collect();
    if bands.len() > 1 && bands[0] > 1 && bands.iter().all(|&b| b == bands[0]) && filled.len() >= 4 {
        out.push(filled);
    }
    out
}

/// All ways to split rows into cells. Each result is the grid as one line, with `.` for an empty cell.
fn columns(rows: &[&str]) -> Vec<String> {
    let n = rows.len();
    if side(n * n).is_none() {
        return Vec::new();
    }
    let barred = rows.iter().any(|r| r.contains(is_bar));
    // The parts of a row between its bars. The outer bars are the frame and separate nothing.
    let parts = |row: &str| -> Vec<Vec<char>> {
        let row = if barred { row.trim() } else { row.trim_end() };
        let inner = row.strip_prefix(is_bar).unwrap_or(row);
        let inner = inner.strip_suffix(is_bar).unwrap_or(inner);
        inner.split(is_bar).map(|p| p.chars().collect()).collect()
    };
    let rows: Vec<Vec<Vec<char>>> = rows.iter().map(|r| parts(r)).collect();
    let indent = if barred {
        0
    } else {
        let filled = rows.iter().filter(|r| !r[0].is_empty());
        filled.map(|r| r[0].iter().take_while(|&&c| c == ' ').count()).min().unwrap_or(0)
    };
    let join = |cells: &dyn Fn(&[char]) -> Option<Vec<char>>| -> Option<String> {
        let mut out = String::with_capacity(n * n);
        for row in &rows {
            let mut line: Vec<char> = Vec::with_capacity(n);
            for part in row {
                line.extend(cells(part)?);
            }
            // A short row ends in empty cells, unless bars mark the ends of its parts.
            if line.len() > n || (barred && line.len() != n) {
                return None;
            }
            line.resize(n, ' ');
            out.extend(line.into_iter().map(|c| if c == ' ' { '.' } else { c }));
        }
        Some(out)
    };
    let widest = rows.iter().map(|r| r.iter().map(Vec::len).sum::<usize>()).max().unwrap_or(0);
    let mut out = Vec::new();
    // If the rows fit into the grid, each row starts at its first character; otherwise up to `indent` leading spaces, which all
    // rows share, may be a margin.
    let offsets = if widest <= n { 0..=0 } else { 0..=indent };
    for from in offsets {
        out.extend(join(&|part: &[char]| Some(part.get(from..).unwrap_or(&[]).to_vec())));
    }
    // If every other column is empty, the grid is probably double-spaced; otherwise the grid is ambiguous.
    if widest > 1 {
        let first = usize::from(barred);
        for from in if barred { first..=first } else { 0..=indent } {
            out.extend(join(&|part: &[char]| {
                let between = |(i, &c): (usize, &char)| (i < from || (i - from) % 2 == 1) && c != ' ';
                (!part.iter().enumerate().any(between)).then(|| part.iter().skip(from).step_by(2).copied().collect())
            }));
        }
    }
    out
}

/// Reads a table with tabs, commas or semicolons between its fields, in which an empty field is an empty cell. Returns the number
/// of each line and its cells separated by spaces; `None` if the text is not such a table.
pub(crate) fn table(text: &str) -> Option<Vec<(u32, String)>> {
    let numbered = || (1u32..).zip(text.lines()).filter(|(_, l)| !l.trim_start().starts_with('#'));
    let lines: Vec<(u32, &str)> = numbered().collect();
    let is_empty = |l: &(u32, &str)| l.1.trim().is_empty();
    ['\t', ';', ','].into_iter().find_map(|mark| {
        let n = lines.iter().map(|(_, l)| l.split(mark).count()).max()?;
        let filled: Vec<(u32, &str)> = lines.iter().filter(|l| !is_empty(l)).copied().collect();
        let rows = if lines.len() == n { &lines } else { &filled };
        if n < 4 || rows.len() != n {
            return None;
        }
        let empty = |l: &str| l.split(mark).any(|field| field.trim().is_empty()) || l.split(mark).count() < n;
        if !rows.iter().any(|(_, l)| empty(l)) {
            return None;
        }
        let row = |l: &str| -> String {
            let fields = l.split(mark).map(|field| if field.trim().is_empty() { "." } else { field.trim() });
            fields.chain(std::iter::repeat(".")).take(n).collect::<Vec<_>>().join(" ")
        };
        Some(rows.iter().map(|(number, l)| (*number, row(l))).collect())
    })
}
