//! The library's routes do what the server's description says: every one is asked rightly and wrongly, and each answer is held
//! against its schema.

mod common;

use cluewright_serve::Options;
use common::{Reply, Server, start};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

struct Described {
    whole: Value,
    asked: BTreeSet<(String, String)>,
}

impl Described {
    /// Asks, and holds the answer against what is said of this method and path.
    fn ask(&mut self, server: &Server, method: &str, path: &str, at: &str, body: &str, status: u16) -> Reply {
        let headers = if path.ends_with("import") { "Content-Type: text/plain\r\n" } else { common::JSON };
        let reply = server.request(&method.to_uppercase(), &format!("/api/v1/library{at}"), headers, body.as_bytes());
        assert_eq!(reply.status, status, "{method} {at} {body}: {reply:?}");
        let said = &self.whole["paths"][format!("/api/v1/library{path}")][method];
        assert!(said.is_object(), "{method} {path} is not described");
        let answer = if status == 200 { &said["responses"]["200"] } else { &said["responses"]["default"] };
        let kinds = answer["content"].as_object().expect("there is something to read");
        let (kind, schema) = kinds.iter().next().expect("of some kind");
        assert_eq!(reply.header("content-type"), Some(kind.as_str()), "{method} {at}");
        if kind == "application/json" {
            let schema = json!({"components": self.whole["components"], "allOf": [schema["schema"]]});
            let schema = jsonschema::draft202012::new(&schema).expect("it is a schema");
            if let Err(error) = schema.validate(&reply.json()) {
                panic!("{method} {at}: {error} at {}", error.instance_path());
            }
        }
        if status == 200 {
            self.asked.insert((method.to_owned(), path.to_owned()));
        }
        reply
    }
}

#[test]
fn every_route_is_as_described() {
    let folder = std::env::temp_dir().join(format!("cluewright-described-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let server = start(Options { library: Some(folder.join("library.sqlite")), ..common::options() });
    let whole = server.get("/api/v1/openapi.json").json();
    let mut described = Described { whole, asked: BTreeSet::new() };
    let mut ask = |method, path, at: &str, body: &str, status| described.ask(&server, method, path, at, body, status);
    let one = "/collections/{id}";
    ask("post", "/collections", "/collections", r#"{"name":"Mine"}"#, 200);
    ask("post", "/collections", "/collections", r#"{"names":"Mine"}"#, 400);
    ask("get", "/collections", "/collections", "", 200);
    ask("patch", one, "/collections/1", r#"{"about":"What I like"}"#, 200);
    ask("patch", one, "/collections/9", r#"{"about":"x"}"#, 404);
    let puzzle = json!({"collection": 1, "puzzle": {"text": common::EASY, "tags": ["small"], "notes": "easy"}});
    ask("post", "/puzzles", "/puzzles", &puzzle.to_string(), 200);
    ask("post", "/puzzles", "/puzzles", r#"{"collection":1,"puzzle":{"text":"nothing"}}"#, 422);
    ask("get", "/puzzles", "/puzzles?words=easy&tag=small", "", 200);
    ask("get", "/puzzles", "/puzzles?colour=red", "", 400);
    ask("get", "/puzzles/{id}", "/puzzles/1", "", 200);
    ask("get", "/puzzles/{id}", "/puzzles/77", "", 404);
    ask("patch", "/puzzles/{id}", "/puzzles/1", r#"{"notes":"done twice"}"#, 200);
    let position = r#"{"position":[{"cell":"r1c3","digit":4}],"seconds":3.5}"#;
    ask("put", "/puzzles/{id}/progress", "/puzzles/1/progress", position, 200);
    ask("put", "/puzzles/{id}/progress", "/puzzles/1/progress", "{}", 400);
    ask("get", "/puzzles/{id}", "/puzzles/1", "", 200);
    ask("post", "/puzzles/{id}/history", "/puzzles/1/history", r#"{"position":{}}"#, 200);
    ask("get", "/puzzles/{id}/history", "/puzzles/1/history", "", 200);
    ask("delete", "/puzzles/{id}/progress", "/puzzles/1/progress", "", 200);
    ask("get", "/tags", "/tags", "", 200);
    let lines = ask("get", "/collections/{id}/export", "/collections/1/export", "", 200).body;
    ask("get", "/export", "/export", "", 200);
    ask("post", "/import", "/import", &lines, 200);
    ask(
        "post",
        "/collections/{id}/import",
        "/collections/1/import?same=skip",
        &format!("{}\nnonsense\n", common::EASY),
        200,
    );
    ask("post", "/collections/{id}/import", "/collections/1/import?same=never", common::EASY, 400);
    ask("delete", "/puzzles/{id}", "/puzzles/1", "", 200);
    ask("delete", one, "/collections/1", "", 200);
    ask("delete", one, "/collections/1", "", 404);
    // Nothing is described that was not asked.
    let empty = Map::new();
    for (path, methods) in described.whole["paths"].as_object().unwrap_or(&empty) {
        let Some(path) = path.strip_prefix("/api/v1/library") else { continue };
        for method in methods.as_object().expect("methods").keys() {
            assert!(described.asked.contains(&(method.clone(), path.to_owned())), "{method} {path} was not asked");
        }
    }
    // And every route of the table in the router's own words.
    let routes = include_str!("../src/library/routes.rs");
    for line in routes.lines().filter_map(|l| l.trim().strip_prefix(".route(\"")) {
        let path = line.split('"').next().expect("a path");
        assert!(described.asked.iter().any(|(_, p)| p == path), "{path} is not described");
    }
    drop(server);
    let _ = std::fs::remove_dir_all(folder);
}
