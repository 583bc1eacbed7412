//! The guarantees of a session to its clients.

use cluewright_protocol::{Caps, Host, MessageBuffer, Session};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

/// All messages for a request.
fn all(session: &Session, request: &Value) -> Vec<Value> {
    let kept = MessageBuffer::default();
    session.handle(&request.to_string(), &kept);
    kept.messages().iter().map(|m| serde_json::from_str(m).expect("a message is JSON")).collect()
}

/// The last message for a request.
fn last(session: &Session, request: &Value) -> Value {
    all(session, request).pop().expect("every request has an answer")
}

fn code(message: &Value) -> &str {
    message["error"]["code"].as_str().unwrap_or("no error")
}

const SMALL: &str = "12..34..2.....3.";

#[test]
fn only_the_logical_puzzle_changes_the_hash_and_what_is_known() {
    let session = Session::default();
    let opened = last(
        &session,
        &json!({"id": 1, "op": "open", "doc": "a", "text": "grid: 9x9\nkiller-cage r1c1 r1c2 total 3\n"}),
    );
    let solved = |id: u64| last(&session, &json!({"id": id, "op": "solve", "doc": "a", "stats": true}));
    let before = solved(2);
    let titled = last(
        &session,
        &json!({"id": 3, "op": "change", "doc": "a", "add": ["title: A cage", "text: Digits in it add up to 3."]}),
    );
    assert_eq!(titled["ok"]["title"], "A cage");
    assert_eq!((&titled["hash"], &solved(4)["ok"]), (&opened["hash"], &before["ok"]));
    let more = last(&session, &json!({"id": 5, "op": "change", "doc": "a", "add": ["given r1c1 1"]}));
    assert_ne!(more["hash"], opened["hash"]);
    assert_eq!(more["ok"]["givens"], json!([{"cell": "r1c1", "value": 1}]));
    // A puzzle has the same hash in every format.
    let line = last(&session, &json!({"id": 6, "op": "solve", "puzzle": SMALL}));
    let file = last(&session, &json!({"id": 7, "op": "solve", "puzzle": format!("grid: 4x4\ngivens: {SMALL}")}));
    assert_eq!(line["hash"], file["hash"]);
}

