//! Simple chains: turbot fish, X-chain, XY-chain, remote pair.
//!
//! Chains have up to twenty links. The step is the chain with the most eliminations; ties are decided by the length, then by the
//! weighted sum of eliminations, then by the depth-first order. The search therefore proceeds by increasing length, and only
//! towards ends that would eliminate more than the best chain found so far.

use super::geometry::{CELLS_OF, Cells, PEERS, UNITS_OF, bit, column, each, first, has, row};
use super::grid::Position;
use super::step::{Candidate, Step, weighted_sum};
use super::technique::Technique;

/// The maximum number of links in a chain. Only chains with an odd number of links eliminate candidates.
const LINKS: usize = 20;

/// The best chain found so far.
#[derive(Default)]
struct Best {
    count: u32,
    sum: i64,
    found: Option<(Cells, usize)>,
    /// The number of eliminations by the best shorter chain; a longer chain must have more.
    floor: u32,
}

impl Best {
    fn offer(&mut self, gone: Cells, digit: usize) {
        let count = gone.count_ones();
        if count <= self.floor || count < self.count {
            return;
        }
        let sum = weighted_sum(&Step::from_cells(Technique::XChain, gone, digit).eliminated);
        if count > self.count || sum < self.sum {
            *self = Self { count, sum, found: Some((gone, digit)), floor: self.floor };
        }
    }

    fn step(self, technique: Technique) -> Option<Step> {
        self.found.map(|(gone, digit)| Step::from_cells(technique, gone, digit))
    }
}

/// The cells of `places` that share a unit with a cell, each with the index of the unit. The cells are in the order of the search:
/// along the row, down the column, then the rest of the box.
fn neighbours(cell: usize, places: Cells) -> impl Iterator<Item = (usize, usize)> {
    (0..3).flat_map(move |k| {
        let unit = usize::from(UNITS_OF[cell][k]);
        CELLS_OF[unit].iter().map(|&c| usize::from(c)).filter_map(move |c| {
            let again = k == 2 && (row(c) == row(cell) || column(c) == column(cell));
            (c != cell && has(places, c) && !again).then_some((c, unit))
        })
    })
}

/// The links of one digit.
struct Links {
    digit: usize,
    places: Cells,
    /// For every cell: its neighbours in order, each with a flag whether the link to it is strong. If two cells share both a box
    /// and a line, the link counts as a link of the line.
    next: Vec<Vec<(usize, bool)>>,
    /// For every cell: the cells to which a strong link leads.
    strong: [Cells; 81],
}

impl Links {
    fn new(position: &Position, digit: usize) -> Self {
        let places = position.cells[digit];
        let mut next = vec![Vec::new(); 81];
        let mut strong = [0; 81];
        for cell in each(places) {
            for (other, unit) in neighbours(cell, places) {
                let is_strong = position.grid.free[unit][digit] == 2;
                next[cell].push((other, is_strong));
                if is_strong {
                    strong[cell] |= bit(other);
                }
            }
        }
        Self { digit, places, next, strong }
    }

    /// For each number of remaining links: the cells from which a walk with this many links, the last of which is strong, reaches
    /// one of `ends`.
    fn towards(&self, ends: Cells, links: usize) -> Vec<Cells> {
        let mut sets = vec![ends];
        for k in 1..=links {
            let last = sets[k - 1];
            let reach = |c: &usize| {
                let step = if k % 2 == 1 { self.strong[*c] } else { PEERS[*c] & self.places };
                step & last != 0
            };
            sets.push(each(self.places).filter(reach).fold(0, |set, c| set | bit(c)));
        }
        sets
    }

    /// The eliminations by a chain from one cell to another cell.
    fn gone(&self, start: usize, end: usize) -> Cells {
        PEERS[start] & PEERS[end] & self.places
    }

