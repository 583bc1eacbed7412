//! A condition over the variables at hand becomes the fact of the model that says most of it.

use crate::syntax::Pos;
use crate::unroll::ir::{FALSE, Id, Kind, TRUE};
use crate::unroll::value::Got;
use crate::unroll::{Became, Lower, Sink};
use cluewright_core::model::{Relation, RelationId};
use cluewright_core::{OriginId, ValueSet};
use std::rc::Rc;

/// Cells from which on branches of an "or" are no longer compiled into one automaton, nor counts into automata.
pub(crate) const LARGE: usize = 14;

impl Lower<'_> {
    /// Posts a condition over the variables at hand as what fits best.
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
        let variables = self.graph.variables(id);
        match variables[..] {
            [one] => {
                let values = self.values_that_hold(id, one);
                self.build.restrict(self.locals[one.0 as usize], values, origin);
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
        let large = variables.len() > LARGE;
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
        if self.falls_apart(id, &variables, origin) {
            return Ok(());
        }
        // Large branches multiply in one automaton: they stay apart. So do those that have an automaton of their own.
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

    /// A comparison of an item that one cell chooses, each item being about one cell: what a value of the one leaves
    /// another is all it says, and links say it.
    fn falls_apart(&mut self, id: Id, variables: &[(u16, u16)], origin: OriginId) -> bool {
        let Some((compared, _)) = self.comparison(id) else { return false };
        let item = match self.graph.kind(compared) {
            Kind::Lin(terms, _) if terms.len() == 1 => terms[0].0,
            _ => compared,
        };
        let Kind::Item(index, _) = *self.graph.kind(item) else { return false };
        let chooses = self.graph.variables(index);
        let &[(x, dom)] = &chooses[..] else { return false };
        let values = self.graph.domains[dom as usize].values;
        let rows = values.max().map_or(0, |v| v.index() + 1);
        let mut possible = ValueSet::EMPTY;
        // By other variable, what a value forbids it.
        let mut others: Vec<(u16, Vec<ValueSet>)> = Vec::with_capacity(variables.len());
        for v in values {
            let rest = self.graph.subst(id, x, v.0);
            let parts = match self.graph.kind(rest) {
                Kind::False => continue,
                Kind::True => Rc::from([]),
                Kind::And(parts) => Rc::clone(parts),
                _ => Rc::from([rest]),
            };
            possible.insert(v);
            for &part in parts.iter() {
                let Kind::Mask(y, dom, left) = *self.graph.kind(part) else { return false };
                let at = others.iter().position(|o| o.0 == y).unwrap_or_else(|| {
                    others.push((y, vec![ValueSet::EMPTY; rows]));
                    others.len() - 1
                });
                others[at].1[v.index()] = self.graph.domains[dom as usize].values.minus(ValueSet(left));
            }
        }
        let cell = self.locals[x as usize];
        if possible != values {
            self.build.restrict(cell, possible, origin);
            self.became(Became::Values);
        }
        for (y, forbids) in others {
            let relation = self.build.relation(Relation { forbids: forbids.into() });
            self.build.link(cell, self.locals[y as usize], relation, origin);
            self.became(Became::Link);
        }
        true
    }

    fn link(&mut self, id: Id, a: (u16, u16), b: (u16, u16), origin: OriginId) {
        let relation = self.relation_between(id, a, b);
        self.build.link(self.locals[a.0 as usize], self.locals[b.0 as usize], relation, origin);
        self.became(Became::Link);
    }

    /// The relation of a node over two variables, each with its domain.
    pub(crate) fn relation_between(&mut self, id: Id, a: (u16, u16), b: (u16, u16)) -> RelationId {
        if let Some(&known) = self.relations.get(&id) {
            return known;
        }
        let (first, second) = (self.graph.domains[a.1 as usize].values, self.graph.domains[b.1 as usize].values);
        let rows = first.max().map_or(0, |v| v.0 + 1);
        let mut forbids = vec![ValueSet::EMPTY; rows as usize];
        for v in first {
            let rest = self.graph.subst(id, a.0, v.0);
            forbids[v.index()] = second.minus(self.values_that_hold(rest, b));
        }
        let relation = self.build.relation(Relation { forbids: forbids.into() });
        self.relations.insert(id, relation);
        relation
    }

    /// The values of a variable, with its domain, for which a condition on it alone holds.
    fn values_that_hold(&mut self, id: Id, (var, dom): (u16, u16)) -> ValueSet {
        let all = self.graph.domains[dom as usize].values;
        match *self.graph.kind(id) {
            Kind::True => all,
            Kind::False => ValueSet::EMPTY,
            Kind::Mask(_, _, values) => ValueSet(values),
            // A place in a list that the variable chooses, and some values choose none, stays as it is until one is put in.
            _ => all.iter().filter(|v| self.graph.subst(id, var, v.0) == TRUE).collect(),
        }
    }
}
