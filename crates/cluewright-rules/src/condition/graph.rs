//! Conditions as a graph of numbers and booleans over variables, in which equal nodes are stored only once.
//!
//! A caller unrolls a rule for concrete cells into a [`Graph`]: quantifiers become [`Graph::all`] and [`Graph::any`], a count
//! becomes a sum of [`Graph::choose`], and `L[c]` becomes [`Graph::element`]. Every constructor simplifies its result immediately
//! (the file `normal.rs` describes the normal forms), because automata are built by fixing a variable and simplifying the rest: two
//! remainders that become equal nodes are one state.
//!
//! No call returns an error. If a limit is exceeded (too many nodes, too deep nesting, or numbers that are too large), a [`Fault`]
//! is recorded, later calls return quickly, and compiling reports the fault.

pub(super) mod memo;
mod reachable;

use super::nodes::{Bool, BoolOp, Domain, Meta, Nodes, Num, NumOp, Var};
use super::session::{Fault, LARGEST, Session};
use super::watch::Watch;
use memo::Memo;
use std::ops::{Deref, DerefMut};

pub(crate) use reachable::Reachable;

/// A hash-consed graph of numbers and booleans over variables.
///
/// ```
/// use cluewright_rules::compile::{Domain, Graph, Bool};
/// let mut g = Graph::default();
/// let line: Vec<_> = (0..3).map(|_| g.add_var(Domain::range(1, 9))).collect();
/// let cells: Vec<_> = line.iter().map(|&v| g.var(v)).collect();
/// // Renban: distinct, and max - min = length - 1.
/// let high = g.max(&cells);
/// let mirrored: Vec<_> = cells.iter().map(|&c| g.scale(c, -1)).collect();
/// let low = g.max(&mirrored);
/// let spread = g.add(high, low);
/// let two = g.number(2);
/// let parts = [g.distinct(&cells), g.eq(spread, two)];
/// let renban = g.all(&parts);
/// assert!(renban != Bool::TRUE && renban != Bool::FALSE);
/// assert!(g.holds(renban, &|v| [4, 3, 5][v.index()]));
/// assert!(!g.holds(renban, &|v| [4, 3, 6][v.index()]));
/// ```
#[derive(Clone, Debug)]
pub struct Graph<'a> {
    pub(crate) nodes: Nodes,
    pub(crate) session: Session<'a>,
    /// For each variable, its number node.
    pub(crate) var_nums: Vec<Num>,
    /// For each boolean node, the node to which it was simplified, once this is known.
    pub(crate) bool_settled: Vec<Option<Bool>>,
    /// Caches of the remainders of nodes.
    pub(super) num_memo: Memo<Num>,
    pub(super) bool_memo: Memo<Bool>,
}

impl Deref for Graph<'_> {
    type Target = Nodes;
    #[inline]
    fn deref(&self) -> &Nodes {
        &self.nodes
    }
}

impl DerefMut for Graph<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Nodes {
        &mut self.nodes
    }
}

impl Default for Graph<'_> {
    /// Creates an empty graph with a budget of 200,000 nodes.
    fn default() -> Self {
        Self::new(200_000, None)
    }
}

impl<'a> Graph<'a> {
    /// Creates an empty graph with a budget of `nodes` nodes, which polls `watch` regularly. Once the watch signals to stop, the
    /// graph's fault is [`Fault::Stopped`], and its nodes are meaningless.
    pub fn new(nodes: usize, watch: Option<&'a Watch<'a>>) -> Self {
        let mut graph = Self {
            nodes: Nodes::default(),
            session: Session::new(nodes, watch),
            var_nums: Vec::new(),
            bool_settled: vec![None],
            num_memo: Memo::default(),
            bool_memo: Memo::default(),
        };
        graph.constant(0);
        graph
    }

    /// Adds a variable. The domain must not be empty.
    pub fn add_var(&mut self, domain: Domain) -> Var {
        assert!(!domain.values.is_empty(), "a variable has at least one value");
        let var = Var(u16::try_from(self.domains.len()).expect("at most 65 536 variables: cells are u16"));
        self.nodes.domains.push(domain);
        self.session.add_var();
        let numbers: Vec<i64> = domain.numbers().collect();
        let num = self.unary(var, &numbers);
        self.var_nums.push(num);
        var
    }

    /// Declares that these variables hold different numbers, because the *model* ensures this (they are in a house or a cage), or
    /// because a top-level `and` of the same rule does. Never call this for a condition inside `or` or `not`. The compiled result
    /// is then exact only together with this fact. Nodes that were built before the call do not profit from it.
    pub fn know_different(&mut self, vars: &[Var]) {
        self.session.know_different(vars);
    }

    /// The number of variables.
    pub fn var_count(&self) -> usize {
        self.domains.len()
    }

    /// The first limit that was exceeded, if any. If there is a fault, the nodes of this graph are meaningless.
    pub fn fault(&self) -> Option<Fault> {
        self.session.fault
    }

    // ---- storage ----

    pub(crate) fn constant(&mut self, value: i64) -> Num {
        self.store_num(NumOp::Const(value), value, value)
    }

    /// Stores a number that lies between `lo` and `hi`.
    pub(crate) fn store_num(&mut self, op: NumOp, lo: i64, hi: i64) -> Num {
        if self.session.failed() {
            return Num(0);
        }
        self.session.spend(1);
        let mut meta = Meta::default();
        let Nodes { nums, num_meta, bool_meta, .. } = &mut self.nodes;
        let (id, new) = nums.intern_seeing(op, |op| op.each(|part| meta.add(part, num_meta, bool_meta)));
        if new {
            if (lo as i128) < -LARGEST || hi as i128 > LARGEST {
                self.session.fail(Fault::TooLarge);
            }
            self.nodes.num_bounds.push((lo, hi));
            self.nodes.num_meta.push(meta);
            self.session.check_size(self.nodes.node_count(), meta.depth);
        }
        Num(id)
    }

    pub(crate) fn store_bool(&mut self, op: BoolOp) -> Bool {
        if self.session.failed() {
            return Bool::FALSE;
        }
        self.session.spend(1);
        let mut meta = Meta::default();
        let Nodes { bools, num_meta, bool_meta, .. } = &mut self.nodes;
        let (id, new) = bools.intern_seeing(op, |op| op.each(|part| meta.add(part, num_meta, bool_meta)));
        if new {
            self.nodes.bool_meta.push(meta);
            self.bool_settled.push(None);
            self.session.check_size(self.nodes.node_count(), meta.depth);
        }
        Bool(id << 1)
    }
}
