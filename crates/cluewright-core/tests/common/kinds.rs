//! Random instances of every kind of constraint, over a few cells.

use cluewright_core::constraint::*;
use cluewright_core::{Board, Cell, Random, Value, ValueSet};

/// Cells, their domains, and the cells that the model makes different.
pub(crate) struct Ground {
    pub(crate) first: Vec<i32>,
    pub(crate) domains: Vec<ValueSet>,
    /// The group of each cell: cells in the same group differ.
    pub(crate) groups: Vec<usize>,
}

impl Ground {
    pub(crate) fn random(rng: &mut Random) -> Self {
        let n = 1 + rng.below(5);
        let same = rng.one_in(2);
        let first = rng.between(-2, 2);
        let groups: Vec<usize> = (0..n).map(|i| if rng.one_in(2) { 0 } else { i }).collect();
        let firsts: Vec<i32> = (0..n).map(|_| rng.between(-2, 3)).collect();
        let first = (0..n).map(|i| if same || groups[i] == 0 { first } else { firsts[i] }).collect();
        let width = 1 + rng.below(if n > 4 { 4 } else { 5 }) as u32;
        let mut domains: Vec<ValueSet> = (0..n).map(|_| some_of(rng, ValueSet::below(width))).collect();
        if rng.one_in(20) {
            // Far from the smallest value.
            for d in &mut domains {
                *d = d.shifted(59);
            }
        }
        Self { first, domains, groups }
    }

    pub(crate) fn cells(&self) -> Vec<Cell> {
        (0..self.first.len() as u16).map(Cell).collect()
    }

    pub(crate) fn board(&self) -> Board {
        Board::new(self.domains.clone(), self.first.clone())
    }

    pub(crate) fn differ(&self, a: Cell, b: Cell) -> bool {
        a != b && self.groups[a.index()] == self.groups[b.index()]
    }

    pub(crate) fn firsts(&self, cells: &[Cell]) -> Vec<i32> {
        cells.iter().map(|c| self.first[c.index()]).collect()
    }

    /// A number the cell could hold, or one just beside.
    pub(crate) fn number(&self, rng: &mut Random, cell: Cell) -> i32 {
        let domain = self.domains[cell.index()];
        self.first[cell.index()] + domain.iter().nth(rng.below(domain.len() as usize)).map_or(0, |v| v.0 as i32)
    }

    pub(crate) fn numbers(&self, rng: &mut Random, cells: &[Cell]) -> Vec<i32> {
        cells.iter().map(|&c| self.number(rng, c)).collect()
    }
}

/// A random non-empty part of a non-empty set.
pub(crate) fn some_of(rng: &mut Random, set: ValueSet) -> ValueSet {
    loop {
        let part = set & ValueSet(rng.bits() | rng.bits() & rng.bits());
        if !part.is_empty() {
            return part;
        }
    }
}

fn random_compare(rng: &mut Random) -> Compare {
    *rng.pick(&[Compare::Eq, Compare::Eq, Compare::Ne, Compare::Le, Compare::Ge])
}

// One generator per kind: each makes an instance over some or all of the cells, which is often satisfiable.

pub(crate) fn sum(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    let coefficients: &[i32] =
        rng.pick::<&[i32]>(&[&[1][..], &[1, 1, 1, -1], &[-3, -2, -1, 1, 2, 3], &[1, 10, 100, 1000]]);
    let terms: Vec<(Cell, i32)> = cells.iter().map(|&c| (c, *rng.pick(coefficients))).collect();
    let total = terms.iter().map(|&(c, k)| k * ground.number(rng, c)).sum::<i32>() + *rng.pick(&[0, 0, 0, 1, -2]);
    let mut sum: Kind = Sum::new(&terms, random_compare(rng), total).into();
    sum.learn_differences(&|a, b| ground.differ(a, b));
    sum
}

