//! Two to four strong links of one digit, joined by weak links: skyscrapers, kites, turbot fish, grouped links, and loops. The
//! ratings are 4.0, 5.4 and 5.8 for two, three and four links, plus 0.1 to 0.3 depending on the kinds of regions.

use super::grid::{Grid, cells};
use super::hint::{Hint, Removes, add};
use super::layout::Layout;
use super::link_ends::{End, Link, links};
use super::memo::Change;
use std::cmp::Ordering;

const BASE: [f64; 3] = [4.0, 5.4, 5.8];
/// The order in which the kinds of regions are tried when searching for a region that contains two ends.
const MEETING: [usize; 10] = [2, 1, 0, 3, 4, 7, 8, 9, 5, 6];

struct Best {
    rating: f64,
    gone: u32,
    suffix: String,
    looped: bool,
    grouped: usize,
    removes: Removes,
}

/// All links of a digit, grouped by kind of region, and their compatibility. Sets of links are bit masks.
struct Table {
    links: Vec<Link>,
    of_kind: [u128; 10],
    /// For each link, the links that share no cell with it and, if they are of the same kind, come from a later region.
    apart: Vec<u128>,
    /// For each link, the links that have an end in the same region as one of its ends.
    near: Vec<u128>,
}

impl Table {
    fn new(layout: &Layout, grid: &Grid, digit: usize) -> Self {
        let mut found = Self { links: Vec::new(), of_kind: [0; 10], apart: Vec::new(), near: Vec::new() };
        for (kind, of_kind) in found.of_kind.iter_mut().enumerate() {
            for region in layout.of_kind(kind) {
                let new = links(layout, grid, region, digit);
                *of_kind |= ((1 << new.len()) - 1) << found.links.len();
                found.links.extend(new);
            }
        }
        let those = |test: &dyn Fn(&Link) -> bool| {
            found.links.iter().enumerate().filter(|(_, b)| test(b)).fold(0_u128, |set, (i, _)| set | 1 << i)
        };
        let kind = |link: &Link| layout.regions[link.region].kind;
        let meet = |a: &Link, b: &Link| a.ends.iter().any(|x| b.ends.iter().any(|y| x.regions & y.regions != 0));
        let apart = |a: &Link, b: &Link| a.cells & b.cells == 0 && (kind(a) != kind(b) || b.region > a.region);
        found.apart = found.links.iter().map(|a| those(&|b| apart(a, b))).collect();
        found.near = found.links.iter().map(|a| those(&|b| meet(a, b))).collect();
        found
    }

    /// The links that would connect all chosen links into one piece.
    fn joins(&self, chosen: &[usize]) -> u128 {
        let mut rest = chosen.iter().fold(0_u128, |set, &i| set | 1 << i);
        let all = rest;
        let mut joins = u128::MAX;
        while rest != 0 {
            let (mut piece, mut new, mut touched) = (0, rest & rest.wrapping_neg(), 0);
            while new != 0 {
                piece |= new;
                touched = cells(new).fold(touched, |set, i| set | self.near[usize::from(i)]);
                new = touched & all & !piece;
            }
            rest &= !piece;
            joins &= touched;
        }
        joins
    }
}

struct Search<'a> {
    layout: &'a Layout,
    grid: &'a Grid,
    size: usize,
    digit: usize,
    table: &'a Table,
    set: &'a [usize],
    chosen: Vec<usize>,
    orders: Vec<Vec<usize>>,
    /// For each kind, the regions of this kind as bits.
    kind_bits: [u64; 10],
    best: Option<Best>,
}

