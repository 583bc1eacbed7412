//! Conditions over cells as a graph in which equal expressions are one node.
//!
//! Every constructor brings its result into normal form, so that what means the same is mostly the same node: sums are
//! sorted with like terms merged, anything about one cell is a table or a mask, comparisons that the bounds decide are
//! gone. Fixing a cell ([`Graph::subst`]) rebuilds through the same constructors: what remains of a condition is a node
//! again, and equal remainders are the states of an automaton. What each normal form is worth was measured: without
//! bounds or merged sums automata grow ten- to a hundredfold.
//!
//! Variables are numbered in the order in which a condition first reads them, so that equal conditions over other cells
//! share their nodes too, and what was compiled once is found again.

use cluewright_core::ValueSet;
use cluewright_core::quick::{Numbers, QuickMap, QuickSet, hash_of};
use std::cell::RefCell;
use std::rc::Rc;

/// A node: an index into the graph.
pub(crate) type Id = u32;

/// Numbers at least this large stand for infinity.
pub(crate) const INF: i64 = 1 << 40;

/// Nodes with coefficients.
pub(crate) type Terms = Rc<[(Id, i64)]>;

/// The number of a cell's value 0 and its values.
pub(crate) type Domain = (i64, ValueSet);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    True,
    False,
    Const(i64),
    /// The number in a cell: variable, domain.
    Var(u16, u16),
    /// A function of one cell that is not linear: the numbers by value.
    Table(u16, u16, Rc<[i64]>),
    /// A sum of nodes with coefficients, plus a constant. Sorted by node; no constants, sums or zeros in it.
    Lin(Terms, i64),
    /// The largest of several.
    Max(Rc<[Id]>),
    /// If the condition, this, else that.
    If(Id, Id, Id),
    Mul(Id, Id),
    /// Rounded down; 0 when divided by 0 (a guard makes that case false).
    Div(Id, Id),
    Mod(Id, Id),
    /// The item at a place from 1; 0 outside (a guard makes that case false).
    Item(Id, Rc<[Id]>),
    /// A cell holds one of these values.
    Mask(u16, u16, u64),
    /// At most 0.
    Le(Id),
    /// Equal to 0.
    Eq(Id),
    /// Different from 0.
    Ne(Id),
    And(Rc<[Id]>),
    Or(Rc<[Id]>),
    /// All different. Sorted by node.
    Distinct(Rc<[Id]>),
    /// The automaton of a `matches`, from this state on, accepts these numbers.
    Run(u16, u16, Rc<[Id]>),
    /// What a fold over these numbers comes to, from this state of the machine on.
    Fold(u16, u32, Rc<[Id]>),
    /// It comes to one of these states, a bit each.
    Reach(u16, u32, Rc<[Id]>, Rc<[u64]>),
    Not(Id),
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// Bounds of a number.
    pub(crate) low: i64,
    pub(crate) high: i64,
    /// The variables it reads, one bit each; variables from 127 on share the last bit.
    pub(crate) vars: u128,
    /// How deeply it is nested: 0 when it is made of no other node.
    pub(crate) depth: u16,
}

/// A fold whose state takes few values: what it comes to, by state and number read.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Machine {
    /// The first number of each row.
    pub(crate) first: i64,
    /// Numbers in a row.
    pub(crate) width: usize,
    /// The number each state is.
    pub(crate) values: Vec<i64>,
    /// By state, then number: the state after.
    pub(crate) next: Vec<u32>,
}

impl Machine {
    pub(crate) fn step(&self, state: u32, n: i64) -> u32 {
        let column = (n - self.first).clamp(0, self.width as i64 - 1) as usize;
        self.next[state as usize * self.width + column]
    }

    /// How it steps, as numbers: for cache keys.
    pub(crate) fn key(&self) -> impl Iterator<Item = i64> + '_ {
        [self.first, self.width as i64].into_iter().chain(self.next.iter().map(|&n| i64::from(n)))
    }

    /// Does the other begin in the same state and do what this one does, by the numbers its states are?
    pub(crate) fn is_start_of(&self, other: &Self) -> bool {
        let places: QuickMap<i64, u32> = other.values.iter().zip(0..).map(|(&n, t)| (n, t)).collect();
        let same_row = |(s, n): (usize, &i64)| {
            places.get(n).is_some_and(|&t| {
                let theirs = &other.next[t as usize * other.width..];
                let ours = &self.next[s * self.width..][..self.width];
                ours.iter().zip(theirs).all(|(&a, &b)| self.values[a as usize] == other.values[b as usize])
            })
        };
        self.first == other.first
            && self.width <= other.width
            && self.values.first() == other.values.first()
            && self.values.iter().enumerate().all(same_row)
    }
}

/// The graph.
pub(crate) struct Graph {
    nodes: Vec<Node>,
    /// By [`hash_of_kind`].
    known: Numbers,
    pub(crate) domains: Vec<Domain>,
    pub(crate) dfas: Vec<std::sync::Arc<crate::compile::Dfa>>,
    pub(crate) machines: Vec<std::sync::Arc<Machine>>,
    memo: QuickMap<(Id, u8), Id>,
    memo_var: u16,
    /// Steps of work so far: nodes asked for, and the items they were made of.
    work: u64,
    depth: u16,
    /// Terms of a sum that is being made: taken while somebody uses it.
    terms: Vec<(Id, i64)>,
    walk: RefCell<Walk>,
    /// The constants below [`SMALL`] that are there, [`FALSE`] for the others.
    small: [Id; SMALL],
}

/// Constants from 0 to below this one, which rules name all the time, are found without a search.
const SMALL: usize = 32;

/// Room for a walk through the graph.
#[derive(Default)]
struct Walk {
    seen: QuickSet<Id>,
    todo: Vec<Id>,
}

fn hash_of_sum(terms: &[(Id, i64)], c: i64) -> u64 {
    hash_of(&(terms, c))
}

fn hash_of_kind(kind: &Kind) -> u64 {
    match kind {
        Kind::Lin(terms, c) => hash_of_sum(terms, *c),
        other => hash_of(other),
    }
}

/// Room for the nodes of most puzzles.
const USUAL: usize = 256;

pub(crate) const FALSE: Id = 0;
pub(crate) const TRUE: Id = 1;

fn bit(var: u16) -> u128 {
    1 << var.min(127)
}

fn clamp(n: i64) -> i64 {
    n.clamp(-INF, INF)
}

