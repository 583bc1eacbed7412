//! Compiles a list of variables that is read by an existing automaton (the automaton of a `fold` or of a regular expression). The
//! automaton is unrolled over the variables' domains, without a graph of conditions.
//!
//! First, the automaton is unrolled by itself: the reachable states are computed layer by layer, then merged from the end. If
//! variables are known to be different, a product is computed next: a state also contains the numbers used so far, but only while
//! the rest of the list may still be rejected; once everything is accepted, the sets of the model enforce the rest. The product is
//! used only if it stays small.

mod product;
mod unrolled;

use super::cache::Cache;
use super::diagram::Diagram;
use super::outcome::{AutomatonPart, Compiled, Limits};
use crate::automaton::intern::Written;
use crate::automaton::minimise::minimised;
use crate::condition::nodes::Var;
use crate::condition::watch::Watch;
use cluewright_core::Sort;
use cluewright_core::constraint::Edge;
use product::product;
use std::hash::Hash;
pub(super) use unrolled::Unrolled;
use unrolled::unrolled;
pub(crate) use unrolled::{Input, Word};

/// The number of transitions that count as one step of work.
const TRANSITIONS: u64 = 8;
/// The maximum number of edges of the product with used numbers is [`PRODUCT_EDGES`], or [`EDGES_FOR_ONE`] for each edge of the
/// automaton by itself if that is more.
const PRODUCT_EDGES: usize = 6_000;
const EDGES_FOR_ONE: usize = 6;

/// Like [`word`], but with a cache. `table` is the number that [`Cache::table`] returned for the automaton's steps.
pub(crate) fn word_cached(
    word: &Word<'_>,
    table: Option<i64>,
    limits: &Limits,
    cache: &Cache,
    work: &mut u64,
    watch: &Watch<'_>,
) -> Option<Compiled> {
    let most = most(limits);
    let Some(table) = table else {
        let raw = unrolled(word, most, watch);
        return self::word(word, &raw, limits, work, watch);
    };
    // Keys of conditions never begin with this number.
    let mut key = Written(vec![i64::MIN, table, i64::from(word.start)]);
    (limits.work, limits.edges, limits.states, word.inputs, word.domains).hash(&mut key);
    let read = key.0.len();
    (word.known, word.wanted).hash(&mut key);
    let mut spent = 0;
    // All clues of a rule read their lists with the same steps, and often differ only in the accepting states.
    let raw = |key: &[i64]| cache.unrolled_or(key, || unrolled(word, most, watch), watch);
    let make = |key: &[i64]| {
        let made = self::word(word, &raw(&key[..read]), limits, &mut spent, watch)?;
        Some(Compiled { work: spent, ..made })
    };
    let made = cache.get_or(key.0, make);
    *work += made.as_ref().map_or(spent, |m| m.work);
    Some(Compiled::clone(&*made?))
}

/// The maximum number of transitions that unrolling may examine.
fn most(limits: &Limits) -> u64 {
    (limits.work / 4).saturating_mul(TRANSITIONS)
}

