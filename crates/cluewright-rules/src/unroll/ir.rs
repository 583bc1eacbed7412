//! Conditions over cells as a graph in which equal expressions are one node.
//!
//! Every constructor brings its result into a normal form, so that what means the same is mostly the same node, and facts
//! of the model are seen in it: sums are sorted with like terms merged, anything about one cell is a table or a mask,
//! comparisons that the bounds decide are gone. More than that is the affair of the compiler's graph
//! ([`crate::condition`]), to which conditions are led that no fact says.
//!
//! Variables are numbered in the order in which a condition first reads them, so that equal conditions over other cells
//! share their nodes too, and what was compiled once is found again.

mod condition;
mod fold;
mod machine;
mod sum;

use crate::condition::Domain;
use cluewright_core::quick::{Numbers, QuickSet, hash_of};
use cluewright_core::{Sort, Value};
use std::rc::Rc;

pub(crate) use machine::Machine;

/// A node: an index into the graph.
pub(crate) type Id = u32;

/// Numbers at least this large stand for infinity.
pub(crate) use crate::whole::INFINITY as INF;

/// Nodes with coefficients.
pub(crate) type Terms = Rc<[(Id, i64)]>;

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
    And(Rc<[Id]>),
    Or(Rc<[Id]>),
    /// All different. Sorted by node.
    Distinct(Rc<[Id]>),
    /// What a fold over these numbers comes to, from this state of the machine on.
    Fold(u16, u32, Rc<[Id]>),
    /// Whether the machine, started in this state and fed these numbers, ends in one of these states (one bit per state).
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

/// Shows every node that a node is made of.
fn each_child(kind: &Kind, mut see: impl FnMut(Id)) {
    match kind {
        Kind::True | Kind::False | Kind::Const(_) | Kind::Var(..) | Kind::Table(..) | Kind::Mask(..) => {}
        Kind::Lin(terms, _) => terms.iter().for_each(|t| see(t.0)),
        Kind::Max(items)
        | Kind::And(items)
        | Kind::Or(items)
        | Kind::Distinct(items)
        | Kind::Fold(_, _, items)
        | Kind::Reach(_, _, items, _) => items.iter().copied().for_each(see),
        Kind::If(c, a, b) => [*c, *a, *b].into_iter().for_each(see),
        Kind::Mul(a, b) | Kind::Div(a, b) | Kind::Mod(a, b) => [*a, *b].into_iter().for_each(see),
        Kind::Item(index, items) => std::iter::once(*index).chain(items.iter().copied()).for_each(see),
        Kind::Le(a) | Kind::Eq(a) | Kind::Not(a) => see(*a),
    }
}

/// The nodes a node is made of.
pub(crate) fn children(kind: &Kind) -> Vec<Id> {
    let mut all = Vec::new();
    each_child(kind, |id| all.push(id));
    all
}

/// The nodes of most puzzles fit.
const USUAL: usize = 256;

/// The graph.
pub(crate) struct Graph {
    nodes: Vec<Node>,
    /// By [`hash_of_kind`].
    known: Numbers,
    pub(crate) domains: Vec<Domain>,
    pub(crate) machines: Vec<std::sync::Arc<Machine>>,
    /// Steps of work so far: nodes asked for, and the items they were made of.
    work: u64,
    depth: u16,
    /// Terms of a sum that is being made: taken out while it is in use.
    terms: Vec<(Id, i64)>,
    /// The constants below [`SMALL`] that are there, [`FALSE`] for the others.
    small: [Id; SMALL],
    overfull: bool,
    too_large: bool,
}

/// Constants from 0 to below this one, which rules name all the time, are found without a search.
const SMALL: usize = 32;

fn hash_of_sum(terms: &[(Id, i64)], c: i64) -> u64 {
    hash_of(&(terms, c))
}

fn hash_of_kind(kind: &Kind) -> u64 {
    match kind {
        Kind::Lin(terms, c) => hash_of_sum(terms, *c),
        other => hash_of(other),
    }
}

pub(crate) const FALSE: Id = 0;
pub(crate) const TRUE: Id = 1;

fn bit(var: u16) -> u128 {
    1 << var.min(127)
}

