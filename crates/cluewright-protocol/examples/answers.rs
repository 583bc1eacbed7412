//! Answers requests from standard input (one per line) in a single session. Every message becomes a line of standard output.
//!
//! `cargo run --package cluewright-protocol --example answers < requests.jsonl`

use cluewright_protocol::{Host, Session};
use std::io::{BufRead, Write};

struct Out;

impl Host for Out {
    fn send(&self, message: &str) {
        // Ignore errors, because `| head` stops reading early.
        let _ = writeln!(std::io::stdout(), "{message}");
    }
}

fn main() -> std::io::Result<()> {
    let session = Session::default();
    for line in std::io::stdin().lock().lines() {
        session.handle(&line?, &Out);
    }
    Ok(())
}
