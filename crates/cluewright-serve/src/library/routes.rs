//! The library for a page: HTTP with JSON under `/api/v1/library`.
//!
//! | request | does |
//! |---|---|
//! | `GET collections` | all [`Collection`](super::Collection)s |
//! | `POST collections` `{name, about}` | creates a collection: `{id}` |
//! | `PATCH collections/ID` `{name, about}` | changes the given fields |
//! | `DELETE collections/ID` | deletes the collection with its puzzles |
//! | `GET collections/ID/export`, `GET export` | JSON lines |
//! | `POST collections/ID/import?same=skip`, `POST import?same=skip` | reads the body, a text of puzzles or an export: [`Imported`](super::Imported) |
//! | `GET puzzles?words=...&collection=...` | a [`Page`](super::Page); the fields of [`Query`] |
//! | `POST puzzles` `{collection, puzzle}` | adds a [`NewPuzzle`]: [`Added`](super::Added) |
//! | `GET puzzles/ID` | the puzzle with its text and saved game: [`Stored`](super::Stored) |
//! | `PATCH puzzles/ID` | changes the puzzle: a [`Change`] |
//! | `DELETE puzzles/ID` | deletes the puzzle |
//! | `PUT puzzles/ID/progress` `{position, seconds}` | saves the player's progress |
//! | `DELETE puzzles/ID/progress` | deletes the progress and the history |
//! | `GET puzzles/ID/history` | the saved positions ([`Past`](super::Past)), oldest first |
//! | `POST puzzles/ID/history` `{position}` | adds a position |
//! | `GET tags` | all [`Tag`](super::Tag)s |
//!
//! If there is nothing to return, the answer is `{}`. The answer to a failure is `{"error": {"code", "message", "hint"}}`, an
//! [`Error`], with a matching status. Access control is left to the enclosing server: these routes do not check `Host` or
//! `Origin`.

#[cfg(feature = "schema")]
mod described;

#[cfg(feature = "schema")]
pub use described::open_api;

use super::Library;
use super::entry::{Change, NewPuzzle};
use super::error::{Code, Error};
use super::find::Query;
use super::import::Target;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Path, Query as QueryParams, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, patch, post, put};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::io::{BufWriter, Write};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

/// The maximum length of a body in bytes. A puzzle's text may have one mebibyte, and JSON may need up to six bytes for each byte of
/// the text.
const BODY: usize = 8 << 20;
/// The maximum length of an imported file in bytes.
const FILE: usize = 128 << 20;

type Shared = State<Arc<Library>>;
type Id = Result<Path<i64>, PathRejection>;
type Sent = Result<Bytes, BytesRejection>;
type Answer = Result<Response, Error>;

/// The routes of the library, to be merged into a server's router.
pub fn router(library: Arc<Library>) -> Router {
    let small = Router::new()
        .route("/collections", get(collections).post(add_collection))
        .route("/collections/{id}", patch(change_collection).delete(delete_collection))
        .route("/collections/{id}/export", get(export_one))
        .route("/export", get(export_all))
        .route("/puzzles", get(find).post(add))
        .route("/puzzles/{id}", get(puzzle).patch(change).delete(delete))
        .route("/puzzles/{id}/progress", put(save).delete(restart))
        .route("/puzzles/{id}/history", get(history).post(remember))
        .route("/tags", get(tags))
        .layer(DefaultBodyLimit::max(BODY));
    let large = Router::new()
        .route("/collections/{id}/import", post(import_one))
        .route("/import", post(import_all))
        .layer(DefaultBodyLimit::max(FILE));
    Router::new().nest("/api/v1/library", small.merge(large)).with_state(library)
}

/// The HTTP status for a failure.
fn status(code: Code) -> StatusCode {
    match code {
        Code::BadRequest => StatusCode::BAD_REQUEST,
        Code::BadInput | Code::Newer => StatusCode::UNPROCESSABLE_ENTITY,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::Exists => StatusCode::CONFLICT,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
        Code::Storage => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        (status(self.code), axum::Json(json!({ "error": self }))).into_response()
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Runs `work` on a thread that may block, and answers with its result.
async fn answer<T: Serialize + Send + 'static>(
    library: Arc<Library>,
    work: impl FnOnce(&Library) -> Result<T, Error> + Send + 'static,
) -> Answer {
    let done = spawn_blocking(move || work(&library)).await;
    let done = done.map_err(|e| Error::new(Code::Storage, format!("the work failed unexpectedly: {e}")))??;
    Ok(axum::Json(done).into_response())
}

fn nothing() -> Value {
    json!({})
}

fn id(path: Id) -> Result<i64, Error> {
    let Path(id) =
        path.map_err(|e| Error::new(Code::BadRequest, format!("the id in the path is invalid: {}", e.body_text())))?;
    Ok(id)
}

fn bytes(sent: Sent) -> Result<Bytes, Error> {
    sent.map_err(|e| match e.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::new(Code::TooLarge, "the body is too long"),
        _ => Error::new(Code::BadRequest, e.body_text()),
    })
}

fn body<T: DeserializeOwned>(sent: Sent) -> Result<T, Error> {
    serde_json::from_slice(&bytes(sent)?)
        .map_err(|e| Error::new(Code::BadRequest, format!("the body cannot be read: {e}")))
}

fn asked<T>(query: Result<QueryParams<T>, QueryRejection>) -> Result<T, Error> {
    let QueryParams(asked) = query.map_err(|e| Error::new(Code::BadRequest, e.body_text()))?;
    Ok(asked)
}

