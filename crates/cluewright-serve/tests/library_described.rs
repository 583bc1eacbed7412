//! The library's routes match the server's description: each is called with valid and invalid requests, and each request and answer
//! is checked against its schema. A new route must be added to the router (`src/library/routes.rs`), to the table
//! (`routes/described.rs`) and to the requests here; this test fails if one of them is missing.

use crate::common;
use crate::folder;

use cluewright_serve::Options;
use common::{EASY, Reply, Server, start};
use folder::Folder;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

const PREFIX: &str = "/api/v1/library";

/// A schema against which values are checked.
struct Schema {
    all: boon::Schemas,
    this: boon::SchemaIndex,
}

impl Schema {
    fn new(schema: Value) -> Self {
        let at = "http://localhost/schema.json";
        let (mut all, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
        compiler.add_resource(at, schema).expect("it is JSON");
        let this = compiler.compile(at, &mut all).unwrap_or_else(|error| panic!("it is a schema: {error}"));
        Self { all, this }
    }

    /// The first error in a value, if there is one.
    fn fault(&self, value: &Value) -> Option<String> {
        self.all.validate(value, self.this).err().map(|error| error.to_string())
    }
}

/// A server, its description, and the methods and paths called so far with valid and with invalid requests.
struct Described {
    server: Server,
    whole: Value,
    right: BTreeSet<(String, String)>,
    wrong: BTreeSet<(String, String)>,
}

impl Described {
    /// Sends a request with a described method and path, and the concrete path. The answer must have this status.
    fn ask(&mut self, method: &str, path: &str, at: &str, body: &str, status: u16) -> Reply {
        let said = self.whole["paths"][format!("{PREFIX}{path}")][method].clone();
        assert!(said.is_object(), "{method} {path} is not described");
        let kind = match (path.ends_with("import"), body.starts_with('{')) {
            (true, true) => "application/x-ndjson",
            (true, false) => "text/plain",
            (false, _) => "application/json",
        };
        let headers = format!("Content-Type: {kind}\r\n");
        let reply = self.send(method, at, &headers, body);
        assert_eq!(reply.status, status, "{method} {at} {body}: {reply:?}");
        self.hold(&said, &reply);
        // A valid request may be answered with a failure, but not with a complaint about its form.
        let fits = self.fits(&said, path, at, kind, body);
        assert_eq!(fits, status == 200 || reply.code() != "bad_request", "{method} {at} {body}: {reply:?}");
        let asked = if status == 200 { &mut self.right } else { &mut self.wrong };
        asked.insert((method.to_owned(), path.to_owned()));
        reply
    }

    fn send(&self, method: &str, at: &str, headers: &str, body: &str) -> Reply {
        self.server.request(&method.to_uppercase(), &format!("{PREFIX}{at}"), headers, body.as_bytes())
    }

    /// Checks that the answer matches the description.
    fn hold(&self, said: &Value, reply: &Reply) {
        let responses = &said["responses"];
        let response = responses.get(reply.status.to_string()).unwrap_or(&responses["default"]);
        let kinds = response["content"].as_object().expect("there is something to read");
        let (kind, content) = kinds.iter().next().expect("of some kind");
        assert_eq!(reply.header("content-type"), Some(kind.as_str()), "{reply:?}");
        if kind == "application/json"
            && let Some(error) = self.schema(&content["schema"]).fault(&reply.json())
        {
            panic!("{error}: {reply:?}");
        }
        if reply.status != 200 {
            let status = format!("{} for `{}`", reply.status, reply.code());
            let text = response["description"].as_str().expect("a description");
            assert!(reply.status == 403 || text.contains(&status), "{status} is not described: {text}");
        }
    }

    /// Whether the request matches the description.
    fn fits(&self, said: &Value, path: &str, at: &str, kind: &str, body: &str) -> bool {
        let none = Vec::new();
        let parameters = said["parameters"].as_array().unwrap_or(&none);
        let valid = |place: &str, name: &str, text: &str| {
            let parameter = parameters.iter().find(|p| p["in"] == place && p["name"] == name);
            parameter.is_some_and(|p| {
                let schema = self.schema(&p["schema"]);
                let fits = |value: &Value| schema.fault(value).is_none();
                fits(&text.into()) || serde_json::from_str(text).is_ok_and(|value| fits(&value))
            })
        };
        let (steps, query) = at.split_once('?').unwrap_or((at, ""));
        let in_path = path.split('/').zip(steps.split('/')).all(|(described, step)| {
            let name = described.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
            name.map_or(described == step, |name| valid("path", name, step))
        });
        let in_query = query.split('&').filter(|q| !q.is_empty()).all(|field| {
            let (name, text) = field.split_once('=').expect("a name and a value");
            valid("query", name, text)
        });
        let in_body = match said.get("requestBody") {
            None => body.is_empty(),
            Some(described) => match described["content"].get(kind) {
                Some(content) if kind == "application/json" => serde_json::from_str(body)
                    .is_ok_and(|value| self.schema(&content["schema"]).fault(&value).is_none()),
                content => content.is_some(),
            },
        };
        in_path && in_query && in_body
    }

