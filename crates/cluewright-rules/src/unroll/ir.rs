//! Conditions over cells, as a graph in which equal expressions are a single node.
//!
//! Every constructor brings its result into a normal form, so that expressions with the same meaning are mostly the same node and
//! facts of the model can be recognised: sums are sorted and their like terms are merged, any expression that reads one cell is a
//! table or a mask, and comparisons that the bounds decide are constants. Further simplification is left to the compiler's graph
//! ([`crate::condition`]), which receives the conditions that no fact expresses.
//!
//! Variables are numbered in the order in which a condition first reads them. So equal conditions over other cells are the same
//! nodes, and the cache has their compiled form.

mod bounds;
mod condition;
mod fold;
mod machine;
mod sum;

use crate::automaton::intern::place_in;
use crate::condition::Domain;
use cluewright_core::quick::{Numbers, QuickSet, hash_of};
use cluewright_core::{Sort, Value, ValueSet};
use std::sync::Arc;

pub(crate) use machine::Machine;

/// A node, given by its index in the graph.
pub(crate) type Id = u32;

/// Numbers that are at least this large count as infinite.
pub(crate) use crate::whole::INFINITY as INF;

/// Nodes with their coefficients.
pub(crate) type Terms = Arc<[(Id, i64)]>;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    True,
    False,
    Const(i64),
    /// The number in a cell: the variable and its domain.
    Var(u16, u16),
    /// A function of one cell that is not linear: the variable, the variable's domain, and the number for each value.
    Table(u16, u16, Arc<[i64]>),
    /// A sum of nodes with coefficients, plus a constant. The terms are sorted by node. No term is a constant or a sum, and no
    /// coefficient is 0.
    Lin(Terms, i64),
    /// The maximum of several numbers.
    Max(Arc<[Id]>),
    /// The second node if the first node (a condition) holds, otherwise the third node.
    If(Id, Id, Id),
    Mul(Id, Id),
    /// The quotient, rounded down; 0 if the divisor is 0 (a guard makes this case false).
    Div(Id, Id),
    Mod(Id, Id),
    /// The item of a list at an index that counts from 1; 0 outside the list (a guard makes this case false).
    Item(Id, Arc<[Id]>),
    /// The cell holds one of these values.
    Mask(u16, u16, u64),
    /// The number is at most 0.
    Le(Id),
    /// The number is 0.
    Eq(Id),
    And(Arc<[Id]>),
    Or(Arc<[Id]>),
    /// The numbers are all different. They are sorted by node.
    Distinct(Arc<[Id]>),
    /// The result of a fold over these numbers: the machine, its first state, and the numbers.
    Fold(u16, u32, Arc<[Id]>),
    /// Whether the machine, after starting in this state and reading these numbers, ends in one of these states (one bit per
    /// state).
    Reach(u16, u32, Arc<[Id]>, Arc<[u64]>),
    Not(Id),
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// The bounds of a number.
    pub(crate) low: i64,
    pub(crate) high: i64,
    /// The variables that the node reads, one bit each; all variables from 127 upwards share the last bit.
    pub(crate) vars: u128,
    /// The nesting depth: 0 for a node without children.
    pub(crate) depth: u16,
}

