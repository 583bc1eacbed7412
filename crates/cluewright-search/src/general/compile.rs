//! A model as flat arrays: who sees whom and what they forbid, the sets, groups and constraints of each cell.

use super::cage::Cage;
use super::cardinality::Cardinality;
use super::derive;
use super::machine::Machines;
use super::merge::Merged;
use super::places;
use super::regions::Territory;
use super::subsets::Subsets;
use super::sum::Parts;
use crate::switches::{Mechanism, Switches};
use cluewright_core::constraint::Compare;
use cluewright_core::model::{CellKind, Truth};
use cluewright_core::{Cell, Constraint, Kind, Model};
use std::collections::HashMap;

/// Lists of numbers, one list per row, in one vector.
#[derive(Debug, Default)]
pub(super) struct Rows {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Rows {
    /// From pairs (row, item): the items of a row keep their order.
    fn new(rows: usize, pairs: &[(u32, u32)]) -> Self {
        let mut start = vec![0u32; rows + 1];
        for &(row, _) in pairs {
            start[row as usize + 1] += 1;
        }
        for i in 0..rows {
            start[i + 1] += start[i];
        }
        let mut at = start.clone();
        let mut items = vec![0; pairs.len()];
        for &(row, item) in pairs {
            items[at[row as usize] as usize] = item;
            at[row as usize] += 1;
        }
        Self { start, items }
    }

    /// Where a row lies in the items.
    #[inline]
    pub(super) fn range(&self, row: usize) -> std::ops::Range<usize> {
        self.start[row] as usize..self.start[row + 1] as usize
    }

    /// One item.
    #[inline]
    pub(super) fn item(&self, at: usize) -> usize {
        self.items[at] as usize
    }

    /// The items of a row.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[u32] {
        &self.items[self.range(row)]
    }
}

/// Sets of cells, one per row: of each only the words that are not empty, with their numbers.
#[derive(Debug, Default)]
pub(super) struct Spans {
    start: Vec<u32>,
    words: Vec<(u32, u64)>,
}

impl Spans {
    /// From rows of cells in rising order.
    fn new<'a>(rows: impl Iterator<Item = &'a [u32]>) -> Self {
        let mut new = Self { start: vec![0], words: Vec::new() };
        for cells in rows {
            let begin = new.words.len();
            for &c in cells {
                match new.words[begin..].last_mut() {
                    Some((word, set)) if *word == c / 64 => *set |= 1 << (c % 64),
                    _ => new.words.push((c / 64, 1 << (c % 64))),
                }
            }
            new.start.push(new.words.len() as u32);
        }
        new
    }

    /// Where a row lies in the words.
    #[inline]
    pub(super) fn range(&self, row: usize) -> std::ops::Range<usize> {
        self.start[row] as usize..self.start[row + 1] as usize
    }

    /// The number of a word of cells, and which of its cells are in the set.
    #[inline]
    pub(super) fn word(&self, at: usize) -> (usize, u64) {
        let (word, set) = self.words[at];
        (word as usize, set)
    }

    /// The words of a row.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[(u32, u64)] {
        &self.words[self.range(row)]
    }

    /// How many cells a row has.
    pub(super) fn count(&self, row: usize) -> usize {
        self.row(row).iter().map(|w| w.1.count_ones() as usize).sum()
    }
}

/// A cell linked by more than "different digits".
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) cell: u16,
    pub(super) relation: u16,
    /// With more values than this left, the first cell takes nothing from the other.
    pub(super) most: u16,
}

/// A set of different cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetInfo {
    /// Does it hold every value?
    pub(super) house: bool,
    /// Its values.
    pub(super) values: u64,
    /// May a search branch on "this value is at this place"? Only when all its cells belong to the answer.
    pub(super) answer: bool,
}

/// A candidate of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) cell: u16,
    pub(super) bit: u64,
}

/// How a constraint is propagated.
#[derive(Debug)]
pub(super) enum How {
    /// By the number of a cage in [`Tools::cages`].
    Cage(u32),
    /// By the number of a sum in [`Tools::sums`].
    Sum(u32),
    /// By the number of a count of all values in [`Tools::cardinalities`].
    Cardinality(u32),
    /// By the number of an automaton in [`Tools::machines`].
    Machine(u32),
    /// By the number of a choice between automata in [`Tools::machines`].
    Choice(u32),
    /// By the number of unknown regions in [`Tools::territories`].
    Regions(u32),
    /// Not at all: others took its place.
    Never,
    /// By its own `propagate`; `again`: what it changed may let it change more.
    Own { again: bool },
}