impl Graph {
    pub(crate) fn new() -> Self {
        let mut graph = Self {
            nodes: Vec::with_capacity(USUAL),
            known: Numbers::with_room(USUAL),
            domains: Vec::new(),
            dfas: Vec::new(),
            machines: Vec::new(),
            memo: QuickMap::default(),
            memo_var: u16::MAX,
            work: 0,
            depth: 0,
            terms: Vec::new(),
            walk: RefCell::default(),
            small: [FALSE; SMALL],
        };
        graph.intern(Kind::False, 0, 0, 0);
        graph.intern(Kind::True, 1, 1, 0);
        graph
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    pub(crate) fn kind(&self, id: Id) -> &Kind {
        &self.nodes[id as usize].kind
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Steps of work so far.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// The deepest nesting so far.
    pub(crate) fn depth(&self) -> u16 {
        self.depth
    }

    fn depth_of(&self, kind: &Kind) -> u16 {
        let mut depth = 0;
        each_child(kind, |id| depth = depth.max(self.nodes[id as usize].depth.saturating_add(1)));
        depth
    }

    fn intern(&mut self, kind: Kind, low: i64, high: i64, vars: u128) -> Id {
        self.work += 1;
        let hash = hash_of_kind(&kind);
        if let Some(id) = self.known.find(hash, |id| self.nodes[id as usize].kind == kind) {
            return id;
        }
        let id = self.nodes.len() as Id;
        let depth = self.depth_of(&kind);
        self.depth = self.depth.max(depth);
        self.nodes.push(Node { kind, low, high, vars, depth });
        self.known.add(hash, id);
        id
    }

    /// The sum of these terms, if it is there already: what [`Graph::intern`] finds, without making the node first.
    fn known_sum(&self, terms: &[(Id, i64)], c: i64) -> Option<Id> {
        let same = |id: Id| matches!(self.kind(id), Kind::Lin(known, d) if *d == c && **known == *terms);
        self.known.find(hash_of_sum(terms, c), same)
    }

    pub(crate) fn domain(&mut self, domain: Domain) -> u16 {
        let at = self.domains.iter().position(|d| *d == domain).unwrap_or_else(|| {
            self.domains.push(domain);
            self.domains.len() - 1
        });
        at as u16
    }

    /// The only variable a node reads.
    fn single(&self, id: Id) -> Option<u16> {
        let vars = self.node(id).vars;
        if vars == bit(u16::MAX) {
            // The last bit stands for many: what tells is the node.
            return match self.kind(id) {
                Kind::Var(v, _) | Kind::Table(v, ..) | Kind::Mask(v, ..) => Some(*v),
                Kind::Lin(terms, _) => {
                    let var = self.single(terms.first()?.0)?;
                    terms.iter().all(|t| self.single(t.0) == Some(var)).then_some(var)
                }
                _ => None,
            };
        }
        vars.is_power_of_two().then(|| vars.trailing_zeros() as u16)
    }

    pub(crate) fn constant(&mut self, n: i64) -> Id {
        let n = clamp(n);
        match usize::try_from(n).ok().filter(|&n| n < SMALL) {
            None => self.intern(Kind::Const(n), n, n, 0),
            Some(at) if self.small[at] != FALSE => {
                self.work += 1;
                self.small[at]
            }
            Some(at) => {
                self.small[at] = self.intern(Kind::Const(n), n, n, 0);
                self.small[at]
            }
        }
    }

    pub(crate) fn as_const(&self, id: Id) -> Option<i64> {
        if let Kind::Const(n) = self.kind(id) { Some(*n) } else { None }
    }

    pub(crate) fn truth(b: bool) -> Id {
        if b { TRUE } else { FALSE }
    }

    pub(crate) fn var(&mut self, var: u16, dom: u16) -> Id {
        let (first, set) = self.domains[dom as usize];
        match (set.min(), set.max()) {
            (Some(a), Some(b)) if a != b => {
                self.intern(Kind::Var(var, dom), first + a.0 as i64, first + b.0 as i64, bit(var))
            }
            (Some(a), _) => self.constant(first + a.0 as i64),
            _ => self.constant(0),
        }
    }

    pub(crate) fn mask(&mut self, var: u16, dom: u16, values: u64) -> Id {
        let all = self.domains[dom as usize].1.0;
        let values = values & all;
        if values == 0 {
            return FALSE;
        }
        if values == all {
            return TRUE;
        }
        self.intern(Kind::Mask(var, dom, values), 0, 1, bit(var))
    }

    /// The number or truth of a node that reads at most this one variable, when it holds `value`.
    fn at(&self, id: Id, value: u8) -> i64 {
        match self.kind(id) {
            Kind::Const(n) => *n,
            Kind::False => 0,
            Kind::True => 1,
            Kind::Var(_, dom) => self.domains[*dom as usize].0 + value as i64,
            Kind::Table(_, _, table) => table[value as usize],
            Kind::Lin(terms, c) => clamp(*c + terms.iter().map(|(t, k)| k * self.at(*t, value)).sum::<i64>()),
            Kind::Mask(_, _, values) => (values >> value & 1) as i64,
            other => unreachable!("a node of one variable is a table: {other:?}"),
        }
    }

    fn dom_of(&self, id: Id) -> Option<(u16, u16)> {
        match self.kind(id) {
            Kind::Var(v, d) | Kind::Table(v, d, _) | Kind::Mask(v, d, _) => Some((*v, *d)),
            Kind::Lin(terms, _) => self.dom_of(terms[0].0),
            _ => None,
        }
    }

    /// A number as function of one variable.
    fn table(&mut self, var: u16, dom: u16, f: impl Fn(&Self, u8) -> i64) -> Id {
        let (first, set) = self.domains[dom as usize];
        let n = set.max().map_or(0, |m| m.0 + 1);
        let mut table = [0; 64];
        set.iter().for_each(|v| table[v.index()] = clamp(f(self, v.0)));
        let mut values = set.iter();
        let a = values.next().map_or(0, |v| v.0);
        let here = |v: u8| table[v as usize];
        let Some(b) = values.next().map(|v| v.0) else { return self.constant(here(a)) };
        // Linear functions stay sums, so that they merge with others.
        let (rise, run) = (here(b) - here(a), i64::from(b - a));
        if rise % run == 0 {
            let k = rise / run;
            let c = here(a) - k * (first + a as i64);
            if set.iter().all(|v| here(v.0) == k * (first + v.0 as i64) + c) {
                let x = self.var(var, dom);
                return self.lin(&[(x, k)], c);
            }
        }
        let (low, high) = set.iter().map(|v| here(v.0)).fold((INF, -INF), |(l, h), n| (l.min(n), h.max(n)));
        self.intern(Kind::Table(var, dom, table[..n as usize].into()), low, high, bit(var))
    }

    /// A condition as function of one variable.
    fn masked(&mut self, var: u16, dom: u16, f: impl Fn(&Self, u8) -> bool) -> Id {
        let set = self.domains[dom as usize].1;
        let values = set.iter().filter(|v| f(self, v.0)).fold(0, |m, v| m | 1u64 << v.0);
        self.mask(var, dom, values)
    }

    /// The sum of `coefficient * node`, plus a constant.
    pub(crate) fn lin(&mut self, terms: &[(Id, i64)], c: i64) -> Id {
        let mut merged = std::mem::take(&mut self.terms);
        merged.clear();
        let result = self.sum(terms, c, &mut merged);
        self.terms = merged;
        result
    }

    fn sum(&mut self, terms: &[(Id, i64)], c: i64, merged: &mut Vec<(Id, i64)>) -> Id {
        let mut c = c;
        for &(id, k) in terms {
            match self.kind(id) {
                Kind::Const(n) => c = clamp(c + clamp(n.saturating_mul(k))),
                Kind::Lin(inner, d) => {
                    c = clamp(c + clamp(d.saturating_mul(k)));
                    merged.extend(inner.iter().map(|(i, m)| (*i, m * k)));
                }
                _ => merged.push((id, k)),
            }
        }
        self.work += merged.len() as u64;
        merged.sort_unstable_by_key(|t| t.0);
        merged.dedup_by(|next, last| {
            let same = next.0 == last.0;
            last.1 += if same { next.1 } else { 0 };
            same
        });
        merged.retain(|t| t.1 != 0);
        // All functions of one variable become one table.
        if merged.iter().any(|t| matches!(self.kind(t.0), Kind::Table(..))) {
            let mut i = 0;
            while i < merged.len() {
                if let Some(var) = self.single(merged[i].0) {
                    let same: Vec<(Id, i64)> =
                        merged.iter().copied().filter(|t| self.single(t.0) == Some(var)).collect();
                    if same.len() > 1 {
                        let (_, dom) = self.dom_of(same[0].0).expect("a node of one variable has a domain");
                        let sum = self.table(var, dom, |g, v| same.iter().map(|(t, k)| k * g.at(*t, v)).sum());
                        merged.retain(|t| self.single(t.0) != Some(var));
                        merged.push((sum, 1));
                        return self.lin(merged, c);
                    }
                }
                i += 1;
            }
        }
        if merged.is_empty() {
            return self.constant(c);
        }
        if let [(id, k)] = merged[..] {
            if k == 1 && c == 0 {
                return id;
            }
            if let Kind::Table(var, dom, _) = *self.kind(id) {
                return self.table(var, dom, |g, v| k * g.at(id, v) + c);
            }
        }
        if let Some(known) = self.known_sum(merged, c) {
            self.work += 1;
            return known;
        }
        let (mut low, mut high, mut vars) = (c, c, 0);
        for &(id, k) in &*merged {
            let n = self.node(id);
            let (a, b) = (clamp(n.low.saturating_mul(k)), clamp(n.high.saturating_mul(k)));
            low = clamp(low + a.min(b));
            high = clamp(high + a.max(b));
            vars |= n.vars;
        }
        self.intern(Kind::Lin(merged.as_slice().into(), c), low, high, vars)
    }

    pub(crate) fn add(&mut self, a: Id, b: Id) -> Id {
        self.lin(&[(a, 1), (b, 1)], 0)
    }

    pub(crate) fn sub(&mut self, a: Id, b: Id) -> Id {
        self.lin(&[(a, 1), (b, -1)], 0)
    }

    pub(crate) fn scale(&mut self, a: Id, k: i64) -> Id {
        self.lin(&[(a, k)], 0)
    }

    /// If all of these read one and the same variable: it and its domain.
    fn common(&self, ids: &[Id]) -> Option<(u16, u16)> {
        let mut found = None;
        for &id in ids {
            if self.node(id).vars == 0 {
                continue;
            }
            let var = self.single(id)?;
            if found.is_some_and(|(v, _)| v != var) {
                return None;
            }
            found = found.or_else(|| self.dom_of(id));
        }
        found
    }

    pub(crate) fn max(&mut self, items: &[Id]) -> Id {
        let mut all: Vec<Id> = Vec::with_capacity(items.len());
        for &id in items {
            match self.kind(id) {
                Kind::Max(inner) => all.extend(inner.iter()),
                _ => all.push(id),
            }
        }
        self.work += all.len() as u64;
        let floor = all.iter().map(|&i| self.node(i).low).max().unwrap_or(-INF);
        // What never exceeds the floor of the others says nothing, except for one that keeps the floor itself.
        let mut kept: Vec<Id> = all.iter().copied().filter(|&i| self.node(i).high > floor).collect();
        if kept.iter().all(|&i| self.node(i).low < floor) || kept.is_empty() {
            let n = self.constant(floor);
            kept.push(n);
        }
        kept.sort_unstable();
        kept.dedup();
        if let [one] = kept[..] {
            return one;
        }
        if let Some((var, dom)) = self.common(&kept) {
            return self.table(var, dom, |g, v| kept.iter().map(|&i| g.at(i, v)).max().unwrap_or(-INF));
        }
        let (mut low, mut high, mut vars) = (-INF, -INF, 0);
        for &i in &kept {
            let n = self.node(i);
            (low, high, vars) = (low.max(n.low), high.max(n.high), vars | n.vars);
        }
        self.intern(Kind::Max(kept.into()), low, high, vars)
    }

    pub(crate) fn min(&mut self, items: &[Id]) -> Id {
        let negated: Vec<Id> = items.iter().map(|&i| self.scale(i, -1)).collect();
        let max = self.max(&negated);
        self.scale(max, -1)
    }

    pub(crate) fn either(&mut self, c: Id, a: Id, b: Id) -> Id {
        if c == TRUE || a == b {
            return a;
        }
        if c == FALSE {
            return b;
        }
        if let Some((var, dom)) = self.common(&[c, a, b]) {
            return self.table(var, dom, |g, v| if g.at(c, v) != 0 { g.at(a, v) } else { g.at(b, v) });
        }
        let (x, y) = (self.node(a), self.node(b));
        let (low, high, vars) = (x.low.min(y.low), x.high.max(y.high), self.node(c).vars | x.vars | y.vars);
        self.intern(Kind::If(c, a, b), low, high, vars)
    }

    /// 1 when the condition holds, else 0.
    pub(crate) fn indicator(&mut self, c: Id) -> Id {
        let (one, zero) = (self.constant(1), self.constant(0));
        self.either(c, one, zero)
    }

    pub(crate) fn mul(&mut self, a: Id, b: Id) -> Id {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(k) = self.as_const(a) {
            return self.scale(b, k);
        }
        if let Some(k) = self.as_const(b) {
            return self.scale(a, k);
        }
        if let Some((var, dom)) = self.common(&[a, b]) {
            return self.table(var, dom, |g, v| clamp(g.at(a, v).saturating_mul(g.at(b, v))));
        }
        let (x, y) = (self.node(a), self.node(b));
        let corners = [
            x.low.saturating_mul(y.low),
            x.low.saturating_mul(y.high),
            x.high.saturating_mul(y.low),
            x.high.saturating_mul(y.high),
        ];
        let vars = x.vars | y.vars;
        let (low, high) = (corners.iter().min(), corners.iter().max());
        let (low, high) = (clamp(*low.expect("four corners")), clamp(*high.expect("four corners")));
        self.intern(Kind::Mul(a, b), low, high, vars)
    }

    pub(super) fn div_of(a: i64, b: i64) -> i64 {
        match b {
            0 => 0,
            _ if a.abs() >= INF => a,
            b if b < 0 => (-a).div_euclid(-b),
            b => a.div_euclid(b),
        }
    }

    pub(super) fn mod_of(a: i64, b: i64) -> i64 {
        if b == 0 { 0 } else { a.rem_euclid(b) }
    }

    pub(crate) fn div(&mut self, a: Id, b: Id) -> Id {
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(Self::div_of(x, y));
        }
        if self.as_const(b) == Some(1) {
            return a;
        }
        if let Some((var, dom)) = self.common(&[a, b]) {
            return self.table(var, dom, |g, v| Self::div_of(g.at(a, v), g.at(b, v)));
        }
        let (x, y) = (self.node(a), self.node(b));
        let vars = x.vars | y.vars;
        let (low, high) = match self.as_const(b) {
            Some(k) if k > 0 => (Self::div_of(x.low, k), Self::div_of(x.high, k)),
            _ => {
                let most = x.low.abs().max(x.high.abs());
                (-most, most)
            }
        };
        self.intern(Kind::Div(a, b), low, high, vars)
    }

    pub(crate) fn modulo(&mut self, a: Id, b: Id) -> Id {
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(Self::mod_of(x, y));
        }
        if let Some(k) = self.as_const(b) {
            let k = k.abs();
            let (low, high) = (self.node(a).low, self.node(a).high);
            if k > 0 && low > -INF && high < INF && low.div_euclid(k) == high.div_euclid(k) {
                return self.lin(&[(a, 1)], -k * low.div_euclid(k));
            }
            // Only remainders of coefficients matter.
            if k > 0
                && let Kind::Lin(terms, c) = self.kind(a)
            {
                let (terms, c) = (Rc::clone(terms), *c);
                if c.rem_euclid(k) != c || terms.iter().any(|t| t.1.rem_euclid(k) != t.1) {
                    let reduced: Vec<(Id, i64)> = terms.iter().map(|t| (t.0, t.1.rem_euclid(k))).collect();
                    let sum = self.lin(&reduced, c.rem_euclid(k));
                    return self.modulo(sum, b);
                }
            }
        }
        if let Some((var, dom)) = self.common(&[a, b]) {
            return self.table(var, dom, |g, v| Self::mod_of(g.at(a, v), g.at(b, v)));
        }
        let vars = self.node(a).vars | self.node(b).vars;
        let y = self.node(b);
        let most = (y.low.abs().max(y.high.abs()) - 1).max(0);
        self.intern(Kind::Mod(a, b), 0, most, vars)
    }

