//! Chains: alternately strong and weak links from one end to the other, so that one of the ends is true.
//!
//! Nodes are candidates, groups of one value (the places of a set that some candidate sees all of), and the places of
//! a value in an almost locked set. A strong link says that one of two nodes is true (they make up what is left of a
//! group, or they are two values of an almost locked set); a weak link that not both are. From each node a table of
//! what follows from its being false is filled breadth first, with parent pointers, so the shortest chain to every
//! other node is found without searching paths.

use super::als::Als;
use super::{Found, Technique, all_linked, candidates, group_reason, tables};
use crate::bits::Bits;
use crate::space::Lie;
use crate::step::{Pattern, Step, TechniqueInfo};
use crate::view::View;
use cluewright_core::model::{GroupId, GroupKind, SetId};
use cluewright_core::{Candidate, Value};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// Which nodes a chain may have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// Candidates of one value.
    Digit,
    /// Candidates of cells with two values, going through each cell.
    Bivalue,
    /// Any candidates.
    Plain,
    /// Groups of one value, too.
    Grouped,
    /// Almost locked sets, too.
    Als,
}

/// Chains of one reach.
pub(crate) struct Chain {
    pub(crate) reach: Reach,
    /// Most nodes.
    pub(crate) longest: usize,
}

macro_rules! infos {
    ($($name:ident: $id:literal, $title:literal, $aliases:expr, $difficulty:literal, $source:literal;)*) => {
        $(static $name: TechniqueInfo = TechniqueInfo {
            id: $id, name: $title, aliases: $aliases, difficulty: $difficulty, source: $source,
        };)*
    };
}

infos! {
    SKYSCRAPER: "skyscraper", "Skyscraper", &["sk", "0400"], 40, "Sukaku Explainer 4.0";
    KITE: "two_string_kite", "2-String Kite", &["2sk", "0401"], 41, "Sukaku Explainer 4.1";
    TURBOT: "turbot_fish", "Turbot Fish", &["tf", "0403", "turbot crane"], 42, "Sukaku Explainer 4.2";
    EMPTY_RECTANGLE: "empty_rectangle", "Empty Rectangle", &["er", "0402"], 43, "Sukaku Explainer 4.3";
    GROUPED_TURBOT: "grouped_turbot", "Grouped Turbot Fish", &["grouped skyscraper", "grouped kite"], 44, "Sukaku Explainer 4.3";
    DUAL_KITE: "dual_two_string_kite", "Dual 2-String Kite", &["d2sk", "0404"], 42, "HoDoKu: as a kite";
    DUAL_RECTANGLE: "dual_empty_rectangle", "Dual Empty Rectangle", &["der", "0405"], 44, "HoDoKu: as an empty rectangle";
    W_WING: "w_wing", "W-Wing", &["w", "0803"], 44, "Sunnie 4.4";
    REMOTE_PAIR: "remote_pair", "Remote Pair", &["rp", "0703"], 50, "Sunnie 5.0";
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

/// What makes a link strong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tie {
    Group(GroupId),
    Als(u32),
}

pub(crate) struct Node {
    pub(crate) members: Vec<u32>,
    set: Bits,
    peers: Bits,
}

/// Nodes and their links.
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    strong: Vec<Vec<(u32, Tie)>>,
    /// By node, made when first asked for: on an open board few nodes are ever reached.
    weak: Vec<OnceCell<Vec<u32>>>,
    /// By candidate: its node.
    single: Vec<u32>,
    /// The nodes of several candidates.
    grouped: Vec<u32>,
    pub(crate) sets: Vec<Als>,
    /// The nodes of several candidates by these.
    index: BTreeMap<Vec<u32>, u32>,
}

