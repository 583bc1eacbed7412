//! Operations over HTTP, and the page, over real sockets.

use crate::common;

use cluewright_serve::{Caps, Options};
use common::{EASY, JSON, LONGEST, SLOW, options, start};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

#[test]
fn the_first_answer_comes_soon() {
    let begin = Instant::now();
    let server = start(options());
    let reply = server.post("solve", &json!({ "puzzle": EASY }).to_string());
    let took = begin.elapsed();
    println!("first answer after {took:?}");
    assert_eq!((reply.status, &reply.json()["ok"]["status"]), (200, &"unique".into()), "{reply:?}");
    assert!(took < LONGEST);
}

#[test]
fn operations_answer_with_a_status_that_fits() {
    let server = start(options());
    let reply = server.post("solve", &json!({ "puzzle": EASY, "id": "mine" }).to_string());
    assert_eq!(reply.status, 200);
    assert_eq!(reply.json()["id"], "mine");
    assert_eq!(reply.json()["ok"]["solutions"], json!(["1243342123144132"]));
    assert_eq!(reply.json()["hash"].as_str().map(str::len), Some(32));
    assert_eq!(server.get("/api/v1/meta").json(), server.post("meta", "{}").json());
    assert_eq!(server.get("/api/v1/meta").json()["ok"]["engine"], "cluewright");
    for (op, body, status, code) in [
        ("solv", json!({ "puzzle": EASY }), 404, "bad_request"),
        ("solve", json!({}), 400, "bad_request"),
        ("cancel", json!({ "of": 1 }), 400, "bad_request"),
        ("solve", json!({ "puzzle": EASY, "more": 1 }), 400, "bad_request"),
        ("solve", json!({ "puzzle": EASY, "op": "hint" }), 400, "bad_request"),
        ("solve", json!({ "puzzle": EASY, "id": { "a": 1 } }), 400, "bad_request"),
        ("solve", json!({ "puzzle": "no puzzle at all" }), 400, "bad_input"),
        ("solve", json!({ "doc": "a" }), 404, "no_document"),
        ("solve", json!([EASY]), 400, "bad_request"),
    ] {
        let reply = server.post(op, &body.to_string());
        assert_eq!((reply.status, reply.code().as_str()), (status, code), "{op} {body}: {reply:?}");
    }
    assert!(server.post("solv", "{}").body.contains("did you mean `solve`?"));
    assert_eq!(server.get("/api/v1/openapi.json").json()["openapi"], "3.1.0");
    assert_eq!(server.get("/api/v1/solve").status, 405);
    assert_eq!(server.get("/api/v2/solve").status, 404);
    assert_eq!(server.get("/../Cargo.toml").status, 404);
    assert_eq!(server.get("/api/v1/ws").status, 400);
}

#[test]
fn all_messages_as_lines() {
    let server = start(options());
    let headers = format!("{JSON}Accept: application/x-ndjson\r\n");
    let body = json!({ "puzzle": SLOW, "progress": true, "limits": { "ms": 700 } }).to_string();
    let reply = server.request("POST", "/api/v1/hint", &headers, body.as_bytes());
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/x-ndjson")));
    let lines: Vec<Value> = reply.body.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let last = lines.last().expect("an answer");
    assert!(last.get("ok").is_some() && lines.iter().filter(|l| l.get("progress").is_none()).count() == 1, "{lines:?}");
    let wrong = server.request("POST", "/api/v1/hint", &headers, b"{}");
    assert_eq!((wrong.status, wrong.body.lines().count()), (400, 1), "{wrong:?}");
}

