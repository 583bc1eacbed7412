//! Merges constraints on the same cells: automata over the same list of cells become their product, counts of single values over
//! the same set of cells become one count of all values. This needs one run instead of several, and finds consequences that
//! follow only from all of them together.

use super::cardinality::{Counts, counts};
use crate::poll::Poll;
use crate::switches::{Mechanism, Switches};
use cluewright_core::constraint::{Automaton, Edge};
use cluewright_core::quick::QuickMap;
use cluewright_core::{Cell, Constraint, Kind, Model};

/// The maximum number of edges of a product; larger ones cost more than they gain.
const MOST_EDGES: usize = 2_000;

/// The constraints that replace some posted ones.
#[derive(Debug, Default)]
pub(super) struct Merged {
    /// For each posted constraint, whether it is part of a merged one.
    pub(super) dropped: Vec<bool>,
    /// Products of automata.
    pub(super) automata: Vec<Kind>,
    /// Counts over one set of cells.
    pub(super) counts: Vec<Counts>,
}

/// Merges constraints over the same cells. `None` if stopped.
pub(super) fn merge(model: &Model, switches: Switches, poll: &mut Poll<'_>) -> Option<Merged> {
    let posted = model.constraints();
    let mut merged = Merged { dropped: vec![false; posted.len()], ..Merged::default() };
    let mut lists: QuickMap<&[Cell], Vec<usize>> = QuickMap::default();
    let mut sets: QuickMap<Vec<Cell>, Vec<(usize, Counts)>> = QuickMap::default();
    for (i, constraint) in posted.iter().enumerate() {
        if poll.is_over(50 + constraint.kind.cells().len()) {
            return None;
        }
        if let Kind::Automaton(automaton) = &constraint.kind {
            if automaton.edge_count() > MOST_EDGES || !switches.has(Mechanism::Products) {
                continue;
            }
            lists.entry(automaton.cells()).or_default().push(i);
        } else if switches.has(Mechanism::Cardinality)
            && let Some(found) = counts(model, &constraint.kind)
        {
            sets.entry(found.cells.clone()).or_default().push((i, found));
        }
    }
    let mut sets: Vec<_> = sets.into_iter().collect();
    sets.sort_unstable_by_key(|(_, members)| members[0].0);
    for (cells, members) in sets {
        let values: Vec<(u8, u128)> = members.iter().flat_map(|m| m.1.values.iter().copied()).collect();
        if values.len() > 1 {
            for m in &members {
                merged.dropped[m.0] = true;
            }
            merged.counts.push(Counts { cells, values });
        }
    }
    let mut lists: Vec<Vec<usize>> = lists.into_values().filter(|l| l.len() > 1).collect();
    lists.sort_unstable();
    let automaton = |i: usize| match &posted[i].kind {
        Kind::Automaton(it) => it,
        _ => unreachable!("only automata were listed"),
    };
    // The same automata often occur at many places and share one product.
    let mut known: Vec<(Vec<usize>, Option<Automaton>)> = Vec::new();
    for list in lists {
        // Products of some thousand edges, and comparisons with those made before.
        if poll.is_over(MOST_EDGES * list.len() + 100 * known.len()) {
            return None;
        }
        let alike = |old: &&(Vec<usize>, Option<Automaton>)| {
            old.0.len() == list.len() && old.0.iter().zip(&list).all(|(&a, &b)| same(automaton(a), automaton(b)))
        };
        let product = if let Some((_, product)) = known.iter().find(alike) {
            product.clone()
        } else {
            let start = automaton(list[0]).clone();
            let product = list[1..]
                .iter()
                .try_fold(start, |all, &i| if poll.is_over(MOST_EDGES) { None } else { product(&all, automaton(i)) });
            known.push((list.clone(), product.clone()));
            product
        };
        if let Some(product) = product {
            for &i in &list {
                merged.dropped[i] = true;
            }
            merged.automata.push(product.over(automaton(list[0]).cells()).into());
        }
    }
    Some(merged)
}

/// Whether two automata have the same states and edges.
fn same(a: &Automaton, b: &Automaton) -> bool {
    a.first() == b.first() && (0..a.first().len()).all(|layer| a.edges(layer) == b.edges(layer))
}

/// The product, which accepts exactly the words that both accept; `None` if it has too many edges.
fn product(a: &Automaton, b: &Automaton) -> Option<Automaton> {
    let mut layers: Vec<Vec<Edge>> = Vec::new();
    let mut states: Vec<(u32, u32)> = vec![(0, 0)];
    let mut edges = 0;
    let mut numbers: QuickMap<(u32, u32), u32> = QuickMap::default();
    for layer in 0..a.first().len() {
        numbers.clear();
        let mut next: Vec<(u32, u32)> = Vec::new();
        let mut list = Vec::new();
        for (number, &(x, y)) in states.iter().enumerate() {
            let ends = from(b.edges(layer), y);
            for e in from(a.edges(layer), x) {
                for f in ends.iter().filter(|f| f.values & e.values != 0) {
                    let to = *numbers.entry((e.to, f.to)).or_insert_with(|| {
                        next.push((e.to, f.to));
                        next.len() as u32 - 1
                    });
                    list.push(Edge { from: number as u32, to, values: e.values & f.values });
                }
            }
        }
        edges += list.len();
        if edges > MOST_EDGES {
            return None;
        }
        layers.push(list);
        states = next;
    }
    Automaton::new(a.cells(), a.first(), &layers).ok()
}

/// The edges that leave a state; they are sorted by it.
fn from(edges: &[Edge], state: u32) -> &[Edge] {
    let start = edges.partition_point(|e| e.from < state);
    let end = start + edges[start..].partition_point(|e| e.from == state);
    &edges[start..end]
}

#[cfg(test)]
mod tests {
    use super::product;
    use cluewright_core::constraint::{Automaton, Edge};
    use cluewright_core::{Cell, Constraint, Random, ValueSet};

    #[test]
    fn a_product_accepts_what_both_do() {
        let mut random = Random::new(8);
        let (mut yes, mut no) = (0, 0);
        for _ in 0..400 {
            let n = 1 + random.below(4) as usize;
            let cells: Vec<Cell> = (0..n as u16).map(Cell).collect();
            let mut draw = || {
                let layers: Vec<Vec<Edge>> = (0..n)
                    .map(|layer| {
                        (0..if layer == 0 { 3 } else { 9 })
                            .map(|i| Edge::new(i / 3, i % 3, ValueSet(random.bits() & random.bits() & 7)))
                            .collect()
                    })
                    .collect();
                Automaton::new(&cells, &vec![1; n], &layers).expect("a small automaton")
            };
            let (a, b) = (draw(), draw());
            let both = product(&a, &b).expect("a small product");
            for word in 0..3i32.pow(n as u32) {
                let number = |c: Cell| 1 + word / 3i32.pow(u32::from(c.0)) % 3;
                let expected = a.check(&number) && b.check(&number);
                assert_eq!(both.check(&number), expected);
                if expected { yes += 1 } else { no += 1 }
            }
        }
        assert!(yes > 500 && no > 500, "{yes} {no}");
    }
}
