//! Sends collected f-puzzles records to the solver: the solver gives the same verdicts as the Rust library.

use cluewright::{Document, Limits, Verdict, formats};
use cluewright_serve::fpuzzles::{Options, listen};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The time limit of a record; slower records are not compared.
const EACH: Duration = Duration::from_secs(1);
/// The time limit of the whole test, after which the remaining records are skipped.
const ALL: Duration = Duration::from_secs(20);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The reply to a request; `None` if it took too long and was cancelled.
async fn ask(socket: &mut Socket, nonce: i64, command: &str, data: &str) -> Option<Value> {
    let request = json!({ "nonce": nonce, "command": command, "dataType": "fpuzzles", "data": data });
    socket.send(Message::text(request.to_string())).await.unwrap();
    let reply = timeout(EACH, async {
        loop {
            let message = socket.next().await.unwrap().unwrap();
            let reply: Value = serde_json::from_str(message.to_text().unwrap()).unwrap();
            if reply["nonce"] == nonce {
                return reply;
            }
        }
    });
    let reply = reply.await.ok();
    if reply.is_none() {
        socket.send(Message::text(r#"{"nonce":-1,"command":"cancel"}"#)).await.unwrap();
    }
    reply
}

/// Checks that solutions, candidates and steps agree with each other.
async fn agree(socket: &mut Socket, nonce: i64, raw: &str) -> Option<()> {
    let solved = ask(socket, nonce, "solve", raw).await?;
    let found = ask(socket, nonce + 1, "truecandidates", raw).await?;
    let solution = solved["solution"].as_array().unwrap_or_else(|| panic!("{solved}"));
    let side = solution.len().isqrt();
    let expected: Vec<u64> =
        solution.iter().flat_map(|d| (1..=side as u64).map(|n| u64::from(d.as_u64() == Some(n)))).collect();
    assert_eq!(found["solutionsPerCandidate"], json!(expected));
    // With the marks of the first reply in the grid, there is a step, and no step removes the solution.
    let mut puzzle: Value = serde_json::from_str(&formats::f_puzzles_json(raw).unwrap()).unwrap();
    for step in 0..3 {
        let reply = ask(socket, nonce + 2 + step, "step", &puzzle.to_string()).await?;
        assert_eq!(reply["isValid"], true, "{reply}");
        // If every digit is given, there are no steps.
        let full = reply["message"] == "No logical steps found.";
        assert!((reply["message"] == "Initial candidates.") == (step == 0) || full, "{reply}");
        for (i, (cell, digit)) in reply["cells"].as_array().unwrap().iter().zip(solution).enumerate() {
            let slot = puzzle["grid"][i / side][i % side].as_object_mut().unwrap();
            match cell.get("candidates") {
                None => assert_eq!(cell["value"], *digit),
                Some(marks) => {
                    assert!(marks.as_array().unwrap().contains(digit), "{reply}");
                    slot.insert("centerPencilMarks".to_owned(), marks.clone());
                }
            }
            if cell["value"] != 0 && slot.get("given") != Some(&json!(true)) {
                slot.insert("value".to_owned(), cell["value"].clone());
            }
        }
    }
    Some(())
}

/// The verdict of the Rust library: the number of solutions, or that the puzzle is unusable; `None` if it takes too long.
fn verdict(raw: &str) -> Option<Result<u64, String>> {
    let end = Instant::now() + EACH;
    let stop = || Instant::now() >= end;
    let limits = Limits { stop: Some(&stop), ..Limits::none() };
    let document = match Document::read(raw) {
        Ok(document) => document,
        Err(error) => return Some(Err(error.to_string())),
    };
    let answer = document.solve(&limits);
    match answer.value {
        Verdict::None => Some(Ok(0)),
        Verdict::Unique(_) => Some(Ok(1)),
        Verdict::Multiple(..) => Some(Ok(2)),
        Verdict::Unknown(_) => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn verdicts_are_the_librarys() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/variants/fpuzzles_corpus.jsonl");
    let Ok(text) = std::fs::read_to_string(file) else {
        println!("skipped: no ../shared");
        return;
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("ws://{}/", listener.local_addr().unwrap());
    let served = tokio::spawn(listen(Options::default(), listener, std::future::pending()));
    let (mut socket, _) = connect_async(address).await.unwrap();
    let (mut took, mut again, mut compared, mut unusable, mut worded, mut differ) =
        (Vec::new(), Vec::new(), 0, 0, 0, Vec::new());
    let mut late = Vec::new();
    let (mut agreed, mut unique, begun) = (0, BTreeSet::new(), Instant::now());
    for (record, nonce) in text.lines().zip((1..).step_by(10)) {
        let record: Value = serde_json::from_str(record).unwrap();
        let (id, raw) = (record["id"].as_str().unwrap(), record["raw"].as_str().unwrap());
        let expected = verdict(raw);
        // Ask once about the puzzle as new, and once as in a page's second request.
        for times in [&mut took, &mut again] {
            let begun = Instant::now();
            let Some(reply) = ask(&mut socket, nonce, "check", raw).await else {
                late.push(id.to_owned());
                break;
            };
            times.push(begun.elapsed());
            let message = reply["message"].as_str().unwrap_or_default();
            let same = match &expected {
                None => continue,
                // The protocol has its own messages for two reasons.
                Some(Ok(0)) => {
                    let told = message.starts_with("ERROR: The givens are invalid") || message.starts_with("Region ");
                    worded += u32::from(told);
                    told || reply["count"] == 0
                }
                // The protocol does not accept regions of another size; the Rust library drops their rule and adds a note.
                Some(Ok(_)) if message.starts_with("Region ") => Document::read(raw)
                    .is_ok_and(|d| d.notes().iter().any(|n| n.text.ends_with("it would leave no solution"))),
                Some(Ok(count)) => reply["count"] == *count,
                Some(Err(_)) => {
                    unusable += 1;
                    reply["type"] == "invalid"
                }
            };
            compared += 1;
            if reply["count"] == 1 && Document::read(raw).is_ok_and(|d| d.puzzle().progress.is_empty()) {
                unique.insert(id.to_owned());
            }
            if !same {
                differ.push(format!("{id}: {expected:?}, but {reply}"));
            }
        }
    }
    for (record, nonce) in text.lines().zip((10_001..).step_by(10)) {
        let record: Value = serde_json::from_str(record).unwrap();
        // The player's digits in a record may be wrong.
        if unique.contains(record["id"].as_str().unwrap()) && begun.elapsed() < ALL {
            agreed += u32::from(agree(&mut socket, nonce, record["raw"].as_str().unwrap()).await.is_some());
        }
    }
    println!("solutions, candidates and steps agree for {agreed} of {} with one solution", unique.len());
    served.abort();
    for times in [&mut took, &mut again] {
        times.sort();
    }
    let at = |times: &[Duration], percent: usize| times[(times.len() - 1) * percent / 100];
    println!(
        "{} records, {compared} answers compared, {unusable} of them that the puzzle cannot be used, {worded} that say why there is no solution; {} took too long; first answer: median {:.1?}, 90 % {:.1?}; second: median {:.1?}, 90 % {:.1?}",
        text.lines().count(),
        late.len(),
        at(&took, 50),
        at(&took, 90),
        at(&again, 50),
        at(&again, 90),
    );
    assert!(differ.is_empty(), "{differ:#?}");
    assert!(compared > 300, "{compared}");
}