    pub(crate) fn item(&mut self, index: Id, items: &[Id]) -> Id {
        if let Some(i) = self.as_const(index) {
            return match usize::try_from(i - 1).ok().and_then(|i| items.get(i)) {
                Some(&id) => id,
                None => self.constant(0),
            };
        }
        if items.windows(2).all(|w| w[0] == w[1]) && !items.is_empty() {
            return items[0];
        }
        let mut parts = items.to_vec();
        self.work += parts.len() as u64;
        parts.push(index);
        if let Some((var, dom)) = self.common(&parts) {
            let items = items.to_vec();
            return self.table(var, dom, |g, v| {
                usize::try_from(g.at(index, v) - 1).ok().and_then(|i| items.get(i)).map_or(0, |&i| g.at(i, v))
            });
        }
        let n = self.node(index);
        let (mut low, mut high, mut vars) = (0, 0, n.vars);
        let (from, to) = ((n.low - 1).max(0) as usize, n.high.clamp(0, items.len() as i64) as usize);
        if n.low >= 1 && n.high <= items.len() as i64 {
            (low, high) = (INF, -INF);
        }
        for &i in items.get(from..to).unwrap_or(&[]) {
            let n = self.node(i);
            (low, high) = (low.min(n.low), high.max(n.high));
        }
        // Items the index cannot reach are forgotten, so that what remains is the same more often.
        let items: Vec<Id> = items
            .iter()
            .enumerate()
            .map(|(i, &id)| if (from..to).contains(&i) { id } else { self.constant(0) })
            .collect();
        for &i in &items {
            vars |= self.node(i).vars;
        }
        self.intern(Kind::Item(index, items.into()), low, high, vars)
    }

