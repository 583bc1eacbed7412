//! Posts a condition over the current variables as the strongest fact that the model offers for it.

use crate::syntax::Pos;
use crate::unroll::ir::{FALSE, Id, Kind, TRUE};
use crate::unroll::program::Program;
use crate::unroll::value::Got;
use crate::unroll::{Became, Lower, MANY_CELLS, Sink};
use cluewright_core::constraint::Formula;
use cluewright_core::model::{Relation, RelationId};
use cluewright_core::{OriginId, Value, ValueSet};
use std::sync::Arc;

impl Lower<'_> {
    /// Posts a condition over the current variables in the form that fits best.
    pub(crate) fn post(&mut self, id: Id, pos: Pos) -> Got<()> {
        if let Sink::List(parts) = &mut self.sink {
            parts.push(id);
            return Ok(());
        }
        self.count_fact(pos)?;
        if id == TRUE {
            self.became(Became::Nothing);
            return Ok(());
        }
        let origin = self.origin_now();
        if id == FALSE {
            self.build.impossible(origin);
            self.became(Became::Impossible);
            return Ok(());
        }
        let variables = self.variables(id);
        match variables[..] {
            [one] => {
                let Kind::Mask(_, _, values) = *self.graph.kind(id) else { unreachable!("it reads one variable") };
                self.build.restrict(self.variables.locals[one.0 as usize], ValueSet(values), origin);
                self.became(Became::Values);
                return Ok(());
            }
            [(a, da), (b, db)] => {
                self.link(id, (a, da), (b, db), origin);
                return Ok(());
            }
            _ => {}
        }
        if let Some(sum) = self.sum_of(id) {
            self.build.constrain(sum, origin);
            self.became(Became::Sum);
            return Ok(());
        }
        if let Some(different) = self.different_of(id) {
            self.build.constrain(different, origin);
            self.became(Became::Constraint("Different"));
            return Ok(());
        }
        let large = variables.len() > MANY_CELLS;
        if let Some(count) = self.count_of(id) {
            self.build.constrain(count, origin);
            self.became(Became::Constraint("Count"));
            return Ok(());
        }
        if let Kind::Distinct(_) = self.graph.kind(id)
            && let Some(cells) = self.distinct_of(id)
        {
            return self.different(&cells, pos);
        }
        let (is_or, apart) = match self.graph.kind(id) {
            Kind::Or(parts) => (true, large || self.reads_lists(parts)),
            _ => (false, false),
        };
        if self.falls_apart(id, origin) {
            return Ok(());
        }
        // In a single automaton the sizes of large branches would multiply, so such branches are posted separately, and so are
        // branches with an automaton of their own.
        if !apart && self.compiled(id, &variables, origin) {
            return Ok(());
        }
        if is_or {
            let any = self.any_of(id);
            self.build.constrain(any, origin);
            self.became(Became::Constraint("Any"));
            return Ok(());
        }
        let formula = self.formula(id);
        self.build.constrain(formula, origin);
        self.became(Became::Formula);
        Ok(())
    }

    /// Posts a comparison of an item that is selected by a cell, if each item depends on one cell. Such a condition only states
    /// what each value of the selecting cell allows in one other cell, so links can express all of it.
    fn falls_apart(&mut self, id: Id, origin: OriginId) -> bool {
        let Some((compared, compare)) = self.comparison(id) else { return false };
        let (item, times, plus) = match self.graph.kind(compared) {
            Kind::Lin(terms, c) if terms.len() == 1 => (terms[0].0, terms[0].1, *c),
            _ => (compared, 1, 0),
        };
        let Kind::Item(index, items) = self.graph.kind(item) else { return false };
        let (index, items) = (*index, Arc::clone(items));
        let chooses = self.variables(index);
        let &[(x, dom)] = &chooses[..] else { return false };
        let holds = |item: i64| compare.holds(item.saturating_mul(times).saturating_add(plus), 0);
        // The value of a node that reads at most one variable, if this variable has value `v`.
        let at = |id: Id, v: Value| self.graph.at(self.graph.kind(id), v);
        let values = self.graph.domains[dom as usize].values;
        let rows = values.max().map_or(0, |v| v.index() + 1);
        let mut possible = ValueSet::EMPTY;
        // For each other variable, the values that each value of the selecting cell forbids.
        let mut others: Vec<(u16, Vec<ValueSet>)> = Vec::with_capacity(items.len());
        for v in values {
            let item = usize::try_from(at(index, v) - 1).ok().and_then(|at| items.get(at));
            let reads = item.map_or_else(Vec::new, |&item| self.variables(item));
            // An item that does not exist counts as 0.
            let is_met = |v: Value| holds(item.map_or(0, |&item| at(item, v)));
            let (y, dom) = match reads[..] {
                [(y, dom)] if y != x => (y, dom),
                // The item is a constant, or depends only on the selecting cell.
                [] | [_] => {
                    if is_met(v) {
                        possible.insert(v);
                    }
                    continue;
                }
                _ => return false,
            };
            let all = self.graph.domains[dom as usize].values;
            let forbidden: ValueSet = all.iter().filter(|&w| !is_met(w)).collect();
            if forbidden == all {
                continue;
            }
            possible.insert(v);
            if !forbidden.is_empty() {
                let at = others.iter().position(|o| o.0 == y).unwrap_or_else(|| {
                    others.push((y, vec![ValueSet::EMPTY; rows]));
                    others.len() - 1
                });
                others[at].1[v.index()] = forbidden;
            }
        }
        let cell = self.variables.locals[x as usize];
        if possible != values {
            self.build.restrict(cell, possible, origin);
            self.became(Became::Values);
        }
        for (y, forbids) in others {
            let relation = self.build.relation(Relation { forbids: forbids.into() });
            self.build.link(cell, self.variables.locals[y as usize], relation, origin);
            self.became(Became::Link);
        }
        true
    }

    fn link(&mut self, id: Id, a: (u16, u16), b: (u16, u16), origin: OriginId) {
        let relation = self.relation_between(id, a, b);
        self.build.link(self.variables.locals[a.0 as usize], self.variables.locals[b.0 as usize], relation, origin);
        self.became(Became::Link);
    }

    /// The relation that a node states between two variables, each of which is given with its domain.
    pub(crate) fn relation_between(&mut self, id: Id, a: (u16, u16), b: (u16, u16)) -> RelationId {
        if let Some(&known) = self.kept.relations.get(&id) {
            return known;
        }
        let program = Program::new(&self.graph, id, &[a, b]);
        let [first, second] = [a, b].map(|v| self.graph.domains[v.1 as usize]);
        let rows = first.values.max().map_or(0, |v| v.0 + 1);
        let mut forbids = vec![ValueSet::EMPTY; rows as usize];
        for v in first.values {
            let one = (first.first, ValueSet::of(v));
            let forbidden = |w: &Value| !program.could_hold(&[one, (second.first, ValueSet::of(*w))]);
            forbids[v.index()] = second.values.iter().filter(forbidden).collect();
        }
        let relation = self.build.relation(Relation { forbids: forbids.into() });
        self.kept.relations.insert(id, relation);
        relation
    }
}
