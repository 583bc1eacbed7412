//! The possible places of unknown regions, for the proof checker. The region of a known cell is one of the connected
//! sets of the right size that contain the cell, so these sets are enumerated. A cell that is in none of the sets is
//! outside the region; a cell that is in all of the sets is inside. The enumeration is repeated until some region has
//! no place or nothing changes.
//!
//! The code is independent of the propagation of [`Regions`]. The test may fail to detect that a constraint cannot
//! hold, but never reports this wrongly.

use super::budget::Budget;
use super::unproved::Unproved;
use cluewright_core::constraint::Regions;
use cluewright_core::{Cell, Constraint, Model, ValueSet};

/// The work limit for listing the places of one region; if this limit is reached, the region is ignored.
const LISTED: u64 = 4_000_000;
/// The maximum number of cells of a board, because a set of cells is stored in one 128-bit word.
const MOST_CELLS: usize = 128;

/// Whether the constraint certainly cannot hold if its cells have these domains, which are given in the order of the
/// cells. Fails like [`Budget::spend`].
pub(crate) fn impossible(
    model: &Model,
    it: &Regions,
    domains: &[u64],
    budget: &mut Budget<'_>,
) -> Result<bool, Unproved> {
    if it.labels().len() > MOST_CELLS {
        return Ok(false);
    }
    let mut known = PlaceState::new(model, it, domains);
    loop {
        let before = (known.labels.clone(), known.digits.clone());
        if !known.numbered() || !known.compared() {
            return Ok(true);
        }
        for label in 0..it.count() {
            let listed = budget.within(LISTED, |budget| known.list(label, None, budget))?;
            if listed == Some(false) {
                return Ok(true);
            }
        }
        if known.labels.contains(&0) || known.digits.contains(&0) {
            return Ok(true);
        }
        if before == (known.labels.clone(), known.digits.clone()) {
            return known.some_cell_has_no_place(budget);
        }
    }
}

struct PlaceState<'r> {
    it: &'r Regions,
    /// For each cell of the board: its possible labels as bits, where bit 0 stands for the label of the first region,
    /// and its possible digits (`digits` is empty if digits do not matter).
    labels: Vec<u64>,
    digits: Vec<u64>,
    near: Vec<u128>,
    /// Pairs of cells, each with two bits: whether the cells may be in different regions (bit 0), and whether they may
    /// be in the same region (bit 1).
    pairs: Vec<(usize, usize, u8)>,
}

/// A summary of the possible places of a region: the cells that occur in at least one place, the cells that occur in
/// every place, and for each cell the digits that it has in at least one place.
struct Places {
    some: u128,
    all: u128,
    digits: Vec<u64>,
}

fn bit(cell: usize) -> u128 {
    1 << cell
}

fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(at)
    })
}

impl<'r> PlaceState<'r> {
    fn new(model: &Model, it: &'r Regions, domains: &[u64]) -> Self {
        let numbers = |at: usize| {
            let first = model.cells()[it.cells()[at].index()].first;
            ValueSet(domains[at]).iter().map(move |v| i64::from(first) + i64::from(v.0))
        };
        let bits = |at: usize, first: i64| {
            numbers(at).map(|n| n - first).filter(|n| (0..64).contains(n)).fold(0, |all, n| all | 1u64 << n)
        };
        let board = it.labels().len();
        let digit = it.digits().first().map_or(0, |c| i64::from(model.cells()[c.index()].first));
        let place = |cell: Cell| it.cells().iter().position(|&c| c == cell).expect("a cell of the constraint");
        let pair = |(a, b, c): (u16, u16, Cell)| (usize::from(a), usize::from(b), (bits(place(c), 0) & 3) as u8);
        Self {
            labels: (0..board).map(|i| bits(i, it.first().into())).collect(),
            digits: (board..board + it.digits().len()).map(|i| bits(i, digit)).collect(),
            near: (0..board).map(|i| it.neighbours(i).fold(0, |all, j| all | bit(j))).collect(),
            pairs: it.same().map(pair).collect(),
            it,
        }
    }

    /// Removes labels that violate the numbering: the label of a cell is at most one more than the highest label of the
    /// preceding cells. Returns false if a cell has no label left.
    fn numbered(&mut self) -> bool {
        let mut highest = 0;
        self.labels.iter_mut().all(|labels| {
            *labels &= (1u64 << highest << 1).wrapping_sub(1);
            highest = (64 - labels.leading_zeros()).max(highest).min(62);
            *labels != 0
        })
    }

