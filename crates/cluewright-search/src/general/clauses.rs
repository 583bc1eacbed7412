//! Finds clauses in automata: requirements that one of several candidates is true, such as "one of these cells is low". A clause
//! is compiled as a group. If only a few places of one value are left in the group, the value is removed from the cells that see
//! all of these places.
//!
//! The idea is from Interactive Sudoku Solver (sigh, MIT), which uses it for squares of global entropy.

mod run;

use cluewright_core::constraint::Automaton;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Cell, Constraint};

/// The maximum number of cells in a clause. Longer clauses rarely get down to few places.
const MOST_CELLS: usize = 16;

/// Finds a set of at most half of all values such that some cell must hold one of them whenever the automaton holds. Only sets of
/// values that the automaton does not distinguish in the first cell are tried; an automaton that knows which cells differ may
/// distinguish the other values.
pub(super) fn clause(automaton: &Automaton) -> Option<u64> {
    let cells = automaton.cells().len();
    if !(2..=MOST_CELLS).contains(&cells) {
        return None;
    }
    let all = automaton.edges(0).iter().fold(0, |all, e| all | e.values);
    let mut live = Vec::new();
    automaton
        .edges(0)
        .iter()
        .map(|e| e.values)
        .filter(|set| (2..=all.count_ones() / 2).contains(&set.count_ones()))
        .find(|set| !accepts(automaton, !set, &mut live))
}

/// Whether the automaton accepts cells that all hold one of these values.
fn accepts(automaton: &Automaton, values: u64, live: &mut Vec<bool>) -> bool {
    let layers = automaton.cells().len();
    let most = (0..=layers).map(|layer| automaton.states(layer)).max().unwrap_or(0);
    live.clear();
    live.resize(2 * most, false);
    live[0] = true;
    for layer in 0..layers {
        let (now, next) = live.split_at_mut(most);
        let (now, next) = if layer % 2 == 0 { (now, next) } else { (next, now) };
        next.fill(false);
        for e in automaton.edges(layer) {
            next[e.to as usize] |= now[e.from as usize] && e.values & values != 0;
        }
    }
    let last = if layers.is_multiple_of(2) { 0 } else { most };
    live[last..last + automaton.states(layers)].contains(&true)
}

/// The clauses of a model's automata: the cells of each clause, and a set of values such that at least one of these cells must
/// hold one of them.
pub(super) fn clauses<'a>(automata: impl Iterator<Item = &'a Automaton>) -> Vec<(&'a [Cell], u64)> {
    // Many automata occur in several places, so find each clause only once.
    let mut known: QuickMap<usize, Option<u64>> = QuickMap::default();
    automata.filter_map(|it| Some((it.cells(), (*known.entry(it.data()).or_insert_with(|| clause(it)))?))).collect()
}

#[cfg(test)]
mod tests {
    use super::clause;
    use cluewright_core::constraint::{Automaton, Edge};
    use cluewright_core::{Cell, Constraint, Random};

    const CELLS: usize = 4;
    const WIDTH: u32 = 5;
    const ALL: u64 = (1 << WIDTH) - 1;

    /// All fillings of the cells that the automaton accepts.
    fn accepted(automaton: &Automaton) -> Vec<[u32; CELLS]> {
        let ways = (0..WIDTH.pow(CELLS as u32)).map(|n| std::array::from_fn(|i| n / WIDTH.pow(i as u32) % WIDTH));
        ways.filter(|way: &[u32; CELLS]| automaton.check(&|c: Cell| way[c.index()] as i32)).collect()
    }

    /// Creates random edges, or the edges of a clause as rules write it: state 0 waits for a wanted value, and state 1 has seen
    /// one.
    fn random_layers(random: &mut Random, wanted: Option<u64>) -> Vec<Vec<Edge>> {
        let layer = |at: usize| {
            let (first, last) = (at == 0, at + 1 == CELLS);
            let mut edges = Vec::new();
            if let Some(good) = wanted {
                edges.push(Edge { from: 0, to: u32::from(!last), values: good });
                if !last {
                    edges.push(Edge { from: 0, to: 0, values: ALL & !good });
                }
                if !first {
                    edges.push(Edge { from: 1, to: u32::from(!last), values: ALL });
                }
                return edges;
            }
            for from in 0..if first { 1 } else { 3 } {
                for to in 0..if last { 1 } else { 3 } {
                    let values = random.bits() & random.bits() & ALL;
                    if values != 0 {
                        edges.push(Edge { from, to, values });
                    }
                }
            }
            edges
        };
        (0..CELLS).map(layer).collect()
    }

    #[test]
    fn one_of_them_is_true_whenever_the_automaton_holds() {
        let mut random = Random::new(11);
        let cells: Vec<Cell> = (0..CELLS as u16).map(Cell).collect();
        let (mut met, mut some) = (0, 0);
        for round in 0..6_000 {
            let good = random.bits() & ALL;
            let wanted = (round % 2 == 0 && good.count_ones() == 2).then_some(good);
            let layers = random_layers(&mut random, wanted);
            let Ok(automaton) = Automaton::new(&cells, &[0; CELLS], &layers) else { continue };
            let found = clause(&automaton);
            if wanted.is_some() {
                assert_eq!(found, wanted);
                met += 1;
            }
            let Some(set) = found else { continue };
            some += 1;
            assert!(accepted(&automaton).iter().all(|way| way.iter().any(|v| set >> v & 1 == 1)), "{automaton:?}");
        }
        assert!(met > 500 && some > met + 20, "{met} {some}");
    }
}
