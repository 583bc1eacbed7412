//! Odd rings: values that would have to alternate around a ring with an odd number of cells are impossible.
//!
//! Broken wing: a ring of places of one value in which any two neighbours are the only places of the value in a house,
//! except for guardians. Bivalue oddagon: a ring of cells with the same two values; the other candidates of the cells
//! are the guardians. The same search handles both kinds, on a graph whose nodes and edges have guardians.

use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::{all_linked, group_reason};
use crate::step::technique::Technique;
use crate::step::{Reason, TechniqueInfo};
use crate::structure::barren::{is_barren, set_barren};
use crate::structure::fillings::is_firm_alone;
use crate::structure::guardians::{Limits, OneOf, report};
use cluewright_core::model::{GroupId, GroupKind};
use cluewright_core::{Candidate, Cell, Sort, Value, ValueSet};

/// The technique of odd rings.
pub(crate) struct Ring;

static BROKEN_WING: TechniqueInfo = TechniqueInfo {
    id: "broken_wing",
    name: "Broken Wing",
    aliases: &["1400", "guardians", "0705", "oddagon of one digit"],
    difficulty: 62,
    source: "our figure: between turbot fish and X-Chain; HoDoKu 240",
};
static BIVALUE_ODDAGON: TechniqueInfo = TechniqueInfo {
    id: "bivalue_oddagon",
    name: "Bivalue Oddagon",
    aliases: &["1401", "oddagon"],
    difficulty: 68,
    source: "our figure: above a broken wing; Hodoku-enhanced 440",
};

/// The maximum number of cells in a ring.
const LONGEST: usize = 11;
/// The maximum number of rings that one search collects.
const MOST: usize = 200;

/// The possible nodes of a ring, and the guardians of its edges.
struct Graph {
    cells: Vec<Cell>,
    /// The possible guardians. Sets of guardians are stored as indices into this list, which keeps the many sets small.
    ids: Vec<u32>,
    /// For each node, its guardians, as indices into `ids`.
    own: Vec<Bits>,
    /// For each node, its edges.
    edges: Vec<Vec<Edge>>,
}

/// An edge between two nodes.
struct Edge {
    to: usize,
    /// The group that connects the two nodes, and the edge's guardians, which are all other candidates of the group.
    /// `None` if the nodes see each other and no group is needed.
    tie: Option<(GroupId, Bits)>,
}

/// The nodes of a ring (with the first repeated at the end), each with the group that connects it to the previous node,
/// and the guardians of the ring.
type RingFound = (Vec<(usize, Option<GroupId>)>, Bits);

struct Search<'v, 'a> {
    view: &'v View<'a>,
    graph: &'v Graph,
    limits: Limits,
    nodes: u32,
    length: usize,
    path: Vec<(usize, Option<GroupId>)>,
    /// For each node, whether it is on the path.
    taken: Vec<bool>,
    /// For each node, the set of its neighbours.
    near: Vec<Bits>,
    /// For each node, the number of paths of length one that start there, and the number of paths of length one or two.
    beyond: Vec<[u32; 2]>,
    /// For each length of the path, the guardians collected so far.
    guardians: Vec<Bits>,
    /// The rings found, with their guardians.
    rings: Vec<RingFound>,
}

impl Search<'_, '_> {
    /// Searches for rings, shortest first, until the node limit is reached.
    fn run(&mut self) {
        for length in (5..=LONGEST).step_by(2) {
            self.length = length;
            for start in 0..self.graph.cells.len() {
                self.path.push((start, None));
                self.taken[start] = true;
                self.guardians[1].copy_from(&self.graph.own[start]);
                self.grow();
                self.taken[start] = false;
                self.path.pop();
            }
        }
    }

