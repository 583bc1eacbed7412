//! A condition as a graph: numbers and booleans over variables, equal nodes stored once.
//!
//! A caller unrolls a rule for concrete cells into a [`Graph`]: quantifiers become [`Graph::all`] and [`Graph::any`],
//! a count becomes [`Graph::count`], `L[c]` becomes [`Graph::element`]. Every constructor simplifies at once (file
//! `normal.rs` holds the normal forms), because fixing a variable and simplifying is how automata are made: two
//! remainders that come out equal are one state.
//!
//! No call fails. What cannot be afforded (too many nodes, too deep, numbers too large) is remembered as a [`Fault`],
//! later calls return quickly, and compiling reports the fault.

mod seen;

use super::nodes::{Bool, BoolOp, Domain, Nodes, Num, NumOp, Var, Vars};
use super::watch::Watch;
use cluewright_core::Sort;
use cluewright_core::quick::QuickMap;
use std::ops::{Deref, DerefMut};

pub(crate) use seen::Seen;

/// Why a condition could not be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// More nodes (or more work on them) than the budget allows.
    TooManyNodes,
    /// Nested more deeply than [`MAX_DEPTH`].
    TooDeep,
    /// A number beyond plus or minus 2^50.
    TooLarge,
    /// The stop signal said to give up.
    Stopped,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TooManyNodes => "the condition is too large",
            Self::TooDeep => "the condition is nested too deeply",
            Self::TooLarge => "the condition computes with numbers that are too large",
            Self::Stopped => "stopped",
        })
    }
}

impl std::error::Error for Fault {}

/// The deepest nesting of nodes.
pub const MAX_DEPTH: u16 = 600;
const LARGEST: i128 = 1 << 50;
/// Longest list an element is taken from.
const LONGEST_LIST: i64 = 4_096;
/// Work steps a node of the budget pays for; ends simplifications that build little and compute much.
const WORK_PER_NODE: u64 = 15;
/// After so many steps of work, a millisecond or so, the stop signal is polled.
const POLL: u64 = 10_000;

#[derive(Clone, Copy, Debug)]
pub(crate) struct NumMeta {
    pub lo: i64,
    pub hi: i64,
    pub vars: Vars,
    pub depth: u16,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct BoolMeta {
    pub vars: Vars,
    pub depth: u16,
}

/// A hash-consed graph of numbers and booleans over variables.
///
/// ```
/// use cluewright_rules::compile::{Domain, Graph, Bool};
/// let mut g = Graph::new();
/// let line: Vec<_> = (0..3).map(|_| g.add_var(Domain::range(1, 9))).collect();
/// let cells: Vec<_> = line.iter().map(|&v| g.var(v)).collect();
/// // Renban: distinct, and max - min = length - 1.
/// let (high, low) = (g.max(&cells), g.min(&cells));
/// let spread = g.sub(high, low);
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
    /// Each variable's number.
    pub(crate) var_nums: Vec<Num>,
    /// Variables known to be mutually different, from outside.
    pub(crate) known: Vec<Vec<Var>>,
    /// By variable below 127: those it is known to differ from.
    pub(crate) differs: Vec<Vars>,
    pub(crate) num_meta: Vec<NumMeta>,
    pub(crate) bool_meta: Vec<BoolMeta>,
    /// By boolean node: what it settled to, once that is known.
    pub(crate) bool_settled: Vec<Option<Bool>>,
    /// What became of a node once a variable is fixed, by [`fixed_key`].
    pub(crate) num_memo: QuickMap<u64, Num>,
    pub(crate) bool_memo: QuickMap<u64, Bool>,
    pub(crate) num_narrowed: QuickMap<(Num, Var, u64), Num>,
    pub(crate) bool_narrowed: QuickMap<(u32, Var, u64), Bool>,
    node_budget: usize,
    work: u64,
    work_limit: u64,
    /// The amount of work at which the limit is compared and the stop signal polled next.
    next_poll: u64,
    watch: Option<&'a Watch<'a>>,
    fault: Option<Fault>,
    /// Did a simplification use that variables are known to differ?
    pub(crate) relied: bool,
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
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Graph<'a> {
    /// No variables, and a budget of 200,000 nodes.
    pub fn new() -> Self {
        Self::with_budget(200_000)
    }

