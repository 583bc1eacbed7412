//! Files of any length: read, solve on several threads, write in the order of the input, in constant memory.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::{Condvar, Mutex};

use super::board::LONGEST;
use super::{Answer, BadLine, Engine, Question};

/// Bytes a thread takes at a time, cut at a line end: some 3,000 puzzles.
const CHUNK: usize = 256 * 1024;

/// How to work through a file of puzzles, one a line (81 or 729 characters).
#[derive(Clone, Copy, Debug)]
pub struct Pipeline<'a> {
    /// What to find out about each puzzle.
    pub question: Question<'a>,
    /// Threads that solve, at least 1.
    pub threads: usize,
    /// Bytes of a line that is no puzzle that are kept, 4096 or more.
    pub longest: usize,
}

impl Default for Pipeline<'_> {
    /// Unique or not, on one thread.
    fn default() -> Self {
        Self { question: Question::default(), threads: 1, longest: LONGEST }
    }
}

/// One line of the input and what was found out.
pub struct Line<'a> {
    /// Is it the first of the input?
    pub first: bool,
    /// Its number in its piece of the input, from 0.
    pub index: usize,
    /// The line without its end, and of a line that is no puzzle at most [`Pipeline::longest`] bytes.
    pub text: &'a [u8],
    /// The answer, or why the line is no puzzle.
    pub answer: Result<&'a Answer, &'a BadLine>,
}

/// What a thread writes while it goes through a piece of the input: some thousand lines.
pub struct Page<'e, T> {
    /// The output.
    pub out: Vec<u8>,
    /// What else there is to tell, handed over when the piece's turn has come.
    pub notes: T,
    /// The thread's engine, for further questions.
    pub engine: &'e mut Engine,
}

/// What a pipeline did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Lines read and answered.
    pub lines: u64,
    /// Lines that were no puzzles; these are among `lines`.
    pub bad: u64,
    /// Puzzles without, with one, and with more solutions, as far as the limit tells them apart.
    pub solutions: [u64; 3],
    /// Puzzles given up for their limit of guesses.
    pub given_up: u64,
    /// Whether the stop signal ended the work; the output then ends after some whole line.
    pub stopped: bool,
}

impl Summary {
    fn add(&mut self, other: &Self) {
        self.lines += other.lines;
        self.bad += other.bad;
        self.given_up += other.given_up;
        self.stopped |= other.stopped;
        for (a, b) in self.solutions.iter_mut().zip(other.solutions) {
            *a += b;
        }
    }
}

/// Cuts a stream into pieces of whole lines.
struct Source<R> {
    from: R,
    /// The begin of a line whose end was not read yet.
    carry: Vec<u8>,
    next: u64,
    ended: bool,
    longest: usize,
}

impl<R: Read> Source<R> {
    /// The number of the next piece, and its text in `text`; `None` at the end.
    fn piece(&mut self, text: &mut Vec<u8>) -> io::Result<Option<u64>> {
        text.clear();
        text.append(&mut self.carry);
        while !self.ended {
            let begin = text.len();
            let read = self.from.by_ref().take(CHUNK as u64).read_to_end(text);
            self.ended = !matches!(read, Ok(CHUNK));
            read?;
            if let Some(end) = text[begin..].iter().rposition(|&b| b == b'\n') {
                if !self.ended {
                    self.carry.extend_from_slice(&text[begin + end + 1..]);
                    text.truncate(begin + end + 1);
                }
                break;
            }
            // A line without an end in sight: keep its begin, for the message.
            text.truncate(begin.max(self.longest + 1).min(text.len()));
        }
        if text.is_empty() {
            return Ok(None);
        }
        self.next += 1;
        Ok(Some(self.next - 1))
    }
}

/// Finished pieces, until their turn to be written comes.
struct Target<W, T, G> {
    to: W,
    next: u64,
    waiting: BTreeMap<u64, (Vec<u8>, Summary, T)>,
    /// Buffers that were written, for those who need one.
    spare: Vec<Vec<u8>>,
    turn: G,
    summary: Summary,
    failed: Option<io::Error>,
}

