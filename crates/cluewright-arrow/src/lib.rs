//! [Tables](cluewright::table) in Arrow's format: reads texts from input columns, and writes answers to output columns. Bindings to
//! other languages and the Parquet reader use this crate.
//!
//! ```
//! use arrow_array::{RecordBatch, cast::AsArray, record_batch};
//! use cluewright::table::{Options, Question};
//! use cluewright_arrow::{How, ColumnOptions};
//! let rows = record_batch!(("id", Int64, [1, 2]), ("puzzle", Utf8, ["12..34..2.....3.", "nonsense"]))?;
//! let question = Question::new("solve", &Options::default())?;
//! let answers = ColumnOptions::default().answers(&question, &rows, &How::default())?;
//! assert_eq!(answers.schema().field(1).name(), "status");
//! assert_eq!(answers.column(1).as_string::<i32>().value(0), "ok");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Float64Builder, Int16Builder, Int32Builder, Int64Builder, StringBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use cluewright::BadInput;
use cluewright::batch::{Clock, NoClock};
use cluewright::formats::records::Record;
use cluewright::reader::{Reader, Readers};
use cluewright::table::{Column, Kind, Question, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A column of texts, in any of the layouts that programs use.
#[derive(Debug)]
pub struct Texts(Layout);

#[derive(Debug)]
enum Layout {
    Short(arrow_array::StringArray),
    Long(arrow_array::LargeStringArray),
    View(arrow_array::StringViewArray),
    /// A dictionary: each text once, and for each row the index of its text.
    Coded(Vec<usize>, ArrayRef, Box<Texts>),
}

impl Texts {
    /// The texts of a column, without copying them.
    ///
    /// Errors: the column does not contain texts.
    pub fn of(name: &str, column: &ArrayRef) -> Result<Self, BadInput> {
        match column.data_type() {
            DataType::Utf8 => Ok(Self(Layout::Short(column.as_string::<i32>().clone()))),
            DataType::LargeUtf8 => Ok(Self(Layout::Long(column.as_string::<i64>().clone()))),
            DataType::Utf8View => Ok(Self(Layout::View(column.as_string_view().clone()))),
            DataType::Dictionary(_, _) => {
                let coded = column.as_any_dictionary();
                let values = Self::of(name, coded.values())?;
                Ok(Self(Layout::Coded(coded.normalized_keys(), Arc::clone(column), Box::new(values))))
            }
            other => Err(BadInput::new(format!("the column `{name}` contains {other}, not text"))
                .hint("use utf8, large_utf8, utf8_view, or a dictionary of these")),
        }
    }

    /// The text of a row; `None` if it is null.
    pub fn get(&self, row: usize) -> Option<&str> {
        match &self.0 {
            Layout::Short(texts) => texts.is_valid(row).then(|| texts.value(row)),
            Layout::Long(texts) => texts.is_valid(row).then(|| texts.value(row)),
            Layout::View(texts) => texts.is_valid(row).then(|| texts.value(row)),
            Layout::Coded(keys, column, texts) => column.is_valid(row).then(|| texts.get(keys[row])).flatten(),
        }
    }
}

/// A column that is being built.
#[derive(Debug)]
enum Building {
    Text(StringBuilder),
    Bool(BooleanBuilder),
    Small(Int16Builder),
    Medium(Int32Builder),
    Large(Int64Builder),
    Number(Float64Builder),
    Bytes(BinaryBuilder),
}

impl Building {
    fn push(&mut self, value: &Value) {
        match (self, value) {
            (Self::Text(column), value) => column.append_option(value.text()),
            (Self::Bool(column), Value::Bool(truth)) => column.append_value(*truth),
            (Self::Bool(column), _) => column.append_null(),
            (Self::Small(column), Value::Whole(n)) => column.append_option(i16::try_from(*n).ok()),
            (Self::Small(column), _) => column.append_null(),
            (Self::Medium(column), Value::Whole(n)) => column.append_option(i32::try_from(*n).ok()),
            (Self::Medium(column), _) => column.append_null(),
            (Self::Large(column), Value::Whole(n)) => column.append_value(*n),
            (Self::Large(column), _) => column.append_null(),
            (Self::Number(column), Value::Number(x)) => column.append_value(*x),
            (Self::Number(column), _) => column.append_null(),
            (Self::Bytes(column), Value::Bytes(bytes)) => column.append_value(bytes),
            (Self::Bytes(column), _) => column.append_null(),
        }
    }
}

/// The answer columns that are being built.
#[derive(Debug)]
pub struct Builders(Vec<Building>);

impl Builders {
    /// New columns without rows.
    pub fn new(columns: &[Column]) -> Self {
        let one = |column: &Column| match column.kind {
            Kind::Text => Building::Text(StringBuilder::new()),
            Kind::Bool => Building::Bool(BooleanBuilder::new()),
            Kind::Small => Building::Small(Int16Builder::new()),
            Kind::Medium => Building::Medium(Int32Builder::new()),
            Kind::Large => Building::Large(Int64Builder::new()),
            Kind::Number => Building::Number(Float64Builder::new()),
            Kind::Bytes(_) => Building::Bytes(BinaryBuilder::new()),
        };
        Self(columns.iter().map(one).collect())
    }

    /// Appends a page of answers.
    pub fn page(&mut self, page: &[Value]) {
        for row in page.chunks(self.0.len().max(1)) {
            for (column, value) in self.0.iter_mut().zip(row) {
                column.push(value);
            }
        }
    }

    /// The finished columns.
    pub fn finish(self) -> Vec<ArrayRef> {
        let one = |column: Building| -> ArrayRef {
            match column {
                Building::Text(mut column) => Arc::new(column.finish()),
                Building::Bool(mut column) => Arc::new(column.finish()),
                Building::Small(mut column) => Arc::new(column.finish()),
                Building::Medium(mut column) => Arc::new(column.finish()),
                Building::Large(mut column) => Arc::new(column.finish()),
                Building::Number(mut column) => Arc::new(column.finish()),
                Building::Bytes(mut column) => Arc::new(column.finish()),
            }
        };
        self.0.into_iter().map(one).collect()
    }
}

/// The Arrow type of a column.
fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Text => DataType::Utf8,
        Kind::Bool => DataType::Boolean,
        Kind::Small => DataType::Int16,
        Kind::Medium => DataType::Int32,
        Kind::Large => DataType::Int64,
        Kind::Number => DataType::Float64,
        Kind::Bytes(_) => DataType::Binary,
    }
}

