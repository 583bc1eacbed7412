//! Finds the values that each of several different cells can have if together they hold one of several combinations. Exact for up
//! to five open cells ([`MOST`]).
//!
//! A combination can be assigned to equally many cells unless some subset of the cells can hold fewer of its values than there
//! are cells in the subset (Hall 1935). If a subset can hold exactly as many, these values belong to the subset and are removed
//! from the other cells. Seen from the values, this is the same condition on the other cells. So for five cells it is enough to
//! examine subsets of one and two cells, and the values that only one or two cells may have. Eight combinations are examined at a
//! time, without branches, so that the compiler generates vector instructions.
//!
//! On seven hard killers, each solved four times with weights randomly changed by 3 %, this method saves 28 % of the nodes and 4
//! % of the time; if branches are about single cells only, it saves 48 % and 27 %. On 86 puzzles of medium size it saves 4 % of
//! the nodes and 1 % of the time. Using it from the first node takes 2 % fewer nodes on these puzzles, but 4 % more time.

/// The maximum number of open cells that can be examined.
pub(super) const MOST: usize = 5;
/// The number of combinations examined together.
pub(super) const LANES: usize = 8;

/// The set without its lowest value.
#[inline]
fn less_one(values: u16) -> u16 {
    values & values.wrapping_sub(1)
}

/// All ones if the set is empty, otherwise 0.
#[inline]
fn if_none(values: u16) -> u16 {
    if values == 0 { u16::MAX } else { 0 }
}

/// Returns the values that occur in some combination with an assignment, and the values that occur in every such combination.
/// Narrows `open`, the domains of two to [`MOST`] cells, to the values that the cells have in some assignment. The number of
/// combinations must be a multiple of [`LANES`]. Each combination must have as many values within `free` as there are cells, each
/// of them a possible value of some cell; it may also have values outside `free`.
pub(super) fn of(combinations: &[u16], free: u16, open: &mut [u16]) -> (u16, u16) {
    match open.len() {
        2 => narrow::<2>(combinations, free, open),
        3 => narrow::<3>(combinations, free, open),
        4 => narrow::<4>(combinations, free, open),
        _ => narrow::<MOST>(combinations, free, open),
    }
}

fn narrow<const N: usize>(combinations: &[u16], free: u16, open: &mut [u16]) -> (u16, u16) {
    let open: &mut [u16; N] = open.try_into().expect("as many cells");
    // The values that a pair of cells may have (`two`), and the values that only one cell (`of_one`) or only one pair of cells
    // (`of_two`) may have.
    let (mut of_one, mut two, mut of_two) = ([0u16; N], [[0u16; N]; N], [[0u16; N]; N]);
    for i in 0..N {
        let others = |j: usize| (0..N).filter(|&k| k != i && k != j).fold(0, |all, k| all | open[k]);
        of_one[i] = open[i] & !others(i);
        for j in 0..i {
            two[i][j] = open[i] | open[j];
            of_two[i][j] = two[i][j] & !others(j);
        }
    }
    let (mut some, mut every, mut held) = ([0u16; LANES], [u16::MAX; LANES], [[0u16; LANES]; N]);
    for block in combinations.chunks_exact(LANES) {
        let block: &[u16; LANES] = block.try_into().expect("chunks of this length");
        let (mut values, mut fails, mut taken) = ([0u16; LANES], [0u16; LANES], [0u16; LANES]);
        let mut keep = [[u16::MAX; LANES]; N];
        for l in 0..LANES {
            values[l] = block[l] & free;
        }
        for i in 0..N {
            for l in 0..LANES {
                // If the combination leaves the cell a single value, the other cells lose this value.
                let mine = values[l] & open[i];
                taken[l] = mine & if_none(less_one(mine));
                fails[l] |= if_none(mine);
                // If only this cell can have a value, it must hold the value.
                let only = values[l] & of_one[i];
                fails[l] |= less_one(only);
                keep[i][l] &= only | if_none(only);
            }
            for k in (0..N).filter(|&k| k != i) {
                for l in 0..LANES {
                    keep[k][l] &= !taken[l];
                }
            }
            // Do the same for pairs of cells. Among three cells, this would be the condition for the remaining cell.
            for j in (0..i).filter(|_| N > 3) {
                for l in 0..LANES {
                    let theirs = values[l] & two[i][j];
                    let rest = less_one(theirs);
                    fails[l] |= if_none(rest);
                    taken[l] = theirs & if_none(less_one(rest));
                }
                for k in (0..N).filter(|&k| k != i && k != j) {
                    for l in 0..LANES {
                        keep[k][l] &= !taken[l];
                    }
                }
                // Among four cells, this would be the condition for the remaining two cells.
                for l in (0..LANES).filter(|_| N > 4) {
                    let only = values[l] & of_two[i][j];
                    let rest = less_one(only);
                    fails[l] |= less_one(rest);
                    keep[i][l] &= only | if_none(rest);
                    keep[j][l] &= only | if_none(rest);
                }
            }
        }
        for l in 0..LANES {
            let fine = if_none(fails[l]);
            some[l] |= block[l] & fine;
            every[l] &= block[l] | !fine;
            for i in 0..N {
                held[i][l] |= keep[i][l] & values[l] & open[i] & fine;
            }
        }
    }
    *open = held.map(|lanes| lanes.iter().fold(0, |a, b| a | b));
    (some.iter().fold(0, |a, b| a | b), every.iter().fold(u16::MAX, |a, b| a & b))
}

