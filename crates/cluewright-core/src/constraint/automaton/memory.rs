//! The memory of an automaton's runs.

use super::graph::Graph;
use crate::board::Conflict;

/// The runs of an automaton that a caller keeps (see [`Automaton::look`]). They save work, and have no information that the domains
/// do not imply.
///
/// The runs with the widest domains come first, each is within those before. A run continues from the last one whose domains contain
/// the current ones: everything before the first cell that has changed since, and after the last one, is still valid, up to the
/// layer where the sets of states become the same again. So a search that goes back finds the results that it had there.
///
/// [`Automaton::look`]: super::Automaton::look
#[derive(Default, Debug)]
pub struct AutomatonMemory {
    /// For each run: the values it left of each cell (or, if it ended in a conflict, those it began with), and what lies on a
    /// path from the first state to a last one.
    words: Vec<u64>,
    /// The number of remembered runs.
    runs: usize,
    /// Whether the last run ended in a conflict.
    failed: bool,
    /// A buffer for the states after a cell.
    next: Vec<u64>,
}

/// The maximum number of remembered runs; in a deep search the last ones replace each other.
const MOST_RUNS: usize = 24;

impl AutomatonMemory {
    /// The values that the last run left of the cells.
    #[inline]
    pub(super) fn left(&self, graph: &Graph) -> &[u64] {
        &self.words[(self.runs - 1) * graph.full.len()..][..graph.first.len()]
    }

    /// Runs the automaton on domains; the result is the last run in the memory.
    pub(super) fn run(&mut self, graph: &Graph, now: impl Fn(usize) -> u64) -> Result<(), Conflict> {
        let (n, size) = (graph.first.len(), graph.full.len());
        let (mut first, mut last);
        loop {
            // Before the first run, every value that some edge has is left.
            let fresh = self.runs == 0;
            let left = if fresh { &graph.full[..n] } else { self.left(graph) };
            (first, last) = (n, 0);
            let mut within = true;
            for (i, &left) in left.iter().enumerate() {
                let now = if fresh { now(i) & left } else { now(i) };
                if now != left {
                    first = first.min(i);
                    last = i;
                    within &= now & !left == 0;
                }
            }
            if within && self.failed {
                return Err(Conflict);
            } else if within && first == n && !fresh {
                return Ok(());
            } else if within {
                break;
            }
            self.runs -= 1;
            self.failed = false;
        }
        let old = self.runs;
        if old < MOST_RUNS {
            self.runs += 1;
            if self.words.len() < self.runs * size {
                self.words.resize(self.runs * size, 0);
                self.next.resize(graph.widest, 0);
            }
            if old > 0 {
                self.words.copy_within((old - 1) * size..old * size, old * size);
            } else {
                self.words[..size].copy_from_slice(&graph.full);
            }
        }
        if first == n {
            return Ok(());
        }
        let run = &mut self.words[(self.runs - 1) * size..][..size];
        let found = graph.sweep(run, &mut self.next, &now, (first, last));
        if found.is_err() {
            self.failed = true;
            run[..n].iter_mut().enumerate().for_each(|(i, left)| *left = now(i));
        }
        found
    }
}
