//! Nice loops and alternating inference chains, with or without groups.
//!
//! The tables contain one chain from each premise to each of its consequences. The step is the chain with the most eliminations;
//! ties are decided by the fewest nodes, then the lowest weighted sum, then the order of discovery.

use std::cmp::Reverse;

use super::geometry::{Cells, PEERS, bit, common_peers, digits, each, has};
use super::grid::Position;
use super::step::{Candidate, Step, weighted_sum};
use super::tables::{Node, NodeInfo, Tables};
use super::technique::Technique;

/// The best loop or chain of a position.
pub(super) fn nice_loop(position: &Position, tables: &mut Tables, groups: bool) -> Option<Step> {
    tables.prepare(position, groups);
    tables.link_candidates(position);
    if groups {
        tables.link_groups(position);
    }
    tables.expand();
    let mut search = Search { position, tables, best: None, chain: Vec::new() };
    for on in [1, 0] {
        for premise in tables.candidates() {
            search.loops(premise + on);
        }
    }
    for premise in tables.candidates() {
        search.inferences(premise);
    }
    search.best.map(|(_, step)| step)
}

/// The rank of a step: most eliminations first, then fewest nodes, then lowest weighted sum.
type Rank = (Reverse<usize>, usize, i64);

struct Search<'a> {
    position: &'a Position<'a>,
    tables: &'a Tables,
    best: Option<(Rank, Step)>,
    chain: Vec<Node>,
}

