//! Output: answers, messages, colours, progress and the exit status.

use crate::args::{Color, Output};
use crate::screen::{self, one_line, paint};
use cluewright::BadInput;
use cluewright::report::{AnswerRecord, Ending};
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};

/// The exit status.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    Done,
    Negative,
    Limit,
    BadInput,
}

impl Exit {
    /// The more serious of two exit statuses; the exit status for several puzzles is the most serious one.
    pub(crate) fn and(self, other: Self) -> Self {
        self.max(other)
    }

    /// The exit status with this number.
    pub(crate) fn of(number: u64) -> Self {
        [Self::Done, Self::Negative, Self::Limit].into_iter().find(|e| *e as u64 == number).unwrap_or(Self::BadInput)
    }
}

impl From<Ending> for Exit {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Yes => Self::Done,
            Ending::No => Self::Negative,
            Ending::Limit => Self::Limit,
            Ending::Wrong => Self::BadInput,
        }
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Negative => 1,
            Exit::BadInput => 2,
            Exit::Limit => 3,
        })
    }
}

/// The reason why a command ended before its work was done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong input or usage.
    Input(BadInput),
    /// The reader of the standard output has closed the pipe.
    Pipe,
}

impl From<BadInput> for Failure {
    fn from(error: BadInput) -> Self {
        Self::Input(error)
    }
}

impl From<cluewright::Error> for Failure {
    fn from(error: cluewright::Error) -> Self {
        Self::Input(error.into())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::Pipe,
            _ => Self::Input(BadInput::new(format!("writing the answer failed: {error}"))),
        }
    }
}

/// Writes text for readers to standard output.
pub(crate) fn print_text(text: &str) -> Result<(), Failure> {
    crate::watched::unwatch();
    let mut out = screen::out();
    Ok(out.write_all(text.as_bytes()).and_then(|()| out.flush())?)
}

/// Like `print_text`, but breaks long lines between words if standard output is a terminal.
pub(crate) fn print_wrapped(text: &str) -> Result<(), Failure> {
    print_text(&screen::wrapped(text, screen::out_width()))
}

/// Writes a puzzle in some format to standard output. The text is unchanged, except that hidden characters are escaped on a
/// terminal.
pub(crate) fn hand_over(text: &str) -> Result<(), Failure> {
    crate::watched::unwatch();
    if screen::hand_over(text)? {
        warn(
            "note: characters that control a terminal are shown as escapes; in a file or pipe they are written unchanged",
        );
    }
    Ok(())
}

/// An object as one line of JSON that has only printable characters.
pub(crate) fn json(object: &impl Serialize) -> String {
    let line = serde_json::to_string(object).expect("reports have text keys and finite numbers");
    screen::escaped_json(line) + "\n"
}

/// An answer for a puzzle, as one line of JSON.
pub(crate) fn answer_line(told: &AnswerRecord) -> String {
    json(told)
}

/// Writes a remark to standard error, and breaks long lines if standard error is a terminal. Write errors are ignored.
pub(crate) fn warn(text: &str) {
    screen::wipe_line();
    let text = screen::wrapped(text, screen::err_width());
    let _ = screen::err().write_all(format!("{text}\n").as_bytes());
}

/// Writes an error to standard error: the place, the message, and the hint on how to fix the error.
pub(crate) fn report_error(error: &BadInput) {
    let place = match (&error.source, error.place) {
        (Some(source), Some((line, column))) => format!("{}:{line}:{column}: ", one_line(source)),
        (Some(source), None) => format!("{}: ", one_line(source)),
        (None, Some((line, column))) => format!("line {line}, column {column}: "),
        (None, None) => String::new(),
    };
    let bold = |code: &str, text: &str| paint(screen::err_is_terminal() && colours_wanted(), code, text);
    let mut text = format!("{} {place}{}", bold("1;31", "error:"), one_line(&error.message));
    if let Some(hint) = &error.hint {
        text.push_str(&format!("\n{} {}", bold("1;36", " hint:"), one_line(hint)));
    }
    warn(&text);
}

fn colours_wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// Whether output has colours.
#[derive(Clone, Copy)]
pub(crate) struct Paint(bool);

impl Paint {
    pub(crate) fn new(output: Output) -> Self {
        Self(match output.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => screen::out_is_terminal() && colours_wanted(),
        })
    }

    /// No colours, regardless of the options.
    pub(crate) fn off() -> Self {
        Self(false)
    }

    pub(crate) fn is_on(self) -> bool {
        self.0
    }

    pub(crate) fn bold(self, text: &str) -> String {
        paint(self.0, "1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        paint(self.0, "2", text)
    }

    pub(crate) fn good(self, text: &str) -> String {
        paint(self.0, "32", text)
    }

    pub(crate) fn bad(self, text: &str) -> String {
        paint(self.0, "31", text)
    }
}

/// A progress line on the terminal, which is not shown if there is no terminal.
pub(crate) struct Progress {
    on: bool,
    started: Instant,
    last: std::sync::Mutex<Option<Instant>>,
}

impl Progress {
    pub(crate) fn new(output: Output) -> Self {
        let on = !output.quiet && screen::err_is_terminal();
        Self { on, started: Instant::now(), last: std::sync::Mutex::new(None) }
    }

    /// Shows `text`, at most a few times per second, and not for very short work.
    pub(crate) fn show(&self, text: impl FnOnce() -> String) {
        if !self.on || self.started.elapsed() < Duration::from_millis(400) {
            return;
        }
        let Ok(mut last) = self.last.try_lock() else { return };
        if last.is_none_or(|t| t.elapsed() > Duration::from_millis(120)) {
            *last = Some(Instant::now());
            screen::rewrite_line(&text());
        }
    }

    /// Shows the finished part of the work (0 to 1) as a bar.
    pub(crate) fn part(&self, what: &str, part: f64) {
        self.show(|| {
            #[allow(clippy::cast_possible_truncation, reason = "at most 30")]
            let filled = (part.clamp(0.0, 1.0) * 30.0) as usize;
            format!("{what} [{}{}] {:3.0} %", "#".repeat(filled), " ".repeat(30 - filled), part * 100.0)
        });
    }

    /// Clears the progress line before other output.
    pub(crate) fn clear(&self) {
        if let Ok(mut last) = self.last.lock()
            && last.take().is_some()
        {
            screen::rewrite_line("");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A number with a noun in the singular or plural: `1 step`, `2 steps`.
pub(crate) fn number(n: u64, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}
