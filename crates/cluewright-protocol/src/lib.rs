//! Cluewright's operations as messages, for web pages, servers, workers and other languages.
//!
//! A [`Session`] holds open puzzles. A request is one JSON object with an `id`, an operation `op` and the fields of that operation;
//! its answer is any number of [`Message`]s with `progress` or `partial`, and a last one with `ok` or `error`. The answers have the
//! types of [`cluewright::report`], which the command also writes with `--json`.
//!
//! ```
//! use cluewright_protocol::{MessageBuffer, Session};
//! let (session, kept) = (Session::default(), MessageBuffer::default());
//! session.handle(r#"{"id":1,"op":"open","doc":"a","text":"12..34..2.....3."}"#, &kept);
//! session.handle(r#"{"id":2,"op":"hint","doc":"a","level":1}"#, &kept);
//! let messages = kept.messages();
//! assert!(messages[1].starts_with(r#"{"id":2,"ok":{"status":"step","level":1,"text":["Look for a full house."]"#));
//! ```
//!
//! Nothing here prints, reads files or reads the clock: the [`Host`] does. [`operations`] lists all operations.

mod call;
mod calls;
mod document;
mod host;
mod message;
mod running;
#[cfg(feature = "schema")]
mod schema;
mod session;
mod state;
mod work;

pub use call::Operation;
pub use calls::operations;
pub use document::Opened;
pub use host::{Host, MessageBuffer};
pub use message::{Bounds, Code, Failure, Id, Message, MessageBody, Progress};
#[cfg(feature = "schema")]
pub use schema::{json_schema, open_api};
pub use session::{Job, Session};
pub use state::Caps;
