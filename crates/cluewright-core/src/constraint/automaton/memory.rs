//! The memory of an automaton's runs.

use super::graph::Graph;
use crate::board::Conflict;

/// A memory of an automaton's runs, which a caller keeps (see [`Automaton::look`]). The memory saves work, but contains no
/// information that the domains do not imply.
///
/// The runs with the widest domains come first; the domains of each run lie within the domains of the runs before it. A new run
/// continues from the last run whose domains contain the current domains. Results before the first changed cell and after the
/// last changed cell remain valid, up to the layer where the sets of states become the same again. So when a search goes back, it
/// finds its earlier results.
///
/// [`Automaton::look`]: super::Automaton::look
#[derive(Default, Debug)]
pub struct AutomatonMemory {
    /// For each run, the values that it left in each cell (or, if the run ended in a conflict, the values that it began with),
    /// and the states that are on a path from the first state to a last state.
    words: Vec<u64>,
    /// The number of remembered runs.
    runs: usize,
    /// Whether the last run ended in a conflict.
    failed: bool,
    /// A buffer for the set of states after a cell.
    next: Vec<u64>,
}

/// The maximum number of remembered runs. In a deep search, each new run replaces the last one.
const MOST_RUNS: usize = 24;

impl AutomatonMemory {
    /// The values that the last run left in the cells.
    #[inline]
    pub(super) fn left(&self, graph: &Graph) -> &[u64] {
        &self.words[(self.runs - 1) * graph.full.len()..][..graph.first.len()]
    }

    /// Runs the automaton on the domains that `now` returns. The result is the last run in the memory.
    pub(super) fn run(&mut self, graph: &Graph, now: impl Fn(usize) -> u64) -> Result<(), Conflict> {
        let (n, size) = (graph.first.len(), graph.full.len());
        let (mut first, mut last);
        loop {
            // Before the first run, every value that occurs on some edge is left.
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