fn clamp(n: i64) -> i64 {
    n.clamp(-INF, INF)
}

/// Numbers from here on are infinite, or infinite and a little less.
pub(crate) const LARGE: i64 = INF / 2;

/// A constant and products of two numbers added up; is it too large, though no part of it is infinite?
fn added_up(c: i64, products: impl IntoIterator<Item = (i64, i64)>) -> (i64, bool) {
    let (mut total, mut finite, mut large) = (c, c.abs() < LARGE, false);
    for (a, b) in products {
        finite &= a.abs() < LARGE && b.abs() < LARGE;
        total = clamp(total + clamp(a.saturating_mul(b)));
        large |= finite && total.abs() >= LARGE;
    }
    (total, large)
}

impl Graph {
    pub(crate) fn new() -> Self {
        let mut graph = Self {
            nodes: Vec::with_capacity(USUAL),
            known: Numbers::with_capacity(USUAL),
            domains: Vec::new(),
            machines: Vec::new(),
            work: 0,
            depth: 0,
            terms: Vec::new(),
            small: [FALSE; SMALL],
            overfull: false,
            too_large: false,
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
        self.number(at)
    }

    /// A number of a domain or machine. There are never so many that 16 bits do not do, but a text that demands it
    /// is turned down: [`Graph::is_overfull`].
    fn number(&mut self, at: usize) -> u16 {
        u16::try_from(at).unwrap_or_else(|_| {
            self.overfull = true;
            0
        })
    }

    /// Were more different domains or machines wanted than it can number? Then its nodes mean nothing.
    pub(crate) fn is_overfull(&self) -> bool {
        self.overfull
    }

    /// The variables a node reads, by all that it is made of.
    pub(crate) fn variables(&self, id: Id) -> Vec<u16> {
        let (mut all, mut seen, mut todo) = (Vec::new(), QuickSet::default(), vec![id]);
        while let Some(id) = todo.pop() {
            if self.node(id).vars == 0 || !seen.insert(id) {
                continue;
            }
            match self.kind(id) {
                Kind::Var(v, _) | Kind::Table(v, ..) | Kind::Mask(v, ..) => all.push(*v),
                other => each_child(other, |id| todo.push(id)),
            }
        }
        all.order();
        all.dedup();
        all
    }

    /// Did known numbers come to one that is too large, without an infinite one among them? Then its nodes mean nothing.
    pub(crate) fn is_too_large(&self) -> bool {
        self.too_large
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
        let domain = self.domains[dom as usize];
        match (domain.values.min(), domain.values.max()) {
            (Some(a), Some(b)) if a != b => {
                self.intern(Kind::Var(var, dom), domain.number(a), domain.number(b), bit(var))
            }
            (Some(a), _) => self.constant(domain.number(a)),
            _ => self.constant(0),
        }
    }

    pub(crate) fn mask(&mut self, var: u16, dom: u16, values: u64) -> Id {
        let all = self.domains[dom as usize].values.0;
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
            Kind::Var(_, dom) => self.domains[*dom as usize].number(Value(value)),
            Kind::Table(_, _, table) => table[value as usize],
            Kind::Lin(terms, c) => added_up(*c, terms.iter().map(|&(t, k)| (k, self.at(t, value)))).0,
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
        let domain = self.domains[dom as usize];
        let set = domain.values;
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
            let c = here(a) - k * domain.number(Value(a));
            if set.iter().all(|v| here(v.0) == k * domain.number(v) + c) {
                let x = self.var(var, dom);
                return self.lin(&[(x, k)], c);
            }
        }
        let (low, high) = set.iter().map(|v| here(v.0)).fold((INF, -INF), |(l, h), n| (l.min(n), h.max(n)));
        self.intern(Kind::Table(var, dom, table[..n as usize].into()), low, high, bit(var))
    }

    /// A condition as function of one variable.
    fn masked(&mut self, var: u16, dom: u16, f: impl Fn(&Self, u8) -> bool) -> Id {
        let set = self.domains[dom as usize].values;
        let values = set.iter().filter(|v| f(self, v.0)).fold(0, |m, v| m | 1u64 << v.0);
        self.mask(var, dom, values)
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
}
