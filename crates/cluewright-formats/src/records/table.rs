//! Tables with a heading: CSV, with commas, semicolons or tabs.

use super::lines::Lines;
use super::record::{LOOKED_AT, Record, RecordOptions, Source, is_passed_over};
use crate::MAX_TEXT;
use cluewright_core::BadInput;
use std::collections::VecDeque;
use std::io::Read;
use std::sync::Arc;

const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The separators that a heading may use.
fn delimiters(heading: &str) -> impl Iterator<Item = u8> + '_ {
    DELIMITERS.into_iter().filter(|&d| heading.contains(char::from(d)))
}

/// The names in a heading; `None` unless the names are distinct words that do not look like puzzles.
fn names(heading: &str, delimiter: u8) -> Option<Vec<String>> {
    let names: Vec<String> = fields(heading, delimiter)?.iter().map(|name| name.trim().to_owned()).collect();
    let word = |name: &String| {
        name.chars().any(char::is_alphabetic)
            && name.len() <= 80
            && name.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || "_-.()#/:%".contains(c))
            && !crate::is_one_line_puzzle(name)
    };
    (names.len() >= 2 && names.iter().all(word)).then_some(names)
}

/// The names in a heading with any of the separators.
pub(super) fn names_of(heading: &str) -> Option<Vec<String>> {
    delimiters(heading).find_map(|d| names(heading, d))
}

/// Whether the first line is a heading, and a column of the next line (the requested column, if any) holds a puzzle.
pub(super) fn has_heading(lines: &[&str], wish: &RecordOptions, is_line: &dyn Fn(&str) -> bool) -> bool {
    delimiters(lines[0]).any(|d| {
        names(lines[0], d).is_some_and(|names| match &wish.field {
            Some(field) => names.iter().any(|n| n.eq_ignore_ascii_case(field)),
            None => puzzle_column(lines, d, &names, is_line).is_some(),
        })
    })
}

/// The first column that holds a puzzle in one of the first rows. A column of solutions is used only if no other column holds a
/// puzzle.
fn puzzle_column(lines: &[&str], delimiter: u8, names: &[String], is_line: &dyn Fn(&str) -> bool) -> Option<usize> {
    let rows: Vec<Vec<String>> = lines.iter().skip(1).take(LOOKED_AT).filter_map(|l| fields(l, delimiter)).collect();
    let holds = |c: &usize| rows.iter().any(|row| row.get(*c).is_some_and(|field| is_line(field.trim())));
    let all: Vec<usize> = (0..names.len()).filter(holds).collect();
    all.iter().copied().find(|&c| !is_solution(&names[c])).or_else(|| all.first().copied())
}

fn is_solution(name: &str) -> bool {
    name.to_lowercase().starts_with("solution")
}

/// The fields of a row; `None` if a quotation mark is still open at the end of the row.
fn fields(row: &str, delimiter: u8) -> Option<Vec<String>> {
    let mut reader = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
    let mut input = row.as_bytes();
    let (mut out, mut ends) = (vec![0; row.len() + 1], vec![0; row.len() + 2]);
    let (mut used, mut ended) = (0, 0);
    loop {
        let (result, read, written, more) = reader.read_record(input, &mut out[used..], &mut ends[ended..]);
        input = &input[read..];
        used += written;
        ended += more;
        match result {
            csv_core::ReadRecordResult::Record => break,
            // A line feed ends a record, unless it is inside quotation marks.
            csv_core::ReadRecordResult::InputEmpty if input.is_empty() => {
                let (result, _, _, more) = reader.read_record(b"\n", &mut out[used..], &mut ends[ended..]);
                ended += more;
                match result {
                    csv_core::ReadRecordResult::Record => break,
                    _ => return None,
                }
            }
            csv_core::ReadRecordResult::InputEmpty => {}
            // Nothing is left, or (which cannot happen) the buffers are too small for the row.
            csv_core::ReadRecordResult::End
            | csv_core::ReadRecordResult::OutputFull
            | csv_core::ReadRecordResult::OutputEndsFull => return None,
        }
    }
    let mut from = 0;
    let text = |&end: &usize| {
        let field = String::from_utf8_lossy(&out[from..end]).into_owned();
        from = end;
        field
    };
    Some(ends[..ended].iter().map(text).collect())
}