    /// Reconciles what is known about pairs of cells with the labels of the two cells. Returns false if there is a
    /// contradiction.
    fn compared(&mut self) -> bool {
        for i in 0..self.pairs.len() {
            let (a, b, mut may) = self.pairs[i];
            let (x, y) = (self.labels[a], self.labels[b]);
            if x & y == 0 {
                may &= 1;
            }
            if x == y && x.is_power_of_two() {
                may &= 2;
            }
            match may {
                0 => return false,
                2 => (self.labels[a], self.labels[b]) = (x & y, x & y),
                1 if x.is_power_of_two() => self.labels[b] &= !x,
                1 if y.is_power_of_two() => self.labels[a] &= !y,
                _ => {}
            }
            self.pairs[i].2 = may;
        }
        true
    }

    /// Enumerates the places of a region; if `with` is given, only the places that contain this cell. Without `with`,
    /// the labels and digits are narrowed accordingly. Returns false if the region has no place.
    fn list(&mut self, label: usize, with: Option<usize>, budget: &mut Budget<'_>) -> Result<bool, Unproved> {
        let set = |fits: &dyn Fn(u64) -> bool| {
            (0..self.labels.len()).filter(|&i| fits(self.labels[i])).fold(0, |all, i| all | bit(i))
        };
        let may = set(&|labels| labels >> label & 1 == 1);
        let mut must = set(&|labels| labels == 1 << label);
        must |= with.map_or(0, bit);
        // Any cell might be the first cell of the region.
        let starts: Vec<usize> = if must == 0 { cells(may).collect() } else { vec![must.trailing_zeros() as usize] };
        let mut places = Places { some: 0, all: u128::MAX, digits: vec![0; self.labels.len()] };
        let mut tried = 0;
        for start in starts {
            self.grow(bit(start), may & !tried, must, &mut places, with.is_some(), budget)?;
            tried |= bit(start);
        }
        if places.some == 0 {
            return Ok(false);
        }
        if with.is_none() {
            for i in 0..self.labels.len() {
                if places.all & bit(i) != 0 {
                    self.labels[i] &= 1 << label;
                    if let Some(digits) = self.digits.get_mut(i) {
                        *digits &= places.digits[i];
                    }
                } else if places.some & bit(i) == 0 {
                    self.labels[i] &= !(1 << label);
                }
            }
        }
        Ok(true)
    }

