//! Random conditions over a few variables, some known to be different: each compiled result must hold for exactly the
//! right lists; and a result that claims to rely on no difference must also be right for equal numbers.

use crate::compile::accepts;
use cluewright_core::{Random, ValueSet};
use cluewright_rules::compile::{Bool, Cache, Domain, Graph, Limits, Num, Var, compile};

/// An `and` of `or`s of random conditions on numbers, some of them written in a roundabout way.
fn condition(g: &mut Graph, cells: &[Num], base: i64, rng: &mut Random) -> Bool {
    let mut parts = Vec::new();
    for _ in 0..=rng.below(3) {
        let mut ways = Vec::new();
        for _ in 0..=rng.below(2) {
            let some: Vec<Num> = cells.iter().copied().filter(|_| rng.below(2) == 0).collect();
            let mut cell = || cells[rng.below(cells.len())];
            let (x, y) = (cell(), cell());
            let (kind, low, more) = (rng.below(7), base + rng.below(6) as i64, rng.below(4) as i64);
            let way = match kind {
                0 => {
                    let sum = g.sum(&some);
                    g.between(sum, 2 * low, 2 * low + more)
                }
                1 => g.distinct(&some),
                2 => g.eq(x, y),
                3 => !g.eq(x, y),
                4 => g.le(x, y),
                5 if !some.is_empty() => {
                    let most = g.max(&some);
                    g.between(most, low, low + 1)
                }
                _ => g.within(x, &[low, low + 2]),
            };
            ways.push(if rng.below(4) == 0 { !way } else { way });
        }
        parts.push(g.any(&ways));
    }
    g.all(&parts)
}

#[test]
fn what_relied_on_nothing_is_exact_alone() {
    let mut rng = Random::new(0xFEED);
    let cache = Cache::default();
    let (mut relying, mut alone) = (0, 0);
    for round in 0..6_000 {
        let (mut g, mut twin) = (Graph::new(), Graph::new());
        let count = 3 + rng.below(2);
        let base = [0, 1, -3][rng.below(3)];
        // Some domains begin at numbers far apart.
        let apart = if rng.below(4) == 0 { 14 } else { 1 };
        let domains: Vec<Domain> = (0..count)
            .map(|_| {
                let first = base + apart * (rng.below(2) * rng.below(2));
                Domain { first, values: ValueSet(1 + rng.below(31) as u64) }
            })
            .collect();
        let vars: Vec<Var> = domains.iter().map(|&d| (g.add_var(d), twin.add_var(d)).0).collect();
        let known: Vec<Vec<Var>> = (0..rng.below(4))
            .map(|_| vars.iter().copied().filter(|_| rng.below(3) > 0).collect::<Vec<Var>>())
            .filter(|list| list.len() >= 2)
            .collect();
        for list in &known {
            g.know_different(list);
        }
        // The reference condition is built from the same random numbers, without known differences.
        let mut again = rng.clone();
        let cells: Vec<Num> = vars.iter().map(|&v| g.var(v)).collect();
        let root = condition(&mut g, &cells, base.into(), &mut rng);
        let cells: Vec<Num> = vars.iter().map(|&v| twin.var(v)).collect();
        let meant = condition(&mut twin, &cells, base.into(), &mut again);
        let limits = Limits { remembered: [1, 2, 10][rng.below(3)], ..Limits::default() };
        let compiled = compile(&g, root, &limits, &cache).expect("small");
        if !compiled.hidden.is_empty() {
            continue;
        }
        let relies = compiled.assumed || compiled.automata.iter().any(|a| !a.assumes.is_empty());
        *(if relies { &mut relying } else { &mut alone }) += usize::from(!known.is_empty());
        let mut lists: Vec<Vec<u8>> = vec![Vec::new()];
        for domain in &domains {
            lists = lists.iter().flat_map(|l| domain.values.iter().map(|v| [&l[..], &[v.0]].concat())).collect();
        }
        for list in lists {
            let number = |v: Var| i64::from(domains[v.index()].first) + i64::from(list[v.index()]);
            let equal = |a: &Vec<Var>| (0..a.len()).any(|i| a[..i].iter().any(|&b| number(b) == number(a[i])));
            if relies && known.iter().any(equal) {
                continue;
            }
            let numbers: Vec<i64> = vars.iter().map(|&v| number(v)).collect();
            assert_eq!(
                accepts(&compiled, &g, root, &numbers),
                twin.holds(meant, &number),
                "round {round}: {list:?} of {domains:?}, different {known:?}: {compiled:?}"
            );
        }
    }
    assert!(relying > 500 && alone > 500, "{relying} {alone}");
}
