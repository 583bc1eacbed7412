//! Nodes and their links. A node is a candidate, a group of candidates of one value, or the places of a value in an
//! almost locked set.

use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::found::Found;
use crate::structure::als::{self, Als};
use crate::structure::once;
use cluewright_core::model::{GroupId, GroupKind};
use cluewright_core::{Candidate, Sort, Value};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The kinds of nodes that a chain may have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// Candidates, all with the same value.
    Digit,
    /// Candidates of cells with two values; the chain passes through each cell from one value to the other.
    Bivalue,
    /// Candidates of any cells and values.
    Plain,
    /// Candidates, and groups of candidates of one value.
    Grouped,
    /// Candidates, groups of candidates, and almost locked sets.
    Als,
}

/// The reason why at least one of two linked nodes is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tie {
    Group(GroupId),
    Als(u32),
}

pub(crate) struct Node {
    pub(crate) members: Vec<u32>,
    pub(crate) set: Bits,
    pub(crate) peers: Bits,
}

/// Nodes and their links.
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) strong: Vec<Vec<(u32, Tie)>>,
    /// For each node, the nodes that it sees. Computed on first use, because on an open board only few nodes are ever
    /// reached.
    weak: Vec<OnceCell<Vec<u32>>>,
    /// For each candidate, its node, or [`NONE`].
    single: Vec<u32>,
    /// The nodes that consist of several candidates.
    pub(crate) grouped: Vec<u32>,
    pub(crate) sets: Vec<Als>,
    /// The nodes that consist of several candidates, keyed by their sorted candidates.
    index: BTreeMap<Vec<u32>, u32>,
}

/// Marks the absence of a node.
pub(super) const NONE: u32 = u32::MAX;

/// The work charged for creating a node.
pub(crate) const NODE: u64 = 64;

impl Graph {
    /// A graph without nodes.
    fn empty(view: &View) -> Self {
        Self {
            nodes: Vec::new(),
            strong: Vec::new(),
            weak: Vec::new(),
            single: vec![NONE; view.space().capacity()],
            grouped: Vec::new(),
            sets: Vec::new(),
            index: BTreeMap::new(),
        }
    }

    /// The part of the [`Reach::Grouped`] graph that concerns one value: the value's nodes, in the same order as in the
    /// whole graph, and the strong links that come from groups of the value. The work is not charged.
    pub(crate) fn of_value(view: &View, value: Value) -> Self {
        let space = view.space();
        let mut graph = Self::empty(view);
        let fits = |id: &u32| space.candidate(*id).value == value;
        for id in view.live().iter().filter(|id| fits(id) && !view.is_placed(space.candidate(*id).cell)) {
            graph.node(view, &[id]);
        }
        for (group, live) in view.open_groups().filter(|(_, live)| live.len() >= 2 && live.iter().all(fits)) {
            match live {
                &[a, b] => graph.tie(view, &[a], &[b], Tie::Group(group)),
                _ => graph.split(view, group, live),
            }
        }
        graph.weak = vec![OnceCell::new(); graph.nodes.len()];
        graph
    }

    /// A sort key that gives the order of nodes in the graph of all values: single candidates first, then the other
    /// nodes by group.
    pub(crate) fn place(&self, node: u32) -> (u32, u32) {
        match (self.nodes[node as usize].members.as_slice(), self.strong[node as usize].first()) {
            ([only], _) => (0, *only),
            (_, Some(&(_, Tie::Group(group)))) => (1 + group.0, node),
            _ => (u32::MAX, node),
        }
    }

    pub(crate) fn new(view: &View, reach: Reach, found: &mut Found) -> Self {
        let mut graph = Self::empty(view);
        let open = |id: &u32| !view.is_placed(view.space().candidate(*id).cell);
        for id in view.live().iter().filter(open) {
            if reach != Reach::Bivalue || view.values(view.space().candidate(id).cell).len() == 2 {
                graph.node(view, &[id]);
            }
        }
        for (group, live) in view.open_groups() {
            let in_cell = matches!(view.space().group(group).kind, GroupKind::Cell(_));
            if live.len() < 2 || (reach == Reach::Digit && in_cell) || (reach == Reach::Bivalue && !in_cell) {
                continue;
            }
            if live.len() == 2 {
                graph.tie(view, &[live[0]], &[live[1]], Tie::Group(group));
            } else if reach >= Reach::Grouped && !in_cell {
                graph.split(view, group, live);
            }
            if found.spend(live.len() as u64) {
                return graph;
            }
        }
        if reach == Reach::Als {
            let sets = als::sets(view, found).unwrap_or_default();
            graph.sets = sets.iter().filter(|s| (2..=5).contains(&s.cells.len())).cloned().collect();
            for s in 0..graph.sets.len() {
                let places = graph.sets[s].places.clone();
                for (i, (_, a)) in places.iter().enumerate() {
                    for (_, b) in &places[..i] {
                        graph.tie(view, a, b, Tie::Als(s as u32));
                    }
                }
            }
        }
        let count = graph.nodes.len();
        graph.weak = vec![OnceCell::new(); count];
        found.spend(count as u64 * NODE);
        graph
    }

    fn node(&mut self, view: &View, members: &[u32]) -> u32 {
        if let Some(at) = self.find(members) {
            return at;
        }
        let at = self.nodes.len() as u32;
        if members.len() > 1 {
            self.index.insert(members.to_vec(), at);
        }
        self.nodes.push(Node {
            members: members.to_vec(),
            set: Bits::of(view.space().capacity(), members.iter().copied()),
            peers: view.seen_by_all(members.iter().copied()),
        });
        self.strong.push(Vec::new());
        match members {
            [only] => self.single[*only as usize] = at,
            _ => self.grouped.push(at),
        }
        at
    }