/// A constraint ready to run. They are numbered as in the model; the derived ones follow.
#[derive(Debug)]
pub(super) struct Runner {
    pub(super) how: How,
    /// 0: soon; 1: after locked candidates; 2: last of all.
    pub(super) level: u8,
    /// How many of its cells (the first) it is about; it looks at the others, too.
    pub(super) own: u16,
    /// An index into the statistics.
    pub(super) kind: u16,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Compiled {
    /// Cells.
    pub(super) n: usize,
    /// Words of a set of cells.
    pub(super) words: usize,
    /// Values of the widest cell.
    pub(super) width: usize,
    /// By cell: is it part of the answer?
    pub(super) answer: Vec<bool>,
    /// By cell: cells that hold a different digit and nothing else is known about the pair.
    pub(super) peers: Spans,
    /// By cell, `most` falling: cells linked by another relation.
    pub(super) near_start: Vec<u32>,
    pub(super) near: Vec<Near>,
    /// `forbids[relation * width + value]`. Relation 0 is "nothing", 1 "different digits".
    pub(super) forbids: Vec<u64>,
    /// By relation, 8 bits of the domain at a time: what all values in those bits forbid together.
    pub(super) together: Vec<u64>,
    /// 256 entries for each 8 values.
    pub(super) chunks: usize,
    /// Are locked candidates looked for? Not without `pair`.
    pub(super) locked: bool,
    /// Are pairs?
    pub(super) pairs: bool,
    /// `pair[a * n + b]`: the relation between two cells; empty when there are too many cells.
    pub(super) pair: Vec<u16>,
    /// By cell, as bits: the cells it is linked to in any way; empty when `pair` is.
    pub(super) linked: Vec<u64>,
    /// The same for those that hold another digit whatever it is, and for those that are linked by more than that.
    pub(super) unlike: Vec<u64>,
    pub(super) nearby: Vec<u64>,
    /// The sets that hold every value, by their numbers, and their cells; by cell, which of them it is in.
    pub(super) houses: Vec<u32>,
    pub(super) house_cells: Spans,
    pub(super) houses_of: Rows,
    /// Values and houses are numbered together, by value first; so many bits for the house.
    pub(super) house_bits: u32,
    /// How many places of a value in a house are few.
    pub(super) few: u8,
    pub(super) sets: Vec<SetInfo>,
    pub(super) set_cells: Rows,
    pub(super) sets_of: Rows,
    pub(super) groups: Vec<Truth>,
    pub(super) members_start: Vec<u32>,
    pub(super) members: Vec<Member>,
    pub(super) groups_of: Rows,
    pub(super) runners: Vec<Runner>,
    pub(super) runner_cells: Rows,
    pub(super) runners_of: Rows,
    /// The same as bits: words of the sets of constraints by level, one level after another, `runner_words` each.
    /// First those that are about the cell, then all that look at it.
    pub(super) wakes: [Spans; 2],
    pub(super) runner_words: usize,
    pub(super) tools: Tools,
    pub(super) derived: Vec<Kind>,
    /// Names of the kinds in the statistics.
    pub(super) kinds: Vec<&'static str>,
}

/// Conditions put together from others come last when they read more cells than this.
const DEAR: usize = 9;
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

impl Compiled {
    /// Flattens a model whose cells hold `dom` at most, and whose sets are houses as `houses` says. `derived` are
    /// further sums that follow from it, `merged` what takes the place of some of its constraints.
    pub(super) fn new(
        model: &Model,
        dom: &[u64],
        houses: &[bool],
        mut derived: Vec<Kind>,
        merged: Merged,
        switches: Switches,
    ) -> Self {
        derived.extend(merged.automata);
        let n = model.len();
        let words = n.div_ceil(64);
        let width = dom.iter().map(|d| 64 - d.leading_zeros() as usize).max().unwrap_or(0).max(1);
        let answer: Vec<bool> = model.cells().iter().map(|c| c.kind != CellKind::Helper).collect();

        let mut set_pairs = Vec::new();
        for (i, set) in model.sets().iter().enumerate() {
            set_pairs.extend(set.cells.iter().map(|c| (i as u32, u32::from(c.0))));
        }
        let set_cells = Rows::new(model.sets().len(), &set_pairs);
        let flipped: Vec<(u32, u32)> = set_pairs.iter().map(|p| (p.1, p.0)).collect();
        let sets_of = Rows::new(n, &flipped);
        let sets: Vec<SetInfo> = model
            .sets()
            .iter()
            .zip(houses)
            .map(|(s, &house)| SetInfo {
                house,
                values: s.cells.iter().fold(0, |all, c| all | dom[c.index()]),
                answer: s.cells.iter().all(|c| answer[c.index()]),
            })
            .collect();

        // Links: every relation of a pair of cells in one.
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

        let house_list: Vec<u32> = (0..sets.len() as u32).filter(|&s| sets[s as usize].house).collect();
        let mut sorted = Vec::new();
        let mut house_start = vec![0];
        for &s in &house_list {
            let begin = sorted.len();
            sorted.extend_from_slice(set_cells.row(s as usize));
            sorted[begin..].sort_unstable();
            house_start.push(sorted.len());
        }
        let house_rows = || house_start.windows(2).map(|w| &sorted[w[0]..w[1]]);
        let house_cells = Spans::new(house_rows());
        let house_pairs: Vec<(u32, u32)> =
            house_rows().enumerate().flat_map(|(h, cells)| cells.iter().map(move |&c| (c, h as u32))).collect();
        let houses_of = Rows::new(n, &house_pairs);

        // Groups.
        let mut members_start = vec![0u32];
        let mut members = Vec::new();
        let mut group_pairs: Vec<(u32, u32)> = Vec::new();
        for (i, group) in model.posted_groups().iter().enumerate() {
            for c in &group.candidates {
                members.push(Member { cell: c.cell.0, bit: 1 << c.value.0 });
                group_pairs.push((u32::from(c.cell.0), i as u32));
            }
            members_start.push(members.len() as u32);
        }
        group_pairs.sort_unstable();
        group_pairs.dedup();

        // Constraints, the derived ones last.
        let mut kinds: Vec<&'static str> = vec!["house", "locked", "hall", "group"];
        let mut tools = Tools::default();
        let mut runners: Vec<Runner> = Vec::new();
        let mut runner_pairs = Vec::new();
        let around = Around {
            dom,
            words,
            pair: &pair,
            linked: &linked,
            differ: &differ,
            sets: &sets,
            set_cells: &set_cells,
            sets_of: &sets_of,
        };
        if switches.has(Mechanism::JoinedSums) {
            derived.extend(derive::joined(model, &around));
        }
        let mut cells: Vec<u32> = Vec::new();
        for (i, kind) in model.constraints().iter().map(|p| &p.kind).chain(&derived).enumerate() {
            if merged.dropped.get(i).is_some_and(|&d| d) {
                runners.push(Runner { how: How::Never, level: 0, own: 0, kind: 0 });
                continue;
            }
            cells.clear();
            cells.extend(kind.cells().iter().map(|c| u32::from(c.0)));
            let own = cells.len() as u16;
            let (how, level, name) = tools.how(model, kind, &around, &mut cells, switches);
            // What follows from others can wait for them.
            let level = if i >= model.constraints().len() { level.max(1) } else { level };
            let level = if switches.has(Mechanism::Prices) { level } else { 1 };
            let at = kinds.iter().position(|k| *k == name).unwrap_or_else(|| {
                kinds.push(name);
                kinds.len() - 1
            });
            let number = runners.len() as u32;
            runner_pairs.extend(cells.iter().map(|&c| (number, c)));
            runners.push(Runner { how, level, own, kind: at as u16 });
        }
        for counts in &merged.counts {
            let how = How::Cardinality(tools.cardinalities.len() as u32);
            tools.cardinalities.push(Cardinality::new(counts, &around));
            runner_pairs.extend(counts.cells.iter().map(|c| (runners.len() as u32, u32::from(c.0))));
            if !kinds.contains(&"cardinality") {
                kinds.push("cardinality");
            }
            let kind = kinds.iter().position(|k| *k == "cardinality").expect("just there") as u16;
            runners.push(Runner { how, level: 1, own: counts.cells.len() as u16, kind });
        }
        let flipped: Vec<(u32, u32)> = runner_pairs.iter().map(|p| (p.1, p.0)).collect();
        let runners_of = Rows::new(n, &flipped);
        let runner_cells = Rows::new(runners.len(), &runner_pairs);
        let runner_words = runners.len().div_ceil(64);
        let rows = |only_own: bool| {
            let mut waking: Vec<Vec<u32>> = Vec::with_capacity(n);
            for c in 0..n {
                let own = |k: u32| {
                    let row = &runner_cells.row(k as usize)[..runners[k as usize].own as usize];
                    !only_own || row.contains(&(c as u32))
                };
                let place = |&k: &u32| u32::from(runners[k as usize].level) * runner_words as u32 * 64 + k;
                let mut row: Vec<u32> = runners_of.row(c).iter().filter(|k| own(**k)).map(place).collect();
                row.sort_unstable();
                waking.push(row);
            }
            Spans::new(waking.iter().map(|r| &r[..]))
        };
        let wakes = [rows(true), rows(false)];
        let peer_rows = Rows::new(n, &peer_pairs);
        Self {
            n,
            words,
            width,
            answer,
            peers: Spans::new((0..n).map(|c| peer_rows.row(c))),
            near_start,
            near,
            forbids: relations.forbids,
            together,
            chunks,
            locked: paired && switches.has(Mechanism::LockedCandidates),
            pairs: paired && switches.has(Mechanism::Pairs),
            pair,
            linked,
            unlike,
            nearby,
            few: places::few(house_list.iter().map(|&s| set_cells.row(s as usize).len()).max().unwrap_or(0)),
            house_bits: house_list.len().max(1).next_power_of_two().trailing_zeros(),
            houses: house_list,
            house_cells,
            houses_of,
            sets,
            set_cells,
            sets_of,
            groups: model.posted_groups().iter().map(|g| g.truth).collect(),
            members_start,
            members,
            groups_of: Rows::new(n, &group_pairs),
            runner_cells,
            runners_of,
            wakes,
            runner_words,
            runners,
            tools,
            derived,
            kinds,
        }
    }
}

impl Compiled {
    /// Does one constraint alone speak of a cell?
    pub(super) fn is_alone(&self, cell: usize) -> bool {
        let linked = self.near_start[cell] != self.near_start[cell + 1] || !self.peers.range(cell).is_empty();
        let grouped = !self.sets_of.row(cell).is_empty() || !self.groups_of.row(cell).is_empty();
        !linked && !grouped && self.runners_of.row(cell).len() == 1
    }

