//! The consequences of a node being false, or of it being true, computed breadth first with parent pointers.

use super::graph::{Graph, NONE, Tie};

/// The consequences of assuming that a node is false, or that it is true.
#[derive(Default)]
pub(crate) struct Table {
    /// The start node, if it is assumed to be true.
    start: u32,
    /// For each node that must be true: the false node before it in the chain, and the strong link between them.
    on: Vec<(u32, Option<Tie>)>,
    /// For each node that must be false: the true node before it in the chain.
    off: Vec<u32>,
    /// For each node that must be false if the start is true: the number of nodes in the chain that leads to this node.
    lengths: Vec<u8>,
    /// The nodes that must be true and, separately, the nodes that must be false, each in the order of derivation.
    pub(crate) reached: Vec<u32>,
    fallen: Vec<u32>,
}

impl Table {
    pub(crate) fn fill(&mut self, graph: &Graph, start: u32, truth: bool, longest: usize, work: &mut u64) {
        self.clear(graph.nodes.len());
        let mut length = 1;
        if truth {
            // The start is true by assumption, so no chain returns to it.
            self.on[start as usize] = (start, None);
            self.start = start;
            length = 2;
            self.see(graph, start, length, work);
        } else {
            // The start is false by assumption; it is its own parent.
            self.off[start as usize] = start;
            self.fallen.push(start);
        }
        // The positions in `fallen` and `reached` of the first nodes that are not processed yet.
        let (mut falses, mut trues) = (0, 0);
        while falses < self.fallen.len() && length < longest {
            for at in falses..self.fallen.len() {
                let a = self.fallen[at];
                for &(b, tie) in &graph.strong[a as usize] {
                    *work += 1;
                    if self.on[b as usize].0 == NONE {
                        self.on[b as usize] = (a, Some(tie));
                        self.reached.push(b);
                    }
                }
            }
            falses = self.fallen.len();
            for at in trues..self.reached.len() {
                self.see(graph, self.reached[at], length + 2, work);
            }
            trues = self.reached.len();
            length += 2;
        }
    }

    /// Clears the table and resizes it to hold this many nodes.
    fn clear(&mut self, nodes: usize) {
        if self.on.len() == nodes {
            for &n in self.reached.iter().chain([&self.start]) {
                self.on[n as usize] = (NONE, None);
            }
            for &n in &self.fallen {
                self.off[n as usize] = NONE;
            }
        } else {
            self.on.clear();
            self.on.resize(nodes, (NONE, None));
            self.off.clear();
            self.off.resize(nodes, NONE);
            self.lengths.resize(nodes, 0);
        }
        self.start = 0;
        self.reached.clear();
        self.fallen.clear();
    }

    /// Marks as false all nodes that a true node sees.
    fn see(&mut self, graph: &Graph, a: u32, length: usize, work: &mut u64) {
        let weak = graph.weak(a);
        *work += weak.len() as u64;
        for &b in weak {
            if self.off[b as usize] == NONE {
                self.off[b as usize] = a;
                self.lengths[b as usize] = length.min(255) as u8;
                self.fallen.push(b);
            }
        }
    }

    /// The single candidates that must be false if the start is true, each with the number of nodes in the chain that
    /// leads to it.
    pub(crate) fn falses<'t>(&'t self, graph: &'t Graph) -> impl Iterator<Item = (u32, u8)> + 't {
        let single = |&n: &u32| match graph.nodes[n as usize].members.as_slice() {
            [id] => Some((*id, self.lengths[n as usize])),
            _ => None,
        };
        self.fallen.iter().filter_map(single)
    }

    /// The chain from a true start to a node that must be false: the nodes, alternately true and false, and the strong
    /// links from each false node to the next. `None` if the chain does not reach the node.
    pub(crate) fn path_to_false(&self, end: u32) -> Option<(Vec<u32>, Vec<Tie>)> {
        let (mut nodes, mut ties) = (vec![end], Vec::new());
        let mut at = end;
        loop {
            let before = self.off[at as usize];
            if before == NONE {
                return None;
            }
            nodes.push(before);
            let (reason, Some(tie)) = self.on[before as usize] else { break };
            ties.push(tie);
            nodes.push(reason);
            at = reason;
        }
        nodes.reverse();
        ties.reverse();
        Some((nodes, ties))
    }

    /// The chain from the start to a node that must be true: the nodes, alternately false and true, and the strong
    /// links between them.
    pub(crate) fn path(&self, start: u32, end: u32) -> (Vec<u32>, Vec<Tie>) {
        let (mut nodes, mut ties) = (Vec::new(), Vec::new());
        let mut at = end;
        while let (before, Some(tie)) = self.on[at as usize] {
            nodes.push(at);
            nodes.push(before);
            ties.push(tie);
            if before == start {
                break;
            }
            at = self.off[before as usize];
        }
        nodes.reverse();
        ties.reverse();
        (nodes, ties)
    }
}