    /// Continues the walk from a cell with `left` links left to add; `used` contains the earlier cells of the walk.
    fn walk(&self, start: usize, cell: usize, left: usize, used: Cells, towards: &[Cells], best: &mut Best) {
        for &(next, strong) in &self.next[cell] {
            if left % 2 == 1 && !strong || !has(towards[left - 1], next) {
                continue;
            }
            // The walk may return to the start only with its last link.
            if has(used, next) && (next != start || left != 1) {
                continue;
            }
            if left == 1 {
                best.offer(self.gone(start, next), self.digit);
            } else {
                self.walk(start, next, left - 1, used | bit(cell), towards, best);
            }
        }
    }
}

/// Chains of one digit, with exactly three links (turbot fish) or with up to twenty. `barren` contains, for each digit, a set of
/// places among which an earlier search found no chain.
pub(super) fn single_digit(position: &Position, technique: Technique, barren: &mut [Cells; 9]) -> Option<Step> {
    let longest = if technique == Technique::TurbotFish { 3 } else { LINKS - 1 };
    let fresh = (0..9).filter(|&d| position.cells[d] != barren[d]);
    let links: Vec<_> = fresh.map(|d| Links::new(position, d)).collect();
    let mut best = Best::default();
    for length in (3..=longest).step_by(2) {
        best.floor = best.count;
        for start in each(position.open) {
            for links in links.iter().filter(|l| has(l.places, start) && l.strong[start] != 0) {
                let worth = |&end: &usize| links.gone(start, end).count_ones() > best.floor;
                let ends = each(links.places).filter(worth).fold(0, |set, c| set | bit(c));
                if ends == 0 {
                    continue;
                }
                let towards = links.towards(ends, length);
                if has(towards[length], start) {
                    links.walk(start, start, length, bit(start), &towards, &mut best);
                }
            }
        }
    }
    if best.found.is_none() {
        *barren = position.cells;
    }
    best.step(technique)
}

/// The cells with two candidates.
struct Bivalue<'a> {
    position: &'a Position<'a>,
    cells: Cells,
    /// For each digit: the cells with two candidates that include the digit.
    with: [Cells; 9],
}

impl Bivalue<'_> {
    /// The other digit of a cell with two candidates.
    fn other(&self, cell: usize, digit: usize) -> usize {
        (self.position.grid.candidates[cell] & !(1 << digit)).trailing_zeros() as usize
    }

    /// For each number of further cells and each digit: the cells from which a walk that leaves the cell by this digit reaches one
    /// of `ends` and leaves that end by `digit`.
    fn towards(&self, ends: Cells, digit: usize, steps: usize) -> Vec<[Cells; 9]> {
        let mut first_sets = [0; 9];
        first_sets[digit] = ends;
        let mut sets = vec![first_sets];
        for k in 1..=steps {
            let mut next = [0; 9];
            for d in 0..9 {
                // Cells that the walk can enter by d and leave by the other digit, and from which the rest of the walk is possible.
                let doors = each(self.with[d]).filter(|&c| has(sets[k - 1][self.other(c, d)], c));
                next[d] = doors.fold(0, |set, c| set | PEERS[c]) & self.with[d];
            }
            sets.push(next);
        }
        sets
    }

    #[allow(clippy::too_many_arguments, reason = "one search, written as one recursion")]
    fn walk(
        &self,
        start: (usize, usize),
        cell: usize,
        digit: usize,
        left: usize,
        used: Cells,
        towards: &[[Cells; 9]],
        best: &mut Best,
    ) {
        let used = used | bit(cell);
        for (next, _) in neighbours(cell, self.with[digit]) {
            let out = self.other(next, digit);
            if has(used, next) || !has(towards[left - 1][out], next) {
                continue;
            }
            if left == 1 {
                best.offer(PEERS[start.0] & PEERS[next] & self.position.cells[start.1], start.1);
            } else {
                self.walk(start, next, out, left - 1, used, towards, best);
            }
        }
    }
}

