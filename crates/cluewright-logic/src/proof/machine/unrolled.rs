//! Converts any constraint to a layered automaton, for text formats that support automata but not every kind of
//! constraint.

use super::reader::Open;
use super::{machine, wanted_order};
use cluewright_core::constraint::{Automaton, Edge};
use cluewright_core::{Cell, Constraint, Kind, Sort, ValueSet};
use std::collections::HashMap;

/// Converts the constraint to an automaton over its cells; `None` if the automaton would have more than `limit` states
/// before minimisation.
///
/// `first` returns the number that value 0 of a cell represents, and `domain` returns the cell's possible values. For
/// numbers from these domains, the automaton accepts exactly what [`Constraint::check`] accepts. If the constraint
/// assumes that some of its cells differ ([`Constraint::assumes_different`]), so does the automaton.
///
/// ```
/// use cluewright_core::constraint::{Compare, Sum};
/// use cluewright_core::{Cell, Constraint, ValueSet};
/// use cluewright_logic::unrolled;
/// let most = Sum::new(&[(Cell(0), 1), (Cell(1), 1)], Compare::Le, 3).into();
/// let automaton = unrolled(&most, &|_| 1, &|_| ValueSet::below(9), 100).unwrap();
/// assert_eq!((automaton.states(0), automaton.states(1), automaton.states(2)), (1, 2, 1));
/// assert!(automaton.check(&|c| if c == Cell(0) { 2 } else { 1 }));
/// assert!(unrolled(&most, &|_| 1, &|_| ValueSet::below(9), 3).is_none());
/// ```
pub fn unrolled(
    kind: &Kind,
    first: &dyn Fn(Cell) -> i32,
    domain: &dyn Fn(Cell) -> ValueSet,
    limit: usize,
) -> Option<Automaton> {
    let mut cells = wanted_order(kind).unwrap_or_default().to_vec();
    cells.extend(kind.cells().iter().filter(|c| !cells.contains(c)).copied().collect::<Vec<_>>());
    let firsts: Vec<i32> = cells.iter().map(|&c| first(c)).collect();
    let domains: Vec<u64> = cells.iter().map(|&c| domain(c).0).collect();
    let reader = machine(kind, &cells, &firsts, &domains);
    let mut start = Vec::new();
    reader.start(&mut start);
    let mut read = vec![false; cells.len()];
    let mut states = vec![start];
    let mut count = 1;
    let mut layers: Vec<Vec<Edge>> = Vec::with_capacity(cells.len());
    for at in 0..cells.len() {
        read[at] = true;
        let last = at + 1 == cells.len();
        let mut known: HashMap<Vec<i64>, u32> = HashMap::new();
        let mut next: Vec<Vec<i64>> = Vec::new();
        let mut edges = Vec::new();
        for (from, state) in (0..).zip(&states) {
            let mut now = domains.clone();
            for value in ValueSet(domains[at]) {
                let mut after = state.clone();
                reader.read(&mut after, at, i64::from(firsts[at]) + i64::from(value.0));
                now[at] = ValueSet::of(value).0;
                if reader.is_lost(&mut after, &Open { read: &read, first: &firsts, values: &now }) {
                    continue;
                }
                if last {
                    if !reader.holds(&after) {
                        continue;
                    }
                    // After the last cell, all that matters is that the constraint holds.
                    after.clear();
                }
                let to = known.get(&after).copied().unwrap_or_else(|| {
                    let new = next.len() as u32;
                    next.push(after.clone());
                    known.insert(after, new);
                    new
                });
                edges.push(Edge::new(from, to, ValueSet::of(value)));
            }
            if count + next.len() > limit {
                return None;
            }
        }
        count += next.len();
        layers.push(edges);
        states = next;
    }
    Automaton::new(&cells, &firsts, &made_small(layers)).ok()
}

/// Minimises the automaton: merges states of a layer that accept the same continuations.
fn made_small(layers: Vec<Vec<Edge>>) -> Vec<Vec<Edge>> {
    let mut small: Vec<Vec<Edge>> = Vec::with_capacity(layers.len());
    // Maps each state after the current layer to its merged state; `None` until a layer has been processed.
    let mut became: Option<HashMap<u32, u32>> = None;
    for edges in layers.into_iter().rev() {
        let mut of: HashMap<u32, Vec<(u32, u64)>> = HashMap::new();
        let mut order = Vec::new();
        for edge in &edges {
            // States from which the end cannot be reached are dropped, together with the edges to these states.
            let Some(to) = became.as_ref().map_or(Some(edge.to), |b| b.get(&edge.to).copied()) else { continue };
            let out = of.entry(edge.from).or_insert_with(|| {
                order.push(edge.from);
                Vec::new()
            });
            match out.iter_mut().find(|o| o.0 == to) {
                Some(o) => o.1 |= edge.values,
                None => out.push((to, edge.values)),
            }
        }
        let mut known: HashMap<Vec<(u32, u64)>, u32> = HashMap::new();
        let mut now = HashMap::new();
        let mut layer = Vec::new();
        for from in order {
            let mut out = of.remove(&from).unwrap_or_default();
            out.order();
            let new = known.len() as u32;
            let id = *known.entry(out).or_insert_with_key(|out| {
                layer.extend(out.iter().map(|&(to, values)| Edge { from: new, to, values }));
                new
            });
            now.insert(from, id);
        }
        small.push(layer);
        became = Some(now);
    }
    small.reverse();
    small
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_core::constraint::{Any, Compare, Contains, Count, Not, SameMultiset, Sum, Total};

    /// For every assignment of four cells with numbers from 1 to 4, the automaton agrees with `check`.
    #[test]
    fn it_accepts_what_the_constraint_does() {
        let cells: Vec<Cell> = (0..4).map(Cell).collect();
        let sum = |compare, total| -> Kind {
            Sum::new(&[(Cell(2), 1), (Cell(0), 2), (Cell(3), -1), (Cell(1), 1)], compare, total).into()
        };
        let twos = |total| Count::of_numbers(&cells[..3], &[1; 3], &[2, 3], Compare::Eq, total).unwrap().into();
        let kinds: Vec<Kind> = vec![
            sum(Compare::Eq, 5),
            sum(Compare::Ne, 5),
            sum(Compare::Ge, 7),
            twos(Total::Number(2)),
            twos(Total::Cell(Cell(3))),
            Contains::new(&cells, &[1, 1, 3]).unwrap().into(),
            SameMultiset::new(&[vec![Cell(0), Cell(1)], vec![Cell(2), Cell(3)]]).unwrap().into(),
            Any::new(vec![sum(Compare::Eq, 3), twos(Total::Number(0))]).into(),
            Not::new(Any::new(vec![sum(Compare::Le, 4), twos(Total::Number(3))]).into()).into(),
        ];
        for kind in kinds {
            let automaton = unrolled(&kind, &|_| 1, &|_| ValueSet::below(4), 10_000).unwrap();
            let mut held = 0;
            for code in 0..256 {
                let number = |c: Cell| 1 + (code >> (2 * c.index())) % 4;
                assert_eq!(automaton.check(&number), kind.check(&number), "{kind:?} {code}");
                held += usize::from(kind.check(&number));
            }
            assert!((1..256).contains(&held), "{kind:?}");
        }
    }

    #[test]
    fn what_never_holds_accepts_nothing() {
        let never: Kind = Sum::new(&[(Cell(0), 1), (Cell(1), 1)], Compare::Eq, 99).into();
        let automaton = unrolled(&never, &|_| 1, &|_| ValueSet::below(9), 100).unwrap();
        assert_eq!(automaton.edge_count(), 0);
    }
}
