//! Puzzles are made as requested.

use cluewright_protocol::{Host, MessageBuffer, Session};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// All messages for a request.
fn all(session: &Session, request: &Value) -> Vec<Value> {
    let kept = MessageBuffer::default();
    session.handle(&request.to_string(), &kept);
    kept.messages().iter().map(|m| serde_json::from_str(m).expect("a message is JSON")).collect()
}

/// The answer to a request.
fn last(session: &Session, request: &Value) -> Value {
    all(session, request).pop().expect("every request has an answer")
}

/// The puzzles made by a `generate` request with these fields.
fn made(session: &Session, puzzle: &str, fields: &Value) -> Vec<Value> {
    let mut request = json!({"id": 1, "op": "generate", "puzzle": puzzle, "seed": 7});
    for (name, value) in fields.as_object().expect("fields") {
        request[name] = value.clone();
    }
    let mut messages = all(session, &request);
    let end = messages.pop().expect("an answer");
    let parts: Vec<Value> = messages.iter().map(|m| m["partial"].clone()).collect();
    assert_eq!(end["ok"]["made"], parts.len(), "{end}");
    assert!(!parts.is_empty(), "{end}");
    for part in &parts {
        let solved = last(session, &json!({"id": 2, "op": "solve", "puzzle": part["puzzle"]}));
        assert_eq!((&solved["ok"]["status"], &solved["ok"]["solutions"][0]), (&json!("unique"), &part["solution"]));
    }
    parts
}

