//! Chains: strong and weak links alternate between two ends, so that at least one end is true.
//!
//! Nodes are candidates, groups of candidates of one value (such that some other candidate sees the whole group), and
//! the places of a value in an almost locked set. A strong link means that at least one of two nodes is true (together
//! they are the remaining candidates of a group, or they are two values of an almost locked set); a weak link means
//! that the two nodes are not both true. For each node, a table of the consequences of the node being false is filled
//! breadth first, with parent pointers, so the shortest chain to every other node is found without enumerating paths.

use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::{all_linked, candidates, group_reason};
use crate::step::technique::Technique;
use crate::step::{Pattern, Step, TechniqueInfo, infos};
use crate::structure::chain::{Graph, Reach, Table, Tie, graph};
use cluewright_core::Candidate;
use cluewright_core::model::{GroupId, GroupKind};

/// Searches for chains with nodes of certain kinds.
pub(crate) struct Chain {
    pub(crate) reach: Reach,
    /// The maximum number of nodes in a chain.
    pub(crate) longest: usize,
}

infos! {
    X_CHAIN: "x_chain", "X-Chain", &["x", "0701"], 66, "Sudoku Explainer 6.6";
    XY_CHAIN: "xy_chain", "XY-Chain", &["xyc", "0702"], 66, "Sudoku Explainer 6.6";
    LOOP: "continuous_nice_loop", "Continuous Nice Loop", &["cnl", "0706"], 70, "Sudoku Explainer 7.0";
    DISCONTINUOUS: "discontinuous_nice_loop", "Discontinuous Nice Loop", &["dnl", "0707"], 70, "Sudoku Explainer 7.0";
    AIC: "aic", "Alternating Inference Chain", &["aic", "0708"], 70, "Sudoku Explainer 7.0";
    GROUPED_LOOP: "grouped_continuous_nice_loop", "Grouped Continuous Nice Loop", &["gcnl", "0709"], 73, "HoDoKu: above plain loops";
    GROUPED_DISCONTINUOUS: "grouped_discontinuous_nice_loop", "Grouped Discontinuous Nice Loop", &["gdnl", "0710"], 73, "HoDoKu: above plain loops";
    GROUPED_AIC: "grouped_aic", "Grouped Alternating Inference Chain", &["gaic", "0711"], 73, "HoDoKu: above plain chains";
    ALS_LOOP: "als_continuous_nice_loop", "Continuous Nice Loop with ALS", &["gcnl", "0709"], 79, "HoDoKu: above plain loops";
    ALS_DISCONTINUOUS: "als_discontinuous_nice_loop", "Discontinuous Nice Loop with ALS", &["gdnl", "0710"], 79, "HoDoKu: above plain loops";
    ALS_AIC: "als_aic", "Alternating Inference Chain with ALS", &["gaic", "0711"], 79, "HoDoKu: above plain chains";
}

/// Whether a chain visits a node twice (other than to close a loop). Chains that do this are valid, but hard to read.
pub(super) fn doubles_back(nodes: &[u32]) -> bool {
    let first = usize::from(nodes[0] == nodes[nodes.len() - 1]);
    (first..nodes.len()).any(|i| nodes[first..i].contains(&nodes[i]))
}

impl Technique for Chain {
    fn info(&self) -> &'static TechniqueInfo {
        match self.reach {
            Reach::Digit => &X_CHAIN,
            Reach::Bivalue => &XY_CHAIN,
            Reach::Plain => &AIC,
            Reach::Grouped => &GROUPED_AIC,
            Reach::Als => &ALS_AIC,
        }
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        match self.reach {
            Reach::Digit => vec![&X_CHAIN, &LOOP, &DISCONTINUOUS],
            Reach::Bivalue => vec![&XY_CHAIN, &LOOP, &DISCONTINUOUS, &AIC],
            Reach::Plain => vec![&LOOP, &DISCONTINUOUS, &AIC],
            Reach::Grouped => vec![&GROUPED_LOOP, &GROUPED_DISCONTINUOUS, &GROUPED_AIC],
            Reach::Als => vec![&ALS_LOOP, &ALS_DISCONTINUOUS, &ALS_AIC],
        }
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(graph) = graph(view, self.reach, found) else { return };
        let graph = &*graph;
        let mut table = Table::default();
        let mut best: Option<Step> = None;
        for start in 0..graph.nodes.len() as u32 {
            let mut work = 0;
            table.fill(graph, start, false, self.longest, &mut work);
            if found.spend(work / 4 + 1) {
                break;
            }
            for i in 0..table.reached.len() {
                let end = table.reached[i];
                for step in self.conclude(view, graph, &table, start, end) {
                    if found.wants_all() {
                        found.push(step);
                    } else if best.as_ref().is_none_or(|b| step.difficulty < b.difficulty) {
                        best = Some(step);
                    }
                }
            }
        }
        if let Some(step) = best {
            found.push(step);
        }
    }
}