    /// The number of a value and a house together.
    #[inline]
    pub(super) fn value_in_house(&self, value: usize, house: usize) -> usize {
        value << self.house_bits | house
    }

    /// The value and the house of a number.
    #[inline]
    pub(super) fn value_and_house(&self, at: usize) -> (usize, usize) {
        (at >> self.house_bits, at & ((1 << self.house_bits) - 1))
    }

    /// The cells a constraint is about.
    #[inline]
    pub(super) fn own_cells(&self, k: usize) -> &[u32] {
        &self.runner_cells.row(k)[..self.runners[k].own as usize]
    }
}

/// Who sees whom, while a model is compiled.
pub(super) struct Around<'a> {
    /// By cell, what it may hold at most.
    pub(super) dom: &'a [u64],
    words: usize,
    pair: &'a [u16],
    linked: &'a [u64],
    differ: &'a [bool],
    sets: &'a [SetInfo],
    set_cells: &'a Rows,
    sets_of: &'a Rows,
}

impl Around<'_> {
    /// The sets of different cells a cell lies in.
    pub(super) fn sets_of(&self, cell: Cell) -> &[u32] {
        self.sets_of.row(cell.index())
    }

    /// Do two cells hold different digits, by sets or links?
    pub(super) fn differ(&self, a: Cell, b: Cell) -> bool {
        if self.pair.is_empty() {
            return self.sets_of(a).iter().any(|s| self.sets_of(b).contains(s));
        }
        self.differ[self.pair[a.index() * self.dom.len() + b.index()] as usize]
    }

    /// The cells that hold another digit than each of these, in order.
    fn seeing_all(&self, model: &Model, cells: &[Cell]) -> Vec<u32> {
        let n = model.len();
        let mut found = Vec::new();
        if self.pair.is_empty() {
            return found;
        }
        for word in 0..self.words {
            let mut common = cells.iter().fold(u64::MAX, |all, c| all & self.linked[c.index() * self.words + word]);
            while common != 0 {
                let other = word * 64 + common.trailing_zeros() as usize;
                common &= common - 1;
                let differ = cells.iter().all(|c| self.differ[self.pair[c.index() * n + other] as usize]);
                if differ && self.dom[other] >> 16 == 0 {
                    found.push(other as u32);
                }
            }
        }
        found
    }

    /// The houses that hold all of these cells: their values, and where in `around` their other cells are.
    fn houses(&self, cells: &[Cell], around: &[u32], sets_of: &[u32]) -> Vec<(u16, Vec<u16>)> {
        let mut found = Vec::new();
        for &s in sets_of {
            let (info, row) = (&self.sets[s as usize], self.set_cells.row(s as usize));
            let holds = |c: &Cell| row.contains(&u32::from(c.0));
            if !info.house || info.values >> 16 != 0 || row.len() <= cells.len() || !cells.iter().all(holds) {
                continue;
            }
            let others = row.iter().filter(|&&c| !cells.contains(&Cell(c as u16)));
            let places: Option<Vec<u16>> =
                others.map(|c| around.iter().position(|a| a == c).map(|i| i as u16)).collect();
            found.extend(places.map(|p| (info.values as u16, p)));
        }
        found
    }
}

