//! Copies a condition into a separate graph: with other variables, narrower domains, and named parts.

use super::graph::{Graph, Reachable};
use super::nodes::{Bool, BoolOp, Domain, Num, NumOp, Var};
use super::rebuild::Parts;
use cluewright_core::quick::QuickMap;

/// A condition as the only one in its graph; its variables are numbered from 0 in rising order of the original ones.
#[derive(Clone, Debug)]
pub(crate) struct Alone<'a> {
    pub graph: Graph<'a>,
    pub root: Bool,
}

/// Copies `root`, which reads `vars` (rising), with the given domains (the same first numbers, but perhaps fewer
/// values). `hidden` are numbers to be replaced by new variables, numbered after the others: the copy then states the
/// original condition *and* that each hidden variable equals its number.
pub(crate) fn alone<'a>(
    from: &Graph<'a>,
    root: Bool,
    vars: &[Var],
    domains: &[Domain],
    hidden: &[Num],
    budget: usize,
) -> Alone<'a> {
    let mut graph = Graph::watched_by(budget, from.session.watch());
    graph.session.relied = from.session.relied;
    let mut place: QuickMap<Var, Var> = QuickMap::default();
    for (&var, &domain) in vars.iter().zip(domains) {
        place.insert(var, graph.add_var(domain));
    }
    for known in &from.session.known {
        let here: Vec<Var> = known.iter().filter_map(|v| place.get(v).copied()).collect();
        graph.know_different(&here);
    }
    let mut seen = Reachable::new(from);
    seen.visit_bool(from, root);
    let mut copier = Copier {
        from,
        place,
        nums: vec![None; from.nums.len()],
        bools: vec![None; from.bools.len()],
        hidden: Vec::new(),
    };
    // Numbers and booleans refer to each other, so both are copied on demand; the recursion depth is bounded by the
    // graph's.
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

impl Copier<'_> {
    fn var(&self, var: Var) -> Var {
        self.place[&var]
    }
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
                let var = self.var(*var);
                let values: Vec<i64> = to.domain(var).values.iter().map(|v| from.tables[*t][v.index()]).collect();
                to.unary(var, &values)
            }
            NumOp::Case(var, list) => {
                let place = self.var(*var);
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
                to.pair(self.var(x), self.var(y), rows)
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

/// Everything that determines the compiled result of a condition, as a list of numbers: equal lists give equal results.
pub(crate) fn key(alone: &Alone) -> Vec<i64> {
    let g = &alone.graph;
    let mut key = vec![g.var_count() as i64];
    for domain in &g.domains {
        key.extend([domain.first as i64, domain.values.0 as i64]);
    }
    for known in &g.session.known {
        key.push(known.len() as i64);
        key.extend(known.iter().map(|v| v.0 as i64));
    }
    let mut seen = Reachable::new(g);
    seen.visit_bool(g, alone.root);
    // Nodes are numbered by their place in the traversal, so that other nodes in the graph do not matter.
    let mut num_place = vec![0i64; g.nums.len()];
    for (i, n) in seen.num_order.iter().enumerate() {
        num_place[n.0 as usize] = i as i64;
    }
    let mut bool_place = vec![0i64; g.bools.len()];
    for (i, b) in seen.bool_order.iter().enumerate() {
        bool_place[b.node() as usize] = i as i64;
    }
    let at = |n: Num| num_place[n.0 as usize];
    let lit = |b: Bool| bool_place[b.node() as usize] * 2 + i64::from(b.negated());
    let mut dfas: Vec<u32> = Vec::new();
    let place_of = |dfas: &mut Vec<u32>, dfa: u32| {
        dfas.iter().position(|d| *d == dfa).unwrap_or_else(|| {
            dfas.push(dfa);
            dfas.len() - 1
        })
    };
    for &n in &seen.num_order {
        let from = key.len();
        key.push(0);
        match g.op(n) {
            NumOp::Const(v) => key.extend([0, *v]),
            NumOp::Table(var, t) => {
                key.extend([1, var.0 as i64]);
                key.extend(g.tables[*t].iter());
            }
            NumOp::Linear(k, terms) => {
                key.extend([2, *k]);
                key.extend(terms.iter().flat_map(|t| [at(t.0), t.1]));
            }
            NumOp::Max(list) => {
                key.push(3);
                key.extend(list.iter().map(|&n| at(n)));
            }
            NumOp::Product(list) => {
                key.push(4);
                key.extend(list.iter().map(|&n| at(n)));
            }
            NumOp::FloorDiv(a, b) => key.extend([5, at(*a), at(*b)]),
            NumOp::Mod(a, b) => key.extend([6, at(*a), at(*b)]),
            NumOp::If(c, a, b) => key.extend([7, lit(*c), at(*a), at(*b)]),
            NumOp::Case(var, list) => {
                key.extend([8, var.0 as i64]);
                key.extend(list.iter().map(|&n| at(n)));
            }
            NumOp::Element(list, index) => {
                key.extend([9, at(*index)]);
                key.extend(list.iter().map(|&n| at(n)));
            }
        }
        key[from] = (key.len() - from) as i64;
    }
    for &b in &seen.bool_order {
        let from = key.len();
        key.push(0);
        match g.bool_op(b) {
            BoolOp::True => key.push(20),
            BoolOp::Mask(var, mask) => key.extend([21, var.0 as i64, *mask as i64]),
            BoolOp::Pair(x, y, t) => {
                key.extend([22, x.0 as i64, y.0 as i64]);
                key.extend(g.pairs[*t].iter().map(|&r| r as i64));
            }
            BoolOp::Range(n, low, high) => key.extend([23, at(*n), *low, *high]),
            BoolOp::And(list) => {
                key.push(24);
                key.extend(list.iter().map(|&b| lit(b)));
            }
            BoolOp::Distinct(used, cells) => {
                key.extend([25, used.len() as i64]);
                key.extend(used.iter());
                key.extend(cells.iter().map(|&n| at(n)));
            }
            BoolOp::Accepts(dfa, state, inputs) => {
                let place = place_of(&mut dfas, *dfa);
                key.extend([27, place as i64, i64::from(*state)]);
                key.extend(inputs.iter().map(|&n| at(n)));
            }
        }
        key[from] = (key.len() - from) as i64;
    }
    for dfa in dfas {
        key.extend(g.dfas[dfa as usize].key());
    }
    key.push(lit(alone.root));
    key
}
