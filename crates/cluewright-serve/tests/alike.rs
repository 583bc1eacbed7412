//! The same requests get the same answers, byte for byte, from the Rust library, over the WebSocket and over HTTP.

use crate::common;

use cluewright_protocol::{MessageBuffer, Session, operations};
use cluewright_serve::{Caps, Options};
use common::{LONGEST, Server, start};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

fn requests() -> impl Iterator<Item = &'static str> {
    include_str!("../../cluewright-protocol/tests/requests.jsonl").lines()
}

fn server() -> Server {
    // With the maximum number of threads, answers are the same.
    start(Options { caps: Caps { threads: 4, ..Options::default().caps }, jobs: 2, ..Options::default() })
}

/// All messages for each request, one request after the other.
fn of_the_library() -> Vec<Vec<String>> {
    let (session, kept) = (Session::default(), MessageBuffer::default());
    requests()
        .map(|request| {
            session.handle(request, &kept);
            kept.messages()
        })
        .collect()
}

#[tokio::test]
async fn three_hundred_requests_over_the_websocket() {
    let server = server();
    let stream = TcpStream::connect(server.at).await.expect("it listens");
    let request = format!("ws://{}/api/v1/ws", server.at).into_client_request().expect("an address");
    let (mut socket, _) = client_async(request, stream).await.expect("it is answered");
    for (request, expected) in requests().zip(of_the_library()) {
        socket.send(Message::text(request)).await.expect("the server listens");
        let mut said = Vec::new();
        loop {
            match tokio::time::timeout(LONGEST, socket.next()).await.expect("something comes") {
                Some(Ok(Message::Text(text))) => {
                    let last = text.starts_with("{\"id\":") && !text.contains("\"partial\":");
                    said.push(text.as_str().to_owned());
                    if last {
                        break;
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => panic!("{request}: {other:?}"),
            }
        }
        assert_eq!(said, expected, "{request}");
    }
}

/// The requests that contain a puzzle, as every HTTP request must.
#[test]
fn requests_over_http() {
    let server = server();
    let mut asked = 0;
    for (request, expected) in requests().zip(of_the_library()) {
        let fields: Value = serde_json::from_str(request).expect("JSON");
        let op = fields["op"].as_str().expect("an operation");
        let alone =
            operations().iter().any(|o| o.name == op && !o.needs_doc) && fields["doc"].is_null() && op != "cancel";
        if !alone {
            continue;
        }
        let mut body = fields.clone();
        body.as_object_mut().expect("an object").remove("op");
        let reply = server.post(op, &body.to_string());
        assert_eq!(Some(&reply.body), expected.last(), "{request}");
        assert_eq!(reply.status == 200, reply.json().get("ok").is_some(), "{request}");
        asked += 1;
    }
    assert!(asked >= 80, "{asked}");
}

/// The server has exactly the routes in its description.
#[test]
fn the_description_is_of_this_server() {
    let server = start(Options { library: None, ..common::options() });
    let reply = server.get("/api/v1/openapi.json");
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/json")));
    let described = reply.json();
    let paths = described["paths"].as_object().expect("paths");
    for operation in operations().iter().filter(|o| !o.needs_doc && o.name != "cancel") {
        assert!(paths.contains_key(&format!("/api/v1/{}", operation.name)), "{} is not described", operation.name);
    }
    for (path, methods) in paths {
        let Some(op) = path.strip_prefix("/api/v1/").filter(|op| !op.contains('/')) else { continue };
        for method in methods.as_object().expect("methods").keys() {
            assert_eq!(method, "post", "{path}");
            let reply = server.post(op, "{}");
            assert!([200, 400].contains(&reply.status), "{path}: {reply:?}");
        }
    }
}
