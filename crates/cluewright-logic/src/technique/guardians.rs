//! Guardians with chains: without certain additional candidates (the guardians), a pattern would be impossible or
//! deadly, so at least one of the guardians is true.
//!
//! A candidate that all guardians see is false; a single guardian is true; and a conclusion is valid if chains from
//! every guardian lead to it. The patterns come from other techniques: odd rings, tridagons, deadly patterns.

use super::{deadly_sets, forcing, ring, tridagon, unique};
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::technique::Technique;
use crate::step::{TechniqueInfo, infos};
use crate::structure::chain::{Reach, graph};
use crate::structure::guardians::Limits;
use crate::structure::reaches::reaches;
use cluewright_core::Sort;

/// Finds steps from patterns of any kind whose guardians all lead to the same conclusion by chains.
pub(crate) struct Chained {
    /// The kinds of nodes that the chains may have.
    pub(crate) reach: Reach,
}

infos! {
    DEADLY_CHAINS: "deadly_pattern_chain", "Deadly Pattern with Chains", &["uniqueness chain", "ur chain", "bug chain"], 76, "our figure: beside forcing chains";
    IMPOSSIBLE_CHAINS: "guardians_chain", "Guardians with Chains", &["oddagon chain", "tridagon chain", "guardian chain"], 78, "our figure: beside forcing chains";
}

impl Technique for Chained {
    fn info(&self) -> &'static TechniqueInfo {
        &DEADLY_CHAINS
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&DEADLY_CHAINS, &IMPOSSIBLE_CHAINS]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(graph) = graph(view, self.reach, found) else { return };
        let graph = &*graph;
        let Some(reaches) = reaches(view, self.reach, found) else { return };
        let reaches = &*reaches;
        let useful = |guardians: &[u32]| guardians.len() >= 2 && !reaches.common(view, guardians).is_empty();
        let mut patterns = unique::patterns(view, useful, found);
        patterns.extend(deadly_sets::patterns(view, Limits::CHAINED, found));
        patterns.extend(ring::patterns(view, Limits::CHAINED, found));
        patterns.extend(tridagon::patterns(view, Limits::CHAINED, found));
        patterns.retain(|p| (2..=Limits::CHAINED.guardians).contains(&p.guardians.len()));
        // For each victim, the pattern with the shortest chains.
        let mut best: Vec<(u32, u32, usize)> = Vec::new();
        for (i, pattern) in patterns.iter().enumerate() {
            for victim in reaches.common(view, &pattern.guardians).iter() {
                let length = reaches.length(&pattern.guardians, victim);
                match best.iter_mut().find(|b| b.1 == victim) {
                    Some(b) => *b = (*b).min((length, victim, i)),
                    None => best.push((length, victim, i)),
                }
            }
        }
        best.order();
        for (_, victim, i) in best {
            let pattern = &patterns[i];
            let info = if pattern.is_deadly() { &DEADLY_CHAINS } else { &IMPOSSIBLE_CHAINS };
            let of = pattern.pattern(view);
            let because = pattern.because.iter().cloned();
            if let Some(step) = forcing::step(view, graph, info, &pattern.guardians, victim, of, because) {
                found.push(step);
            }
            if found.is_full() {
                return;
            }
        }
    }
}