impl Search<'_> {
    fn info(&self, node: Node) -> &NodeInfo {
        &self.tables.info[usize::from(node)]
    }

    /// Whether a loop with this many eliminations and nodes may be at least as good as the best loop found so far.
    fn worth(&self, count: usize, nodes: usize) -> bool {
        self.best.as_ref().is_none_or(|(rank, _)| (Reverse(count), nodes) <= (rank.0, rank.1))
    }

    fn offer(&mut self, technique: [Technique; 2], mut gone: Vec<Candidate>) {
        gone.sort_unstable();
        gone.dedup();
        if gone.is_empty() {
            return;
        }
        let rank = (Reverse(gone.len()), self.chain.len(), weighted_sum(&gone));
        if self.best.as_ref().is_none_or(|(best, _)| rank < *best) {
            let grouped = self.chain.iter().any(|&n| self.info(n).is_group);
            let technique = technique[usize::from(grouped)];
            self.best = Some((rank, Step { technique, placed: None, eliminated: gone, score: 0 }));
        }
    }

    /// Tests all entries of a table whose chain returns to the cell of the premise.
    fn loops(&mut self, premise: Node) {
        let table = &self.tables.of[usize::from(premise)];
        let start = self.tables.info[usize::from(premise)].cell;
        for (j, entry) in table.entries.iter().enumerate().skip(1) {
            let end = *self.info(entry.node);
            if !end.is_group && end.cell == start && entry.distance > 2 {
                self.check_loop(premise, j, end);
            }
        }
    }

    fn check_loop(&mut self, premise: Node, index: usize, end: NodeInfo) {
        let start = *self.info(premise);
        let nodes = usize::from(self.tables.of[usize::from(premise)].entries[index].distance) / 2 + 1;
        let mask = self.position.grid.candidates[start.cell];
        // The first link is strong if the premise is false; the last link is strong if the end is true.
        let (first, last, same) = (!start.on, end.on, start.digit == end.digit);
        let here = |digit: usize| Candidate::new(start.cell, digit);
        let gone: Option<Vec<Candidate>> = match (first, last, same) {
            (false, false, true) | (false, true, false) => Some(vec![here(start.digit)]),
            (true, true, true) => Some(digits(mask).filter(|&d| d != start.digit).map(here).collect()),
            (true, false, false) => Some(vec![here(end.digit)]),
            (false, false, false) if mask.count_ones() != 2 => return,
            _ => None,
        };
        if gone.as_ref().is_some_and(|gone| !self.worth(gone.len(), nodes)) {
            return;
        }
        if !self.build(premise, index, false) || self.cell(0) == self.cell(1) {
            return;
        }
        if let Some(gone) = gone {
            let technique = [Technique::DiscontinuousNiceLoop, Technique::GroupedDiscontinuousNiceLoop];
            self.offer(technique, gone);
        } else {
            let gone = self.continuous(first && last, start, end);
            self.offer([Technique::ContinuousNiceLoop, Technique::GroupedContinuousNiceLoop], gone);
        }
    }

    /// The cell of the `i`th node in the chain; for a group, its first cell.
    fn cell(&self, i: usize) -> usize {
        self.info(self.chain[i]).cell
    }

    /// Builds the chain to an entry, starting with the premise. Returns false if the chain enters a cell twice, or if the last link
    /// of a loop is inside the start cell. A loop may return to its start cell only at the end; other chains may never return to
    /// it.
    fn build(&mut self, premise: Node, index: usize, open: bool) -> bool {
        let mut chain = std::mem::take(&mut self.chain);
        self.tables.chain(premise, index, &mut chain, None);
        let info = |node: Node| &self.tables.info[usize::from(node)];
        // The last link of a loop must not be inside the start cell.
        let stays = !open && info(chain[0]).cell == info(chain[1]).cell;
        chain.reverse();
        let start = info(chain[0]).cell;
        let mut used: Cells = 0;
        let mut last: Option<&NodeInfo> = None;
        let mut simple = !stays;
        for &node in &chain {
            let now = info(node);
            if has(used, now.cell) {
                simple = false;
                break;
            }
            if let Some(last) = last.filter(|l| open || l.cell != start) {
                used |= last.cells;
            }
            last = Some(now);
        }
        self.chain = chain;
        simple
    }

    /// The eliminations by a continuous loop: in cells that the loop both enters and leaves by strong links, and in cells that see
    /// both ends of a weak link.
    fn continuous(&self, strong_start: bool, start: NodeInfo, end: NodeInfo) -> Vec<Candidate> {
        let chain = &self.chain;
        let at = |i: usize| self.info(chain[i]);
        let last = chain.len() - 1;
        let own = chain[..last].iter().fold(0, |set, &n| set | self.info(n).cells) | bit(start.cell);
        let mut gone = Vec::new();
        let mut only = |cell: usize, a: usize, b: usize| {
            let others = self.position.grid.candidates[cell] & !(1 << a) & !(1 << b);
            gone.extend(digits(others).map(|d| Candidate::new(cell, d)));
        };
        if strong_start {
            only(start.cell, start.digit, end.digit);
        }
        for i in 1..=last {
            let into = at(i).on && at(i - 1).cell != at(i).cell;
            if into && i + 2 <= last {
                let (b, c) = (at(i + 1), at(i + 2));
                if !b.on && at(i).cell == b.cell && c.on && b.cell != c.cell {
                    only(at(i).cell, at(i).digit, c.digit);
                }
            }
        }
        for i in 1..=last {
            if !at(i).on && at(i - 1).cell != at(i).cell {
                let digit = at(i).digit;
                let seen = common_peers(at(i - 1).cells) & common_peers(at(i).cells);
                let seen = seen & !own & self.position.cells[digit];
                gone.extend(each(seen).map(|c| Candidate::new(c, digit)));
            }
        }
        gone
    }

    /// Examines the chains that begin and end with strong links, in different cells.
    fn inferences(&mut self, premise: Node) {
        let table = &self.tables.of[usize::from(premise)];
        let start = *self.info(premise);
        for (j, entry) in table.entries.iter().enumerate().skip(1) {
            let end = *self.info(entry.node);
            if end.is_group || !end.on || end.cell == start.cell || entry.distance <= 2 {
                continue;
            }
            let gone: Vec<Candidate> = if start.digit == end.digit {
                let seen = PEERS[start.cell] & PEERS[end.cell] & self.position.cells[start.digit];
                if seen.count_ones() < 2 {
                    continue;
                }
                each(seen).map(|c| Candidate::new(c, start.digit)).collect()
            } else {
                let grid = self.position.grid;
                let cross = grid.can(end.cell, start.digit) && grid.can(start.cell, end.digit);
                if !has(PEERS[start.cell], end.cell) || !cross {
                    continue;
                }
                vec![Candidate::new(start.cell, end.digit), Candidate::new(end.cell, start.digit)]
            };
            if self.worth(gone.len(), usize::from(entry.distance) / 2 + 1) && self.build(premise, j, true) {
                self.offer([Technique::Aic, Technique::GroupedAic], gone);
            }
        }
    }
}
