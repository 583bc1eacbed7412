//! Rules as conditions over cells: how each is unrolled, and separately what it means.

#![allow(clippy::cast_possible_truncation, reason = "small numbers of tests")]

use cluewright_rules::compile::{Bool, Dfa, Graph, Num};
use std::sync::Arc;

/// What the rules are built from.
pub trait Words {
    fn le(&mut self, a: Num, b: Num) -> Bool;
    fn lt(&mut self, a: Num, b: Num) -> Bool;
    fn abs(&mut self, a: Num) -> Num;
    fn sum(&mut self, list: &[Num]) -> Num;
    fn min(&mut self, list: &[Num]) -> Num;
    fn count(&mut self, list: &[Bool]) -> Num;
    fn exactly(&mut self, k: i64, list: &[Bool]) -> Bool;
}

impl Words for Graph<'_> {
    fn le(&mut self, a: Num, b: Num) -> Bool {
        let d = self.sub(a, b);
        self.between(d, i64::MIN, 0)
    }

    fn lt(&mut self, a: Num, b: Num) -> Bool {
        let d = self.sub(a, b);
        self.between(d, i64::MIN, -1)
    }

    fn abs(&mut self, a: Num) -> Num {
        let b = self.scale(a, -1);
        self.max(&[a, b])
    }

    fn sum(&mut self, list: &[Num]) -> Num {
        self.linear(0, &list.iter().map(|&n| (n, 1)).collect::<Vec<_>>())
    }

    fn min(&mut self, list: &[Num]) -> Num {
        let negated: Vec<Num> = list.iter().map(|&n| self.scale(n, -1)).collect();
        let max = self.max(&negated);
        self.scale(max, -1)
    }

    fn count(&mut self, list: &[Bool]) -> Num {
        let (one, none) = (self.number(1), self.number(0));
        let list: Vec<Num> = list.iter().map(|&c| self.choose(c, one, none)).collect();
        self.sum(&list)
    }

    fn exactly(&mut self, k: i64, list: &[Bool]) -> Bool {
        let n = self.count(list);
        self.between(n, k, k)
    }
}

pub fn whisper(g: &mut Graph, l: &[Num], k: i64) -> Bool {
    let parts: Vec<Bool> = l
        .windows(2)
        .map(|w| {
            let d = g.sub(w[0], w[1]);
            let d = g.abs(d);
            g.between(d, k, i64::MAX)
        })
        .collect();
    g.all(&parts)
}

pub fn renban(g: &mut Graph, l: &[Num]) -> Bool {
    let (high, low) = (g.max(l), g.min(l));
    let spread = g.sub(high, low);
    let n = l.len() as i64 - 1;
    let (a, b) = (g.distinct(l), g.between(spread, n, n));
    g.and(a, b)
}

pub fn is_renban(l: &[i64]) -> bool {
    let mut s = l.to_vec();
    s.sort_unstable();
    s.windows(2).all(|w| w[1] == w[0] + 1)
}

pub fn sandwich(g: &mut Graph, l: &[Num], low: i64, high: i64, total: i64) -> Bool {
    let crust: Vec<Bool> = l.iter().map(|&c| g.within(c, &[low, high])).collect();
    let mut parts = Vec::new();
    for end in [low, high] {
        let is: Vec<Bool> = l.iter().map(|&c| g.between(c, end, end)).collect();
        parts.push(g.exactly(1, &is));
    }
    let zero = g.number(0);
    let terms: Vec<Num> = (0..l.len())
        .map(|i| {
            let (a, b) = (g.any(&crust[..i]), g.any(&crust[i + 1..]));
            let inside = g.all(&[a, b, !crust[i]]);
            g.choose(inside, l[i], zero)
        })
        .collect();
    let sum = g.sum(&terms);
    parts.push(g.between(sum, total, total));
    g.all(&parts)
}

pub fn is_sandwich(l: &[i64], low: i64, high: i64, total: i64) -> bool {
    let at = |d: i64| -> Vec<usize> { (0..l.len()).filter(|&i| l[i] == d).collect() };
    let (a, b) = (at(low), at(high));
    if a.len() != 1 || b.len() != 1 {
        return false;
    }
    let (from, to) = (a[0].min(b[0]), a[0].max(b[0]));
    l[from + 1..to].iter().sum::<i64>() == total
}