/// Compiles a list that is read by an automaton, starting from the states that were reached; `None` if the resulting automaton
/// would be too large. The work done is added to `work`.
fn word(word: &Word<'_>, raw: &Unrolled, limits: &Limits, work: &mut u64, watch: &Watch<'_>) -> Option<Compiled> {
    let order: Vec<Var> =
        word.inputs.iter().filter_map(|i| if let Input::Var(v) = i { Some(*v) } else { None }).collect();
    debug_assert!(!order.is_empty(), "it reads a variable");
    *work += raw.spent / TRANSITIONS;
    let layers = raw.layers.as_ref()?;
    let accepting: Vec<bool> = raw.ends.iter().map(|&s| word.wanted[s as usize / 64] >> (s % 64) & 1 == 1).collect();
    let stop = || watch.asked();
    let Some(plain) = minimised(layers, &accepting, &stop) else {
        return (!watch.heard()).then(|| Compiled { impossible: true, ..Compiled::default() });
    };
    let count = |layers: &[Vec<Edge>]| layers.iter().map(Vec::len).sum::<usize>();
    let mut spent = 0;
    let together = product(word, &order, &plain, &mut spent);
    *work += spent / TRANSITIONS;
    let together = match together.map(|raw| minimised(&raw, &[true], &stop)) {
        None => None,
        Some(None) if watch.heard() => return None,
        Some(None) => return Some(Compiled { impossible: true, assumed: true, ..Compiled::default() }),
        Some(Some(small)) => {
            Some(small).filter(|edges| count(edges) <= PRODUCT_EDGES.max(EDGES_FOR_ONE * count(&plain)))
        }
    };
    if watch.heard() {
        return None;
    }
    let assumed = together.is_some();
    let diagram = Diagram { layers: together.unwrap_or(plain) };
    if diagram.edges() > 8 * limits.edges || diagram.states() > 8 * limits.states {
        return None;
    }
    let mut out = Compiled { assumed, ..Compiled::default() };
    for (&var, values) in order.iter().zip(diagram.supported()) {
        if values != word.domains[var.index()].values {
            out.masks.push((var, values));
        }
    }
    out.masks.order_by_key(|m| m.0);
    // If the values of each variable do not depend on the other variables, the masks express everything.
    if diagram.layers.iter().all(|l| l.len() == 1) {
        return Some(out);
    }
    let assumes =
        if assumed { word.known.iter().map(|k| k.iter().map(|&v| Var(v)).collect()).collect() } else { Vec::new() };
    out.automata.push(AutomatonPart::new(order, diagram, assumes));
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::{Domain, Graph, compile};
    use cluewright_core::{Random, ValueSet};
    use std::sync::Arc;

    /// The reference for the test compiles the same condition through the graph. Both results accept the same lists of different
    /// numbers.
    #[test]
    fn accepts_what_the_graph_accepts() {
        let mut rng = Random::new(0x9E37_79B9_7F4A_7C15);
        let mut random = move |n: u64| rng.below(n);
        let cache = Cache::default();
        for round in 0..300 {
            let (cells, top, states) = (2 + random(4) as usize, 3 + random(3) as i64, 2 + random(5) as usize);
            let table: Vec<u32> = (0..states * top as usize).map(|_| random(states as u64) as u32).collect();
            let accepting: Vec<bool> = (0..states).map(|_| random(3) == 0).collect();
            let domains: Vec<Domain> = (0..cells)
                .map(|_| {
                    let all = Domain::range(1, top as i32);
                    let some = ValueSet(all.values.0 & random(1 << top));
                    if some.is_empty() { all } else { Domain { first: 1, values: some } }
                })
                .collect();
            let known: Vec<Vec<u16>> = match random(3) {
                0 => Vec::new(),
                1 => vec![(0..cells as u16).collect()],
                _ => vec![(0..=(cells as u16 / 2)).collect(), vec![0, cells as u16 - 1]],
            };
            let known: Vec<Vec<u16>> = known.into_iter().filter(|k| k.len() >= 2 && k[0] != k[1]).collect();
            let mut inputs: Vec<Input> = (0..cells as u16).map(|v| Input::Var(Var(v))).collect();
            inputs.insert(random(cells as u64 + 1) as usize, Input::Number(1 + random(top as u64) as i64));
            let step = |s: u32, n: i64| table[s as usize * top as usize + (n - 1) as usize];
            let accepts = |s: u32| accepting[s as usize];
            let steps = crate::compile::Dfa::of_table(1, top as usize, table.clone());
            let wanted = [accepting.iter().rev().fold(0, |all, &a| all << 1 | u64::from(a))];
            let asked =
                Word { steps: &steps, start: 0, wanted: &wanted, inputs: &inputs, domains: &domains, known: &known };
            let mut work = 0;
            let never = Watch::new(&|| false);
            let limits = Limits::default();
            let made =
                word(&asked, &unrolled(&asked, most(&limits), &never), &limits, &mut work, &never).expect("small");
            // A result from the cache is equal to the original result, and reports the same cost.
            for hits in 0..2 {
                let (before, mut spent) = (cache.hits(), 0);
                let table = cache.table(steps.key());
                let kept = word_cached(&asked, table, &Limits::default(), &cache, &mut spent, &never).expect("small");
                let shown = |c: &Compiled| format!("{:?}", (c.impossible, &c.masks, &c.automata, c.assumed));
                assert_eq!((shown(&kept), spent), (shown(&made), work), "round {round}");
                assert!(hits == 0 || cache.hits() == before + 1, "found the second time");
            }

            let mut graph = Graph::default();
            for &domain in &domains {
                graph.add_var(domain);
            }
            let dfa = Arc::new(steps.ending(0, accepts));
            let read: Vec<_> = inputs
                .iter()
                .map(|i| match *i {
                    Input::Number(n) => graph.number(n),
                    Input::Var(v) => graph.var(v),
                })
                .collect();
            let root = graph.accepts(&dfa, &read);
            let slow = compile(&graph, root, &Limits::default(), &cache).expect("small");

            let mut list = vec![0u8; cells];
            let total = (top as u64).pow(cells as u32);
            for code in 0..total {
                let mut rest = code;
                for v in &mut list {
                    *v = (rest % top as u64) as u8;
                    rest /= top as u64;
                }
                let inside = list.iter().zip(&domains).all(|(&v, d)| d.values.0 >> v & 1 == 1);
                let differ = known.iter().all(|k| {
                    k.iter().enumerate().all(|(i, &a)| k[..i].iter().all(|&b| list[a as usize] != list[b as usize]))
                });
                if !inside || !differ {
                    continue;
                }
                let plain = inputs.iter().fold(0, |s, i| match *i {
                    Input::Number(n) => step(s, n),
                    Input::Var(v) => step(s, i64::from(list[v.index()]) + 1),
                });
                let accepted = |a: &AutomatonPart| {
                    let mut state = Some(0);
                    for (layer, v) in a.diagram.layers.iter().zip(&a.vars) {
                        let fits = |e: &&Edge| Some(e.from) == state && e.values >> list[v.index()] & 1 == 1;
                        state = layer.iter().find(fits).map(|e| e.to);
                    }
                    state.is_some()
                };
                let holds = |c: &Compiled| {
                    !c.impossible
                        && c.masks.iter().all(|(v, m)| m.0 >> list[v.index()] & 1 == 1)
                        && c.automata.iter().all(accepted)
                        && c.relations.iter().all(|r| {
                            let row = r.allowed.get(list[r.a.index()] as usize);
                            row.is_some_and(|row| row.0 >> list[r.b.index()] & 1 == 1)
                        })
                };
                assert_eq!(holds(&made), accepts(plain), "round {round}: {list:?}");
                assert_eq!(holds(&slow), accepts(plain), "the graph, round {round}: {list:?}");
            }
        }
    }
}
