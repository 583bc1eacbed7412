//! A server that is used over HTTP. One server runs for all puzzles, to test that it survives.

use super::child::{self, Run};
use crate::task::Fail;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A simple puzzle that every working server can solve, and its solution.
const GOOD: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The program as a server.
pub(super) struct Server {
    child: Child,
    /// The server's address, `127.0.0.1:PORT`.
    at: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        // Ignore errors, as the process may have already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    pub(super) fn start(binary: &Path) -> Result<Self, Fail> {
        let mut child = Command::new(binary)
            .args(["serve", "--port", "0", "--no-library", "--threads", "1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("{}: {e}", binary.display()))?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("its output is a pipe")?;
        BufReader::new(out).read_line(&mut line).map_err(|e| format!("the server: {e}"))?;
        let at = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let at = at.ok_or_else(|| format!("the server does not say where it is: {line}"))?.to_owned();
        Ok(Self { child, at })
    }

    /// Asks about a puzzle, and then about the simple puzzle. If the simple puzzle is not answered correctly, the run counts as
    /// killed.
    pub(super) fn ask(&self, op: &str, fields: &str, puzzle: &str, seconds: f64) -> Run {
        let cpu = |server: &Self| child::of_process(server.child.id()).unwrap_or(0.0);
        let (start, before) = (Instant::now(), cpu(self));
        let text = Value::from(puzzle);
        let answer = self.post(op, &format!(r#"{{"puzzle":{text},"limits":{{"ms":{}}}{fields}}}"#, seconds * 1e3));
        let (wall, used) = (start.elapsed().as_secs_f64(), cpu(self) - before);
        let good = self.post("solve", &format!(r#"{{"puzzle":"{GOOD}"}}"#));
        let lives = answer.is_ok() && good.is_ok_and(|said| said.contains(SOLVED));
        let late = (wall - seconds).clamp(0.0, (used - seconds).max(0.0));
        Run {
            wall,
            cpu: used,
            late,
            memory: child::peak(self.child.id()),
            exit: lives.then_some(0),
            said: answer.unwrap_or_else(|e| e.to_string()),
        }
    }

    /// Sends a request, and returns the complete response.
    fn post(&self, op: &str, body: &str) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(&self.at)?;
        stream.set_read_timeout(Some(Duration::from_secs_f64(child::KILLED_AFTER)))?;
        write!(
            stream,
            "POST /api/v1/{op} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            self.at,
            body.len()
        )?;
        let mut said = Vec::new();
        stream.read_to_end(&mut said)?;
        Ok(String::from_utf8_lossy(&said).into_owned())
    }
}