    /// No variables, and a budget of `nodes` nodes.
    pub fn with_budget(nodes: usize) -> Self {
        let mut graph = Self {
            nodes: Nodes::default(),
            var_nums: Vec::new(),
            known: Vec::new(),
            differs: Vec::new(),
            num_meta: Vec::new(),
            bool_meta: Vec::new(),
            bool_settled: vec![None],
            num_memo: QuickMap::default(),
            bool_memo: QuickMap::default(),
            num_narrowed: QuickMap::default(),
            bool_narrowed: QuickMap::default(),
            node_budget: nodes,
            work: 0,
            work_limit: nodes as u64 * WORK_PER_NODE,
            next_poll: POLL.min(nodes as u64 * WORK_PER_NODE),
            watch: None,
            fault: None,
            relied: false,
        };
        graph.nodes.bools.intern(BoolOp::True);
        graph.bool_meta.push(BoolMeta { vars: Vars::default(), depth: 0 });
        graph.constant(0);
        graph
    }

    /// The same, and `watch` is asked every so often. Once it says to stop, nothing that is made of this graph means
    /// anything: [`Fault::Stopped`].
    pub fn watched(nodes: usize, watch: &'a Watch<'a>) -> Self {
        Self::watched_by(nodes, Some(watch))
    }

    pub(crate) fn watched_by(nodes: usize, watch: Option<&'a Watch<'a>>) -> Self {
        Self { watch, ..Self::with_budget(nodes) }
    }

    pub(crate) fn watch(&self) -> Option<&'a Watch<'a>> {
        self.watch
    }

    /// Did the stop signal say so, here or where else this condition is worked on?
    pub(crate) fn stopped(&self) -> bool {
        self.watch.is_some_and(Watch::heard)
    }

    /// A new variable. The domain must not be empty.
    pub fn add_var(&mut self, domain: Domain) -> Var {
        assert!(!domain.values.is_empty(), "a variable has at least one value");
        let var = Var(u16::try_from(self.domains.len()).expect("at most 65 536 variables: cells are u16"));
        self.nodes.domains.push(domain);
        self.differs.push(Vars::default());
        let numbers: Vec<i64> = domain.numbers().collect();
        let num = self.unary(var, &numbers);
        self.var_nums.push(num);
        var
    }

    /// Tells that these variables are known to hold different numbers, because the *model* says so (they lie in a
    /// house or cage), or a top-level `and` of the same rule. Never from inside `or` or `not`. What is compiled is then
    /// exact only together with that fact. Tell it before building what should profit.
    pub fn know_different(&mut self, vars: &[Var]) {
        let mut set = vars.to_vec();
        set.order();
        set.dedup();
        if set.len() < 2 || self.known.contains(&set) {
            return;
        }
        let all = set.iter().fold(Vars::default(), |all, &v| if v.0 < 127 { all.with(Vars::of(v)) } else { all });
        for &v in set.iter().filter(|v| v.0 < 127) {
            let others = all.0 & !Vars::of(v).0;
            self.differs[v.index()].0 |= others;
        }
        self.known.push(set);
    }

    /// How many variables.
    pub fn var_count(&self) -> usize {
        self.domains.len()
    }

    /// What could not be afforded, if anything: then no node of this graph means anything.
    pub fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// Least and greatest number the node may be (not always attained).
    pub fn bounds(&self, num: Num) -> (i64, i64) {
        let meta = &self.num_meta[num.0 as usize];
        (meta.lo, meta.hi)
    }

    /// The number, if it does not depend on any variable.
    pub fn as_constant(&self, num: Num) -> Option<i64> {
        match self.nums[num.0] {
            NumOp::Const(v) => Some(v),
            _ => None,
        }
    }

