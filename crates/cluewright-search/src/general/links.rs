//! The values that each value of a cell forbids in other cells because of links and sets of different cells. All links between
//! two cells are merged into one relation.

use super::rows::{Spans, span};
use crate::bits::{Ones, words_for};
use crate::poll::Poll;
use crate::switches::{Mechanism, Switches};
use cluewright_core::constraint::Compare;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Cell, Constraint, Kind, Model, Rows, ValueSet};

/// A cell linked by a relation other than "different digits".
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) cell: u16,
    /// While the first cell has more values than this left, it removes nothing from the other cell.
    pub(super) most: u16,
    pub(super) relation: u32,
}

/// The cells that see each other, and the values that they forbid each other.
#[derive(Debug)]
pub(super) struct Links {
    /// For each cell, the cells of which it is only known that they hold a different digit.
    pub(super) peers: Spans,
    /// For each cell, the cells linked to it by another relation, in falling order of `most`.
    pub(super) near: Rows<Near>,
    /// `forbids[relation * width + value]`. Relation 0 is "nothing", 1 "different digits".
    pub(super) forbids: Vec<u64>,
    /// For each relation and each group of 8 values, an entry for every subset of the group: the values that all values of the
    /// subset forbid. If there are very many relations, the last ones have no entries, and their `most` is 1.
    together: Vec<u64>,
    /// The number of groups of 8 values (`chunks`), each of which has 256 entries (the last one may have fewer); and the total
    /// number of entries of a relation (`stride`).
    chunks: usize,
    stride: usize,
    /// For each cell, as bits, the cells that certainly hold a different digit; empty if there are too many cells.
    pub(super) unlike: Vec<u64>,
    /// For each cell, as bits, the cells linked to it by another relation (`nearby`), and the cells linked to it in any way
    /// (`linked`). Both and `pair` are empty if all links only mean "different digits".
    pub(super) nearby: Vec<u64>,
    pub(super) linked: Vec<u64>,
    /// `pair[a * n + b]`: the relation between two cells.
    pub(super) pair: Vec<u32>,
}

/// With more cells than this, the tables of all pairs of cells would be too large (4 MB); then locked candidates are not searched
/// for.
const MOST_PAIRED: usize = 1_024;

/// The maximum number of entries in [`Links::together`] (64 MB). A relation without entries removes nothing from a linked cell
/// until the first cell has only one value left.
const MOST_TOGETHER: usize = 8 << 20;

struct Relations {
    width: usize,
    /// The number of relations that may have entries in `together`.
    tabled: usize,
    forbids: Vec<u64>,
    most: Vec<u16>,
    differ: Vec<bool>,
    /// The merged relation for two relations between the same cells.
    merged: QuickMap<(u32, u32), u32>,
    known: QuickMap<Box<[u64]>, u32>,
}

impl Relations {
    fn new(width: usize) -> Self {
        let mut new = Self {
            width,
            tabled: MOST_TOGETHER / stride(width),
            forbids: Vec::new(),
            most: Vec::new(),
            differ: Vec::new(),
            merged: QuickMap::default(),
            known: QuickMap::default(),
        };
        new.add(&vec![0; width]);
        new.add(&(0..width).map(|v| 1 << v).collect::<Vec<u64>>());
        new
    }

    fn add(&mut self, rows: &[u64]) -> u32 {
        if let Some(&known) = self.known.get(rows) {
            return known;
        }
        let id = u32::try_from(self.most.len()).expect("a relation takes more than a byte of memory");
        // A value is removed only if all k remaining values forbid it, so k is at most the number of rows that forbid one value.
        let mut most = 0u16;
        for v in ValueSet(rows.iter().fold(0, |all, r| all | r)) {
            most = most.max(rows.iter().map(|r| (r >> v.0 & 1) as u16).sum());
        }
        self.forbids.extend_from_slice(rows);
        self.most.push(if self.most.len() < self.tabled { most } else { most.min(1) });
        self.differ.push(rows.iter().enumerate().all(|(v, row)| row >> v & 1 == 1));
        self.known.insert(rows.into(), id);
        id
    }

    fn rows(&self, id: u32) -> &[u64] {
        &self.forbids[id as usize * self.width..][..self.width]
    }

    /// Merges relations between the same two cells, each listed once, into the relation that forbids all pairs of values that any
    /// of them forbids.
    fn merge(&mut self, all: &[u32]) -> u32 {
        match *all {
            [] => 0,
            [one] => one,
            [0, other] => other,
            [a, b] => {
                if let Some(&known) = self.merged.get(&(a, b)) {
                    return known;
                }
                let id = self.union(all);
                self.merged.insert((a, b), id);
                id
            }
            _ => self.union(all),
        }
    }

    fn union(&mut self, all: &[u32]) -> u32 {
        let mut rows = vec![0; self.width];
        for &id in all {
            rows.iter_mut().zip(self.rows(id)).for_each(|(to, row)| *to |= row);
        }
        self.add(&rows)
    }

