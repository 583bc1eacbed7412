//! Almost locked sets: XZ-rule, XY-wing, chain.
//!
//! Joined sets have no cell in common. Joins are listed in the order of their sets and are followed only forward, to later sets.

use super::geometry::{CELLS_OF, Cells, bit, common_peers, digits, each};
use super::grid::Position;
use super::step::{Candidate, Step, weighted_sum};
use super::technique::Technique;

/// An almost locked set: cells of one unit that together have one digit more than there are cells.
struct Set {
    cells: Cells,
    mask: u16,
    /// For every digit: the cells of the set that have it as a candidate.
    with: [Cells; 9],
    /// For every digit: the cells outside the set that have the digit as a candidate and see all cells of the set that have it.
    seen: [Cells; 9],
    /// The union of all sets in `seen`.
    any: Cells,
}

/// Two sets joined by one or two digits, each of which cannot be in both sets. `second` is `NONE` if there is only one digit.
struct Join {
    from: usize,
    to: usize,
    first: u8,
    second: u8,
}

const NONE: u8 = 9;

/// The sets of a position and their joins.
pub(super) struct Network {
    sets: Vec<Set>,
    joins: Vec<Join>,
    /// For every set: the index in `joins` at which the joins to later sets start.
    starts: Vec<usize>,
}

impl Network {
    pub(super) fn new(position: &Position) -> Self {
        let sets = sets(position);
        let mut joins = Vec::new();
        let mut starts = vec![0];
        for (i, a) in sets.iter().enumerate() {
            for (j, b) in sets.iter().enumerate().skip(i + 1) {
                let shared = a.mask & b.mask;
                if shared == 0 || a.cells & b.cells != 0 {
                    continue;
                }
                let mut join: Option<Join> = None;
                for d in digits(shared) {
                    if b.with[d] & !a.seen[d] != 0 {
                        continue;
                    }
                    match &mut join {
                        None => join = Some(Join { from: i, to: j, first: d as u8, second: NONE }),
                        Some(join) => join.second = d as u8,
                    }
                }
                joins.extend(join);
            }
            starts.push(joins.len());
        }
        Self { sets, joins, starts }
    }
}

/// All sets without duplicates, ordered by unit (rows, columns, boxes) and then by their cells.
fn sets(position: &Position) -> Vec<Set> {
    let mut all = Vec::new();
    for (unit, cells) in CELLS_OF.iter().enumerate() {
        grow(position, unit, cells, 0, 0, &mut all);
    }
    all.into_iter().map(|(cells, mask)| describe(position, cells, mask)).collect()
}

fn grow(position: &Position, unit: usize, rest: &[u8], cells: Cells, mask: u16, all: &mut Vec<(Cells, u16)>) {
    if cells.count_ones() == 8 {
        return;
    }
    for (i, &cell) in rest.iter().enumerate() {
        let cell = usize::from(cell);
        let own = position.grid.candidates[cell];
        if own == 0 {
            continue;
        }
        let (cells, mask) = (cells | bit(cell), mask | own);
        if mask.count_ones() == cells.count_ones() + 1 && !known(unit, cells) {
            all.push((cells, mask));
        }
        grow(position, unit, &rest[i + 1..], cells, mask, all);
    }
}

/// Whether the cells also lie in a unit of a kind that was examined earlier.
fn known(unit: usize, cells: Cells) -> bool {
    (0..unit / 9 * 9).any(|u| cells & !super::geometry::UNIT[u] == 0)
}

fn describe(position: &Position, cells: Cells, mask: u16) -> Set {
    let mut set = Set { cells, mask, with: [0; 9], seen: [0; 9], any: 0 };
    for d in digits(mask) {
        set.with[d] = cells & position.cells[d];
        set.seen[d] = common_peers(set.with[d]) & position.cells[d] & !cells;
        set.any |= set.seen[d];
    }
    set
}

/// Adds the eliminations by digits that two sets have in common, other than the joining digits.
fn shared(a: &Set, b: &Set, without: u16, gone: &mut Vec<Candidate>) {
    let mask = a.mask & b.mask & !without;
    if mask == 0 || a.any & b.any == 0 {
        return;
    }
    for d in digits(mask) {
        gone.extend(each(a.seen[d] & b.seen[d]).map(|c| Candidate::new(c, d)));
    }
}

fn mask(digit: u8) -> u16 {
    1 << digit & 0x1ff
}

/// The XZ-rule: two sets with one join, or with two joins, which lock the remaining digits of both sets.
pub(super) fn xz(network: &Network) -> Option<Step> {
    let mut gone = Vec::new();
    for join in &network.joins {
        let (a, b) = (&network.sets[join.from], &network.sets[join.to]);
        shared(a, b, mask(join.first), &mut gone);
        if join.second != NONE {
            shared(a, b, mask(join.second), &mut gone);
            for (own, other) in [(a, b), (b, a)] {
                for d in digits(own.mask & !mask(join.first) & !mask(join.second)) {
                    gone.extend(each(own.seen[d] & !other.cells).map(|c| Candidate::new(c, d)));
                }
            }
        }
        if !gone.is_empty() {
            return Some(Step::eliminate(Technique::AlsXz, gone));
        }
    }
    None
}

