//! Divides the terms of a sum into lists of different cells with the same coefficient: the larger the lists, the tighter the
//! totals. Each term is represented by one bit of a word.

use super::around::Around;
use crate::bits::Ones;
use cluewright_core::constraint::Sum;
use cluewright_core::{Cell, Constraint, Rows};

/// The maximum number of terms that are represented by the bits of a word. Sums of more terms keep their own partition.
const MOST_BITS: usize = 128;

/// The terms of a sum, divided into lists.
pub(super) type Lists = Rows<u16>;

/// A measure of the sizes of the lists. The larger the measure, the narrower the totals, because the sum of `k` different values
/// out of `n` has a range of `k(n - k)`.
fn squares(lists: &Lists) -> usize {
    lists.iter().map(|l| l.len() * l.len()).sum()
}

/// Divides the terms of sums into lists, reusing its buffers.
#[derive(Debug, Default)]
pub(super) struct Cutter {
    /// For each set of different cells, the terms in the set (`in_set`; always empty between two sums); and the sets that contain
    /// terms (`met`).
    in_set: Vec<u128>,
    met: Vec<u32>,
    /// The coefficients in rising order, with their terms.
    times: Vec<(i32, u128)>,
    /// For each set and coefficient, in this order, the terms in the set with this coefficient.
    runs: Vec<u128>,
    own: Lists,
    by_set: Lists,
}

impl Cutter {
    /// Returns the constraint's own partition of its terms, or a different partition if that has larger lists. Sums of more than
    /// 128 cells keep their own.
    pub(super) fn partition(&mut self, sum: &Sum, coefficients: &[i32], around: &Around<'_>) -> &Lists {
        let (own, lists) = (sum.cliques(), &mut self.own);
        lists.clear();
        for number in 0..own.iter().max().map_or(0, |&last| last + 1) {
            lists.push((0..own.len() as u16).filter(|&i| own[i as usize] == number));
        }
        if lists.count() <= 2 || own.len() > MOST_BITS {
            return &self.own;
        }
        let of_own = squares(lists);
        if squares(self.cliques(sum.cells(), coefficients, around)) <= of_own { &self.own } else { &self.by_set }
    }

    /// Partitions up to 128 terms. Makes large lists first, by repeatedly taking the set with the most terms. (Growing lists cell
    /// by cell if that gives larger lists takes as many nodes on 276 puzzles.)
    pub(super) fn cliques(&mut self, cells: &[Cell], coefficients: &[i32], around: &Around<'_>) -> &Lists {
        assert!(cells.len() <= MOST_BITS, "each term is a bit");
        self.by_set.clear();
        self.times.clear();
        for (i, &k) in coefficients.iter().enumerate() {
            match self.times.binary_search_by_key(&k, |t| t.0) {
                Ok(at) => self.times[at].1 |= 1 << i,
                Err(at) => self.times.insert(at, (k, 1 << i)),
            }
        }
        self.take_largest_sets(cells, around);
        &self.by_set
    }

    /// Repeatedly takes the set with the most terms.
    fn take_largest_sets(&mut self, cells: &[Cell], around: &Around<'_>) {
        self.in_set.resize(around.sets.len(), 0);
        self.met.clear();
        for (i, &cell) in cells.iter().enumerate() {
            for &s in around.sets_of(cell) {
                let terms = &mut self.in_set[s as usize];
                if *terms == 0 {
                    self.met.push(s);
                }
                *terms |= 1 << i;
            }
        }
        self.met.sort_unstable();
        self.runs.clear();
        for &s in &self.met {
            let terms = std::mem::take(&mut self.in_set[s as usize]);
            self.runs.extend(self.times.iter().map(|t| terms & t.1).filter(|&run| several(run)));
        }
        let mut left = all(cells.len());
        loop {
            let (mut best, mut most) = (0, 1);
            for &run in &self.runs {
                let count = run.count_ones();
                if count > most {
                    (best, most) = (run, count);
                }
            }
            if best == 0 {
                break;
            }
            left &= !best;
            self.by_set.push(Ones(best).map(|i| i as u16));
            self.runs.retain_mut(|run| {
                *run &= left;
                several(*run)
            });
        }
        Ones(left).for_each(|i| self.by_set.push([i as u16]));
    }
}

/// The set of the first `n` terms (at least one).
fn all(n: usize) -> u128 {
    u128::MAX >> (MOST_BITS - n.max(1))
}

/// Whether the set has more than one term.
fn several(terms: u128) -> bool {
    terms & terms.wrapping_sub(1) != 0
}

