//! Operations over HTTP: `POST /api/v1/{op}` with the fields of the request as its body.
//!
//! Each request has its own session, so the request must contain the puzzle. The answer is the last message, or, for clients that
//! accept `application/x-ndjson`, all messages, one per line. If a client disconnects, the work for it ends.

use crate::client::{Client, Outbox, Parcel, failed, refused};
use crate::guard::json;
use crate::page;
use crate::pool::Leaving;
use crate::pool::Task;
use crate::shared::Shared;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use cluewright_protocol::{Code, Failure, Id, Session, operations};
use futures_util::StreamExt;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// Answers `POST /api/v1/{op}`.
pub(crate) async fn post(State(shared): State<Arc<Shared>>, Path(op): Path<String>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    match read(&shared, &op, &parts.headers, body).await {
        Ok(fields) => answer(&shared, &op, fields, &parts.headers).await,
        Err((status, message)) => json(status, message),
    }
}

/// Answers `GET /api/v1/meta`, a request without fields.
pub(crate) async fn meta(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    answer(&shared, "meta", Map::new(), &headers).await
}

/// The response to library requests if there is no library.
pub(crate) async fn no_library() -> Response {
    let failure = refused("this server has no library").hint("start the server with `--library FILE` to use a library");
    json(StatusCode::NOT_FOUND, failed(Id::None(()), failure))
}

/// Answers all other requests with the page's files.
pub(crate) async fn other(request: Request) -> Response {
    let (path, headers) = (request.uri().path(), request.headers());
    if matches!(*request.method(), Method::GET | Method::HEAD)
        && let Some(file) = page::file(path, headers)
    {
        return file;
    }
    let hint = "the page is at `/`, the WebSocket at `/api/v1/ws`, and each operation at `POST /api/v1/{op}`";
    json(StatusCode::NOT_FOUND, failed(Id::None(()), refused("there is nothing at this path").hint(hint)))
}

/// The response to a request whose path exists, but not for this method.
pub(crate) async fn method() -> Response {
    let failure = refused("use POST for operations, and GET for `/api/v1/meta` and the page");
    json(StatusCode::METHOD_NOT_ALLOWED, failed(Id::None(()), failure))
}

