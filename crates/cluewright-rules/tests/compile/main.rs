//! Compiled conditions against direct evaluation written separately, on every assignment.

use cluewright_core::ValueSet;
use cluewright_rules::compile::*;
use rules::*;
use std::sync::Arc;

mod rules;

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
