//! The envelopes of requests and answers.

use cluewright::question::{Kind, Word};
use cluewright::report::Unread;
use cluewright::{BadInput, Error};
use serde::{Deserialize, Serialize};

/// What a client calls a request: its answers bear the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Id {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
    /// None was to be read: the request is no JSON, or has none.
    None(()),
}

impl Default for Id {
    fn default() -> Self {
        Self::None(())
    }
}

impl Word for Id {
    const KIND: Kind = Kind::Data;
    const SHOWN: &'static str = "";
}

/// How far the work may go.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Bounds {
    /// Nodes of each search; 0: any number. With these alone the same request has the same answer everywhere.
    pub nodes: u64,
    /// Milliseconds for all of it; absent: any number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
}

/// One message to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Message<T, P = ()> {
    /// What the client calls the request.
    pub id: Id,
    /// What is said.
    #[serde(flatten)]
    pub said: Said<T, P>,
    /// With `ok`: the hash of the logical puzzle (32 hexadecimal digits), where the request is about one. Titles, drawings and
    /// the like do not change it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// With `ok` and `error`: drawings and sentences of the puzzle that were not understood. The answer is about the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<Unread>,
}

/// What a message says. The last one to a request is `ok` or `error`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Said<T, P = ()> {
    /// How far the work is. Which of these come, and when, is a matter of time.
    Progress(Progress),
    /// A part of the answer, as soon as it is known.
    Partial(P),
    /// The answer.
    Ok(T),
    /// There is none.
    Error(Failure),
}

/// How far the work is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress {
    /// The part that is done, from 0 to 1.
    pub share: f64,
    /// What is being done, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doing: String,
}

/// Why a request has no answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Failure {
    /// What kind of failure it is.
    pub code: Code,
    /// What is wrong, for people.
    pub message: String,
    /// Where in the puzzle's or the rule's text: line and column, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<(u32, u32)>,
    /// How to mend it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The text that the place is in, where that is not the puzzle's: `rule camel`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// A kind of failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Code {
    /// The request is none: no JSON, no such operation, a field too many or too few.
    BadRequest,
    /// The puzzle, a rule's text or an option cannot be used.
    BadInput,
    /// No such document is open.
    NoDocument,
    /// The puzzle has no solution or several, and it is asked of puzzles with one.
    NotUnique,
    /// There is no puzzle to be made.
    NoPuzzle,
    /// A limit of work or time was reached, and there is nothing to tell.
    Limit,
    /// The client did not want it any more, or asked the same anew.
    Cancelled,
    /// The host has no room for it.
    Busy,
    /// The work broke off: a fault of the program.
    Internal,
}

impl Failure {
    /// With what is wrong.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), place: None, hint: None, source: None }
    }

    /// That the work ended since it is not wanted any more.
    pub(crate) fn cancelled() -> Self {
        Self::new(Code::Cancelled, "cancelled")
    }

    /// How to mend it.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let code = match &error {
            Error::Stopped { .. } => Code::Limit,
            Error::NotUnique(_) => Code::NotUnique,
            Error::NoPuzzle(_) => Code::NoPuzzle,
            _ => Code::BadInput,
        };
        let BadInput { message, place, hint, source, .. } = error.into();
        Self { code, message, place, hint, source }
    }
}

impl From<BadInput> for Failure {
    fn from(error: BadInput) -> Self {
        Error::from(error).into()
    }
}