pub(super) fn strong_links(layout: &Layout, grid: &Grid, size: usize, change: Change) -> Option<Hint> {
    let kind_bits = std::array::from_fn(|k| layout.of_kind(k).fold(0, |set, r| set | 1 << r));
    let tables: Vec<(usize, Table)> =
        (0..9).filter(|&d| change.has(d)).map(|digit| (digit, Table::new(layout, grid, digit))).collect();
    let mut search = Search {
        layout,
        grid,
        size,
        digit: 0,
        table: &tables.first()?.1,
        set: &[],
        chosen: Vec::new(),
        orders: orders(size),
        kind_bits,
        best: None,
    };
    let sets = kind_sets(&layout.chain, size);
    for set in &sets {
        search.set = set;
        for (digit, table) in &tables {
            search.digit = *digit;
            search.table = table;
            search.extend(u128::MAX);
        }
    }
    let best = search.best?;
    let (has, n) = (|d: char| best.suffix[1..].contains(d), size);
    let core = if best.looped {
        format!("({n} Strong Links) {}X-Loop", if best.grouped > 0 { "Grouped " } else { "" })
    } else if !has('0') && !has('2') {
        if n < 3 { "Skyscraper".into() } else { format!("{n} Skyscrapers") }
    } else if !has('0') && n < 4 {
        format!("{n}-String Kite")
    } else {
        format!("{n} Strong links")
    };
    let prefix = if best.grouped > 0 && !best.looped { "Grouped " } else { "" };
    Hint::remove(format!("{prefix}{core} {}", best.suffix), best.rating, best.removes)
}

/// The combinations of kinds of links, each in non-descending order; the last kind varies slowest.
fn kind_sets(kinds: &[usize], size: usize) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        // Prepending the possible first kinds makes the last kind vary slowest.
        found = found
            .into_iter()
            .flat_map(|set| {
                let most = set.first().copied().unwrap_or(usize::MAX);
                let before = kinds.iter().copied().filter(move |&k| k <= most);
                before.map(move |k| std::iter::once(k).chain(set.iter().copied()).collect()).collect::<Vec<_>>()
            })
            .collect();
    }
    found
}

/// The orders of the links, generated by counted swaps. Of each order and its reverse, only one is included.
fn orders(size: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..size).collect();
    let mut left: Vec<usize> = (0..=size).collect();
    let mut found = vec![order.clone()];
    let mut at = 1;
    while at < size {
        left[at] -= 1;
        order.swap(if at % 2 == 1 { left[at] } else { 0 }, at);
        found.push(order.clone());
        at = 1;
        while left[at] == 0 {
            left[at] = at;
            at += 1;
        }
    }
    found.retain(|order| is_first(order));
    found
}

/// Whether a list is not greater than its reverse in lexicographic order.
fn is_first(list: &[usize]) -> bool {
    list.iter().le(list.iter().rev())
}