/// The rule of each clue of a puzzle.
fn kinds(session: &Session, part: &Value) -> Vec<String> {
    let told = last(session, &json!({"id": 3, "op": "puzzle", "puzzle": part["puzzle"]}));
    let clues = told["ok"]["clues"].as_array().cloned().unwrap_or_default();
    clues.iter().map(|clue| clue["rule"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn clues_are_made_of_the_kinds_that_are_asked_for() {
    let session = Session::default();
    let fields = json!({"clues": ["killer-cage=2..6:2..3", "white-dot=1..4"], "givens": [0, 4], "count": 2});
    for part in made(&session, "grid: 4x4\n", &fields) {
        let kinds = kinds(&session, &part);
        let count = |name: &str| kinds.iter().filter(|kind| *kind == name).count();
        assert!((2..=6).contains(&count("killer-cage")) && (1..=4).contains(&count("white-dot")), "{kinds:?}");
        assert_eq!(part["clues"], kinds.len());
        assert!(part["givens"].as_u64().is_some_and(|n| n <= 4), "{part}");
        assert!(part["covered"].as_u64().is_some_and(|n| (2..=16).contains(&n)), "{part}");
        assert!(part["attempt"].as_u64().is_some_and(|n| n >= 1), "{part}");
        assert!(part["title"].as_str().is_some_and(|t| t.starts_with("Killer cage")), "{part}");
        assert!(part["text"].as_str().is_some_and(|t| t.contains("cage")), "{part}");
        // The puzzle has no redundant givens or clues.
        let left = last(&session, &json!({"id": 4, "op": "minimise", "puzzle": part["puzzle"]}));
        assert_eq!(left["ok"]["removed"], json!([]), "{left}");
    }
}

#[test]
fn one_like_another_has_other_clues_of_its_kinds() {
    let session = Session::default();
    let text =
        "title: Two cages\nauthor: Somebody\ngrid: 4x4\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r3c1 r3c2 total 5\n";
    // Without `like`, the clues are kept and the givens are new.
    let same = &made(&session, text, &json!({}))[0];
    let written = |part: &Value| part["puzzle"].as_str().expect("a text").to_owned();
    assert!(written(same).contains("killer-cage r1c1 r1c2 total 3"), "{same}");
    let other = &made(&session, text, &json!({"like": true}))[0];
    let found = kinds(&session, other);
    assert!(found.iter().all(|kind| kind == "killer-cage") && (2..=3).contains(&found.len()), "{found:?}");
    assert_ne!(written(other), written(same));
    assert_eq!(other["title"], "Two cages");
    // With clues of another kind, the result is a different puzzle.
    let third = &made(&session, text, &json!({"like": true, "clues": ["odd=1..3"]}))[0];
    assert!(kinds(&session, third).iter().all(|kind| kind == "odd"), "{third}");
    assert!(!written(third).contains("Somebody"), "{third}");
}

#[test]
fn regions_symmetry_and_technique_are_as_asked_for() {
    let session = Session::default();
    let jigsaw = &made(&session, "grid: 6x6\n", &json!({"regions": "random", "unrated": true}))[0];
    assert!(jigsaw["puzzle"].as_str().is_some_and(|text| text.contains("regions:")), "{jigsaw}");
    let turned = &made(&session, "grid: 6x6\n", &json!({"clues": ["even"], "symmetry": "mirrors", "unrated": true}))[0];
    let told = last(&session, &json!({"id": 5, "op": "puzzle", "puzzle": turned["puzzle"]}));
    let places: Vec<String> = told["ok"]["clues"]
        .as_array()
        .expect("clues")
        .iter()
        .map(|clue| clue["cells"][0].as_str().expect("a cell").to_owned())
        .collect();
    for place in &places {
        let at = |i: usize| place.as_bytes()[i] - b'0';
        let other = format!("r{}c{}", at(1), 7 - at(3));
        assert!(places.contains(&other), "{place} without {other}");
    }
    let hard = &made(&session, &".".repeat(81), &json!({"technique": "naked-pair", "symmetry": "rotate"}))[0];
    let steps =
        last(&session, &json!({"id": 6, "op": "explain", "puzzle": hard["puzzle"], "ways": {"avoid": ["naked pair"]}}));
    let first = last(&session, &json!({"id": 7, "op": "explain", "puzzle": hard["puzzle"]}));
    assert_eq!(first["ok"]["status"], "solved");
    assert!(first["ok"]["steps"].as_array().expect("steps").iter().any(|s| s["technique"] == "naked_pair"), "{hard}");
    assert_ne!(steps["ok"]["steps"], first["ok"]["steps"]);
    let easy = &made(&session, &".".repeat(81), &json!({"difficulty": "easy"}))[0];
    assert!(easy["solved"] == true && easy["scales"][0]["word"] == "easy", "{easy}");
}

#[test]
fn a_wish_that_is_none_is_told() {
    let session = Session::default();
    for (fields, word) in [
        (json!({"clues": ["no-such-rule"]}), "no-such-rule"),
        (json!({"clues": ["arrow=many"]}), "range"),
        (json!({"clues": ["anti-knight"]}), "whole grid"),
        (json!({"difficulty": "bitter"}), "bitter"),
        (json!({"technique": "xwing"}), "xwing"),
        (json!({"avoid": ["nothing"]}), "nothing"),
    ] {
        let mut request = json!({"id": 1, "op": "generate", "puzzle": "grid: 4x4\n"});
        for (name, value) in fields.as_object().expect("fields") {
            request[name] = value.clone();
        }
        let end = last(&session, &request);
        assert_eq!(end["error"]["code"], "bad_input", "{fields}: {end}");
        assert!(end["error"]["message"].as_str().is_some_and(|m| m.contains(word)), "{fields}: {end}");
    }
}

/// A host that stops as soon as a puzzle has been made.
struct Stopping {
    start: Instant,
    stopped: AtomicBool,
    messages: std::sync::Mutex<Vec<Value>>,
}

impl Host for Stopping {
    fn send(&self, message: &str) {
        let message: Value = serde_json::from_str(message).expect("a message is JSON");
        if message.get("partial").is_some() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.messages.lock().expect("one thread").push(message);
    }

    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn now(&self) -> Option<f64> {
        Some(self.start.elapsed().as_secs_f64() * 1e3)
    }
}

#[test]
fn making_clues_is_cancelled() {
    let host =
        Stopping { start: Instant::now(), stopped: AtomicBool::new(false), messages: std::sync::Mutex::default() };
    let request = json!({"id": 1, "op": "generate", "puzzle": "grid: 4x4\n", "clues": ["killer-cage"], "count": 1000});
    Session::default().handle(&request.to_string(), &host);
    let messages = host.messages.lock().expect("one thread");
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert_eq!(messages[1]["error"]["code"], "cancelled");
}
