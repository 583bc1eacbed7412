//! Minimises layered automata, layer by layer from the end: equivalent states are merged, and states from which nothing is accepted
//! are removed.

use cluewright_core::Sort;
use cluewright_core::constraint::Edge;
use cluewright_core::quick::Numbers;

/// The class of a state from which nothing is accepted.
const DEAD: u32 = u32::MAX;

/// Returns the minimal automaton that accepts the same lists. The edges of each input layer are grouped by state, in rising order
/// of `from`; a state may have several edges to another state. `accepting[i]` is true if state `i` after the last layer accepts.
/// Merged states are numbered in the order in which their first members occur; the resulting edges are sorted. Returns `None` if
/// the first state of the first layer accepts nothing, or if `stop`, which is called before each layer, returns true.
pub(crate) fn minimised(layers: &[Vec<Edge>], accepting: &[bool], stop: &dyn Fn() -> bool) -> Option<Vec<Vec<Edge>>> {
    let mut result: Vec<Vec<Edge>> = Vec::with_capacity(layers.len());
    // The class of each state after the layer. States without outgoing edges may be missing at the end.
    let mut class: Vec<u32> = accepting.iter().map(|&a| if a { 0 } else { DEAD }).collect();
    let mut row: Vec<(u32, u64)> = Vec::new();
    // The distinct rows of a layer, as edges. `start_of` has the index where each row begins, and one more entry for the end.
    let mut kept: Vec<Edge> = Vec::new();
    let mut start_of: Vec<u32> = Vec::new();
    for layer in layers.iter().rev() {
        if stop() {
            return None;
        }
        let states = layer.last().map_or(1, |e| e.from as usize + 1);
        let mut now = vec![DEAD; states];
        kept.clear();
        start_of.clear();
        start_of.push(0);
        let mut rows = Numbers::with_capacity(states);
        let mut rest = &layer[..];
        while let Some(&Edge { from, .. }) = rest.first() {
            rest = take_row(rest, &class, &mut row);
            if row.is_empty() {
                continue;
            }
            let hash = hash_of(&row);
            let same = |i: u32| {
                let other = &kept[start_of[i as usize] as usize..start_of[i as usize + 1] as usize];
                other.len() == row.len() && other.iter().zip(&row).all(|(a, b)| (a.to, a.values) == *b)
            };
            let number = rows.find(hash, same).unwrap_or_else(|| {
                let number = start_of.len() as u32 - 1;
                rows.add(hash, number);
                kept.extend(row.iter().map(|&(to, values)| Edge { from: number, to, values }));
                start_of.push(kept.len() as u32);
                number
            });
            now[from as usize] = number;
        }
        // Drop spare capacity: results are stored for a long time.
        result.push(kept.as_slice().into());
        class = now;
    }
    if class.first() == Some(&DEAD) {
        return None;
    }
    result.reverse();
    Some(result)
}

/// Reads the edges of the first state of a layer into `row`, with one entry for each class that they lead to. Returns the rest of
/// the layer.
#[inline]
fn take_row<'a>(layer: &'a [Edge], class: &[u32], row: &mut Vec<(u32, u64)>) -> &'a [Edge] {
    row.clear();
    let from = layer[0].from;
    let (mut rising, mut taken) = (true, 0);
    for e in layer {
        if e.from != from {
            break;
        }
        taken += 1;
        let to = class.get(e.to as usize).copied().unwrap_or(DEAD);
        if to == DEAD {
            continue;
        }
        match row.last_mut() {
            Some(last) if last.0 == to => last.1 |= e.values,
            Some(last) => {
                rising &= last.0 < to;
                row.push((to, e.values));
            }
            None => row.push((to, e.values)),
        }
    }
    if !rising {
        row.order_by_key(|e| e.0);
        row.dedup_by(|next, last| {
            let same = next.0 == last.0;
            if same {
                last.1 |= next.1;
            }
            same
        });
    }
    &layer[taken..]
}

#[inline]
fn hash_of(row: &[(u32, u64)]) -> u64 {
    const MIX: u64 = 0x517c_c1b7_2722_0a95;
    let mix = |hash: u64, &(to, values): &(u32, u64)| {
        (hash.rotate_left(5) ^ u64::from(to).rotate_left(40) ^ values).wrapping_mul(MIX)
    };
    let hash = row.iter().fold(0, mix);
    // The multiplication mixes the high bits best.
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_core::Random;

    /// The reference implementation for the test: whether each list is accepted from a state, checked list by list.
    fn accepted(layers: &[Vec<Edge>], accepting: &[bool], at: usize, state: u32, values: u32) -> Vec<bool> {
        let Some(layer) = layers.get(at) else { return vec![accepting.get(state as usize) == Some(&true)] };
        (0..values)
            .flat_map(|v| {
                let ways: Vec<Vec<bool>> = layer
                    .iter()
                    .filter(|e| e.from == state && e.values >> v & 1 == 1)
                    .map(|e| accepted(layers, accepting, at + 1, e.to, values))
                    .collect();
                let lists = (values as usize).pow((layers.len() - at - 1) as u32);
                (0..lists).map(move |i| ways.iter().any(|w| w[i]))
            })
            .collect()
    }

    #[test]
    fn accepts_the_same_and_has_no_two_states_alike() {
        let mut rng = Random::new(0x1234_5678_9ABC_DEF1);
        let mut random = move |n: u32| rng.below(n);
        let (mut none, mut some, mut fewer) = (0, 0, 0);
        for _ in 0..2_000 {
            let (values, depth) = (2 + random(2), 1 + random(4) as usize);
            let counts: Vec<u32> = (0..=depth).map(|i| if i == 0 { 1 } else { 1 + random(5) }).collect();
            let accepting: Vec<bool> = (0..counts[depth]).map(|_| random(2) == 0).collect();
            let mut layers: Vec<Vec<Edge>> = Vec::new();
            for pair in counts.windows(2) {
                let mut layer = Vec::new();
                for from in 0..pair[0] {
                    for value in (0..values).filter(|_| random(4) > 0).collect::<Vec<u32>>() {
                        layer.push(Edge { from, to: random(pair[1]), values: 1 << value });
                    }
                }
                layers.push(layer);
            }
            let before = accepted(&layers, &accepting, 0, 0, values);
            let Some(small) = minimised(&layers, &accepting, &|| false) else {
                assert!(!before.contains(&true));
                none += 1;
                continue;
            };
            assert_eq!(accepted(&small, &[true], 0, 0, values), before);
            for (at, layer) in small.iter().enumerate() {
                assert!(layer.is_sorted());
                let states = layer.last().map_or(0, |e| e.from + 1);
                let all: Vec<Vec<bool>> = (0..states).map(|s| accepted(&small, &[true], at, s, values)).collect();
                for (i, one) in all.iter().enumerate() {
                    assert!(one.contains(&true), "nothing is accepted from a state");
                    assert!(!all[..i].contains(one), "two states accept the same");
                }
                fewer += u32::from(states < counts[at]);
            }
            some += 1;
        }
        assert!(none > 100 && some > 500 && fewer > 500, "{none} {some} {fewer}");
    }
}
