//! Output that people read: untrusted text (titles, keys, names of files and rules) cannot control the terminal.
//! A title may contain codes that change a terminal's colours, its window title or the text already on the screen, and characters
//! that reverse the text direction or have no width. All output goes through [`shown`], which escapes such characters (`\u{1b}`).
//! Our own colour codes are not escaped: they start with a mark that is random in each process, so untrusted text cannot imitate
//! them. Only this file opens standard output and standard error for writing; a test in `xtask/tests/architecture.rs` checks that.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether this character controls a terminal, reverses text, or is invisible.
///
/// Line feeds and tabs do not count. Sources: Unicode 16, `Cc`, the `Bidi_Control` property, and the characters without width among
/// `Cf` and the fillers. Joiners are among them, so joined emoji are also shown as escapes.
pub(crate) fn is_hidden(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => true,
        c if c.is_ascii() => false,
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{fffe}'
        | '\u{ffff}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// The mark before our own colour codes, which is random in each process.
fn mark() -> &'static str {
    static MARK: OnceLock<String> = OnceLock::new();
    MARK.get_or_init(|| {
        let drawn = || std::collections::hash_map::RandomState::new().build_hasher().finish();
        format!("\x1b{:016x}{:016x};", drawn(), drawn())
    })
}

/// The text in the colour with this code, marked so that [`shown`] leaves the colour code unchanged.
pub(crate) fn paint(on: bool, code: &str, text: &str) -> String {
    if on { format!("{0}{code}m{text}{0}0m", mark()) } else { text.to_owned() }
}

/// The text with every hidden character ([`is_hidden`]) escaped, except in our own colour codes.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    // Most texts contain no hidden characters. This loop is vectorised, so it detects such texts quickly.
    if text.bytes().all(|b| matches!(b, b'\n' | b'\t' | b' '..=b'~')) || !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 64);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((code, after)) = rest.strip_prefix(mark()).and_then(|own| own.split_once('m')) {
            let _ = write!(out, "\x1b[{code}m");
            rest = after;
            continue;
        }
        if is_hidden(c) {
            let _ = write!(out, "\\u{{{:x}}}", c as u32);
        } else {
            out.push(c);
        }
        rest = &rest[c.len_utf8()..];
    }
    Cow::Owned(out)
}

/// Redirects the input and output of another program, so that it cannot write to our terminal.
#[cfg(feature = "serve")]
pub(crate) fn mute(command: &mut std::process::Command) -> &mut std::process::Command {
    use std::process::Stdio;
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

/// The number of columns of the terminal; `None` if standard output is not a terminal.
pub(crate) fn out_width() -> Option<usize> {
    out_is_terminal().then(|| width(terminal_size::terminal_size_of(io::stdout())))
}

/// Like `out_width`, for standard error.
pub(crate) fn err_width() -> Option<usize> {
    err_is_terminal().then(|| width(terminal_size::terminal_size_of(io::stderr())))
}

/// The width from `COLUMNS`, which a shell exports only on request; otherwise the terminal's width, or 80 if that is unknown.
fn width(size: Option<(terminal_size::Width, terminal_size::Height)>) -> usize {
    columns_of(std::env::var("COLUMNS").ok().as_deref(), size.map(|(width, _)| width.0))
}

fn columns_of(told: Option<&str>, terminal: Option<u16>) -> usize {
    let wide = |w: &usize| *w >= 20;
    let told = told.and_then(|c| c.trim().parse().ok()).filter(wide);
    told.or(terminal.map(usize::from).filter(wide)).unwrap_or(80)
}

/// The number of columns that text occupies when shown; our own colour codes occupy none.
fn columns(text: &str) -> usize {
    let mut all = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some((_, after)) = rest.strip_prefix(mark()).and_then(|own| own.split_once('m')) {
            rest = after;
            continue;
        }
        all += match c {
            c if is_hidden(c) => format!("\\u{{{:x}}}", c as u32).len(),
            // The large Unicode blocks whose characters are two columns wide (East Asian scripts, pictures).
            '\u{1100}'..='\u{115f}'
            | '\u{2e80}'..='\u{a4cf}'
            | '\u{ac00}'..='\u{d7a3}'
            | '\u{f900}'..='\u{faff}'
            | '\u{fe30}'..='\u{fe6f}'
            | '\u{ff00}'..='\u{ff60}'
            | '\u{1f300}'..='\u{1faff}'
            | '\u{20000}'..='\u{3fffd}' => 2,
            _ => 1,
        };
        rest = &rest[c.len_utf8()..];
    }
    all
}

