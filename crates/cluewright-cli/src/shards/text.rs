//! Answers lines, tables and JSON lines with tables and JSON lines.

use super::format::Kind;
use super::manifest::{Begun, Done, Hash, marks};
use super::work::{Rows, Work};
use crate::output::Failure;
use crate::stop::flag;
use cluewright::BadInput;
use cluewright::formats::records::{Record, RecordOptions, Records, quoted};
use cluewright::table::{Column, Value};
use serde_json::{Map, Value as Json};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Arc;

/// The columns before the answers: the line number, or other columns of the input.
type Before = Vec<(Arc<str>, String)>;

/// The puzzles of the text.
pub(super) fn records(work: &Work, file: &Path) -> Result<Records<Box<dyn Read + Send>>, BadInput> {
    let name = file.to_string_lossy().into_owned();
    let opened =
        File::open(file).map_err(|e| BadInput::new(format!("the file cannot be opened: {e}")).within(&name))?;
    let reader: Box<dyn Read + Send> = Box::new(BufReader::with_capacity(1 << 16, opened));
    let wish = RecordOptions { from: work.from.clone(), field: work.field.clone() };
    Records::open(reader, &wish).map_err(|e| e.within(&name))
}

/// The value of an input column in a row.
pub(super) fn held<'b>(before: &'b [(Arc<str>, String)], name: &str) -> Option<&'b str> {
    before.iter().find(|(other, _)| **other == *name).map(|(_, text)| text.as_str())
}

/// Answers the puzzles of the text, starting after the last row in `begun`.
pub(super) fn rows(
    work: &Work,
    file: &Path,
    written: Kind,
    (target, begun): (&Path, Option<Begun>),
    tell: &(dyn Fn(u64) + Sync),
) -> Result<Done, Failure> {
    let records = records(work, file)?;
    let others: Vec<Arc<str>> = records.columns();
    let before = begun.as_ref().map_or(0, |begun| begun.done.rows);
    let mut writer = Answers::create(work, (target, begun), written, &others)?;
    let records = records.skip(usize::try_from(before).unwrap_or(usize::MAX));
    let mut failure = None;
    let keep = |record: &Record| -> (u64, Before) { (record.line, record.columns.clone()) };
    let how: (&dyn cluewright::batch::Clock, usize, _) = (&Rows(work.bounds), work.threads(), Some(flag()));
    work.question.run(records, None, how, keep, |page| {
        let width = work.question.columns().len();
        for ((line, before), answer) in page.kept.iter().zip(page.values.chunks(width)) {
            if let Err(error) = writer.row(*line, before, answer) {
                failure.get_or_insert(error);
                return false;
            }
        }
        if let Err(error) = writer.mark() {
            failure.get_or_insert(error);
            return false;
        }
        tell(writer.done.rows);
        true
    });
    match failure {
        Some(error) => Err(error.into()),
        None => Ok(writer.finish()?),
    }
}

/// A file wrapper that counts and hashes the bytes written.
pub(super) struct Counted {
    file: BufWriter<File>,
    bytes: u64,
    hash: Hash,
}

impl Counted {
    pub(super) fn create(target: &Path) -> std::io::Result<Self> {
        let file = File::create(target)?;
        // The lock shows other processes that the part is in use. Correctness does not depend on the lock, as some file systems
        // do not support locks.
        let _ = file.try_lock();
        Ok(Self { file: BufWriter::with_capacity(1 << 16, file), bytes: 0, hash: Hash::default() })
    }

    /// Continues a partly written file.
    fn again(begun: Begun) -> Self {
        let hash = Hash::of_text(&begun.done.hash).unwrap_or_default();
        Self { file: BufWriter::with_capacity(1 << 16, begun.file), bytes: begun.done.bytes, hash }
    }