/// Three sets with two joins: eliminates digits that the outer sets have in common.
pub(super) fn xy_wing(network: &Network) -> Option<Step> {
    let Network { sets, joins, .. } = network;
    let mut of: Vec<Vec<usize>> = vec![Vec::new(); sets.len()];
    for (i, join) in joins.iter().enumerate() {
        of[join.from].push(i);
        of[join.to].push(i);
    }
    let mut gone = Vec::new();
    for (i, one) in joins.iter().enumerate() {
        let (a, b) = (&of[one.from], &of[one.to]);
        let mut a = a[a.partition_point(|&j| j <= i)..].iter().copied().peekable();
        let mut b = b[b.partition_point(|&j| j <= i)..].iter().copied().peekable();
        // Visits the joins of both lists in a single order. No later join connects the two sets, so no join is in both lists.
        while let Some(j) = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) if x < y => a.next(),
            (Some(_), None) => a.next(),
            _ => b.next(),
        } {
            let two = &joins[j];
            if one.second == NONE && two.second == NONE && one.first == two.first {
                continue;
            }
            let middle = if one.from == two.from || one.from == two.to { one.from } else { one.to };
            let end = |join: &Join| &sets[join.from + join.to - middle];
            let (x, y) = (end(one), end(two));
            if x.cells & y.cells != 0 {
                continue;
            }
            let without = mask(one.first) | mask(one.second) | mask(two.first) | mask(two.second);
            shared(x, y, without, &mut gone);
            if !gone.is_empty() {
                return Some(Step::eliminate(Technique::AlsXyWing, gone));
            }
        }
    }
    None
}

/// The digits of a join along which a chain continues: bit 0 for the first digit, bit 1 for the second.
type Active = u8;

impl Join {
    /// The digits of this join that are still available if the chain arrives through `last`; 0 if there are none. If both digits of
    /// the last join are active, only the first is excluded.
    fn active(&self, last: &Join, last_active: Active) -> Active {
        let taken = if last_active == 2 { last.second } else { last.first };
        if self.second == NONE {
            return u8::from(taken != self.first);
        }
        if taken == self.second {
            1
        } else if taken == self.first {
            2
        } else {
            3
        }
    }

    fn digits(&self, active: Active) -> u16 {
        let one = if active & 1 != 0 { mask(self.first) } else { 0 };
        one | if active & 2 != 0 { mask(self.second) } else { 0 }
    }
}

/// A search for all chains that begin with a given set and a given join.
struct Chains<'a> {
    network: &'a Network,
    start: usize,
    /// The digits of the first join that the chain uses.
    first: u16,
    /// For every join and every combination of active digits, as bits: 1 if this state was reached as the second join, 2 if it was
    /// reached as a later join.
    seen: Vec<[u8; 4]>,
    touched: Vec<(usize, Active)>,
    best: Option<(std::cmp::Reverse<usize>, i64, Vec<Candidate>)>,
}

/// Four or more sets in a chain. Picks the chain with the most eliminations; ties are decided by the lowest weighted sum, then by
/// the order of discovery. How a chain continues depends only on the join and its active digits, so each of these states is visited
/// only once.
pub(super) fn xy_chain(network: &Network) -> Option<Step> {
    let mut search = Chains {
        network,
        start: 0,
        first: 0,
        seen: vec![[0; 4]; network.joins.len()],
        touched: Vec::new(),
        best: None,
    };
    for start in 0..network.sets.len() {
        search.start = start;
        for i in network.starts[start]..network.starts[start + 1] {
            let join = &network.joins[i];
            let choices: &[Active] = if join.second == NONE { &[1] } else { &[1, 2] };
            for &active in choices {
                search.first = join.digits(active);
                search.follow(i, active, 1);
                for (j, active) in search.touched.drain(..) {
                    search.seen[j][usize::from(active)] = 0;
                }
            }
        }
    }
    search.best.map(|(.., gone)| Step::eliminate(Technique::AlsXyChain, gone))
}

impl Chains<'_> {
    /// Continues the chain from a join, which is the `depth`th join of the chain; 3 stands for all later joins.
    fn follow(&mut self, join: usize, active: Active, depth: u8) {
        let Network { joins, starts, sets } = self.network;
        let last = &joins[join];
        let following = starts[last.to]..starts[last.to + 1];
        for (i, next) in following.clone().zip(&joins[following]) {
            let now = next.active(last, active);
            if now == 0 {
                continue;
            }
            let depth = (depth + 1).min(3);
            let flag = if depth == 2 { 1 } else { 2 };
            let seen = self.seen[i][usize::from(now)];
            if seen & flag != 0 {
                continue;
            }
            self.seen[i][usize::from(now)] |= flag;
            self.touched.push((i, now));
            if depth == 3 {
                let mut gone = Vec::new();
                shared(&sets[self.start], &sets[next.to], self.first | next.digits(now), &mut gone);
                self.offer(gone);
            }
            // If the join was reached before at another depth, its continuations have already been found.
            if seen == 0 {
                self.follow(i, now, depth);
            }
        }
    }

    fn offer(&mut self, mut gone: Vec<Candidate>) {
        if gone.is_empty() {
            return;
        }
        gone.sort_unstable();
        let key = (std::cmp::Reverse(gone.len()), weighted_sum(&gone));
        if self.best.as_ref().is_none_or(|(count, sum, _)| key < (*count, *sum)) {
            self.best = Some((key.0, key.1, gone));
        }
    }
}