/// The records of a table.
pub(super) struct Table<R> {
    lines: Lines<R>,
    /// Lines that were read ahead because a quotation mark was open.
    ahead: VecDeque<(u64, Result<String, BadInput>)>,
    delimiter: u8,
    at: usize,
    /// The index of a column with solutions, if there is one.
    solution: Option<usize>,
    names: Vec<Arc<str>>,
}

impl<R: Read> Table<R> {
    /// `head` is the beginning of the text, where the column is found.
    pub(super) fn new(from: Source<R>, head: &str, wish: &RecordOptions) -> Result<Self, BadInput> {
        let lines: Vec<&str> = head.lines().map(str::trim).filter(|l| !is_passed_over(l)).collect();
        let format = wish.from.as_deref().map(crate::by_id).transpose()?;
        let is_line = |line: &str| format.map_or_else(|| crate::is_one_line_puzzle(line), |f| f.is_line(line));
        for delimiter in delimiters(lines[0]) {
            let Some(names) = names(lines[0], delimiter) else { continue };
            let at = match &wish.field {
                Some(field) => names.iter().position(|n| n.eq_ignore_ascii_case(field)),
                None => puzzle_column(&lines, delimiter, &names, &is_line),
            };
            let Some(at) = at else { continue };
            let mut all = Lines::new(from);
            all.next();
            let solution = names.iter().position(|n| is_solution(n)).filter(|&s| s != at);
            let names = names.into_iter().map(Into::into).collect();
            return Ok(Self { lines: all, ahead: VecDeque::new(), delimiter, at, solution, names });
        }
        Err(BadInput::new("no column of the table contains a puzzle"))
    }

    /// The names of all columns except the puzzle's column.
    pub(super) fn others(&self) -> impl Iterator<Item = &Arc<str>> {
        self.names.iter().enumerate().filter(|(i, _)| *i != self.at).map(|(_, name)| name)
    }

    fn line(&mut self) -> Option<(u64, Result<String, BadInput>)> {
        self.ahead.pop_front().or_else(|| self.lines.next())
    }

    pub(super) fn next(&mut self) -> Option<Record> {
        let (line, text) = self.line()?;
        let row = text.and_then(|text| self.row(text));
        Some(match row {
            Ok((mut row, whole)) => {
                let field = |at: usize| row.get(at).map_or("", |field| field.trim());
                let mut text = field(self.at).to_owned();
                // Append the solution in the form of a line: `puzzle,solution`.
                if let Some(solution) = self.solution.map(field).filter(|s| s.len() == text.len()) {
                    text = format!("{text},{solution}");
                }
                let told = if text.is_empty() { Err(BadInput::new("the puzzle's column is empty")) } else { Ok(text) };
                row.resize(self.names.len(), String::new());
                row.remove(self.at);
                Record { row: Some((whole, self.delimiter)), ..self.record(line, told, row) }
            }
            Err(error) => {
                let row = Some((String::new(), b','));
                Record { row, ..self.record(line, Err(error), vec![String::new(); self.names.len() - 1]) }
            }
        })
    }

    fn record(&self, line: u64, text: Result<String, BadInput>, others: Vec<String>) -> Record {
        let field = Some(Arc::clone(&self.names[self.at]));
        let columns = self.others().cloned().zip(others).collect();
        Record { field, columns, before: self.at, ..Record::new(line, text) }
    }

    /// The fields and the complete text of the row that begins with this line. The row continues on further lines while a
    /// quotation mark is open.
    fn row(&mut self, mut text: String) -> Result<(Vec<String>, String), BadInput> {
        let mut taken = Vec::new();
        loop {
            if let Some(row) = fields(&text, self.delimiter) {
                return Ok((row, text));
            }
            match self.line() {
                Some((number, Ok(more))) if text.len() + more.len() < MAX_TEXT => {
                    text.push('\n');
                    text.push_str(&more);
                    taken.push((number, Ok(more)));
                }
                last => {
                    // The quotation mark was a mistake: the lines after it are separate rows.
                    taken.extend(last);
                    for line in taken.into_iter().rev() {
                        self.ahead.push_front(line);
                    }
                    return Err(BadInput::new("a quotation mark is not closed")
                        .hint("inside a quoted field, a quotation mark is written twice"));
                }
            }
        }
    }
}
