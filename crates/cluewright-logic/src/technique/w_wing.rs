//! W-Wing: two cells with the same two values, and a strong link on one of these values between two other cells, each
//! of which sees one cell of the pair.

use super::chain::Chain;
use crate::board::view::View;
use crate::step::TechniqueInfo;
use crate::step::found::Found;
use crate::step::premises::{all_linked, candidates};
use crate::step::technique::Technique;
use crate::structure::chain::{Reach, Tie, graph};
use cluewright_core::Candidate;

static W_WING: TechniqueInfo =
    TechniqueInfo { id: "w_wing", name: "W-Wing", aliases: &["w", "0803"], difficulty: 44, source: "Sunnie 4.4" };

/// The W-Wing technique.
pub(crate) struct WWing;

impl Technique for WWing {
    fn info(&self) -> &'static TechniqueInfo {
        &W_WING
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(graph) = graph(view, Reach::Plain, found) else { return };
        let graph = &*graph;
        let model = view.model();
        let pairs: Vec<_> =
            (0..model.len() as u16).map(cluewright_core::Cell).filter(|&c| view.values(c).len() == 2).collect();
        for (i, &p) in pairs.iter().enumerate() {
            for &q in pairs[..i].iter().filter(|&&q| view.values(q) == view.values(p)) {
                if found.spend(1) {
                    return;
                }
                for x in view.values(p) {
                    let Some(y) = view.values(p).without(x).min() else { continue };
                    let at = |c, v| graph.find(&[view.space().id(Candidate::new(c, v))]);
                    let (Some(px), Some(py), Some(qx), Some(qy)) = (at(p, x), at(p, y), at(q, x), at(q, y)) else {
                        continue;
                    };
                    let mut victims = graph.nodes[py as usize].peers.clone();
                    victims.and(&graph.nodes[qy as usize].peers);
                    if victims.is_empty() {
                        continue;
                    }
                    for &b in graph.weak(px) {
                        if graph.value(view, b) != x {
                            continue;
                        }
                        for &(c, tie) in &graph.strong[b as usize] {
                            if graph.value(view, c) != x || !graph.weak(qx).contains(&c) || b == qx || c == px {
                                continue;
                            }
                            let nodes = [py, px, b, c, qx, qy];
                            let ties = [Tie::Group(view.cell_group(p)), tie, Tie::Group(view.cell_group(q))];
                            let victims = candidates(view, &victims);
                            let mut step = Chain::step(view, graph, &nodes, &ties, false, &W_WING);
                            step.difficulty = W_WING.difficulty;
                            step = step.remove(victims.iter().copied());
                            step.because.extend(all_linked(view, &victims, &graph.candidates(view, py)));
                            step.because.extend(all_linked(view, &victims, &graph.candidates(view, qy)));
                            found.push(step);
                            if found.is_full() {
                                return;
                            }
                        }
                    }
                }
            }
        }
    }
}
