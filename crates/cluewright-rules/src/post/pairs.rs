//! A `for` whose statements post the same fact many times: one condition on all pairs of certain cells, or a set of different cells
//! in each round. Such sets may form a family of houses.

use crate::code::{Bind, Code, CodeKind, Pat, Src, Step, StepKind};
use crate::syntax::Pos;
use crate::unroll::closed::scalar_in;
use crate::unroll::ir::{FALSE, TRUE};
use crate::unroll::value::{Got, Val};
use crate::unroll::{Became, Lower, Sink};
use cluewright_core::model::RelationId;
use cluewright_core::{Cell, ModelBuilder, OriginId, ValueSet};
use std::sync::Arc;

impl<'a> Lower<'a> {
    /// Posts the sets of one `for`. Houses among them that are disjoint become families.
    pub(crate) fn post_sets(&mut self, sets: Vec<(Vec<Cell>, OriginId)>) {
        let is_house = |build: &ModelBuilder, cells: &[Cell]| {
            let values = cells.iter().fold(ValueSet::EMPTY, |all, &c| all | build.domain(c));
            cells.len() == values.len() as usize
        };
        // The families found so far: their cells and the indices of their sets.
        let mut families: Vec<(cluewright_core::CellSet, Vec<usize>)> = Vec::new();
        for (i, (cells, _)) in sets.iter().enumerate() {
            if !is_house(&self.build, cells) {
                continue;
            }
            let at = families.iter().position(|f| cells.iter().all(|&c| !f.0.contains(c))).unwrap_or_else(|| {
                families.push((cluewright_core::CellSet::with_capacity(self.build.len()), Vec::new()));
                families.len() - 1
            });
            families[at].0.extend(cells.iter().copied());
            families[at].1.push(i);
        }
        let mut family_of = vec![None; sets.len()];
        for (_, members) in families.iter().filter(|f| f.1.len() >= 2) {
            let family = self.build.family(sets[members[0]].1);
            for &i in members {
                family_of[i] = family;
            }
        }
        for ((cells, origin), family) in sets.into_iter().zip(family_of) {
            self.build.all_different(&cells, family, origin);
        }
    }

    /// Handles the common case of one condition on many pairs of cells in a single pass. Returns whether the statement was such a
    /// case.
    pub(crate) fn all_pairs(&mut self, bind: &'a Bind, body: &'a [Step]) -> Got<bool> {
        let Pat::Tuple(slots) = &bind.pat else { return Ok(false) };
        let [a, b] = slots[..] else { return Ok(false) };
        if !matches!(bind.src, Src::Moves(..) | Src::Near(..))
            || bind.index.is_some()
            || !matches!(self.sink, Sink::Model)
        {
            return Ok(false);
        }
        let mut conditions: Vec<(&Code, Pos)> = Vec::new();
        for step in body {
            let StepKind::Require(condition) = &step.kind else { return Ok(false) };
            if !scalar_in(condition, false) {
                return Ok(false);
            }
            match &condition.kind {
                CodeKind::And(all) => conditions.extend(all.iter().map(|c| (c, step.pos))),
                _ => conditions.push((condition, step.pos)),
            }
        }
        if bind.filters.iter().any(|f| matches!(f, crate::code::Filt::Where(_))) {
            return Ok(false);
        }
        let pairs = self.pairs(&bind.src)?;
        let plain = |run: &Self, c: Cell| run.build.value_cell(c) == c;
        if pairs.iter().any(|&(a, b)| !plain(self, a) || !plain(self, b)) {
            return Ok(false);
        }
        // The relations of the condition, by the domains of the two cells. All cells of a grid have the same domain.
        let mut known: Vec<((u16, u16), Vec<RelationId>)> = Vec::new();
        let filters: Vec<(&[Arc<str>], bool)> = bind
            .filters
            .iter()
            .map(|f| match f {
                crate::code::Filt::Marked(rules, unless) => (&rules[..], *unless),
                crate::code::Filt::Where(_) => unreachable!("looked for above"),
            })
            .collect();
        for (x, y) in pairs {
            let kept =
                filters.iter().all(|(rules, unless)| rules.iter().any(|r| self.places.marked(r, &[x, y])) != *unless);
            if !kept {
                continue;
            }
            let domains = (self.domain_of(x), self.domain_of(y));
            let at = match known.iter().position(|k| k.0 == domains) {
                Some(at) => at,
                None => {
                    let mut relations = Vec::new();
                    for (condition, pos) in &conditions {
                        self.scope.env[a as usize] = Val::Cell(x);
                        self.scope.env[b as usize] = Val::Cell(y);
                        self.forget_locals();
                        let (_, _) = (self.local(x), self.local(y));
                        self.enter(*pos);
                        let id = self.truth(condition)?;
                        // A condition on a single cell is not a link, so leave it to the general case.
                        let node = self.graph.node(id);
                        if id == FALSE || id != TRUE && node.vars != 3 {
                            return Ok(false);
                        }
                        if id != TRUE {
                            relations.push(self.relation_between(id, (0, domains.0), (1, domains.1)));
                        }
                    }
                    known.push((domains, relations));
                    known.len() - 1
                }
            };
            if known[at].1.is_empty() {
                continue;
            }
            self.scope.env[a as usize] = Val::Cell(x);
            self.scope.env[b as usize] = Val::Cell(y);
            self.scope.cells.clear();
            self.scope.cells.extend([x, y]);
            self.scope.origin = None;
            let origin = self.origin_now();
            for i in 0..known[at].1.len() {
                let relation = known[at].1[i];
                self.build.link(x, y, relation, origin);
                self.became(Became::Link);
            }
            self.budget.steps += 1;
            self.budget.facts += 1;
        }
        self.forget_locals();
        Ok(true)
    }
}
