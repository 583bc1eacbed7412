//! Answers requests from standard input, one a line, in one session: every message is a line of standard output.
//!
//! `cargo run --package cluewright-protocol --example answers < requests.jsonl`

use cluewright_protocol::{Host, Session};
use std::io::{BufRead, Write};

struct Out;

impl Host for Out {
    fn send(&self, message: &str) {
        // Nobody reads on after `| head`.
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