/// The text with long lines broken between words for a terminal of `width` columns; unchanged if `width` is `None`.
///
/// Continuation lines are indented like the line itself, or aligned with the words after a number (`12. `) or with the second
/// column of a table. Drawings (several gaps in a line) and lines with a word of half the width or more (digits of a whole grid)
/// are left unchanged.
pub(crate) fn wrapped(text: &str, width: Option<usize>) -> Cow<'_, str> {
    let Some(width) = width.filter(|&w| text.lines().any(|l| l.len() > w)) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |l| (l, "\n"));
        wrap_line(line, width, &mut out);
        out.push_str(end);
    }
    Cow::Owned(out)
}

fn wrap_line(line: &str, width: usize, out: &mut String) {
    let words = line.trim_start_matches(' ');
    let lead = line.len() - words.len();
    let gaps: Vec<usize> = words.match_indices("  ").map(|(at, _)| at).collect();
    // A gap of three spaces occurs as two adjacent matches, which count as one gap.
    let several = gaps.windows(2).any(|pair| pair[1] > pair[0] + 2 && !words[pair[0]..pair[1]].trim().is_empty());
    let long = words.split(' ').any(|word| columns(word) * 2 >= width);
    if columns(line) <= width || several || long {
        out.push_str(line);
        return;
    }
    let number = words.bytes().take_while(u8::is_ascii_digit).count();
    let hang = match gaps.last() {
        Some(&gap) => words[gap..].find(|c| c != ' ').map_or(0, |more| columns(&words[..gap]) + more),
        None if number > 0 && words[number..].starts_with(". ") => number + 2,
        None => 0,
    };
    let indent = if (lead + hang) * 2 <= width { lead + hang } else { lead };
    out.push_str(&line[..lead]);
    let mut column = lead;
    for (i, word) in words.split(' ').enumerate() {
        let wide = columns(word);
        if i > 0 && wide > 0 && column + 1 + wide > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if i > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += wide;
    }
}

/// Untrusted text as a part of one line: line feeds in the text are escaped, so that it cannot start a new line that looks like our
/// output.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains('\n') { Cow::Owned(text.replace('\n', "\\n")) } else { Cow::Borrowed(text) }
}

