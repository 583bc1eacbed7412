//! The context in which the nodes of a condition are made: a budget, a stop signal, and sets of variables that are known to be
//! different.

use super::nodes::{Var, Vars};
use super::watch::Watch;
use cluewright_core::Sort;

/// The reason why a condition could not be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// There are more nodes (or more work on nodes) than the budget allows.
    TooManyNodes,
    /// Nodes are nested more deeply than [`MAX_DEPTH`].
    TooDeep,
    /// A number is above 2^50 or below -2^50.
    TooLarge,
    /// The stop signal was set.
    Stopped,
}

/// The maximum nesting depth of nodes.
pub const MAX_DEPTH: u16 = 600;
pub(crate) const LARGEST: i128 = 1 << 50;
/// The maximum length of a list in [`NumOp::Element`](super::nodes::NumOp).
const LONGEST_LIST: i64 = 4_096;
/// The steps of work that each node of the budget allows. This limit ends simplifications that make few nodes but compute a lot.
const WORK_PER_NODE: u64 = 15;
/// The stop signal is polled after this many steps of work, about a millisecond.
const POLL: u64 = 10_000;

/// The budget, the stop signal and the known differences of one condition.
#[derive(Clone, Debug)]
pub(crate) struct Session<'a> {
    /// Sets of variables that the caller knows to be different.
    pub(crate) known: Vec<Vec<Var>>,
    /// For each variable below 127, the variables that are known to differ from it.
    differs: Vec<Vars>,
    /// Whether a simplification relied on variables being known to be different.
    pub(crate) relied: bool,
    node_budget: usize,
    /// The steps of work since the budget was last set, or since the session was created.
    pub(crate) work: u64,
    work_limit: u64,
    /// The amount of work at which the limit is checked and the stop signal is polled again.
    next_poll: u64,
    pub(crate) watch: Option<&'a Watch<'a>>,
    pub(crate) fault: Option<Fault>,
}

impl<'a> Session<'a> {
    pub(crate) fn new(nodes: usize, watch: Option<&'a Watch<'a>>) -> Self {
        Self {
            known: Vec::new(),
            differs: Vec::new(),
            relied: false,
            node_budget: nodes,
            work: 0,
            work_limit: nodes as u64 * WORK_PER_NODE,
            next_poll: POLL.min(nodes as u64 * WORK_PER_NODE),
            watch,
            fault: None,
        }
    }

    /// Whether the stop signal was set, in this graph or in another graph with the same watch.
    pub(crate) fn stopped(&self) -> bool {
        self.watch.is_some_and(Watch::heard)
    }

    /// Adds a variable that has no known differences.
    pub(crate) fn add_var(&mut self) {
        self.differs.push(Vars::default());
    }

    /// See [`Graph::know_different`](super::Graph::know_different).
    pub(crate) fn know_different(&mut self, vars: &[Var]) {
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

    pub(crate) fn known_different(&self, a: Var, b: Var) -> bool {
        a.0 < 127 && b.0 < 127 && self.differs[a.index()].has(b)
    }

    /// Sets a budget of `nodes` nodes in total, and of at most `work` further steps of work.
    pub(crate) fn set_budget(&mut self, nodes: usize, work: u64) {
        self.node_budget = nodes;
        self.work = 0;
        self.work_limit = work.min(nodes as u64 * WORK_PER_NODE);
        // Poll at the first step of a new budget.
        self.next_poll = 0;
    }

    pub(crate) fn fail(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
    }

    pub(crate) fn failed(&self) -> bool {
        self.fault.is_some()
    }

    /// Counts steps of work, even if they do not make any nodes.
    #[inline]
    pub(crate) fn spend(&mut self, steps: usize) {
        self.work += steps as u64;
        if self.work > self.next_poll {
            self.poll();
        }
    }

    /// Checks the work limit and polls the stop signal.
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

    /// Checks the limits on nodes and depth. `nodes` is the number of nodes, and `depth` is the nesting depth of the last node.
    pub(crate) fn check_size(&mut self, nodes: usize, depth: u16) {
        if depth > MAX_DEPTH {
            self.fail(Fault::TooDeep);
        }
        if nodes > self.node_budget {
            self.fail(Fault::TooManyNodes);
        }
    }

    /// Converts a value to a number of the graph. A value that is too large records a fault and becomes 0.
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
}
