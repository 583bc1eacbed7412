//! Tables of the consequences of a candidate being true or false. A node says that a candidate, or a group of candidates of one
//! digit (two or three cells where a line crosses a box), is true or false. The table of a node lists the direct consequences
//! first, followed by indirect consequences in breadth-first order. Each entry stores its causes, from which the chain that leads
//! to the entry is rebuilt.

use super::geometry::{Cells, UNIT, UNITS_OF, bit, common_peers, each, first};
use super::grid::Position;

/// The index of a node. Candidates come first, ordered by cell and digit, with false before true; groups come last.
pub(super) type Node = u16;

/// The maximum number of entries in a table.
const ROOM: usize = 1000;
/// A mask for the bits that store a distance.
const FAR: u16 = 0x1ff;

/// The meaning of a node.
#[derive(Clone, Copy)]
pub(super) struct NodeInfo {
    /// The cell of the candidate, or the first cell of the group.
    pub(super) cell: usize,
    pub(super) digit: usize,
    /// Whether the node states that the candidate or group is true rather than false.
    pub(super) on: bool,
    /// All cells of the node.
    pub(super) cells: Cells,
    pub(super) is_group: bool,
}

/// One consequence of a premise.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) node: Node,
    /// The number of links from the premise, counted in the same way as `HoDoKu`: direct consequences have a distance of 2.
    pub(super) distance: u16,
    /// If this entry was copied from another table, the node that the other table belongs to.
    pub(super) source: Option<Node>,
    /// The entries of this table (or of the source's table) on which the entry depends, padded with 0, which is the index of the
    /// premise. The first cause always counts; the other causes count only if they are not 0.
    pub(super) causes: [u16; 5],
}

/// The consequences of one node. The first entry of the table is the node itself.
#[derive(Default)]
pub(super) struct Table {
    pub(super) entries: Vec<Entry>,
    /// For every node, the index of its entry plus one; 0 if the node has no entry.
    at: Vec<u16>,
    /// For every digit: the cells where it becomes true, and the cells where it becomes false. Groups are not included.
    pub(super) on: [Cells; 9],
    pub(super) off: [Cells; 9],
    /// The number of entries that the table had before it was expanded.
    direct: usize,
}

impl Table {
    fn reset(&mut self, nodes: usize) {
        for entry in self.entries.drain(..) {
            self.at[usize::from(entry.node)] = 0;
        }
        if self.at.len() < nodes {
            self.at.resize(nodes, 0);
        }
        (self.on, self.off) = ([0; 9], [0; 9]);
    }

    /// The index of a node's entry, if there is one.
    pub(super) fn position(&self, node: Node) -> Option<usize> {
        usize::from(self.at[usize::from(node)]).checked_sub(1)
    }

    /// Adds a consequence unless the table already has it; the first cause determines the distance.
    pub(super) fn add(&mut self, info: &[NodeInfo], node: Node, causes: [u16; 5]) {
        let what = &info[usize::from(node)];
        let index = self.entries.len();
        if index >= ROOM || self.at[usize::from(node)] != 0 {
            return;
        }
        if !what.is_group {
            let side = if what.on { &mut self.on } else { &mut self.off };
            side[what.digit] |= what.cells;
        }
        let distance = self.entries.get(usize::from(causes[0])).map_or(0, |e| e.distance) + 1;
        self.entries.push(Entry { node, distance: distance & FAR, source: None, causes: sorted(causes) });
        self.at[usize::from(node)] = index as u16 + 1;
    }
}

/// Moves the largest cause to the front. Causes other than the first are dropped if they do not fit into ten bits.
fn sorted(mut causes: [u16; 5]) -> [u16; 5] {
    for cause in &mut causes[1..] {
        if *cause > 1023 {
            *cause = 0;
        }
    }
    for i in 1..5 {
        if causes[i] > causes[0] {
            causes.swap(0, i);
        }
    }
    causes
}

/// A group: a digit in two or three cells where a line and a box cross.
struct Group {
    digit: usize,
    cells: Cells,
    line: usize,
    block: usize,
    seen: Cells,
}

/// All nodes of a position, and their tables.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) info: Vec<NodeInfo>,
    pub(super) of: Vec<Table>,
    /// For every cell and digit, the index of the candidate's false node plus one; 0 if the digit is not a candidate of the cell.
    candidate: Vec<u16>,
    groups: Vec<Group>,
    /// The number of nodes for candidates.
    singles: usize,
}