    /// Collects the links of a model as relations. Derived sums of two cells also become links, and are removed from `derived`.
    /// `None` if stopped.
    fn ties(&mut self, model: &Model, derived: &mut Vec<Kind>, poll: &mut Poll<'_>) -> Option<Vec<Tie>> {
        let width = self.width;
        let mut ids: Vec<(u32, u32)> = Vec::with_capacity(model.relations().len());
        for r in model.relations() {
            if poll.is_over(width * width) {
                return None;
            }
            let mut add =
                |rows: &[ValueSet]| self.add(&(0..width).map(|v| rows.get(v).map_or(0, |s| s.0)).collect::<Vec<u64>>());
            ids.push((add(&r.forbids), add(&r.transposed().forbids)));
        }
        let mut ties: Vec<Tie> = Vec::with_capacity(model.links().len());
        for link in model.links() {
            let (forth, back) = ids[link.relation.0 as usize];
            ties.push(Tie { cells: [link.a.0, link.b.0], forth, back });
        }
        let mut sums: QuickMap<OfTwo, (u32, u32)> = QuickMap::default();
        derived.retain(|kind| {
            let Some((cells, sum)) = OfTwo::read(model, kind) else { return true };
            let (forth, back) = *sums.entry(sum).or_insert_with(|| {
                let [forth, back] = sum.forbids(width);
                (self.add(&forth), self.add(&back))
            });
            ties.push(Tie { cells: cells.map(|c| c.0), forth, back });
            false
        });
        Some(ties)
    }

    /// Computes [`Links::together`]; `None` if stopped.
    fn together(&self, poll: &mut Poll<'_>) -> Option<Vec<u64>> {
        let stride = stride(self.width);
        let tabled = self.most.len().min(self.tabled);
        let mut together = vec![u64::MAX; tabled * stride];
        // Relations that forbid something only if a single value is left need no entries; that value is looked up directly.
        for r in (0..tabled).filter(|&r| self.most[r] > 1) {
            if poll.is_over(stride) {
                return None;
            }
            for (chunk, rows) in self.rows(r as u32).chunks(8).enumerate() {
                let at = r * stride + chunk * 256;
                for bits in 1usize..1 << rows.len() {
                    let one = rows[bits.trailing_zeros() as usize];
                    together[at + bits] = together[at + (bits & (bits - 1))] & one;
                }
            }
        }
        Some(together)
    }
}

/// The number of entries that a relation has in [`Links::together`]: 256 for each group of 8 values, fewer for an incomplete last
/// group.
fn stride(width: usize) -> usize {
    let chunks = width.div_ceil(8);
    (chunks - 1) * 256 + (1 << (width - (chunks - 1) * 8))
}

/// Two linked cells, and the relations seen from the first cell (`forth`) and from the second (`back`).
#[derive(Clone, Copy)]
struct Tie {
    cells: [u16; 2],
    forth: u32,
    back: u32,
}

/// A sum that fixes the total of two cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct OfTwo {
    times: [i32; 2],
    firsts: [i32; 2],
    total: i32,
}

impl OfTwo {
    fn read(model: &Model, kind: &Kind) -> Option<([Cell; 2], Self)> {
        let Kind::Sum(sum) = kind else { return None };
        let &[a, b] = sum.cells() else { return None };
        let mut times = [0; 2];
        times.iter_mut().zip(sum.terms()).for_each(|(to, term)| *to = term.1);
        let firsts = [a, b].map(|c| model.cells()[c.index()].first);
        (sum.compare() == Compare::Eq).then(|| ([a, b], Self { times, firsts, total: sum.total() }))
    }

    /// For each of the two cells and each of its values, the values that it forbids in the other cell.
    fn forbids(&self, width: usize) -> [Vec<u64>; 2] {
        let part = |i: usize, v: usize| i64::from(self.times[i]) * (i64::from(self.firsts[i]) + v as i64);
        let (mut forth, mut back) = (vec![0; width], vec![0; width]);
        for (v, forbidden) in forth.iter_mut().enumerate() {
            for (w, forbids) in back.iter_mut().enumerate() {
                if part(0, v) + part(1, w) != i64::from(self.total) {
                    *forbidden |= 1 << w;
                    *forbids |= 1 << v;
                }
            }
        }
        [forth, back]
    }
}

