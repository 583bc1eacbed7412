//! Copies a condition into a separate graph, with other variables, narrower domains, and hidden variables for some of its numbers.

use super::graph::{Graph, Reachable};
use super::nodes::{Bool, BoolOp, Domain, Num, NumOp, Part, Var};
use super::rebuild::Parts;
use crate::automaton::intern::{Written, place_in};
use cluewright_core::quick::QuickMap;
use std::hash::Hash;

/// A graph that contains only one condition. Its variables are numbered from 0, in rising order of the original variables.
#[derive(Clone, Debug)]
pub(crate) struct Alone<'a> {
    pub graph: Graph<'a>,
    pub root: Bool,
}

/// Copies `root`, which reads `vars` (in rising order), with the given domains: they have the same first numbers, but perhaps fewer
/// values. The numbers in `hidden` are replaced by new variables, which are numbered after the others. The copy states the original
/// condition *and* that each hidden variable equals the number that it replaces.
pub(crate) fn alone<'a>(
    from: &Graph<'a>,
    root: Bool,
    vars: &[Var],
    domains: &[Domain],
    hidden: &[Num],
    budget: usize,
) -> Alone<'a> {
    let mut graph = Graph::new(budget, from.session.watch);
    graph.session.relied = from.session.relied;
    let mut place: QuickMap<Var, Var> = QuickMap::default();
    for (&var, &domain) in vars.iter().zip(domains) {
        place.insert(var, graph.add_var(domain));
    }
    for known in &from.session.known {
        let here: Vec<Var> = known.iter().filter_map(|v| place.get(v).copied()).collect();
        graph.know_different(&here);
    }
    let mut copier = Copier {
        from,
        place,
        nums: vec![None; from.nums.len()],
        bools: vec![None; from.bools.len()],
        hidden: Vec::new(),
    };
    // Numbers and booleans refer to each other, so both are copied on demand. The recursion is no deeper than the graph.
    let mut parts = Vec::new();
    for &num in hidden {
        let copy = copier.num(&mut graph, num);
        let (low, high) = graph.bounds(copy);
        let var = graph.add_var(Domain::range(low as i32, high as i32));
        copier.hidden.push((num, graph.var(var)));
        let named = graph.var(var);
        parts.push(graph.eq(named, copy));
    }
    if !hidden.is_empty() {
        copier.nums.fill(None);
        copier.bools.fill(None);
    }
    parts.push(copier.bool(&mut graph, root));
    let root = graph.all(&parts);
    Alone { graph, root }
}

struct Copier<'a> {
    from: &'a Graph<'a>,
    place: QuickMap<Var, Var>,
    nums: Vec<Option<Num>>,
    bools: Vec<Option<Bool>>,
    hidden: Vec<(Num, Num)>,
}

impl Parts for Copier<'_> {
    fn num(&mut self, to: &mut Graph<'_>, num: Num) -> Num {
        if let Some(done) = self.nums[num.0 as usize] {
            return done;
        }
        if let Some(h) = self.hidden.iter().find(|h| h.0 == num) {
            return h.1;
        }
        let from = self.from;
        let copy = match from.op(num) {
            NumOp::Const(v) => to.number(*v),
            NumOp::Table(var, t) => {
                let var = self.place[var];
                let values: Vec<i64> = to.domain(var).values.iter().map(|v| from.tables[*t][v.index()]).collect();
                to.unary(var, &values)
            }
            NumOp::Case(var, list) => {
                let place = self.place[var];
                let values: Vec<u8> = to.domain(place).values.iter().map(|v| v.0).collect();
                let list: Vec<Num> = values.iter().map(|&v| self.num(to, list[from.rank(*var, v)])).collect();
                to.case(place, &list)
            }
            op => to.num_of(op.clone(), self),
        };
        self.nums[num.0 as usize] = Some(copy);
        copy
    }

    fn bool(&mut self, to: &mut Graph<'_>, lit: Bool) -> Bool {
        if let Some(done) = self.bools[lit.node() as usize] {
            return done.flipped_if(lit.negated());
        }
        let from = self.from;
        let node = Bool(lit.0 & !1);
        let copy = match from.bool_op(node) {
            BoolOp::True => Bool::TRUE,
            BoolOp::Mask(var, mask) => to.mask(self.place[var], *mask),
            BoolOp::Pair(..) => {
                let (x, y, rows) = from.rows_of(node).expect("a table");
                to.pair(self.place[&x], self.place[&y], rows)
            }
            BoolOp::Accepts(dfa, state, inputs) => {
                let dfa = to.dfa_id(&from.dfas[*dfa as usize]);
                to.bool_of(BoolOp::Accepts(dfa, *state, inputs.clone()), self)
            }
            op => to.bool_of(op.clone(), self),
        };
        self.bools[lit.node() as usize] = Some(copy);
        copy.flipped_if(lit.negated())
    }
}

/// Everything that determines the compiled result of a condition, as a list of numbers. Equal lists give equal results.
pub(crate) fn key(alone: &Alone) -> Vec<i64> {
    let g = &alone.graph;
    let mut key = Written(Vec::new());
    (&g.domains, &g.session.known).hash(&mut key);
    let seen = Reachable::of(g, alone.root);
    // Nodes are numbered in the order of the traversal, so that other nodes in the graph have no effect.
    let mut num_place = vec![0; g.nums.len()];
    for (i, n) in seen.num_order.iter().enumerate() {
        num_place[n.0 as usize] = i as u32;
    }
    let mut bool_place = vec![0; g.bools.len()];
    for (i, b) in seen.bool_order.iter().enumerate() {
        bool_place[b.node() as usize] = i as u32;
    }
    let renumber = |part: Part<'_>| match part {
        Part::Var(_) => {}
        Part::Num(n) => n.0 = num_place[n.0 as usize],
        Part::Bool(b) => *b = Bool(bool_place[b.node() as usize] << 1).flipped_if(b.negated()),
    };
    let mut dfas: Vec<u32> = Vec::new();
    for &n in &seen.num_order {
        let mut op = g.op(n).clone();
        op.each(renumber);
        if let NumOp::Table(_, table) = &mut op {
            g.tables[*table].hash(&mut key);
            *table = 0;
        }
        op.hash(&mut key);
    }
    for &b in &seen.bool_order {
        let mut op = g.bool_op(b).clone();
        op.each(renumber);
        match &mut op {
            BoolOp::Pair(.., table) => {
                g.pairs[*table].hash(&mut key);
                *table = 0;
            }
            BoolOp::Accepts(dfa, ..) => {
                *dfa = place_in(&mut dfas, *dfa) as u32;
            }
            _ => {}
        }
        op.hash(&mut key);
    }
    let Written(mut key) = key;
    for dfa in dfas {
        key.extend(g.dfas[dfa as usize].key());
    }
    key.push(i64::from(bool_place[alone.root.node() as usize] << 1 | u32::from(alone.root.negated())));
    key
}