impl Tables {
    /// Creates the nodes of a position, with empty tables.
    pub(super) fn prepare(&mut self, position: &Position, with_groups: bool) {
        self.info.clear();
        self.groups.clear();
        self.candidate.clear();
        self.candidate.resize(729, 0);
        for cell in each(position.open) {
            for digit in super::geometry::digits(position.grid.candidates[cell]) {
                self.candidate[cell * 9 + digit] = self.info.len() as u16 + 1;
                self.push_node(cell, digit, bit(cell), false);
            }
        }
        self.singles = self.info.len();
        if with_groups {
            self.find_groups(position);
        }
        let nodes = self.info.len();
        if self.of.len() < nodes {
            self.of.resize_with(nodes, Table::default);
        }
        for table in &mut self.of[..nodes] {
            table.reset(nodes);
        }
    }

    fn push_node(&mut self, cell: usize, digit: usize, cells: Cells, is_group: bool) {
        for on in [false, true] {
            self.info.push(NodeInfo { cell, digit, on, cells, is_group });
        }
    }

    fn find_groups(&mut self, position: &Position) {
        for (line, along) in UNIT[..18].iter().enumerate() {
            for digit in 0..9 {
                for (block, within) in UNIT[18..].iter().enumerate() {
                    let cells = position.cells[digit] & along & within;
                    if cells.count_ones() >= 2 {
                        self.groups.push(Group { digit, cells, line, block, seen: common_peers(cells) });
                        self.push_node(first(cells), digit, cells, true);
                    }
                }
            }
        }
    }

    /// The node which says that a candidate is true or false.
    pub(super) fn node(&self, cell: usize, digit: usize, on: bool) -> Node {
        self.candidate[cell * 9 + digit] - 1 + u16::from(on)
    }

    fn group_node(&self, group: usize, on: bool) -> Node {
        (self.singles + 2 * group) as u16 + u16::from(on)
    }

    /// The false nodes of all candidates, in order. The true node of a candidate directly follows its false node.
    pub(super) fn candidates(&self) -> impl Iterator<Item = Node> + use<> {
        (0..self.singles as u16).step_by(2)
    }

    fn follows(&mut self, premise: Node, node: Node) {
        self.of[usize::from(premise)].add(&self.info, node, [0; 5]);
    }

    /// Adds the direct consequences between candidates: weak links in cells and units, and strong links in pairs.
    pub(super) fn link_candidates(&mut self, position: &Position) {
        for cell in each(position.open) {
            let mask = position.grid.candidates[cell];
            for digit in super::geometry::digits(mask) {
                let (off, on) = (self.node(cell, digit, false), self.node(cell, digit, true));
                self.follows(off, off);
                self.follows(on, on);
                for other in super::geometry::digits(mask & !(1 << digit)) {
                    self.follows(on, self.node(cell, other, false));
                    if mask.count_ones() == 2 {
                        self.follows(off, self.node(cell, other, true));
                    }
                }
                for &unit in &UNITS_OF[cell] {
                    let unit = usize::from(unit);
                    let others = position.cells[digit] & UNIT[unit] & !bit(cell);
                    for other in each(others) {
                        self.follows(on, self.node(other, digit, false));
                    }
                    if others.is_power_of_two() {
                        self.follows(off, self.node(first(others), digit, true));
                    }
                }
            }
        }
    }

    /// Adds the direct consequences of groups, and the direct consequences that candidates have for groups.
    pub(super) fn link_groups(&mut self, position: &Position) {
        for g in 0..self.groups.len() {
            let (off, on) = (self.group_node(g, false), self.group_node(g, true));
            self.follows(on, on);
            self.follows(off, off);
            let Group { digit, line, block, seen, .. } = self.groups[g];
            let around = position.cells[digit] & seen;
            for cell in each(around) {
                self.follows(on, self.node(cell, digit, false));
                self.follows(self.node(cell, digit, true), off);
            }
            for unit in [18 + block, line] {
                let others = around & UNIT[unit];
                if others.is_power_of_two() {
                    self.follows(off, self.node(first(others), digit, true));
                    self.follows(self.node(first(others), digit, false), on);
                }
            }
            self.link_group_to_groups(position, g);
        }
    }

