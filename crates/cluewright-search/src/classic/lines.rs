//! Puzzles as lines of text: 81 or 729 characters each, LF or CRLF line ends, the last end optional.

use super::batch::{Block, Feed};
use super::board::{BadLine, Candidates, parse};

/// Feeds the puzzles of a text. A line that is no puzzle takes its number and counts as one without solutions;
/// what was wrong with it is kept in `bad`.
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    taken: usize,
    bad: &'a mut Vec<(usize, BadLine)>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a [u8], bad: &'a mut Vec<(usize, BadLine)>) -> Self {
        Self { rest: text, taken: 0, bad }
    }

    /// The next line without its end.
    #[inline(always)]
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        // Nearly always the line end is where an 81-character line has it.
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
    #[inline(always)]
    fn fill(&mut self, block: &mut Block) -> usize {
        let mut n = 0;
        while n < 32 {
            let Some(line) = self.next() else { break };
            let puzzle: Candidates = parse(line).unwrap_or_else(|e| {
                self.bad.push((self.taken, e));
                [0; 81]
            });
            block.put(n, &puzzle);
            n += 1;
            self.taken += 1;
        }
        n
    }
}
