//! Compiles conditions for which the model has no simple fact, and posts the results.

use crate::compile::{self, Compiled, Input, Limits, Word};
use crate::condition::{self, Domain, Var};
use crate::unroll::ir::{Id, Kind};
use crate::unroll::kept::{CompiledCondition, Key};
use crate::unroll::program::Program;
use crate::unroll::sets::lists_of;
use crate::unroll::shapes::turned;
use crate::unroll::{Became, Lower, MANY_CELLS, MODEL_WORK};
use cluewright_core::constraint::{
    All, AllDifferent, Allowed, Any, Automaton, Compare, Count, Evaluated, Kind as Fact, Pair, Sum,
};
use cluewright_core::model::{CellKind, Relation};
use cluewright_core::{Cell, OriginId, ValueSet};
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

/// The maximum number of branches of an "or" that become separate constraints.
const MAX_BRANCHES: usize = 32;

impl Lower<'_> {
    /// Compiles a condition and posts the result. Returns false if a part of the condition was not compiled; the other parts are
    /// posted anyway.
    pub(crate) fn compiled(&mut self, id: Id, variables: &[(u16, u16)], origin: OriginId) -> bool {
        let cells: Vec<Cell> = variables.iter().map(|v| self.variables.locals[v.0 as usize]).collect();
        let Some(made) = self.made_of(id, variables, &cells) else { return false };
        self.post_made(&made, cells, origin)
    }

    /// The compiled form of a condition over these cells, depending on which of the cells are known to be different; `None` if the
    /// condition was not compiled.
    fn made_of(&mut self, id: Id, variables: &[(u16, u16)], cells: &[Cell]) -> Option<Rc<CompiledCondition>> {
        let key = self.sets_of.key(id, cells);
        if let Some(made) = self.kept.made.get(key) {
            return Some(Rc::clone(made));
        }
        let key: Key = key.into();
        let made = Rc::new(self.make(id, variables, &lists_of(&key))?);
        self.kept.made.insert(key, Rc::clone(&made));
        Some(made)
    }

    pub(crate) fn comparison(&self, id: Id) -> Option<(Id, Compare)> {
        match self.graph.kind(id) {
            Kind::Le(x) => Some((*x, Compare::Le)),
            Kind::Eq(x) => Some((*x, Compare::Eq)),
            Kind::Not(equal) => match self.graph.kind(*equal) {
                Kind::Eq(x) => Some((*x, Compare::Ne)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The condition as a comparison of a sum of cells; `None` if it has any other form.
    pub(crate) fn sum_of(&self, id: Id) -> Option<Sum> {
        let (inner, compare) = self.comparison(id)?;
        let Kind::Lin(parts, c) = self.graph.kind(inner) else { return None };
        let mut terms = Vec::with_capacity(parts.len());
        for &(t, k) in parts.iter() {
            let Kind::Var(var, _) = *self.graph.kind(t) else { return None };
            terms.push((self.variables.locals[var as usize], i32::try_from(k).ok()?));
        }
        let total = i32::try_from(-*c).ok()?;
        // Positive coefficients are easier to read, as in "a + b + c is at least 5".
        if terms.iter().all(|t| t.1 < 0) {
            terms.iter_mut().for_each(|t| t.1 = -t.1);
            return Some(Sum::new(&terms, turned(compare), -total));
        }
        Some(Sum::new(&terms, compare, total))
    }

    /// The condition as a comparison of the number of cells that hold certain values; `None` if it has any other form.
    pub(crate) fn count_of(&self, id: Id) -> Option<Count> {
        let (inner, compare) = self.comparison(id)?;
        let Kind::Lin(parts, c) = self.graph.kind(inner) else { return None };
        let (mut terms, mut firsts) = (Vec::new(), Vec::new());
        let (mut total, mut sign) = (-*c, 0);
        for &(t, k) in parts.iter() {
            let (var, dom) = match self.graph.kind(t) {
                Kind::Table(v, d, _) | Kind::Var(v, d) => (*v, *d),
                _ => return None,
            };
            let domain = self.graph.domains[dom as usize];
            let node = self.graph.node(t);
            // Each term must have two consecutive numbers, because each cell is either counted or not.
            if node.high - node.low != 1 || k.abs() != 1 || sign != 0 && sign != k {
                return None;
            }
            sign = k;
            total -= k * node.low;
            terms.push((
                self.variables.locals[var as usize],
                domain.values.iter().filter(|&v| self.graph.at(&node.kind, v) == node.high).collect::<ValueSet>(),
            ));
            firsts.push(domain.first);
        }
        let (compare, total) = if sign < 0 { (turned(compare), -total) } else { (compare, total) };
        Some(Count::new(&terms, &firsts, compare, i32::try_from(total).ok()?))
    }

    /// The cells of a `distinct` that contains nothing but cells; otherwise `None`.
    pub(crate) fn distinct_of(&self, id: Id) -> Option<Vec<Cell>> {
        let Kind::Distinct(items) = self.graph.kind(id) else { return None };
        let cell = |&i: &Id| {
            if let Kind::Var(v, _) = self.graph.kind(i) { Some(self.variables.locals[*v as usize]) } else { None }
        };
        items.iter().map(cell).collect()
    }

    /// Posts an "or" whose branches are separate constraints.
    pub(crate) fn any_of(&mut self, id: Id) -> Fact {
        let Kind::Or(parts) = self.graph.kind(id) else { return self.fact(id) };
        // So many branches have most of their parts in common, and a single formula states these parts only once.
        if parts.len() > MAX_BRANCHES {
            return self.formula(id);
        }
        let branches = Arc::clone(parts).iter().map(|&p| self.fact(p)).collect();
        Any::new(branches).into()
    }

    /// Turns a condition into one constraint that is exact by itself.
    fn fact(&mut self, id: Id) -> Fact {
        if let Kind::And(parts) = self.graph.kind(id) {
            return All::new(Arc::clone(parts).iter().map(|&p| self.fact(p)).collect()).into();
        }
        if let Kind::Mask(v, _, values) = *self.graph.kind(id) {
            let cell = self.variables.locals[v as usize];
            return Allowed::new(cell, self.build.first(cell), ValueSet(values)).into();
        }
        let variables = self.variables(id);
        if let &[a, b] = &variables[..] {
            let relation = self.relation_between(id, a, b);
            let relation = self.build.relation_at(relation).clone();
            let cells = [a, b].map(|v| self.variables.locals[v.0 as usize]);
            return Pair::new(cells, cells.map(|c| self.build.first(c)), relation).into();
        }
        if let Some(sum) = self.sum_of(id) {
            return sum.into();
        }
        if let Some(different) = self.different_of(id) {
            return different.into();
        }
        if let Some(cells) = self.distinct_of(id)
            && cells.iter().all(|&c| self.build.first(c) == self.build.first(cells[0]))
        {
            return AllDifferent::new(&cells).into();
        }
        if variables.len() > MANY_CELLS {
            if let Some(count) = self.count_of(id) {
                return count.into();
            }
            if matches!(self.graph.kind(id), Kind::Or(_)) {
                return self.any_of(id);
            }
        }
        let cells: Vec<Cell> = variables.iter().map(|v| self.variables.locals[v.0 as usize]).collect();
        let made = self.made_of(id, &variables, &cells);
        let simple = |c: &Compiled| {
            !c.impossible && c.relations.is_empty() && c.sums.is_empty() && c.hidden.is_empty() && !c.weak
        };
        if let Some(made) = made.filter(|m| simple(&m.compiled)) {
            let allowed = |&(var, values): &(Var, ValueSet)| {
                let cell = cells[var.index()];
                Fact::from(Allowed::new(cell, self.build.first(cell), values))
            };
            let mut parts: Vec<Fact> = made.compiled.masks.iter().map(allowed).collect();
            for (part, automaton) in made.compiled.automata.iter().zip(&made.automata) {
                parts.push(posted(part, automaton, &cells).into());
            }
            if parts.len() == 1 {
                return parts.pop().expect("one part");
            }
            return All::new(parts).into();
        }
        self.formula(id)
    }

    /// Turns the condition into a formula, which is used if no other form fits.
    pub(crate) fn formula(&mut self, id: Id) -> Fact {
        let variables = self.variables(id);
        let cells: Vec<Cell> = variables.iter().map(|v| self.variables.locals[v.0 as usize]).collect();
        let program = match self.kept.programs.get(&id) {
            Some(known) => Arc::clone(known),
            None => {
                let program = Arc::new(Program::new(&self.graph, id, &variables));
                self.kept.programs.insert(id, Arc::clone(&program));
                program
            }
        };
        Evaluated::new(cells, program).into()
    }

    fn post_made(&mut self, made: &CompiledCondition, mut cells: Vec<Cell>, origin: OriginId) -> bool {
        let c = &made.compiled;
        if c.impossible {
            self.build.impossible(origin);
            self.became(Became::Impossible);
            return true;
        }
        for hidden in &c.hidden {
            cells.push(self.build.add_cell(CellKind::Helper, hidden.first, hidden.values, "a helper"));
        }
        let at = |v: Var| cells[v.index()];
        if c.is_trivial() {
            self.became(Became::Nothing);
        }
        for &(var, values) in &c.masks {
            self.build.restrict(at(var), values, origin);
            self.became(Became::Values);
        }
        for pair in &c.relations {
            let other = self.build.domain(at(pair.b));
            let forbids = pair.allowed.iter().map(|allowed| other.minus(*allowed)).collect();
            let relation = self.build.relation(Relation { forbids });
            self.build.link(at(pair.a), at(pair.b), relation, origin);
            self.became(Became::Link);
        }
        let mut complete = !c.weak;
        for sum in &c.sums {
            let terms: Option<Vec<(Cell, i32)>> =
                sum.terms.iter().map(|&(v, k)| i32::try_from(k).ok().map(|k| (at(v), k))).collect();
            match (terms, i32::try_from(sum.total)) {
                (Some(terms), Ok(total)) => {
                    self.build.constrain(Sum::new(&terms, sum.comparison, total), origin);
                    self.became(Became::Sum);
                }
                _ => complete = false,
            }
        }
        for (part, automaton) in c.automata.iter().zip(&made.automata) {
            self.build.constrain(posted(part, automaton, &cells), origin);
            let (states, edges) = (part.diagram.states() as u32, part.diagram.edges() as u32);
            self.became(Became::Automaton { states, edges });
        }
        complete
    }
}

/// Turns a compiled automaton into an automaton over the cells of its variables.
fn posted(part: &compile::AutomatonPart, automaton: &Automaton, cells: &[Cell]) -> Automaton {
    let names = |list: &[Var]| list.iter().map(|v| cells[v.index()]).collect::<Vec<Cell>>();
    let over = automaton.over(&names(&part.vars));
    let inside = |list: &Vec<Var>| list.iter().copied().filter(|v| part.vars.contains(v)).collect::<Vec<Var>>();
    let lists: Vec<Vec<Cell>> = part.assumes.iter().map(|l| names(&inside(l))).filter(|l| l.len() >= 2).collect();
    if lists.is_empty() { over } else { over.assuming_different(lists) }
}

/// The compiled conditions of earlier puzzles. They save time, but do not change any result.
static CACHE: LazyLock<compile::Cache> = LazyLock::new(compile::Cache::default);

/// Clears the cache of compiled conditions, for callers that measure what the first puzzle of a process costs. No results change.
pub fn forget_compiled() {
    CACHE.clear();
}

/// The limits of a condition before any of the model's work budget is spent. The first automaton in list order that is small enough
/// is used: searching for a better order costs ten times as much, and a puzzle may have a dozen such clues with different totals.
fn limits() -> Limits {
    Limits { work: 4_000_000, good_edges: 10_000, greedy_nodes: 100_000, ..Limits::default() }
}

impl Lower<'_> {
    /// The limits of the next condition. They shrink as the model's work budget is spent, so that the first conditions do not use
    /// up the whole budget.
    fn allowance(&self) -> Option<Limits> {
        let left = |part: u64| self.budget.work_left > MODEL_WORK / part;
        match () {
            () if left(2) => Some(limits()),
            () if left(4) => Some(limits().divided(4)),
            () if left(16) => Some(limits().divided(16)),
            () if left(1_000) => Some(limits().divided(256)),
            () => None,
        }
    }

    /// Whether one of these conditions is a list read by an automaton.
    pub(crate) fn reads_lists(&self, conditions: &[Id]) -> bool {
        conditions.iter().any(|&c| matches!(self.graph.kind(c), Kind::Reach(..)))
    }

    /// The inputs of the automaton of a fold or a regular expression, and the domains of its variables; `None` if the condition has
    /// any other form.
    fn read_by_automaton(&self, id: Id, variables: &[(u16, u16)]) -> Option<(Vec<Input>, Vec<Domain>)> {
        let Kind::Reach(_, _, items, _) = self.graph.kind(id) else { return None };
        let mut inputs = Vec::with_capacity(items.len());
        for &item in items.iter() {
            inputs.push(match self.graph.kind(item) {
                Kind::Const(n) => Input::Number(*n),
                Kind::Var(var, _) => {
                    let place = variables.binary_search_by_key(var, |v| v.0).ok()?;
                    Input::Var(Var(place as u16))
                }
                _ => return None,
            });
        }
        let variable = |i: &&Input| matches!(i, Input::Var(_));
        // Each variable must occur exactly once.
        if inputs.iter().filter(variable).count() != variables.len() {
            return None;
        }
        Some((inputs, variables.iter().map(|v| self.graph.domains[v.1 as usize]).collect()))
    }

    /// Compiles a list of cells that is read by an automaton.
    fn word(
        &mut self,
        id: Id,
        (inputs, domains): &(Vec<Input>, Vec<Domain>),
        known: &[Vec<u16>],
        limits: &Limits,
    ) -> Option<CompiledCondition> {
        let mut spent = 0;
        let Kind::Reach(machine, start, _, wanted) = self.graph.kind(id) else { return None };
        let steps = &*self.graph.machines[*machine as usize].steps;
        let table = *self.kept.tables.entry(*machine).or_insert_with(|| CACHE.table(steps.key()));
        let word = Word { steps, start: *start, wanted, inputs, domains, known };
        let compiled = compile::word_cached(&word, table, limits, &CACHE, &mut spent, self.budget.watch);
        self.budget.work_left = self.budget.work_left.saturating_sub(spent);
        CompiledCondition::of(compiled?, &|v| domains[v.index()].first)
    }

    /// Compiles a condition. Its variables are numbered by their indices in `variables`.
    fn make(&mut self, id: Id, variables: &[(u16, u16)], known: &[Vec<u16>]) -> Option<CompiledCondition> {
        let stopped = self.budget.watch.asked();
        let limits = self.allowance().filter(|_| !stopped)?;
        if self.graph.node(id).depth > condition::MAX_DEPTH {
            return None;
        }
        if let Some(read) = self.read_by_automaton(id, variables) {
            return self.word(id, &read, known, &limits);
        }
        let mut graph = condition::Graph::new(limits.nodes, Some(self.budget.watch));
        for &(_, dom) in variables {
            graph.add_var(self.graph.domains[dom as usize]);
        }
        for list in known {
            graph.know_different(&list.iter().map(|&i| Var(i)).collect::<Vec<_>>());
        }
        let root = Program::new(&self.graph, id, variables).rebuilt(&mut graph);
        let compiled = compile::compile(&graph, root, &limits, &CACHE);
        let spent = graph.session.work + compiled.as_ref().map_or(0, |c| c.work);
        self.budget.work_left = self.budget.work_left.saturating_sub(spent);
        let compiled = compiled.ok()?;
        let hidden = compiled.hidden.clone();
        let first = |v: Var| match variables.get(v.index()) {
            Some(&(_, dom)) => self.graph.domains[dom as usize].first,
            None => hidden[v.index() - variables.len()].first,
        };
        CompiledCondition::of(compiled, &first)
    }
}
