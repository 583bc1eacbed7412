//! Mutually different cells that may hold only certain sets of values, such as a cage or a line of consecutive digits. Finds the
//! sets that are left, and what they imply for the cells and for the surrounding cells that see all of them.
//!
//! A combination is a set of values. It is possible if it lies within the remaining values, contains the fixed values and the
//! values that have no other place in a surrounding house, has a value for every cell, and leaves a value to every surrounding
//! cell that sees the whole cage. Sixteen combinations are examined at a time, without branches, so that the compiler generates
//! vector instructions.
//!
//! Five of six runs find nothing. Still, running cages after locked candidates instead of before them takes 5 % fewer nodes and
//! 16 % more time on six medium killers, and not queueing a cage when the cells around it lose values takes a fifth more nodes.
//! Tried and left out: for two cages in one house, removing combinations of one cage that leave no combination for the other. Few
//! cages have such a neighbour; this takes 1 % fewer nodes on 32 killers, but 11 % more time.

mod run;

use super::{assignments, combinations};

/// The number of combinations processed together.
const LANES: usize = 16;
/// The maximum length of a list of combinations, including the padding that fills the lanes.
const MOST_LISTED: usize = combinations::MOST.next_multiple_of(LANES);

/// The combinations of values that a cage may hold.
#[derive(Debug)]
pub(super) struct Cage {
    /// The index of the list of combinations in [`Tools::lists`](super::tools::Tools::lists).
    combinations: u32,
    /// The number of cells in the cage, which are the propagator's first cells; its other cells see all of the cage.
    inside: usize,
    /// For each house that contains the whole cage, all values of the house, and the indices of its cells among the propagator's
    /// other cells.
    houses: Vec<(u16, Vec<u16>)>,
}

impl Cage {
    /// Creates a cage of a propagator's first `inside` cells. `combinations` is the index of the list of its combinations. The
    /// propagator's other cells must see the whole cage and have the same first number. For each house that contains the whole
    /// cage, `houses` has its values, and the positions of its other cells among the propagator's other cells.
    pub(super) fn new(combinations: u32, inside: usize, houses: Vec<(u16, Vec<u16>)>) -> Self {
        Self { combinations, inside, houses }
    }
}

/// Pads the combinations, each a set of values, with copies of the last one to fill the lanes. An empty list stays empty.
pub(super) fn padded(mut combinations: Vec<u16>) -> Vec<u16> {
    if let Some(&last) = combinations.last() {
        combinations.resize(combinations.len().next_multiple_of(LANES), last);
    }
    combinations
}

/// The conditions that a cage's combinations must satisfy.
struct CageQuery {
    /// A combination must not contain any other values than these.
    all: u16,
    /// The values of the cage's open cells (`open`) and of its fixed cells (`fixed`).
    open: u16,
    fixed: u16,
    /// A combination must contain all of these values.
    must: u16,
    /// A combination must share a value with each of these sets, which are the domains of the cage's open cells.
    hit: [u16; 16],
    hits: usize,
    /// A combination must not contain any of these sets as a whole. They are the domains of cells that see the whole cage.
    miss: [u16; 64],
    misses: usize,
}

impl CageQuery {
    const NOTHING: Self = Self { all: 0, open: 0, fixed: 0, must: 0, hit: [0; 16], hits: 0, miss: [0; 64], misses: 0 };
}

/// For each combination, all ones if it satisfies the query.
#[inline]
fn fitting(block: &[u16; LANES], asked: &CageQuery) -> [u16; LANES] {
    let mut fits = [0u16; LANES];
    for i in 0..LANES {
        fits[i] = if (block[i] & !asked.all) | (asked.must & !block[i]) == 0 { u16::MAX } else { 0 };
    }
    for &d in &asked.hit[..asked.hits] {
        for i in 0..LANES {
            fits[i] &= if block[i] & d != 0 { u16::MAX } else { 0 };
        }
    }
    for &d in &asked.miss[..asked.misses] {
        for i in 0..LANES {
            fits[i] &= if !block[i] & d != 0 { u16::MAX } else { 0 };
        }
    }
    fits
}

/// The values that occur in some combination that satisfies the query, and the values that occur in every such combination.
fn possible(combinations: &[u16], asked: &CageQuery) -> (u16, u16) {
    let (mut some, mut every) = ([0u16; LANES], [u16::MAX; LANES]);
    for block in combinations.chunks_exact(LANES) {
        let block: &[u16; LANES] = block.try_into().expect("chunks of this length");
        let fits = fitting(block, asked);
        for i in 0..LANES {
            some[i] |= block[i] & fits[i];
            every[i] &= block[i] | !fits[i];
        }
    }
    (some.iter().fold(0, |a, b| a | b), every.iter().fold(u16::MAX, |a, b| a & b))
}

/// Writes the combinations that satisfy the query to `found`, and returns their number.
fn those_fitting(combinations: &[u16], asked: &CageQuery, found: &mut [u16; MOST_LISTED]) -> usize {
    let mut count = 0;
    for block in combinations.chunks_exact(LANES) {
        let block: &[u16; LANES] = block.try_into().expect("chunks of this length");
        let fits = fitting(block, asked);
        for i in 0..LANES {
            found[count] = block[i];
            // Skip the copies that pad the lanes.
            count += usize::from(fits[i] != 0 && (i == 0 || block[i] != block[i - 1]));
        }
    }
    count
}

/// The first `count` combinations, padded with copies of the last one to fill the lanes of [`assignments::of`].
fn in_lanes(found: &mut [u16; MOST_LISTED], count: usize) -> &[u16] {
    let full = count.next_multiple_of(assignments::LANES);
    if count > 0 {
        let last = found[count - 1];
        found[count..full].fill(last);
    }
    &found[..full]
}

#[cfg(test)]
mod tests {
    use super::{CageQuery, LANES, MOST_LISTED, possible, those_fitting};
    use cluewright_core::Random;

    #[test]
    fn lanes_agree_with_one_at_a_time() {
        let mut random = Random::new(3);
        let mut met = 0;
        for _ in 0..3_000 {
            let mut draw = |n: u32| (0..n).map(|_| (random.bits() & random.bits()) as u16).collect::<Vec<u16>>();
            let combinations = draw(2 * LANES as u32);
            let (hits, misses) = (draw(2), draw(2));
            let (all, must) = (draw(1)[0] | draw(1)[0] | draw(1)[0], draw(1)[0] & draw(1)[0]);
            let mut asked = CageQuery { all, must, hits: 2, misses: 2, ..CageQuery::NOTHING };
            asked.hit[..2].copy_from_slice(&hits);
            asked.miss[..2].copy_from_slice(&misses);
            let fits = |m: &&u16| {
                **m & !all == 0
                    && must & !**m == 0
                    && hits.iter().all(|d| **m & d != 0)
                    && misses.iter().all(|d| !**m & d != 0)
            };
            let expected = combinations.iter().filter(fits).fold((0, u16::MAX), |a, m| (a.0 | m, a.1 & m));
            met += u32::from(expected.0 != 0);
            assert_eq!(possible(&combinations, &asked), expected);
            let mut found = [0; MOST_LISTED];
            let count = those_fitting(&combinations, &asked, &mut found);
            // Copies that only pad the lanes are left out.
            let repeated = |i: usize| !i.is_multiple_of(LANES) && combinations[i] == combinations[i - 1];
            let kept = combinations.iter().enumerate().filter(|(i, c)| fits(c) && !repeated(*i));
            let listed: Vec<u16> = kept.map(|(_, c)| *c).collect();
            assert_eq!(found[..count], listed);
        }
        assert!(met > 300, "{met}");
    }
}