/// What the constraints of a net are propagated with.
#[derive(Debug, Default)]
pub(super) struct Tools {
    pub(super) cages: Vec<Cage>,
    pub(super) sums: Vec<Parts>,
    /// What the sums look up.
    pub(super) subsets: Vec<Subsets>,
    pub(super) cardinalities: Vec<Cardinality>,
    pub(super) machines: Machines,
    pub(super) territories: Vec<Territory>,
}

impl Tools {
    /// The best way to propagate a constraint. `cells` are its cells; those it looks at besides are added.
    fn how(
        &mut self,
        model: &Model,
        kind: &Kind,
        around: &Around<'_>,
        cells: &mut Vec<u32>,
        switches: Switches,
    ) -> (How, u8, &'static str) {
        if let Kind::Regions(regions) = kind
            && switches.has(Mechanism::Territories)
            && let Some(territory) = Territory::new(model, around.dom, regions)
        {
            self.territories.push(territory);
            return (How::Regions(self.territories.len() as u32 - 1), 2, kind.kind_name());
        }
        if let Kind::Automaton(automaton) = kind
            && switches.has(Mechanism::Machines)
            && let Some(at) = self.machines.add(automaton)
        {
            return (How::Machine(at), 1, kind.kind_name());
        }
        if let Kind::Any(any) = kind
            && switches.has(Mechanism::Machines)
            && let Some(at) = self.machines.add_choice(any, |c| model.cells()[c.index()].first)
        {
            return (How::Choice(at), 1, kind.kind_name());
        }
        if let Kind::Sum(sum) = kind {
            let one = sum.terms().all(|t| t.1 == 1) && sum.cliques().iter().all(|&q| q == 0);
            let caged = one && sum.compare() == Compare::Eq && sum.cells().len() > 2;
            if caged && switches.has(Mechanism::Cages) {
                let (mut seeing, mut houses) = (Vec::new(), Vec::new());
                if switches.has(Mechanism::CageSurroundings) {
                    seeing = around.seeing_all(model, sum.cells());
                    houses = around.houses(sum.cells(), &seeing, around.sets_of(sum.cells()[0]));
                }
                if let Some(cage) = Cage::new(model, around.dom, sum, seeing.len(), houses) {
                    cells.extend(seeing);
                    self.cages.push(cage);
                    return (How::Cage(self.cages.len() as u32 - 1), 0, "cage");
                }
            }
            if switches.has(Mechanism::SumParts)
                && let Some(parts) = Parts::new(model, sum, around, &mut self.subsets)
            {
                self.sums.push(parts);
                return (How::Sum(self.sums.len() as u32 - 1), 0, kind.kind_name());
            }
        }
        // What is exact in one pass need not look at its own work again.
        let exact = matches!(kind, Kind::Table(_) | Kind::Automaton(_) | Kind::AllDifferent(_) | Kind::Pair(_));
        let level = match kind {
            Kind::Sum(_) | Kind::Pair(_) => 0,
            Kind::Connected(_) | Kind::Evaluated(_) | Kind::Regions(_) | Kind::Ranked(_) => 2,
            Kind::Any(_) | Kind::All(_) | Kind::Not(_) if kind.cells().len() > DEAR => 2,
            _ => 1,
        };
        (How::Own { again: !exact }, level, kind.kind_name())
    }
}