impl Graph {
    pub(super) fn new(view: &View, reach: Reach, found: &mut Found) -> Self {
        let mut graph = Self {
            nodes: Vec::new(),
            strong: Vec::new(),
            weak: Vec::new(),
            single: vec![NONE; view.space().room()],
            grouped: Vec::new(),
            sets: Vec::new(),
            index: BTreeMap::new(),
        };
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
            let sets = tables::sets(view, found).unwrap_or_default();
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
        found.spend(count as u64 * 64);
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
            set: Bits::of(view.space().room(), members.iter().copied()),
            peers: view.seen_by_all(members.iter().copied()),
        });
        self.strong.push(Vec::new());
        match members {
            [only] => self.single[*only as usize] = at,
            _ => self.grouped.push(at),
        }
        at
    }

    /// The nodes all of whose candidates see all of this one's.
    fn weak(&self, node: u32) -> &[u32] {
        self.weak[node as usize].get_or_init(|| {
            let peers = &self.nodes[node as usize].peers;
            let mut row: Vec<u32> = peers.iter().map(|x| self.single[x as usize]).filter(|&n| n != NONE).collect();
            let seen = |n: u32| self.nodes[n as usize].members.iter().all(|&m| peers.has(m));
            row.extend(self.grouped.iter().copied().filter(|&n| seen(n)));
            row.sort_unstable();
            row
        })
    }

    fn tie(&mut self, view: &View, a: &[u32], b: &[u32], tie: Tie) {
        let (a, b) = (self.node(view, a), self.node(view, b));
        // One reason is enough; the first is the simplest.
        if a != b && !self.strong[a as usize].iter().any(|&(x, _)| x == b) {
            self.strong[a as usize].push((b, tie));
            self.strong[b as usize].push((a, tie));
        }
    }

    /// The two-part covers of a group by parts that something outside sees all of.
    fn split(&mut self, view: &View, group: GroupId, live: &[u32]) {
        // Parts are masks over the group; nobody reads parts of a group that large.
        if live.len() > 64 {
            return;
        }
        let all = u64::MAX >> (64 - live.len());
        let mut parts: Vec<u64> = (0..live.len()).map(|i| 1 << i).collect();
        // Only what sees two of the group sees a part of it.
        let (mut once, mut outside) = (Bits::new(view.space().room()), Bits::new(view.space().room()));
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

    /// The node of these candidates, sorted.
    pub(crate) fn find(&self, members: &[u32]) -> Option<u32> {
        match members {
            [only] => self.single.get(*only as usize).copied().filter(|&n| n != NONE),
            _ => self.index.get(members).copied(),
        }
    }

    pub(crate) fn candidates(&self, view: &View, node: u32) -> Vec<Candidate> {
        self.nodes[node as usize].members.iter().map(|&id| view.space().candidate(id)).collect()
    }

    fn value(&self, view: &View, node: u32) -> Value {
        view.space().candidate(self.nodes[node as usize].members[0]).value
    }
}

/// Does a chain come back to a node it has left? True all the same, but nobody wants to read it.
fn doubles_back(nodes: &[u32]) -> bool {
    let first = usize::from(nodes[0] == nodes[nodes.len() - 1]);
    (first..nodes.len()).any(|i| nodes[first..i].contains(&nodes[i]))
}

const NONE: u32 = u32::MAX;

/// What follows from one node's being false, or true.
#[derive(Default)]
pub(crate) struct Table {
    /// Where it began, when that is true.
    start: u32,
    /// For each node that follows true: the false node before it and why.
    on: Vec<(u32, Option<Tie>)>,
    /// For each node that follows false: the true node before it.
    off: Vec<u32>,
    /// For each node that follows false from a true start: how many nodes the chain to it has.
    lengths: Vec<u8>,
    /// The nodes that follow true, and those that follow false, in the order they do.
    reached: Vec<u32>,
    fallen: Vec<u32>,
}

impl Table {
    pub(crate) fn fill(&mut self, graph: &Graph, start: u32, truth: bool, longest: usize, work: &mut u64) {
        self.clear(graph.nodes.len());
        let mut length = 1;
        if truth {
            // The start is true without a reason; no chain comes back to it.
            self.on[start as usize] = (start, None);
            self.start = start;
            length = 2;
            self.see(graph, start, length, work);
        } else {
            // The start is false from the beginning, and its own parent.
            self.off[start as usize] = start;
            self.fallen.push(start);
        }
        // What fell last, and what follows true from it.
        let (mut falses, mut trues) = (0, 0);
        while falses < self.fallen.len() && length < longest {
            for at in falses..self.fallen.len() {
                let a = self.fallen[at];
                for &(b, tie) in &graph.strong[a as usize] {
                    *work += 1;
                    if self.on[b as usize].0 == NONE {
                        self.on[b as usize] = (a, Some(tie));
                        self.reached.push(b);
                    }
                }
            }
            falses = self.fallen.len();
            for at in trues..self.reached.len() {
                self.see(graph, self.reached[at], length + 2, work);
            }
            trues = self.reached.len();
            length += 2;
        }
    }