impl Chain {
    /// The steps that follow from the chain from `start` (false) to `end` (true).
    fn conclude(&self, view: &View, graph: &Graph, table: &Table, start: u32, end: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        let (a, b) = (&graph.nodes[start as usize], &graph.nodes[end as usize]);
        if start == end {
            // Assuming that the node is false implies that the node is true, so it is true.
            let (nodes, ties) = table.path(start, end);
            if doubles_back(&nodes) {
                return steps;
            }
            let conclusion = if a.members.len() == 1 {
                (a.members.clone(), Vec::new())
            } else {
                (Vec::new(), candidates(view, &a.peers))
            };
            if nodes.len() >= 4 && (!conclusion.0.is_empty() || !conclusion.1.is_empty()) {
                let mut step =
                    Self::step(view, graph, &nodes, &ties, false, self.name(graph, &nodes, &ties, view, End::Place));
                step.placements = conclusion.0.iter().map(|&id| view.space().candidate(id)).collect();
                step = step.remove(conclusion.1.iter().copied());
                step.because.extend(all_linked(view, &conclusion.1, &graph.candidates(view, start)));
                steps.push(step);
            }
            return steps;
        }
        let closed = a.peers.has(b.members[0]) && b.set.within(&a.peers);
        if closed && (start < end || self.reach >= Reach::Grouped) {
            let (nodes, ties) = table.path(start, end);
            if nodes.len() >= 4 && !doubles_back(&nodes) {
                steps.extend(self.closed(view, graph, &nodes, &ties));
            }
        }
        if start > end {
            // The same chain is also found from its other end, and is reported when it is found from that end.
            return steps;
        }
        // If both ends are in one group, they do not overlap. A victim is never part of an end, because candidates do
        // not see themselves.
        if !a.peers.meets(&b.peers) {
            return steps;
        }
        let mut victims = a.peers.clone();
        victims.and(&b.peers);
        let (nodes, ties) = table.path(start, end);
        if nodes.len() < 4 || doubles_back(&nodes) {
            return steps;
        }
        let victims = candidates(view, &victims);
        let with = |victims: &[Candidate], info| {
            let mut step = Self::step(view, graph, &nodes, &ties, false, info).remove(victims.iter().copied());
            step.because.extend(all_linked(view, victims, &graph.candidates(view, start)));
            step.because.extend(all_linked(view, victims, &graph.candidates(view, end)));
            step
        };
        // If there is only one victim, the chain and the victim form a discontinuous loop.
        let named = self.reach < Reach::Plain && graph.value(view, start) == graph.value(view, end);
        let ends = if named || victims.len() > 1 { End::Both } else { End::Discontinuous };
        steps.push(with(&victims, self.name(graph, &nodes, &ties, view, ends)));
        steps
    }

