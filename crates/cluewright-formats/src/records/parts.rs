//! Puzzles of several lines each, separated by lines `===`.

use super::lines::Lines;
use super::record::Record;
use crate::MAX_TEXT;
use cluewright_core::BadInput;
use std::io::Read;

/// The line between two puzzles.
pub const BETWEEN: &str = "===";

/// The records of text whose puzzles are separated by lines `===`.
pub(super) struct Parts<R> {
    lines: Lines<R>,
}

impl<R: Read> Parts<R> {
    pub(super) fn new(lines: Lines<R>) -> Self {
        Self { lines }
    }

    pub(super) fn next(&mut self) -> Option<Record> {
        let mut text = String::new();
        let mut first = None;
        let mut fault = None;
        while let Some((number, line)) = self.lines.any() {
            match line {
                Ok(line) if line.trim_end() == BETWEEN => {
                    if first.is_some() || fault.is_some() {
                        break;
                    }
                }
                // A remark before the first line of a puzzle describes the puzzle and is not part of it.
                Ok(line) if first.is_none() && (line.trim().is_empty() || line.starts_with('#')) => {}
                Ok(line) => {
                    first.get_or_insert(number);
                    if text.len() + line.len() < MAX_TEXT {
                        text.push_str(&line);
                        text.push('\n');
                    } else {
                        let long = BadInput::new(format!(
                            "this has more than {MAX_TEXT} bytes, which is too long for one puzzle"
                        ));
                        fault.get_or_insert((number, long));
                    }
                }
                Err(error) => {
                    first.get_or_insert(number);
                    fault.get_or_insert((number, error));
                }
            }
        }
        let first = first?;
        Some(match fault {
            Some((line, error)) => Record::new(line, Err(error)),
            None => Record::new(first, Ok(text)),
        })
    }
}