/// Both lists contain the same numbers, each equally often.
pub fn same_digits(g: &mut Graph, a: &[Num], b: &[Num]) -> Bool {
    let bounds = || a.iter().chain(b).map(|&n| g.bounds(n));
    let (low, high) = (bounds().map(|b| b.0).min().unwrap_or(0), bounds().map(|b| b.1).max().unwrap_or(0));
    let mut parts = Vec::new();
    for v in low..=high {
        let [x, y] = [a, b].map(|list| {
            let is: Vec<Bool> = list.iter().map(|&n| g.between(n, v, v)).collect();
            g.count(&is)
        });
        parts.push(g.eq(x, y));
    }
    g.all(&parts)
}

pub fn skyscraper(g: &mut Graph, l: &[Num], n: i64) -> Bool {
    let seen: Vec<Bool> = (0..l.len())
        .map(|i| {
            let before = g.max(&l[..i]);
            g.lt(before, l[i])
        })
        .collect();
    g.exactly(n, &seen)
}

pub fn is_skyscraper(l: &[i64], n: i64) -> bool {
    let (mut top, mut count) = (i64::MIN, 0);
    for &d in l {
        if d > top {
            top = d;
            count += 1;
        }
    }
    count == n
}

pub fn x_sum(g: &mut Graph, l: &[Num], total: i64) -> Bool {
    let zero = g.number(0);
    let terms: Vec<Num> = (0..l.len())
        .map(|i| {
            let reached = g.between(l[0], i as i64 + 1, i64::MAX);
            g.choose(reached, l[i], zero)
        })
        .collect();
    let sum = g.sum(&terms);
    let inside = g.between(l[0], 1, l.len() as i64);
    let hit = g.between(sum, total, total);
    g.and(inside, hit)
}

pub fn is_x_sum(l: &[i64], total: i64) -> bool {
    l[0] >= 1 && l[0] <= l.len() as i64 && l[..l[0] as usize].iter().sum::<i64>() == total
}

pub fn between_line(g: &mut Graph, l: &[Num]) -> Bool {
    let n = l.len();
    let ends = [l[0], l[n - 1]];
    let (low, high) = (g.min(&ends), g.max(&ends));
    let parts: Vec<Bool> = l[1..n - 1].iter().flat_map(|&c| [g.lt(low, c), g.lt(c, high)]).collect();
    g.all(&parts)
}

pub fn is_between(l: &[i64]) -> bool {
    let (a, b) = (l[0], l[l.len() - 1]);
    l[1..l.len() - 1].iter().all(|&c| c > a.min(b) && c < a.max(b))
}

pub fn zipper(g: &mut Graph, l: &[Num]) -> Bool {
    let n = l.len();
    let middle = if n % 2 == 1 { l[n / 2] } else { g.add(l[n / 2 - 1], l[n / 2]) };
    let parts: Vec<Bool> = (0..(n - 1) / 2)
        .map(|i| {
            let sum = g.add(l[i], l[n - 1 - i]);
            g.eq(sum, middle)
        })
        .collect();
    g.all(&parts)
}

pub fn is_zipper(l: &[i64]) -> bool {
    let n = l.len();
    let middle = if n % 2 == 1 { l[n / 2] } else { l[n / 2 - 1] + l[n / 2] };
    (0..(n - 1) / 2).all(|i| l[i] + l[n - 1 - i] == middle)
}

pub fn palindrome(g: &mut Graph, l: &[Num]) -> Bool {
    let n = l.len();
    let parts: Vec<Bool> = (0..n / 2).map(|i| g.eq(l[i], l[n - 1 - i])).collect();
    g.all(&parts)
}

pub fn entropic(g: &mut Graph, l: &[Num], third: i64) -> Bool {
    let k = g.number(third);
    let class: Vec<Num> = l
        .iter()
        .map(|&c| {
            let c = g.plus(c, -1);
            g.floor_div(c, k)
        })
        .collect();
    let parts: Vec<Bool> = class.windows(3).map(|w| g.distinct(w)).collect();
    g.all(&parts)
}

pub fn nabner(g: &mut Graph, l: &[Num]) -> Bool {
    let mut parts = Vec::new();
    for i in 0..l.len() {
        for j in 0..i {
            let d = g.sub(l[i], l[j]);
            let d = g.abs(d);
            parts.push(g.between(d, 2, i64::MAX));
        }
    }
    g.all(&parts)
}