/// The schema field of an answer column.
pub fn field(column: &Column) -> Field {
    Field::new(column.name, data_type(column.kind), true)
}

/// The columns of a batch to read, and the columns to copy.
#[derive(Clone, Debug)]
pub struct ColumnOptions {
    /// The column with the puzzles.
    pub puzzle: String,
    /// The column with rules for each row's puzzle, if any: see [`Readers::of`].
    pub rules: Option<String>,
    /// The input columns to copy in front of the answers; default: all except the puzzle column.
    pub keep: Option<Vec<String>>,
}

/// The puzzles are in the column `puzzle`, and all other columns are copied.
impl Default for ColumnOptions {
    fn default() -> Self {
        Self { puzzle: "puzzle".into(), rules: None, keep: None }
    }
}

/// The clock for rows, the number of threads, and the stop signal.
pub struct How<'a> {
    /// The clock for the time limit of each row.
    pub clock: &'a dyn Clock,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The stop signal: work ends soon after it becomes true, and rows that were not answered by then are null.
    pub stop: Option<&'a AtomicBool>,
}

/// No time limit, one thread.
impl Default for How<'_> {
    fn default() -> Self {
        Self { clock: &NoClock, threads: 1, stop: None }
    }
}

fn no_column(name: &str, schema: &Schema) -> BadInput {
    let names: Vec<&str> = schema.fields().iter().map(|f| f.name().as_str()).collect();
    BadInput::new(format!("there is no column `{name}`")).hint(format!("columns: {}", names.join(", ")))
}