    /// `a <= 0`
    pub(crate) fn le(&mut self, a: Id) -> Id {
        let n = self.node(a);
        if n.high <= 0 {
            return TRUE;
        }
        if n.low > 0 {
            return FALSE;
        }
        if let Some((var, dom)) = self.common(&[a]) {
            return self.masked(var, dom, |g, v| g.at(a, v) <= 0);
        }
        if let Some(reached) = self.compared_fold(a, |n| n <= 0) {
            return reached;
        }
        let mut a = a;
        if let Kind::Lin(terms, c) = self.kind(a) {
            let g = terms.iter().fold(0, |g, t| gcd(g, t.1));
            if g > 1 {
                let terms: Vec<(Id, i64)> = terms.iter().map(|t| (t.0, t.1 / g)).collect();
                // k * x + c <= 0 when x <= floor(-c / k)
                let c = -(-*c).div_euclid(g);
                a = self.lin(&terms, c);
                return self.le(a);
            }
        }
        let vars = self.node(a).vars;
        self.intern(Kind::Le(a), 0, 1, vars)
    }

    /// `a = 0`
    pub(crate) fn eq(&mut self, a: Id) -> Id {
        let n = self.node(a);
        if n.low > 0 || n.high < 0 {
            return FALSE;
        }
        if n.low == 0 && n.high == 0 {
            return TRUE;
        }
        if let Some((var, dom)) = self.common(&[a]) {
            return self.masked(var, dom, |g, v| g.at(a, v) == 0);
        }
        if let Some(reached) = self.compared_fold(a, |n| n == 0) {
            return reached;
        }
        let n = self.node(a);
        let (at_low, at_high, vars) = (n.low == 0, n.high == 0, n.vars);
        if let Kind::Lin(terms, c) = self.kind(a) {
            let (terms, c) = (Rc::clone(terms), *c);
            if (at_low || at_high) && terms.len() > 1 {
                // At its bound every term is at its own.
                let mut parts = Vec::with_capacity(terms.len());
                for &(id, k) in terms.iter() {
                    let n = self.node(id);
                    let want = if (k > 0) == at_low { n.low } else { n.high };
                    let part = self.lin(&[(id, 1)], -want);
                    parts.push(self.eq(part));
                }
                return self.and(&parts);
            }
            let g = terms.iter().fold(0, |g, t| gcd(g, t.1)) * terms[0].1.signum();
            if g != 1 {
                if c % g != 0 {
                    return FALSE;
                }
                let terms: Vec<(Id, i64)> = terms.iter().map(|t| (t.0, t.1 / g)).collect();
                let a = self.lin(&terms, c / g);
                return self.eq(a);
            }
        }
        self.intern(Kind::Eq(a), 0, 1, vars)
    }

