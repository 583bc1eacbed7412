//! One puzzle of many, and the options for reading text with many puzzles.

use cluewright_core::BadInput;
use std::borrow::Cow;
use std::io::BufReader;
use std::sync::Arc;

/// The number of lines at the beginning of the text that are examined.
pub(super) const LOOKED_AT: usize = 10;

/// Options for reading text that consists of records.
#[derive(Clone, Debug, Default)]
pub struct RecordOptions {
    /// The id of the format of all puzzles; if `None`, the format of each puzzle is detected.
    pub from: Option<String>,
    /// The column of a table, or the field of JSON objects, that contains the puzzles; if `None`, the first column or field with a
    /// puzzle.
    pub field: Option<String>,
}

/// One puzzle of many, which has not been read yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The number of the line at which the record begins, from 1; 0 if the whole text is one record.
    pub line: u64,
    /// The puzzle's text, or the reason why there is no text.
    pub text: Result<String, BadInput>,
    /// The name of the text that contains the record, if there are several texts: [`Records::named`](super::Records::named).
    pub name: Option<Arc<str>>,
    /// The name of the column, or field, of the puzzle; `None` if the text has no columns.
    pub field: Option<Arc<str>>,
    /// The names and values of the other columns of the row, or fields of the object.
    pub columns: Vec<(Arc<str>, String)>,
    /// The number of other columns to the left of the puzzle's column.
    pub(super) before: usize,
    /// The original row of the table, and its separator.
    pub(super) row: Option<(String, u8)>,
}

impl Record {
    /// A record without a name or columns.
    pub fn new(line: u64, text: Result<String, BadInput>) -> Self {
        Self { line, text, name: None, field: None, columns: Vec::new(), before: 0, row: None }
    }
}

impl Record {
    /// The names of all columns, including the puzzle's column, in the table's order.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.columns.iter().map(|(name, _)| &**name).collect();
        if let Some(field) = &self.field {
            names.insert(self.before.min(names.len()), field);
        }
        names
    }

    /// The values of all columns as comma-separated fields. The fields of a comma-separated table are kept byte for byte.
    pub fn kept(&self) -> Vec<String> {
        let names = self.names().len();
        let mut kept: Vec<String> = match &self.row {
            Some((row, b',')) => raw_fields(row, b',').into_iter().map(str::to_owned).collect(),
            Some((row, by)) => raw_fields(row, *by).into_iter().map(|raw| quoted(&bare(raw)).into_owned()).collect(),
            None => {
                let mut kept: Vec<String> = self.columns.iter().map(|(_, text)| quoted(text).into_owned()).collect();
                if self.field.is_some() {
                    kept.insert(0, quoted(self.text.as_deref().unwrap_or_default()).into_owned());
                }
                kept
            }
        };
        kept.resize(names, String::new());
        kept
    }
}

/// A field of a comma-separated table, in quotation marks if necessary.
pub fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text of a field without its quotation marks.
fn bare(raw: &str) -> Cow<'_, str> {
    match raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')) {
        Some(inside) => Cow::Owned(inside.replace("\"\"", "\"")),
        None => Cow::Borrowed(raw),
    }
}

/// The fields of a row, unchanged, including quotation marks.
fn raw_fields(row: &str, by: u8) -> Vec<&str> {
    let (mut fields, mut from, mut inside, mut closed) = (Vec::new(), 0, false, None);
    for (at, byte) in row.bytes().enumerate() {
        match byte {
            b'"' if inside => (inside, closed) = (false, Some(at)),
            // A quotation mark that opens a field, or the second quotation mark of a pair inside a field.
            b'"' if at == from || closed.is_some_and(|closed| closed + 1 == at) => inside = true,
            _ if byte == by && !inside => {
                fields.push(&row[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    fields.push(&row[from..]);
    fields
}

/// A reader of the part that has been examined, followed by the rest.
pub(super) type Source<R> = BufReader<std::io::Chain<std::io::Cursor<Vec<u8>>, R>>;

/// Whether this line is a remark, is blank, or declares the column separator to a spreadsheet.
pub(super) fn is_passed_over(line: &str) -> bool {
    let bare = line.trim();
    bare.is_empty() || bare.starts_with('#') || (bare.len() == 5 && bare.starts_with("sep="))
}

/// The error for a failure to read.
pub(super) fn broken(error: std::io::Error) -> BadInput {
    BadInput::new(format!("reading failed: {error}"))
}
