//! What making nodes of a condition may cost and may use: a budget, a stop signal, and which variables are known to differ.

use super::nodes::{Var, Vars};
use super::watch::Watch;
use cluewright_core::Sort;

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
pub(crate) const LARGEST: i128 = 1 << 50;
/// Longest list an element is taken from.
const LONGEST_LIST: i64 = 4_096;
/// Work steps a node of the budget pays for; ends simplifications that build little and compute much.
const WORK_PER_NODE: u64 = 15;
/// After this many steps of work, a millisecond or so, the stop signal is polled.
const POLL: u64 = 10_000;

/// What one condition is made with.
#[derive(Clone, Debug)]
pub(crate) struct Session<'a> {
    /// Variables known to be mutually different, from outside.
    pub(crate) known: Vec<Vec<Var>>,
    /// By variable below 127: those it is known to differ from.
    differs: Vec<Vars>,
    /// Did a simplification use that variables are known to differ?
    pub(crate) relied: bool,
    node_budget: usize,
    work: u64,
    work_limit: u64,
    /// The amount of work at which the limit is compared and the stop signal polled next.
    next_poll: u64,
    watch: Option<&'a Watch<'a>>,
    fault: Option<Fault>,
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

    pub(crate) fn watch(&self) -> Option<&'a Watch<'a>> {
        self.watch
    }

    pub(crate) fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// Steps of work since the budget was set, or since it was made.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Did the stop signal say so, here or where else this condition is worked on?
    pub(crate) fn stopped(&self) -> bool {
        self.watch.is_some_and(Watch::heard)
    }

    /// One more variable, of which nothing is known yet.
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

    /// A budget of this many nodes in all, and for work on them, counted from here on, of at most `work` steps.
    pub(crate) fn set_budget(&mut self, nodes: usize, work: u64) {
        self.node_budget = nodes;
        self.work = 0;
        self.work_limit = work.min(nodes as u64 * WORK_PER_NODE);
        // What has a budget of its own begins with a poll.
        self.next_poll = 0;
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

    /// Compares with the budget: this many nodes, the last of them nested so deeply.
    pub(crate) fn check_size(&mut self, nodes: usize, depth: u16) {
        if depth > MAX_DEPTH {
            self.fail(Fault::TooDeep);
        }
        if nodes > self.node_budget {
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
}
