//! Tests the messages on a WebSocket, over real sockets.

use crate::common;

use cluewright_serve::Options;
use common::{EASY, LONGEST, SLOW, Server, options, start};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// A client.
struct Talk(WebSocketStream<TcpStream>);

async fn talk(server: &Server) -> Talk {
    Talk(
        connected(TcpStream::connect(server.at).await.expect("it listens"), server, &[]).await.expect("it is answered"),
    )
}

async fn connected(
    stream: TcpStream,
    server: &Server,
    headers: &[(&'static str, String)],
) -> Result<WebSocketStream<TcpStream>, Error> {
    let mut request = format!("ws://{}/api/v1/ws", server.at).into_client_request().expect("an address");
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().expect("a value"));
    }
    client_async(request, stream).await.map(|(socket, _)| socket)
}

impl Talk {
    async fn ask(&mut self, request: Value) {
        self.0.send(Message::text(request.to_string())).await.expect("the server listens");
    }

    /// The next message.
    async fn hear(&mut self) -> Value {
        match self.frame().await {
            Some(Message::Text(text)) => serde_json::from_str(&text).expect("messages are JSON"),
            other => panic!("no message: {other:?}"),
        }
    }

    async fn frame(&mut self) -> Option<Message> {
        loop {
            match timeout(LONGEST, self.0.next()).await.expect("something comes") {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(frame)) => return Some(frame),
                _ => return None,
            }
        }
    }

    /// The last message for the request with this id; other messages are skipped.
    async fn last(&mut self, id: impl Into<Value>) -> Value {
        let id = id.into();
        loop {
            let message = self.hear().await;
            if message["id"] == id && is_last(&message) {
                return message;
            }
        }
    }

    /// The reason why the server closes the connection.
    async fn close(&mut self) -> Option<u16> {
        loop {
            match self.frame().await {
                Some(Message::Close(frame)) => return frame.map(|f| f.code.into()),
                Some(_) => {}
                None => return None,
            }
        }
    }
}

fn is_last(message: &Value) -> bool {
    message.get("ok").is_some() || message.get("error").is_some()
}