fn bivalue<'a>(position: &'a Position<'a>) -> Bivalue<'a> {
    let cells = position.with_count(2);
    Bivalue { position, cells, with: position.cells.map(|set| set & cells) }
}

/// Chains of cells with two candidates.
pub(super) fn xy_chain(position: &Position) -> Option<Step> {
    let graph = bivalue(position);
    let mut best = Best::default();
    for steps in 1..=(LINKS - 2) / 2 {
        best.floor = best.count;
        for start in each(graph.cells) {
            for digit in super::geometry::digits(position.grid.candidates[start]) {
                let worth = |&end: &usize| {
                    end != start && (PEERS[start] & PEERS[end] & position.cells[digit]).count_ones() > best.floor
                };
                let ends = each(graph.with[digit]).filter(worth).fold(0, |set, c| set | bit(c));
                if ends == 0 {
                    continue;
                }
                let towards = graph.towards(ends, digit, steps);
                let out = graph.other(start, digit);
                if has(towards[steps][out], start) {
                    graph.walk((start, digit), start, out, steps, 0, &towards, &mut best);
                }
            }
        }
    }
    best.step(Technique::XyChain)
}

/// Chains of at least four cells that have the same two candidates.
struct RemotePairs<'a> {
    position: &'a Position<'a>,
    /// The cells with the pair. The digits of the pair are ordered so that the digit of the start comes first.
    cells: Cells,
    pair: [usize; 2],
    best: Option<(usize, usize, i64, Vec<Candidate>)>,
}

/// The best remote pair, counting the eliminations of both digits.
pub(super) fn remote_pair(position: &Position) -> Option<Step> {
    let graph = bivalue(position);
    let mut best: Option<(usize, usize, i64, Vec<Candidate>)> = None;
    for start in each(graph.cells) {
        let mask = position.grid.candidates[start];
        let cells = each(graph.cells).filter(|&c| position.grid.candidates[c] == mask).fold(0, |set, c| set | bit(c));
        if cells.count_ones() < 4 {
            continue;
        }
        let digits = [first(Cells::from(mask)), first(Cells::from(mask & (mask - 1)))];
        for pair in [digits, [digits[1], digits[0]]] {
            let mut search = RemotePairs { position, cells, pair, best };
            search.walk(&mut vec![start]);
            best = search.best;
        }
    }
    best.map(|(.., gone)| Step::eliminate(Technique::RemotePair, gone))
}

impl RemotePairs<'_> {
    fn walk(&mut self, chain: &mut Vec<usize>) {
        let last = chain[chain.len() - 1];
        if 2 * chain.len() > LINKS {
            return;
        }
        let next: Vec<_> = neighbours(last, self.cells).map(|(c, _)| c).filter(|c| !chain.contains(c)).collect();
        for cell in next {
            chain.push(cell);
            if chain.len() >= 4 && chain.len().is_multiple_of(2) {
                self.check(chain);
            }
            self.walk(chain);
            chain.pop();
        }
    }

    fn check(&mut self, chain: &[usize]) {
        let [own, _] = self.pair;
        if PEERS[chain[0]] & PEERS[chain[chain.len() - 1]] & self.position.cells[own] == 0 {
            return;
        }
        let mut seen = 0;
        for i in 0..chain.len() {
            for j in (i + 3..chain.len()).step_by(2) {
                seen |= PEERS[chain[i]] & PEERS[chain[j]];
            }
        }
        let mut gone: Vec<Candidate> = self
            .pair
            .iter()
            .flat_map(|&d| each(seen & self.position.cells[d]).map(move |c| Candidate::new(c, d)))
            .collect();
        gone.sort_unstable();
        let sum = weighted_sum(&gone);
        let better = self.best.as_ref().is_none_or(|(count, length, least, _)| {
            (std::cmp::Reverse(gone.len()), chain.len(), sum) < (std::cmp::Reverse(*count), *length, *least)
        });
        if better {
            self.best = Some((gone.len(), chain.len(), sum, gone));
        }
    }
}
