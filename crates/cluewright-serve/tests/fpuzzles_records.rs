//! Collected f-puzzles records, asked about over the wire: the solver's verdict is the library's.

use cluewright::{Document, Limits, Verdict};
use cluewright_serve::fpuzzles::{Options, listen};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// How long a record may take; what takes longer is not compared.
const EACH: Duration = Duration::from_secs(1);

/// What the library says: how many solutions, or that the puzzle cannot be used; `None`: it takes too long.
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
    for (record, nonce) in text.lines().zip(1..) {
        let record: Value = serde_json::from_str(record).unwrap();
        let (id, raw) = (record["id"].as_str().unwrap(), record["raw"].as_str().unwrap());
        let expected = verdict(raw);
        // Once as a puzzle that was never seen, and as a page asks it the second time.
        for times in [&mut took, &mut again] {
            let request = json!({ "nonce": nonce, "command": "check", "dataType": "fpuzzles", "data": raw });
            let begun = Instant::now();
            socket.send(Message::text(request.to_string())).await.unwrap();
            let reply = timeout(EACH * 2, async {
                loop {
                    let message = socket.next().await.unwrap().unwrap();
                    let reply: Value = serde_json::from_str(message.to_text().unwrap()).unwrap();
                    if reply["nonce"] == nonce {
                        return reply;
                    }
                }
            });
            let Ok(reply) = reply.await else {
                late.push(id.to_owned());
                socket.send(Message::text(json!({ "nonce": -1, "command": "cancel" }).to_string())).await.unwrap();
                break;
            };
            times.push(begun.elapsed());
            let message = reply["message"].as_str().unwrap_or_default();
            let same = match &expected {
                None => continue,
                // The protocol has words of its own for two reasons.
                Some(Ok(0)) => {
                    let told = message.starts_with("ERROR: The givens are invalid") || message.starts_with("Region ");
                    worded += u32::from(told);
                    told || reply["count"] == 0
                }
                Some(Ok(count)) => reply["count"] == *count,
                Some(Err(_)) => {
                    unusable += 1;
                    reply["type"] == "invalid"
                }
            };
            compared += 1;
            if !same {
                differ.push(format!("{id}: {expected:?}, but {reply}"));
            }
        }
    }
    served.abort();
    for times in [&mut took, &mut again] {
        times.sort();
    }
    let at = |times: &[Duration], share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{} records, {compared} answers compared, {unusable} of them that the puzzle cannot be used, {worded} that say why there is no solution; {} took too long; first answer: median {:.1?}, 90 % {:.1?}; second: median {:.1?}, 90 % {:.1?}",
        text.lines().count(),
        late.len(),
        at(&took, 0.5),
        at(&took, 0.9),
        at(&again, 0.5),
        at(&again, 0.9),
    );
    assert!(differ.is_empty(), "{differ:#?}");
    assert!(compared > 300, "{compared}");
}