    /// Forgets what followed, and makes room for so many nodes.
    fn clear(&mut self, nodes: usize) {
        if self.on.len() == nodes {
            for &n in self.reached.iter().chain([&self.start]) {
                self.on[n as usize] = (NONE, None);
            }
            for &n in &self.fallen {
                self.off[n as usize] = NONE;
            }
        } else {
            self.on.clear();
            self.on.resize(nodes, (NONE, None));
            self.off.clear();
            self.off.resize(nodes, NONE);
            self.lengths.resize(nodes, 0);
        }
        self.start = 0;
        self.reached.clear();
        self.fallen.clear();
    }

    /// What a true node sees is false.
    fn see(&mut self, graph: &Graph, a: u32, length: usize, work: &mut u64) {
        let weak = graph.weak(a);
        *work += weak.len() as u64;
        for &b in weak {
            if self.off[b as usize] == NONE {
                self.off[b as usize] = a;
                self.lengths[b as usize] = length.min(255) as u8;
                self.fallen.push(b);
            }
        }
    }

    /// The single candidates that follow false from a true start, with the number of nodes of the chain to each.
    pub(crate) fn falses<'t>(&'t self, graph: &'t Graph) -> impl Iterator<Item = (u32, u8)> + 't {
        let single = |&n: &u32| match graph.nodes[n as usize].members.as_slice() {
            [id] => Some((*id, self.lengths[n as usize])),
            _ => None,
        };
        self.fallen.iter().filter_map(single)
    }

    /// The chain from a true start to a node that follows false, nodes alternately true and false, with the ties
    /// between a false node and the next.
    pub(crate) fn path_to_false(&self, end: u32) -> Option<(Vec<u32>, Vec<Tie>)> {
        let (mut nodes, mut ties) = (vec![end], Vec::new());
        let mut at = end;
        loop {
            let before = self.off[at as usize];
            if before == NONE {
                return None;
            }
            nodes.push(before);
            let (reason, Some(tie)) = self.on[before as usize] else { break };
            ties.push(tie);
            nodes.push(reason);
            at = reason;
        }
        nodes.reverse();
        ties.reverse();
        Some((nodes, ties))
    }

    /// The chain from the start to a node that follows true: nodes alternately false and true, with the ties.
    fn path(&self, start: u32, end: u32) -> (Vec<u32>, Vec<Tie>) {
        let (mut nodes, mut ties) = (Vec::new(), Vec::new());
        let mut at = end;
        while let (before, Some(tie)) = self.on[at as usize] {
            nodes.push(at);
            nodes.push(before);
            ties.push(tie);
            if before == start {
                break;
            }
            at = self.off[before as usize];
        }
        nodes.reverse();
        ties.reverse();
        (nodes, ties)
    }
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
        let Some(graph) = tables::graph(view, self.reach, found) else { return };
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
    /// The steps that the chain from `start` (false) to `end` (true) gives.
    fn conclude(&self, view: &View, graph: &Graph, table: &Table, start: u32, end: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        let (a, b) = (&graph.nodes[start as usize], &graph.nodes[end as usize]);
        if start == end {
            // The node is true.
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
            // The same chain is found from its other end.
            return steps;
        }
        // Ends within one group overlap in nothing; a victim is never part of an end, for it does not see itself.
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
        // With one victim the chain closes through it to a loop with a break.
        let named = self.reach < Reach::Plain && graph.value(view, start) == graph.value(view, end);
        let ends = if named || victims.len() > 1 { End::Both } else { End::Discontinuous };
        steps.push(with(&victims, self.name(graph, &nodes, &ties, view, ends)));
        steps
    }

