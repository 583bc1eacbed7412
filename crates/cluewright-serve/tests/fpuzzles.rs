//! Tests each command of the solver, as a page would send it.

use cluewright::formats;
use cluewright_serve::fpuzzles::{Options, listen};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A puzzle with one solution: 1243 3421 2314 4132.
const UNIQUE: &str = "12..34..2.....3.";
const SOLUTION: [i64; 16] = [1, 2, 4, 3, 3, 4, 2, 1, 2, 3, 1, 4, 4, 1, 3, 2];
/// A puzzle with 24 solutions.
const SEVERAL: &str = "12..............";
/// A puzzle without a solution: no two givens clash, but no candidate is left in r1c4.
const NONE: &str = "123........4....";

struct Server {
    address: String,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
}

impl Server {
    async fn start(options: Options) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(listen(options, listener, async {
            let _ = stopped.await;
        }));
        Self { address, stop: Some(stop), served }
    }

    async fn connect(&self, origin: Option<&str>) -> Result<Page, Error> {
        let mut request = format!("ws://{}/", self.address).into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        connect_async(request).await.map(|(socket, _)| Page(socket))
    }
}

struct Page(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Page {
    async fn new() -> (Server, Self) {
        let server = Server::start(Options::default()).await;
        let page = server.connect(Some("https://f-puzzles.com")).await.unwrap();
        (server, page)
    }

    async fn send(&mut self, text: impl Into<String>) {
        self.0.send(Message::text(text.into())).await.unwrap();
    }

    async fn request(&mut self, nonce: i64, command: &str, data: &str) {
        let request = json!({ "nonce": nonce, "command": command, "dataType": "fpuzzles", "data": data });
        self.send(request.to_string()).await;
    }

    async fn text(&mut self) -> String {
        match timeout(Duration::from_secs(60), self.0.next()).await.expect("a reply") {
            Some(Ok(Message::Text(text))) => text.to_string(),
            other => panic!("no text: {other:?}"),
        }
    }

    async fn reply(&mut self) -> Value {
        serde_json::from_str(&self.text().await).unwrap()
    }

    async fn ask(&mut self, nonce: i64, command: &str, data: &str) -> Value {
        self.request(nonce, command, data).await;
        let reply = self.reply().await;
        assert_eq!(reply["nonce"], nonce, "{reply}");
        reply
    }

    /// Checks that no further message arrives.
    async fn silence(&mut self) {
        let more = timeout(Duration::from_millis(300), self.0.next()).await;
        assert!(more.is_err(), "{more:?}");
    }
}

/// The JSON of a puzzle with these givens, one character per cell.
fn puzzle(givens: &str) -> Value {
    let side = givens.len().isqrt();
    let cell = |c: char| c.to_digit(10).map_or(json!({}), |d| json!({ "value": d, "given": true }));
    let cells: Vec<Value> = givens.chars().map(cell).collect();
    json!({ "size": side, "grid": cells.chunks(side).collect::<Vec<_>>() })
}

/// The packed form in which a page sends a puzzle.
fn packed(json: &Value) -> String {
    let read = formats::read_as("f-puzzles", &json.to_string()).unwrap();
    let link = read.format.write(&read.puzzle).unwrap().0;
    let data = link.rsplit_once("load=").expect("a link").1.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    assert!(data.starts_with("N4Ig"), "{data}");
    data
}

fn data(givens: &str) -> String {
    packed(&puzzle(givens))
}

#[tokio::test(flavor = "multi_thread")]
async fn check_says_none_one_or_more() {
    let (_server, mut page) = Page::new().await;
    page.request(7, "check", &data(UNIQUE)).await;
    assert_eq!(page.text().await, r#"{"count":1,"inProgress":false,"nonce":7,"type":"count"}"#);
    assert_eq!(page.ask(8, "check", &data(SEVERAL)).await["count"], 2);
    assert_eq!(page.ask(9, "check", &data(NONE)).await["count"], 0);
    // The player's entries do not matter.
    let mut json = puzzle(UNIQUE);
    json["grid"][0][2] = json!({ "value": 3, "centerPencilMarks": [1] });
    assert_eq!(page.ask(10, "check", &packed(&json)).await["count"], 1);
    // The digits to which the setter restricted a cell do matter.
    json["grid"][0][2] = json!({ "givenPencilMarks": [1, 3] });
    assert_eq!(page.ask(11, "check", &packed(&json)).await["count"], 0);
    // Clues matter.
    let mut json = puzzle("................");
    json["killercage"] =
        json!([{ "cells": ["R1C1", "R1C2"], "value": "3" }, { "cells": ["R3C1", "R4C1"], "value": "3" }]);
    assert_eq!(page.ask(12, "check", &packed(&json)).await["count"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn solve_finds_any_solution() {
    let (_server, mut page) = Page::new().await;
    let reply = page.ask(1, "solve", &data(UNIQUE)).await;
    assert_eq!(reply, json!({ "solution": SOLUTION, "nonce": 1, "type": "solved" }));
    let mut found = Vec::new();
    for nonce in 2..40 {
        found.push(page.ask(nonce, "solve", &data(SEVERAL)).await["solution"].to_string());
    }
    found.sort();
    found.dedup();
    assert!(found.len() > 3 && found.iter().all(|s| s.starts_with("[1,2,")), "{found:?}");
    let reply = page.ask(50, "solve", &data(NONE)).await;
    assert_eq!(reply, json!({ "message": "No solutions found.", "nonce": 50, "type": "invalid" }));
}

#[tokio::test(flavor = "multi_thread")]
async fn count_says_how_far_it_is() {
    let (_server, mut page) = Page::new().await;
    let reply = page.ask(1, "count", &data(SEVERAL)).await;
    assert_eq!(reply, json!({ "count": 24, "inProgress": false, "nonce": 1, "type": "count" }));
    assert_eq!(page.ask(2, "count", &data(NONE)).await["count"], 0);
    // The empty grid has 6,670,903,752,021,072,936,960 solutions.
    page.request(3, "count", &data(&".".repeat(81))).await;
    let mut before = 0;
    for _ in 0..3 {
        let reply = page.reply().await;
        assert_eq!((&reply["inProgress"], &reply["nonce"]), (&json!(true), &json!(3)));
        let count = reply["count"].as_u64().unwrap();
        assert!(count > before);
        before = count;
    }
    page.send(r#"{"nonce":4,"command":"cancel"}"#).await;
    loop {
        let text = page.text().await;
        if text == r#"{"nonce":4,"type":"canceled"}"# {
            break;
        }
        assert!(text.contains(r#""nonce":3"#), "{text}");
    }
    page.silence().await;
    // The connection works as before.
    assert_eq!(page.ask(5, "count", &data(UNIQUE)).await["count"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn true_candidates_by_cell_and_digit() {
    let (_server, mut page) = Page::new().await;
    let list = |reply: &Value| -> Vec<i64> {
        assert_eq!(reply["type"], "truecandidates", "{reply}");
        reply["solutionsPerCandidate"].as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect()
    };
    let all = list(&page.ask(1, "truecandidates", &data(UNIQUE)).await);
    assert_eq!(all.len(), 64);
    for (cell, digit) in SOLUTION.iter().enumerate() {
        let expected: Vec<i64> = (1..=4).map(|d| i64::from(d == *digit)).collect();
        assert_eq!(all[cell * 4..cell * 4 + 4], expected);
    }
    // Of the 24 solutions, at most as many are counted per candidate as the puzzle requests.
    let mut json = puzzle(SEVERAL);
    let of = |cap: &str| json!([format!("truecandidatesnumsolutions={cap}")]);
    json["truecandidatesoptions"] = of("100");
    let all = list(&page.ask(2, "truecandidates", &packed(&json)).await);
    assert_eq!((&all[..8], &all[8..12]), (&[24, 0, 0, 0, 0, 24, 0, 0][..], &[0, 0, 12, 12][..]));
    json["truecandidatesoptions"] = of("5");
    assert_eq!(list(&page.ask(3, "truecandidates", &packed(&json)).await)[..4], [5, 0, 0, 0]);
    // One more given: the earlier result is reused, and the answer equals that of a new connection.
    json["grid"][3][3] = json!({ "value": 1, "given": true });
    let narrow = list(&page.ask(4, "truecandidates", &packed(&json)).await);
    let (_other, mut fresh) = Page::new().await;
    let anew = list(&fresh.ask(4, "truecandidates", &packed(&json)).await);
    assert_eq!(narrow.iter().map(|n| *n > 0).collect::<Vec<_>>(), anew.iter().map(|n| *n > 0).collect::<Vec<_>>());
    assert_eq!(page.ask(5, "truecandidates", &data(NONE)).await["message"], "No solutions found.");
    // With only singles and pairs, some impossible candidates remain.
    let mut hard = puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    hard["truecandidatesoptions"] = json!(["logical"]);
    hard["disabledlogic"] = json!(["tuples", "pointing", "fishes", "wings", "aic", "contradictions"]);
    let all = list(&page.ask(6, "truecandidates", &packed(&hard)).await);
    assert_eq!(all.iter().filter(|n| **n == 1).count(), 81);
    assert!(all.contains(&-1) && all.contains(&0));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_estimate_gets_better_until_it_is_cancelled() {
    let (_server, mut page) = Page::new().await;
    page.request(1, "estimate", &data(&".".repeat(81))).await;
    let mut iterations = 0;
    let mut last = Value::Null;
    for _ in 0..6 {
        last = page.reply().await;
        assert_eq!((&last["type"], &last["nonce"]), (&json!("estimate"), &json!(1)));
        assert!(last["iterations"].as_u64().unwrap() > iterations);
        iterations = last["iterations"].as_u64().unwrap();
    }
    let number = |name: &str| last[name].as_f64().unwrap_or_else(|| panic!("{name}: {last}"));
    assert!((1e20..1e24).contains(&number("estimate")), "{last}");
    assert!(number("ci95_lower") < number("estimate") && number("estimate") < number("ci95_upper"));
    assert!((number("relErrPercent") - 100.0 * number("stderr") / number("estimate")).abs() < 1e-6);
    // A new request ends the estimate, like `cancel`.
    page.request(2, "check", &data(UNIQUE)).await;
    while page.reply().await["nonce"] != 2 {}
    page.silence().await;
    // Nothing is left to estimate in a puzzle without solutions: the estimate is 0, and its relative error is not a number.
    let reply = page.ask(3, "estimate", &data(NONE)).await;
    assert_eq!(
        (&reply["estimate"], &reply["stderr"], &reply["relErrPercent"]),
        (&json!(0.0), &json!(0.0), &json!("NaN"))
    );
    // The player's digits matter: only two cells are open, and they have only one solution.
    let mut json = puzzle(SEVERAL);
    for (i, digit) in SOLUTION.iter().enumerate().take(14).skip(2) {
        json["grid"][i / 4][i % 4] = json!({ "value": digit });
    }
    page.request(4, "estimate", &packed(&json)).await;
    let reply = loop {
        let reply = page.reply().await;
        if reply["nonce"] == 4 {
            break reply;
        }
    };
    assert_eq!((&reply["estimate"], &reply["stderr"]), (&json!(1.0), &json!(0.0)));
}

/// Writes a reply's cells into a puzzle, as the page does.
fn write_down(json: &mut Value, reply: &Value) {
    let cells = reply["cells"].as_array().unwrap();
    let side = cells.len().isqrt();
    for (i, cell) in cells.iter().enumerate() {
        let slot = &mut json["grid"][i / side][i % side];
        if slot["given"] == true {
            assert_eq!(slot["value"], cell["value"]);
        } else if cell["value"] != 0 {
            assert!(cell.get("candidates").is_none(), "{cell}");
            *slot = json!({ "value": cell["value"] });
        } else {
            *slot = json!({ "centerPencilMarks": cell["candidates"] });
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_lead_to_the_solution() {
    let (_server, mut page) = Page::new().await;
    let mut json = puzzle(UNIQUE);
    let reply = page.ask(1, "step", &packed(&json)).await;
    assert_eq!((&reply["message"], &reply["isValid"]), (&json!("Initial candidates."), &json!(true)));
    assert_eq!(reply["cells"][0], json!({ "value": 1 }));
    assert_eq!(reply["cells"][6], json!({ "value": 0, "candidates": [1, 2] }));
    write_down(&mut json, &reply);
    let mut messages = Vec::new();
    for nonce in 2..60 {
        let reply = page.ask(nonce, "step", &packed(&json)).await;
        assert_eq!((&reply["type"], &reply["isValid"]), (&json!("logical"), &json!(true)));
        write_down(&mut json, &reply);
        messages.push(reply["message"].as_str().unwrap().to_owned());
        if messages.last().is_some_and(|m| m == "No logical steps found.") {
            break;
        }
    }
    let digits: Vec<i64> = (0..16).map(|i| json["grid"][i / 4][i % 4]["value"].as_i64().unwrap()).collect();
    assert_eq!(digits, SOLUTION);
    assert!(messages.len() == 11 && messages[0].starts_with("r4c1 is 4"), "{messages:?}");
    assert!(!messages.contains(&"Initial candidates.".to_owned()), "{messages:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_has_a_line_for_each_step() {
    let (_server, mut page) = Page::new().await;
    let reply = page.ask(1, "solvepath", &data(UNIQUE)).await;
    let message = reply["message"].as_str().unwrap();
    assert_eq!(message.lines().count(), 10, "{message}");
    let values: Vec<i64> = reply["cells"].as_array().unwrap().iter().map(|c| c["value"].as_i64().unwrap()).collect();
    assert_eq!((values, &reply["isValid"]), (SOLUTION.to_vec(), &json!(true)));
    // The path starts from the player's position.
    let mut json = puzzle(UNIQUE);
    json["grid"][0][2] = json!({ "value": 4 });
    json["grid"][1][2] = json!({ "centerPencilMarks": [2] });
    let reply = page.ask(2, "solvepath", &packed(&json)).await;
    assert_eq!(reply["message"].as_str().unwrap().lines().count(), 9, "{reply}");
    // One digit breaks a rule at once; another is only found to be wrong by solving.
    json["grid"][0][2] = json!({ "value": 2 });
    let reply = page.ask(3, "solvepath", &packed(&json)).await;
    assert_eq!(reply["type"], "invalid");
    assert!(reply["message"].as_str().unwrap().starts_with("ERROR: "), "{reply}");
    json["grid"][0][2] = json!({ "value": 4 });
    json["grid"][1][2] = json!({ "value": 1 });
    let reply = page.ask(4, "solvepath", &packed(&json)).await;
    assert_eq!(reply["isValid"], false, "{reply}");
    let reply = page.ask(5, "solvepath", &data(&".".repeat(16))).await;
    assert_eq!((&reply["message"], &reply["isValid"]), (&json!("No logical steps found."), &json!(true)));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_answered_is_told() {
    let (_server, mut page) = Page::new().await;
    let clash = page.ask(1, "check", &data("1..1............")).await;
    assert_eq!(clash["type"], "invalid");
    let message = clash["message"].as_str().unwrap();
    assert!(message.starts_with("ERROR: The givens are invalid (no solutions)."), "{message}");
    let mut json = puzzle(UNIQUE);
    for (r, c) in [(2, 3), (3, 2)] {
        json["grid"][r][c]["region"] = json!(3);
    }
    json["grid"][3][3]["region"] = json!(2);
    assert_eq!(page.ask(2, "check", &packed(&json)).await["message"], "Region 2 has 5 cells, expected 4");
    for bad in ["", "nonsense", "N4Igzglg", "{}"] {
        let reply = page.ask(3, "check", bad).await;
        assert_eq!(reply["type"], "invalid", "{bad}");
        assert!(reply["message"].as_str().unwrap().starts_with("ERROR: "), "{reply}");
    }
    let reply = page.ask(4, "dance", &data(UNIQUE)).await;
    assert_eq!((&reply["type"], &reply["message"]), (&json!("invalid"), &json!("ERROR: unknown command: dance")));
    let mut json = puzzle(UNIQUE);
    json["fancyrule"] = json!([{ "cells": ["R1C1", "R1C2"] }]);
    assert!(page.ask(5, "check", &packed(&json)).await["message"].as_str().unwrap().contains("fancyrule"));
    // Invalid messages (a wrong kind of puzzle, no JSON, no request) are ignored, but each of them cancels the earlier request.
    for ignored in [
        json!({ "nonce": 6, "command": "check", "dataType": "candidates", "data": "x" }).to_string(),
        json!({ "nonce": 6, "command": "check" }).to_string(),
        json!({ "nonce": 6 }).to_string(),
        "no JSON".to_owned(),
        String::new(),
        "[1,2]".to_owned(),
    ] {
        page.request(99, "estimate", &data(&".".repeat(81))).await;
        assert_eq!(page.reply().await["nonce"], 99);
        page.send(&*ignored).await;
        // These messages were already on their way.
        while let Ok(Some(Ok(Message::Text(text)))) = timeout(Duration::from_millis(300), page.0.next()).await {
            assert!(text.contains(r#""nonce":99"#), "{text}");
        }
        page.silence().await;
    }
    page.0.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(page.ask(-8, "check", &data(UNIQUE)).await["count"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_newest_question_of_a_connection_is_answered() {
    let (server, mut page) = Page::new().await;
    let mut other = server.connect(None).await.unwrap();
    other.request(1, "estimate", &data(&".".repeat(81))).await;
    let begun = Instant::now();
    for nonce in 0..100 {
        page.request(nonce, "count", &data(&".".repeat(81))).await;
    }
    page.request(100, "check", &data(UNIQUE)).await;
    while page.reply().await["nonce"] != 100 {}
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    // Requests of other connections are not affected.
    let first = other.reply().await["iterations"].as_u64().unwrap();
    assert!(other.reply().await["iterations"].as_u64().unwrap() > first);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_listed_sites_may_ask() {
    let mut server = Server::start(Options { sites: vec!["https://my.example".into()], ..Options::default() }).await;
    for origin in [None, Some("https://my.example"), Some("http://localhost:3000"), Some("http://127.0.0.1")] {
        let mut page = server.connect(origin).await.unwrap_or_else(|e| panic!("{origin:?}: {e}"));
        assert_eq!(page.ask(1, "check", &data(UNIQUE)).await["count"], 1);
    }
    for origin in [
        "https://f-puzzles.com",
        "https://evil.example",
        "null",
        "http://localhost.evil.example",
        "http://localhost:1@evil.example",
        "https://my.example.evil",
    ] {
        match server.connect(Some(origin)).await {
            Err(Error::Http(response)) => assert_eq!(response.status().as_u16(), 403, "{origin}"),
            other => panic!("{origin}: {:?}", other.map(|_| ())),
        }
    }
    // A plain HTTP request, which makes the browser ask the user for permission.
    for (origin, status, allowed) in [("http://localhost:1", "200", true), ("https://evil.example", "403", false)] {
        let mut stream = TcpStream::connect(&server.address).await.unwrap();
        let request = format!("GET / HTTP/1.1\r\nHost: x\r\nOrigin: {origin}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
        assert_eq!(answer.contains(&format!("access-control-allow-origin: {origin}")), allowed, "{answer}");
    }
    for origin in ["https://f-puzzles.com", "https://sudokupad.app", "https://app.crackingthecryptic.com"] {
        assert!(Options::default().allows(origin));
    }
    // When the server is stopped, its connections end, too.
    let mut page = server.connect(None).await.unwrap();
    page.request(1, "count", &data(&".".repeat(81))).await;
    server.stop.take().unwrap().send(()).unwrap();
    timeout(Duration::from_secs(10), server.served).await.expect("it ends").unwrap().unwrap();
    let closed = async {
        while let Some(Ok(message)) = page.0.next().await {
            if message.is_close() {
                break;
            }
        }
    };
    timeout(Duration::from_secs(10), closed).await.expect("its connections end");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_much_is_refused() {
    let options = Options { connections: 2, bytes: 10_000, ..Options::default() };
    let server = Server::start(options).await;
    let mut page = server.connect(None).await.unwrap();
    let _second = server.connect(None).await.unwrap();
    match server.connect(None).await {
        Err(Error::Http(response)) => assert_eq!(response.status().as_u16(), 503),
        other => panic!("{:?}", other.map(|_| ())),
    }
    assert_eq!(page.ask(1, "check", &data(UNIQUE)).await["count"], 1);
    let _ = page.0.send(Message::text("x".repeat(20_000))).await;
    let gone = async {
        while let Some(Ok(message)) = page.0.next().await {
            assert!(!message.is_text());
        }
    };
    timeout(Duration::from_secs(10), gone).await.expect("it is closed");
    // The closed connection no longer counts against the limit.
    let mut again = None;
    for _ in 0..50 {
        again = server.connect(None).await.ok();
        if again.is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(again.unwrap().ask(1, "check", &data(UNIQUE)).await["count"], 1);
}