    fn grow(&mut self) {
        let (length, graph) = (self.path.len(), self.graph);
        let (first, last) = (self.path[0].0, self.path[length - 1].0);
        let full = length == self.length;
        for edge in &graph.edges[last] {
            let next = edge.to;
            if self.nodes == 0 || self.rings.len() >= MOST {
                return;
            }
            self.nodes -= 1;
            let closes = full && next == first;
            // To find each ring only once, it starts at its smallest cell and goes towards the smaller of that cell's
            // neighbours.
            let grows = !full && next > first && !self.taken[next];
            if !closes && !grows || closes && self.path[1].0 > last {
                continue;
            }
            // The last edges must lead back to the start. If they cannot, the search is skipped, but its nodes are
            // still counted, so that the result does not depend on this shortcut.
            let lost = match self.length - length {
                1 if !self.near[next].has(first as u32) => self.beyond[next][0],
                2 if !self.near[next].meets(&self.near[first]) => self.beyond[next][1],
                _ => 0,
            };
            if lost > 0 {
                self.nodes = self.nodes.saturating_sub(lost);
                continue;
            }
            let group = edge.tie.as_ref().map(|t| t.0);
            if group.is_some() && self.path.iter().any(|p| p.1 == group) {
                continue;
            }
            let (before, after) = self.guardians.split_at_mut(length + 1);
            let all = &mut after[0];
            all.copy_from(&before[length]);
            if let Some((_, more)) = &edge.tie {
                all.or(more);
            }
            all.or(&graph.own[next]);
            // The guardians collected before this edge were already accepted.
            if (length == 1 || *all != before[length])
                && !self.limits.allow_these(self.view, all.len(), all.iter().map(|g| graph.ids[g as usize]))
            {
                continue;
            }
            self.path.push((next, group));
            if closes {
                // Keep only the shortest ring for each set of guardians.
                if !self.rings.iter().any(|r| r.1 == *all) {
                    self.rings.push((self.path.clone(), all.clone()));
                }
            } else {
                self.taken[next] = true;
                self.grow();
                self.taken[next] = false;
            }
            self.path.pop();
        }
    }
}

fn rings(view: &View, graph: &Graph, limits: Limits, found: &mut Found) -> Vec<RingFound> {
    let count = graph.cells.len();
    let ways = |edges: &Vec<Edge>| edges.len() as u32;
    let beyond = |edges: &Vec<Edge>| {
        let next: u32 = edges.iter().map(|e| ways(&graph.edges[e.to])).sum();
        [ways(edges), ways(edges) + next]
    };
    let mut search = Search {
        view,
        graph,
        limits,
        nodes: limits.nodes,
        length: 0,
        path: Vec::new(),
        taken: vec![false; graph.cells.len()],
        near: graph.edges.iter().map(|edges| Bits::of(count, edges.iter().map(|e| e.to as u32))).collect(),
        beyond: graph.edges.iter().map(beyond).collect(),
        guardians: vec![Bits::new(graph.ids.len()); LONGEST + 2],
        rings: Vec::new(),
    };
    search.run();
    found.spend((limits.nodes - search.nodes) as u64 * 4 + 1);
    search.rings
}

/// The rings of cells with one value (broken wings), with their guardians.
fn broken_wings(view: &View, value: Value, limits: Limits, found: &mut Found) -> Vec<OneOf> {
    let cells: Vec<Cell> = (0..view.model().len() as u16)
        .map(Cell)
        .filter(|&c| !view.is_placed(c) && view.values(c).contains(value))
        .collect();
    let mut edges: Vec<Vec<Edge>> = cells.iter().map(|_| Vec::new()).collect();
    for (group, live) in view.open_groups() {
        let of_value = matches!(view.space().group(group).kind, GroupKind::House(_, v) if v == value);
        if !of_value || live.len() < 2 || live.len() > limits.guardians + 2 {
            continue;
        }
        let at = |id: &u32| cells.iter().position(|&c| c == view.space().candidate(*id).cell);
        let at: Vec<usize> = live.iter().filter_map(at).collect();
        for (i, &x) in at.iter().enumerate() {
            for &y in &at[..i] {
                let others = at.iter().filter(|&&z| z != x && z != y).map(|&z| z as u32);
                let tie = Some((group, Bits::of(cells.len(), others)));
                edges[x].push(Edge { to: y, tie: tie.clone() });
                edges[y].push(Edge { to: x, tie });
            }
        }
    }
    // The candidate of the value in each cell.
    let ids = cells.iter().map(|&c| view.space().id(Candidate::new(c, value))).collect();
    let own = vec![Bits::new(cells.len()); cells.len()];
    let graph = Graph { cells, ids, own, edges };
    let of = |(path, guardians): RingFound| {
        let place = |at: usize| Candidate::new(graph.cells[at], value);
        let mut because: Vec<Reason> = Vec::new();
        for pair in path.windows(2) {
            because.extend(pair[1].1.map(|g| group_reason(view, g)));
            because.extend(all_linked(view, &[place(pair[0].0)], &[place(pair[1].0)]));
        }
        OneOf {
            info: &BROKEN_WING,
            guardians: guardians.iter().map(|g| graph.ids[g as usize]).collect(),
            because,
            cells: path[1..].iter().map(|p| graph.cells[p.0]).collect(),
            values: ValueSet::of(value),
        }
    };
    rings(view, &graph, limits, found).into_iter().map(of).collect()
}