    /// Adds links between groups. Groups of the same digit in the same line or box exclude each other; if two groups contain all
    /// places of the digit in a unit, one of the two groups is true.
    fn link_group_to_groups(&mut self, position: &Position, g: usize) {
        let (off, on) = (self.group_node(g, false), self.group_node(g, true));
        let own = self.groups[g].cells;
        let units = [self.groups[g].line, 18 + self.groups[g].block];
        let mut partners: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
        for h in 0..self.groups.len() {
            let other = &self.groups[h];
            if h == g || other.digit != self.groups[g].digit || other.cells & own != 0 {
                continue;
            }
            let shared = [other.line == units[0], 18 + other.block == units[1]];
            for (k, _) in shared.iter().enumerate().filter(|&(_, &s)| s) {
                partners[k].push(h);
                let node = self.group_node(h, false);
                self.follows(on, node);
            }
        }
        for (unit, partners) in units.into_iter().zip(partners) {
            if let [h] = partners[..] {
                let rest = position.cells[self.groups[g].digit] & UNIT[unit] & !own & !self.groups[h].cells;
                if rest == 0 {
                    self.follows(off, self.group_node(h, true));
                }
            }
        }
    }

    /// Adds all indirect consequences to the tables of candidates. The tables of true candidates are extended first.
    pub(super) fn expand(&mut self) {
        for table in &mut self.of[..self.info.len()] {
            table.direct = table.entries.len();
        }
        for on in [1, 0] {
            for node in (0..self.singles).step_by(2) {
                self.expand_one(node + on);
            }
        }
    }

    fn expand_one(&mut self, premise: usize) {
        let mut table = std::mem::take(&mut self.of[premise]);
        let mut j = 1;
        while j < table.entries.len() && table.entries.len() < ROOM {
            let Entry { node, distance: base, .. } = table.entries[j];
            // Skip the premise, since its own table is the table being extended.
            if usize::from(node) != premise {
                let source = &self.of[usize::from(node)];
                for entry in &source.entries[1..source.direct] {
                    let distance = (base + entry.distance) & FAR;
                    let at = table.at[usize::from(entry.node)];
                    if at == 0 {
                        table.add(&self.info, entry.node, [0; 5]);
                        if let Some(last) = table.entries.last_mut() {
                            (last.source, last.distance) = (Some(node), distance);
                        }
                    } else {
                        let known = &mut table.entries[usize::from(at) - 1];
                        if known.source.is_some() && known.distance > distance {
                            (known.source, known.distance, known.causes) = (Some(node), distance, [0; 5]);
                        }
                    }
                }
            }
            j += 1;
        }
        self.of[premise] = table;
    }

    /// Builds the chain that leads to an entry of a table, from the end back to the premise. Additional causes are appended to
    /// `more`.
    pub(super) fn chain(&self, premise: Node, end: usize, chain: &mut Vec<Node>, mut more: Option<&mut Vec<Node>>) {
        self.back(premise, end, chain, |_| false, &mut more);
    }

    /// Builds the chain of an additional cause, from its end back to a node of the main chain.
    pub(super) fn side_chain(&self, premise: Node, end: usize, main: &[Node], chain: &mut Vec<Node>) {
        self.back(premise, end, chain, |node| main.contains(&node), &mut None);
    }

    fn back(
        &self,
        premise: Node,
        end: usize,
        chain: &mut Vec<Node>,
        stop: impl Fn(Node) -> bool,
        more: &mut Option<&mut Vec<Node>>,
    ) {
        chain.clear();
        let own = &self.of[usize::from(premise)];
        chain.push(own.entries[end].node);
        let (mut table, mut index) = (own, end);
        let mut away = false;
        while index != 0 && chain.len() < ROOM {
            if let (false, Some(source)) = (away, table.entries[index].source) {
                table = &self.of[usize::from(source)];
                away = true;
                let Some(there) = table.position(own.entries[index].node) else { return };
                index = there;
            }
            let causes = table.entries[index].causes;
            index = usize::from(causes[0]);
            let node = table.entries[index].node;
            chain.push(node);
            if stop(node) {
                return;
            }
            if let Some(more) = more {
                more.extend(causes[1..].iter().filter(|&&c| c != 0).map(|&c| table.entries[usize::from(c)].node));
            }
            if away && index == 0 {
                let Some(here) = own.position(table.entries[0].node) else { return };
                (table, index, away) = (own, here, false);
            }
        }
    }
}