/// The fields of a request, or the failure.
async fn read(
    shared: &Shared,
    op: &str,
    headers: &HeaderMap,
    body: Body,
) -> Result<Map<String, Value>, (StatusCode, String)> {
    let wrong = |status, message: &str| Err((status, failed(Id::None(()), refused(message))));
    if !operations().iter().any(|o| o.name == op) {
        // The session suggests the nearest operation.
        let kept = cluewright_protocol::MessageBuffer::default();
        let request = serde_json::json!({ "id": 1, "op": op });
        Session::default().handle(&request.to_string(), &kept);
        return Err((StatusCode::NOT_FOUND, kept.messages().pop().unwrap_or_default()));
    }
    if op == "cancel" {
        let message = "`cancel` has no effect over HTTP: close the connection that waits for the answer";
        return wrong(StatusCode::BAD_REQUEST, message);
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    // Reject other media types, because a foreign page may send some of them without a preflight request.
    if !kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
        return wrong(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the body's `Content-Type` must be `application/json`");
    }
    let most = shared.options.caps.bytes;
    let Some(bytes) = whole(body, most).await else {
        return wrong(
            StatusCode::PAYLOAD_TOO_LARGE,
            &format!("the body has more than {most} bytes, which is the maximum"),
        );
    };
    let mut fields: Map<String, Value> = if bytes.is_empty() {
        Map::new()
    } else {
        match serde_json::from_slice(&bytes) {
            Ok(fields) => fields,
            Err(error) => return wrong(StatusCode::BAD_REQUEST, &format!("the body is not a JSON object: {error}")),
        }
    };
    if fields.remove("op").is_some_and(|named| named != op) {
        return wrong(StatusCode::BAD_REQUEST, "`op` differs from the operation in the path");
    }
    Ok(fields)
}

/// The maximum time spent reading a body that is too long, so that the client can read the response.
const POLITE: Duration = Duration::from_secs(1);

/// The bytes of a body; `None` if there are more than `most`.
async fn whole(body: Body, most: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut stream = body.into_data_stream();
    while let Some(part) = stream.next().await {
        let part = part.ok()?;
        if bytes.len() + part.len() > most {
            let rest = async { while let Some(Ok(_)) = stream.next().await {} };
            let _ = tokio::time::timeout(POLITE, rest).await;
            return None;
        }
        bytes.extend_from_slice(&part);
    }
    Some(bytes)
}

async fn answer(shared: &Arc<Shared>, op: &str, mut fields: Map<String, Value>, headers: &HeaderMap) -> Response {
    fields.insert("op".into(), op.into());
    fields.entry("id").or_insert_with(|| 1.into());
    let client = Client::new(Session::new(shared.options.caps));
    // Dropped when the response is dropped, or when this function's future is dropped because the client disconnects.
    let leaving = Leaving { client: Arc::clone(&client), pool: Arc::clone(&shared.pool) };
    let (outbox, messages) = Outbox::new(Arc::clone(&client), shared.surroundings.clone());
    // The serialised request may be slightly longer than the request that was received.
    let job = client.session.begin_shared(&Value::Object(fields).to_string());
    let task = Task { job, outbox };
    if task.job.is_quick() {
        task.answer().await;
    } else if let Err(task) = shared.pool.push(task) {
        task.refuse().await;
    }
    let lines = headers.get_all(header::ACCEPT).iter().any(|a| a.to_str().is_ok_and(|a| a.contains(LINES)));
    if lines { stream(messages, leaving).await } else { last(messages).await }
}

const LINES: &str = "application/x-ndjson";

/// A response with the last message.
async fn last(mut messages: UnboundedReceiver<Parcel>) -> Response {
    let mut last = None;
    while let Some(Parcel { text, .. }) = messages.recv().await {
        last = Some(text);
    }
    match last {
        Some(text) => json(status(&text), text.as_str().to_owned()),
        None => nothing(),
    }
}

/// A response with all messages, one per line.
async fn stream(mut messages: UnboundedReceiver<Parcel>, leaving: Leaving) -> Response {
    let Some(first) = messages.recv().await else { return nothing() };
    let status = status(&first.text);
    // The memory of a message is released when the connection requests the next message.
    let all = futures_util::stream::unfold((Some(first), messages, leaving), async |(first, mut messages, leaving)| {
        let parcel = match first {
            Some(first) => first,
            None => messages.recv().await?,
        };
        let line = Bytes::from(format!("{}\n", parcel.text));
        Some((Ok::<_, Infallible>(line), (None, messages, leaving)))
    });
    let mut response = Response::new(Body::from_stream(all));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(LINES));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The response while the server is shutting down.
fn nothing() -> Response {
    let failure = Failure::new(Code::Cancelled, "the server is shutting down");
    json(StatusCode::SERVICE_UNAVAILABLE, failed(Id::None(()), failure))
}

/// The HTTP status for a message.
fn status(message: &str) -> StatusCode {
    #[derive(Default, Deserialize)]
    struct Head {
        error: Option<Failure>,
    }
    let Some(failure) = serde_json::from_str::<Head>(message).unwrap_or_default().error else { return StatusCode::OK };
    match failure.code {
        Code::NoDocument => StatusCode::NOT_FOUND,
        Code::NotUnique | Code::NoPuzzle => StatusCode::UNPROCESSABLE_ENTITY,
        // Not 408, because browsers would repeat the request.
        Code::Limit | Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Code::Cancelled => StatusCode::from_u16(499).expect("three digits"),
        _ => StatusCode::BAD_REQUEST,
    }
}
