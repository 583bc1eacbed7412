//! Lines of bounded length.

use super::record::{Source, broken, is_passed_over};
use crate::MAX_TEXT;
use cluewright_core::BadInput;
use std::io::{BufRead, Read};

/// The lines of a text with their numbers from 1, without comments (`#`) and blank lines.
pub(super) struct Lines<R> {
    from: Option<Source<R>>,
    number: u64,
    bytes: Vec<u8>,
    /// The first word of titles. Lines that start with this word and are not puzzles are skipped.
    title: Option<String>,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(from: Source<R>) -> Self {
        Self { from: Some(from), number: 0, bytes: Vec::new(), title: None }
    }

    /// Sets the first word of titles. Lines with titles are then skipped.
    pub(super) fn without(self, title: Option<String>) -> Self {
        Self { title, ..self }
    }

    /// The next line without its line end, including comments and blank lines.
    pub(super) fn any(&mut self) -> Option<(u64, Result<String, BadInput>)> {
        let read = self.read()?;
        Some((self.number, read.and_then(|()| whole(&self.bytes))))
    }

    /// Reads the next line, including its line end, into `bytes`; `None` at the end of the text.
    fn read(&mut self) -> Option<Result<(), BadInput>> {
        let from = self.from.as_mut()?;
        self.bytes.clear();
        // Limit the length, as a line without an end would fill the memory.
        let read = from.by_ref().take(MAX_TEXT as u64 + 2).read_until(b'\n', &mut self.bytes);
        match read {
            Ok(0) => {
                self.from = None;
                return None;
            }
            Ok(_) => self.number += 1,
            Err(error) => {
                self.from = None;
                self.number += 1;
                return Some(Err(broken(error)));
            }
        }
        if self.bytes.last() != Some(&b'\n') && self.bytes.len() > MAX_TEXT {
            skip_line(from);
        }
        Some(Ok(()))
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = (u64, Result<String, BadInput>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let read = self.read()?;
            let number = self.number;
            if let Err(error) = read {
                return Some((number, Err(error)));
            }
            if let Some(text) = meaning(&self.bytes) {
                let is_title = |text: &String, title: &String| {
                    text.trim_start().starts_with(title.as_str()) && !crate::is_one_line_puzzle(text)
                };
                if text.as_ref().is_ok_and(|text| self.title.as_ref().is_some_and(|title| is_title(text, title))) {
                    continue;
                }
                return Some((number, text));
            }
        }
    }
}

/// The text of a line without its line end, or the reason why the line cannot be read; `None` for skipped lines.
fn meaning(bytes: &[u8]) -> Option<Result<String, BadInput>> {
    match whole(bytes) {
        Ok(text) => (!is_passed_over(&text)).then_some(Ok(text)),
        Err(error) => Some(Err(error)),
    }
}

/// The text of a line without its line end. Fails if the line is not valid text.
fn whole(bytes: &[u8]) -> Result<String, BadInput> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    if bytes.len() > MAX_TEXT {
        return Err(BadInput::new(format!("the line is longer than {MAX_TEXT} bytes")));
    }
    // The record has the number of the line, so the error needs no place.
    crate::text_of(bytes).map(str::to_owned).map_err(|e| BadInput { place: None, ..e })
}

fn skip_line(from: &mut impl BufRead) {
    loop {
        let Ok(part) = from.fill_buf() else { return };
        if part.is_empty() {
            return;
        }
        let end = part.iter().position(|&b| b == b'\n');
        let used = end.map_or(part.len(), |i| i + 1);
        from.consume(used);
        if end.is_some() {
            return;
        }
    }
}