#[test]
fn bodies_that_are_none() {
    let server = start(options());
    let post = |headers: &str, body: &[u8]| server.request("POST", "/api/v1/solve", headers, body);
    let deep = format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000));
    let deep_field = format!("{{\"puzzle\":{deep}}}");
    for body in [
        b"".as_slice(),
        b"{",
        b"nonsense",
        b"\xff\xfe{}",
        b"{\"puzzle\":\"\xff\"}",
        b"{\"puzzle\":\"\\ud800\"}",
        b"null",
        deep.as_bytes(),
        deep_field.as_bytes(),
        b"{\"id\":99999999999999999999999,\"puzzle\":\"1...\"}",
    ] {
        let reply = post(JSON, body);
        assert_eq!((reply.status, reply.code().as_str()), (400, "bad_request"), "{reply:?}");
    }
    let fine = json!({ "puzzle": EASY }).to_string();
    for kind in ["", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n"] {
        assert_eq!(post(kind, fine.as_bytes()).status, 415, "{kind}");
    }
    assert_eq!(post("Content-Type: Application/JSON; charset=utf-8\r\n", fine.as_bytes()).status, 200);
    let long = json!({ "puzzle": "1".repeat(100_000) }).to_string();
    let reply = post(JSON, long.as_bytes());
    assert_eq!((reply.status, reply.code().as_str()), (413, "bad_request"), "{reply:?}");
    // Bytes that are not HTTP requests, and a truncated request.
    for bytes in [b"\x16\x03\x01\x02\x00".as_slice(), b"GET\r\n\r\n", b"\0\0\0\0\r\n\r\n"] {
        assert!(matches!(server.raw(bytes).status, 0 | 400), "{bytes:?}");
    }
    let mut half = server.connect();
    half.write_all(&server.written("POST", "/api/v1/solve", JSON, fine.as_bytes())[..90]).expect("it listens");
    drop(half);
    assert_eq!(server.post("solve", &fine).status, 200);
}

#[test]
fn only_this_machine_and_its_own_page() {
    let server = start(options());
    let body = json!({ "puzzle": EASY }).to_string();
    let port = server.at.port();
    let status = |method: &str, path: &str, headers: &str| {
        let reply = server.request(method, path, headers, if method == "GET" { b"" } else { body.as_bytes() });
        assert!(reply.header("access-control-allow-origin").is_none());
        if reply.status == 403 {
            assert_eq!(reply.code(), "bad_request");
        }
        reply.status
    };
    for (method, path) in [("POST", "/api/v1/solve"), ("GET", "/api/v1/meta"), ("GET", "/"), ("GET", "/api/v1/ws")] {
        for headers in [
            "Host: evil.example\r\n".to_owned(),
            format!("Host: evil.example:{port}\r\n"),
            format!("Host: localhost.evil.example:{port}\r\n"),
            "Host: localhost\r\n".to_owned(),
            "Origin: null\r\n".to_owned(),
            "Origin: https://evil.example\r\n".to_owned(),
            format!("Origin: http://evil.example:{port}\r\n"),
            format!("Host: localhost:{port}\r\nOrigin: http://localhost:{}\r\n", port ^ 1),
        ] {
            assert_eq!(status(method, path, &format!("{JSON}{headers}")), 403, "{method} {path} {headers}");
        }
    }
    for headers in [
        format!("Host: localhost:{port}\r\n"),
        format!("Host: [::1]:{port}\r\n"),
        format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n"),
        format!("Origin: http://{}\r\n", server.at),
    ] {
        assert_eq!(status("POST", "/api/v1/solve", &format!("{JSON}{headers}")), 200, "{headers}");
    }
    // The preflight request of a browser before it sends JSON from a page of another origin.
    let asked =
        format!("Host: localhost:{port}\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n");
    assert_eq!(status("OPTIONS", "/api/v1/solve", &asked), 403);
}

