//! Connections: their number is limited, and silent or stuck connections are closed.

use axum::serve::Listener;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// The listener for connections, with its limits.
#[derive(Debug)]
pub(crate) struct Door {
    pub(crate) listener: TcpListener,
    /// A semaphore with a permit for each further connection.
    pub(crate) places: Arc<Semaphore>,
    /// The maximum time for which a client may read none of the data written to it.
    pub(crate) patience: Duration,
    /// The maximum time for which a connection may be silent; `None`: unlimited.
    pub(crate) silence: Option<Duration>,
}

/// The time to wait if no connection can be accepted, for instance because there are no more file handles.
const AGAIN: Duration = Duration::from_millis(200);

impl Listener for Door {
    type Io = Line;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Line, SocketAddr) {
        let place = Arc::clone(&self.places).acquire_owned().await.expect("places are never closed");
        loop {
            match self.listener.accept().await {
                Ok((stream, from)) => {
                    // Answers are short and should be sent at once.
                    let _ = stream.set_nodelay(true);
                    let silent = self.silence.map(|silence| Box::pin(sleep(silence)));
                    let line = Line {
                        stream,
                        silent,
                        silence: self.silence,
                        stuck: None,
                        patience: self.patience,
                        _place: place,
                    };
                    return (line, from);
                }
                Err(_) => sleep(AGAIN).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Line {
    stream: TcpStream,
    silence: Option<Duration>,
    /// Fires when the connection has been silent for too long.
    silent: Option<Pin<Box<Sleep>>>,
    patience: Duration,
    /// Fires when written data has not been read for too long; present while data is waiting.
    stuck: Option<Pin<Box<Sleep>>>,
    _place: OwnedSemaphorePermit,
}

fn late<T>() -> Poll<io::Result<T>> {
    Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
}

impl Line {
    /// Restarts the timer for silence after data was received or sent.
    fn alive(&mut self) {
        if let (Some(silent), Some(silence)) = (&mut self.silent, self.silence) {
            silent.as_mut().reset(Instant::now() + silence);
        }
    }

    /// The outcome of a write.
    fn written(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if done.is_ready() {
            self.stuck = None;
            self.alive();
            return done;
        }
        let patience = self.patience;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep(patience)));
        if stuck.as_mut().poll(cx).is_ready() { late() } else { Poll::Pending }
    }
}

impl AsyncRead for Line {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(cx, into);
        if read.is_ready() {
            self.alive();
            return read;
        }
        let silent = self.silent.as_mut().is_some_and(|silent| silent.as_mut().poll(cx).is_ready());
        if silent { late() } else { Poll::Pending }
    }
}

impl AsyncWrite for Line {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.written(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
