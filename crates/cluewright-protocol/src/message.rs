//! The envelopes of requests and answers.

use cluewright::question::{Kind, Word};
use cluewright::report::Unread;
use cluewright::{BadInput, Error};
use serde::{Deserialize, Serialize};

/// The client's name for a request; every message about the request has this id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Id {
    /// A whole number from 0.
    Number(u64),
    /// A string.
    Text(String),
    /// No id could be read: the request is not JSON or has no id.
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

/// Limits on the work.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Bounds {
    /// The maximum number of nodes for each search; 0: no limit. If this is the only limit, the same request gets the same answer
    /// on every machine.
    pub nodes: u64,
    /// The time limit for the whole request, in milliseconds; absent: no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
}

/// One message to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Message<T, P = ()> {
    /// The client's id of the request.
    pub id: Id,
    /// The content.
    #[serde(flatten)]
    pub said: MessageBody<T, P>,
    /// With `ok`: the hash of the puzzle as a solver sees it (32 hexadecimal digits), if the request is about a puzzle. Editing the
    /// title, drawings or prose does not change the hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// With `ok` and `error`: the drawings and sentences of the puzzle that were not understood, and that the answer therefore
    /// ignores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<Unread>,
}

/// The content of a message. The last message for a request is `ok` or `error`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MessageBody<T, P = ()> {
    /// The progress of the work. How many progress messages are sent, and when, depends on the machine.
    Progress(Progress),
    /// A part of the answer, as soon as it is known.
    Partial(P),
    /// The answer to the request.
    Ok(T),
    /// The reason why there is no answer.
    Error(Failure),
}

/// The progress of the work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress {
    /// The share of the work that is done, from 0 to 1.
    pub share: f64,
    /// A description of the work in progress, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub doing: String,
}

/// The reason why a request has no answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Failure {
    /// The kind of failure.
    pub code: Code,
    /// A description of the error, for people.
    pub message: String,
    /// The place in the text of the puzzle or rule: line and column, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<(u32, u32)>,
    /// How to fix the error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The name of the text that contains the place, if it is not the puzzle's text; for example, `rule camel`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// A kind of failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Code {
    /// The request is invalid: it is not JSON, its operation is unknown, or a field is unknown or missing.
    BadRequest,
    /// The puzzle, a rule's text or an option cannot be used.
    BadInput,
    /// The named document is not open.
    NoDocument,
    /// The puzzle has no solution or several, and the operation needs exactly one.
    NotUnique,
    /// No puzzle meets the requirements.
    NoPuzzle,
    /// A work or time limit was reached before an answer was found.
    Limit,
    /// The client cancelled the request or sent a newer request of the same kind.
    Cancelled,
    /// The host has too many requests to accept another one.
    Busy,
    /// The work failed because of a bug in Cluewright.
    Internal,
}

impl Failure {
    /// A failure with this message.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), place: None, hint: None, source: None }
    }

    /// The failure for cancelled work.
    pub(crate) fn cancelled() -> Self {
        Self::new(Code::Cancelled, "cancelled")
    }

    /// How to fix the error.
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