/// The rings of cells with the same two values (bivalue oddagons), with their guardians.
fn oddagons(view: &View, pair: ValueSet, limits: Limits, found: &mut Found) -> Vec<OneOf> {
    let network = view.space().network();
    let cells: Vec<Cell> = (0..view.model().len() as u16)
        .map(Cell)
        .filter(|&c| pair.is_subset(view.values(c)) && view.values(c).len() <= 2 + 3.min(limits.guardians as u32))
        .collect();
    if cells.len() < 5 {
        return Vec::new();
    }
    let extra = |c: Cell| view.values(c).minus(pair).iter().map(move |v| view.space().id(Candidate::new(c, v)));
    let ids: Vec<u32> = cells.iter().flat_map(|&c| extra(c)).collect();
    let mut before = 0;
    let own = |&c: &Cell| {
        let from = before;
        before += extra(c).count();
        Bits::of(ids.len(), (from..before).map(|at| at as u32))
    };
    let sees = |a: Cell, b: Cell| pair.iter().all(|v| network.forbidden(Candidate::new(a, v), b).contains(v));
    let near = |&a: &Cell| {
        let others = cells.iter().enumerate().filter(|&(_, &b)| b != a && sees(a, b));
        others.map(|(to, _)| Edge { to, tie: None }).collect()
    };
    let own = cells.iter().map(own).collect();
    let graph = Graph { own, edges: cells.iter().map(near).collect(), cells, ids };
    let of = |(path, guardians): RingFound| {
        let cells: Vec<Cell> = path[1..].iter().map(|p| graph.cells[p.0]).collect();
        let mut because: Vec<Reason> = cells.iter().map(|&c| group_reason(view, view.cell_group(c))).collect();
        for pair_of in path.windows(2) {
            for v in pair {
                let at = |k: usize| Candidate::new(graph.cells[pair_of[k].0], v);
                because.extend(all_linked(view, &[at(0)], &[at(1)]));
            }
        }
        OneOf {
            info: &BIVALUE_ODDAGON,
            guardians: guardians.iter().map(|g| graph.ids[g as usize]).collect(),
            because,
            cells,
            values: pair,
        }
    };
    rings(view, &graph, limits, found).into_iter().map(of).collect()
}

/// The patterns of both kinds, subject to these limits.
pub(crate) fn patterns(view: &View, limits: Limits, found: &mut Found) -> Vec<OneOf> {
    let values = view.board().domains().iter().fold(ValueSet::EMPTY, |all, &d| all | d);
    let mut all = Vec::new();
    for value in values {
        if found.is_spent() {
            return all;
        }
        if !limits.seen {
            all.extend(broken_wings(view, value, limits, found));
        } else if !is_barren(view, BROKEN_WING.id, value, found) && !is_firm_alone(view, value, found) {
            let before = found.work_left();
            let rings = broken_wings(view, value, limits, found);
            if rings.is_empty() {
                set_barren(view, BROKEN_WING.id, value, before - found.work_left(), found);
            }
            all.extend(rings);
        }
    }
    let mut pairs: Vec<ValueSet> = view.board().domains().iter().copied().filter(|d| d.len() == 2).collect();
    pairs.order_by_key(|p| p.0);
    pairs.dedup();
    for pair in pairs {
        if found.is_spent() {
            return all;
        }
        all.extend(oddagons(view, pair, limits, found));
    }
    all
}

impl Technique for Ring {
    fn info(&self) -> &'static TechniqueInfo {
        &BROKEN_WING
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&BROKEN_WING, &BIVALUE_ODDAGON]
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let patterns = patterns(view, Limits::direct(found), found);
        report(view, patterns, found);
    }
}
