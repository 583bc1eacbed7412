//! Guardians: an argument shows that a pattern cannot be all there is, so one of the candidates outside it is true.
//!
//! What all guardians see is false; a single guardian is true; and where chains lead from every guardian to the same
//! conclusion, that follows, too. The patterns come from elsewhere: odd rings, tridagons, deadly patterns.

use super::{deadly_sets, forcing, ring, tridagon, unique};
use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::infos;
use crate::step::premises::{all_linked, candidates};
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::structure::chain::Reach;
use crate::structure::chain::graph;
use crate::structure::reaches::reaches;
use cluewright_core::{Candidate, Cell, ValueSet};

/// Candidates one of which is true.
#[derive(Clone)]
pub(crate) struct OneOf {
    /// The name when the guardians themselves are enough.
    pub(crate) info: &'static TechniqueInfo,
    /// The guardians' dense numbers, sorted.
    pub(crate) guardians: Vec<u32>,
    /// Why one of them is true.
    pub(crate) because: Vec<Reason>,
    /// The cells of the pattern.
    pub(crate) cells: Vec<Cell>,
    /// Its values.
    pub(crate) values: ValueSet,
}

impl OneOf {
    /// Does this rest on the puzzle having one solution?
    fn is_deadly(&self) -> bool {
        self.because.iter().any(|r| matches!(r, Reason::Unique { .. }))
    }

    fn pattern(&self, view: &View) -> Pattern {
        let guardians = self.guardians.iter().map(|&g| view.space().candidate(g)).collect();
        let (cells, values) = (self.cells.clone(), self.values);
        if self.is_deadly() {
            Pattern::Deadly { cells, values, guardians }
        } else {
            Pattern::Impossible { cells, values, guardians }
        }
    }

    /// What all guardians see; of a ring only what lies outside.
    fn victims(&self, view: &View) -> Bits {
        let mut seen = view.seen_by_all(self.guardians.iter().copied());
        if !self.is_deadly() && self.values.len() <= 2 {
            for &cell in &self.cells {
                for value in self.values {
                    seen.remove(view.space().id(Candidate::new(cell, value)));
                }
            }
        }
        seen
    }

    /// The step that needs no more than the guardians.
    pub(crate) fn step(&self, view: &View) -> Option<Step> {
        let step = Step::new(self.info, self.pattern(view)).because(self.because.iter().cloned());
        match self.guardians.as_slice() {
            [] => None,
            [only] => Some(step.place(view.space().candidate(*only))),
            _ => {
                let victims = candidates(view, &self.victims(view));
                let guardians: Vec<Candidate> = self.guardians.iter().map(|&g| view.space().candidate(g)).collect();
                let links = all_linked(view, &victims, &guardians);
                (!victims.is_empty()).then(|| step.remove(victims).because(links))
            }
        }
    }
}

/// How far a search for patterns goes.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// Most guardians.
    pub(crate) guardians: usize,
    /// Only patterns whose guardians all see something, or that have one guardian.
    pub(crate) seen: bool,
    /// Nodes of one search.
    pub(crate) nodes: u32,
}

impl Limits {
    /// For steps that need the guardians alone.
    pub(crate) fn direct(found: &Found) -> Self {
        Self { guardians: 8, seen: true, nodes: if found.wants_all() { 200_000 } else { 20_000 } }
    }

    /// For steps that need chains.
    pub(crate) const CHAINED: Self = Self { guardians: 4, seen: false, nodes: 10_000 };

    /// May a pattern with these guardians be of use?
    pub(crate) fn allow(&self, view: &View, guardians: &Bits) -> bool {
        // Nearly all words are empty.
        let words = guardians.words().iter().filter(|&&w| w != 0);
        let count: usize = words.map(|w| w.count_ones() as usize).sum();
        self.allow_these(view, count, guardians.iter())
    }

    /// The same of so many guardians in a list.
    pub(crate) fn allow_these(&self, view: &View, count: usize, these: impl Iterator<Item = u32> + Clone) -> bool {
        count <= self.guardians && (!self.seen || count <= 1 || view.some_sees_all(these))
    }
}

/// Puts the direct steps of these patterns into `found`, easiest first.
pub(crate) fn report(view: &View, mut patterns: Vec<OneOf>, found: &mut Found) {
    patterns.sort_by_key(|p| (p.info.difficulty, p.cells.len(), p.guardians.len()));
    for pattern in patterns {
        if let Some(step) = pattern.step(view) {
            let extra = (pattern.cells.len() as u16).saturating_sub(6).min(6);
            found.push(step.harder(extra));
        }
        if found.is_full() {
            return;
        }
    }
}

/// Patterns of every kind whose guardians lead to a conclusion by chains.
pub(crate) struct Chained {
    /// Which nodes the chains may have.
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
        // For each victim the pattern with the shortest chains.
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
        best.sort_unstable();
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
