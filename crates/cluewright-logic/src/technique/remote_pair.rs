//! Remote pair: a chain of cells that all have the same two values. Two cells that are an odd number of links apart
//! have different values, so a cell that sees both of them loses both values.

use super::chain::Chain;
use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::{all_linked, candidates};
use crate::step::technique::Technique;
use crate::step::{Pattern, Step, TechniqueInfo};
use crate::structure::chain::{Reach, Table, graph};
use cluewright_core::{Candidate, Sort};

static REMOTE_PAIR: TechniqueInfo = TechniqueInfo {
    id: "remote_pair",
    name: "Remote Pair",
    aliases: &["rp", "0703"],
    difficulty: 50,
    source: "Sunnie 5.0",
};

/// The remote-pair technique.
pub(crate) struct RemotePair;

impl Technique for RemotePair {
    fn info(&self) -> &'static TechniqueInfo {
        &REMOTE_PAIR
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(graph) = graph(view, Reach::Bivalue, found) else { return };
        let graph = &*graph;
        // Only cells with the same pair of values count: the table covers only nodes in cells that have the same values
        // as the start.
        let mut steps: Vec<Step> = Vec::new();
        let mut table = Table::default();
        let network = view.model().network();
        for start in 0..graph.nodes.len() as u32 {
            let c = graph.candidates(view, start)[0];
            let pair = view.values(c.cell);
            // Chains with fewer than four cells are left to other techniques.
            let others = view.board().domains().iter().filter(|&&d| d == pair);
            if pair.min() != Some(c.value) || others.count() < 4 {
                continue;
            }
            let same = graph.within(view, |cell| view.values(cell) == pair);
            let mut work = 0;
            table.fill(&same, start, false, 64, &mut work);
            if found.spend(work + 1) {
                return;
            }
            for &end in &table.reached {
                let d = graph.candidates(view, end)[0];
                // The nodes of the chain are: the start value is false, the other value of the start cell is true, the
                // other value of the next cell is false, and so on. After an even number of cells, the start value is
                // true in the last cell.
                if end <= start || d.value != c.value {
                    continue;
                }
                let (nodes, ties) = table.path(start, end);
                if nodes.len() < 8 {
                    continue;
                }
                let cells: Vec<_> = nodes.iter().step_by(2).map(|&n| graph.candidates(view, n)[0].cell).collect();
                // A link may also forbid different values in two cells; if so, the values do not alternate.
                let in_turns = cells.windows(2).all(|w| {
                    let differ = |v| network.sees(Candidate::new(w[0], v), Candidate::new(w[1], v));
                    pair.iter().all(differ)
                });
                if !in_turns {
                    continue;
                }
                let mut victims = Bits::new(view.space().capacity());
                let mut links = Vec::new();
                for (i, &p) in cells.iter().enumerate() {
                    for &q in cells[..i].iter().rev().skip(2).step_by(2) {
                        for v in pair {
                            let ends = [Candidate::new(p, v), Candidate::new(q, v)];
                            let seen = view.seen_by_all(ends.iter().map(|&e| view.space().id(e)));
                            victims.or(&seen);
                            links.extend(all_linked(view, &candidates(view, &seen), &ends));
                        }
                    }
                }
                // Add links for both values, because neighbouring cells in the chain cannot share either value.
                for w in cells.windows(2) {
                    for v in pair {
                        links.extend(all_linked(view, &[Candidate::new(w[0], v)], &[Candidate::new(w[1], v)]));
                    }
                }
                if victims.is_empty() {
                    continue;
                }
                let mut step = Chain::step(view, &same, &nodes, &ties, false, &REMOTE_PAIR);
                step = step.remove(candidates(view, &victims)).because(links);
                step.pattern = Pattern::RemotePair { cells, values: pair };
                steps.push(step);
            }
        }
        steps.order_by_key(|s| s.difficulty);
        for step in steps {
            found.push(step);
        }
    }
}
