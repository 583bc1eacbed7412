//! Answers for tables of puzzles: columns or lists go in, columns or lists come out.

use crate::columns::list;
use crate::errors::{bad, raised};
use crate::interrupt::{RowClock, watched};
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use cluewright::BadInput;
use cluewright::table::{self, Options, QUESTIONS};
use cluewright_arrow::{ColumnOptions, How, columns};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3_arrow::input::AnyRecordBatch;
use pyo3_arrow::{PyRecordBatch, PyTable};
use std::sync::atomic::AtomicBool;

/// A question for every row of a table.
#[pyclass(frozen, module = "cluewright._native")]
pub(crate) struct Question {
    asked: table::Question,
    clock: RowClock,
    threads: usize,
}

impl Question {
    fn how<'a>(&'a self, stop: &'a AtomicBool) -> How<'a> {
        How { clock: &self.clock, threads: self.threads, stop: Some(stop) }
    }
}

#[pymethods]
impl Question {
    #[new]
    #[pyo3(signature = (name, *, nodes, limit, to, format, rules, scales, seconds, threads))]
    #[allow(clippy::too_many_arguments, reason = "each is an argument of the Python function")]
    fn new(
        py: Python<'_>,
        name: &str,
        nodes: u64,
        limit: u64,
        to: String,
        format: Option<String>,
        rules: Vec<String>,
        scales: Vec<String>,
        seconds: Option<f64>,
        threads: usize,
    ) -> PyResult<Self> {
        let options = Options { nodes, limit, to, from: format, rules, scales };
        let question = table::Question::new(name, &options).map_err(|e| raised(py, &e))?;
        let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = if threads == 0 { all() } else { threads.min(1024) };
        Ok(Self { asked: question, clock: RowClock(seconds), threads })
    }

    /// The names and types of the answer columns.
    fn columns(&self) -> Vec<(&'static str, &'static str)> {
        use table::Kind;
        let kind = |kind| match kind {
            Kind::Text => "utf8",
            Kind::Bool => "bool",
            Kind::Small => "int16",
            Kind::Medium => "int32",
            Kind::Large => "int64",
            Kind::Number => "float64",
            Kind::Bytes(_) => "binary",
        };
        self.asked.columns().iter().map(|c| (c.name, kind(c.kind))).collect()
    }

    /// A string that identifies the options on which answers depend.
    fn fingerprint(&self) -> String {
        self.asked.fingerprint()
    }

    /// The answers for some texts, as one list for each column.
    fn lists<'py>(&self, py: Python<'py>, texts: Vec<Option<String>>) -> PyResult<Bound<'py, PyDict>> {
        let answers = watched(py, |stop| columns(&self.asked, texts.iter().map(Option::as_deref), &self.how(stop)))?;
        let lists = PyDict::new(py);
        for (column, values) in self.asked.columns().iter().zip(&answers) {
            lists.set_item(column.name, list(py, values)?)?;
        }
        Ok(lists)
    }

    /// The answers for one batch.
    fn record_batch(
        &self,
        py: Python<'_>,
        batch: PyRecordBatch,
        puzzle: String,
        rules: Option<String>,
        keep: Option<Vec<String>>,
    ) -> PyResult<PyRecordBatch> {
        let wish = ColumnOptions { puzzle, rules, keep };
        let batch = batch.into_inner();
        let answered = watched(py, |stop| wish.answers(&self.asked, &batch, &self.how(stop)))?;
        Ok(answered.map_err(|e| bad(py, e))?.into())
    }

    /// The answers for a table or a stream of batches, as one batch of answers for each input batch.
    fn table(
        &self,
        py: Python<'_>,
        data: AnyRecordBatch,
        puzzle: String,
        rules: Option<String>,
        keep: Option<Vec<String>>,
    ) -> PyResult<PyTable> {
        let wish = ColumnOptions { puzzle, rules, keep };
        let reader = data.into_reader()?;
        let (_, schema) = wish.schema(&self.asked, &reader.schema()).map_err(|e| bad(py, e))?;
        let work = |stop: &AtomicBool| -> Result<Vec<RecordBatch>, BadInput> {
            let answered = |batch: Result<RecordBatch, ArrowError>| {
                let batch = batch.map_err(|e| BadInput::new(format!("the table cannot be read: {e}")))?;
                wish.answers(&self.asked, &batch, &self.how(stop))
            };
            reader.map(answered).collect()
        };
        let batches = watched(py, work)?.map_err(|e| bad(py, e))?;
        PyTable::try_new(batches, schema)
    }
}

/// The names and descriptions of the questions for tables.
#[pyfunction]
pub(crate) fn questions() -> Vec<(&'static str, &'static str)> {
    QUESTIONS.to_vec()
}