    fn closed(&self, view: &View, graph: &Graph, nodes: &[u32], ties: &[Tie]) -> Option<Step> {
        let mut victims = Bits::new(view.space().room());
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

    fn step(
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

fn groups_of(ties: &[Tie]) -> Vec<Option<GroupId>> {
    ties.iter()
        .map(|t| match t {
            Tie::Group(g) => Some(*g),
            Tie::Als(_) => None,
        })
        .collect()
}

/// Two strong links of one value joined by a weak one: skyscraper, kite, turbot fish, empty rectangle.
pub(crate) struct Turbot;

impl Technique for Turbot {
    fn info(&self) -> &'static TechniqueInfo {
        &SKYSCRAPER
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&SKYSCRAPER, &KITE, &TURBOT, &EMPTY_RECTANGLE, &GROUPED_TURBOT, &DUAL_KITE, &DUAL_RECTANGLE]
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(graph) = tables::graph(view, Reach::Grouped, found) else { return };
        let mut steps: Vec<(Step, [GroupId; 2], [u32; 4])> = Vec::new();
        let house = |tie: Tie| match tie {
            Tie::Group(g) => match view.space().group(g).kind {
                GroupKind::House(set, _) => Some((g, set)),
                _ => None,
            },
            Tie::Als(_) => None,
        };
        for a in 0..graph.nodes.len() as u32 {
            for &(b, first) in &graph.strong[a as usize] {
                let Some((g, set_g)) = house(first) else { continue };
                for &c in graph.weak(b) {
                    if graph.value(view, c) != graph.value(view, a) {
                        continue;
                    }
                    for &(d, second) in &graph.strong[c as usize] {
                        if found.spend(1) {
                            return;
                        }
                        let Some((h, set_h)) = house(second) else { continue };
                        if a >= d || g == h {
                            continue;
                        }
                        let peers = [a, d].map(|end| &graph.nodes[end as usize].peers);
                        if !peers[0].meets(peers[1]) {
                            continue;
                        }
                        let mut victims = peers[0].clone();
                        victims.and(peers[1]);
                        let nodes = [a, b, c, d];
                        let info = turbot_name(view, graph, nodes, set_g, set_h);
                        let victims = candidates(view, &victims);
                        let mut step = Chain::step(view, graph, &nodes, &[first, second], false, info);
                        step = step.remove(victims.iter().copied());
                        step.because.extend(all_linked(view, &victims, &graph.candidates(view, a)));
                        step.because.extend(all_linked(view, &victims, &graph.candidates(view, d)));
                        steps.push((step, [g.min(h), g.max(h)], nodes));
                    }
                }
            }
        }
        if found.wants_all() {
            // A region's two places, one on each line, make an empty rectangle as well.
            let two_places: Vec<_> = steps
                .iter()
                .filter(|(s, groups, _)| s.technique.id == TURBOT.id && crosses(view, *groups))
                .map(|(s, groups, nodes)| {
                    let step =
                        Step { technique: &EMPTY_RECTANGLE, difficulty: EMPTY_RECTANGLE.difficulty, ..s.clone() };
                    (step, *groups, *nodes)
                })
                .collect();
            duals(&steps, &two_places, found);
            steps.extend(two_places);
        }
        steps.sort_by_key(|(s, ..)| s.difficulty);
        for (step, ..) in steps {
            found.push(step);
        }
    }
}

fn turbot_name(view: &View, graph: &Graph, nodes: [u32; 4], g: SetId, h: SetId) -> &'static TechniqueInfo {
    let grouped = |n: &u32| graph.nodes[*n as usize].members.len() > 1;
    let (lie_g, lie_h) = (view.space().lie(g), view.space().lie(h));
    let cells = |n: u32| graph.candidates(view, n).into_iter().map(|c| c.cell).collect::<Vec<_>>();
    let joined_by = |want: fn(Lie) -> bool| {
        let (b, c) = (cells(nodes[1]), cells(nodes[2]));
        (0..view.model().sets().len() as u32).map(SetId).any(|s| {
            let inside = &view.model().set(s).cells;
            want(view.space().lie(s)) && b.iter().chain(&c).all(|x| inside.contains(x))
        })
    };
    if nodes.iter().any(grouped) {
        // The region's places lie on two lines; the other link is a line's.
        let region_grouped = (lie_g == Lie::Region && lie_h.is_line() && !grouped(&nodes[2]) && !grouped(&nodes[3]))
            || (lie_h == Lie::Region && lie_g.is_line() && !grouped(&nodes[0]) && !grouped(&nodes[1]));
        return if region_grouped { &EMPTY_RECTANGLE } else { &GROUPED_TURBOT };
    }
    match (lie_g, lie_h) {
        (Lie::Row, Lie::Row) | (Lie::Column, Lie::Column) if joined_by(Lie::is_line) => &SKYSCRAPER,
        (Lie::Row, Lie::Column) | (Lie::Column, Lie::Row) if joined_by(|l| l == Lie::Region) => &KITE,
        _ => &TURBOT,
    }
}