    fn closed(&self, view: &View, graph: &Graph, nodes: &[u32], ties: &[Tie]) -> Option<Step> {
        let mut victims = Bits::new(view.space().capacity());
        let mut links = Vec::new();
        let n = nodes.len();
        for i in (1..n).step_by(2) {
            let (p, q) = (nodes[i], nodes[(i + 1) % n]);
            let mut seen = graph.nodes[p as usize].peers.clone();
            seen.and(&graph.nodes[q as usize].peers);
            victims.or(&seen);
            let gone = candidates(view, &seen);
            links.extend(all_linked(view, &gone, &graph.candidates(view, p)));
            links.extend(all_linked(view, &gone, &graph.candidates(view, q)));
        }
        for (i, tie) in ties.iter().enumerate() {
            if let Tie::Als(s) = tie {
                let set = &graph.sets[*s as usize];
                let ends = [graph.value(view, nodes[2 * i]), graph.value(view, nodes[2 * i + 1])];
                for (v, places) in set.places.iter().filter(|(v, _)| !ends.contains(v)) {
                    let seen = view.seen_by_all(places.iter().copied());
                    victims.or(&seen);
                    let at: Vec<Candidate> = places.iter().map(|&id| view.space().candidate(id)).collect();
                    links.extend(all_linked(view, &candidates(view, &seen), &at));
                    debug_assert!(set.values.contains(*v), "places are of the set's values");
                }
            }
        }
        if victims.is_empty() {
            return None;
        }
        let info = self.name(graph, nodes, ties, view, End::Loop);
        let mut step = Self::step(view, graph, nodes, ties, true, info).remove(candidates(view, &victims));
        step.because.extend(links);
        Some(step)
    }

    pub(super) fn step(
        view: &View,
        graph: &Graph,
        nodes: &[u32],
        ties: &[Tie],
        closed: bool,
        info: &'static TechniqueInfo,
    ) -> Step {
        let lists: Vec<Vec<Candidate>> = nodes.iter().map(|&n| graph.candidates(view, n)).collect();
        let mut reasons = Vec::new();
        let mut als = Vec::new();
        for tie in ties {
            match tie {
                Tie::Group(g) => {
                    reasons.push(group_reason(view, *g));
                    als.push(None);
                }
                Tie::Als(s) => {
                    let set = &graph.sets[*s as usize];
                    reasons.extend(set.reasons(view));
                    als.push(Some(set.cells.clone()));
                }
            }
        }
        for i in (1..lists.len()).step_by(2) {
            if i + 1 < lists.len() || closed {
                reasons.extend(all_linked(view, &lists[i], &lists[(i + 1) % lists.len()]));
            }
        }
        let extra = (nodes.len() as u16).saturating_sub(4).min(24) / 2;
        Step::new(info, Pattern::Chain { nodes: lists, groups: groups_of(ties), als, closed })
            .because(reasons)
            .harder(extra)
    }

    fn name(&self, graph: &Graph, nodes: &[u32], ties: &[Tie], view: &View, end: End) -> &'static TechniqueInfo {
        let single = nodes.iter().all(|&n| graph.nodes[n as usize].members.len() == 1);
        let with_als = ties.iter().any(|t| matches!(t, Tie::Als(_)));
        let one_value = nodes.iter().all(|&n| graph.value(view, n) == graph.value(view, nodes[0]));
        let through_cells = ties.iter().all(|t| match t {
            Tie::Group(g) => matches!(view.space().group(*g).kind, GroupKind::Cell(_)),
            Tie::Als(_) => false,
        });
        let same_ends = graph.value(view, nodes[0]) == graph.value(view, nodes[nodes.len() - 1]);
        match (end, with_als, single) {
            (End::Both, false, true) if one_value && self.reach == Reach::Digit => &X_CHAIN,
            (End::Both, false, true) if through_cells && same_ends && self.reach == Reach::Bivalue => &XY_CHAIN,
            (End::Loop, false, true) => &LOOP,
            (End::Loop, false, false) => &GROUPED_LOOP,
            (End::Loop, true, _) => &ALS_LOOP,
            (End::Both, false, true) => &AIC,
            (End::Both, false, false) => &GROUPED_AIC,
            (End::Both, true, _) => &ALS_AIC,
            (_, false, true) => &DISCONTINUOUS,
            (_, false, false) => &GROUPED_DISCONTINUOUS,
            (_, true, _) => &ALS_DISCONTINUOUS,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Both,
    Place,
    Discontinuous,
    Loop,
}

pub(super) fn groups_of(ties: &[Tie]) -> Vec<Option<GroupId>> {
    ties.iter()
        .map(|t| match t {
            Tie::Group(g) => Some(*g),
            Tie::Als(_) => None,
        })
        .collect()
}