    /// Enumerates all connected sets of the right size that contain all cells of `inside` and `must`, and beyond these
    /// only cells of `may`. With `one`, the search ends after the first set.
    fn grow(
        &self,
        inside: u128,
        mut may: u128,
        must: u128,
        places: &mut Places,
        one: bool,
        budget: &mut Budget<'_>,
    ) -> Result<(), Unproved> {
        if one && places.some != 0 {
            return Ok(());
        }
        let size = self.it.size() as u32;
        // The cells that can be reached by adding no more cells than the region still lacks.
        let (mut reached, mut rim) = (inside, inside);
        for _ in inside.count_ones()..size {
            budget.spend(2 + u64::from(rim.count_ones()))?;
            rim = cells(rim).fold(0, |all, c| all | self.near[c]) & may & !reached;
            reached |= rim;
        }
        if must & !reached != 0 || reached.count_ones() < size || (inside | must).count_ones() > size {
            return Ok(());
        }
        if inside.count_ones() == size {
            budget.spend(20 + self.pairs.len() as u64)?;
            self.note(inside, places);
            return Ok(());
        }
        // For each adjacent cell: search first with the cell, then without it.
        let beside = cells(inside).fold(0, |all, c| all | self.near[c]) & may & !inside;
        for cell in cells(beside) {
            if self.fits(inside, cell) {
                self.grow(inside | bit(cell), may, must, places, one, budget)?;
            }
            may &= !bit(cell);
            if must & bit(cell) != 0 {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether the known pairs and digits allow the cell to join the region.
    fn fits(&self, inside: u128, cell: usize) -> bool {
        let apart = |&(a, b, may): &(usize, usize, u8)| {
            may == 1 && (a == cell && inside & bit(b) != 0 || b == cell && inside & bit(a) != 0)
        };
        let same = |&digits: &u64| digits.is_power_of_two() && cells(inside).any(|c| self.digits[c] == digits);
        !self.pairs.iter().any(apart) && !self.digits.get(cell).is_some_and(same)
    }

    /// Records a set of cells if the set can be a region.
    fn note(&self, inside: u128, places: &mut Places) {
        let is_in = |c: usize| inside & bit(c) != 0;
        let torn = |&(a, b, may): &(usize, usize, u8)| may == 2 && is_in(a) != is_in(b);
        if self.pairs.iter().any(torn) {
            return;
        }
        let members: Vec<usize> = cells(inside).collect();
        if !self.digits.is_empty() {
            let digits: Vec<u64> = members.iter().map(|&c| self.digits[c]).collect();
            if !all_differ(&digits) {
                return;
            }
            for (i, &c) in members.iter().enumerate() {
                let others = digits.iter().enumerate().filter(|(j, d)| *j != i && d.is_power_of_two());
                places.digits[c] |= digits[i] & !others.fold(0, |all, (_, d)| all | d);
            }
        }
        places.some |= inside;
        places.all &= inside;
    }

    /// Whether some cell whose region is unknown cannot be part of any region with one of the cell's labels.
    fn some_cell_has_no_place(&mut self, budget: &mut Budget<'_>) -> Result<bool, Unproved> {
        for cell in 0..self.labels.len() {
            if self.labels[cell].is_power_of_two() {
                continue;
            }
            let mut some = false;
            for label in ValueSet(self.labels[cell]) {
                let label = label.index();
                some |= budget.within(LISTED, |budget| self.list(label, Some(cell), budget))? != Some(false);
                if some {
                    break;
                }
            }
            if !some {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether the cells can hold different digits.
fn all_differ(digits: &[u64]) -> bool {
    let mut holder = [usize::MAX; 64];
    (0..digits.len()).all(|i| give(digits, i, &mut holder, &mut 0))
}

/// Assigns a digit to cell `i`, reassigning other cells if necessary (augmenting path).
fn give(digits: &[u64], i: usize, holder: &mut [usize; 64], asked: &mut u64) -> bool {
    ValueSet(digits[i]).iter().any(|digit| {
        let at = digit.index();
        if *asked >> at & 1 == 1 {
            return false;
        }
        *asked |= 1 << at;
        let free = holder[at] == usize::MAX || give(digits, holder[at], holder, asked);
        if free {
            holder[at] = i;
        }
        free
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::near::Near;
    use crate::proof::ways::one_by_one;
    use cluewright_core::model::CellKind;
    use cluewright_core::{Kind, ModelBuilder};

    /// Regions of three cells in a 3x3 grid, with or without digits, where some labels and digits are known. If an
    /// exhaustive search with `check` finds a place for a region, the region must never be reported to have no place;
    /// if there is no place, this should usually be reported.
    #[test]
    fn no_place_is_never_said_too_often() {
        let mut random = 7u64;
        let mut below = |n: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % n
        };
        let beside: Vec<(u16, u16)> = (0..9u16)
            .flat_map(|i| [(i % 3 < 2).then_some((i, i + 1)), (i < 6).then_some((i, i + 3))])
            .flatten()
            .collect();
        let (mut some, mut none, mut seen) = (0, 0, 0);
        for round in 0..300 {
            let with_digits = round % 2 == 0;
            let (labels, digits): (Vec<Cell>, Vec<Cell>) = ((0..9).map(Cell).collect(), (9..18).map(Cell).collect());
            let digits = if with_digits { digits } else { Vec::new() };
            let says = Cell(9 + digits.len() as u16);
            let pairs = if below(2) == 0 { vec![(below(4) as u16, 4 + below(5) as u16, says)] } else { Vec::new() };
            let it = Regions::new(&labels, &digits, &beside, &pairs, 3, 1).unwrap();
            let kind = Kind::from(it.clone());
            let mut build = ModelBuilder::new();
            for i in 0..kind.cells().len() {
                let first = i32::from(i < 9 + digits.len());
                build.add_cell(CellKind::Shown, first, ValueSet::below(3), "");
            }
            let model = build.finish();
            let domain = |i: usize, below: &mut dyn FnMut(usize) -> usize| match i {
                0..9 if below(3) == 0 => 1 << below(3),
                0..9 => [7, 7, 6, 5, 3][below(5)],
                // Most digits are known; otherwise there would be too many combinations to enumerate.
                _ if i < 9 + digits.len() => {
                    if below(8) == 0 {
                        3
                    } else {
                        1 << below(3)
                    }
                }
                _ => [1, 2, 3][below(3)],
            };
            let mut domains: Vec<u64> = (0..kind.cells().len()).map(|i| domain(i, &mut below)).collect();
            // In most rounds there is a solution in which the rows are the regions and each row contains 1, 2 and 3.
            if round % 3 > 0 {
                for (i, domain) in domains.iter_mut().enumerate() {
                    *domain |= match i {
                        0..9 => 1 << (i / 3),
                        _ if i < 9 + digits.len() => 1 << (i % 3),
                        _ => 3,
                    };
                }
            }
            let mut budget = Budget::new(u64::MAX, None);
            let near = Near::new(&model, kind.cells());
            let ways = one_by_one(&model, &kind, &near, &domains, true, &mut budget).unwrap();
            let any = ways.iter().any(|&w| w != 0);
            let no_place = impossible(&model, &it, &domains, &mut budget).unwrap();
            assert!(!(any && no_place), "{domains:?} {pairs:?}");
            *if any { &mut some } else { &mut none } += 1;
            seen += u32::from(no_place);
        }
        assert!(some > 20 && seen * 10 > none * 7, "{some} with a way, {none} without, {seen} of them seen");
    }
}
