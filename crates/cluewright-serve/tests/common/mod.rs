//! A server on its own port, and a client that can send arbitrary bytes.
#![allow(dead_code, unreachable_pub)] // each test file uses some of it

use cluewright_serve::{Caps, Options, serve};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// An easy puzzle with one solution.
pub const EASY: &str = "12..34..2.....3.";
/// A puzzle for which a hint takes minutes.
pub const SLOW: &str = "grid: 25x25\nrules: classic\n";
/// Longer than any operation here takes, even on a busy machine.
pub const LONGEST: Duration = Duration::from_secs(15);

/// A server that is stopped when its test ends.
pub struct Server {
    pub at: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

/// The usual options of the tests: two workers, and small limits.
pub fn options() -> Options {
    let caps = Caps { bytes: 64 << 10, ..Options::default().caps };
    Options { jobs: 2, queue: 16, caps, ..Options::default() }
}

pub fn start(options: Options) -> Server {
    let stop = Arc::new(AtomicBool::new(false));
    let (tell, told) = mpsc::channel();
    let signal = Arc::clone(&stop);
    let thread = std::thread::spawn(move || {
        serve(options, |at| tell.send(at).expect("the test waits"), move || signal.load(Ordering::Relaxed))
    });
    let at = told.recv_timeout(LONGEST).expect("the server starts");
    Server { at: at.page, stop, thread: Some(thread) }
}

impl Server {
    /// Stops the server. Returns the time that this took.
    pub fn end(&mut self) -> Duration {
        let start = Instant::now();
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends").expect("the server had a port");
        }
        start.elapsed()
    }

    /// Sends bytes and reads the complete answer.
    pub fn raw(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        // The answer may arrive, and the connection close, before everything is written.
        let _ = stream.write_all(bytes);
        Reply::read(&mut stream)
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.at).expect("it listens");
        stream.set_read_timeout(Some(LONGEST)).expect("a time");
        stream.set_write_timeout(Some(LONGEST)).expect("a time");
        stream
    }

    /// A request with additional headers, each of which ends with a line break.
    pub fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Reply {
        self.raw(&self.written(method, path, headers, body))
    }

    pub fn written(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
        let host = if headers.contains("Host:") { String::new() } else { format!("Host: {}\r\n", self.at) };
        let length = body.len();
        let head =
            format!("{method} {path} HTTP/1.1\r\n{host}Connection: close\r\nContent-Length: {length}\r\n{headers}\r\n");
        [head.as_bytes(), body].concat()
    }

    pub fn get(&self, path: &str) -> Reply {
        self.request("GET", path, "", b"")
    }

    pub fn post(&self, op: &str, body: &str) -> Reply {
        self.request("POST", &format!("/api/v1/{op}"), JSON, body.as_bytes())
    }
}

pub const JSON: &str = "Content-Type: application/json\r\n";

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// An HTTP answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        // A connection may deliver data before it breaks.
        let mut part = [0; 4096];
        while let Ok(n @ 1..) = stream.read(&mut part) {
            bytes.extend_from_slice(&part[..n]);
        }
        let text = String::from_utf8(bytes).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        let head = head.to_ascii_lowercase();
        let body = if head.contains("transfer-encoding: chunked") { chunks(body) } else { body.to_owned() };
        Self { status, head, body }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|l| l.strip_prefix(name)?.strip_prefix(": "))
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The code of the error. Panics if the answer is not an error.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_else(|| panic!("no error: {self:?}")).to_owned()
    }
}

fn chunks(mut body: &str) -> String {
    let mut all = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).expect("a length");
        all.push_str(&rest[..length]);
        body = &rest[(length + 2).min(rest.len())..];
    }
    all
}