#[test]
fn what_is_no_request_is_told() {
    let session = Session::default();
    let kept = MessageBuffer::default();
    for (text, wanted) in [
        ("", "bad_request"),
        ("[]", "bad_request"),
        ("{}", "bad_request"),
        (r#"{"id":1}"#, "bad_request"),
        (r#"{"id":1,"op":"sovle"}"#, "bad_request"),
        (r#"{"op":"meta"}"#, "bad_request"),
        (r#"{"id":{},"op":"meta"}"#, "bad_request"),
        (r#"{"id":-1,"op":"meta"}"#, "bad_request"),
        (r#"{"id":1,"op":"solve"}"#, "bad_request"),
        (r#"{"id":1,"op":"solve","doc":"x"}"#, "no_document"),
        (r#"{"id":1,"op":"solve","puzzle":"nothing"}"#, "bad_input"),
        (r#"{"id":1,"op":"solve","puzzle":7}"#, "bad_request"),
        (r#"{"id":1,"op":"solve","puzzle":"12..34..2.....3.","limits":{"seconds":1}}"#, "bad_request"),
        (r#"{"id":1,"op":"open","text":"12..34..2.....3."}"#, "bad_request"),
    ] {
        session.handle(text, &kept);
        let messages = kept.messages();
        assert_eq!(messages.len(), 1, "{text}");
        let message: Value = serde_json::from_str(&messages[0]).unwrap();
        assert_eq!(code(&message), wanted, "{text}: {message}");
        assert!(message["error"]["message"].as_str().is_some_and(|m| !m.is_empty()), "{text}");
    }
    let deep = format!(r#"{{"id":1,"op":"solve","puzzle":{}"#, "[".repeat(100_000));
    session.handle(&deep, &kept);
    let long = format!(r#"{{"id":1,"op":"solve","puzzle":"{}"}}"#, ".".repeat(5 << 20));
    session.handle(&long, &kept);
    for message in kept.messages() {
        assert!(message.starts_with(r#"{"id":null,"error":{"code":"bad_request""#), "{message}");
    }
}

#[test]
fn documents_are_bounded_and_closed() {
    let session = Session::new(Caps { documents: 2, ..Caps::default() });
    for doc in ["a", "b", "a"] {
        assert!(last(&session, &json!({"id": 1, "op": "open", "doc": doc, "text": SMALL}))["ok"].is_object());
    }
    assert_eq!(code(&last(&session, &json!({"id": 2, "op": "open", "doc": "c", "text": SMALL}))), "busy");
    assert_eq!(last(&session, &json!({"id": 3, "op": "close", "doc": "a"}))["ok"]["closed"], true);
    assert_eq!(last(&session, &json!({"id": 4, "op": "close", "doc": "a"}))["ok"]["closed"], false);
    assert!(last(&session, &json!({"id": 5, "op": "open", "doc": "c", "text": SMALL}))["ok"].is_object());
    // Text that cannot be read leaves the open document unchanged.
    assert_eq!(code(&last(&session, &json!({"id": 6, "op": "open", "doc": "c", "text": "nothing"}))), "bad_input");
    assert_eq!(code(&last(&session, &json!({"id": 7, "op": "change", "doc": "c", "add": ["nonsense"]}))), "bad_input");
    assert_eq!(last(&session, &json!({"id": 8, "op": "count", "doc": "c"}))["ok"]["count"], 1);
}

/// A host that has a clock and accepts messages from any thread.
struct Watched {
    start: Instant,
    messages: Mutex<mpsc::Sender<Value>>,
    stops_after: AtomicU64,
}

impl Watched {
    fn new() -> (Self, mpsc::Receiver<Value>) {
        let (messages, all) = mpsc::channel();
        let stops_after = AtomicU64::new(u64::MAX);
        (Self { start: Instant::now(), messages: Mutex::new(messages), stops_after }, all)
    }
}

impl Host for Watched {
    fn send(&self, message: &str) {
        let message = serde_json::from_str(message).expect("a message is JSON");
        self.messages.lock().unwrap().send(message).unwrap();
    }

    fn stopped(&self) -> bool {
        self.stops_after.load(Ordering::Relaxed) == 0
    }

    fn now(&self) -> Option<f64> {
        Some(self.start.elapsed().as_secs_f64() * 1e3)
    }
}

/// Far longer than any request in these tests takes; a test fails if this time is exceeded.
const LONG: Duration = Duration::from_secs(60);

/// Cancels the requests that are still running when a test fails.
struct Ending<'s>(&'s Session);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.cancel_all();
    }
}

#[test]
fn a_request_is_cancelled_by_name_and_by_a_newer_one_of_its_kind() {
    let session = Session::default();
    let empty = ".".repeat(81);
    last(&session, &json!({"id": 0, "op": "open", "doc": "a", "text": empty}));
    let (host, messages) = Watched::new();
    let count = |id: u64| json!({"id": id, "op": "count", "doc": "a", "progress": true}).to_string();
    std::thread::scope(|scope| {
        let _ending = Ending(&session);
        let first = session.begin(&count(1));
        scope.spawn(|| first.run(&host));
        // A request of another kind does not cancel the running one; a request of the same kind does.
        session.begin(r#"{"id":2,"op":"rate","doc":"a","limits":{"nodes":1}}"#).run(&host);
        let second = session.begin(&count(3));
        scope.spawn(|| second.run(&host));
        let mut ended = Vec::new();
        while ended.len() < 2 {
            let message = messages.recv_timeout(LONG).expect("both end");
            if message.get("progress").is_none() {
                ended.push(message["id"].as_u64().unwrap());
                assert!(message["id"] != 1 || code(&message) == "cancelled", "{message}");
            }
        }
        ended.sort_unstable();
        assert_eq!(ended, [1, 2]);
        session.begin(r#"{"id":4,"op":"cancel","of":3}"#).run(&host);
        let mut ended = Vec::new();
        while ended.len() < 2 {
            let message = messages.recv_timeout(LONG).expect("both end");
            if message.get("progress").is_none() {
                assert!(message["id"] != 3 || code(&message) == "cancelled", "{message}");
                assert!(message["id"] != 4 || message["ok"]["cancelled"] == true, "{message}");
                ended.push(message["id"].as_u64().unwrap());
            }
        }
    });
    assert_eq!(last(&session, &json!({"id": 5, "op": "cancel", "of": 3}))["ok"]["cancelled"], false);
}

#[test]
fn time_and_hosts_end_requests() {
    let empty = ".".repeat(81);
    let (host, messages) = Watched::new();
    let session = Session::new(Caps { ms: Some(50.0), ..Caps::default() });
    session.handle(&json!({"id": 1, "op": "count", "puzzle": empty}).to_string(), &host);
    let counted = messages.recv_timeout(LONG).expect("an answer");
    assert_eq!((&counted["ok"]["status"], &counted["ok"]["exact"]), (&json!("multiple"), &json!(false)));
    host.stops_after.store(0, Ordering::Relaxed);
    session.handle(&json!({"id": 2, "op": "count", "puzzle": empty}).to_string(), &host);
    assert_eq!(code(&messages.recv_timeout(LONG).expect("an answer")), "cancelled");
    // The work of a request is bounded even if there is no clock.
    let session = Session::new(Caps { nodes: 1_000, ..Caps::default() });
    assert_eq!(last(&session, &json!({"id": 3, "op": "count", "puzzle": empty}))["ok"]["exact"], false);
}

#[test]
fn steps_come_one_by_one() {
    let session = Session::default();
    let messages = all(&session, &json!({"id": 1, "op": "explain", "puzzle": SMALL, "stream": true}));
    let whole = last(&session, &json!({"id": 2, "op": "explain", "puzzle": SMALL}));
    let (end, steps) = messages.split_last().unwrap();
    assert_eq!(end["ok"]["steps"], json!([]));
    let steps: Vec<&Value> = steps.iter().map(|m| &m["partial"]["step"]).collect();
    assert_eq!(json!(steps), whole["ok"]["steps"]);
    assert_eq!(end["ok"]["rating"], whole["ok"]["rating"]);
    let puzzles =
        all(&session, &json!({"id": 3, "op": "generate", "puzzle": "................", "count": 3, "seed": 5}));
    assert_eq!(puzzles.len(), 4);
    assert_eq!(puzzles[3]["ok"], json!({"made": 3, "attempts": puzzles[3]["ok"]["attempts"]}));
}

/// If the text of a new puzzle leaves out rules, the answer says so, as the command `generate` does.
#[test]
fn what_the_text_of_a_new_puzzle_leaves_out_is_told() {
    let session = Session::default();
    let made = |to: &str| {
        let puzzle = "grid: 4x4\nrules: classic, diagonals\n";
        all(&session, &json!({"id": 1, "op": "generate", "puzzle": puzzle, "to": to})).swap_remove(0)
    };
    assert!(made("line")["partial"]["lost"][0].as_str().is_some_and(|lost| lost.contains("diagonals")));
    assert_eq!(made("clue")["partial"]["lost"], Value::Null);
}

#[test]
fn what_is_wrong_is_told_before_the_grid_is_full() {
    let session = Session::default();
    let text = "grid: 4x4\nkiller-cage r1c1 r1c2 r1c3 total 6\nthermometer r4c1 r4c2\n";
    last(&session, &json!({"id": 1, "op": "open", "doc": "a", "text": text}));
    let position = json!([{"cell": "r1c1", "digit": 4}, {"cell": "r1c2", "digit": 3}, {"cell": "r4c1", "digit": 4}]);
    let found = last(&session, &json!({"id": 2, "op": "conflicts", "doc": "a", "position": position}));
    let told: Vec<(&str, &str)> = found["ok"]["conflicts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| (c["rule"].as_str().unwrap(), c["text"].as_str().unwrap()))
        .collect();
    assert_eq!(
        told,
        [
            ("columns", "4 occurs twice in column 1, at r1c1 and r4c1."),
            ("thermometer", "The thermometer at r4c1 leaves no candidate for r4c2 with 4 in r4c1."),
            ("killer-cage", "The cage 6 at r1c1 cannot contain 4 in r1c1 and 3 in r1c2."),
        ]
    );
    assert_eq!(found["ok"]["conflicts"][2]["clue"], 0);
    assert_eq!(found["ok"]["conflicts"][2]["within"], json!(["r1c1", "r1c2", "r1c3"]));
    let history = json!(["4...............", "1.......",]);
    assert_eq!(
        code(&last(&session, &json!({"id": 3, "op": "last-right", "doc": "a", "history": history}))),
        "bad_input"
    );
    let right = last(
        &session,
        &json!({"id": 4, "op": "last-right", "puzzle": SMALL, "history": ["1243............", "1243..12........"]}),
    );
    assert_eq!(
        right["ok"],
        json!({"status": "unique", "last": 0, "mistakes": ["1 in r2c3 is wrong.", "2 in r2c4 is wrong."], "count": 2})
    );
}

/// The solution is 1234 3412 2143 4321. Two cages, the given of r4c4 and most cells are hidden at first.
const IN_FOG: &str = "grid: 4x4\nfog: r1c1 r1c2 r2c1 r2c2\ngiven r1c1 1\ngiven r4c4 1\n
killer-cage r1c1 r1c2 total 3\nkiller-cage r2c1 r3c1 total 5\nkiller-cage r3c2 r3c3 total 5\n";

#[test]
fn nothing_that_is_told_rests_on_what_is_in_fog() {
    let session = Session::default();
    let ask = |request: Value| last(&session, &request)["ok"].clone();
    let opened = ask(json!({"id": 1, "op": "open", "doc": "fog", "text": IN_FOG}));
    assert_eq!(opened["fog"], true);
    let told = ask(json!({"id": 2, "op": "hidden", "doc": "fog"}));
    assert_eq!(told["cells"].as_array().map(Vec::len), Some(12));
    assert_eq!(told["clues"], json!([1, 2]));
    // One correct digit, and one that is wrong according to the only solution, which is not recorded in the text.
    let position = json!([{"cell": "r2c1", "digit": 3}, {"cell": "r4c3", "digit": 1}]);
    let told = ask(json!({"id": 3, "op": "hidden", "doc": "fog", "position": position}));
    let cells = "r1c3 r1c4 r2c3 r2c4 r3c3 r3c4 r4c1 r4c2 r4c3 r4c4".split(' ').collect::<Vec<_>>();
    assert_eq!(told, json!({"cells": cells, "clues": [2]}));
    // Only the hidden given shows that the 1 in r4c3 is wrong, so no conflict is listed, and a check gives no reason.
    let conflicts = |fog: bool| json!({"id": 4, "op": "conflicts", "doc": "fog", "position": position, "fog": fog});
    assert_eq!(ask(conflicts(true))["conflicts"], json!([]));
    assert_ne!(ask(conflicts(false))["conflicts"], json!([]));
    let last_right = ask(json!({"id": 5, "op": "last-right", "doc": "fog", "history": [position]}));
    assert_eq!(last_right["mistakes"], json!(["1 in r4c3 is wrong."]));
    // Candidates: the cage shows that r3c3 is 1 or 4, but nothing visible shows that it is not 1.
    let plain = |fog: bool| {
        let found =
            ask(json!({"id": 6, "op": "candidates", "doc": "fog", "level": "plain", "fog": fog, "position": []}));
        let cells = found["cells"].as_array().expect("cells").clone();
        cells.into_iter().find(|cell| cell["cell"] == "r3c4").expect("it is a cell")["candidates"].clone()
    };
    assert_eq!((plain(true), plain(false)), (json!([1, 2, 3, 4]), json!([2, 3, 4])));
    let level = last(&session, &json!({"id": 7, "op": "candidates", "doc": "fog", "fog": true}));
    assert_eq!(code(&level), "bad_input");
    // Pictures contain no hidden cage or given, neither as a drawing nor in words.
    let drawn = ask(json!({"id": 8, "op": "draw", "doc": "fog", "fog": true, "layers": true}));
    let layer = |name: &str| {
        let layers = drawn["layers"].as_array().expect("layers");
        layers.iter().find(|layer| layer["name"] == name).expect("it is there").clone()
    };
    assert_eq!(layer("digits")["desc"], "r1c1 1");
    let all = drawn["layers"].to_string();
    assert!(all.contains("r1c1 r1c2") && !all.contains("r3c2 r3c3") && !all.contains("r2c1 r3c1"), "{all}");
    assert!(layer("fog")["desc"].as_str().is_some_and(|words| words.starts_with("r1c3, r1c4, r2c3")));
    let names: Vec<&str> = drawn["layers"].as_array().unwrap().iter().filter_map(|l| l["name"].as_str()).collect();
    let at = |name: &str| names.iter().position(|n| *n == name);
    assert!(at("clues") < at("fog") && at("fog") < at("digits"), "{names:?}");
}

#[test]
fn candidates_at_three_levels() {
    let session = Session::default();
    let of = |level: &str, position: &str| {
        let found = last(
            &session,
            &json!({"id": 1, "op": "candidates", "puzzle": SMALL, "level": level, "position": position}),
        );
        found["ok"]["cells"][3]["candidates"].clone()
    };
    assert_eq!(of("plain", "................"), json!([3, 4]));
    assert_eq!(of("logical", "................"), json!([3]));
    assert_eq!(of("true", "................"), json!([3]));
    // The player's digits count if the solution is not consulted.
    assert_eq!(of("plain", "..4............."), json!([3]));
}

/// The list of requests that library, server and worker must answer identically contains every operation.
#[test]
fn the_list_of_requests_has_every_operation() {
    let requests: Vec<Value> =
        include_str!("requests.jsonl").lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert!(requests.len() >= 300);
    for operation in cluewright_protocol::operations() {
        assert!(requests.iter().any(|r| r["op"] == operation.name), "{} is missing", operation.name);
    }
    // None of the requests depends on time.
    assert!(requests.iter().all(|r| r["limits"].get("ms").is_none() && r.get("progress").is_none()));
    let session = Session::default();
    let kept = MessageBuffer::default();
    let mut answers = Vec::new();
    for request in &requests {
        session.handle(&request.to_string(), &kept);
        let mut messages = kept.messages();
        let end: Value = serde_json::from_str(&messages.pop().expect("an answer")).unwrap();
        assert_eq!(end["id"], request["id"]);
        answers.push(end.get("ok").is_some());
    }
    assert!(answers.iter().filter(|ok| **ok).count() >= 260, "most are answered");
}

/// Progress is reported only on request, and not too often.
#[test]
fn progress_is_told_where_it_is_wanted() {
    let session = Session::default();
    let (host, messages) = Watched::new();
    let make = |id: u64, wanted: bool| {
        let empty = ".".repeat(81);
        json!({"id": id, "op": "generate", "puzzle": empty, "count": 40, "seed": 1, "unrated": true, "progress": wanted})
    };
    session.handle(&make(1, true).to_string(), &host);
    session.handle(&make(2, false).to_string(), &host);
    drop(host);
    let (mut told, mut made) = (0, [0, 0]);
    for message in &messages {
        if let Some(share) = message["progress"]["share"].as_f64() {
            assert!(message["id"] == 1 && (0.0..=1.0).contains(&share), "{message}");
            told += 1;
        }
        if message.get("partial").is_some() {
            made[usize::from(message["id"] == 2)] += 1;
        }
    }
    assert_eq!(made, [40, 40]);
    assert!(told <= 200, "{told} messages of progress");
}

/// Text with several paragraphs belongs to one heading and is replaced as a whole.
#[test]
fn a_text_of_several_paragraphs_is_changed_whole() {
    let session = Session::default();
    let text = "title: T\ntext:\n  one\n\n  two\n\n\n  three\ngrid: 4x4\n";
    last(&session, &json!({"id": 1, "op": "open", "doc": "a", "text": text}));
    let changed = last(&session, &json!({"id": 2, "op": "change", "doc": "a", "add": ["text: four"]}));
    assert_eq!((&changed["ok"]["title"], &changed["ok"]["text"]), (&json!("T"), &json!("four")));
}

/// The later request prevails, whichever is carried out first.
#[test]
fn a_change_is_of_the_document_that_is_open() {
    let session = Session::default();
    let kept = MessageBuffer::default();
    let open = |text: &str| json!({"id": 1, "op": "open", "doc": "a", "text": text});
    let change = |add: &str| json!({"id": 2, "op": "change", "doc": "a", "add": [add], "kind": ""}).to_string();
    let answer = || serde_json::from_str::<Value>(&kept.messages().pop().expect("an answer")).expect("JSON");
    let title = || last(&session, &json!({"id": 3, "op": "puzzle", "doc": "a"}));
    last(&session, &open("grid: 4x4"));
    let late = session.begin(&change("title: old"));
    last(&session, &open("title: new\ngrid: 6x6"));
    late.run(&kept);
    assert_eq!((code(&answer()), &title()["ok"]["title"]), ("cancelled", &json!("new")));
    // If two changes of a document ran independently, one would undo the other.
    let (one, two) = (session.begin(&change("author: me")), session.begin(&change("title: newer")));
    two.run(&kept);
    assert_eq!(answer()["ok"]["title"], "newer");
    one.run(&kept);
    assert_eq!((code(&answer()), &title()["ok"]["title"]), ("cancelled", &json!("newer")));
    let late = session.begin(&change("title: gone"));
    assert_eq!(last(&session, &json!({"id": 4, "op": "close", "doc": "a"}))["ok"]["closed"], true);
    late.run(&kept);
    assert_eq!((code(&answer()), code(&title())), ("cancelled", "no_document"));
}

/// Opens another document with the same name on another thread when the stop signal is polled for the nth time.
struct Meddling {
    session: std::sync::Arc<Session>,
    left: AtomicU64,
    other: Mutex<Option<std::thread::JoinHandle<()>>>,
}

impl Host for Meddling {
    fn send(&self, _message: &str) {}

    fn stopped(&self) -> bool {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            let session = std::sync::Arc::clone(&self.session);
            let (done, wait) = mpsc::channel();
            let newer = std::thread::spawn(move || {
                let open = json!({"id": 2, "op": "open", "doc": "a", "text": "title: newer\ngrid: 4x4"});
                last(&session, &open);
                let _ = done.send(());
            });
            // The newer request is done by now, or has to wait for this request.
            let _ = wait.recv_timeout(Duration::from_millis(200));
            *self.other.lock().unwrap() = Some(newer);
        }
        false
    }
}

#[test]
fn an_older_open_never_takes_the_place_of_a_newer_one() {
    let mut nth = 1;
    loop {
        let session = std::sync::Arc::new(Session::default());
        let host =
            Meddling { session: std::sync::Arc::clone(&session), left: AtomicU64::new(nth), other: Mutex::new(None) };
        session
            .handle(&json!({"id": 1, "op": "open", "doc": "a", "text": "title: older\ngrid: 4x4"}).to_string(), &host);
        let Some(newer) = host.other.into_inner().unwrap() else { break };
        newer.join().unwrap();
        let open = last(&session, &json!({"id": 3, "op": "puzzle", "doc": "a"}));
        assert_eq!(open["ok"]["title"], "newer", "at {nth}");
        nth += 1;
    }
    assert!(nth > 3, "it is asked more than {nth} times");
}

/// A clue that is named twice is removed once.
#[test]
fn clues_are_taken_away_by_their_places() {
    let session = Session::default();
    let text = "grid: 4x4\nodd r1c1\nany:\n  odd r1c2\n  even r1c3\nodd r1c4\n";
    last(&session, &json!({"id": 1, "op": "open", "doc": "a", "text": text}));
    let left = last(&session, &json!({"id": 2, "op": "change", "doc": "a", "remove": [1, 0, 1, 1]}));
    assert_eq!(left["ok"]["clues"].as_array().map(Vec::len), Some(1));
    assert_eq!(left["ok"]["clues"][0]["written"], "odd r1c4");
    assert_eq!(code(&last(&session, &json!({"id": 3, "op": "change", "doc": "a", "remove": [1]}))), "bad_input");
}

/// Added rules may begin with a comment; the document can still be changed afterwards.
#[test]
fn rules_below_a_comment_are_written_again() {
    let session = Session::default();
    let rule = "# Mine.\n\nrule mine \"Neighbours differ.\"\n  for (a, b) in neighbours: require |a - b| != 1\n";
    let opened = last(&session, &json!({"id": 1, "op": "open", "doc": "a", "text": "grid: 4x4", "rules": [rule]}));
    assert!(opened["ok"]["clue"].is_string(), "{opened}");
    let changed = last(&session, &json!({"id": 2, "op": "change", "doc": "a", "add": ["title: T"]}));
    assert_eq!((&changed["ok"]["title"], &changed["hash"]), (&json!("T"), &opened["hash"]));
    let wrong = "# Mine.\nrule mine \"Neighbours differ.\"\n  nonsense\n";
    let told = last(&session, &json!({"id": 3, "op": "open", "doc": "a", "text": "grid: 4x4", "rules": [wrong]}));
    assert_eq!(told["error"]["place"], json!([3, 3]));
}

/// The check of a long history stops at the limit; a short history is checked even if there was no time to find the solution.
#[test]
fn a_limit_ends_the_look_through_a_history() {
    let session = Session::default();
    let (host, messages) = Watched::new();
    last(&session, &json!({"id": 0, "op": "open", "doc": "a", "text": SMALL}));
    let of = |positions: usize| {
        let wrong = json!([{"cell": "r1c1", "digit": 0}]);
        let request =
            json!({"id": 1, "op": "last-right", "doc": "a", "history": vec![wrong; positions], "limits": {"ms": 1}});
        let late = Late(&host, AtomicU64::new(0));
        session.handle(&request.to_string(), &late);
        messages.recv_timeout(LONG).expect("an answer")
    };
    assert_eq!(of(100)["ok"]["mistakes"], json!(["0 in r1c1 is not a digit of this puzzle: the digits are 1 to 4."]));
    assert_eq!(code(&of(50_000)), "limit");
}

/// A host whose clock advances each time it is read.
struct Late<'h>(&'h Watched, AtomicU64);

impl Host for Late<'_> {
    fn send(&self, message: &str) {
        self.0.send(message);
    }

    fn now(&self) -> Option<f64> {
        Some(self.1.fetch_add(1, Ordering::Relaxed) as f64 * 1e4)
    }
}

/// Thousands of names are read quickly; in an old version, each name was compared with the names of all cells.
#[test]
fn a_position_may_name_every_cell_of_a_large_grid_many_times() {
    let session = Session::default();
    let (host, messages) = Watched::new();
    let cells: Vec<Value> = (0..100_000u32)
        .map(|i| json!({"cell": format!("r{}c{}", 64 - i / 64 % 64, 64 - i % 64), "digit": 1}))
        .collect();
    let text = "grid: 64x64\nrules: none";
    let start = Instant::now();
    session.handle(&json!({"id": 1, "op": "conflicts", "puzzle": text, "position": cells}).to_string(), &host);
    let found = messages.recv_timeout(LONG).expect("an answer");
    assert_eq!(found["ok"]["conflicts"], json!([]), "{found}");
    // In the old version this took 15 seconds; now it takes a tenth of a second.
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

/// A 0 means an empty cell if the puzzle has no digit 0, and otherwise the digit.
#[test]
fn a_position_may_have_the_digit_0() {
    let session = Session::default();
    let text = "grid: 4x4\ndigits: 0..3\ngivens: 01..23..1.....2.\n";
    let told = |grid: &str| {
        let request = json!({"id": 1, "op": "hint", "puzzle": text, "position": grid, "level": 1});
        last(&session, &request)["ok"]["status"].clone()
    };
    let solution = last(&session, &json!({"id": 2, "op": "solve", "puzzle": text}))["ok"]["solutions"][0].clone();
    assert_eq!(told(solution.as_str().unwrap()), "done");
    assert_eq!(told("0132\n2310\n1203\n3021\n"), "done");
    assert_eq!(told("0..0............"), "mistakes");
    assert_eq!(told("grid: 4x4\ndigits: 0..3\ngivens: 0..0............"), "mistakes");
    assert_eq!(told("................"), "step");
    // In other puzzles, 0 is not a digit.
    let found = |position: &str| {
        let request = json!({"id": 3, "op": "conflicts", "puzzle": SMALL, "position": position});
        last(&session, &request)["ok"]["conflicts"].as_array().map(Vec::len)
    };
    assert_eq!((found("1200340020000030"), found("1200340020000033")), (Some(0), Some(1)));
}

/// The values of extra cells are returned with the digits of a solution, and are drawn.
#[test]
fn extra_cells_are_told_and_drawn() {
    let session = Session::default();
    // A star in one of the two cells that hold a 1.
    let two = "grid: 2x2\nboxes: none\nrules: latin, star\ngivens:\n  12\n  2.\n\nrule star\n  \
               extra shown cell star[cells]: 0..1\n  require exactly 1 c in cells: star[c] = 1\n  \
               for c in cells: require star[c] = 1 => c = 1\n";
    let one = two.replace("exactly 1 c in cells: star[c] = 1", "star[cell(2, 2)] = 1 and star[cell(1, 1)] = 0");
    let solved = |puzzle: &str| last(&session, &json!({"id": 1, "op": "solve", "puzzle": puzzle}))["ok"].clone();
    let star = |values: [u8; 4]| json!([{"name": "star", "values": values}]);
    assert_eq!((&solved(&one)["status"], &solved(&one)["extra"]), (&json!("unique"), &json!([star([0, 0, 0, 1])])));
    let both = solved(two);
    assert_eq!((&both["status"], &both["solutions"]), (&json!("multiple"), &json!(["1221", "1221"])));
    let extra = both["extra"].as_array().expect("a list");
    assert!(extra.len() == 2 && [star([1, 0, 0, 0]), star([0, 0, 0, 1])].iter().all(|s| extra.contains(s)), "{both}");
    // The values of extra cells are in the picture of the solution, but not in the picture of the puzzle.
    let drawn = |with: &str| {
        let drawn = last(&session, &json!({"id": 2, "op": "draw", "puzzle": one, with: true}));
        drawn["ok"]["svg"].as_str().expect("a picture").to_owned()
    };
    let stars =
        |svg: &str| svg.split("<title>star</title>").nth(1).map(|rest| rest.split("</g>").next().map(str::to_owned));
    assert_eq!(stars(&drawn("solution")).flatten().expect("stars").matches("<rect").count(), 1);
    assert_eq!(stars(&drawn("words")), None);
}

/// The answers that the page quotes are those to its requests.
#[test]
fn examples_of_the_page_are_true() {
    let session = Session::default();
    let page = include_str!("../../../docs/protocol.md");
    let (mut requests, mut quoted) = (Vec::new(), 0);
    for block in page.split("```json\n").skip(1).filter_map(|block| block.split("\n```").next()) {
        let message: Value = serde_json::from_str(block).unwrap_or_else(|e| panic!("{block}: {e}"));
        if message.get("op").is_some() {
            requests.push(message);
            continue;
        }
        let answer = requests.drain(..).map(|request| last(&session, &request)).last();
        assert_eq!(answer.as_ref(), Some(&message));
        quoted += 1;
    }
    assert_eq!(quoted, 2);
}