type Found4 = (Step, [GroupId; 2], [u32; 4]);

/// Is one of the two groups a region's and the other a line's, and do the region's places lie on two lines?
fn crosses(view: &View, groups: [GroupId; 2]) -> bool {
    let lies = groups.map(|g| match view.space().group(g).kind {
        GroupKind::House(set, _) => view.space().lie(set),
        _ => Lie::Region,
    });
    let region = match lies {
        [Lie::Region, other] if other.is_line() => groups[0],
        [other, Lie::Region] if other.is_line() => groups[1],
        _ => return false,
    };
    let network = view.space().network();
    let cells: Vec<_> = view.live_of(region).iter().map(|c| c.cell).collect();
    let shared = network.sets_of(cells[0]).iter().filter(|s| network.sets_of(cells[1]).contains(s)).count();
    shared == 1
}

/// Two kites through the same two places of a region, or two empty rectangles of one region with two places, shown
/// as one.
fn duals(kites: &[Found4], rectangles: &[Found4], found: &mut Found) {
    let inner = |nodes: &[u32; 4]| [nodes[1].min(nodes[2]), nodes[1].max(nodes[2])];
    let mut pair = |info, a: &Step, b: &Step| {
        if a.eliminations == b.eliminations {
            return;
        }
        let mut step = Step::new(info, a.pattern.clone())
            .remove(a.eliminations.iter().chain(&b.eliminations).copied())
            .because(a.because.iter().cloned());
        for reason in &b.because {
            if !step.because.contains(reason) {
                step.because.push(reason.clone());
            }
        }
        found.push(step);
    };
    for (i, (a, _, nodes_a)) in kites.iter().enumerate().filter(|(_, k)| k.0.technique.id == KITE.id) {
        for (b, _, nodes_b) in kites[..i].iter().filter(|k| k.0.technique.id == KITE.id) {
            if inner(nodes_a) == inner(nodes_b) {
                pair(&DUAL_KITE, a, b);
            }
        }
    }
    let grouped = kites.iter().filter(|k| k.0.technique.id == EMPTY_RECTANGLE.id);
    let rectangles: Vec<&Found4> = rectangles.iter().chain(grouped).collect();
    for (i, (a, groups_a, _)) in rectangles.iter().enumerate() {
        for (b, groups_b, _) in &rectangles[..i] {
            let region = groups_a.iter().any(|g| groups_b.contains(g));
            if region {
                pair(&DUAL_RECTANGLE, a, b);
            }
        }
    }
}

/// Two cells with the same two values, and a strong link on one of them between cells that see one each.
pub(crate) struct WWing;