impl Pipeline<'_> {
    /// Reads every line of `from`, solves it, lets `write` turn it into output, and writes that to `to` in the order
    /// of the input. Memory depends on the number of threads only. `write` runs on the solving threads.
    ///
    /// Errors: whatever reading or writing says; output up to then has been written.
    ///
    /// ```
    /// use cluewright_search::classic::{format, Pipeline};
    /// let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nnonsense\n";
    /// let mut out = Vec::new();
    /// let pipeline = Pipeline { threads: 2, ..Pipeline::default() };
    /// let done = pipeline
    ///     .run(&text[..], &mut out, |line, out| {
    ///         match line.answer.ok().and_then(|a| a.solution) {
    ///             Some(grid) => out.extend_from_slice(&format(&grid)),
    ///             None => out.extend_from_slice(b"no solution"),
    ///         }
    ///         out.push(b'\n');
    ///     })
    ///     .unwrap();
    /// assert_eq!((done.lines, done.bad, done.solutions), (2, 1, [0, 1, 0]));
    /// assert!(out.starts_with(b"534678912") && out.ends_with(b"\nno solution\n"));
    /// ```
    pub fn run<R, W, F>(&self, from: R, to: W, write: F) -> io::Result<Summary>
    where
        R: Read + Send,
        W: Write + Send,
        F: Fn(&Line, &mut Vec<u8>) + Sync,
    {
        self.run_with(from, to, |line, page: &mut Page<()>| write(line, &mut page.out), |_, ()| ())
    }

    /// The same with notes: `write` may ask the engine more and note what is not for the output; `turn` is told, in the
    /// order of the input, what was done for each piece that has been written, with its notes.
    pub fn run_with<R, W, T, F, G>(&self, from: R, to: W, write: F, turn: G) -> io::Result<Summary>
    where
        R: Read + Send,
        W: Write + Send,
        T: Default + Send,
        F: Fn(&Line, &mut Page<T>) + Sync,
        G: FnMut(&Summary, T) + Send,
    {
        let longest = self.longest.max(LONGEST);
        let source = Mutex::new(Source { from, carry: Vec::new(), next: 0, ended: false, longest });
        let target = Mutex::new(Target {
            to,
            next: 0,
            waiting: BTreeMap::new(),
            spare: Vec::new(),
            turn,
            summary: Summary::default(),
            failed: None,
        });
        let written = Condvar::new();
        let threads = self.threads.max(1);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| self.work(&source, &target, &written, &write));
            }
            self.work(&source, &target, &written, &write);
        });
        let mut target = target.into_inner().expect("no thread panicked, or the scope would have");
        if let Some(e) = target.failed {
            return Err(e);
        }
        target.to.flush()?;
        Ok(target.summary)
    }

    fn work<R, W, T, F, G>(
        &self,
        source: &Mutex<Source<R>>,
        target: &Mutex<Target<W, T, G>>,
        written: &Condvar,
        write: &F,
    ) where
        R: Read,
        W: Write,
        T: Default,
        F: Fn(&Line, &mut Page<T>),
        G: FnMut(&Summary, T),
    {
        const SOUND: &str = "a thread that panics ends the scope";
        let mut engine = Engine::new();
        let (mut text, mut answers) = (Vec::new(), Vec::new());
        let stop = || self.question.stop.is_some_and(|s| s.load(std::sync::atomic::Ordering::Relaxed));
        loop {
            let piece = source.lock().expect(SOUND).piece(&mut text);
            let number = match piece {
                Ok(Some(number)) => number,
                Ok(None) => return,
                Err(e) => {
                    let mut t = target.lock().expect(SOUND);
                    t.failed.get_or_insert(e);
                    written.notify_all();
                    return;
                }
            };
            let mut summary = Summary::default();
            let out = target.lock().expect(SOUND).spare.pop().unwrap_or_default();
            let mut page = Page { out, notes: T::default(), engine: &mut engine };
            if stop() {
                summary.stopped = true;
            } else {
                let bad = page.engine.solve_lines(&text, &self.question, &mut answers);
                summary = self.lines(&text, number == 0, &answers, &bad, write, &mut page, stop());
            }
            let Page { out, notes, .. } = page;

            let mut t = target.lock().expect(SOUND);
            // Not too far ahead of a slow piece: what waits is bounded.
            while t.next + 4 * (self.threads.max(1) as u64) < number && t.failed.is_none() && !t.summary.stopped {
                t = written.wait(t).expect(SOUND);
            }
            t.waiting.insert(number, (out, summary, notes));
            loop {
                let Target { to, next, waiting, spare, turn, summary, failed } = &mut *t;
                if failed.is_some() || summary.stopped {
                    written.notify_all();
                    return;
                }
                let Some((mut out, part, notes)) = waiting.remove(next) else { break };
                *next += 1;
                if let Err(e) = to.write_all(&out) {
                    *failed = Some(e);
                }
                out.clear();
                spare.push(out);
                summary.add(&part);
                turn(&part, notes);
                written.notify_all();
            }
        }
    }

    /// Output and statistics of one piece.
    #[allow(clippy::too_many_arguments)] // all that is known about a piece
    fn lines<T, F: Fn(&Line, &mut Page<T>)>(
        &self,
        text: &[u8],
        first: bool,
        answers: &[Answer],
        bad: &[(usize, BadLine)],
        write: &F,
        page: &mut Page<T>,
        stopped: bool,
    ) -> Summary {
        let mut summary = Summary::default();
        let mut bad = bad.iter().peekable();
        let mut rest = text;
        let mut index = 0;
        while !rest.is_empty() {
            let wrong = bad.next_if(|b| b.0 == index).map(|b| &b.1);
            // A puzzle has no line end among its 81 characters: nearly always it is over after them.
            let end = match wrong {
                None if rest.get(81) == Some(&b'\n') => 81,
                _ => rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len()),
            };
            let line = &rest[..end];
            rest = rest.get(end + 1..).unwrap_or_default();
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let first = first && index == 0;
            match (wrong, answers.get(index)) {
                (Some(e), _) => {
                    summary.bad += 1;
                    let text = &line[..self.longest.max(LONGEST).min(line.len())];
                    write(&Line { first, index, text, answer: Err(e) }, page);
                }
                (None, Some(a)) if a.complete || !stopped => {
                    if a.complete {
                        summary.solutions[a.count.min(2) as usize] += 1;
                    } else {
                        summary.given_up += 1;
                    }
                    write(&Line { first, index, text: line, answer: Ok(a) }, page);
                }
                _ => {
                    summary.stopped = true;
                    return summary;
                }
            }
            summary.lines += 1;
            index += 1;
        }
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Random, random_grid};
    use super::*;
    use std::sync::atomic::AtomicBool;

    /// A reader that hands out a few bytes at a time.
    struct Drip<'a>(&'a [u8], Random);

    impl Read for Drip<'_> {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            let n = (1 + self.1.below(5000)).min(to.len()).min(self.0.len());
            to[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    /// A writer that takes nothing.
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("disk full"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn sample(lines: usize) -> String {
        let mut random = Random::new(21);
        let mut text = String::new();
        let mut grid = random_grid(&mut random);
        for i in 0..lines {
            if i % 100 == 0 {
                grid = random_grid(&mut random);
            }
            match i % 997 {
                13 => text.push_str("not a puzzle"),
                14 => {}
                15 => text.push_str(&"1".repeat(6000)),
                _ => {
                    for d in grid {
                        let keep = random.below(9) < 4;
                        text.push(if keep { char::from(b'0' + d) } else { '.' });
                    }
                }
            }
            text.push('\n');
        }
        text
    }

    fn write(line: &Line, out: &mut Vec<u8>) {
        match line.answer {
            Ok(a) => out.extend_from_slice(format!("{} {:?}\n", a.count, a.solution.is_some()).as_bytes()),
            Err(e) => out.extend_from_slice(format!("{e}\n").as_bytes()),
        }
    }

    #[test]
    fn order_is_kept_whatever_the_threads() {
        let text = sample(12_000);
        let mut engine = Engine::new();
        let mut counts = Vec::new();
        let bad = engine.count_lines(text.as_bytes(), 2, &mut counts);
        let mut outputs = Vec::new();
        for threads in [1, 2, 5] {
            let mut out = Vec::new();
            let pipeline = Pipeline { threads, ..Pipeline::default() };
            let from = Drip(text.as_bytes(), Random::new(threads as u64));
            let done = pipeline.run(from, &mut out, write).expect("memory does not fail");
            assert_eq!((done.lines, done.bad), (12_000, bad.len() as u64));
            assert_eq!(done.solutions[2], counts.iter().filter(|&&n| n == 2).count() as u64);
            outputs.push(String::from_utf8(out).expect("ASCII"));
        }
        assert!(outputs.iter().all(|o| *o == outputs[0]));
        for (i, (line, n)) in outputs[0].lines().zip(&counts).enumerate() {
            assert!(line.starts_with(&format!("{n} ")) || bad.iter().any(|b| b.0 == i), "{i}: {line}");
        }
    }

    #[test]
    fn a_stop_signal_and_a_failing_writer_end_it() {
        let text = sample(9000);
        let stop = AtomicBool::new(true);
        let question = Question { stop: Some(&stop), ..Question::default() };
        let mut out = Vec::new();
        let done = Pipeline { question, threads: 2, ..Pipeline::default() }
            .run(text.as_bytes(), &mut out, write)
            .expect("no error");
        assert!(done.stopped && out.is_empty());

        let failing = Pipeline { threads: 3, ..Pipeline::default() };
        assert_eq!(failing.run(text.as_bytes(), Full, write).expect_err("it fails").to_string(), "disk full");
    }

    #[test]
    fn an_endless_line_is_one_bad_line() {
        let pipeline = Pipeline { threads: 2, ..Pipeline::default() };
        let mut out = Vec::new();
        let done = pipeline.run(io::repeat(b'.').take(3_000_000), &mut out, write).expect("no error");
        assert_eq!((done.lines, done.bad), (1, 1));
    }
}
