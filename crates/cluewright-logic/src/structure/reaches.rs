//! Computes, for each candidate, which candidates chains show to be false if it is true.

use super::chain::{self, Graph, Reach, Table};
use super::once;
use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::found::Found;
use std::rc::Rc;

/// For each candidate, the candidates that chains show to be false if it is true.
pub(crate) struct Reaches {
    /// For each candidate: the candidates that must be false if it is true, and for each of these, the number of nodes
    /// in the chain that leads to it.
    rows: Vec<Option<(Bits, Box<[u8]>)>>,
}

/// The maximum number of nodes in the chains.
pub(crate) const LONGEST: usize = 24;

impl Reaches {
    pub(super) fn new(view: &View, graph: &Graph, found: &mut Found) -> Self {
        let room = view.space().capacity();
        let mut rows = vec![None; room];
        let mut table = Table::default();
        for (n, node) in graph.nodes.iter().enumerate() {
            let [id] = node.members.as_slice() else { continue };
            let mut work = 0;
            table.fill(graph, n as u32, true, LONGEST, &mut work);
            if found.spend(work / 4 + 1) {
                break;
            }
            let mut gone = Bits::new(room);
            let mut length = vec![0u8; room].into_boxed_slice();
            for (victim, nodes) in table.falses(graph) {
                gone.insert(victim);
                length[victim as usize] = nodes;
            }
            rows[*id as usize] = Some((gone, length));
        }
        Self { rows }
    }

    /// The live candidates that are refuted by chains from every candidate in `these`.
    pub(crate) fn common(&self, view: &View, these: &[u32]) -> Bits {
        let mut common = view.live().clone();
        for &id in these {
            match &self.rows[id as usize] {
                Some((gone, _)) => common.and(gone),
                None => common.clear(),
            }
        }
        common
    }

    /// The total number of nodes in the chains from the candidates in `these` to `victim`.
    pub(crate) fn length(&self, these: &[u32], victim: u32) -> u32 {
        these.iter().filter_map(|&id| self.rows[id as usize].as_ref()).map(|(_, l)| l[victim as usize] as u32).sum()
    }
}

/// For each candidate, the candidates that chains of this reach show to be false if it is true. `None` if the work ran
/// out.
pub(crate) fn reaches(view: &View, reach: Reach, found: &mut Found) -> Option<Rc<Reaches>> {
    let graph = chain::graph(view, reach, found)?;
    once(view, reach as usize, found, |found| Reaches::new(view, &graph, found))
}