#[cfg(test)]
mod tests {
    use super::{Cutter, Lists, squares};
    use crate::general::around::Around;
    use crate::general::around::SetInfo;
    use crate::general::links::Links;
    use crate::switches::Switches;
    use cluewright_core::{Cell, ModelBuilder, Origin, Puzzle, Random, Rows, Shape};

    /// Repeatedly takes the set with the most terms, without bit sets.
    fn by_largest_set(cells: &[Cell], coefficients: &[i32], around: &Around<'_>, lists: &mut Lists) {
        // Pairs of a key (a set and a coefficient) and a term, so that each run of equal keys is a possible list.
        let mut members: Vec<((u32, i32), u16)> = Vec::with_capacity(cells.len() * 3);
        for (i, &cell) in cells.iter().enumerate() {
            members.extend(around.sets_of(cell).iter().map(|&s| ((s, coefficients[i]), i as u16)));
        }
        members.sort_unstable();
        let mut taken = vec![false; cells.len()];
        loop {
            let mut best: &[((u32, i32), u16)] = &[];
            for run in members.chunk_by(|a, b| a.0 == b.0) {
                if run.len() > best.len() {
                    best = run;
                }
            }
            if best.len() < 2 {
                break;
            }
            for m in best {
                taken[m.1 as usize] = true;
            }
            lists.push(best.iter().map(|m| m.1));
            members.retain(|m| !taken[m.1 as usize]);
        }
        (0..cells.len()).filter(|&i| !taken[i]).for_each(|i| lists.push([i as u16]));
    }

    #[test]
    fn lists_are_those_made_without_bits() {
        let mut random = Random::new(9);
        let mut several = 0;
        for round in 0..60 {
            // A 6x6 grid whose sets are its rows, columns and regions, and some sets of arbitrary cells.
            let puzzle = Puzzle::new(Shape::square(6).expect("a usual size"), 6);
            let mut build = ModelBuilder::for_puzzle(&puzzle);
            let origin = build.origin(Origin::new("test", "test"));
            let shape = &puzzle.shape;
            let mut houses: Vec<Vec<Cell>> =
                shape.rows().chain(shape.columns()).chain(shape.regions().cloned()).collect();
            houses.truncate(round % 19);
            let mut any =
                |most: u32| -> Vec<Cell> { (0..36u16).filter(|_| random.below(36) < most).map(Cell).collect() };
            houses.extend((0..round % 12).map(|_| any(5)));
            let mut sums: Vec<Vec<Cell>> = (0..20).map(|i| any(i * 2)).collect();
            for house in houses.iter().filter(|h| (2..=6).contains(&h.len())) {
                build.all_different(house, None, origin);
            }
            let model = build.finish();
            let dom = vec![0x3f; model.len()];
            let pairs: Vec<(u32, u32)> = (model.sets().iter().enumerate())
                .flat_map(|(s, set)| set.cells.iter().map(move |c| (u32::from(c.0), s as u32)))
                .collect();
            let flipped: Vec<(u32, u32)> = pairs.iter().map(|p| (p.1, p.0)).collect();
            let mut masks = vec![0u64; model.sets().len() * 2];
            for &(cell, set) in &pairs {
                masks[set as usize * 2] |= 1 << cell;
            }
            let sets_of = Rows::new(model.len(), &pairs);
            let mut poll = crate::poll::Poll::new(None);
            let links = Links::new(&model, 6, &masks, &sets_of, &mut Vec::new(), Switches::default(), &mut poll)
                .expect("nothing says to stop");
            let sets = vec![SetInfo { house: false, values: 0x3f, answer: true }; model.sets().len()];
            let set_cells = Rows::new(sets.len(), &flipped);
            let around = Around { dom: &dom, links: &links, sets: &sets, set_cells: &set_cells, sets_of: &sets_of };
            let mut cutter = Cutter::default();
            for cells in sums.iter_mut().filter(|s| !s.is_empty()) {
                let coefficients: Vec<i32> =
                    cells.iter().map(|_| if round % 2 == 0 { 1 } else { random.below(3) - 1 }).collect();
                let mut by_set = Lists::default();
                by_largest_set(cells, &coefficients, &around, &mut by_set);
                let lists = cutter.cliques(cells, &coefficients, &around);
                assert_eq!(lists, &by_set);
                several += u32::from(squares(lists) > cells.len());
            }
        }
        assert!(several > 300, "{several}");
    }
}