    fn schema(&self, schema: &Value) -> Schema {
        Schema::new(json!({"components": self.whole["components"], "allOf": [schema]}))
    }

    /// The methods of each path of the library.
    fn routes(&self) -> BTreeMap<String, BTreeSet<String>> {
        let paths = self.whole["paths"].as_object().expect("paths");
        let of_library = paths.iter().filter_map(|(path, methods)| Some((path.strip_prefix(PREFIX)?, methods)));
        of_library.map(|(path, methods)| (path.to_owned(), keys(methods).cloned().collect())).collect()
    }
}

fn keys(object: &Value) -> impl Iterator<Item = &String> {
    object.as_object().into_iter().flat_map(Map::keys)
}

#[test]
fn every_route_is_as_described() {
    let folder = Folder::new();
    let server = start(Options { library: Some(folder.file("library.sqlite")), ..common::options() });
    let whole = serde_json::from_str(include_str!("../openapi.json")).expect("JSON");
    assert_eq!(server.get("/api/v1/openapi.json").json(), whole);
    let mut described = Described { server, whole, right: BTreeSet::new(), wrong: BTreeSet::new() };
    let mut ask = |method, path, at: &str, body: &str, status| described.ask(method, path, at, body, status);

    let all = "/collections";
    ask("post", all, all, r#"{"name":"Mine"}"#, 200);
    ask("post", all, all, r#"{"name":"Yours","about":"What you like"}"#, 200);
    ask("post", all, all, r#"{"names":"Mine"}"#, 400);
    ask("post", all, all, r#"{"name":"Mine","about":null}"#, 400);
    ask("post", all, all, r#"{"name":"Mine"}"#, 409);
    ask("post", all, all, r#"{"name":" "}"#, 422);
    ask("post", all, all, &json!({"name": "long".repeat(1000)}).to_string(), 413);
    ask("get", all, all, "", 200);
    let one = "/collections/{id}";
    ask("patch", one, "/collections/1", r#"{"about":"What I like"}"#, 200);
    ask("patch", one, "/collections/1", r#"{"name":null}"#, 200);
    ask("patch", one, "/collections/1", r#"{"about":7}"#, 400);
    ask("patch", one, "/collections/9", r#"{"about":"x"}"#, 404);

    let all = "/puzzles";
    ask("post", all, all, &json!({"collection": 1, "puzzle": {"text": EASY}}).to_string(), 200);
    let puzzle = json!({"collection": 2, "puzzle": {
        "text": EASY, "format": null, "title": "Small", "author": "Nobody", "tags": ["small"], "notes": "easy",
        "rating": {"score": 1.5, "word": "easy", "scale": "mine"}, "state": "started",
    }});
    ask("post", all, all, &puzzle.to_string(), 200);
    // Optional fields of a rating are always present in answers.
    let rated = json!({"collection": 1, "puzzle": {"text": EASY, "rating": {"score": 1}}});
    ask("post", all, all, &rated.to_string(), 200);
    ask("post", all, all, r#"{"collection":1,"puzzle":{"text":"nothing"}}"#, 422);
    ask("post", all, all, r#"{"collection":9,"puzzle":{"text":"12..34..2.....3."}}"#, 404);
    ask("post", all, all, r#"{"collection":1,"puzzle":{"text":"12..34..2.....3.","rating":{"word":"easy"}}}"#, 400);
    ask("post", all, all, r#"{"collection":1,"puzzle":{"text":"12..34..2.....3.","state":"lost"}}"#, 400);
    ask("post", all, all, "{", 400);
    ask("get", all, all, "", 200);
    ask("get", all, "/puzzles?words=easy&collection=2&tag=small&from=1&to=2.5&scale=mine&state=started", "", 200);
    for sort in ["best", "newest", "changed", "title", "easiest", "hardest"] {
        ask("get", all, &format!("/puzzles?sort={sort}&offset=1&limit=1"), "", 200);
    }
    ask("get", all, "/puzzles?hash=00000000000000000000000000000000", "", 200);
    for wrong in ["colour=red", "limit=few", "limit=-1", "state=lost", "sort=worst", "from=here", "collection=1.5"] {
        ask("get", all, &format!("/puzzles?{wrong}"), "", 400);
    }
    let one = "/puzzles/{id}";
    ask("get", one, "/puzzles/1", "", 200);
    ask("get", one, "/puzzles/2", "", 200);
    ask("get", one, "/puzzles/77", "", 404);
    ask("get", one, "/puzzles/first", "", 400);
    ask("patch", one, "/puzzles/1", r#"{"notes":"done twice"}"#, 200);
    let change = json!({
        "text": EASY, "collection": 2, "title": "Other", "author": null, "notes": "n", "tags": ["a", "b"],
        "rating": {"score": 2}, "state": "solved",
    });
    ask("patch", one, "/puzzles/1", &change.to_string(), 200);
    ask("patch", one, "/puzzles/1", r#"{"rating":null,"collection":1}"#, 200);
    ask("patch", one, "/puzzles/1", r#"{"tags":"a"}"#, 400);
    ask("patch", one, "/puzzles/77", "{}", 404);

    let progress = "/puzzles/{id}/progress";
    let position = r#"{"position":[{"cell":"r1c3","digit":4}],"seconds":3.5}"#;
    ask("put", progress, "/puzzles/1/progress", position, 200);
    ask("put", progress, "/puzzles/1/progress", r#"{"position":null}"#, 400);
    ask("put", progress, "/puzzles/1/progress", r#"{"position":1,"seconds":null}"#, 400);
    ask("put", progress, "/puzzles/1/progress", r#"{"position":1,"seconds":-1}"#, 422);
    ask("put", progress, "/puzzles/77/progress", position, 404);
    ask("get", one, "/puzzles/1", "", 200);
    let history = "/puzzles/{id}/history";
    ask("post", history, "/puzzles/1/history", r#"{"position":{}}"#, 200);
    ask("post", history, "/puzzles/1/history", "{}", 400);
    ask("get", history, "/puzzles/1/history", "", 200);
    ask("get", history, "/puzzles/77/history", "", 404);
    let lines = ask("get", "/collections/{id}/export", "/collections/1/export", "", 200).body;
    ask("get", "/collections/{id}/export", "/collections/77/export", "", 404);
    ask("get", "/export", "/export", "", 200);
    ask("delete", progress, "/puzzles/1/progress", "", 200);
    ask("delete", progress, "/puzzles/77/progress", "", 404);
    ask("get", "/tags", "/tags", "", 200);

    ask("post", "/import", "/import", &lines, 200);
    ask("post", "/import", "/import?same=keep", &lines, 200);
    ask("post", "/import", "/import", EASY, 422);
    ask("post", "/import", "/import?same=never", &lines, 400);
    let import = "/collections/{id}/import";
    ask("post", import, "/collections/1/import?same=skip", &format!("{EASY}\nnonsense\n"), 200);
    ask("post", import, "/collections/1/import?fate=skip", EASY, 400);
    ask("post", import, "/collections/77/import", EASY, 404);
    ask("delete", one, "/puzzles/1", "", 200);
    ask("delete", one, "/puzzles/1", "", 404);
    ask("delete", "/collections/{id}", "/collections/1", "", 200);
    ask("delete", "/collections/{id}", "/collections/1", "", 404);

    // Every described route was called with valid and invalid requests, and none is open to pages of other origins.
    let routes = described.routes();
    for (path, methods) in &routes {
        let at = path.replace("{id}", "1");
        for method in methods {
            let route = (method.clone(), path.clone());
            let said = &described.whole["paths"][format!("{PREFIX}{path}")][method];
            assert!(described.right.contains(&route), "{method} {path} was not asked");
            let any = said.get("parameters").is_none() && said.get("requestBody").is_none();
            assert!(any || described.wrong.contains(&route), "{method} {path} was not asked wrongly");
            let reply = described.send(method, &at, "Origin: http://elsewhere.example\r\n", "");
            assert_eq!(reply.status, 403, "{method} {path}: {reply:?}");
            described.hold(said, &reply);
        }
        // The router has no other methods.
        let reply = described.send("trace", &at, "", "");
        let allowed = reply.header("allow").unwrap_or_else(|| panic!("{path}: {reply:?}"));
        let allowed: BTreeSet<_> = allowed.split(',').map(|m| m.trim().to_owned()).filter(|m| m != "head").collect();
        assert_eq!(allowed, *methods, "{path} has other methods than described");
    }
    // The router has no other paths. They are read from its source text, since it cannot list its paths.
    let text = include_str!("../src/library/routes.rs");
    let paths: BTreeSet<_> =
        text.lines().filter_map(|l| l.trim().strip_prefix(".route(\"")?.split('"').next()).collect();
    assert_eq!(text.matches(".route(").count(), paths.len(), "a route is on a line of its own, with its path");
    assert_eq!(paths, routes.keys().map(String::as_str).collect(), "the paths of the router, and those described");
    described.server.end();
}
