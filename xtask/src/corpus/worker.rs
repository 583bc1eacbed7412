//! A separate process that solves puzzles of a corpus on request. A request is the number of a line, from 0; the answer is the run
//! as JSON, on one line. If a puzzle never finishes or kills the process, only this puzzle is lost and not the rest of the corpus.
//! In addition, the processes of two programs can take turns on the same puzzles.

use super::one::{Outcome, Run, one};
use super::record::id_of;
use crate::clock;
use crate::task::ANEW;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The time in seconds that a puzzle may take beyond its limit, for work other than search.
const GRACE: f64 = 1.0;

/// The field that marks an answer as the last answer before the process ends.
const LAST: &str = "last";

/// Answers line numbers from standard input until its end. If a puzzle exceeds the limit, the process ends. If `anew` is set,
/// nothing that was compiled for earlier puzzles is reused.
pub(super) fn serve(records: &[Value], limit: f64, anew: bool) -> Result<(), String> {
    drop(cluewright_formats::read(".Shape~4x4.Thermo~R1C1~R1C2"));
    // The current puzzle and its deadline.
    let busy: Arc<Mutex<Option<(String, f64)>>> = Arc::default();
    let watched = Arc::clone(&busy);
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(50));
            let busy = watched.lock().expect("nobody panics with the lock");
            if let Some((id, _)) = busy.as_ref().filter(|b| clock::process() > b.1) {
                let mut run = Run::new(id.clone());
                run.outcome = Outcome::Unfinished;
                "the model was not built in time".clone_into(&mut run.why);
                let mut last = run.to_json();
                last[LAST] = true.into();
                println!("{last}");
                std::process::exit(0);
            }
        }
    });
    let mut before: Option<(usize, Run)> = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let number = line.trim().parse::<usize>().unwrap_or(usize::MAX);
        let record = records.get(number);
        let record = record.ok_or_else(|| format!("`{line}` is no line of the corpus"))?;
        *busy.lock().expect("nobody panics with the lock") = Some((id_of(record), clock::process() + limit + GRACE));
        if anew {
            cluewright_rules::forget_compiled();
        }
        let run = one(record, limit, before.as_ref().filter(|b| b.0 == number).map(|b| &b.1));
        *busy.lock().expect("nobody panics with the lock") = None;
        println!("{}", run.to_json());
        before = Some((number, run));
    }
    Ok(())
}

/// A worker process, started at the first request and restarted after it has ended.
pub(crate) struct Worker {
    program: PathBuf,
    words: Vec<String>,
    running: Option<(Child, ChildStdin, BufReader<ChildStdout>)>,
}

impl Worker {
    /// A worker that runs this program, or `other` instead; `anew` has the same meaning as in [`serve`].
    pub(crate) fn new(other: Option<&Path>, file: &str, limit: f64, anew: bool) -> Result<Self, String> {
        let program = match other {
            Some(path) => path.to_owned(),
            None => std::env::current_exe().map_err(|e| format!("this program: {e}"))?,
        };
        let mut words = ["corpus", file, "--worker", "--limit-s", &limit.to_string()].map(str::to_owned).to_vec();
        words.extend(anew.then(|| ANEW.0.to_owned()));
        Ok(Self { program, words, running: None })
    }

    /// A worker that runs another solver: a command that takes the corpus and the limit as its last two arguments and answers in
    /// the same form as our worker.
    pub(crate) fn peer(command: &str, file: &str, limit: f64) -> Result<Self, String> {
        let mut words = command.split_whitespace().map(str::to_owned);
        let program = PathBuf::from(words.next().ok_or("an empty command")?);
        Ok(Self { program, words: words.chain([file.to_owned(), limit.to_string()]).collect(), running: None })
    }

    /// Solves the puzzle on a line, from 0.
    pub(crate) fn ask(&mut self, line: usize, id: &str) -> Result<Run, String> {
        self.send(line, 1)?;
        Ok(self.answer().unwrap_or_else(|| {
            let how = self.end();
            let mut run = Run::new(id.to_owned());
            run.outcome = Outcome::Wrong;
            run.why = format!("the process ended without an answer{how}");
            run
        }))
    }

    /// The best of `rounds` more rounds on a puzzle that the worker has solved before. The rounds run without a pause, as an idle
    /// processor goes to sleep and wakes with cold caches.
    pub(crate) fn ask_again(&mut self, line: usize, rounds: u32, mut best: Run) -> Result<Run, String> {
        self.send(line, rounds)?;
        for _ in 0..rounds {
            let Some(run) = self.answer() else {
                // Later output would not belong to the next request, so end the process.
                self.end();
                break;
            };
            if run.total < best.total {
                best = run;
            }
        }
        Ok(best)
    }

    /// Sends a request `times` times, and starts a process if none is running. (A process that has ended in the meantime gives no
    /// answer.)
    fn send(&mut self, line: usize, times: u32) -> Result<(), String> {
        if self.running.is_none() {
            let mut child = Command::new(&self.program)
                .args(&self.words)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .map_err(|e| format!("{}: {e}", self.program.display()))?;
            let (into, out) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
            self.running = Some((child, into, BufReader::new(out)));
        }
        let (_, into, _) = self.running.as_mut().expect("just begun");
        let asked = into.write_all(format!("{line}\n").repeat(times as usize).as_bytes());
        asked.and_then(|()| into.flush()).ok();
        Ok(())
    }

    /// The next answer of the process; `None` if the process has ended.
    fn answer(&mut self) -> Option<Run> {
        let (_, _, out) = self.running.as_mut()?;
        let mut answer = String::new();
        out.read_line(&mut answer).ok()?;
        let answer: Value = serde_json::from_str(&answer).ok()?;
        if answer[LAST] == true {
            self.end();
        }
        Run::from_json(&answer)
    }

    /// Ends the process until the next request, and returns its exit status.
    pub(crate) fn end(&mut self) -> String {
        let Some((mut child, into, _)) = self.running.take() else { return String::new() };
        drop(into);
        child.wait().map_or(String::new(), |status| format!(" ({status})"))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.end();
    }
}