#[cfg(test)]
mod tests {
    use super::{LANES, MOST, of};
    use cluewright_core::Random;

    /// Assigns a combination's free values to the cells in every possible order.
    fn fill(values: u16, cells: &[u16], so_far: &mut Vec<u16>, held: &mut [u16]) -> bool {
        let at = so_far.len();
        if at == cells.len() {
            so_far.iter().zip(held).for_each(|(v, h)| *h |= v);
            return true;
        }
        let mut any = false;
        for v in (0..16).map(|v| 1 << v).filter(|v| values & cells[at] & v != 0) {
            so_far.push(v);
            any |= fill(values & !v, cells, so_far, held);
            so_far.pop();
        }
        any
    }

    #[test]
    fn assignments_are_those_of_every_order() {
        let mut random = Random::new(5);
        let (mut none, mut narrowed, mut same) = (0, 0, 0);
        for round in 0..20_000 {
            let n = 2 + round % (MOST - 1);
            let width = n as u32 + 1 + random.below(16 - n as u32);
            let mut draw = |most: u32| {
                let mut set = 0u16;
                for _ in 0..most {
                    set |= 1 << random.below(width);
                }
                set
            };
            let fixed = draw(2);
            let mut combinations: Vec<u16> = (0..300).map(|_| draw(n as u32 + 2)).collect();
            let cells: Vec<u16> = (0..n).map(|_| draw(5) & !fixed).collect();
            let all = cells.iter().fold(fixed, |all, c| all | c);
            combinations.retain(|c| c & !all == 0 && (c & !fixed).count_ones() as usize == n);
            combinations.truncate(1 + round % 20);
            let Some(&last) = combinations.last() else { continue };
            combinations.resize(combinations.len().next_multiple_of(LANES), last);
            let (mut some, mut every, mut held) = (0, u16::MAX, vec![0; n]);
            for &c in &combinations {
                if fill(c & !fixed, &cells, &mut Vec::new(), &mut held) {
                    (some, every) = (some | c, every & c);
                }
            }
            let mut open = cells.clone();
            assert_eq!(of(&combinations, !fixed, &mut open), (some, every), "{cells:?} {combinations:?} {fixed}");
            assert_eq!(open, held, "{cells:?} {combinations:?} {fixed}");
            *if some == 0 {
                &mut none
            } else if open == cells {
                &mut same
            } else {
                &mut narrowed
            } += 1;
        }
        assert!(none > 300 && same > 1_000 && narrowed > 5_000, "{none} {same} {narrowed}");
    }
}
