//! Compares compiled conditions with a separate direct evaluation, on every assignment.

#![allow(clippy::cast_possible_truncation, reason = "the small numbers of tests")]

use cluewright_core::{Random, ValueSet};
use cluewright_rules::compile::*;
use rules::*;
use std::sync::Arc;

mod exact;
#[allow(unreachable_pub, reason = "shared with an example")]
mod rules;

/// Builds a condition over the numbers of cells.
type Build<'a> = &'a dyn Fn(&mut Graph, &[Num]) -> Bool;
/// Evaluates the condition directly on numbers.
type Judge<'a> = &'a dyn Fn(&[i64]) -> bool;

/// A graph with one variable for each domain; the variables with the indices in `known` are known to be different.
fn start(domains: &[Domain], known: &[usize]) -> (Graph<'static>, Vec<Num>) {
    let mut g = Graph::new();
    let vars: Vec<Var> = domains.iter().map(|&d| g.add_var(d)).collect();
    g.know_different(&known.iter().map(|&i| vars[i]).collect::<Vec<_>>());
    let nums = vars.iter().map(|&v| g.var(v)).collect();
    (g, nums)
}

/// Whether all parts of the result accept these numbers, and if a part was not compiled, whether the condition itself
/// does.
fn accepts(c: &Compiled, g: &Graph, root: Bool, numbers: &[i64]) -> bool {
    let value = |v: Var| (numbers[v.index()] - g.domain(v).first as i64) as u8;
    !c.impossible
        && c.masks.iter().all(|&(v, m)| m.0 >> value(v) & 1 == 1)
        && c.relations.iter().all(|r| r.allowed.get(value(r.a) as usize).is_some_and(|m| m.0 >> value(r.b) & 1 == 1))
        && c.sums.iter().all(|s| {
            let sum: i64 = s.terms.iter().map(|&(v, k)| k * numbers[v.index()]).sum();
            s.comparison.holds(sum, s.total)
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
        && (!c.is_weak() || g.holds(root, &|v| numbers[v.index()]))
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

/// Compiles a condition with the given known differences, and compares the result with `judge` on every assignment.
fn compare(name: &str, domains: &[Domain], known: &[usize], limits: &Limits, build: Build, judge: Judge) -> Compiled {
    let (mut g, cells) = start(domains, known);
    let root = build(&mut g, &cells);
    assert_eq!(g.fault(), None, "{name}");
    let c = compile(&g, root, limits, &Cache::default()).expect(name);
    for_each(domains, known, |numbers| {
        let expected = judge(numbers);
        assert_eq!(g.holds(root, &|v| numbers[v.index()]), expected, "{name}: the graph on {numbers:?}");
        assert_eq!(accepts(&c, &g, root, numbers), expected, "{name}: compiled on {numbers:?}\n{:?}", c.report);
    });
    c
}

fn digits(n: usize, low: i32, high: i32) -> Vec<Domain> {
    vec![Domain::range(low, high); n]
}

/// Compares every rule with its direct evaluation on a few cells, with and without known differences.
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
            t("same digits", &|g, l| same_digits(g, &l[..l.len() / 2], &l[l.len() / 2..2 * (l.len() / 2)]), &|l| {
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

/// The sizes measured when this test was written, doubled: the test fails if a normal form stops working.
#[test]
fn automata_stay_small() {
    for rule in measured() {
        // The slowest rules are left to the example `compile_times`.
        if rule.cells > 10 || rule.name.starts_with("lunchbox") {
            continue;
        }
        let (mut g, cells) =
            start(&digits(rule.cells, 1, rule.high), &if rule.house { (0..rule.cells).collect() } else { vec![] });
        let root = (rule.build)(&mut g, &cells);
        let c = compile(&g, root, &Limits::default(), &Cache::default()).expect(rule.name);
        let edges: usize = c.report.iter().map(|r| r.edges).sum();
        assert!(!c.is_weak(), "{} is weak", rule.name);
        assert!(edges <= rule.edges, "{}: {edges} edges", rule.name);
    }
}

/// A numeric formula as a tree, which the test evaluates itself.
#[derive(Debug)]
enum N {
    Var(usize),
    Const(i64),
    Add(Box<N>, Box<N>),
    Sub(Box<N>, Box<N>),
    Mul(Box<N>, Box<N>),
    Div(Box<N>, Box<N>),
    Mod(Box<N>, Box<N>),
    Abs(Box<N>),
    Max(Vec<N>),
    Min(Vec<N>),
    If(Box<B>, Box<N>, Box<N>),
    At(Vec<N>, Box<N>),
    Count(Vec<B>),
}

#[derive(Debug)]
enum B {
    Le(N, N),
    Eq(N, N),
    In(N, Vec<i64>),
    And(Vec<B>),
    Or(Vec<B>),
    Not(Box<B>),
    Distinct(Vec<N>),
    Same(Vec<N>, Vec<N>),
    AtLeast(i64, Vec<B>),
    Tens(Vec<N>),
}

fn random_number(r: &mut Random, vars: usize, depth: usize) -> N {
    let next = |r: &mut Random| Box::new(random_number(r, vars, depth - 1));
    let list = |r: &mut Random| (0..2 + r.below(2)).map(|_| random_number(r, vars, depth - 1)).collect::<Vec<_>>();
    if depth == 0 || r.below(4) == 0 {
        return if r.below(5) == 0 { N::Const(r.below(7) as i64 - 2) } else { N::Var(r.below(vars)) };
    }
    match r.below(13) {
        0 | 1 => N::Add(next(r), next(r)),
        2 => N::Sub(next(r), next(r)),
        3 => N::Mul(next(r), next(r)),
        4 => N::Div(next(r), Box::new(N::Const(r.below(4) as i64 - 1))),
        5 => N::Mod(next(r), Box::new(N::Const(r.below(4) as i64 + 1))),
        6 => N::Abs(next(r)),
        7 => N::Max(list(r)),
        8 => N::Min(list(r)),
        9 => N::If(Box::new(random_boolean(r, vars, depth - 1)), next(r), next(r)),
        10 => N::At(list(r), next(r)),
        11 => N::Count((0..2 + r.below(2)).map(|_| random_boolean(r, vars, depth - 1)).collect()),
        _ => N::Div(next(r), next(r)),
    }
}

fn random_boolean(r: &mut Random, vars: usize, depth: usize) -> B {
    let d = depth.saturating_sub(1);
    let number = |r: &mut Random| random_number(r, vars, d);
    let list = |r: &mut Random| (0..2 + r.below(2)).map(|_| random_boolean(r, vars, d)).collect::<Vec<_>>();
    let numbers = |r: &mut Random, n: usize| (0..n).map(|_| random_number(r, vars, d.min(1))).collect::<Vec<_>>();
    match r.below(if depth == 0 { 4 } else { 13 }) {
        0 | 1 => B::Le(number(r), number(r)),
        2 => B::Eq(number(r), number(r)),
        3 => B::In(number(r), vec![r.below(4) as i64, r.below(6) as i64]),
        4 | 5 => B::And(list(r)),
        6 | 7 => B::Or(list(r)),
        8 => B::Not(Box::new(random_boolean(r, vars, d))),
        9 => {
            let n = 2 + r.below(3);
            B::Distinct(numbers(r, n))
        }
        10 => {
            let n = 1 + r.below(3);
            B::Same(numbers(r, n), numbers(r, n))
        }
        11 => B::AtLeast(r.below(3) as i64, list(r)),
        _ => {
            let n = 1 + r.below(3);
            B::Tens(numbers(r, n))
        }
    }
}

fn judge_number(n: &N, x: &[i64]) -> i64 {
    let j = |n: &N| judge_number(n, x);
    match n {
        N::Var(i) => x[*i],
        N::Const(c) => *c,
        N::Add(a, b) => j(a) + j(b),
        N::Sub(a, b) => j(a) - j(b),
        N::Mul(a, b) => j(a) * j(b),
        N::Div(a, b) => match j(b) {
            0 => 0,
            d => (j(a) as f64 / d as f64).floor() as i64,
        },
        N::Mod(a, b) => {
            let d = j(b);
            (0..d).find(|r| (j(a) - r) % d == 0).unwrap_or(0)
        }
        N::Abs(a) => j(a).abs(),
        N::Max(l) => l.iter().map(j).max().expect("not empty"),
        N::Min(l) => l.iter().map(j).min().expect("not empty"),
        N::If(c, a, b) => {
            if judge(c, x) {
                j(a)
            } else {
                j(b)
            }
        }
        N::At(l, i) => match j(i) {
            i if i >= 1 && i <= l.len() as i64 => j(&l[i as usize - 1]),
            _ => 0,
        },
        N::Count(l) => l.iter().filter(|b| judge(b, x)).count() as i64,
    }
}

fn judge(b: &B, x: &[i64]) -> bool {
    let j = |n: &N| judge_number(n, x);
    match b {
        B::Le(a, b) => j(a) <= j(b),
        B::Eq(a, b) => j(a) == j(b),
        B::In(a, l) => l.contains(&j(a)),
        B::And(l) => l.iter().all(|b| judge(b, x)),
        B::Or(l) => l.iter().any(|b| judge(b, x)),
        B::Not(b) => !judge(b, x),
        B::Distinct(l) => (0..l.len()).all(|i| (0..i).all(|k| j(&l[i]) != j(&l[k]))),
        B::Same(a, b) => a.iter().all(|n| {
            let times = |l: &[N]| l.iter().filter(|m| j(m) == j(n)).count();
            times(a) == times(b)
        }),
        B::AtLeast(k, l) => l.iter().filter(|b| judge(b, x)).count() as i64 >= *k,
        B::Tens(l) => {
            let numbers: Vec<i64> = l.iter().map(j).collect();
            numbers.iter().all(|n| (1..=5).contains(n)) && is_tens(&numbers, 6)
        }
    }
}

fn build_number(g: &mut Graph, n: &N, x: &[Num], dfa: &Arc<Dfa>) -> Num {
    match n {
        N::Var(i) => x[*i],
        N::Const(c) => g.number(*c),
        N::Add(a, b) | N::Sub(a, b) | N::Mul(a, b) | N::Div(a, b) | N::Mod(a, b) => {
            let (p, q) = (build_number(g, a, x, dfa), build_number(g, b, x, dfa));
            match n {
                N::Add(..) => g.add(p, q),
                N::Sub(..) => g.sub(p, q),
                N::Mul(..) => g.mul(p, q),
                N::Div(..) => g.floor_div(p, q),
                _ => g.modulo(p, q),
            }
        }
        N::Abs(a) => {
            let a = build_number(g, a, x, dfa);
            g.abs(a)
        }
        N::Max(l) | N::Min(l) => {
            let list: Vec<Num> = l.iter().map(|a| build_number(g, a, x, dfa)).collect();
            if matches!(n, N::Max(_)) { g.max(&list) } else { g.min(&list) }
        }
        N::If(c, a, b) => {
            let c = build(g, c, x, dfa);
            let (a, b) = (build_number(g, a, x, dfa), build_number(g, b, x, dfa));
            g.choose(c, a, b)
        }
        N::At(l, i) => {
            let list: Vec<Num> = l.iter().map(|a| build_number(g, a, x, dfa)).collect();
            let i = build_number(g, i, x, dfa);
            g.element(&list, i)
        }
        N::Count(l) => {
            let list: Vec<Bool> = l.iter().map(|b| build(g, b, x, dfa)).collect();
            g.count(&list)
        }
    }
}

fn build(g: &mut Graph, b: &B, x: &[Num], dfa: &Arc<Dfa>) -> Bool {
    let numbers = |g: &mut Graph, l: &[N]| l.iter().map(|a| build_number(g, a, x, dfa)).collect::<Vec<_>>();
    let booleans = |g: &mut Graph, l: &[B]| l.iter().map(|a| build(g, a, x, dfa)).collect::<Vec<_>>();
    match b {
        B::Le(l, m) | B::Eq(l, m) => {
            let (p, q) = (build_number(g, l, x, dfa), build_number(g, m, x, dfa));
            if matches!(b, B::Le(..)) { g.le(p, q) } else { g.eq(p, q) }
        }
        B::In(a, l) => {
            let a = build_number(g, a, x, dfa);
            g.within(a, l)
        }
        B::And(l) => {
            let l = booleans(g, l);
            g.all(&l)
        }
        B::Or(l) => {
            let l = booleans(g, l);
            g.any(&l)
        }
        B::Not(b) => !build(g, b, x, dfa),
        B::Distinct(l) => {
            let l = numbers(g, l);
            g.distinct(&l)
        }
        B::Same(a, b) => {
            let (a, b) = (numbers(g, a), numbers(g, b));
            same_digits(g, &a, &b)
        }
        B::AtLeast(k, l) => {
            let l = booleans(g, l);
            let n = g.count(&l);
            g.between(n, *k, i64::MAX)
        }
        B::Tens(l) => {
            let l = numbers(g, l);
            g.accepts(dfa, &l)
        }
    }
}

/// Compares thousands of random conditions on every assignment. Some limits are so small that every compilation
/// strategy is used.
#[test]
fn random_conditions_mean_what_they_say() {
    let mut r = Random::new(0x9e37_79b9_7f4a_7c15);
    let dfa = tens(1, 5, 6);
    let tiny = Limits { edges: 12, states: 8, good_edges: 4, tolerable_edges: 8, ..Limits::default() };
    let mut means = [0usize; 6];
    for round in 0..6_000 {
        let n = 2 + r.below(4);
        let domains: Vec<Domain> = (0..n)
            .map(|_| {
                let mut d = Domain::range(r.below(3) - 1, 3);
                let holes = d.values.0 & !(1 << r.below(4));
                if r.below(3) == 0 && holes != 0 {
                    d.values = ValueSet(holes);
                }
                d
            })
            .collect();
        let mut known: Vec<usize> = if r.below(2) == 0 { (0..n).filter(|_| r.below(3) > 0).collect() } else { vec![] };
        // No more variables may be different than there are numbers for them.
        known.truncate(3);
        let depth = 2 + r.below(3);
        let formula = B::And(vec![random_boolean(&mut r, n, depth), random_boolean(&mut r, n, depth - 1)]);
        let limits = if round % 3 == 0 { &tiny } else { &Limits::default() };
        let c = compare(
            &format!("round {round}: {formula:?} over {domains:?}"),
            &domains,
            &known,
            limits,
            &|g, x| build(g, &formula, x, &dfa),
            &|x| judge(&formula, x),
        );
        for part in &c.report {
            means[part.means as usize] += 1;
        }
    }
    let hidden = Means::HiddenVariables as usize;
    assert!(
        means.iter().enumerate().all(|(i, &m)| i == hidden || m > 20),
        "every compilation strategy is used: {means:?}"
    );
}

/// Hidden variables for the minimum and maximum of a list, with limits where no other strategy succeeds.
#[test]
fn hidden_variables_mean_what_they_say() {
    let mut used = 0;
    for edges in (40..600).step_by(20) {
        let limits = Limits { edges, good_edges: 1, tolerable_edges: 1, ..Limits::default() };
        for total in [0, 4, 7] {
            let build: Build = &|g, l| {
                let (low, high) = (g.min(l), g.max(l));
                let double = g.scale(low, 2);
                let sum = g.sum(&l[1..4]);
                let sum = g.sub(sum, double);
                let parts = [g.eq(l[0], double), g.between(sum, total, total), g.lt(high, sum)];
                let either = g.any(&parts);
                let d = g.sub(high, low);
                let spread = g.within(d, &[1, 3]);
                g.and(either, spread)
            };
            let judge: Judge = &|l| {
                let (low, high) = (*l.iter().min().expect("cells"), *l.iter().max().expect("cells"));
                let sum = l[1..4].iter().sum::<i64>() - 2 * low;
                (l[0] == 2 * low || sum == total || high < sum) && [1, 3].contains(&(high - low))
            };
            let c = compare(&format!("limit {edges}, total {total}"), &digits(5, 1, 5), &[], &limits, build, judge);
            used += c.report.iter().filter(|r| r.means == Means::HiddenVariables).count();
        }
    }
    assert!(used > 0, "hidden variables are used");
}

/// Thirty-six clues of one rule need only a few compilations, wherever their cells are in the graph.
#[test]
fn the_cache_knows_a_condition_again() {
    let cache = Cache::default();
    for clue in 0..36 {
        let (mut g, cells) = start(&digits(12, 1, 6), &[]);
        let from = clue % 6;
        let root = skyscraper(&mut g, &cells[from..from + 6], 1 + clue as i64 % 4);
        let c = compile(&g, root, &Limits::default(), &cache).expect("small");
        assert!(c.automata.iter().all(|a| a.vars.iter().all(|v| (from..from + 6).contains(&v.index()))));
    }
    assert_eq!((cache.len(), cache.hits()), (4, 32));
    let small = Cache::new(1_000);
    for k in 1..=6 {
        let (mut g, cells) = start(&digits(6, 1, 6), &[]);
        let root = skyscraper(&mut g, &cells, k);
        compile(&g, root, &Limits::default(), &small).expect("small");
    }
    assert!(small.len() < 6, "it forgets the oldest");
}

/// Conditions beyond the limits are reported as faults, without taking long.
#[test]
fn excess_is_a_fault() {
    let mut g = Graph::with_budget(100);
    let vars: Vec<Var> = (0..20).map(|_| g.add_var(Domain::range(1, 9))).collect();
    let cells: Vec<Num> = vars.iter().map(|&v| g.var(v)).collect();
    let root = sandwich(&mut g, &cells, 1, 9, 10);
    assert_eq!(g.fault(), Some(Fault::TooManyNodes));
    assert_eq!(compile(&g, root, &Limits::default(), &Cache::default()).unwrap_err(), Fault::TooManyNodes);

    let (mut g, cells) = start(&digits(1, 1, 9), &[]);
    let mut n = cells[0];
    for _ in 0..40 {
        n = g.mul(n, n);
    }
    assert_eq!(g.fault(), Some(Fault::TooLarge));

    let (mut g, cells) = start(&digits(700, 1, 9), &[]);
    let mut n = cells[0];
    for &c in &cells[1..] {
        let d = g.sub(n, c);
        n = g.abs(d);
        let ten = g.number(10);
        n = g.modulo(n, ten);
    }
    assert_eq!(g.fault(), Some(Fault::TooDeep));

    // A condition over a whole grid is not compiled, but the result is still correct.
    let (mut g, cells) = start(&digits(81, 1, 9), &[]);
    let squares: Vec<Num> = cells.iter().map(|&c| g.mul(c, c)).collect();
    let sum = g.sum(&squares);
    let root = g.between(sum, 81, 90);
    let c = compile(&g, root, &Limits::default(), &Cache::default()).expect("it fits");
    assert!(c.is_weak());
    assert!(accepts(&c, &g, root, &[1; 81]));
    let mut two = [1; 81];
    two[7] = 3;
    assert!(accepts(&c, &g, root, &two));
    two[8] = 3;
    assert!(!accepts(&c, &g, root, &two));
}

/// Compares regular expressions with a backtracking matcher of a few lines.
#[test]
fn regular_expressions() {
    for (text, yes, no) in [
        ("1*2+3?", &[&[2][..], &[1, 1, 2, 2, 3]][..], &[&[1, 1][..], &[2, 3, 3]][..]),
        ("(12|3){2}", &[&[1, 2, 3], &[3, 3], &[3, 1, 2]], &[&[3], &[1, 2], &[3, 3, 3]]),
        ("[^1-3]{1,2}", &[&[4], &[9, 5]], &[&[], &[1], &[4, 4, 4]]),
        (".{3,}", &[&[1, 2, 3], &[1, 2, 3, 4]], &[&[1, 2]]),
        ("(1|2(3|4)*)*", &[&[], &[1, 2, 3, 4, 1]], &[&[3], &[1, 3]]),
        ("<10>A <3>", &[], &[&[3][..]]),
        ("", &[&[]], &[&[1]]),
        ("[]", &[], &[&[], &[1]]),
    ] {
        let dfa = regex(text, 1, 9).expect(text);
        assert!(yes.iter().all(|l| dfa.matches(l)), "{text}");
        assert!(no.iter().all(|l| !dfa.matches(l)), "{text}");
    }
    for (text, position, word) in [
        ("1(2", 1, "not closed"),
        ("12)", 2, "no `(` is open"),
        ("*1", 0, "nothing to repeat"),
        ("1{2", 3, "expected `}`"),
        ("1{3,2}", 1, "swap"),
        ("[5-2]", 3, "swap"),
        ("[12", 0, "not closed"),
        ("1$", 1, "unexpected"),
        ("<x>", 0, "angle"),
        ("((1{99}){99}){99}", 1, "too much"),
    ] {
        let error = regex(text, 1, 9).unwrap_err();
        assert_eq!(error.position, position, "{text}: {error}");
        assert!(error.message.contains(word), "{text}: {error}");
    }
    assert!(regex(&"(".repeat(1_000), 1, 9).is_err());
    // The deterministic automaton would have 2^20 states.
    assert!(regex("(1|2)*1(1|2){20}", 1, 2).unwrap_err().message.contains("states"));
}
