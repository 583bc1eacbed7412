//! What a value of a cell forbids the others: every link, and being in one set of different cells, taken together by pair
//! of cells.

use super::rows::{Rows, Spans};
use crate::switches::{Mechanism, Switches};
use cluewright_core::constraint::Compare;
use cluewright_core::{Cell, Constraint, Kind, Model};
use std::collections::HashMap;

/// A cell linked by more than "different digits".
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) cell: u16,
    pub(super) relation: u16,
    /// With more values than this left, the first cell takes nothing from the other.
    pub(super) most: u16,
}

/// Who sees whom, and what follows from it.
#[derive(Debug)]
pub(super) struct Links {
    /// By cell: cells that hold a different digit and nothing else is known about the pair.
    pub(super) peers: Spans,
    /// By cell, `most` falling: cells linked by another relation.
    pub(super) near_start: Vec<u32>,
    pub(super) near: Vec<Near>,
    /// `forbids[relation * width + value]`. Relation 0 is "nothing", 1 "different digits".
    pub(super) forbids: Vec<u64>,
    /// By relation, 8 bits of the domain at a time: what all values in those bits forbid together.
    together: Vec<u64>,
    /// 256 entries for each 8 values.
    chunks: usize,
    /// By relation: does it forbid equal values?
    differ: Vec<bool>,
    /// `pair[a * n + b]`: the relation between two cells; empty when there are too many cells.
    pub(super) pair: Vec<u16>,
    /// By cell, as bits: the cells it is linked to in any way; empty when `pair` is.
    pub(super) linked: Vec<u64>,
    /// The same for those that hold another digit whatever it is, and for those that are linked by more than that.
    pub(super) unlike: Vec<u64>,
    pub(super) nearby: Vec<u64>,
}

/// With more cells the square tables would be too large (2 MB); locked candidates are then left out.
const MOST_PAIRED: usize = 1_024;

struct Relations {
    width: usize,
    forbids: Vec<u64>,
    most: Vec<u16>,
    /// Two relations of one pair of cells make one.
    merged: HashMap<(u16, u16), u16>,
    known: HashMap<Vec<u64>, u16>,
}

impl Relations {
    fn new(width: usize) -> Self {
        let mut new =
            Self { width, forbids: Vec::new(), most: Vec::new(), merged: HashMap::new(), known: HashMap::new() };
        new.add(&vec![0; width]);
        new.add(&(0..width).map(|v| 1 << v).collect::<Vec<u64>>());
        new
    }

    fn add(&mut self, rows: &[u64]) -> u16 {
        if let Some(&known) = self.known.get(rows) {
            return known;
        }
        let id = self.most.len() as u16;
        // With k values left, all k must forbid a value: so k is at most the rows that forbid one value.
        let mut most = 0;
        for bit in 0..64 {
            most = most.max(rows.iter().filter(|r| *r >> bit & 1 == 1).count());
        }
        self.forbids.extend_from_slice(rows);
        self.most.push(most as u16);
        self.known.insert(rows.to_vec(), id);
        id
    }

    fn merge(&mut self, a: u16, b: u16) -> u16 {
        if a == b || b == 0 {
            return a;
        }
        if a == 0 {
            return b;
        }
        if let Some(&known) = self.merged.get(&(a, b)) {
            return known;
        }
        let w = self.width;
        let rows: Vec<u64> =
            (0..w).map(|v| self.forbids[a as usize * w + v] | self.forbids[b as usize * w + v]).collect();
        let id = self.add(&rows);
        self.merged.insert((a, b), id);
        id
    }
}

/// Two cells and what a value of each forbids the other: the numbers of two relations.
#[derive(Clone, Copy)]
struct Tie {
    cells: [u16; 2],
    forth: u16,
    back: u16,
}

/// For a sum that fixes the total of two cells: what the values of each forbid the other.
fn sum_of_two(model: &Model, kind: &Kind, width: usize) -> Option<([Cell; 2], [Vec<u64>; 2])> {
    let Kind::Sum(sum) = kind else { return None };
    let &[a, b] = sum.cells() else { return None };
    if sum.compare() != Compare::Eq {
        return None;
    }
    let first = |c: Cell| i64::from(model.cells()[c.index()].first);
    let times: Vec<i64> = sum.terms().map(|t| i64::from(t.1)).collect();
    let (mut forth, mut back) = (vec![0; width], vec![0; width]);
    for (v, forbidden) in forth.iter_mut().enumerate() {
        for (w, forbids) in back.iter_mut().enumerate() {
            if times[0] * (first(a) + v as i64) + times[1] * (first(b) + w as i64) != i64::from(sum.total()) {
                *forbidden |= 1 << w;
                *forbids |= 1 << v;
            }
        }
    }
    Some(([a, b], [forth, back]))
}

