//! Compiled conditions against direct evaluation written separately, on every assignment.

use super::*;
use cluewright_core::ValueSet;
use std::sync::Arc;

/// Builds a condition over cells.
type Build<'a> = &'a dyn Fn(&mut Graph, &[Num]) -> Bool;
/// Judges numbers.
type Judge<'a> = &'a dyn Fn(&[i64]) -> bool;

/// A graph with one variable for each domain; the first `known` variables are known to differ.
fn start(domains: &[Domain], known: &[usize]) -> (Graph, Vec<Num>) {
    let mut g = Graph::new();
    let vars: Vec<Var> = domains.iter().map(|&d| g.add_var(d)).collect();
    g.know_different(&known.iter().map(|&i| vars[i]).collect::<Vec<_>>());
    let nums = vars.iter().map(|&v| g.var(v)).collect();
    (g, nums)
}

/// Does everything that came out accept these numbers?
fn accepts(c: &Compiled, g: &Graph, numbers: &[i64]) -> bool {
    let value = |v: Var| (numbers[v.index()] - g.domain(v).first as i64) as u8;
    !c.impossible
        && c.masks.iter().all(|&(v, m)| m.0 >> value(v) & 1 == 1)
        && c.relations.iter().all(|r| r.allowed.get(value(r.a) as usize).is_some_and(|m| m.0 >> value(r.b) & 1 == 1))
        && c.sums.iter().all(|s| {
            let sum: i64 = s.terms.iter().map(|&(v, k)| k * numbers[v.index()]).sum();
            match s.comparison {
                Comparison::Equal => sum == s.total,
                Comparison::NotEqual => sum != s.total,
                Comparison::AtMost => sum <= s.total,
                Comparison::AtLeast => sum >= s.total,
            }
        })
        && c.automata.iter().all(|a| {
            let domains: Vec<ValueSet> = a
                .vars
                .iter()
                .map(|&v| match c.hidden.get(v.index().wrapping_sub(g.var_count())) {
                    Some(d) => d.values,
                    None => ValueSet(1 << value(v)),
                })
                .collect();
            a.diagram.filter(&domains).iter().all(|s| !s.is_empty())
        })
        && c.delayed.iter().all(|d| d.holds(&|i| numbers[d.vars[i].index()]))
}

fn for_each(domains: &[Domain], known: &[usize], mut f: impl FnMut(&[i64])) -> usize {
    let lists: Vec<Vec<i64>> = domains.iter().map(|d| d.numbers().collect()).collect();
    let mut at = vec![0; lists.len()];
    let mut count = 0;
    loop {
        let numbers: Vec<i64> = at.iter().zip(&lists).map(|(&i, l)| l[i]).collect();
        let mut used: Vec<i64> = known.iter().map(|&i| numbers[i]).collect();
        used.sort_unstable();
        used.dedup();
        if used.len() == known.len() {
            count += 1;
            f(&numbers);
        }
        let Some(i) = (0..at.len()).rev().find(|&i| at[i] + 1 < lists[i].len()) else { return count };
        at[i] += 1;
        at[i + 1..].fill(0);
    }
}

/// Compiles with and without a known difference, in two budgets, and compares on every assignment.
fn compare(name: &str, domains: &[Domain], known: &[usize], limits: &Limits, build: Build, judge: Judge) -> Compiled {
    let (mut g, cells) = start(domains, known);
    let root = build(&mut g, &cells);
    assert_eq!(g.fault(), None, "{name}");
    let c = compile(&g, root, limits, &mut Cache::default()).expect(name);
    for_each(domains, known, |numbers| {
        let expected = judge(numbers);
        assert_eq!(g.holds(root, &|v| numbers[v.index()]), expected, "{name}: the graph on {numbers:?}");
        assert_eq!(accepts(&c, &g, numbers), expected, "{name}: compiled on {numbers:?}\n{:?}", c.report);
    });
    c
}

fn digits(n: usize, low: i32, high: i32) -> Vec<Domain> {
    vec![Domain::range(low, high); n]
}

