//! Reads and writes Parquet files.

use super::manifest::Done;
use super::text::{Counted, held, records};
use super::work::{Rows, Work};
use crate::output::Failure;
use crate::stop::{cancelled, flag};
use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, Int64Array, RecordBatch, RecordBatchReader};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use cluewright::BadInput;
use cluewright::formats::records::Record;
use cluewright_arrow::{Builders, ColumnOptions, How, field};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// Rows per batch.
const BATCH: usize = 8192;
/// Rows per row group, which readers load as a whole.
const GROUP: usize = 131_072;

fn writer(target: &Path, schema: SchemaRef) -> Result<ArrowWriter<Counted>, Failure> {
    let level = ZstdLevel::try_new(3).map_err(broken)?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(level))
        .set_max_row_group_row_count(Some(GROUP))
        .build();
    Ok(ArrowWriter::try_new(Counted::create(target)?, schema, Some(properties)).map_err(broken)?)
}

fn broken(error: impl std::fmt::Display) -> BadInput {
    BadInput::new(format!("the columns cannot be read or written: {error}"))
}

fn finish(writer: ArrowWriter<Counted>, mut done: Done) -> Result<Done, Failure> {
    writer.into_inner().map_err(broken)?.finish(&mut done)?;
    Ok(done)
}

/// Answers the puzzles of a Parquet file; its other columns are copied.
pub(super) fn columns(work: &Work, file: &Path, target: &Path, tell: &(dyn Fn(u64) + Sync)) -> Result<Done, Failure> {
    let name = file.to_string_lossy().into_owned();
    let within = |error: BadInput| error.within(&name);
    let opened = File::open(file).map_err(|e| within(BadInput::new(format!("the file cannot be opened: {e}"))))?;
    let reader = ParquetRecordBatchReaderBuilder::try_new(opened).map_err(|e| within(broken(e)))?;
    let reader = reader.with_batch_size(BATCH).build().map_err(|e| within(broken(e)))?;
    let puzzle = work.field.clone().unwrap_or_else(|| "puzzle".to_owned());
    let input = reader.schema();
    let rules = input.index_of("rules").is_ok().then(|| "rules".to_owned());
    let wish = ColumnOptions { puzzle, rules, keep: None };
    let (kept, schema) = wish.schema(&work.question, &input).map_err(within)?;
    let mut writer = writer(target, schema)?;
    let clock = Rows(work.bounds);
    let how = How { clock: &clock, threads: work.threads(), stop: Some(flag()) };
    let mut done = Done::default();
    for batch in reader {
        let answers = wish.answers(&work.question, &batch.map_err(|e| within(broken(e)))?, &how).map_err(within)?;
        if cancelled() {
            break;
        }
        let status = answers.column(kept.len()).as_string::<i32>();
        done.rows += answers.num_rows() as u64;
        for word in status.iter().flatten() {
            match done.status.get_mut(word) {
                Some(n) => *n += 1,
                None => _ = done.status.insert(word.to_owned(), 1),
            }
        }
        writer.write(&answers).map_err(broken)?;
        tell(done.rows);
    }
    finish(writer, done)
}

/// Answers the puzzles of the text and writes a Parquet file; the other columns of a table are copied as texts.
pub(super) fn rows(work: &Work, file: &Path, target: &Path, tell: &(dyn Fn(u64) + Sync)) -> Result<Done, Failure> {
    let records = records(work, file)?;
    let others: Vec<Arc<str>> = records.columns();
    let taken = |name: &str| others.iter().any(|o| o.eq_ignore_ascii_case(name));
    let id = !taken("id");
    let mut fields: Vec<Field> = id.then(|| Field::new("id", DataType::Int64, false)).into_iter().collect();
    fields.extend(others.iter().map(|name| Field::new(name.to_string(), DataType::Utf8, true)));
    for column in work.question.columns() {
        let field = field(column);
        fields.push(if taken(column.name) { field.with_name(format!("cluewright_{}", column.name)) } else { field });
    }
    let metadata = [("cluewright.schema".to_owned(), "1".to_owned())];
    let schema = Arc::new(Schema::new_with_metadata(fields, metadata.into()));
    let mut writer = writer(target, Arc::clone(&schema))?;
    let (mut done, mut failure) = (Done::default(), None);
    let keep = |record: &Record| (record.line, record.columns.clone());
    let clock = Rows(work.bounds);
    let how: (&dyn cluewright::batch::Clock, usize, _) = (&clock, work.threads(), Some(flag()));
    work.question.run(records, None, how, keep, |page| {
        let columns = work.question.columns();
        page.values.chunks(columns.len()).for_each(|answer| done.count(answer));
        let mut arrays: Vec<ArrayRef> = Vec::new();
        if id {
            arrays.push(Arc::new(Int64Array::from_iter_values(page.kept.iter().map(|(line, _)| *line as i64))));
        }
        for name in &others {
            let mut texts = StringBuilder::new();
            page.kept.iter().for_each(|(_, before)| texts.append_option(held(before, name)));
            arrays.push(Arc::new(texts.finish()));
        }
        let mut builders = Builders::new(columns);
        builders.page(&page.values);
        arrays.extend(builders.finish());
        let written = RecordBatch::try_new(Arc::clone(&schema), arrays).map_err(broken);
        if let Err(error) = written.and_then(|batch| writer.write(&batch).map_err(broken)) {
            failure.get_or_insert(error);
            return false;
        }
        tell(done.rows);
        true
    });
    match failure {
        Some(error) => Err(error.into()),
        None => finish(writer, done),
    }
}