impl Links {
    /// Those of a model, its sets of different cells among them, by set and by cell. Sums of two cells are taken out of
    /// `derived`.
    pub(super) fn new(
        model: &Model,
        width: usize,
        set_cells: &Rows,
        sets_of: &Rows,
        derived: &mut Vec<Kind>,
        switches: Switches,
    ) -> Self {
        let n = model.len();
        let words = n.div_ceil(64);
        let mut relations = Relations::new(width);
        let full = |rows: &[cluewright_core::ValueSet]| -> Vec<u64> {
            (0..width).map(|v| rows.get(v).map_or(0, |s| s.0)).collect()
        };
        let ids: Vec<(u16, u16)> = model
            .relations()
            .iter()
            .map(|r| (relations.add(&full(&r.forbids)), relations.add(&full(&r.transposed().forbids))))
            .collect();
        let mut ties: Vec<Tie> = Vec::with_capacity(model.links().len());
        for link in model.links() {
            let (forth, back) = ids[link.relation.0 as usize];
            ties.push(Tie { cells: [link.a.0, link.b.0], forth, back });
        }
        // A sum of two cells that follows from others is a link like any other.
        derived.retain(|kind| {
            let rows = sum_of_two(model, kind, width);
            if let Some((cells, [forth, back])) = &rows {
                let (forth, back) = (relations.add(forth), relations.add(back));
                ties.push(Tie { cells: cells.map(|c| c.0), forth, back });
            }
            rows.is_none()
        });
        let mut tie_pairs = Vec::with_capacity(ties.len() * 2);
        for (i, tie) in ties.iter().enumerate() {
            tie_pairs.push((u32::from(tie.cells[0]), i as u32));
            tie_pairs.push((u32::from(tie.cells[1]), i as u32));
        }
        let ties_of = Rows::new(n, &tie_pairs);
        let paired = n <= MOST_PAIRED;
        let mut pair = if paired { vec![0u16; n * n] } else { Vec::new() };
        let mut linked = if paired { vec![0u64; n * words] } else { Vec::new() };
        let mut peer_pairs = Vec::new();
        let mut near_start = vec![0u32];
        let mut near: Vec<Near> = Vec::new();
        let mut relation_to = vec![0u16; n];
        let mut touched: Vec<u16> = Vec::new();
        for c in 0..n {
            for &s in sets_of.row(c) {
                for &other in set_cells.row(s as usize) {
                    if other as usize != c && relation_to[other as usize] == 0 {
                        relation_to[other as usize] = 1;
                        touched.push(other as u16);
                    }
                }
            }
            for &i in ties_of.row(c) {
                let Tie { cells, forth, back } = ties[i as usize];
                let (other, relation) = if usize::from(cells[0]) == c { (cells[1], forth) } else { (cells[0], back) };
                let old = relation_to[other as usize];
                if old == 0 && relation != 0 {
                    touched.push(other);
                }
                relation_to[other as usize] = relations.merge(old, relation);
            }
            touched.sort_unstable();
            for &other in &touched {
                let relation = relation_to[other as usize];
                relation_to[other as usize] = 0;
                if relation == 1 {
                    peer_pairs.push((c as u32, u32::from(other)));
                } else {
                    let most = if switches.has(Mechanism::OpenLinks) { relations.most[relation as usize] } else { 1 };
                    near.push(Near { cell: other, relation, most });
                }
                if paired {
                    pair[c * n + other as usize] = relation;
                    linked[c * words + other as usize / 64] |= 1 << (other % 64);
                }
            }
            touched.clear();
            near[near_start[c] as usize..].sort_by_key(|x| std::cmp::Reverse(x.most));
            near_start.push(near.len() as u32);
        }
        let chunks = width.div_ceil(8);
        let mut together = vec![u64::MAX; relations.most.len() * chunks * 256];
        for r in 0..relations.most.len() {
            if relations.most[r] < 2 {
                continue; // one value left is looked up by itself
            }
            for chunk in 0..chunks {
                let at = (r * chunks + chunk) * 256;
                // What no value stands for is never looked up.
                for bits in 1usize..1 << (width - chunk * 8).min(8) {
                    let low = bits.trailing_zeros() as usize;
                    let v = chunk * 8 + low;
                    let one = relations.forbids[r * width + v];
                    together[at + bits] = together[at + (bits & (bits - 1))] & one;
                }
            }
        }

        // Which relations forbid equal values.
        let differ: Vec<bool> = relations
            .forbids
            .chunks_exact(width)
            .map(|rows| rows.iter().enumerate().all(|(v, row)| row >> v & 1 == 1))
            .collect();
        let mut unlike = vec![0u64; linked.len()];
        let mut nearby = vec![0u64; if near.is_empty() { 0 } else { linked.len() }];
        if paired {
            for (at, &word) in linked.iter().enumerate() {
                let (c, base) = (at / words, at % words * 64);
                let mut rest = word;
                while rest != 0 {
                    let low = rest & rest.wrapping_neg();
                    rest &= rest - 1;
                    let relation = pair[c * n + base + low.trailing_zeros() as usize];
                    unlike[at] |= if differ[relation as usize] { low } else { 0 };
                    if relation > 1 {
                        nearby[at] |= low;
                    }
                }
            }
        }
        let peer_rows = Rows::new(n, &peer_pairs);
        Self {
            peers: Spans::new((0..n).map(|c| peer_rows.row(c).iter().copied())),
            near_start,
            near,
            forbids: relations.forbids,
            together,
            chunks,
            differ,
            pair,
            linked,
            unlike,
            nearby,
        }
    }

    /// What every one of these values forbids.
    #[inline]
    pub(super) fn forbidden_by_all(&self, relation: u16, values: u64) -> u64 {
        let chunks = self.chunks;
        let at = relation as usize * chunks * 256;
        (0..chunks).fold(u64::MAX, |all, i| all & self.together[at + i * 256 + (values >> (8 * i) & 255) as usize])
    }

    /// Does the relation of two cells, if known, forbid equal values? There are `n` cells.
    pub(super) fn differ(&self, n: usize, a: usize, b: usize) -> Option<bool> {
        (!self.pair.is_empty()).then(|| self.differ[self.pair[a * n + b] as usize])
    }
}