    /// Flushes the file to the disk and records its length and hash.
    pub(super) fn finish(mut self, done: &mut Done) -> std::io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        (done.bytes, done.hash) = (self.bytes, self.hash.text());
        Ok(())
    }
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let n = self.file.write(bytes)?;
        self.bytes += n as u64;
        self.hash.add(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

/// A file of answers that is being written.
struct Answers {
    file: Counted,
    /// The file that records how much of the answers is complete.
    marks: File,
    kind: Kind,
    /// Whether the first column is the line number, `id`, which requires that no input column has that name.
    id: bool,
    /// The other columns of the input.
    others: Vec<Arc<str>>,
    /// The columns of the answers.
    names: Vec<String>,
    done: Done,
    line: String,
}

impl Answers {
    fn create(
        work: &Work,
        (target, begun): (&Path, Option<Begun>),
        kind: Kind,
        others: &[Arc<str>],
    ) -> Result<Self, Failure> {
        let taken = |name: &str| others.iter().any(|o| o.eq_ignore_ascii_case(name));
        let id = !taken("id");
        let own = |column: &Column| {
            if taken(column.name) { format!("cluewright_{}", column.name) } else { column.name.to_owned() }
        };
        let is_new = begun.is_none();
        let done = begun.as_ref().map(|begun| begun.done.clone()).unwrap_or_default();
        let mut file = begun.map_or_else(|| Counted::create(target), |begun| Ok(Counted::again(begun)))?;
        let marks = File::options().create(true).write(true).append(!is_new).truncate(is_new).open(marks(target))?;
        let names: Vec<String> = work.question.columns().iter().map(own).collect();
        if kind == Kind::Csv && is_new {
            let mut heading = String::new();
            let first = id.then_some("id").into_iter();
            let all = first.chain(others.iter().map(|o| &**o)).chain(names.iter().map(String::as_str));
            for (i, name) in all.enumerate() {
                field(&mut heading, i == 0, name);
            }
            heading.push('\n');
            file.write_all(heading.as_bytes())?;
        }
        Ok(Self { file, marks, kind, id, others: others.to_vec(), names, done, line: String::new() })
    }

    /// Adds a row.
    fn row(&mut self, line: u64, before: &[(Arc<str>, String)], answer: &[Value]) -> std::io::Result<()> {
        self.done.count(answer);
        self.line.clear();
        if self.kind == Kind::Csv {
            let mut first = true;
            if self.id {
                field(&mut self.line, true, &line.to_string());
                first = false;
            }
            for name in &self.others {
                field(&mut self.line, first, held(before, name).unwrap_or_default());
                first = false;
            }
            for value in answer {
                match value.text() {
                    Some(text) => field(&mut self.line, first, text),
                    None => field(&mut self.line, first, &value.written()),
                }
                first = false;
            }
        } else {
            let mut object = Map::new();
            if self.id {
                object.insert("id".to_owned(), line.into());
            }
            object.extend(before.iter().map(|(name, text)| (name.to_string(), Json::from(text.as_str()))));
            object.extend(self.names.iter().cloned().zip(answer.iter().map(json)));
            self.line.push_str(&Json::Object(object).to_string());
        }
        self.line.push('\n');
        self.file.write_all(self.line.as_bytes())
    }

    /// Records that the file is complete up to its current length.
    fn mark(&mut self) -> std::io::Result<()> {
        self.file.flush()?;
        (self.done.bytes, self.done.hash) = (self.file.bytes, self.file.hash.text());
        let line = serde_json::to_string(&self.done).expect("numbers are JSON");
        // Start with a line feed, as the previous line may be incomplete.
        self.marks.write_all(format!("\n{line}\n").as_bytes())
    }

    fn finish(self) -> std::io::Result<Done> {
        let mut done = self.done;
        self.file.finish(&mut done)?;
        Ok(done)
    }
}

impl Done {
    /// Adds a row.
    pub(super) fn count(&mut self, answer: &[Value]) {
        self.rows += 1;
        let word = answer.first().and_then(Value::text).unwrap_or_default();
        match self.status.get_mut(word) {
            Some(n) => *n += 1,
            None => _ = self.status.insert(word.to_owned(), 1),
        }
    }
}

fn json(value: &Value) -> Json {
    match value {
        Value::Nothing => Json::Null,
        Value::Bool(truth) => (*truth).into(),
        Value::Whole(n) => (*n).into(),
        Value::Number(x) => (*x).into(),
        Value::Word(_) | Value::Text(_) | Value::Bytes(_) => value.written().into(),
    }
}

/// A field of a table, quoted if necessary.
fn field(line: &mut String, first: bool, text: &str) {
    if !first {
        line.push(',');
    }
    line.push_str(&quoted(text));
}
