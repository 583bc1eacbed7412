//! Messages over web sockets. Each connection has a session, and each text frame contains a request or a message.

use crate::client::{Client, Outbox, Parcel, failed, refused};
use crate::pool::Leaving;
use crate::pool::Task;
use crate::shared::Shared;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use cluewright_protocol::{Id, Session};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;

/// The interval between pings.
const BEAT: Duration = Duration::from_secs(30);
/// The time that a client has to read why the connection ends.
const FAREWELL: Duration = Duration::from_secs(2);

/// Answers `GET /api/v1/ws`.
pub(crate) async fn open(
    State(shared): State<Arc<Shared>>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => {
            let failure = refused("this path is a WebSocket, but the request does not ask for one");
            return crate::guard::json(rejection.into_response().status(), failed(Id::None(()), failure));
        }
    };
    // A request of up to twice the limit is read, so that it gets an answer; a longer message is not read completely.
    let most = shared.options.caps.bytes.saturating_mul(2);
    upgrade.max_message_size(most).max_frame_size(most).on_upgrade(|socket| talk(shared, socket))
}

async fn talk(shared: Arc<Shared>, socket: WebSocket) {
    let client = Client::new(Session::new(shared.options.caps));
    let leaving = Leaving { client: Arc::clone(&client), pool: Arc::clone(&shared.pool) };
    let (outbox, messages) = Outbox::new(client, shared.surroundings.clone());
    let (sink, stream) = socket.split();
    let (farewell, end) = oneshot::channel();
    let mut writer = tokio::spawn(write(sink, messages, end));
    let mut ending = shared.surroundings.ending.clone();
    let why = tokio::select! {
        why = read(&shared, stream, &outbox) => why,
        // The client has disconnected.
        _ = &mut writer => return,
        _ = ending.wait_for(|&ending| ending) => Some((close_code::AWAY, "the server is shutting down")),
    };
    drop(leaving);
    let _ = farewell.send(why);
    let _ = tokio::time::timeout(FAREWELL, &mut writer).await;
    writer.abort();
}

/// The close code and reason if the server closes the connection.
type Why = Option<(u16, &'static str)>;

/// Accepts requests in the order in which they arrive.
async fn read(shared: &Shared, mut stream: SplitStream<WebSocket>, outbox: &Outbox) -> Why {
    while let Some(frame) = stream.next().await {
        let request = match frame {
            Ok(Message::Text(request)) => request,
            Ok(Message::Binary(_)) => {
                let failure = refused("a request must be a text frame");
                if !outbox.deliver(&failed(Id::None(()), failure)).await {
                    return None;
                }
                continue;
            }
            Ok(Message::Ping(_) | Message::Pong(_)) => continue,
            Ok(Message::Close(_)) => return None,
            Err(error) => return Some(reason(&error.to_string())),
        };
        let job = outbox.client.session.begin_shared(&request);
        let task = Task { job, outbox: outbox.clone() };
        let there = if task.job.is_quick() {
            task.answer().await
        } else {
            // A new request may have cancelled older requests of the same kind.
            shared.pool.sweep();
            match shared.pool.push(task) {
                Ok(()) => true,
                Err(task) => task.refuse().await,
            }
        };
        shared.pool.sweep();
        if !there {
            return None;
        }
    }
    None
}

/// The close code after an unreadable frame; the WebSocket library only gives an error text.
fn reason(error: &str) -> (u16, &'static str) {
    if error.contains("too long") || error.contains("Space limit") {
        (close_code::SIZE, "the message is too long")
    } else if error.to_ascii_lowercase().contains("utf-8") {
        (close_code::INVALID, "the message is not UTF-8")
    } else {
        (close_code::PROTOCOL, "the frame cannot be read")
    }
}

/// Sends messages until the connection ends.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut messages: UnboundedReceiver<Parcel>,
    mut end: oneshot::Receiver<Why>,
) {
    let mut beat = tokio::time::interval(BEAT);
    loop {
        let sent = tokio::select! {
            why = &mut end => {
                if let Ok(Some((code, reason))) = why {
                    let _ = sink.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
                }
                let _ = sink.close().await;
                return;
            }
            parcel = messages.recv() => match parcel {
                Some(Parcel { text, room }) => {
                    let sent = sink.send(Message::Text(text)).await;
                    drop(room);
                    sent
                }
                None => return,
            },
            _ = beat.tick() => sink.send(Message::Ping(Vec::new().into())).await,
        };
        if sent.is_err() {
            return;
        }
    }
}