pub(crate) fn random_layers(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Vec<Vec<Edge>> {
    let mut states = 1;
    let layer = |&cell: &Cell| {
        let next = if rng.one_in(15) { 300 } else { 1 + rng.below(4) };
        let mut edges = Vec::new();
        for _ in 0..=next * 2 {
            let values = some_of(rng, ValueSet::ALL) & ground.domains[cell.index()];
            edges.push(Edge::new(rng.below(states) as u32, rng.below(next) as u32, values));
        }
        if rng.one_in(2) {
            // No state with two edges for one value.
            for i in 0..edges.len() {
                let (done, rest) = edges.split_at_mut(i);
                let taken = done.iter().filter(|e| e.from == rest[0].from).fold(0, |all, e| all | e.values);
                rest[0].values &= !taken;
            }
        }
        states = next;
        edges
    };
    cells.iter().map(layer).collect()
}

fn automaton(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    let layers = random_layers(rng, ground, cells);
    Automaton::new(cells, &ground.firsts(cells), &layers).expect("as many layers as cells").into()
}

fn count(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    let terms: Vec<(Cell, ValueSet)> = cells.iter().map(|&c| (c, some_of(rng, ValueSet::ALL))).collect();
    let total = rng.between(-1, cells.len() as i32 + 1);
    Count::new(&terms, &ground.firsts(cells), random_compare(rng), total).into()
}

fn all_different(_: &mut Random, _: &Ground, cells: &[Cell]) -> Kind {
    AllDifferent::new(cells).into()
}

fn pair(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    let &[a, b, ..] = cells else { return allowed(rng, ground, cells) };
    let (kind, by) = (rng.below(3), rng.between(0, 3));
    let good = |x: i32, y: i32| match kind {
        0 => x != y,
        1 => (x - y).abs() >= by,
        _ => (x * 7 + y * 3 + by) % 3 != 0,
    };
    Pair::of_numbers([a, b], [a, b].map(|c| ground.first[c.index()]), [64, 64], good).into()
}

fn allowed(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    let cell = cells.first().copied().unwrap_or(Cell(0));
    Allowed::new(cell, ground.first[cell.index()], some_of(rng, ValueSet::ALL)).into()
}

fn contains(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    let mut numbers = ground.numbers(rng, cells);
    rng.shuffle(&mut numbers);
    numbers.truncate(rng.below(cells.len() + 1));
    if rng.one_in(4) {
        numbers.push(rng.between(-2, 4));
    }
    Contains::new(cells, &numbers).expect("few").into()
}

/// Lists over the cells; rarely two share one.
fn lists(rng: &mut Random, cells: &[Cell], len: usize) -> Vec<Vec<Cell>> {
    let mut lists: Vec<Vec<Cell>> = cells.chunks_exact(len).map(<[Cell]>::to_vec).collect();
    if rng.one_in(6) {
        lists.push(cells[..len].to_vec());
    }
    lists
}

fn same_multiset(rng: &mut Random, _: &Ground, cells: &[Cell]) -> Kind {
    let len = 1 + rng.below(cells.len().div_ceil(2));
    SameMultiset::new(&lists(rng, cells, len)).expect("equally long").into()
}

fn equal_sums(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    let (a, b) = cells.split_at(rng.below(cells.len() + 1));
    let mut parts = if rng.one_in(2) { lists(rng, cells, 1 + cells.len() / 3) } else { vec![a.to_vec(), b.to_vec()] };
    if rng.one_in(8) {
        parts.push(cells.to_vec());
    }
    let mut sums: Kind = EqualSums::new(&parts).into();
    sums.learn_differences(&|a, b| ground.differ(a, b));
    sums
}

fn connected(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    let terms: Vec<(Cell, ValueSet)> = cells.iter().map(|&c| (c, ValueSet(rng.bits()))).collect();
    let n = cells.len() as u16;
    let mut pairs: Vec<(u16, u16)> = (1..n).map(|i| (i - 1, i)).collect();
    for _ in 0..rng.below(3) {
        let (a, b) = (rng.below(cells.len()) as u16, rng.below(cells.len()) as u16);
        if a != b {
            pairs.push((a, b));
        }
    }
    rng.shuffle(&mut pairs);
    pairs.truncate(pairs.len() - pairs.len().min(rng.below(2)));
    Connected::new(&terms, &ground.firsts(cells), &pairs).expect("few cells").into()
}

fn ranked(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    let alike = |c: &&Cell| ground.first[c.index()] == ground.first[cells[0].index()];
    let cells: Vec<Cell> = cells.iter().filter(alike).copied().collect();
    let len = if cells.len() > 1 { 1 + rng.below(2) } else { 1 };
    let mut lines: Vec<Vec<Cell>> = cells.chunks_exact(len).map(<[Cell]>::to_vec).collect();
    for _ in 0..rng.below(3) {
        let mut line = cells.clone();
        rng.shuffle(&mut line);
        line.truncate(len);
        lines.push(line);
    }
    rng.shuffle(&mut lines);
    let (mut below, mut above) = (Vec::new(), Vec::new());
    for i in 1..lines.len() as u16 {
        match rng.below(6) {
            0 => below.push(i),
            1 => above.push(i),
            _ => {}
        }
    }
    let most = lines.len() + usize::from(rng.one_in(9));
    let rank = 1 + rng.below(most) as u16;
    let mut ranked: Kind = Ranked::new(&lines, rank, &below, &above, rng.one_in(2)).expect("few lines").into();
    ranked.learn_differences(&|a, b| ground.differ(a, b));
    ranked
}

fn unknown_regions(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    let n = if rng.one_in(2) && cells.len() > 1 { cells.len() / 2 } else { cells.len() };
    let (labels, rest) = cells.split_at(n);
    let alike = rest.len() >= n && rest[..n].iter().all(|c| ground.first[c.index()] == ground.first[rest[0].index()]);
    let digits = if alike { &rest[..n] } else { &[] };
    let mut same = Vec::new();
    if let (&[_, _, ..], Some(&says)) = (labels, rest[digits.len()..].first()) {
        same.push((0, 1, says));
    }
    let sizes: Vec<u16> = (1..=n as u16).filter(|s| (n as u16).is_multiple_of(*s)).collect();
    let pairs: Vec<(u16, u16)> = (1..n as u16).map(|i| (i - 1, i)).collect();
    let first = ground.first[labels[0].index()];
    Regions::new(labels, digits, &pairs, &same, *rng.pick(&sizes), first).expect("few cells").into()
}

/// A bound on a weighted sum, as a formula.
#[derive(Debug)]
struct AtMost(Vec<i32>, i32);

impl Formula for AtMost {
    fn holds(&self, numbers: &[i32]) -> bool {
        self.0.iter().zip(numbers).map(|(k, n)| k * n).sum::<i32>() <= self.1
    }

    fn could_hold(&self, domains: &[(i32, ValueSet)]) -> bool {
        let least = |(k, (first, set)): (&i32, &(i32, ValueSet))| set.iter().map(|v| k * (first + v.0 as i32)).min();
        self.0.iter().zip(domains).filter_map(least).sum::<i32>() <= self.1
    }
}

fn evaluated(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    let weights: Vec<i32> = cells.iter().map(|_| rng.between(-2, 2)).collect();
    let total = weights.iter().zip(cells).map(|(k, &c)| k * ground.number(rng, c)).sum();
    Evaluated::new(cells.to_vec(), std::sync::Arc::new(AtMost(weights, total))).into()
}

fn simple(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    let cells = some_cells(rng, cells);
    let simple: Vec<_> = KINDS.iter().filter(|k| !["Any", "All"].contains(&k.0)).collect();
    (rng.pick(&simple).1)(rng, ground, &cells)
}

fn parts(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Vec<Kind> {
    let count = rng.below(4);
    let part = |_| match rng.below(12) {
        0 => all(rng, ground, cells),
        1 => any(rng, ground, cells),
        _ => simple(rng, ground, cells),
    };
    (0..count).map(part).collect()
}

fn all(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    All::new(parts(rng, ground, cells)).into()
}

fn any(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    Any::new(parts(rng, ground, cells)).into()
}

pub(crate) fn some_cells(rng: &mut Random, cells: &[Cell]) -> Vec<Cell> {
    let mut some = cells.to_vec();
    rng.shuffle(&mut some);
    some.truncate(1 + rng.below(cells.len().max(1)));
    some
}

pub(crate) type Generator = fn(&mut Random, &Ground, &[Cell]) -> Kind;

fn between(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    // Usually as in a line of a grid: different cells, and as many numbers as cells if both ends are given.
    let first = ground.first[cells[0].index()];
    let alike = |c: &&Cell| ground.first[c.index()] == first;
    let together: Vec<Cell> =
        ground.cells().iter().filter(alike).copied().filter(|&c| ground.groups[c.index()] == 0).collect();
    let cells: Vec<Cell> = match together.len() {
        3.. if !rng.one_in(4) => together,
        _ => cells.iter().filter(alike).copied().collect(),
    };
    let values = cells.iter().fold(ValueSet::EMPTY, |all, c| all | ground.domains[c.index()]);
    let numbers = ground.numbers(rng, &cells);
    let total = numbers.iter().skip(1).take(rng.below(3)).sum::<i32>();
    let number = |v: Option<Value>| first + v.map_or(0, |v| i32::from(v.0));
    let ends = match values.len() as usize == cells.len() {
        true => Ends::Numbers(number(values.min()), number(values.max())),
        false if rng.one_in(9) => Ends::Numbers(numbers[0], numbers[numbers.len() - 1]),
        false => Ends::Extremes,
    };
    match Between::new(&cells, ends, total, (first, values)) {
        Ok(mut it) => {
            it.learn_differences(&|a, b| ground.differ(a, b));
            it.into()
        }
        // With values far from the first number, an instance of this kind that allows everything.
        Err(_) => Between::new(&cells[..1], Ends::Extremes, 0, (first, ValueSet::below(1))).expect("one value").into(),
    }
}

fn different(rng: &mut Random, ground: &Ground, cells: &[Cell]) -> Kind {
    let first = ground.first[cells[0].index()];
    let counted: Vec<Cell> = cells.iter().copied().filter(|c| ground.first[c.index()] == first).collect();
    let total = match rng.below(3) {
        0 => Total::Cell(*rng.pick(cells)),
        _ => Total::Number(rng.below(counted.len() + 1) as i32),
    };
    let mut it = Different::new(&counted, first, random_compare(rng), total).expect("few cells");
    it.learn_differences(&|a, b| ground.differ(a, b));
    it.into()
}

/// Kind, generator, and the share of the removals of full consistency (with the differences known) that it must
/// reach on these instances, in percent.
pub(crate) const KINDS: &[(&str, Generator, u32)] = &[
    ("Sum", sum, 97),
    ("Automaton", automaton, 100),
    ("Count", count, 85),
    ("AllDifferent", all_different, 100),
    ("Pair", pair, 100),
    ("Allowed", allowed, 100),
    ("All", all, 95),
    ("Any", any, 95),
    ("Evaluated", evaluated, 100),
    ("Contains", contains, 100),
    ("SameMultiset", same_multiset, 99),
    ("EqualSums", equal_sums, 92),
    ("Connected", connected, 99),
    ("Regions", unknown_regions, 90),
    ("Ranked", ranked, 80),
    ("Between", between, 50),
    ("Different", different, 80),
];

pub(crate) fn by_name(name: &str) -> Generator {
    KINDS.iter().find(|k| k.0 == name).expect("a kind of the list").1
}