impl Technique for WWing {
    fn info(&self) -> &'static TechniqueInfo {
        &W_WING
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(graph) = tables::graph(view, Reach::Plain, found) else { return };
        let model = view.model();
        let pairs: Vec<_> =
            (0..model.len() as u16).map(cluewright_core::Cell).filter(|&c| view.values(c).len() == 2).collect();
        for (i, &p) in pairs.iter().enumerate() {
            for &q in pairs[..i].iter().filter(|&&q| view.values(q) == view.values(p)) {
                if found.spend(1) {
                    return;
                }
                for x in view.values(p) {
                    let Some(y) = view.values(p).without(x).min() else { continue };
                    let at = |c, v| graph.find(&[view.space().id(Candidate::new(c, v))]);
                    let (Some(px), Some(py), Some(qx), Some(qy)) = (at(p, x), at(p, y), at(q, x), at(q, y)) else {
                        continue;
                    };
                    let mut victims = graph.nodes[py as usize].peers.clone();
                    victims.and(&graph.nodes[qy as usize].peers);
                    if victims.is_empty() {
                        continue;
                    }
                    for &b in graph.weak(px) {
                        if graph.value(view, b) != x {
                            continue;
                        }
                        for &(c, tie) in &graph.strong[b as usize] {
                            if graph.value(view, c) != x || !graph.weak(qx).contains(&c) || b == qx || c == px {
                                continue;
                            }
                            let nodes = [py, px, b, c, qx, qy];
                            let ties = [Tie::Group(view.cell_group(p)), tie, Tie::Group(view.cell_group(q))];
                            let victims = candidates(view, &victims);
                            let mut step = Chain::step(view, graph, &nodes, &ties, false, &W_WING);
                            step.difficulty = W_WING.difficulty;
                            step = step.remove(victims.iter().copied());
                            step.because.extend(all_linked(view, &victims, &graph.candidates(view, py)));
                            step.because.extend(all_linked(view, &victims, &graph.candidates(view, qy)));
                            found.push(step);
                            if found.is_full() {
                                return;
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A chain of cells that all have the same two values: opposite ends differ, so what sees both loses both values.
pub(crate) struct RemotePair;

impl Technique for RemotePair {
    fn info(&self) -> &'static TechniqueInfo {
        &REMOTE_PAIR
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(graph) = tables::graph(view, Reach::Bivalue, found) else { return };
        // Only links within one cell's pair count: a table over nodes whose cells have the start's values.
        let mut steps: Vec<Step> = Vec::new();
        let mut table = Table::default();
        for start in 0..graph.nodes.len() as u32 {
            let c = graph.candidates(view, start)[0];
            let pair = view.values(c.cell);
            // Chains of less than four cells are not wanted.
            let others = view.board().domains().iter().filter(|&&d| d == pair);
            if pair.min() != Some(c.value) || others.count() < 4 {
                continue;
            }
            let same = graph.within(view, |cell| view.values(cell) == pair);
            let mut work = 0;
            table.fill(&same, start, false, 64, &mut work);
            if found.spend(work + 1) {
                return;
            }
            for &end in &table.reached {
                let d = graph.candidates(view, end)[0];
                // Nodes: start false, start's other value true, next cell's other value false ...; an even number of
                // cells ends with the start's value true in the last cell.
                if end <= start || d.value != c.value {
                    continue;
                }
                let (nodes, ties) = table.path(start, end);
                if nodes.len() < 8 {
                    continue;
                }
                let cells: Vec<_> = nodes.iter().step_by(2).map(|&n| graph.candidates(view, n)[0].cell).collect();
                let mut victims = Bits::new(view.space().room());
                let mut links = Vec::new();
                for (i, &p) in cells.iter().enumerate() {
                    for &q in cells[..i].iter().rev().skip(2).step_by(2) {
                        for v in pair {
                            let ends = [Candidate::new(p, v), Candidate::new(q, v)];
                            let seen = view.seen_by_all(ends.iter().map(|&e| view.space().id(e)));
                            victims.or(&seen);
                            links.extend(all_linked(view, &candidates(view, &seen), &ends));
                        }
                    }
                }
                // Both values of each cell, and that neighbours in the chain differ in both.
                for w in cells.windows(2) {
                    for v in pair {
                        links.extend(all_linked(view, &[Candidate::new(w[0], v)], &[Candidate::new(w[1], v)]));
                    }
                }
                if victims.is_empty() {
                    continue;
                }
                let mut step = Chain::step(view, &same, &nodes, &ties, false, &REMOTE_PAIR);
                step = step.remove(candidates(view, &victims)).because(links);
                step.pattern = Pattern::RemotePair { cells, values: pair };
                steps.push(step);
            }
        }
        steps.sort_by_key(|s| s.difficulty);
        for step in steps {
            found.push(step);
        }
    }
}

impl Graph {
    /// The part of the graph whose cells please `keep`, with weak links between the same values only.
    fn within(&self, view: &View, keep: impl Fn(cluewright_core::Cell) -> bool) -> Self {
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