async fn collections(State(library): Shared) -> Answer {
    answer(library, Library::collections).await
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct NewCollection {
    name: String,
    #[serde(default)]
    about: String,
}

async fn add_collection(State(library): Shared, sent: Sent) -> Answer {
    let NewCollection { name, about } = body(sent)?;
    answer(library, move |l| Ok(json!({ "id": l.add_collection(&name, &about, now())? }))).await
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct CollectionChange {
    name: Option<String>,
    about: Option<String>,
}

async fn change_collection(State(library): Shared, path: Id, sent: Sent) -> Answer {
    let (id, CollectionChange { name, about }) = (id(path)?, body(sent)?);
    answer(library, move |l| l.change_collection(id, name.as_deref(), about.as_deref()).map(|()| nothing())).await
}

async fn delete_collection(State(library): Shared, path: Id) -> Answer {
    let id = id(path)?;
    answer(library, move |l| l.delete_collection(id).map(|()| nothing())).await
}

async fn find(State(library): Shared, query: Result<QueryParams<Query>, QueryRejection>) -> Answer {
    let query = asked(query)?;
    answer(library, move |l| l.find(&query)).await
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct NewInCollection {
    collection: i64,
    puzzle: NewPuzzle,
}

async fn add(State(library): Shared, sent: Sent) -> Answer {
    let NewInCollection { collection, puzzle } = body(sent)?;
    answer(library, move |l| l.add(collection, &puzzle, now())).await
}

async fn puzzle(State(library): Shared, path: Id) -> Answer {
    let id = id(path)?;
    answer(library, move |l| l.get(id)).await
}

async fn change(State(library): Shared, path: Id, sent: Sent) -> Answer {
    let (id, change): (_, Change) = (id(path)?, body(sent)?);
    answer(library, move |l| l.change(id, &change, now()).map(|()| nothing())).await
}

async fn delete(State(library): Shared, path: Id) -> Answer {
    let id = id(path)?;
    answer(library, move |l| l.delete(id).map(|()| nothing())).await
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Progress {
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    position: Box<RawValue>,
    seconds: f64,
}

async fn save(State(library): Shared, path: Id, sent: Sent) -> Answer {
    let (id, Progress { position, seconds }) = (id(path)?, body(sent)?);
    answer(library, move |l| l.save(id, position.get(), seconds, now()).map(|()| nothing())).await
}

async fn restart(State(library): Shared, path: Id) -> Answer {
    let id = id(path)?;
    answer(library, move |l| l.restart(id).map(|()| nothing())).await
}

async fn history(State(library): Shared, path: Id) -> Answer {
    let id = id(path)?;
    answer(library, move |l| l.history(id)).await
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Position {
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    position: Box<RawValue>,
}

async fn remember(State(library): Shared, path: Id, sent: Sent) -> Answer {
    let (id, Position { position }) = (id(path)?, body(sent)?);
    answer(library, move |l| l.remember(id, position.get(), now()).map(|()| nothing())).await
}

async fn tags(State(library): Shared) -> Answer {
    answer(library, Library::tags).await
}

/// The treatment of puzzles that are already in the library.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Same {
    #[serde(default)]
    same: Fate,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Fate {
    /// Add the puzzle again.
    #[default]
    Keep,
    /// Skip the puzzle.
    Skip,
}

async fn import_one(
    State(library): Shared,
    path: Id,
    query: Result<QueryParams<Same>, QueryRejection>,
    sent: Sent,
) -> Answer {
    let collection = Some(id(path)?);
    import(library, collection, query, sent).await
}

async fn import_all(State(library): Shared, query: Result<QueryParams<Same>, QueryRejection>, sent: Sent) -> Answer {
    import(library, None, query, sent).await
}

async fn import(
    library: Arc<Library>,
    collection: Option<i64>,
    query: Result<QueryParams<Same>, QueryRejection>,
    sent: Sent,
) -> Answer {
    let (same, file) = (asked(query)?.same, bytes(sent)?);
    let target = Target { collection, skip_same: same == Fate::Skip };
    answer(library, move |l| l.import(&*file, &target, now())).await
}

async fn export_one(State(library): Shared, path: Id) -> Answer {
    let id = id(path)?;
    export(library, Some(id)).await
}

async fn export_all(State(library): Shared) -> Answer {
    export(library, None).await
}

/// The number of bytes sent at a time.
const PIECE: usize = 64 << 10;

/// Sends lines as they are read. A failure after the first piece closes the connection early, which clients can detect.
async fn export(library: Arc<Library>, collection: Option<i64>) -> Answer {
    let (pieces, mut sent) = mpsc::channel::<Result<Vec<u8>, Error>>(4);
    spawn_blocking(move || {
        let mut to = BufWriter::with_capacity(PIECE, Pieces(pieces.clone()));
        if let Err(error) = library.export(collection, &mut to) {
            // Send the text that was written before the error first. Failures to send are ignored, as the client has then hung
            // up.
            let _ = to.flush();
            let _ = pieces.blocking_send(Err(error));
        }
    });
    let first = match sent.recv().await {
        Some(first) => first?,
        None => Vec::new(),
    };
    let rest = futures_util::stream::unfold((Some(first), sent), |(first, mut sent)| async {
        let piece = match first {
            Some(first) => Some(Ok(first)),
            None => sent.recv().await,
        };
        piece.map(|piece| (piece, (None, sent)))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"cluewright-library.jsonl\""),
    ];
    Ok((headers, Body::from_stream(rest)).into_response())
}

/// Writes to a channel.
struct Pieces(mpsc::Sender<Result<Vec<u8>, Error>>);

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let sent = self.0.blocking_send(Ok(bytes.to_vec()));
        sent.map_err(|_| std::io::Error::from(std::io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
