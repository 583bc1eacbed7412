//! A client and its queue of messages, which is bounded in bytes.
//!
//! A client that reads slowly misses progress messages; for all other messages the work waits. The connection detects a client that
//! reads nothing at all ([`crate::line`]).

use axum::extract::ws::Utf8Bytes;
use cluewright_protocol::{Code, Failure, Host, Id, Message, MessageBody, Session};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError, mpsc, watch};

/// The maximum number of bytes that wait to be sent to a client. A longer message waits only if no other message does.
const ROOM: usize = 1 << 20;

/// A client of the server.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) session: Arc<Session>,
    gone: AtomicBool,
    room: Arc<Semaphore>,
}

impl Client {
    pub(crate) fn new(session: Session) -> Arc<Self> {
        Arc::new(Self {
            session: Arc::new(session),
            gone: AtomicBool::new(false),
            room: Arc::new(Semaphore::new(ROOM)),
        })
    }

    /// The client is gone: cancels its work and wakes blocked senders.
    pub(crate) fn leave(&self) {
        self.gone.store(true, Ordering::Relaxed);
        self.room.close();
        self.session.cancel_all();
    }
}

/// A message for a client, with the queue capacity that the message occupies until it is sent.
#[derive(Debug)]
pub(crate) struct Parcel {
    pub(crate) text: Utf8Bytes,
    pub(crate) room: OwnedSemaphorePermit,
}

/// The sending end of the queue of messages to a client.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    pub(crate) client: Arc<Client>,
    sender: mpsc::UnboundedSender<Parcel>,
    surroundings: Surroundings,
}

/// The state that all clients of a server share.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// Whether the server is shutting down.
    pub(crate) ending: watch::Receiver<bool>,
    /// Whether the program uses more memory than allowed.
    pub(crate) full: Arc<AtomicBool>,
    /// The time at which the server started.
    pub(crate) since: Instant,
    pub(crate) handle: Handle,
}

impl Outbox {
    /// Creates the queue, with its receiving end.
    pub(crate) fn new(client: Arc<Client>, surroundings: Surroundings) -> (Self, mpsc::UnboundedReceiver<Parcel>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self { client, sender, surroundings }, receiver)
    }

    pub(crate) fn handle(&self) -> &Handle {
        &self.surroundings.handle
    }

    /// Whether the program uses more memory than allowed, in which case further work is refused.
    pub(crate) fn is_full(&self) -> bool {
        self.surroundings.full.load(Ordering::Relaxed)
    }

    fn capacity(&self) -> Arc<Semaphore> {
        Arc::clone(&self.client.room)
    }

    fn put(&self, text: &str, room: OwnedSemaphorePermit) {
        // Without a receiver the message is dropped.
        let _ = self.sender.send(Parcel { text: text.into(), room });
    }

    /// Sends a message like [`Host::send`], but without blocking a thread. Returns whether the client is still connected.
    pub(crate) async fn deliver(&self, text: &str) -> bool {
        let Ok(room) = self.capacity().acquire_many_owned(share(text)).await else { return false };
        self.put(text, room);
        !self.sender.is_closed()
    }
}

fn share(text: &str) -> u32 {
    u32::try_from(text.len().min(ROOM)).expect("the room is small")
}

impl Host for Outbox {
    fn send(&self, message: &str) {
        let room = match self.capacity().try_acquire_many_owned(share(message)) {
            Ok(room) => room,
            Err(TryAcquireError::Closed) => return,
            Err(TryAcquireError::NoPermits) => {
                let mut ending = self.surroundings.ending.clone();
                let waited = self.surroundings.handle.block_on(async {
                    tokio::select! {
                        room = self.capacity().acquire_many_owned(share(message)) => room.ok(),
                        _ = ending.wait_for(|&ending| ending) => None,
                    }
                });
                let Some(room) = waited else { return };
                room
            }
        };
        self.put(message, room);
    }

    fn progress(&self, message: &str) {
        if let Ok(room) = self.capacity().try_acquire_many_owned(share(message)) {
            self.put(message, room);
        }
    }

    fn stopped(&self) -> bool {
        self.client.gone.load(Ordering::Relaxed) || self.is_full() || *self.surroundings.ending.borrow()
    }

    fn now(&self) -> Option<f64> {
        Some(self.surroundings.since.elapsed().as_secs_f64() * 1e3)
    }
}

/// The final message for a request that fails in the server itself.
pub(crate) fn failed(id: Id, failure: Failure) -> String {
    let message: Message<()> = Message { id, said: MessageBody::Error(failure), hash: None, unread: None };
    serde_json::to_string(&message).expect("messages have plain keys")
}

/// The failure for a request whose id could not be read.
pub(crate) fn refused(message: &str) -> Failure {
    Failure::new(Code::BadRequest, message)
}

#[cfg(test)]
mod tests {
    use super::{Client, Outbox, Parcel, ROOM, Surroundings};
    use cluewright_protocol::{Caps, Host, Session};
    use std::sync::Arc;
    use std::time::{Duration, Instant};
    use tokio::runtime::Handle;
    use tokio::sync::watch;

    #[tokio::test]
    async fn slow_clients_lose_progress_and_nothing_else() {
        let (_ended, ending) = watch::channel(false);
        let surroundings =
            Surroundings { ending, full: Arc::default(), since: Instant::now(), handle: Handle::current() };
        let (outbox, mut messages) = Outbox::new(Client::new(Session::new(Caps::default())), surroundings);
        let long = format!("{{\"id\":1,\"partial\":\"{}\"}}", "1".repeat(ROOM));
        assert!(outbox.deliver(&long).await);
        // The queue is full now.
        let work = std::thread::spawn(move || {
            outbox.progress(r#"{"id":1,"progress":{"share":0.5}}"#);
            outbox.send(r#"{"id":1,"partial":2}"#);
            outbox.send(r#"{"id":1,"ok":3}"#);
            outbox
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(!work.is_finished(), "it waits");
        let Parcel { text, room } = messages.recv().await.expect("the first message");
        assert_eq!(text.as_str(), long);
        drop(room);
        for expected in [r#"{"id":1,"partial":2}"#, r#"{"id":1,"ok":3}"#] {
            assert_eq!(messages.recv().await.expect("another one").text.as_str(), expected);
        }
        let outbox = work.join().expect("the work ends");
        assert!(messages.try_recv().is_err());
        // A sender that is blocked is woken when the client leaves.
        assert!(outbox.deliver(&long).await);
        let client = outbox.client.clone();
        let work = std::thread::spawn(move || {
            outbox.send(r#"{"id":2,"ok":3}"#);
            outbox.stopped()
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        client.leave();
        assert!(tokio::task::spawn_blocking(|| work.join().expect("the work ends")).await.expect("it ends"));
    }
}
