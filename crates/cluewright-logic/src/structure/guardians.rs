//! Guardians: without certain additional candidates, a pattern would be impossible, so at least one of these candidates
//! (the guardians) is true. Candidates that all guardians see are false; a single guardian is true.

use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::{all_linked, candidates};
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use cluewright_core::{Candidate, Cell, Sort, ValueSet};

/// A pattern with its guardians, of which at least one is true.
#[derive(Clone)]
pub(crate) struct OneOf {
    /// The technique to report if the step follows from the guardians alone.
    pub(crate) info: &'static TechniqueInfo,
    /// The guardians' dense numbers, sorted.
    pub(crate) guardians: Vec<u32>,
    /// The reasons why a guardian is true.
    pub(crate) because: Vec<Reason>,
    /// The cells of the pattern.
    pub(crate) cells: Vec<Cell>,
    /// The values of the pattern.
    pub(crate) values: ValueSet,
}

impl OneOf {
    /// Whether the argument relies on the puzzle having exactly one solution.
    pub(crate) fn is_deadly(&self) -> bool {
        self.because.iter().any(|r| matches!(r, Reason::Unique { .. }))
    }

    pub(crate) fn pattern(&self, view: &View) -> Pattern {
        let guardians = self.guardians.iter().map(|&g| view.space().candidate(g)).collect();
        let (cells, values) = (self.cells.clone(), self.values);
        if self.is_deadly() {
            Pattern::Deadly { cells, values, guardians }
        } else {
            Pattern::Impossible { cells, values, guardians }
        }
    }

    /// The candidates that all guardians see. For rings (at most two values), candidates inside the pattern are left
    /// out.
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

    /// The step that follows from the guardians alone; `None` if nothing is eliminated.
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

/// The limits of a search for patterns.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// The maximum number of guardians.
    pub(crate) guardians: usize,
    /// Whether to accept only patterns with at most one guardian or with a candidate that all guardians see.
    pub(crate) seen: bool,
    /// The maximum number of nodes in one search.
    pub(crate) nodes: u32,
}

impl Limits {
    /// The limits for steps that follow from the guardians alone.
    pub(crate) fn direct(found: &Found) -> Self {
        Self { guardians: 8, seen: true, nodes: if found.wants_all() { 200_000 } else { 20_000 } }
    }

    /// The limits for steps that need chains from the guardians.
    pub(crate) const CHAINED: Self = Self { guardians: 4, seen: false, nodes: 10_000 };

    /// Whether a pattern with these guardians may be useful.
    pub(crate) fn allow(&self, view: &View, guardians: &Bits) -> bool {
        // Nearly all words are zero and can be skipped.
        let words = guardians.words().iter().filter(|&&w| w != 0);
        let count: usize = words.map(|w| w.count_ones() as usize).sum();
        self.allow_these(view, count, guardians.iter())
    }

    /// Like `allow`, but for an iterator over `count` guardians.
    pub(crate) fn allow_these(&self, view: &View, count: usize, these: impl Iterator<Item = u32> + Clone) -> bool {
        count <= self.guardians && (!self.seen || count <= 1 || view.some_sees_all(these))
    }
}

/// Reports the steps that follow directly from these patterns, easiest first.
pub(crate) fn report(view: &View, mut patterns: Vec<OneOf>, found: &mut Found) {
    patterns.order_by_key(|p| (p.info.difficulty, p.cells.len(), p.guardians.len()));
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