/// Calls `see` for each child of a node.
pub(crate) fn each_child(kind: &Kind, mut see: impl FnMut(Id)) {
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

impl Kind {
    fn is_condition(&self) -> bool {
        matches!(
            self,
            Self::Mask(..)
                | Self::Le(_)
                | Self::Eq(_)
                | Self::And(_)
                | Self::Or(_)
                | Self::Distinct(_)
                | Self::Reach(..)
                | Self::Not(_)
        )
    }

    /// The same node with its children and variables replaced.
    pub(crate) fn renamed(&self, child: impl Fn(Id) -> Id, var: impl Fn(u16) -> u16) -> Self {
        let mut renamed = self.clone();
        match &mut renamed {
            Self::True | Self::False | Self::Const(_) => {}
            Self::Var(v, _) | Self::Table(v, ..) | Self::Mask(v, ..) => *v = var(*v),
            Self::Lin(terms, _) => *terms = terms.iter().map(|&(t, k)| (child(t), k)).collect(),
            Self::Max(items)
            | Self::And(items)
            | Self::Or(items)
            | Self::Distinct(items)
            | Self::Fold(_, _, items)
            | Self::Reach(_, _, items, _) => *items = items.iter().map(|&i| child(i)).collect(),
            Self::If(c, a, b) => (*c, *a, *b) = (child(*c), child(*a), child(*b)),
            Self::Mul(a, b) | Self::Div(a, b) | Self::Mod(a, b) => (*a, *b) = (child(*a), child(*b)),
            Self::Item(index, items) => {
                (*index, *items) = (child(*index), items.iter().map(|&i| child(i)).collect());
            }
            Self::Le(a) | Self::Eq(a) | Self::Not(a) => *a = child(*a),
        }
        renamed
    }
}

/// The initial capacity, which is large enough for most puzzles.
const USUAL: usize = 256;

/// A graph of nodes.
pub(crate) struct Graph {
    nodes: Vec<Node>,
    /// The nodes, indexed by [`hash_of_kind`].
    known: Numbers,
    pub(crate) domains: Vec<Domain>,
    pub(crate) machines: Vec<Arc<Machine>>,
    /// The number of work steps so far: nodes that were requested, and the items from which they were made.
    work: u64,
    depth: u16,
    /// A buffer for the terms of a new sum. It is moved out of the graph while it is in use.
    terms: Vec<(Id, i64)>,
    /// The existing nodes of constants below [`SMALL`]; [`FALSE`] for constants without a node.
    small: [Id; SMALL],
    overfull: bool,
    too_large: bool,
}

/// Constants from 0 to one below this number are very frequent in rules, so they are found without a search.
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

/// Numbers of at least this size represent infinity, or infinity minus a smaller number.
pub(crate) const LARGE: i64 = INF / 2;

/// The sum of a constant and products of two numbers. The flag is true if the sum is too large although none of its parts is
/// infinite.
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
        graph.intern(Kind::False);
        graph.intern(Kind::True);
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

    /// The number of work steps so far.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// The greatest nesting depth so far.
    pub(crate) fn depth(&self) -> u16 {
        self.depth
    }

    /// The variables that a node reads, one bit each, and the node's depth.
    fn read_by(&self, kind: &Kind) -> (u128, u16) {
        let (mut vars, mut depth) = (0, 0);
        if let Kind::Var(v, _) | Kind::Table(v, ..) | Kind::Mask(v, ..) = kind {
            vars = bit(*v);
        }
        each_child(kind, |id| {
            let child = self.node(id);
            (vars, depth) = (vars | child.vars, depth.max(child.depth.saturating_add(1)));
        });
        (vars, depth)
    }

    fn intern(&mut self, kind: Kind) -> Id {
        self.interned(kind, None)
    }

    /// The node of this kind, given what it reads, if that is known.
    fn interned(&mut self, kind: Kind, read: Option<(u128, u16)>) -> Id {
        self.work += 1;
        let hash = hash_of_kind(&kind);
        if let Some(id) = self.known.find(hash, |id| self.nodes[id as usize].kind == kind) {
            return id;
        }
        let id = self.nodes.len() as Id;
        let (vars, depth) = read.unwrap_or_else(|| self.read_by(&kind));
        let (low, high) = match &kind {
            // Whether a condition is always true or always false is checked when the condition is made.
            other if other.is_condition() => (0, 1),
            // The list may have any length, and a run within the bounds could take long.
            Kind::Fold(machine, ..) => self.machines[*machine as usize].ends(),
            other => {
                let ends = |id| (self.node(id).low, self.node(id).high);
                other.bounds(ends, |_, dom| self.domains[dom as usize], &self.machines)
            }
        };
        self.depth = self.depth.max(depth);
        self.nodes.push(Node { kind, low, high, vars, depth });
        self.known.add(hash, id);
        id
    }

    /// Creates a node of this kind. If it reads at most one variable, creates the equivalent constant, table or mask instead.
    fn make(&mut self, kind: Kind) -> Id {
        let read = self.read_by(&kind);
        let vars = read.0;
        match self.common(&kind, vars) {
            _ if vars == 0 && kind.is_condition() => Self::truth(self.at(&kind, Value(0)) == 1),
            _ if vars == 0 => self.constant(self.at(&kind, Value(0))),
            Some((var, dom)) if kind.is_condition() => self.masked(var, dom, &kind),
            Some((var, dom)) => self.table(var, dom, &kind),
            None => self.interned(kind, Some(read)),
        }
    }

    /// The sum of these terms, if it is already in the graph. Like [`Graph::intern`], but does not have to create the node first.
    fn known_sum(&self, terms: &[(Id, i64)], c: i64) -> Option<Id> {
        let same = |id: Id| matches!(self.kind(id), Kind::Lin(known, d) if *d == c && **known == *terms);
        self.known.find(hash_of_sum(terms, c), same)
    }

    pub(crate) fn domain(&mut self, domain: Domain) -> u16 {
        let at = place_in(&mut self.domains, domain);
        self.number(at)
    }

    /// The number of a domain or machine. Normally 16 bits are enough; a text that needs more is rejected: see
    /// [`Graph::is_overfull`].
    fn number(&mut self, at: usize) -> u16 {
        u16::try_from(at).unwrap_or_else(|_| {
            self.overfull = true;
            0
        })
    }

    /// Whether there were more domains or machines than can be numbered. If so, the nodes are meaningless.
    pub(crate) fn is_overfull(&self) -> bool {
        self.overfull
    }

    /// The variables that a node reads, found by visiting all its descendants.
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

    /// Whether an operation on finite numbers gave a number that is too large. If so, the nodes are meaningless.
    pub(crate) fn is_too_large(&self) -> bool {
        self.too_large
    }

    /// The only variable that a node reads; `None` if the node reads no variable or several.
    fn single(&self, id: Id) -> Option<u16> {
        let vars = self.node(id).vars;
        if vars == bit(u16::MAX) {
            // The last bit stands for many variables, so inspect the node itself.
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
            None => self.intern(Kind::Const(n)),
            Some(at) if self.small[at] != FALSE => {
                self.work += 1;
                self.small[at]
            }
            Some(at) => {
                self.small[at] = self.intern(Kind::Const(n));
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
            (Some(a), Some(b)) if a != b => self.intern(Kind::Var(var, dom)),
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
        self.intern(Kind::Mask(var, dom, values))
    }

    /// The number of a node that reads at most one variable (for a condition, 0 or 1) if the variable has `value`.
    pub(crate) fn at(&self, kind: &Kind, value: Value) -> i64 {
        match kind {
            // Nearly all children of nodes that read one variable are of these kinds, for which a number takes less time than bounds.
            Kind::Const(n) => *n,
            Kind::Var(_, dom) => self.domains[*dom as usize].number(value),
            Kind::Table(_, _, table) => table[value.index()],
            Kind::Mask(_, _, values) => (values >> value.0 & 1) as i64,
            Kind::Lin(terms, c) => {
                let term = |&(t, k): &(Id, i64)| clamp(self.at(self.kind(t), value).saturating_mul(k));
                terms.iter().fold(*c, |n, t| clamp(n + term(t)))
            }
            other => {
                let single = |_, dom: u16| Domain { values: ValueSet::of(value), ..self.domains[dom as usize] };
                let child = |id| {
                    let n = self.at(self.kind(id), value);
                    (n, n)
                };
                other.bounds(child, single, &self.machines).0
            }
        }
    }

    /// Whether a sum or product of finite numbers is too large if the variable that it reads has `value`.
    fn is_large(&self, kind: &Kind, value: Value) -> bool {
        let at = |id: Id| self.at(self.kind(id), value);
        match kind {
            Kind::Lin(terms, c) => added_up(*c, terms.iter().map(|&(t, k)| (k, at(t)))).1,
            Kind::Mul(a, b) => added_up(0, [(at(*a), at(*b))]).1,
            _ => false,
        }
    }

    fn dom_of(&self, id: Id) -> Option<(u16, u16)> {
        match self.kind(id) {
            Kind::Var(v, d) | Kind::Table(v, d, _) | Kind::Mask(v, d, _) => Some((*v, *d)),
            Kind::Lin(terms, _) => self.dom_of(terms[0].0),
            _ => None,
        }
    }

    /// Creates the node of a number that reads one variable.
    fn table(&mut self, var: u16, dom: u16, kind: &Kind) -> Id {
        let domain = self.domains[dom as usize];
        let set = domain.values;
        let n = set.max().map_or(0, |m| m.0 + 1);
        let mut table = [0; 64];
        for v in set {
            table[v.index()] = clamp(self.at(kind, v));
            self.too_large |= self.is_large(kind, v);
        }
        let mut values = set.iter();
        let a = values.next().map_or(0, |v| v.0);
        let here = |v: u8| table[v as usize];
        let Some(b) = values.next().map(|v| v.0) else { return self.constant(here(a)) };
        // Linear functions are stored as sums, so that they can be merged with other sums.
        let (rise, run) = (here(b) - here(a), i64::from(b - a));
        if rise % run == 0 {
            let k = rise / run;
            let c = here(a) - k * domain.number(Value(a));
            if set.iter().all(|v| here(v.0) == k * domain.number(v) + c) {
                let x = self.var(var, dom);
                return self.lin(&[(x, k)], c);
            }
        }
        self.intern(Kind::Table(var, dom, table[..n as usize].into()))
    }

    /// Creates the node of a condition that reads one variable.
    fn masked(&mut self, var: u16, dom: u16, kind: &Kind) -> Id {
        let set = self.domains[dom as usize].values;
        let values = set.iter().filter(|&v| self.at(kind, v) == 1).fold(0, |m, v| m | 1u64 << v.0);
        self.mask(var, dom, values)
    }

    /// The variable and its domain, if a node that reads `vars` reads exactly one variable; otherwise `None`.
    fn common(&self, kind: &Kind, vars: u128) -> Option<(u16, u16)> {
        if !vars.is_power_of_two() {
            return None;
        }
        let (mut found, mut single) = (None, true);
        each_child(kind, |id| {
            if self.node(id).vars != 0 {
                let var = self.single(id);
                single &= var.is_some() && found.is_none_or(|(v, _)| Some(v) == var);
                found = found.or_else(|| self.dom_of(id));
            }
        });
        found.filter(|_| single)
    }
}