/// JSON with hidden characters as `\u` escapes: the value is the same, but safe to print. (In JSON, hidden characters occur only in
/// strings.)
pub(crate) fn escaped_json(json: String) -> String {
    if json.bytes().all(|b| matches!(b, b' '..=b'~')) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 64);
    for c in json.chars() {
        if is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// A writer that escapes hidden characters. Its input must be UTF-8, and no character may be split between two calls.
pub(crate) struct Screen<W>(W);

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match shown(&String::from_utf8_lossy(bytes)) {
            Cow::Borrowed(_) => self.0.write_all(bytes),
            Cow::Owned(text) => self.0.write_all(text.as_bytes()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Standard output, with hidden characters escaped.
pub(crate) fn out() -> Screen<io::Stdout> {
    Screen(io::stdout())
}

/// Standard error, with hidden characters escaped.
pub(crate) fn err() -> Screen<io::Stderr> {
    Screen(io::stderr())
}

/// Whether standard output is a terminal.
pub(crate) fn out_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard error is a terminal.
pub(crate) fn err_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Writes data that must arrive unchanged: raw to a file or pipe, escaped on a terminal. Returns whether something was
/// escaped.
pub(crate) fn hand_over(text: &str) -> io::Result<bool> {
    let mut out = io::stdout().lock();
    let text = if out.is_terminal() { shown(text) } else { Cow::Borrowed(text) };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(matches!(text, Cow::Owned(_)))
}

/// Whether the last line of standard error shows progress.
static IN_USE: AtomicBool = AtomicBool::new(false);

/// Clears the progress line, if there is one, before other output.
pub(crate) fn wipe_line() {
    if IN_USE.load(Ordering::Relaxed) {
        rewrite_line("");
    }
}

/// Replaces the current line of the terminal with the given text.
pub(crate) fn rewrite_line(text: &str) {
    IN_USE.store(!text.is_empty(), Ordering::Relaxed);
    let _ = write!(io::stderr().lock(), "\r\x1b[K{}", shown(&one_line(text)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_steers() {
        let title = "\x1b[31mRED\x1b]0;pwned\x07\u{9b}0c\u{202e}hi\u{200b}\r\x7f\u{e0041} ok";
        let seen = shown(title);
        assert!(!seen.chars().any(is_hidden), "{seen:?}");
        assert_eq!(seen, "\\u{1b}[31mRED\\u{1b}]0;pwned\\u{7}\\u{9b}0c\\u{202e}hi\\u{200b}\\u{d}\\u{7f}\\u{e0041} ok");
        // Letters of every script are unchanged, including those of right-to-left scripts.
        for fine in ["Kröpfchen é ñ", "שלום", "数独\tナンプレ\n", "é", "🧩", "a\nb"] {
            assert_eq!(shown(fine), fine);
        }
        assert_eq!(one_line("a\nerror: b"), "a\\nerror: b");
    }

    #[test]
    fn our_colours_pass_and_nobody_elses() {
        let text = paint(true, "1;31", "the \x1b[2Jtitle");
        assert_eq!(shown(&text), "\x1b[1;31mthe \\u{1b}[2Jtitle\x1b[0m");
        assert_eq!(paint(false, "1", "x"), "x");
    }

    #[test]
    fn columns_are_as_told_then_as_the_terminal_has() {
        assert_eq!(columns_of(Some("60"), Some(120)), 60);
        assert_eq!(columns_of(None, Some(120)), 120);
        for wrong in ["", "wide", "0", "5", "-3"] {
            assert_eq!(columns_of(Some(wrong), Some(120)), 120);
            assert_eq!(columns_of(Some(wrong), None), 80);
        }
        assert_eq!(columns_of(None, Some(0)), 80);
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = "12. Pointing (2.6): in box 1, 5 can only go into row 1: remove 5 from r1c7.\n    In box 1 the places of 5 are r1c1 and r1c2.\n";
        assert_eq!(wrapped(text, None), text);
        assert_eq!(wrapped(text, Some(100)), text);
        let seen = "12. Pointing (2.6): in box 1, 5 can only\n    go into row 1: remove 5 from r1c7.\n    In box 1 the places of 5 are r1c1\n    and r1c2.\n";
        assert_eq!(wrapped(text, Some(40)), seen);
        assert_eq!(
            wrapped("  x-sum    The first X digits add up to it", Some(30)),
            "  x-sum    The first X digits\n           add up to it"
        );
        // Colour codes and escapes have no width: only visible characters count.
        let painted = format!("{} and so on to the end", paint(true, "1;31", "the red word"));
        assert_eq!(wrapped(&painted, Some(35)), painted);
        assert_eq!(
            wrapped("aaaa \u{1b}\u{1b}\u{1b} bbbb cccc dddd", Some(40)),
            "aaaa \u{1b}\u{1b}\u{1b} bbbb cccc dddd"
        );
        assert_eq!(wrapped("aaaa \u{1b} \u{1b} bbbb cccc dddd", Some(22)), "aaaa \u{1b} \u{1b}\nbbbb cccc dddd");
        let drawing = "1235   47     235   | 6      8   | 9\n";
        assert_eq!(wrapped(drawing, Some(20)), drawing);
        let digits = format!("unique {}", "1".repeat(81));
        assert_eq!(wrapped(&digits, Some(80)), digits);
        assert_eq!(wrapped("数独数独数 独数独数独 ab", Some(23)), "数独数独数 独数独数独\nab");
    }

    #[test]
    fn json_says_the_same_in_plain_characters() {
        let text = "\u{9b}0c \u{202e}x\u{e0041}\x1b\x7f é";
        let json = escaped_json(serde_json::to_string(text).expect("a text"));
        assert!(!json.chars().any(is_hidden), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), text);
    }

    #[test]
    fn a_writer_shows_what_it_is_given() {
        let mut out = Vec::new();
        Screen(&mut out).write_all("a\u{1b}[2J é\n".as_bytes()).expect("memory");
        assert_eq!(String::from_utf8(out).expect("text"), "a\\u{1b}[2J é\n");
    }
}