pub fn region_sums(g: &mut Graph, l: &[Num], lengths: &[usize]) -> Bool {
    let mut sums = Vec::new();
    let mut from = 0;
    for &n in lengths {
        sums.push(g.sum(&l[from..from + n]));
        from += n;
    }
    let parts: Vec<Bool> = sums.windows(2).map(|w| g.eq(w[0], w[1])).collect();
    g.all(&parts)
}

pub fn lunchbox(g: &mut Graph, l: &[Num], total: i64) -> Bool {
    let (low, high) = (g.min(l), g.max(l));
    let crust: Vec<Bool> = l
        .iter()
        .map(|&c| {
            let (a, b) = (g.eq(c, low), g.eq(c, high));
            g.or(a, b)
        })
        .collect();
    let zero = g.number(0);
    let terms: Vec<Num> = (0..l.len())
        .map(|i| {
            let (a, b) = (g.any(&crust[..i]), g.any(&crust[i + 1..]));
            let inside = g.all(&[a, b, !crust[i]]);
            g.choose(inside, l[i], zero)
        })
        .collect();
    let sum = g.sum(&terms);
    let (a, b) = (g.distinct(l), g.between(sum, total, total));
    g.and(a, b)
}

pub fn is_lunchbox(l: &[i64], total: i64) -> bool {
    let mut s = l.to_vec();
    s.sort_unstable();
    s.dedup();
    if s.len() < l.len() {
        return false;
    }
    let at = |d: i64| l.iter().position(|&x| x == d).expect("it is there");
    let (a, b) = (at(s[0]), at(s[s.len() - 1]));
    let inside: i64 = if a == b { 0 } else { l[a.min(b) + 1..a.max(b)].iter().sum() };
    inside == total
}

pub fn numbered_room(g: &mut Graph, l: &[Num], n: i64) -> Bool {
    let there = g.element(l, l[0]);
    let (a, b) = (g.between(l[0], 1, l.len() as i64), g.between(there, n, n));
    g.and(a, b)
}

pub fn index_line(g: &mut Graph, l: &[Num], at: usize, n: i64) -> Bool {
    let there = g.element(l, l[at]);
    let (a, b) = (g.between(l[at], 1, l.len() as i64), g.between(there, n, n));
    g.and(a, b)
}

/// The first cell is X and the last cell is Y: the digits in the overlap of (or in the gap between) the first X and the
/// last Y cells add up to the total.
pub fn battlefield(g: &mut Graph, l: &[Num], total: i64) -> Bool {
    let n = l.len();
    let zero = g.number(0);
    let terms: Vec<Num> = (0..n)
        .map(|i| {
            let a = g.between(l[0], i as i64 + 1, i64::MAX);
            let b = g.between(l[n - 1], (n - i) as i64, i64::MAX);
            let same = g.select(a, b, !b);
            g.choose(same, l[i], zero)
        })
        .collect();
    let sum = g.sum(&terms);
    g.between(sum, total, total)
}

pub fn is_battlefield(l: &[i64], total: i64) -> bool {
    let n = l.len() as i64;
    let covered = |i: i64| u8::from(i < l[0]) + u8::from(i >= n - l[l.len() - 1]);
    (0..n).filter(|&i| covered(i) != 1).map(|i| l[i as usize]).sum::<i64>() == total
}

pub fn circles(g: &mut Graph, l: &[Num], values: std::ops::RangeInclusive<i64>) -> Bool {
    let parts: Vec<Bool> = values
        .map(|v| {
            let is: Vec<Bool> = l.iter().map(|&c| g.between(c, v, v)).collect();
            let some = g.any(&is);
            let right = g.exactly(v, &is);
            !g.and(some, !right)
        })
        .collect();
    g.all(&parts)
}

pub fn is_circles(l: &[i64]) -> bool {
    l.iter().all(|&d| l.iter().filter(|&&e| e == d).count() as i64 == d)
}

pub fn tens(low: i64, high: i64, total: i64) -> Arc<Dfa> {
    let dfa = Dfa::explore(
        low,
        high,
        0,
        |&s, n| (s + n <= total).then(|| if s + n == total { 0 } else { s + n }),
        |&s| s == 0,
    );
    Arc::new(dfa.expect("few states"))
}

pub fn is_tens(l: &[i64], total: i64) -> bool {
    let mut sum = 0;
    for &d in l {
        sum += d;
        if sum > total {
            return false;
        }
        if sum == total {
            sum = 0;
        }
    }
    sum == 0
}