    pub(crate) fn not(&mut self, a: Id) -> Id {
        match self.kind(a).clone() {
            Kind::True => FALSE,
            Kind::False => TRUE,
            Kind::Mask(var, dom, values) => self.mask(var, dom, !values),
            Kind::Le(x) => {
                let x = self.lin(&[(x, -1)], 1);
                self.le(x)
            }
            Kind::Eq(x) => {
                let vars = self.node(x).vars;
                self.intern(Kind::Ne(x), 0, 1, vars)
            }
            Kind::Ne(x) => self.eq(x),
            Kind::And(all) => {
                let all: Vec<Id> = all.iter().map(|&x| self.not(x)).collect();
                self.or(&all)
            }
            Kind::Or(all) => {
                let all: Vec<Id> = all.iter().map(|&x| self.not(x)).collect();
                self.and(&all)
            }
            Kind::Not(x) => x,
            Kind::Reach(machine, state, items, wanted) => {
                let others: Vec<u64> = wanted.iter().map(|w| !w).collect();
                self.reach(machine, state, &items, &others)
            }
            _ => {
                let vars = self.node(a).vars;
                self.intern(Kind::Not(a), 0, 1, vars)
            }
        }
    }

    /// The sum without its constant, and the constant: what two comparisons of one sum share.
    fn split(&self, a: Id) -> Option<(Terms, i64)> {
        if let Kind::Lin(terms, c) = self.kind(a) { Some((Rc::clone(terms), *c)) } else { None }
    }

    pub(crate) fn and(&mut self, items: &[Id]) -> Id {
        self.join(items, true)
    }

    pub(crate) fn or(&mut self, items: &[Id]) -> Id {
        self.join(items, false)
    }

    fn join(&mut self, items: &[Id], is_and: bool) -> Id {
        let (unit, zero) = if is_and { (TRUE, FALSE) } else { (FALSE, TRUE) };
        // Most conditions are joined with what always holds.
        let mut others = items.iter().copied().filter(|&id| id != unit);
        match (others.next(), others.next()) {
            (None, _) => return unit,
            (Some(only), None) if !matches!(self.kind(only), Kind::And(_) | Kind::Or(_)) => {
                self.work += 1;
                return only;
            }
            _ => {}
        }
        let mut all: Vec<Id> = Vec::with_capacity(items.len());
        for &id in items {
            if id == zero {
                return zero;
            }
            match self.kind(id) {
                Kind::And(inner) if is_and => all.extend(inner.iter()),
                Kind::Or(inner) if !is_and => all.extend(inner.iter()),
                _ if id == unit => {}
                _ => all.push(id),
            }
        }
        self.work += all.len() as u64;
        all.sort_unstable();
        all.dedup();
        if all.len() > 1 {
            // One mask for each variable.
            let masks: Vec<(u16, u16, u64)> = all
                .iter()
                .filter_map(|&i| if let Kind::Mask(v, d, m) = self.kind(i) { Some((*v, *d, *m)) } else { None })
                .collect();
            let mut merged: Vec<(u16, u16, u64)> = Vec::new();
            let mut again = false;
            for (v, d, m) in masks {
                match merged.iter_mut().find(|x| x.0 == v) {
                    Some(x) => {
                        x.2 = if is_and { x.2 & m } else { x.2 | m };
                        again = true;
                    }
                    None => merged.push((v, d, m)),
                }
            }
            if again {
                all.retain(|&i| !matches!(self.kind(i), Kind::Mask(..)));
                for (v, d, m) in merged {
                    let mask = self.mask(v, d, m);
                    if mask == zero {
                        return zero;
                    }
                    if mask != unit {
                        all.push(mask);
                    }
                }
                all.sort_unstable();
            }
            if let Some(merged) = self.merged_folds(&all, is_and) {
                return self.join(&merged, is_and);
            }
            // Of two bounds on one sum the tighter (in "or": the looser).
            let mut bounds: Vec<(Terms, i64, Id)> = Vec::new();
            let mut drop: Vec<Id> = Vec::new();
            for &id in &all {
                if let Kind::Le(x) = self.kind(id)
                    && let Some((terms, c)) = self.split(*x)
                {
                    if let Some(old) = bounds.iter_mut().find(|b| b.0 == terms) {
                        let new_wins = (c > old.1) == is_and;
                        drop.push(if new_wins { old.2 } else { id });
                        if new_wins {
                            (old.1, old.2) = (c, id);
                        }
                    } else {
                        bounds.push((terms, c, id));
                    }
                }
            }
            if !drop.is_empty() {
                all.retain(|i| !drop.contains(i));
            }
            if bounds.len() > 1 && bounds.len() <= 32 {
                // s + c <= 0 and -s + d <= 0 leave nothing when c + d > 0 (in "or": everything when c + d <= 1).
                for (i, a) in bounds.iter().enumerate() {
                    for b in &bounds[i + 1..] {
                        let opposite = a.0.len() == b.0.len()
                            && a.0.iter().zip(b.0.iter()).all(|(x, y)| x.0 == y.0 && x.1 == -y.1);
                        if opposite && (is_and && a.1 + b.1 > 0 || !is_and && a.1 + b.1 <= 1) {
                            return zero;
                        }
                    }
                }
            }
            // A condition and its contrary.
            for &id in &all {
                let contrary = match self.kind(id) {
                    Kind::Ne(x) => {
                        let equal = Kind::Eq(*x);
                        self.known.find(hash_of_kind(&equal), |id| *self.kind(id) == equal)
                    }
                    Kind::Not(x) => Some(*x),
                    _ => None,
                };
                if contrary.is_some_and(|c| all.binary_search(&c).is_ok()) {
                    return zero;
                }
            }
        }
        match all[..] {
            [] => return unit,
            [one] => return one,
            _ => {}
        }
        let vars = all.iter().fold(0, |v, &i| v | self.node(i).vars);
        self.intern(if is_and { Kind::And(all.into()) } else { Kind::Or(all.into()) }, 0, 1, vars)
    }

