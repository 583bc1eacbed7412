//! One connection: its messages and its current job.

use super::answer::answer;
use super::message::{Body, Request};
use super::replies::Replies;
use super::shared::Shared;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::task::{AbortHandle, spawn_blocking};

/// The time that a client may take to read a frame before it counts as disconnected.
const PATIENCE: Duration = Duration::from_secs(30);

/// The latest request of a connection. Dropping the job cancels the request.
struct Job {
    stop: Arc<AtomicBool>,
    task: Option<AbortHandle>,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(task) = &self.task {
            // This ends a waiting task; a running task notices the flag.
            task.abort();
        }
    }
}

/// Serves a connection until it is closed.
pub(super) async fn serve(socket: WebSocket, shared: Arc<Shared>) {
    let (mut sink, mut stream) = socket.split();
    let (to, mut replies) = mpsc::channel(8);
    let mut stopped = shared.stopped.clone();
    let mut job: Option<Job> = None;
    loop {
        let send = tokio::select! {
            message = stream.next() => match message {
                Some(Ok(Message::Text(text))) => {
                    // Any message ends the running job.
                    drop(job.take());
                    match begin(&text, &shared, &to) {
                        Begun::Job(begun) => {
                            job = Some(begun);
                            None
                        }
                        Begun::Reply(reply) => Some(reply),
                        Begun::Nothing => None,
                    }
                }
                Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => None,
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
            },
            Some((stop, text)) = replies.recv() => {
                // Replies from an older, cancelled job are dropped.
                let stop: Arc<AtomicBool> = stop;
                (!stop.load(Ordering::Relaxed)).then_some(text)
            }
            () = over(&mut stopped) => {
                let _ = tokio::time::timeout(PATIENCE, sink.send(Message::Close(None))).await;
                break;
            }
        };
        if let Some(text) = send
            && !said(&mut sink, text.into()).await
        {
            break;
        }
    }
}

/// Waits until the server is shutting down.
async fn over(stopped: &mut watch::Receiver<bool>) {
    // The sender exists as long as the server runs, so an error also means that the server has stopped.
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

async fn said(sink: &mut SplitSink<WebSocket, Message>, text: Utf8Bytes) -> bool {
    tokio::time::timeout(PATIENCE, sink.send(Message::Text(text))).await.is_ok_and(|sent| sent.is_ok())
}

/// The reaction to an incoming message.
enum Begun {
    Job(Job),
    Reply(String),
    Nothing,
}

fn begin(text: &str, shared: &Arc<Shared>, to: &mpsc::Sender<(Arc<AtomicBool>, String)>) -> Begun {
    let Ok(request) = serde_json::from_str::<Request>(text) else { return Begun::Nothing };
    if request.command == "cancel" {
        return Begun::Reply(Body::Canceled {}.frame(request.nonce));
    }
    if request.data_type.as_deref() != Some("fpuzzles") {
        return Begun::Nothing;
    }
    let stop = Arc::new(AtomicBool::new(false));
    let replies = Replies { nonce: request.nonce, stop: Arc::clone(&stop), to: to.clone() };
    let shared = Arc::clone(shared);
    let task = tokio::spawn(async move {
        let Ok(turn) = Arc::clone(&shared.jobs).acquire_owned().await else { return };
        let failed = (replies.to.clone(), Arc::clone(&replies.stop), replies.nonce);
        let work = spawn_blocking(move || {
            answer(&request, &shared, &replies);
            drop(turn);
        });
        if work.await.is_err_and(|error| error.is_panic()) {
            let (to, stop, nonce) = failed;
            let body = Body::invalid("ERROR: The solver failed because of a bug; please report the puzzle.");
            let _ = to.send((stop, body.frame(nonce))).await;
        }
    });
    Begun::Job(Job { stop, task: Some(task.abort_handle()) })
}