impl ColumnOptions {
    /// The indices of the input columns to copy, and the schema of the answers. Errors: a column is missing.
    pub fn schema(&self, question: &Question, input: &Schema) -> Result<(Vec<usize>, SchemaRef), BadInput> {
        let kept: Vec<usize> = match &self.keep {
            None => (0..input.fields().len()).filter(|&i| *input.field(i).name() != self.puzzle).collect(),
            Some(names) => {
                let at = |name: &String| input.index_of(name).map_err(|_| no_column(name, input));
                names.iter().map(at).collect::<Result<_, _>>()?
            }
        };
        let names: Vec<&str> = kept.iter().map(|&i| input.field(i).name().as_str()).collect();
        let mut fields: Vec<_> = kept.iter().map(|&i| Arc::clone(&input.fields()[i])).collect();
        for column in question.columns() {
            let field = field(column);
            // Input columns keep their names; an answer column with the same name gets a prefix.
            let taken = names.contains(&column.name);
            fields.push(Arc::new(if taken { field.with_name(format!("cluewright_{}", column.name)) } else { field }));
        }
        let metadata = [("cluewright.schema".to_owned(), "1".to_owned())];
        Ok((kept, Arc::new(Schema::new_with_metadata(fields, metadata.into()))))
    }

    /// Answers the question for the puzzles of a batch. Returns the copied input columns, unchanged, and the answer columns.
    ///
    /// Errors: a column is missing, or does not contain texts.
    pub fn answers(&self, question: &Question, batch: &RecordBatch, how: &How<'_>) -> Result<RecordBatch, BadInput> {
        let schema = batch.schema();
        let column = |name: &str| {
            let at = schema.index_of(name).map_err(|_| no_column(name, &schema))?;
            Texts::of(name, batch.column(at))
        };
        let (kept, answered) = self.schema(question, &schema)?;
        let texts = column(&self.puzzle)?;
        let rows = 0..batch.num_rows();
        let answers = match &self.rules {
            None => columns(question, rows.map(|row| texts.get(row)), how),
            Some(rules) => with_rules(question, &texts, &column(rules)?, batch.num_rows(), how),
        };
        let columns = kept.iter().map(|&i| Arc::clone(batch.column(i))).chain(answers).collect();
        RecordBatch::try_new(answered, columns).map_err(|e| BadInput::new(format!("the batch is incomplete: {e}")))
    }
}

/// Answers the question for some texts. Returns the answer columns, which are shorter if the work was stopped.
pub fn columns<'t>(
    question: &Question,
    texts: impl Iterator<Item = Option<&'t str>> + Send,
    how: &How<'_>,
) -> Vec<ArrayRef> {
    let mut builders = Builders::new(question.columns());
    pages(question, texts, None, how, |page| builders.page(page));
    builders.finish()
}

fn pages<'t>(
    question: &Question,
    texts: impl Iterator<Item = Option<&'t str>> + Send,
    reader: Option<&Reader>,
    how: &How<'_>,
    mut take: impl FnMut(&[Value]) + Send,
) {
    let record = |text: Option<&str>| {
        let text = text.map(str::to_owned).ok_or_else(|| BadInput::new("there is no puzzle in this row"));
        Record::new(0, text)
    };
    let how = (how.clock, how.threads, how.stop);
    question.run(
        texts.map(record),
        reader,
        how,
        |_| (),
        |page| {
            take(&page.values);
            true
        },
    );
}

/// Like `pages`, for rows with their own rules: rows with the same rules are processed together.
fn with_rules(question: &Question, texts: &Texts, rules: &Texts, rows: usize, how: &How<'_>) -> Vec<ArrayRef> {
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for row in 0..rows {
        groups.entry(rules.get(row).unwrap_or_default().trim()).or_default().push(row);
    }
    let width = question.columns().len();
    let mut all = vec![Value::Nothing; rows * width];
    let mut readers = Readers::default();
    for (rules, members) in groups {
        match question.reader_with(rules, &mut readers) {
            Ok(reader) => {
                let mut places = members.iter();
                pages(question, members.iter().map(|&row| texts.get(row)), Some(&reader), how, |page| {
                    for (answer, &row) in page.chunks(width).zip(places.by_ref()) {
                        all[row * width..(row + 1) * width].clone_from_slice(answer);
                    }
                });
            }
            Err(error) => {
                let answer = question.unread(&format!("the rules of this row: {error}"));
                for row in members {
                    all[row * width..(row + 1) * width].clone_from_slice(&answer);
                }
            }
        }
    }
    let mut builders = Builders::new(question.columns());
    builders.page(&all);
    builders.finish()
}