impl Links {
    /// Collects the links of a model, including the differences that follow from its sets. `set_masks` has the cells of each set
    /// as bits, and `sets_of` the sets of each cell. Sums of two cells become links and are removed from `derived`. `None` if
    /// stopped.
    pub(super) fn new(
        model: &Model,
        width: usize,
        set_masks: &[u64],
        sets_of: &Rows,
        derived: &mut Vec<Kind>,
        switches: Switches,
        poll: &mut Poll<'_>,
    ) -> Option<Self> {
        let n = model.len();
        let words = words_for(n);
        let mut relations = Relations::new(width);
        let ties = relations.ties(model, derived, poll)?;
        let mut tie_pairs = Vec::with_capacity(ties.len() * 2);
        for (i, tie) in ties.iter().enumerate() {
            tie_pairs.push((u32::from(tie.cells[0]), i as u32));
            tie_pairs.push((u32::from(tie.cells[1]), i as u32));
        }
        let ties_of = Rows::new(n, &tie_pairs);
        let paired = n <= MOST_PAIRED;
        let square = if paired { n } else { 0 };
        let mut unlike = vec![0u64; square * words];
        let tied = if ties.is_empty() { 0 } else { square };
        let (mut nearby, mut linked) = (vec![0u64; tied * words], vec![0u64; tied * words]);
        let mut pair = vec![0u32; tied * n];
        let mut peers = Spans::with_capacity(n, n * words.min(4));
        let (mut near, mut near_here) = (Rows::with_capacity(n, 0), Vec::<Near>::new());
        // The links of the current cell: the cells that it is linked to, with the relations (`tied_to`); and the relations with
        // one of these cells (`together_with`).
        let (mut tied_to, mut together_with) = (Vec::<(u16, u32)>::new(), Vec::<u32>::new());
        // The cells linked to the current cell: only by "different digits" (`alike`), by another relation (`more`), and the cells
        // that certainly hold a different digit (`differ`).
        let (mut alike, mut more, mut differ) = (vec![0u64; words], vec![0u64; words], vec![0u64; words]);
        for c in 0..n {
            // Merge all relations with each linked cell. Usually the merged relation already exists and is only looked up.
            if poll.is_over(4 * n + words * sets_of.row(c).len() + 10 * ties_of.row(c).len()) {
                return None;
            }
            more.fill(0);
            alike.fill(0);
            for &s in sets_of.row(c) {
                let set = &set_masks[s as usize * words..][..words];
                alike.iter_mut().zip(set).for_each(|(all, set)| *all |= set);
            }
            alike[c / 64] &= !(1 << (c % 64));
            differ.copy_from_slice(&alike);
            for &i in ties_of.row(c) {
                let Tie { cells, forth, back } = ties[i as usize];
                tied_to.push(if usize::from(cells[0]) == c { (cells[1], forth) } else { (cells[0], back) });
            }
            tied_to.sort_unstable();
            tied_to.dedup();
            for ties in tied_to.chunk_by(|a, b| a.0 == b.0) {
                let other = ties[0].0;
                together_with.clear();
                // "Different digits" may come from a set, from a link, or from both.
                let in_a_set = alike[other as usize / 64] >> (other % 64) & 1 == 1;
                if in_a_set || ties.iter().any(|tie| tie.1 == 1) {
                    together_with.push(1);
                }
                together_with.extend(ties.iter().map(|tie| tie.1).filter(|id| *id != 1));
                let known = relations.most.len();
                let relation = relations.merge(&together_with);
                if relations.most.len() > known && poll.is_over(width * width) {
                    return None;
                }
                if relation == 0 {
                    continue;
                }
                let (word, bit) = (other as usize / 64, 1 << (other % 64));
                if relation == 1 {
                    alike[word] |= bit;
                } else {
                    let most = if switches.has(Mechanism::OpenLinks) { relations.most[relation as usize] } else { 1 };
                    near_here.push(Near { cell: other, relation, most });
                    more[word] |= bit;
                    alike[word] &= !bit;
                    if tied > 0 {
                        pair[c * n + other as usize] = relation;
                    }
                }
                if relations.differ[relation as usize] {
                    differ[word] |= bit;
                }
            }
            tied_to.clear();
            near_here.sort_by_key(|x| std::cmp::Reverse(x.most));
            near.push(near_here.drain(..));
            peers.push(span(&alike));
            if paired {
                let row = c * words..(c + 1) * words;
                unlike[row.clone()].copy_from_slice(&differ);
                if tied > 0 {
                    nearby[row.clone()].copy_from_slice(&more);
                    linked[row].iter_mut().zip(alike.iter().zip(&more)).for_each(|(to, (a, b))| *to = a | b);
                    for (word, &set) in alike.iter().enumerate() {
                        Ones(set).for_each(|i| pair[c * n + word * 64 + i] = 1);
                    }
                }
            }
        }
        if near.items().is_empty() {
            (nearby, linked, pair) = Default::default();
        }
        let together = relations.together(poll)?;
        Some(Self {
            peers,
            near,
            forbids: relations.forbids,
            together,
            chunks: width.div_ceil(8),
            stride: stride(width),
            unlike,
            nearby,
            linked,
            pair,
        })
    }

    /// The values that each of the given values forbids.
    #[inline]
    pub(super) fn forbidden_by_all(&self, relation: u32, values: u64) -> u64 {
        let chunks = self.chunks;
        let at = relation as usize * self.stride;
        (0..chunks).fold(u64::MAX, |all, i| all & self.together[at + i * 256 + (values >> (8 * i) & 255) as usize])
    }

    /// Whether the relation between two cells forbids equal values; `None` if there are too many cells for a table of all pairs.
    /// `n` is the number of cells.
    pub(super) fn differ(&self, n: usize, a: usize, b: usize) -> Option<bool> {
        self.unlike.get(a * words_for(n) + b / 64).map(|row| row >> (b % 64) & 1 == 1)
    }

    /// Whether there are few enough cells for tables of all pairs of cells.
    pub(super) fn paired(&self) -> bool {
        !self.unlike.is_empty()
    }
}