fn code(message: &Value) -> &str {
    message["error"]["code"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn a_document_is_opened_and_asked_about() {
    let server = start(options());
    let mut talk = talk(&server).await;
    talk.ask(json!({ "id": 1, "op": "open", "doc": "a", "text": EASY })).await;
    assert!(talk.last(1).await["ok"]["format"].is_string());
    talk.ask(json!({ "id": "two", "op": "solve", "doc": "a" })).await;
    assert_eq!(talk.last("two").await["ok"]["status"], "unique");
    talk.ask(json!({ "id": 3, "op": "hint", "doc": "a", "level": 1 })).await;
    assert_eq!(talk.last(3).await["ok"]["status"], "step");
    // Another connection has separate documents.
    let mut other = self::talk(&server).await;
    other.ask(json!({ "id": 1, "op": "solve", "doc": "a" })).await;
    assert_eq!(code(&other.last(1).await), "no_document");
    talk.ask(json!({ "id": 4, "op": "close", "doc": "a" })).await;
    assert_eq!(talk.last(4).await["ok"], json!({ "closed": true }));
}

#[tokio::test]
async fn a_path_comes_step_by_step() {
    let server = start(options());
    let mut talk = talk(&server).await;
    if !cluewright_protocol::operations().iter().any(|o| o.name == "explain") {
        println!("there is no `explain` yet");
        return;
    }
    talk.ask(json!({ "id": 1, "op": "explain", "puzzle": EASY, "stream": true })).await;
    let mut parts = 0;
    loop {
        let message = talk.hear().await;
        if is_last(&message) {
            assert!(message.get("ok").is_some(), "{message}");
            break;
        }
        parts += usize::from(message.get("partial").is_some());
    }
    assert!(parts > 1, "{parts} parts");
}

#[tokio::test]
async fn a_request_is_cancelled() {
    let server = start(Options { jobs: 1, ..options() });
    let mut talk = talk(&server).await;
    // One running request and one waiting for it: both end immediately, although the only worker is busy.
    talk.ask(json!({ "id": 1, "op": "hint", "puzzle": SLOW })).await;
    talk.ask(json!({ "id": 2, "op": "hint", "puzzle": SLOW })).await;
    talk.ask(json!({ "id": 3, "op": "cancel", "of": 2 })).await;
    let (mut done, mut waited) = (Value::Null, Value::Null);
    while done.is_null() || waited.is_null() {
        let message = talk.hear().await;
        if message["id"] == 3 { done = message } else { waited = message }
    }
    assert_eq!(
        (&done["ok"], waited["id"].as_u64(), code(&waited)),
        (&json!({ "cancelled": true }), Some(2), "cancelled")
    );
    talk.ask(json!({ "id": 4, "op": "cancel", "of": 1 })).await;
    assert_eq!(code(&talk.last(1).await), "cancelled");
    talk.ask(json!({ "id": 5, "op": "cancel", "of": 1 })).await;
    assert_eq!(talk.last(5).await["ok"], json!({ "cancelled": false }));
}

#[tokio::test]
async fn the_newest_of_a_kind_is_answered() {
    let server = start(Options { jobs: 1, queue: 4, ..options() });
    let mut talk = talk(&server).await;
    talk.ask(json!({ "id": 0, "op": "open", "doc": "a", "text": SLOW })).await;
    talk.last(0).await;
    // Many more than the limit: replaced requests do not count.
    for id in 1..=200 {
        talk.ask(json!({ "id": id, "op": "hint", "doc": "a", "limits": { "ms": if id == 200 { 50.0 } else { 1e9 } } }))
            .await;
    }
    let mut told = BTreeMap::new();
    while told.len() < 200 {
        let message = talk.hear().await;
        told.insert(message["id"].as_u64().expect("an id"), message);
    }
    assert!((1..200).all(|id| code(&told[&id]) == "cancelled"), "{told:?}");
    assert_eq!(told[&200]["ok"]["status"], "limit");
}

#[tokio::test]
async fn what_waits_has_a_bound() {
    let server = start(Options { jobs: 1, queue: 2, ..options() });
    let mut talk = talk(&server).await;
    // One request runs, for so long that even a busy machine accepts all the others meanwhile, and two requests wait.
    for id in 1..=4 {
        talk.ask(json!({ "id": id, "op": "hint", "puzzle": SLOW, "limits": { "ms": 1000.0 } })).await;
    }
    assert_eq!(code(&talk.last(4).await), "busy");
    for id in 1..=3 {
        assert_eq!(talk.last(id).await["ok"]["status"], "limit");
    }
    talk.ask(json!({ "id": 5, "op": "solve", "puzzle": EASY })).await;
    assert_eq!(talk.last(5).await["ok"]["status"], "unique");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn memory_has_a_bound() {
    // Every program uses more memory than this limit.
    let server = start(Options { memory: Some(1), ..options() });
    let mut talk = talk(&server).await;
    for id in 1.. {
        talk.ask(json!({ "id": id, "op": "solve", "puzzle": EASY })).await;
        if code(&talk.last(id).await) == "busy" {
            break;
        }
    }
    talk.ask(json!({ "id": "meta", "op": "meta" })).await;
    assert!(talk.last("meta").await.get("ok").is_some());
}

#[tokio::test]
async fn a_thousand_requests_at_once() {
    let server = start(options());
    let mut talk = talk(&server).await;
    let begin = Instant::now();
    for id in 0..1000 {
        let puzzle = json!({ "id": id, "op": "solve", "puzzle": EASY });
        talk.ask(if id % 10 == 0 { json!({ "id": id, "op": "meta" }) } else { puzzle }).await;
    }
    let mut told = BTreeMap::new();
    while told.len() < 1000 {
        let message = talk.hear().await;
        assert!(is_last(&message));
        let id = message["id"].as_u64().expect("an id");
        assert!(told.insert(id, message).is_none(), "{id} is answered twice");
    }
    let busy = told.values().filter(|m| code(m) == "busy").count();
    assert!(told.values().all(|m| m.get("ok").is_some() || code(m) == "busy"));
    assert!((0..1000).step_by(10).all(|id| told[&id].get("ok").is_some()), "what takes no work is always answered");
    println!("1000 requests in {:?}, {busy} were turned down", begin.elapsed());
    talk.ask(json!({ "id": 1000, "op": "solve", "puzzle": EASY })).await;
    assert_eq!(talk.last(1000).await["ok"]["status"], "unique");
}

#[tokio::test]
async fn frames_that_are_no_requests() {
    let server = start(options());
    let mut talk = talk(&server).await;
    let deep = "[".repeat(30_000);
    for text in ["", "{", "null", "[]", "{\"id\":1}", "{\"id\":-1,\"op\":\"meta\"}", "{\"op\":\"meta\"}", "\0", &deep] {
        talk.0.send(Message::text(text)).await.expect("the server listens");
        assert_eq!(code(&talk.hear().await), "bad_request", "{text}");
    }
    talk.0.send(Message::binary(vec![0xff; 100])).await.expect("the server listens");
    assert_eq!(code(&talk.hear().await), "bad_request");
    // Slightly too long: an error is reported, and the connection continues.
    talk.0.send(Message::text("1".repeat(70 << 10))).await.expect("the server listens");
    assert_eq!(code(&talk.hear().await), "bad_request");
    talk.ask(json!({ "id": 1, "op": "meta" })).await;
    assert_eq!(talk.last(1).await["ok"]["engine"], "cluewright");
    // Far too long: the connection ends.
    let _ = talk.0.send(Message::text("1".repeat(1 << 20))).await;
    assert!(matches!(talk.close().await, None | Some(1009)));
}

#[tokio::test]
async fn text_frames_are_utf8() {
    use tokio::io::AsyncWriteExt;
    let server = start(options());
    let mut talk = talk(&server).await;
    // A text frame of two bytes, masked with zeros, that are not valid UTF-8.
    talk.0.get_mut().write_all(&[0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]).await.expect("the server listens");
    assert_eq!(talk.close().await, Some(1007));
    let mut talk = self::talk(&server).await;
    // A frame with an invalid opcode.
    talk.0.get_mut().write_all(&[0x8b, 0x80, 0, 0, 0, 0]).await.expect("the server listens");
    assert!(matches!(talk.close().await, None | Some(1002)));
}

#[tokio::test]
async fn pages_of_others_get_no_socket() {
    let server = start(options());
    let port = server.at.port();
    let allowed = [("origin", format!("http://{}", server.at))];
    let stream = || TcpStream::connect(server.at);
    assert!(connected(stream().await.expect("it listens"), &server, &allowed).await.is_ok());
    for headers in [
        ("origin", "https://evil.example".to_owned()),
        ("origin", "null".to_owned()),
        ("origin", format!("http://localhost:{port}")),
        ("host", format!("evil.example:{port}")),
    ] {
        match connected(stream().await.expect("it listens"), &server, std::slice::from_ref(&headers)).await {
            Err(Error::Http(reply)) => assert_eq!(reply.status(), 403, "{headers:?}"),
            other => panic!("{headers:?}: {other:?}"),
        }
    }
}

/// A client with a small receive buffer.
async fn narrow(server: &Server) -> Talk {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a size");
    let stream = socket.connect(server.at).await.expect("it listens");
    Talk(connected(stream, server, &[]).await.expect("it is answered"))
}

#[tokio::test]
async fn slow_readers_miss_nothing() {
    let server = start(options());
    let slow = narrow(&server).await;
    // Several megabytes of answers that the client does not read for a while: the server reads no more requests in the meantime.
    let (mut out, inn) = slow.0.split();
    let asker = tokio::spawn(async move {
        for id in 0..4000 {
            let request = json!({ "id": id, "op": "meta" }).to_string();
            out.send(Message::text(request)).await.expect("the server listens");
        }
        out
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut other = talk(&server).await;
    other.ask(json!({ "id": 1, "op": "solve", "puzzle": EASY })).await;
    assert_eq!(other.last(1).await["ok"]["status"], "unique", "others are answered meanwhile");
    let texts = inn.filter_map(async |frame| frame.ok()?.into_text().ok());
    let heard = texts.filter(|t| std::future::ready(t.contains("\"ok\""))).take(4000).count();
    assert_eq!(timeout(LONGEST, heard).await.expect("all come"), 4000);
    drop(asker.await.expect("all were asked"));
}

#[tokio::test]
async fn who_takes_nothing_is_gone() {
    let server = start(Options { patience: Duration::from_millis(400), jobs: 1, queue: 0, ..options() });
    let mut stuck = narrow(&server).await;
    stuck.ask(json!({ "id": 0, "op": "hint", "puzzle": SLOW })).await;
    let asked = async {
        loop {
            let request = json!({ "id": 1, "op": "meta" }).to_string();
            if stuck.0.send(Message::text(request)).await.is_err() {
                break;
            }
        }
    };
    timeout(LONGEST, asked).await.expect("the connection is ended");
    // The work for the connection ended with it.
    let mut other = talk(&server).await;
    let begin = Instant::now();
    for id in 0.. {
        other.ask(json!({ "id": id, "op": "solve", "puzzle": EASY })).await;
        if other.last(id).await.get("ok").is_some() {
            break;
        }
        assert!(begin.elapsed() < LONGEST);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn who_hangs_up_ends_the_work() {
    let server = start(Options { jobs: 1, queue: 3, ..options() });
    let mut gone = talk(&server).await;
    for id in 0..4 {
        gone.ask(json!({ "id": id, "op": "hint", "puzzle": SLOW })).await;
    }
    // Requests are accepted in order, so all of them are now accepted.
    gone.ask(json!({ "id": 4, "op": "meta" })).await;
    gone.last(4).await;
    let mut other = talk(&server).await;
    other.ask(json!({ "id": 1, "op": "solve", "puzzle": EASY })).await;
    assert_eq!(code(&other.last(1).await), "busy");
    drop(gone);
    let begin = Instant::now();
    for id in 2.. {
        other.ask(json!({ "id": id, "op": "solve", "puzzle": EASY })).await;
        if other.last(id).await.get("ok").is_some() {
            break;
        }
        assert!(begin.elapsed() < LONGEST, "the work went on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn the_server_says_that_it_ends() {
    let mut server = start(options());
    let mut talk = talk(&server).await;
    talk.ask(json!({ "id": 1, "op": "hint", "puzzle": SLOW })).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let end = tokio::task::spawn_blocking(move || server.end());
    assert!(matches!(talk.close().await, None | Some(1001)));
    end.await.expect("it ends");
}