    /// Two conditions on one fold become one.
    fn merged_folds(&mut self, all: &[Id], is_and: bool) -> Option<Vec<Id>> {
        let same = |x: &Kind, y: &Kind| matches!((x, y), (Kind::Reach(m, s, i, _), Kind::Reach(n, t, j, _)) if (m, s, i) == (n, t, j));
        let folds: Vec<Id> = all.iter().copied().filter(|&i| matches!(self.kind(i), Kind::Reach(..))).collect();
        let first =
            folds.iter().copied().find(|&a| folds.iter().any(|&b| a != b && same(self.kind(a), self.kind(b))))?;
        let Kind::Reach(machine, state, items, wanted) = self.kind(first).clone() else { return None };
        let mut wanted = wanted.to_vec();
        let mut rest = Vec::with_capacity(all.len());
        for &id in all {
            match self.kind(id) {
                Kind::Reach(m, s, i, more) if (*m, *s, i) == (machine, state, &items) => {
                    for (w, m) in wanted.iter_mut().zip(more.iter()) {
                        *w = if is_and { *w & m } else { *w | m };
                    }
                }
                _ => rest.push(id),
            }
        }
        rest.push(self.reach(machine, state, &items, &wanted));
        Some(rest)
    }

    pub(crate) fn distinct(&mut self, items: &[Id]) -> Id {
        let mut all = items.to_vec();
        self.work += all.len() as u64;
        all.sort_unstable();
        if all.windows(2).any(|w| w[0] == w[1]) {
            return FALSE;
        }
        let constants: Vec<i64> = all.iter().filter_map(|&i| self.as_const(i)).collect();
        // Constants nobody else can reach are forgotten.
        let (mut low, mut high) = (INF, -INF);
        let mut free = 0;
        for &i in all.iter().filter(|&&i| self.as_const(i).is_none()) {
            let n = self.node(i);
            (low, high) = (low.min(n.low), high.max(n.high));
            free += 1;
        }
        if free == 0 {
            return TRUE;
        }
        all.retain(|&i| self.as_const(i).is_none_or(|n| n >= low && n <= high));
        let used = constants.iter().filter(|n| **n >= low && **n <= high).count();
        if all.len() == 1 {
            return TRUE;
        }
        if free as i64 + used as i64 > high - low + 1 {
            return FALSE;
        }
        if free == 1 {
            let one = *all.iter().find(|&&i| self.as_const(i).is_none()).expect("one is free");
            let mut parts = Vec::new();
            for n in constants.into_iter().filter(|n| (low..=high).contains(n)) {
                let difference = self.lin(&[(one, 1)], -n);
                let equal = self.eq(difference);
                parts.push(self.not(equal));
            }
            return self.and(&parts);
        }
        if free == 2 && used == 0 {
            let difference = self.sub(all[0], all[1]);
            let equal = self.eq(difference);
            return self.not(equal);
        }
        if let Some((var, dom)) = self.common(&all) {
            return self.masked(var, dom, |g, v| {
                let n: Vec<i64> = all.iter().map(|&i| g.at(i, v)).collect();
                (0..n.len()).all(|i| !n[..i].contains(&n[i]))
            });
        }
        let vars = all.iter().fold(0, |v, &i| v | self.node(i).vars);
        self.intern(Kind::Distinct(all.into()), 0, 1, vars)
    }

    /// The automaton `dfa` (an index into [`Graph::dfas`]) in `state` accepts these numbers.
    pub(crate) fn run(&mut self, dfa: u16, state: u16, items: &[Id]) -> Id {
        let automaton = std::sync::Arc::clone(&self.dfas[dfa as usize]);
        let mut state = i64::from(state);
        let mut at = 0;
        while let Some(n) = items.get(at).and_then(|&i| self.as_const(i)) {
            state = automaton.next(state, n);
            at += 1;
        }
        let items = &items[at..];
        if items.is_empty() {
            return Self::truth(state >= automaton.first_accepting());
        }
        if let Some((var, dom)) = self.common(items) {
            let items = items.to_vec();
            return self.masked(var, dom, |g, v| {
                items.iter().fold(state, |s, &i| automaton.next(s, g.at(i, v))) >= automaton.first_accepting()
            });
        }
        let vars = items.iter().fold(0, |v, &i| v | self.node(i).vars);
        self.work += items.len() as u64;
        self.intern(Kind::Run(dfa, state as u16, items.into()), 0, 1, vars)
    }

    pub(crate) fn add_machine(&mut self, machine: Machine) -> u16 {
        let at = self.machines.iter().position(|m| **m == machine).unwrap_or_else(|| {
            self.machines.push(std::sync::Arc::new(machine));
            self.machines.len() - 1
        });
        at as u16
    }

    /// The one fold a number is a plain function of, when it begins in its machine's first state.
    pub(crate) fn fold_in(&self, n: Id) -> Option<Id> {
        self.fold_under(n).filter(|&fold| matches!(self.kind(fold), Kind::Fold(_, 0, _)))
    }

