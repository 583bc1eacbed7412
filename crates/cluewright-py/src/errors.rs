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
                errors.getattr("BadInput")?.call1((&bad.message, line, column, &bad.hint, &bad.source))
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

/// The same of bad input.
pub(crate) fn bad(py: Python<'_>, error: BadInput) -> PyErr {
    raised(py, &error.into())
}