#[test]
fn the_page_is_there_and_may_be_kept() {
    let server = start(options());
    for (path, kind) in [("/", "text/html"), ("/app.js", "text/javascript"), ("/style.css", "text/css")] {
        let reply = server.get(path);
        assert_eq!(reply.status, 200);
        assert!(reply.header("content-type").is_some_and(|k| k.starts_with(kind)), "{path}");
        for (name, value) in [
            ("content-security-policy", "default-src 'none'"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-embedder-policy", "require-corp"),
        ] {
            assert!(reply.header(name).is_some_and(|v| v.starts_with(value)), "{path}: {name}");
        }
        let tag = reply.header("etag").expect("a tag").to_owned();
        let again = server.request("GET", path, &format!("If-None-Match: {tag}\r\n"), b"");
        assert_eq!((again.status, again.body.as_str()), (304, ""));
        let other = server.request("GET", path, "If-None-Match: \"0\"\r\n", b"");
        assert_eq!((other.status, other.body), (200, reply.body));
    }
    let page = server.get("/").body;
    // The policy allows neither scripts nor styles in the page itself.
    assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onclick="));
    assert!(page.contains(" src=\"./app.js\"></script>") && page.matches("<script").count() == 1);
    // The served page uses the server; as a static site, the page would use its own engine.
    assert!(page.contains("<meta name=\"engine\" content=\"server\" />"));
    // Every resource that the page names exists, and the page requests nothing else.
    for attribute in ["src=\"", "href=\""] {
        for rest in page.split(attribute).skip(1) {
            let name = rest.split('"').next().expect("a value").trim_start_matches("./");
            assert_eq!(server.get(&format!("/{name}")).status, 200, "{name}");
        }
    }
}

#[test]
fn connections_have_places() {
    let server = start(Options { connections: 1, ..options() });
    let first = server.connect();
    let mut second = server.connect();
    second.write_all(&server.written("GET", "/api/v1/meta", "", b"")).expect("it listens");
    second.set_read_timeout(Some(Duration::from_millis(150))).expect("a time");
    let mut text = String::new();
    assert!(second.read_to_string(&mut text).is_err() && text.is_empty(), "{text}");
    drop(first);
    second.set_read_timeout(Some(LONGEST)).expect("a time");
    second.read_to_string(&mut text).expect("an answer");
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
}

#[test]
fn the_server_has_the_last_word_on_time() {
    // Fully unrolled for the 256 cells, this rule would have 17 million conditions.
    let rule = "rule endless\n  for a in cells: for b in cells: for c in cells: require a + b != c\n";
    let caps = Caps { ms: Some(300.0), ..options().caps };
    let server = start(Options { caps, ..options() });
    let begin = Instant::now();
    for body in [
        json!({ "puzzle": SLOW, "limits": { "ms": 1e9 } }),
        json!({ "puzzle": SLOW }),
        json!({ "puzzle": "grid: 64x64\nrules: classic\n" }),
        json!({ "puzzle": "grid: 16x16\nrules: classic\n", "rules": [rule] }),
    ] {
        let reply = server.post("hint", &body.to_string());
        assert!(matches!(reply.status, 200 | 400 | 503), "{reply:?}");
    }
    assert!(begin.elapsed() < LONGEST, "{:?}", begin.elapsed());
}

#[test]
fn who_hangs_up_ends_the_work() {
    let server = start(Options { jobs: 1, queue: 0, ..options() });
    let (body, easy) = (json!({ "puzzle": SLOW }).to_string(), json!({ "puzzle": EASY }).to_string());
    for headers in [JSON.to_owned(), format!("{JSON}Accept: application/x-ndjson\r\n")] {
        // Wait until the work has started, which may take time on a busy machine.
        let stream = loop {
            let mut stream = server.connect();
            stream.write_all(&server.written("POST", "/api/v1/hint", &headers, body.as_bytes())).expect("it listens");
            std::thread::sleep(Duration::from_millis(100));
            let reply = server.post("solve", &easy);
            if reply.status == 503 {
                assert_eq!(reply.code(), "busy");
                assert_eq!(server.get("/api/v1/meta").status, 200);
                break stream;
            }
        };
        drop(stream);
        let begin = Instant::now();
        while server.post("solve", &easy).status != 200 {
            assert!(begin.elapsed() < LONGEST, "the work went on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn it_ends_in_the_midst_of_work() {
    let mut server = start(Options { jobs: 1, ..options() });
    let mut streams = Vec::new();
    for _ in 0..3 {
        let mut stream = server.connect();
        let body = json!({ "puzzle": SLOW }).to_string();
        stream.write_all(&server.written("POST", "/api/v1/hint", JSON, body.as_bytes())).expect("it listens");
        streams.push(stream);
    }
    std::thread::sleep(Duration::from_millis(150));
    let took = server.end();
    println!("ended after {took:?}");
    assert!(took < Duration::from_secs(5), "{took:?}");
}
