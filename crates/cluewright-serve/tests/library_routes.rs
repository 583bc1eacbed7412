//! Tests the library's routes, as a page uses them.

use crate::folder;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use cluewright_serve::library::{Library, routes};
use folder::Folder;
use serde_json::{Value, json};
use std::sync::Arc;
use tower::ServiceExt;

struct Client(Folder, Router);

impl Client {
    fn new() -> Self {
        let folder = Folder::new();
        let library = Library::open(folder.file("library.db")).unwrap();
        Self(folder, routes::router(Arc::new(library)))
    }

    async fn send(&self, method: &str, path: &str, body: impl Into<Body>) -> (u16, String) {
        let request =
            Request::builder().method(method).uri(format!("/api/v1/library/{path}")).body(body.into()).unwrap();
        let response = self.1.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), 64 << 20).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    async fn json(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, text) = self.send(method, path, body).await;
        (status, serde_json::from_str(&text).unwrap_or_else(|e| panic!("{method} {path}: {e}: {text}")))
    }

    async fn ok(&self, method: &str, path: &str, body: Value) -> Value {
        let (status, answer) = self.json(method, path, body).await;
        assert_eq!(status, 200, "{method} {path}: {answer}");
        answer
    }
}

#[tokio::test]
async fn a_page_uses_the_library() {
    let client = Client::new();
    let mine = client.ok("POST", "collections", json!({ "name": "Mine" })).await["id"].as_i64().unwrap();
    let puzzle = json!({ "text": "title: Small\ngrid: 4x4\ngivens: 12..34..2.....3.", "tags": ["tiny"] });
    let added = client.ok("POST", "puzzles", json!({ "collection": mine, "puzzle": puzzle })).await;
    let id = added["id"].as_i64().unwrap();
    assert_eq!((added["hash"].as_str().unwrap().len(), &added["same"]), (32, &json!([])));
    let page = client.ok("GET", "puzzles?words=sma&tag=tiny&limit=10", Value::Null).await;
    assert_eq!((&page["total"], &page["puzzles"][0]["title"]), (&json!(1), &json!("Small")));
    client.ok("PATCH", &format!("puzzles/{id}"), json!({ "notes": "nice", "rating": { "score": 1.2 } })).await;
    client.ok("PUT", &format!("puzzles/{id}/progress"), json!({ "position": { "cells": [1] }, "seconds": 3 })).await;
    client.ok("POST", &format!("puzzles/{id}/history"), json!({ "position": [1] })).await;
    let history = client.ok("GET", &format!("puzzles/{id}/history"), Value::Null).await;
    assert_eq!(history[0]["position"], json!([1]));
    let stored = client.ok("GET", &format!("puzzles/{id}"), Value::Null).await;
    assert_eq!((&stored["entry"]["state"], &stored["entry"]["rating"]["score"]), (&json!("started"), &json!(1.2)));
    assert_eq!(
        (&stored["progress"]["position"], &stored["entry"]["notes"]),
        (&json!({ "cells": [1] }), &json!("nice"))
    );
    assert_eq!(client.ok("GET", "tags", Value::Null).await, json!([{ "name": "tiny", "puzzles": 1 }]));
    // Export the library, and import it into another.
    let (status, lines) = client.send("GET", "export", "").await;
    assert_eq!((status, lines.lines().count()), (200, 3));
    let other = Client::new();
    let (status, done) = other.send("POST", "import?same=skip", lines.clone()).await;
    assert_eq!(status, 200, "{done}");
    assert_eq!(other.send("GET", "export", "").await.1, lines);
    let file = "12..34..2.....3.\nnonsense\n1..............2\n";
    let (_, done) = client.send("POST", &format!("collections/{mine}/import?same=skip"), file).await;
    let done: Value = serde_json::from_str(&done).unwrap();
    assert_eq!((&done["added"], &done["skipped"], &done["failures"][0]["line"]), (&json!(1), &json!(1), &json!(2)));
    client.ok("DELETE", &format!("puzzles/{id}/progress"), Value::Null).await;
    client.ok("PATCH", &format!("collections/{mine}"), json!({ "about": "small ones" })).await;
    let all = client.ok("GET", "collections", Value::Null).await;
    assert_eq!((&all[0]["about"], &all[0]["puzzles"]), (&json!("small ones"), &json!(2)));
    assert_eq!(client.send("GET", &format!("collections/{mine}/export"), "").await.1.lines().count(), 4);
    client.ok("DELETE", &format!("puzzles/{id}"), Value::Null).await;
    client.ok("DELETE", &format!("collections/{mine}"), Value::Null).await;
    assert!(client.0.path().exists());
}

#[tokio::test]
async fn failures_say_what_and_how() {
    let client = Client::new();
    let mine = client.ok("POST", "collections", json!({ "name": "Mine" })).await["id"].as_i64().unwrap();
    let big = "x".repeat(9 << 20);
    let cases = [
        ("POST", "collections", "{".to_owned(), 400, "bad_request"),
        ("POST", "collections", r#"{"name":"A","more":1}"#.to_owned(), 400, "bad_request"),
        ("POST", "collections", r#"{"name":"Mine"}"#.to_owned(), 409, "exists"),
        ("POST", "collections", r#"{"name":" "}"#.to_owned(), 422, "bad_input"),
        ("POST", "collections", big, 413, "too_large"),
        ("GET", "puzzles/77", String::new(), 404, "not_found"),
        ("GET", "puzzles/abc", String::new(), 400, "bad_request"),
        ("GET", "puzzles?limit=x", String::new(), 400, "bad_request"),
        ("GET", "puzzles?nonsense=1", String::new(), 400, "bad_request"),
        ("GET", "collections/77/export", String::new(), 404, "not_found"),
        ("POST", "import", "12..34..2.....3.".to_owned(), 422, "bad_input"),
        ("POST", "puzzles", format!(r#"{{"collection":{mine},"puzzle":{{"text":"no puzzle"}}}}"#), 422, "bad_input"),
        ("PUT", "puzzles/77/progress", r#"{"position":1}"#.to_owned(), 400, "bad_request"),
        ("PUT", "puzzles/77/progress", r#"{"position":1,"seconds":1}"#.to_owned(), 404, "not_found"),
    ];
    for (method, path, body, status, code) in cases {
        let (answered, text) = client.send(method, path, body).await;
        let said: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{method} {path}: {e}: {text}"));
        assert_eq!((answered, said["error"]["code"].as_str()), (status, Some(code)), "{method} {path}: {said}");
        assert!(said["error"]["message"].as_str().is_some_and(|m| !m.is_empty()));
    }
}
