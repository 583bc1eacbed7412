//! Puzzles as lines of text: 81 or 729 characters each, LF or CRLF line ends, the last end optional.

use super::batch::Feed;
use super::board::{ALL, BadLine, parse};
use super::lanes::Node;

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
    fn line(&mut self) -> Option<&'a [u8]> {
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
    fn next(&mut self, node: &mut Node) -> bool {
        let Some(line) = self.line() else { return false };
        self.taken += 1;
        if let Ok(line) = <&[u8; 81]>::try_from(line)
            && digits(line, node)
        {
            return true;
        }
        node.0[..81].copy_from_slice(&parse(line).unwrap_or_else(|e| {
            self.bad.push((self.taken - 1, e));
            [0; 81]
        }));
        true
    }
}

/// The usual line, without a table so that the loop becomes SIMD; `false` when some sign is not 1-9, `.` or `0`.
#[inline(always)]
fn digits(line: &[u8; 81], node: &mut Node) -> bool {
    let mut bad = 0;
    for (m, &b) in node.0.iter_mut().zip(line) {
        let d = u16::from(b.wrapping_sub(b'1'));
        *m = if d < 9 { 1 << (d & 15) } else { ALL };
        bad |= u8::from(d >= 9) & u8::from(b != b'.') & u8::from(b != b'0');
    }
    bad == 0
}
