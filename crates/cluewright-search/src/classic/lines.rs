//! Puzzles as lines of text: 81 or 729 characters each, LF or CRLF line ends, the last end optional.

use super::batch::{FEW, Feed, Next};
use super::board::{BadLine, parse};
use super::lanes::Node;

/// Feeds the puzzles of the text. A line that is not a puzzle uses up its number and counts as having no solution; `bad` records
/// the error.
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    taken: usize,
    /// The last line read.
    last: &'a [u8],
    bad: &'a mut Vec<(usize, BadLine)>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a [u8], bad: &'a mut Vec<(usize, BadLine)>) -> Self {
        Self { rest: text, taken: 0, last: &[], bad }
    }

    /// The next line without its end.
    #[inline(always)]
    fn line(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        // The line end is nearly always that of an 81-character line.
        let end = if self.rest.get(81) == Some(&b'\n') && !self.rest[..81].contains(&b'\n') {
            81
        } else {
            self.rest.iter().position(|&b| b == b'\n').unwrap_or(self.rest.len())
        };
        let line = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

impl Feed for Lines<'_> {
    fn few(&self) -> bool {
        self.rest.len() < FEW * 82
    }

    fn next(&mut self, node: &mut Node) -> Next<'_> {
        let Some(line) = self.line() else { return Next::End };
        self.taken += 1;
        self.last = line;
        if let Ok(line) = <&[u8; 81]>::try_from(line) {
            return Next::Line(line);
        }
        self.unusual(node);
        Next::Written
    }

    #[cold]
    fn unusual(&mut self, node: &mut Node) {
        node.0[..81].copy_from_slice(&parse(self.last).unwrap_or_else(|e| {
            self.bad.push((self.taken - 1, e));
            [0; 81]
        }));
    }
}