    /// The number `n` is when the fold it is a function of comes to `value`.
    pub(crate) fn through(&self, n: Id, fold: Id, value: i64) -> Option<i64> {
        match self.kind(n) {
            _ if n == fold => Some(value),
            Kind::Const(c) => Some(*c),
            Kind::Lin(terms, c) if terms.len() == 1 => {
                self.through(terms[0].0, fold, value)?.checked_mul(terms[0].1)?.checked_add(*c)
            }
            Kind::Div(x, k) => Some(Self::div_of(self.through(*x, fold, value)?, self.as_const(*k)?)),
            Kind::Mod(x, k) => Some(Self::mod_of(self.through(*x, fold, value)?, self.as_const(*k)?)),
            Kind::Item(index, items) => {
                let at = self.through(*index, fold, value)?;
                // What lies outside of the list is not defined: then it is no such fold.
                self.as_const(*items.get(usize::try_from(at - 1).ok()?)?)
            }
            _ => None,
        }
    }

    /// A fold's machine and what it reads.
    pub(crate) fn folded(&self, fold: Id) -> (std::sync::Arc<Machine>, Rc<[Id]>) {
        let Kind::Fold(machine, _, items) = self.kind(fold) else { unreachable!("called with a fold") };
        (std::sync::Arc::clone(&self.machines[*machine as usize]), Rc::clone(items))
    }

