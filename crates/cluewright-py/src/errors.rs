//! Errors as the exceptions of `cluewright._errors`.

use cluewright::{BadInput, Error, Verdict};
use pyo3::prelude::*;

/// The exception for an error.
pub(crate) fn raised(py: Python<'_>, error: &Error) -> PyErr {
    let made = || {
        let errors = py.import("cluewright._errors")?;
        let exception = match error {
            Error::BadInput(bad) => {
                let (line, column) = bad.place.unzip();
                let hint = bad.hint.as_deref().map(in_python);
                errors.getattr("BadInput")?.call1((&bad.message, line, column, hint, &bad.source))
            }
            Error::Stopped { message, .. } => errors.getattr("Stopped")?.call1((message,)),
            Error::NotUnique(verdict) => {
                let solutions = if matches!(verdict, Verdict::None) { 0 } else { 2 };
                errors.getattr("NotUnique")?.call1((error.to_string(), solutions))
            }
            other => errors.getattr("NoPuzzle")?.call1((other.to_string(),)),
        }?;
        PyResult::Ok(PyErr::from_value(exception))
    };
    made().unwrap_or_else(|failed| failed)
}

/// What the command's words are called here.
fn in_python(hint: &str) -> String {
    hint.replace("`cluewright rules list`", "`cluewright.rules()`")
        .replace("`cluewright techniques list`", "`cluewright.techniques()`")
        .replace("--rules ", "rules=")
}

/// The same of bad input.
pub(crate) fn bad(py: Python<'_>, error: BadInput) -> PyErr {
    raised(py, &error.into())
}