    // ---- storage ----

    /// A budget of so many nodes in all, and for work on them, counted from here on, of at most `work` steps.
    pub(crate) fn set_budget(&mut self, nodes: usize, work: u64) {
        self.node_budget = nodes;
        self.work = 0;
        self.work_limit = work.min(nodes as u64 * WORK_PER_NODE);
        // What has a budget of its own begins with a poll.
        self.next_poll = 0;
    }

    /// Steps of work since the budget was set, or since it was made.
    pub fn work(&self) -> u64 {
        self.work
    }

    pub(crate) fn fail(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
    }

    pub(crate) fn failed(&self) -> bool {
        self.fault.is_some()
    }

    /// Counts work that need not make nodes.
    #[inline]
    pub(crate) fn spend(&mut self, steps: usize) {
        self.work += steps as u64;
        if self.work > self.next_poll {
            self.poll();
        }
    }

    /// Compares with the limit of work and polls the stop signal.
    #[cold]
    fn poll(&mut self) {
        if self.work > self.work_limit {
            self.fail(Fault::TooManyNodes);
            return;
        }
        if self.watch.is_some_and(Watch::asked) {
            self.fail(Fault::Stopped);
        }
        self.next_poll = self.work_limit.min(self.work + POLL);
    }

    pub(crate) fn constant(&mut self, value: i64) -> Num {
        let meta = NumMeta { lo: value, hi: value, vars: Vars::default(), depth: 0 };
        self.store_num(NumOp::Const(value), meta)
    }

    pub(crate) fn store_num(&mut self, op: NumOp, meta: NumMeta) -> Num {
        if self.failed() {
            return Num(0);
        }
        self.spend(1);
        let (id, new) = self.nodes.nums.intern(op);
        if new {
            if (meta.lo as i128) < -LARGEST || meta.hi as i128 > LARGEST {
                self.fail(Fault::TooLarge);
            }
            self.check_size(meta.depth);
            self.num_meta.push(meta);
        }
        Num(id)
    }

    pub(crate) fn store_bool(&mut self, op: BoolOp, meta: BoolMeta) -> Bool {
        if self.failed() {
            return Bool::FALSE;
        }
        self.spend(1);
        let (id, new) = self.nodes.bools.intern(op);
        if new {
            self.check_size(meta.depth);
            self.bool_meta.push(meta);
            self.bool_settled.push(None);
        }
        Bool(id << 1)
    }

    fn check_size(&mut self, depth: u16) {
        if depth > MAX_DEPTH {
            self.fail(Fault::TooDeep);
        }
        if self.nums.len() + self.bools.len() > self.node_budget {
            self.fail(Fault::TooManyNodes);
        }
    }

    /// A number too large for the graph counts as a fault and becomes 0.
    pub(crate) fn fitting(&mut self, value: i128) -> i64 {
        if value.abs() > LARGEST {
            self.fail(Fault::TooLarge);
            return 0;
        }
        value as i64
    }

    pub(crate) fn too_long(&mut self, length: i64) -> bool {
        let long = length > LONGEST_LIST;
        if long {
            self.fail(Fault::TooManyNodes);
        }
        long
    }

    pub(crate) fn meta(&self, num: Num) -> &NumMeta {
        &self.num_meta[num.0 as usize]
    }

    pub(crate) fn bool_vars(&self, lit: Bool) -> Vars {
        self.bool_meta[lit.node() as usize].vars
    }

    pub(crate) fn known_different(&self, a: Var, b: Var) -> bool {
        a.0 < 127 && b.0 < 127 && self.differs[a.index()].has(b)
    }
}

/// A node, a variable and its value in one word: the key under which the remainder is remembered.
pub(crate) fn fixed_key(node: u32, var: Var, value: u8) -> u64 {
    u64::from(node) << 24 | u64::from(var.0) << 8 | u64::from(value)
}