// ---- the rules: how they are unrolled, and what they mean, written twice ----

fn whisper(g: &mut Graph, l: &[Num], k: i64) -> Bool {
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

fn renban(g: &mut Graph, l: &[Num]) -> Bool {
    let (high, low) = (g.max(l), g.min(l));
    let spread = g.sub(high, low);
    let n = l.len() as i64 - 1;
    let (a, b) = (g.distinct(l), g.between(spread, n, n));
    g.and(a, b)
}

fn is_renban(l: &[i64]) -> bool {
    let mut s = l.to_vec();
    s.sort_unstable();
    s.windows(2).all(|w| w[1] == w[0] + 1)
}

fn sandwich(g: &mut Graph, l: &[Num], low: i64, high: i64, total: i64) -> Bool {
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

fn is_sandwich(l: &[i64], low: i64, high: i64, total: i64) -> bool {
    let at = |d: i64| -> Vec<usize> { (0..l.len()).filter(|&i| l[i] == d).collect() };
    let (a, b) = (at(low), at(high));
    if a.len() != 1 || b.len() != 1 {
        return false;
    }
    let (from, to) = (a[0].min(b[0]), a[0].max(b[0]));
    l[from + 1..to].iter().sum::<i64>() == total
}

fn skyscraper(g: &mut Graph, l: &[Num], n: i64) -> Bool {
    let seen: Vec<Bool> = (0..l.len())
        .map(|i| {
            let before = g.max(&l[..i]);
            g.gt(l[i], before)
        })
        .collect();
    g.exactly(n, &seen)
}

fn is_skyscraper(l: &[i64], n: i64) -> bool {
    let (mut top, mut count) = (i64::MIN, 0);
    for &d in l {
        if d > top {
            top = d;
            count += 1;
        }
    }
    count == n
}

fn x_sum(g: &mut Graph, l: &[Num], total: i64) -> Bool {
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

fn is_x_sum(l: &[i64], total: i64) -> bool {
    l[0] >= 1 && l[0] <= l.len() as i64 && l[..l[0] as usize].iter().sum::<i64>() == total
}

fn between_line(g: &mut Graph, l: &[Num]) -> Bool {
    let n = l.len();
    let ends = [l[0], l[n - 1]];
    let (low, high) = (g.min(&ends), g.max(&ends));
    let parts: Vec<Bool> = l[1..n - 1].iter().flat_map(|&c| [g.gt(c, low), g.lt(c, high)]).collect();
    g.all(&parts)
}

fn is_between(l: &[i64]) -> bool {
    let (a, b) = (l[0], l[l.len() - 1]);
    l[1..l.len() - 1].iter().all(|&c| c > a.min(b) && c < a.max(b))
}

fn zipper(g: &mut Graph, l: &[Num]) -> Bool {
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

fn is_zipper(l: &[i64]) -> bool {
    let n = l.len();
    let middle = if n % 2 == 1 { l[n / 2] } else { l[n / 2 - 1] + l[n / 2] };
    (0..(n - 1) / 2).all(|i| l[i] + l[n - 1 - i] == middle)
}

fn palindrome(g: &mut Graph, l: &[Num]) -> Bool {
    let n = l.len();
    let parts: Vec<Bool> = (0..n / 2).map(|i| g.eq(l[i], l[n - 1 - i])).collect();
    g.all(&parts)
}

fn entropic(g: &mut Graph, l: &[Num], third: i64) -> Bool {
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

fn nabner(g: &mut Graph, l: &[Num]) -> Bool {
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

fn region_sums(g: &mut Graph, l: &[Num], lengths: &[usize]) -> Bool {
    let mut sums = Vec::new();
    let mut from = 0;
    for &n in lengths {
        sums.push(g.sum(&l[from..from + n]));
        from += n;
    }
    let parts: Vec<Bool> = sums.windows(2).map(|w| g.eq(w[0], w[1])).collect();
    g.all(&parts)
}

fn lunchbox(g: &mut Graph, l: &[Num], total: i64) -> Bool {
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

fn is_lunchbox(l: &[i64], total: i64) -> bool {
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

fn numbered_room(g: &mut Graph, l: &[Num], n: i64) -> Bool {
    let there = g.element(l, l[0]);
    let (a, b) = (g.between(l[0], 1, l.len() as i64), g.between(there, n, n));
    g.and(a, b)
}

fn index_line(g: &mut Graph, l: &[Num], at: usize, n: i64) -> Bool {
    let there = g.element(l, l[at]);
    let (a, b) = (g.between(l[at], 1, l.len() as i64), g.between(there, n, n));
    g.and(a, b)
}

/// The first X and the last Y cells, X first and Y last digit: overlap or gap adds up to the total.
fn battlefield(g: &mut Graph, l: &[Num], total: i64) -> Bool {
    let n = l.len();
    let zero = g.number(0);
    let terms: Vec<Num> = (0..n)
        .map(|i| {
            let a = g.between(l[0], i as i64 + 1, i64::MAX);
            let b = g.between(l[n - 1], (n - i) as i64, i64::MAX);
            let same = g.iff(a, b);
            g.choose(same, l[i], zero)
        })
        .collect();
    let sum = g.sum(&terms);
    g.between(sum, total, total)
}

fn is_battlefield(l: &[i64], total: i64) -> bool {
    let n = l.len() as i64;
    let covered = |i: i64| u8::from(i < l[0]) + u8::from(i >= n - l[l.len() - 1]);
    (0..n).filter(|&i| covered(i) != 1).map(|i| l[i as usize]).sum::<i64>() == total
}

fn circles(g: &mut Graph, l: &[Num], values: std::ops::RangeInclusive<i64>) -> Bool {
    let parts: Vec<Bool> = values
        .map(|v| {
            let is: Vec<Bool> = l.iter().map(|&c| g.between(c, v, v)).collect();
            let some = g.any(&is);
            let right = g.exactly(v, &is);
            g.implies(some, right)
        })
        .collect();
    g.all(&parts)
}

fn is_circles(l: &[i64]) -> bool {
    l.iter().all(|&d| l.iter().filter(|&&e| e == d).count() as i64 == d)
}

fn tens(low: i64, high: i64, total: i64) -> Arc<Dfa> {
    let dfa = Dfa::explore(
        low,
        high,
        0,
        |&s, n| (s + n <= total).then(|| if s + n == total { 0 } else { s + n }),
        |&s| s == 0,
    );
    Arc::new(dfa.expect("few states"))
}

fn is_tens(l: &[i64], total: i64) -> bool {
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

/// Every rule on a few cells, with and without known differences.
#[test]
fn rules_mean_what_they_say() {
    let limits = Limits::default();
    for n in 3..=5usize {
        let d = digits(n, 1, 5);
        let all: Vec<usize> = (0..n).collect();
        for known in [&[][..], &all[..], &all[1..]] {
            let t = |name: &str, build: Build, judge: Judge| {
                compare(&format!("{name} n={n} known={known:?}"), &d, known, &limits, build, judge);
            };
            t("whisper", &|g, l| whisper(g, l, 2), &|l| l.windows(2).all(|w| (w[0] - w[1]).abs() >= 2));
            t("renban", &|g, l| renban(g, l), &is_renban);
            t("not renban", &|g, l| !renban(g, l), &|l| !is_renban(l));
            for total in [0, 3, 5, 9] {
                t("sandwich", &|g, l| sandwich(g, l, 1, 5, total), &|l| is_sandwich(l, 1, 5, total));
                t("x-sum", &|g, l| x_sum(g, l, total), &|l| is_x_sum(l, total));
                t("lunchbox", &|g, l| lunchbox(g, l, total), &|l| is_lunchbox(l, total));
                t("battlefield", &|g, l| battlefield(g, l, total), &|l| is_battlefield(l, total));
                t(
                    "sum",
                    &|g, l| {
                        let s = g.sum(l);
                        g.between(s, total, total)
                    },
                    &|l| l.iter().sum::<i64>() == total,
                );
            }
            for k in 1..=4 {
                t("skyscraper", &|g, l| skyscraper(g, l, k), &|l| is_skyscraper(l, k));
                t("numbered room", &|g, l| numbered_room(g, l, k), &|l| {
                    l[0] <= l.len() as i64 && l[l[0] as usize - 1] == k
                });
                t("index", &|g, l| index_line(g, l, 2, k), &|l| l[2] <= l.len() as i64 && l[l[2] as usize - 1] == k);
            }
            t("between", &|g, l| between_line(g, l), &is_between);
            t("not between", &|g, l| !between_line(g, l), &|l| !is_between(l));
            t("zipper", &|g, l| zipper(g, l), &is_zipper);
            t("palindrome", &|g, l| palindrome(g, l), &|l| l.iter().eq(l.iter().rev()));
            t("entropic", &|g, l| entropic(g, l, 2), &|l| {
                l.windows(3).all(|w| {
                    let c = |i: usize| (w[i] - 1) / 2;
                    c(0) != c(1) && c(0) != c(2) && c(1) != c(2)
                })
            });
            t("nabner", &|g, l| nabner(g, l), &|l| (0..l.len()).all(|i| (0..i).all(|j| (l[i] - l[j]).abs() >= 2)));
            t("region sums", &|g, l| region_sums(g, l, &[1, 1, l.len() - 2]), &|l| {
                l[0] == l[1] && l[1] == l[2..].iter().sum::<i64>()
            });
            t("circles", &|g, l| circles(g, l, 1..=5), &is_circles);
            t(
                "renban or whisper",
                &|g, l| {
                    let (a, b) = (renban(g, l), whisper(g, l, 2));
                    g.or(a, b)
                },
                &|l| is_renban(l) || l.windows(2).all(|w| (w[0] - w[1]).abs() >= 2),
            );
            let dfa = tens(1, 5, 6);
            t("sum line", &|g, l| g.accepts(&dfa, l), &|l| is_tens(l, 6));
            t("not sum line", &|g, l| !g.accepts(&dfa, l), &|l| !is_tens(l, 6));
            let expression = Arc::new(regex("[12].*(3|45)", 1, 5).expect("it is right"));
            t("regex", &|g, l| g.accepts(&expression, l), &|l| {
                let n = l.len();
                l[0] <= 2 && (l[n - 1] == 3 || (n > 2 && l[n - 2] == 4 && l[n - 1] == 5))
            });
            t("same digits", &|g, l| g.same_multiset(&l[..l.len() / 2], &l[l.len() / 2..2 * (l.len() / 2)]), &|l| {
                let (mut a, mut b) = (l[..l.len() / 2].to_vec(), l[l.len() / 2..2 * (l.len() / 2)].to_vec());
                a.sort_unstable();
                b.sort_unstable();
                a == b
            });
            t(
                "two of three",
                &|g, l| {
                    let list = [g.lt(l[0], l[1]), g.between(l[2], 3, 5), g.eq(l[0], l[2])];
                    g.exactly(2, &list)
                },
                &|l| u8::from(l[0] < l[1]) + u8::from(l[2] >= 3) + u8::from(l[0] == l[2]) == 2,
            );
            t(
                "product",
                &|g, l| {
                    let p = g.product(l);
                    g.between(p, 12, 24)
                },
                &|l| (12..=24).contains(&l.iter().product::<i64>()),
            );
            t(
                "two-digit number",
                &|g, l| {
                    let number = g.linear(0, &[(l[0], 10), (l[1], 1)]);
                    let seven = g.number(7);
                    let (q, r) = (g.floor_div(number, seven), g.modulo(number, seven));
                    let s = g.add(q, r);
                    g.eq(s, l[2])
                },
                &|l| {
                    let n = 10 * l[0] + l[1];
                    n / 7 + n % 7 == l[2]
                },
            );
        }
    }
}
