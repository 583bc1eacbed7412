//! The errors of the library.

use cluewright_protocol::{self as protocol, Failure};
use serde::Serialize;
use std::fmt;

/// The reason why a request to the library failed. Clients of the routes receive this error as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Error {
    /// The kind of failure.
    pub code: Code,
    /// A description of the error, for people.
    pub message: String,
    /// The place in the puzzle's text: line and column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<(u32, u32)>,
    /// How to fix the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// A kind of failure. Kinds that also exist in the protocol have the same names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Code {
    /// The request is invalid: it is not JSON, or a field is unknown or missing.
    BadRequest,
    /// A puzzle, a name or a number cannot be used.
    BadInput,
    /// The collection or puzzle does not exist.
    NotFound,
    /// The name already exists.
    Exists,
    /// The input exceeds a limit of the library.
    TooLarge,
    /// Another program is writing to the file and did not finish in time.
    Busy,
    /// The file was written by a newer version of the program.
    Newer,
    /// The file cannot be read or written.
    Storage,
}

impl Error {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), place: None, hint: None }
    }

    #[must_use]
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        let code = match failure.code {
            protocol::Code::BadRequest => Code::BadRequest,
            protocol::Code::Busy => Code::Busy,
            _ => Code::BadInput,
        };
        Self { code, message: failure.message, place: failure.place, hint: failure.hint }
    }
}

impl From<cluewright::BadInput> for Error {
    fn from(error: cluewright::BadInput) -> Self {
        Failure::from(error).into()
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked, DiskFull, NotADatabase, ReadOnly};
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked) => {
                Self::new(Code::Busy, "another program is writing to the library").hint("try again in a moment")
            }
            Some(DiskFull) => Self::new(Code::Storage, "the disk is full"),
            Some(NotADatabase) => Self::new(Code::Storage, "the file is not a library")
                .hint("name a library, or a file that does not exist yet"),
            Some(ReadOnly) => Self::new(Code::Storage, "the library's file is read-only"),
            _ => Self::new(Code::Storage, format!("the library's file cannot be used: {error}")),
        }
    }
}