    /// The weakly linked nodes: nodes whose candidates all see every candidate of this node.
    pub(crate) fn weak(&self, node: u32) -> &[u32] {
        self.weak[node as usize].get_or_init(|| {
            let peers = &self.nodes[node as usize].peers;
            let mut row: Vec<u32> = peers.iter().map(|x| self.single[x as usize]).filter(|&n| n != NONE).collect();
            let seen = |n: u32| self.nodes[n as usize].members.iter().all(|&m| peers.has(m));
            row.extend(self.grouped.iter().copied().filter(|&n| seen(n)));
            row.order();
            row
        })
    }

    fn tie(&mut self, view: &View, a: &[u32], b: &[u32], tie: Tie) {
        let (a, b) = (self.node(view, a), self.node(view, b));
        // One reason is enough, and the first reason found is the simplest.
        if a != b && !self.strong[a as usize].iter().any(|&(x, _)| x == b) {
            self.strong[a as usize].push((b, tie));
            self.strong[b as usize].push((a, tie));
        }
    }

    /// Splits a group into two parts in every useful way. A split is useful if some candidate outside the group sees
    /// all of one part.
    fn split(&mut self, view: &View, group: GroupId, live: &[u32]) {
        // Parts are stored as 64-bit masks over the group; parts of larger groups would be too hard to read anyway.
        if live.len() > 64 {
            return;
        }
        let all = u64::MAX >> (64 - live.len());
        let mut parts: Vec<u64> = (0..live.len()).map(|i| 1 << i).collect();
        // Only a candidate that sees at least two members of the group can see all of a part with several candidates.
        let (mut once, mut outside) = (Bits::new(view.space().capacity()), Bits::new(view.space().capacity()));
        for &m in live {
            let mut again = view.space().sees(m).clone();
            again.and(&once);
            outside.or(&again);
            once.or(view.space().sees(m));
        }
        outside.and(view.live());
        for &m in live {
            outside.remove(m);
        }
        for x in outside.iter() {
            let sees = view.space().sees(x);
            let part = (0..live.len()).filter(|&i| sees.has(live[i])).fold(0, |part, i| part | 1u64 << i);
            if part != all && !parts.contains(&part) {
                parts.push(part);
            }
        }
        let members =
            |part: u64| -> Vec<u32> { (0..live.len()).filter(|i| part >> i & 1 == 1).map(|i| live[i]).collect() };
        for (i, &a) in parts.iter().enumerate() {
            for &b in parts[..i].iter().filter(|&&b| a | b == all) {
                self.tie(view, &members(a), &members(b), Tie::Group(group));
            }
        }
    }

    /// The node of these candidates, which must be sorted; `None` if there is no such node.
    pub(crate) fn find(&self, members: &[u32]) -> Option<u32> {
        match members {
            [only] => self.single.get(*only as usize).copied().filter(|&n| n != NONE),
            _ => self.index.get(members).copied(),
        }
    }

    pub(crate) fn candidates(&self, view: &View, node: u32) -> Vec<Candidate> {
        self.nodes[node as usize].members.iter().map(|&id| view.space().candidate(id)).collect()
    }

    pub(crate) fn value(&self, view: &View, node: u32) -> Value {
        view.space().candidate(self.nodes[node as usize].members[0]).value
    }

    /// The subgraph of the cells that `keep` accepts, with weak links only between nodes of the same value.
    pub(crate) fn within(&self, view: &View, keep: impl Fn(cluewright_core::Cell) -> bool) -> Self {
        let cell = |n: u32| self.candidates(view, n)[0];
        let fine = |n: &u32| keep(cell(*n).cell);
        Self {
            nodes: self
                .nodes
                .iter()
                .map(|n| Node { members: n.members.clone(), set: n.set.clone(), peers: n.peers.clone() })
                .collect(),
            strong: self.strong.iter().map(|l| l.iter().copied().filter(|(n, _)| fine(n)).collect()).collect(),
            weak: (0..self.weak.len() as u32)
                .map(|a| {
                    let other = |b: &u32| fine(b) && cell(*b).value == cell(a).value;
                    OnceCell::from(self.weak(a).iter().copied().filter(other).collect::<Vec<u32>>())
                })
                .collect(),
            single: Vec::new(),
            grouped: Vec::new(),
            sets: Vec::new(),
            index: BTreeMap::new(),
        }
    }
}

/// A marker stored under a reach once the work of its graph has been charged.
struct Paid;

/// The nodes and links for chains of this reach; `None` if the work budget ran out.
pub(crate) fn graph(view: &View, reach: Reach, found: &mut Found) -> Option<Rc<Graph>> {
    once(view, reach as usize, found, |found| {
        if view.tables().get::<Paid>(reach as usize).is_some() {
            return Graph::new(view, reach, &mut Found::new(1, u64::MAX));
        }
        Graph::new(view, reach, found)
    })
}

/// Charges the work of building a graph even if a cheaper search made the graph unnecessary, unless the work was
/// already charged. Otherwise the result would depend on which techniques avoid building the graph.
pub(crate) fn pay(view: &View, reach: Reach, work: u64, found: &mut Found) {
    let tables = view.tables();
    if tables.get::<Graph>(reach as usize).is_none() && tables.get::<Paid>(reach as usize).is_none() {
        tables.put(reach as usize, Paid);
        found.spend(work);
    }
}