/// The digits strictly increase.
pub fn thermo(g: &mut Graph, l: &[Num]) -> Bool {
    let parts: Vec<Bool> = l.windows(2).map(|w| g.lt(w[0], w[1])).collect();
    g.all(&parts)
}

/// The last cell is the sum of the others.
pub fn arrow(g: &mut Graph, l: &[Num]) -> Bool {
    let sum = g.sum(&l[1..]);
    g.eq(sum, l[0])
}

/// The first two cells, read as a number, equal the sum of the others.
pub fn pill_arrow(g: &mut Graph, l: &[Num]) -> Bool {
    let number = g.linear(0, &[(l[0], 10), (l[1], 1)]);
    let sum = g.sum(&l[2..]);
    g.eq(sum, number)
}

/// The digits before the first highest digit add up to the total.
pub fn sum_before_max(g: &mut Graph, l: &[Num], total: i64) -> Bool {
    let zero = g.number(0);
    let high = g.max(l);
    let terms: Vec<Num> = (0..l.len())
        .map(|i| {
            let upto = g.max(&l[..=i]);
            let before = g.lt(upto, high);
            g.choose(before, l[i], zero)
        })
        .collect();
    let sum = g.sum(&terms);
    g.between(sum, total, total)
}

/// The first digit is the number of skyscrapers visible in the other cells.
pub fn skyscraper_in_cell(g: &mut Graph, l: &[Num]) -> Bool {
    let seen: Vec<Bool> = (1..l.len())
        .map(|i| {
            let before = g.max(&l[1..i]);
            g.lt(before, l[i])
        })
        .collect();
    let count = g.count(&seen);
    g.eq(count, l[0])
}

/// The sum is prime.
pub fn prime_sum(g: &mut Graph, l: &[Num]) -> Bool {
    let sum = g.sum(l);
    let primes: Vec<i64> = (2..200).filter(|n| (2..*n).all(|d| n % d != 0)).collect();
    g.within(sum, &primes)
}

/// The first digit is the number of different digits in the other cells.
pub fn count_distinct(g: &mut Graph, l: &[Num], digits: std::ops::RangeInclusive<i64>) -> Bool {
    let held: Vec<Bool> = digits
        .map(|v| {
            let is: Vec<Bool> = l[1..].iter().map(|&c| g.between(c, v, v)).collect();
            g.any(&is)
        })
        .collect();
    let count = g.count(&held);
    g.eq(count, l[0])
}

/// All pairs of neighbouring cells have the same difference.
pub fn same_difference(g: &mut Graph, l: &[Num]) -> Bool {
    let d: Vec<Num> = l
        .windows(2)
        .map(|w| {
            let d = g.sub(w[0], w[1]);
            g.abs(d)
        })
        .collect();
    let parts: Vec<Bool> = d.windows(2).map(|w| g.eq(w[0], w[1])).collect();
    g.all(&parts)
}

/// The sums of neighbouring cells are all different.
pub fn distinct_sums(g: &mut Graph, l: &[Num]) -> Bool {
    let sums: Vec<Num> = l.windows(2).map(|w| g.add(w[0], w[1])).collect();
    g.distinct(&sums)
}

/// A rule on a list of cells whose compiled size is measured.
pub struct Measured {
    /// The name of the rule.
    pub name: &'static str,
    /// The number of cells.
    pub cells: usize,
    /// The largest digit; the smallest is 1.
    pub high: i32,
    /// Whether the cells are in a house.
    pub house: bool,
    /// Maximum number of edges expected: about twice the measured number.
    pub edges: usize,
    /// The condition.
    pub build: fn(&mut Graph, &[Num]) -> Bool,
}

