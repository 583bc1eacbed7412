//! Converts errors to the exceptions of `cluewright._errors`.

use cluewright::{BadInput, Error};
use cluewright_protocol::Failure;
use pyo3::prelude::*;

/// The exception for an error.
pub(crate) fn raised(py: Python<'_>, error: &Error) -> PyErr {
    let failure = serde_json::to_string(&Failure::from(error.clone())).expect("a failure is JSON");
    let made = || py.import("cluewright._errors")?.getattr("failed")?.call1((failure,));
    made().map_or_else(|failed| failed, PyErr::from_value)
}

/// Like `raised`, for bad input.
pub(crate) fn bad(py: Python<'_>, error: BadInput) -> PyErr {
    raised(py, &error.into())
}
