//! A compiled puzzle for Python.

use crate::errors::raised;
use crate::interrupt::{Bounds, run};
use cluewright::formats::Note;
use cluewright::question::{Choice, FormatId};
use cluewright::reader::{Reader, Reading};
use cluewright::report::{ExtraReport, NoteReport};
use cluewright::{Error, Limits, Puzzle};
use cluewright_protocol::{Caps, Host, Opened, Session};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Instant;

/// A reader for plain lines of digits, which computes only once what all lines have in common.
static LINES: LazyLock<Reader> = LazyLock::new(Reader::default);

/// Whether the text consists of 81 digits and dots, so that the puzzle has nothing to report but givens.
fn is_plain(text: &str) -> bool {
    text.len() == 81 && text.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// The values in a solution of the extra cells that share a name: the name, the numbers of a grid of extra cells, and the number in
/// a single extra cell.
type ExtraParts = (String, Vec<Option<i32>>, Option<i32>);

/// Solutions, each with the values of its extra cells, and whether the list is complete.
type Solutions = (Vec<(String, Vec<ExtraParts>)>, bool);

/// A puzzle with its rules, its model and its cached results. Any number of threads may use it at the same time.
#[pyclass(frozen, module = "cluewright._native")]
pub(crate) struct Document {
    session: Session,
    opened: Arc<Opened>,
}

/// Collects the messages of a request. Ctrl-C ends the work.
struct Asking<'a> {
    stop: &'a (dyn Fn() -> bool + Sync),
    began: Instant,
    messages: Mutex<Vec<String>>,
}

impl Host for Asking<'_> {
    fn send(&self, message: &str) {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push(message.to_owned());
    }

    fn stopped(&self) -> bool {
        (self.stop)()
    }

    fn now(&self) -> Option<f64> {
        Some(self.began.elapsed().as_secs_f64() * 1e3)
    }
}

/// Sends a request and returns the messages for it, each as JSON.
fn sent(py: Python<'_>, session: &Session, request: &str) -> PyResult<Vec<String>> {
    run(py, Bounds { nodes: 0, seconds: None }, |limits| {
        let stop = limits.stop.expect("work can be stopped");
        let host = Asking { stop, began: Instant::now(), messages: Mutex::default() };
        session.handle(request, &host);
        host.messages.into_inner().unwrap_or_else(PoisonError::into_inner)
    })
}

/// Sends a request that does not refer to an open puzzle.
#[pyfunction]
pub(crate) fn ask(py: Python<'_>, request: &str) -> PyResult<Vec<String>> {
    sent(py, &Session::default(), request)
}

#[pymethods]
impl Document {
    #[new]
    fn new(
        py: Python<'_>,
        text: &str,
        format: Option<&str>,
        rules: Vec<String>,
        guess: Option<bool>,
        lenient: bool,
    ) -> PyResult<Self> {
        let read = |limits: &Limits<'_>| -> Result<(cluewright::Document, &'static str, Vec<Note>), Error> {
            let stop = || limits.stop.is_some_and(|stop| stop());
            if rules.is_empty() && guess.is_none() && format.is_none_or(|f| f == "line") && is_plain(text) {
                return Ok((LINES.compiled(text, &stop)?.into(), "line", Vec::new()));
            }
            let format = format.map(FormatId::of_name).transpose()?;
            let (compiled, read) = Reader::of(&Reading { rules, guess, format, lenient })?.read(text, &stop)?;
            Ok((compiled.into(), read.format.info().id, read.notes))
        };
        let read = run(py, Bounds { nodes: 0, seconds: None }, read)?;
        let (document, format, notes) = read.map_err(|e| raised(py, &e))?;
        let session = Session::new(Caps { bytes: usize::MAX, ..Caps::default() });
        let opened = Arc::new(Opened::new(document, format, notes));
        session.keep("", Arc::clone(&opened));
        Ok(Self { session, opened })
    }

    /// Sends a request of the protocol, in which the puzzle is the document `""`; returns the messages, each as JSON.
    fn ask(&self, py: Python<'_>, request: &str) -> PyResult<Vec<String>> {
        sent(py, &self.session, request)
    }

    /// Up to `most` solutions, each with the values of its extra cells, and whether the list is complete.
    fn solutions(&self, py: Python<'_>, most: usize, nodes: u64, seconds: Option<f64>) -> PyResult<Solutions> {
        run(py, Bounds { nodes, seconds }, |limits| {
            let (compiled, mut found, mut fault) = (self.opened.document().compiled(), Vec::new(), None);
            let answer =
                cluewright::search::Solver::new(compiled.model()).solutions(&compiled.board(), limits, |solution| {
                    if found.len() == most {
                        fault = Some(Ok(()));
                        return ControlFlow::Break(());
                    }
                    if let Err(why) = compiled.judge(solution, limits) {
                        fault = Some(Err(why));
                        return ControlFlow::Break(());
                    }
                    let extra = ExtraReport::of_solution(compiled, solution).into_iter();
                    let extra = extra.map(|extra| (extra.name, extra.values, extra.value)).collect();
                    found.push((compiled.digits_text(solution), extra));
                    ControlFlow::Continue(())
                });
            (found, fault.is_none() && answer.complete())
        })
    }

    /// The notes on how the puzzle was read: the kind and the sentence of each.
    fn notes(&self) -> Vec<(String, String)> {
        self.opened.notes().iter().map(NoteReport::new).map(|n| (n.kind.into_owned(), n.text)).collect()
    }

    /// The logical text of the puzzle: equal for puzzles that have the same answers.
    fn logical(&self) -> String {
        cluewright::compiled::logical_text(self.puzzle())
    }

    /// The givens as one line.
    fn givens(&self) -> String {
        self.opened.document().compiled().givens_text()
    }

    /// The number of rows and of columns.
    fn size(&self) -> (u16, u16) {
        let shape = &self.puzzle().shape;
        (shape.height(), shape.width())
    }
}

impl Document {
    fn puzzle(&self) -> &Puzzle {
        self.opened.document().puzzle()
    }
}