/// The rules that are measured, on nine cells of nine digits unless stated otherwise.
pub fn measured() -> Vec<Measured> {
    type Row = (&'static str, usize, i32, bool, usize, fn(&mut Graph, &[Num]) -> Bool);
    let rows: Vec<Row> = vec![
        ("thermometer", 9, 9, false, 300, thermo),
        ("whisper", 9, 9, false, 300, |g, l| whisper(g, l, 5)),
        ("renban", 9, 9, false, 5_000, renban),
        ("renban of 5", 5, 9, false, 2_000, renban),
        ("renban in a house", 5, 9, true, 2_000, renban),
        ("not renban", 9, 9, false, 6_000, |g, l| !renban(g, l)),
        ("renban or whisper", 9, 9, false, 8_000, |g, l| {
            let (a, b) = (renban(g, l), whisper(g, l, 5));
            g.or(a, b)
        }),
        ("sandwich 15", 9, 9, false, 2_000, |g, l| sandwich(g, l, 1, 9, 15)),
        ("sandwich 15 in a house", 9, 9, true, 6_000, |g, l| sandwich(g, l, 1, 9, 15)),
        ("sandwich 35 in a house", 9, 9, true, 6_000, |g, l| sandwich(g, l, 1, 9, 35)),
        ("skyscraper 4", 9, 9, false, 1_000, |g, l| skyscraper(g, l, 4)),
        ("skyscraper 4 in a house", 9, 9, true, 3_000, |g, l| skyscraper(g, l, 4)),
        ("skyscraper, count in a cell", 10, 9, false, 2_000, skyscraper_in_cell),
        ("x-sum 20", 9, 9, false, 2_000, |g, l| x_sum(g, l, 20)),
        ("x-sum 20 in a house", 9, 9, true, 2_000, |g, l| x_sum(g, l, 20)),
        ("between", 9, 9, false, 2_000, between_line),
        ("zipper", 9, 9, false, 1_000, zipper),
        ("palindrome", 9, 9, false, 500, palindrome),
        ("entropic", 9, 9, false, 1_000, |g, l| entropic(g, l, 3)),
        ("entropic in a house", 9, 9, true, 6_000, |g, l| entropic(g, l, 3)),
        ("nabner of 5", 5, 9, false, 3_000, nabner),
        ("region sums", 9, 9, false, 4_000, |g, l| region_sums(g, l, &[3, 3, 3])),
        ("region sums in a house", 9, 9, true, 4_000, |g, l| region_sums(g, l, &[3, 3, 3])),
        ("lunchbox 15", 9, 9, false, 30_000, |g, l| lunchbox(g, l, 15)),
        ("lunchbox 15 in a house", 9, 9, true, 6_000, |g, l| lunchbox(g, l, 15)),
        ("numbered room 5", 9, 9, false, 500, |g, l| numbered_room(g, l, 5)),
        ("numbered room 5 in a house", 9, 9, true, 2_000, |g, l| numbered_room(g, l, 5)),
        ("index own column", 9, 9, false, 500, |g, l| index_line(g, l, 4, 5)),
        ("battlefield 10", 9, 9, false, 4_000, |g, l| battlefield(g, l, 10)),
        ("battlefield 10 in a house", 9, 9, true, 8_000, |g, l| battlefield(g, l, 10)),
        ("counting circles", 9, 9, false, 4_000, |g, l| circles(g, l, 1..=9)),
        ("tens", 9, 9, false, 1_000, |g, l| {
            let dfa = tens(1, 9, 10);
            g.accepts(&dfa, l)
        }),
        ("arrow", 5, 9, false, 500, arrow),
        ("pill arrow", 7, 9, false, 3_000, pill_arrow),
        ("sum before max 20", 9, 9, false, 30_000, |g, l| sum_before_max(g, l, 20)),
        ("prime sum", 9, 9, false, 6_000, prime_sum),
        ("count distinct", 9, 9, false, 15_000, |g, l| count_distinct(g, l, 1..=9)),
        ("same difference", 9, 9, false, 2_000, same_difference),
        ("distinct sums of 6", 6, 9, false, 30_000, distinct_sums),
        ("sandwich 20 of 7", 8, 16, false, 30_000, |g, l| sandwich(g, l, 1, 16, 40)),
        ("sandwich 40 of 16", 16, 16, true, 30_000, |g, l| sandwich(g, l, 1, 16, 40)),
        ("skyscraper 5 of 16", 16, 16, true, 10_000, |g, l| skyscraper(g, l, 5)),
        ("x-sum 40 of 16", 16, 16, true, 30_000, |g, l| x_sum(g, l, 40)),
        ("zipper of 16", 16, 16, false, 3_000, zipper),
        ("index own column of 16", 16, 16, false, 1_000, |g, l| index_line(g, l, 4, 5)),
    ];
    rows.into_iter()
        .map(|(name, cells, high, house, edges, build)| Measured { name, cells, high, house, edges, build })
        .collect()
}
