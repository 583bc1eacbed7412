//! Eliminations from a clue that ties pairs of cells (a two-cell cage, a dot between two cells, the steps along a
//! line): a value is removed if it is incompatible with every remaining value of a tied cell.
//!
//! To other techniques, these clues are just links between candidates. A person sees one clue and reads off its
//! eliminations at a glance: in both cells at once, and along a line from cell to cell for as long as anything can be
//! removed.

use crate::board::view::View;
use crate::step::found::Found;
use crate::step::join::{clue_of, joined};
use crate::step::names::CLUE;
use crate::step::premises::group_reason;
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::structure::ties::{Tie, Ties, ties};
use cluewright_core::{Candidate, Cell, Model, OriginId, Sort, Value, ValueSet};

/// Eliminations from clues that tie pairs of cells.
pub(crate) struct Tied;

impl Technique for Tied {
    fn info(&self) -> &'static TechniqueInfo {
        &CLUE[0]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let model = view.model();
        let ties = view.memory().of(0, || ties(model));
        for alike in alike(model, &ties) {
            if let Some(step) = never(view, &alike, found) {
                found.push(step);
            }
            if found.is_full() {
                return;
            }
        }
        for parts in ties.chunk_by(|a, b| clue_of(model, a.origin) == clue_of(model, b.origin)) {
            let mut steps: Vec<Step> = Vec::new();
            for clue in parts {
                let mut fall = Fall { view, clue, gone: Vec::new(), reasons: Vec::new(), open: Vec::new() };
                while fall.round(found) {}
                if found.is_full() {
                    return;
                }
                fall.open.order();
                fall.open.dedup();
                let step = Step::new(self.info(), Pattern::Tied { origins: vec![clue.origin] });
                let cost = model.origin(clue.origin).cost;
                let harder = (fall.open.len() as u16).min(12) + cost;
                steps.extend(
                    (!fall.gone.is_empty()).then(|| step.remove(fall.gone).because(fall.reasons).harder(harder)),
                );
            }
            for step in joined(steps, |_| Some(())) {
                found.push(step);
            }
            if found.is_full() {
                return;
            }
        }
    }
}

/// Groups of at least two clues of the same rule that exclude the same values.
fn alike<'t>(model: &Model, ties: &'t [Ties]) -> Vec<Vec<&'t Ties>> {
    let rule = |clue: &Ties| &model.origin(clue.origin).rule;
    let mut all: Vec<Vec<&Ties>> = Vec::new();
    for clue in ties.iter().filter(|clue| !clue.never.is_empty()) {
        match all.iter_mut().find(|a| a[0].never == clue.never && rule(a[0]) == rule(clue)) {
            Some(alike) => alike.push(clue),
            None => all.push(vec![clue]),
        }
    }
    all.retain(|alike| alike.len() > 1);
    all
}

/// The step for values that no cell of these clues can have, regardless of the rest of the grid, such as 5 on whispers
/// lines or 7 next to black dots. All clues of the rule are combined into one step; `None` if fewer than two clues have
/// candidates to remove.
fn never(view: &View, alike: &[&Ties], found: &mut Found) -> Option<Step> {
    let model = view.model();
    let (mut origins, mut gone, mut reasons): (Vec<OriginId>, Vec<Candidate>, Vec<Reason>) = Default::default();
    for clue in alike {
        let before = gone.len();
        for tie in &clue.pairs {
            for [from, to] in [tie.cells, [tie.cells[1], tie.cells[0]]] {
                let (left, others) = (view.values(from), view.values(to));
                if left.len() < 2 || others.len() < 2 || found.spend(1) {
                    continue;
                }
                for y in (others & clue.never).iter().map(|v| Candidate::new(to, v)) {
                    if gone.contains(&y) {
                        continue;
                    }
                    let group = group_reason(view, view.cell_group(from));
                    if !reasons.contains(&group) {
                        reasons.push(group);
                    }
                    let links = left.iter().map(|x| Candidate::new(from, x));
                    reasons.extend(
                        links.filter_map(|a| tie.forbids(model, a, y).map(|why| Reason::Link { a, b: y, why })),
                    );
                    gone.push(y);
                }
            }
        }
        origins.extend((gone.len() > before).then_some(clue.origin));
    }
    if origins.len() < 2 || found.is_full() {
        return None;
    }
    let cost = origins.iter().map(|o| model.origin(*o).cost).max().unwrap_or_default();
    Some(Step::new(&CLUE[0], Pattern::Tied { origins }).remove(gone).because(reasons).harder(cost))
}

/// The candidates removed from the cells of one clue, in order, with their reasons in the same order.
struct Fall<'v> {
    view: &'v View<'v>,
    clue: &'v Ties,
    gone: Vec<Candidate>,
    reasons: Vec<Reason>,
    /// Cells that lose candidates or cause other cells to lose candidates.
    open: Vec<Cell>,
}

impl Fall<'_> {
    /// The remaining values of a cell.
    fn left(&self, cell: Cell) -> ValueSet {
        let gone: ValueSet = self.gone.iter().filter(|c| c.cell == cell).map(|c| c.value).collect();
        self.view.values(cell).minus(gone)
    }

    /// Processes all pairs once. Returns whether anything was removed; if so, another round may remove more.
    fn round(&mut self, found: &mut Found) -> bool {
        let before = self.gone.len();
        for tie in &self.clue.pairs {
            for [from, to] in [tie.cells, [tie.cells[1], tie.cells[0]]] {
                let left = self.left(from);
                // Other techniques handle cells that are filled in, have only one candidate left, or have no
                // candidates.
                if self.view.values(from).len() < 2 || left.is_empty() {
                    continue;
                }
                if found.spend(u64::from(left.len())) {
                    return false;
                }
                self.tie(tie, from, left, to);
            }
        }
        self.gone.len() > before
    }

    /// Removes the candidates of `to` that are incompatible with every remaining value of `from`.
    fn tie(&mut self, tie: &Tie, from: Cell, left: ValueSet, to: Cell) {
        let (model, others) = (self.view.model(), self.left(to));
        if others.len() < 2 {
            return;
        }
        for y in others.iter().map(|v| Candidate::new(to, v)) {
            let link = |x: Value| {
                let a = Candidate::new(from, x);
                tie.forbids(model, a, y).map(|why| Reason::Link { a, b: y, why })
            };
            let Some(links) = left.iter().map(link).collect::<Option<Vec<Reason>>>() else { continue };
            let group = group_reason(self.view, self.view.cell_group(from));
            if !self.reasons.contains(&group) {
                self.reasons.push(group);
            }
            self.reasons.extend(links);
            self.gone.push(y);
            self.open.extend([from, to]);
        }
    }
}