impl Search<'_> {
    fn link(&self, depth: usize) -> &Link {
        &self.table.links[self.chosen[depth]]
    }

    /// Adds the next link in every possible way; `apart` contains the links that are compatible with all chosen links.
    fn extend(&mut self, apart: u128) {
        let depth = self.chosen.len();
        let last = depth + 1 == self.size;
        let able = apart & self.table.of_kind[self.set[depth]];
        for index in cells(if last && able != 0 { able & self.table.joins(&self.chosen) } else { able }) {
            let index = usize::from(index);
            self.chosen.push(index);
            if last {
                self.join();
            } else {
                self.extend(apart & self.table.apart[index]);
            }
            self.chosen.pop();
        }
    }

    /// Tries all orders and directions of the chosen links.
    fn join(&mut self) {
        let n = self.size;
        let mut meets = [[0_u64; 8]; 8];
        let end = |s: &Self, i: usize| s.link(i / 2).ends[i % 2];
        for a in 0..2 * n {
            for b in 0..2 * n {
                meets[a][b] = end(self, a).regions & end(self, b).regions;
            }
        }
        for o in 0..self.orders.len() {
            for turns in 0..1_usize << n {
                let turn = |w: usize| turns >> (n - 1 - w) & 1;
                let order = &self.orders[o];
                let out = |w: usize| order[w] * 2 + (1 - turn(w));
                let into = |w: usize| order[w] * 2 + turn(w);
                if (0..n - 1).any(|w| meets[out(w)][into(w + 1)] == 0) {
                    continue;
                }
                let joints: Vec<(usize, usize)> = (0..n - 1).map(|w| (out(w), into(w + 1))).collect();
                let (first, last) = (into(0), out(n - 1));
                let looped = meets[first][last] != 0;
                if looped && (turn(0) != 0 || !self.starts_lowest(order[0])) {
                    continue;
                }
                let kinds: Vec<usize> = order.iter().map(|&i| self.set[i]).collect();
                let end_of = |i: usize| end(self, i);
                let ends = (end_of(first), end_of(last));
                let joints: Vec<(End, End)> = joints.iter().map(|&(a, b)| (end_of(a), end_of(b))).collect();
                self.judge(&kinds, ends, &joints, looped);
            }
        }
    }

    /// Whether no link has a lower region than the first link.
    fn starts_lowest(&self, first: usize) -> bool {
        let number = |d: usize| self.link(d).region;
        (0..self.size).all(|d| number(first) <= number(d))
    }

    fn meeting(&self, regions: u64) -> u128 {
        let hit = MEETING.iter().map(|&k| regions & self.kind_bits[k]).find(|&r| r != 0);
        hit.map_or(0, |r| self.layout.regions[r.trailing_zeros() as usize].set)
    }

    fn judge(&mut self, kinds: &[usize], (start, end): (End, End), joints: &[(End, End)], looped: bool) {
        let bases = (0..self.size).fold(0, |set, d| set | self.layout.regions[self.link(d).region].set);
        let here = self.grid.cells[self.digit] & !bases;
        let mut gone = start.sees & end.sees & here;
        let mut total = 0;
        let mut parts = Vec::new();
        if looped {
            for (a, b) in joints {
                parts.push(a.sees & b.sees & here);
            }
        } else {
            for (a, b) in joints {
                gone &= !self.meeting(a.regions & b.regions);
            }
        }
        parts.insert(0, gone);
        for part in &parts {
            total += part.count_ones();
        }
        if total == 0 {
            return;
        }
        let grouped = (0..self.size).filter(|&d| self.link(d).grouped).count();
        let suffix = format!("{grouped}{}", suffix(kinds));
        let has = |d: char| suffix[1..].contains(d);
        let rating = BASE[self.size - 2]
            + if grouped > 0 || ('3'..='9').any(has) {
                0.3
            } else {
                match (has('0'), has('2')) {
                    (false, false) => 0.0,
                    (true, true) => 0.2,
                    _ => 0.1,
                }
            };
        let order = self.best.as_ref().map_or(Ordering::Less, |b| {
            rating.total_cmp(&b.rating).then(b.gone.cmp(&total)).then(suffix.cmp(&b.suffix))
        });
        if order == Ordering::Less {
            let mut removes = Removes::new();
            for part in parts {
                cells(part).for_each(|c| add(&mut removes, c, 1 << self.digit));
            }
            self.best = Some(Best { rating, gone: total, suffix, looped, grouped, removes });
        }
    }
}

/// The kinds of the links as digits. Reversing the links, or exchanging rows and columns, gives equivalent variants, of which the
/// lexicographically first is used.
fn suffix(kinds: &[usize]) -> String {
    let mut list = kinds.to_vec();
    if !is_first(&list) {
        list.reverse();
    }
    let swap = |k: usize| {
        if k == 1 {
            2
        } else if k == 2 {
            1
        } else {
            k
        }
    };
    let text = |list: &[usize]| list.iter().map(|k| char::from(b'0' + *k as u8)).collect::<String>();
    if !list.contains(&1) {
        return text(&list.iter().map(|&k| swap(k)).collect::<Vec<_>>());
    }
    let swapped: Vec<usize> = list.iter().map(|&k| swap(k)).collect();
    let reversed: Vec<usize> = swapped.iter().rev().copied().collect();
    text(&list).min(text(&swapped)).min(text(&reversed))
}
