//! Lists the sets of values that different cells may hold together. This works for constraints that do not depend on order: sums,
//! and automata that accept every order (such as a line of consecutive digits).

use crate::bits::extreme_sums;
use cluewright_core::constraint::{Automaton, Sum};
use cluewright_core::{Cell, Constraint, Model, ValueSet};

/// The maximum number of combinations that are listed.
pub(super) const MOST: usize = 600;
/// The maximum number of cells, and also the maximum number of values.
const WIDTH: usize = 16;
/// If there are more partial words than this, an automaton is not examined further.
const MOST_BEGUN: usize = 4_000;

/// A query for the sets of values of a given size and sum: the available values, the size of the sets, and the sum of the value
/// indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CombinationQuery {
    values: u16,
    count: u32,
    sum: u32,
}

impl CombinationQuery {
    /// A query for the sets of values that the cells of a sum may have together. `None` if the cells have different first
    /// numbers, or if there are no cells or too many cells or values.
    pub(super) fn of_sum(model: &Model, dom: &[u64], sum: &Sum) -> Option<Self> {
        let cells = sum.cells();
        let first = |c: &Cell| model.cells()[c.index()].first;
        if cells.is_empty() || cells.len() > WIDTH || cells.iter().any(|c| first(c) != first(&cells[0])) {
            return None;
        }
        let values = cells.iter().fold(0, |all, c| all | dom[c.index()]);
        // The sum of the value indices is the total minus the first number of each cell.
        let wanted = i64::from(sum.total()) - i64::from(first(&cells[0])) * cells.len() as i64;
        // A total that is out of reach is replaced by a sum that no set of indices has.
        let sum = u32::try_from(wanted).unwrap_or(u32::MAX);
        Some(Self { values: u16::try_from(values).ok()?, count: cells.len() as u32, sum })
    }

    /// Lists the sets; `None` if there are too many.
    pub(super) fn list(self) -> Option<Vec<u16>> {
        let mut found = Vec::new();
        list(self, 0, &mut found);
        (found.len() <= MOST).then_some(found)
    }
}

fn list(wanted: CombinationQuery, chosen: u16, found: &mut Vec<u16>) {
    let CombinationQuery { mut values, count, sum } = wanted;
    if count <= 1 {
        let last = if count == 1 { 1u16.checked_shl(sum).unwrap_or(0) & values } else { 0 };
        if last != 0 || (count, sum) == (0, 0) {
            found.push(chosen | last);
        }
        return;
    }
    while found.len() <= MOST
        && let Some((from, _)) = extreme_sums(values.into(), count as usize)
    {
        if from > sum {
            return; // sets without the smallest value have even greater sums
        }
        let least = values.trailing_zeros();
        values &= values - 1;
        if extreme_sums(values.into(), count as usize - 1).is_some_and(|(_, most)| least + most >= sum) {
            list(CombinationQuery { values, count: count - 1, sum: sum - least }, chosen | 1 << least, found);
        }
    }
}

/// The sets of different values that an automaton accepts, provided that it accepts each set in every order. `None` if it does
/// not, if there are too many sets, or if a word may have more than one path.
pub(super) fn of_automaton(automaton: &Automaton) -> Option<Vec<u16>> {
    let n = automaton.cells().len();
    let first = automaton.first();
    if n > WIDTH || first.iter().any(|f| *f != first[0]) || automaton.states(0) != 1 {
        return None;
    }
    // The number of words of different values read so far, by their set of values and the state in which they end.
    let mut begun: Vec<(u16, u32, u64)> = vec![(0, 0, 1)];
    let (mut next, mut orders) = (Vec::new(), 1);
    for layer in 0..n {
        let edges = automaton.edges(layer);
        next.clear();
        for &(values, state, ways) in &begun {
            let from = edges.partition_point(|e| e.from < state);
            let mut seen = 0;
            for edge in edges[from..].iter().take_while(|e| e.from == state) {
                if edge.values >> WIDTH != 0 || edge.values & seen != 0 {
                    return None;
                }
                seen |= edge.values;
                next.extend(
                    ValueSet(edge.values & !u64::from(values)).iter().map(|v| (values | 1 << v.0, edge.to, ways)),
                );
            }
        }
        next.sort_unstable();
        next.dedup_by(|next, last| {
            let same = (next.0, next.1) == (last.0, last.1);
            last.2 += if same { next.2 } else { 0 };
            same
        });
        // A set of values that can begin a word must be able to do so in every order.
        orders *= layer as u64 + 1;
        let every = next.chunk_by(|a, b| a.0 == b.0).all(|run| run.iter().map(|w| w.2).sum::<u64>() == orders);
        if next.len() > MOST_BEGUN || !every {
            return None;
        }
        std::mem::swap(&mut begun, &mut next);
    }
    let mut sets: Vec<u16> = begun.iter().map(|w| w.0).collect();
    sets.dedup();
    (1..=MOST).contains(&sets.len()).then_some(sets)
}