    /// The state after the constants at the front, and what is left to read.
    fn advanced<'i>(&self, machine: &Machine, state: u32, items: &'i [Id]) -> (u32, &'i [Id]) {
        let (mut state, mut at) = (state, 0);
        while let Some(n) = items.get(at).and_then(|&i| self.as_const(i)) {
            state = machine.step(state, n);
            at += 1;
        }
        (state, &items[at..])
    }

    /// The number a fold comes to.
    pub(crate) fn fold(&mut self, machine: u16, state: u32, items: &[Id]) -> Id {
        self.work += items.len() as u64;
        let m = std::sync::Arc::clone(&self.machines[machine as usize]);
        let (state, items) = self.advanced(&m, state, items);
        if items.is_empty() {
            return self.constant(m.values[state as usize]);
        }
        if let Some((var, dom)) = self.common(items) {
            return self
                .table(var, dom, |g, v| m.values[items.iter().fold(state, |s, &i| m.step(s, g.at(i, v))) as usize]);
        }
        let (low, high) = m.values.iter().fold((INF, -INF), |(l, h), &n| (l.min(n), h.max(n)));
        let vars = items.iter().fold(0, |v, &i| v | self.node(i).vars);
        self.intern(Kind::Fold(machine, state, items.into()), low, high, vars)
    }

    /// A fold comes to one of these states.
    fn reach(&mut self, machine: u16, state: u32, items: &[Id], wanted: &[u64]) -> Id {
        self.work += items.len() as u64;
        let m = std::sync::Arc::clone(&self.machines[machine as usize]);
        let is_wanted = |s: u32| wanted[s as usize / 64] >> (s % 64) & 1 == 1;
        let (state, items) = self.advanced(&m, state, items);
        if items.is_empty() {
            return Self::truth(is_wanted(state));
        }
        let count = (0..m.values.len() as u32).filter(|&s| is_wanted(s)).count();
        if count == 0 || count == m.values.len() {
            return Self::truth(count > 0);
        }
        if let Some((var, dom)) = self.common(items) {
            return self.masked(var, dom, |g, v| is_wanted(items.iter().fold(state, |s, &i| m.step(s, g.at(i, v)))));
        }
        let vars = items.iter().fold(0, |v, &i| v | self.node(i).vars);
        self.intern(Kind::Reach(machine, state, items.into(), wanted.into()), 0, 1, vars)
    }

    /// A function of one fold comes to one of these numbers, which are in rising order.
    pub(crate) fn fold_among(&mut self, a: Id, numbers: &[i64]) -> Option<Id> {
        self.compared_fold(a, |n| numbers.binary_search(&n).is_ok())
    }

    /// A comparison of nothing but a function of one fold: the states for which it holds.
    fn compared_fold(&mut self, a: Id, holds: impl Fn(i64) -> bool) -> Option<Id> {
        let fold = self.fold_under(a)?;
        let Kind::Fold(machine, state, items) = self.kind(fold) else { return None };
        let (machine, state, items) = (*machine, *state, Rc::clone(items));
        let values = &self.machines[machine as usize].values;
        let mut wanted = vec![0u64; values.len().div_ceil(64)];
        for (s, &n) in values.iter().enumerate() {
            wanted[s / 64] |= u64::from(holds(clamp(self.through(a, fold, n)?))) << (s % 64);
        }
        Some(self.reach(machine, state, &items, &wanted))
    }

    /// The one fold a number is a plain function of.
    fn fold_under(&self, n: Id) -> Option<Id> {
        match self.kind(n) {
            Kind::Fold(..) => Some(n),
            Kind::Lin(terms, _) if terms.len() == 1 => self.fold_under(terms[0].0),
            Kind::Div(x, k) | Kind::Mod(x, k) if self.as_const(*k).is_some_and(|k| k > 0) => self.fold_under(*x),
            Kind::Item(index, items) if items.iter().all(|&i| self.as_const(i).is_some()) => self.fold_under(*index),
            _ => None,
        }
    }

    pub(crate) fn add_dfa(&mut self, dfa: &std::sync::Arc<crate::compile::Dfa>) -> u16 {
        let at = self.dfas.iter().position(|d| **d == **dfa).unwrap_or_else(|| {
            self.dfas.push(std::sync::Arc::clone(dfa));
            self.dfas.len() - 1
        });
        at as u16
    }

    /// What remains of a node when a variable holds `value` (an index into its domain).
    pub(crate) fn subst(&mut self, id: Id, var: u16, value: u8) -> Id {
        if self.memo_var != var {
            self.memo.clear();
            self.memo_var = var;
        }
        self.put(id, var, value)
    }

    fn put(&mut self, id: Id, var: u16, value: u8) -> Id {
        if self.node(id).vars & bit(var) == 0 {
            return id;
        }
        if let Some(&known) = self.memo.get(&(id, value)) {
            return known;
        }
        let result = match self.kind(id).clone() {
            Kind::Var(v, dom) if v == var => self.constant(self.domains[dom as usize].0 + value as i64),
            Kind::Table(v, _, table) if v == var => self.constant(table[value as usize]),
            Kind::Mask(v, _, values) if v == var => Self::truth(values >> value & 1 == 1),
            Kind::True | Kind::False | Kind::Const(_) | Kind::Var(..) | Kind::Table(..) | Kind::Mask(..) => id,
            Kind::Lin(terms, c) => {
                let mut few = [(FALSE, 0); 8];
                if terms.len() <= few.len() {
                    for (at, &(t, k)) in few.iter_mut().zip(terms.iter()) {
                        *at = (self.put(t, var, value), k);
                    }
                    self.lin(&few[..terms.len()], c)
                } else {
                    let terms: Vec<(Id, i64)> = terms.iter().map(|&(t, k)| (self.put(t, var, value), k)).collect();
                    self.lin(&terms, c)
                }
            }
            Kind::Max(items) => {
                let items = self.put_all(&items, var, value);
                self.max(&items)
            }
            Kind::If(c, a, b) => {
                let c = self.put(c, var, value);
                match c {
                    TRUE => self.put(a, var, value),
                    FALSE => self.put(b, var, value),
                    _ => {
                        let (a, b) = (self.put(a, var, value), self.put(b, var, value));
                        self.either(c, a, b)
                    }
                }
            }
            Kind::Mul(a, b) => {
                let (a, b) = (self.put(a, var, value), self.put(b, var, value));
                self.mul(a, b)
            }
            Kind::Div(a, b) => {
                let (a, b) = (self.put(a, var, value), self.put(b, var, value));
                self.div(a, b)
            }
            Kind::Mod(a, b) => {
                let (a, b) = (self.put(a, var, value), self.put(b, var, value));
                self.modulo(a, b)
            }
            Kind::Item(index, items) => {
                let index = self.put(index, var, value);
                let items = self.put_all(&items, var, value);
                self.item(index, &items)
            }
            Kind::Le(a) => {
                let a = self.put(a, var, value);
                self.le(a)
            }
            Kind::Eq(a) => {
                let a = self.put(a, var, value);
                self.eq(a)
            }
            Kind::Ne(a) => {
                let a = self.put(a, var, value);
                let equal = self.eq(a);
                self.not(equal)
            }
            Kind::And(items) => {
                let items = self.put_until(&items, var, value, FALSE);
                self.and(&items)
            }
            Kind::Or(items) => {
                let items = self.put_until(&items, var, value, TRUE);
                self.or(&items)
            }
            Kind::Distinct(items) => {
                let items = self.put_all(&items, var, value);
                self.distinct(&items)
            }
            Kind::Run(dfa, state, items) => {
                let items = self.put_all(&items, var, value);
                self.run(dfa, state, &items)
            }
            Kind::Fold(machine, state, items) => {
                let items = self.put_all(&items, var, value);
                self.fold(machine, state, &items)
            }
            Kind::Reach(machine, state, items, wanted) => {
                let items = self.put_all(&items, var, value);
                self.reach(machine, state, &items, &wanted)
            }
            Kind::Not(a) => {
                let a = self.put(a, var, value);
                self.not(a)
            }
        };
        self.memo.insert((id, value), result);
        result
    }

    fn put_all(&mut self, items: &[Id], var: u16, value: u8) -> Vec<Id> {
        items.iter().map(|&i| self.put(i, var, value)).collect()
    }

    fn put_until(&mut self, items: &[Id], var: u16, value: u8, stop: Id) -> Vec<Id> {
        let mut all = Vec::with_capacity(items.len());
        for &i in items {
            let next = self.put(i, var, value);
            all.push(next);
            if next == stop {
                break;
            }
        }
        all
    }

    /// The variables a node reads with their domains, sorted.
    pub(crate) fn variables(&self, id: Id) -> Vec<(u16, u16)> {
        let mut all: Vec<(u16, u16)> = Vec::with_capacity(self.node(id).vars.count_ones() as usize);
        // A comparison of a sum is the usual one.
        if let Kind::Le(sum) | Kind::Eq(sum) | Kind::Ne(sum) = self.kind(id)
            && let Kind::Lin(terms, _) = self.kind(*sum)
        {
            all.extend(terms.iter().map_while(|t| match self.kind(t.0) {
                Kind::Var(v, d) | Kind::Table(v, d, _) => Some((*v, *d)),
                _ => None,
            }));
            if all.len() == terms.len() {
                all.sort_unstable();
                all.dedup();
                return all;
            }
            all.clear();
        }
        let mut walk = self.walk.borrow_mut();
        let Walk { seen, todo } = &mut *walk;
        // Clearing takes as long as there is room.
        if seen.capacity() > USUAL {
            *seen = QuickSet::default();
        }
        seen.clear();
        todo.push(id);
        while let Some(id) = todo.pop() {
            if self.node(id).vars == 0 || !seen.insert(id) {
                continue;
            }
            match self.kind(id) {
                Kind::Var(v, d) | Kind::Table(v, d, _) | Kind::Mask(v, d, _) => all.push((*v, *d)),
                other => each_child(other, |id| todo.push(id)),
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Shows every node that a node is made of.
fn each_child(kind: &Kind, mut see: impl FnMut(Id)) {
    match kind {
        Kind::True | Kind::False | Kind::Const(_) | Kind::Var(..) | Kind::Table(..) | Kind::Mask(..) => {}
        Kind::Lin(terms, _) => terms.iter().for_each(|t| see(t.0)),
        Kind::Max(items)
        | Kind::And(items)
        | Kind::Or(items)
        | Kind::Distinct(items)
        | Kind::Run(_, _, items)
        | Kind::Fold(_, _, items)
        | Kind::Reach(_, _, items, _) => items.iter().copied().for_each(see),
        Kind::If(c, a, b) => [*c, *a, *b].into_iter().for_each(see),
        Kind::Mul(a, b) | Kind::Div(a, b) | Kind::Mod(a, b) => [*a, *b].into_iter().for_each(see),
        Kind::Item(index, items) => std::iter::once(*index).chain(items.iter().copied()).for_each(see),
        Kind::Le(a) | Kind::Eq(a) | Kind::Ne(a) | Kind::Not(a) => see(*a),
    }
}

/// The nodes a node is made of.
pub(crate) fn children(kind: &Kind) -> Vec<Id> {
    let mut all = Vec::new();
    each_child(kind, |id| all.push(id));
    all
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