#[cfg(test)]
mod tests {
    use super::{CombinationQuery, MOST, of_automaton};
    use cluewright_core::constraint::{Automaton, Edge};
    use cluewright_core::{Cell, Constraint, Random};

    #[test]
    fn sets_of_a_sum_are_those_of_all_sets() {
        let mut random = Random::new(4);
        let (mut none, mut some) = (0, 0);
        for _ in 0..2_000 {
            let values = (random.bits() | random.bits()) as u16;
            let wanted = CombinationQuery { values, count: 1 + random.below(9), sum: random.below(70) };
            let sum = |set: u16| -> u32 { (0..16).filter(|v| set >> v & 1 == 1).sum() };
            let fits = |set: &u16| set & !values == 0 && set.count_ones() == wanted.count && sum(*set) == wanted.sum;
            let expected: Vec<u16> = (0..=u16::MAX).filter(fits).collect();
            match wanted.list() {
                None => assert!(expected.len() > MOST),
                Some(mut found) => {
                    found.sort_unstable();
                    assert_eq!(found, expected);
                }
            }
            *if expected.is_empty() { &mut none } else { &mut some } += 1;
        }
        assert!(none > 300 && some > 300, "{none} {some}");
    }

    /// Creates an automaton whose states are the sets of values read so far. It accepts the sets in `accepted`, but lacks the
    /// steps, from a set with a value, for which `skips` returns true.
    fn over_sets(n: usize, width: u8, accepted: &[u16], skips: &dyn Fn(u16, u8) -> bool) -> Automaton {
        let cells: Vec<Cell> = (0..n as u16).map(Cell).collect();
        let mut states: Vec<u16> = vec![0];
        let mut layers = Vec::new();
        for layer in 0..n {
            let (mut next, mut edges) = (Vec::new(), Vec::new());
            for (from, &values) in states.iter().enumerate() {
                for v in (0..width).filter(|&v| values >> v & 1 == 0 && !skips(values, v)) {
                    let to = values | 1 << v;
                    if layer + 1 == n && !accepted.contains(&to) {
                        continue;
                    }
                    // All accepting sets share one state.
                    let key = if layer + 1 == n { 0 } else { to };
                    let at = next.iter().position(|&s| s == key).unwrap_or_else(|| {
                        next.push(key);
                        next.len() - 1
                    });
                    edges.push(Edge { from: from as u32, to: at as u32, values: 1 << v });
                }
            }
            layers.push(edges);
            states = next;
        }
        Automaton::new(&cells, &vec![1; n], &layers).expect("different cells")
    }

    /// The expected result, found by checking every sequence of different values.
    fn by_words(automaton: &Automaton, n: usize, width: u8) -> Option<Vec<u16>> {
        let mut orders = std::collections::BTreeMap::<u16, u32>::new();
        let words = usize::from(width).pow(n as u32);
        for word in 0..words {
            let digit = |i: usize| (word / usize::from(width).pow(i as u32) % usize::from(width)) as u8;
            let values = (0..n).fold(0u16, |all, i| all | 1 << digit(i));
            if values.count_ones() as usize == n && automaton.check(&|c| i32::from(digit(c.index())) + 1) {
                *orders.entry(values).or_default() += 1;
            }
        }
        let all = (1..=n as u32).product::<u32>();
        (!orders.is_empty() && orders.values().all(|&o| o == all)).then(|| orders.into_keys().collect())
    }

    #[test]
    fn sets_of_an_automaton_are_those_of_all_words() {
        let mut random = Random::new(7);
        let (mut sets, mut none) = (0, 0);
        for round in 0..600 {
            let (n, width) = (2 + random.below(3) as usize, 5);
            let all: Vec<u16> = (0u16..1 << width).filter(|s| s.count_ones() as usize == n).collect();
            let accepted: Vec<u16> = all.into_iter().filter(|_| random.below(3) == 0).collect();
            // In half of the rounds, some orders are not accepted.
            let (from, value) = (random.below(32) as u16, random.below(5) as u8);
            let skips = |values: u16, v: u8| round % 2 == 1 && v == value && values & !from == 0;
            let automaton = over_sets(n, width, &accepted, &skips);
            let expected = by_words(&automaton, n, width);
            assert_eq!(of_automaton(&automaton), expected, "{n} {accepted:?} {from} {value}");
            sets += u32::from(expected.is_some());
            none += u32::from(expected.is_none());
        }
        assert!(sets > 200 && none > 100, "{sets} {none}");
    }
}
