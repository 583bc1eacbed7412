//! Sums that follow from houses and clues: the "45 rule" with its innies and outies. The sum of some houses is an
//! equation, and so is every sum clue. Clues are subtracted from the houses as long as each subtraction reduces the
//! number of cells.
//!
//! The elimination is greedy and does not compute a basis: from the chosen houses, the clue that leaves the fewest
//! cells is subtracted first. People proceed in the same way, and the results are short wherever clues cover the houses
//! well.

use super::balance::{Balance, Share};
use super::equations::{Source, Terms, house_total};
use super::together::{Houses, Together};
use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::model::{ConstraintId, SetId};
use cluewright_core::{Cell, Constraint, Kind, Model, Sort, SortedSet};

/// The maximum number of cells in derived sums: first for sums that only add cells, then for the weaker sums that also
/// subtract cells.
const MOST_TERMS: usize = 6;
const MOST_MIXED_TERMS: usize = 5;
/// The maximum number of derived sums. Every trial propagates the derived sums: with 100 sums of up to six cells,
/// killer puzzles took up to twice as long (November 2026, `xtask paths variants`), and no additional puzzle was solved
/// without trial.
const MOST: usize = 40;
/// The maximum number of clue equations; grids set by people have a few dozen.
const MOST_SOURCES: usize = 600;
/// Clues with more cells than this are not used.
const MOST_CELLS: usize = 40;
/// The maximum absolute value of a coefficient during elimination.
const MOST_TIMES: i32 = 4;
/// The maximum number of houses of one kind that are combined with a house of another kind.
const MOST_BESIDE: usize = 2;

/// All short sums that follow from neighbouring houses and clues, shortest first. `None` if `stop` returns true.
pub(super) fn sums(model: &Model, stop: &dyn Fn() -> bool) -> Option<Vec<Balance>> {
    let clues = clues(model);
    if clues.is_empty() {
        return Some(Vec::new());
    }
    let houses = Houses::new(model);
    let mut found = Found { model, known: clues.iter().map(|c| scaled(&c.terms).1).collect(), list: Vec::new() };
    for taken in all_taken(model, &houses) {
        // Every iteration examines each clue more than once, so `stop` is polled in every iteration.
        if stop() {
            return None;
        }
        let mut row = Row::new(model, &taken);
        // Within one house, intermediate remainders are also useful, because the cells of a house hold different
        // digits.
        while row.take_away(&clues, &[], true) {
            if taken.len() == 1 {
                found.add(&row, &clues);
            }
        }
        found.add(&row, &clues);
        while row.take_away(&clues, &[], false) {}
        found.add(&row, &clues);
        while row.take_away(&clues, &houses.all, false) {}
        found.add(&row, &clues);
    }
    found.list.order_by_key(|b| (b.sum.cells().len() + usize::from(is_mixed(&b.sum)), b.houses.len()));
    found.list.truncate(MOST);
    Some(found.list)
}

/// Whether some cells are subtracted.
fn is_mixed(sum: &Kind) -> bool {
    matches!(sum, Kind::Sum(sum) if sum.terms().any(|t| t.1 < 0))
}

/// A clue as an equation.
struct Clue {
    source: Source,
    terms: Terms,
    total: i64,
}

/// All clues that are equations, without duplicates.
fn clues(model: &Model) -> Vec<Clue> {
    let mut sources = Vec::new();
    for (i, posted) in model.constraints().iter().enumerate() {
        let id = ConstraintId(i as u32);
        let lists = match &posted.kind {
            Kind::Sum(_) => {
                sources.push(Source::Clue(id));
                continue;
            }
            Kind::EqualSums(it) => it.lists().len(),
            Kind::SameMultiset(it) => it.lists().len(),
            _ => continue,
        };
        let lists = lists.min(MOST_CELLS) as u16;
        sources.extend((0..lists).flat_map(|a| (0..a).map(move |b| Source::Parts(id, a, b))));
    }
    sources.extend((0..model.links().len() as u32).map(Source::Link));
    let mut known = SortedSet::default();
    let mut clues = Vec::new();
    for source in sources {
        let Some(equation) = source.equation(model) else { continue };
        let terms = equation.terms;
        let small = terms.len() <= MOST_CELLS && terms.iter().all(|t| t.1.abs() <= MOST_TIMES);
        if small && clues.len() < MOST_SOURCES && known.insert(scaled(&terms).1) {
            clues.push(Clue { source, terms, total: equation.total });
        }
    }
    clues
}

/// Sorts the terms and divides the coefficients by their common divisor, whose sign is chosen so that the first
/// coefficient becomes positive. Returns the divisor (negative if the signs were flipped) and the terms.
fn scaled(terms: &[(Cell, i32)]) -> (i32, Terms) {
    let gcd = |mut a: i32, mut b: i32| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let mut terms = terms.to_vec();
    terms.order();
    let mut divisor = terms.iter().fold(0, |d, t| gcd(d, t.1.abs())).max(1);
    if terms.first().is_some_and(|t| t.1 < 0) {
        divisor = -divisor;
    }
    for term in &mut terms {
        term.1 /= divisor;
    }
    (divisor, terms)
}

/// The combinations of houses to examine: neighbouring houses of one kind; and up to two houses of one kind, either
/// plus an adjacent house of another kind or minus a house of another kind that lies mostly inside them.
fn all_taken(model: &Model, houses: &Houses<'_>) -> Vec<Vec<(SetId, i32)>> {
    let plain: Vec<Together> = houses.of_one_sort();
    let mut all: Vec<Vec<(SetId, i32)>> = plain.iter().map(|t| t.iter().map(|&h| (h, 1)).collect()).collect();
    for together in plain.iter().filter(|t| t.len() <= MOST_BESIDE) {
        let family = model.set(together[0]).family;
        for &other in houses.all.iter().filter(|&&h| model.set(h).family != family || family.is_none()) {
            let inside = houses.inside(other, together);
            let sign = if 2 * inside > houses.cells(other).len() && together.len() > 1 {
                -1
            } else if inside == 0 && together.iter().any(|&h| houses.touch(h, other)) {
                1
            } else {
                continue;
            };
            all.push(together.iter().map(|&h| (h, 1)).chain([(other, sign)]).collect());
        }
    }
    all
}

/// The difference between houses and clues during elimination.
struct Row<'m> {
    model: &'m Model,
    /// The coefficient of each cell.
    terms: Vec<i32>,
    total: i64,
    houses: Vec<(SetId, i32)>,
    /// The subtracted clues, as indices into the list of clues, with their multiplicities.
    clues: Vec<(usize, i32)>,
}

impl<'m> Row<'m> {
    fn new(model: &'m Model, taken: &[(SetId, i32)]) -> Self {
        let mut row = Self { model, terms: vec![0; model.len()], total: 0, houses: Vec::new(), clues: Vec::new() };
        for &(house, times) in taken {
            row.add(house, times);
        }
        row
    }

    fn add(&mut self, house: SetId, times: i32) {
        self.model.set(house).cells.iter().for_each(|c| self.terms[c.index()] += times);
        self.total += i64::from(times) * house_total(self.model, house).unwrap_or(0);
        match self.houses.iter_mut().find(|h| h.0 == house) {
            Some(known) => known.1 += times,
            None => self.houses.push((house, times)),
        }
    }

    /// The multiple of these terms whose subtraction most reduces the number of remaining cells: returns this reduction
    /// and the multiple.
    fn gain(&self, terms: impl Iterator<Item = (Cell, i32)> + Clone) -> (i32, i32) {
        let mut best = (0, 0);
        let mut tried = 0;
        for (cell, k) in terms.clone() {
            let now = self.terms[cell.index()];
            if now == 0 || now % k != 0 || now / k == tried || (now / k).abs() > MOST_TIMES {
                continue;
            }
            tried = now / k;
            let mut gain = 0;
            for (cell, k) in terms.clone() {
                let (before, after) = (self.terms[cell.index()], self.terms[cell.index()] - tried * k);
                gain += i32::from(before != 0) - i32::from(after != 0);
                if after.abs() > MOST_TIMES {
                    gain = i32::MIN / 2;
                }
            }
            if gain > best.0 {
                best = (gain, tried);
            }
        }
        best
    }

    /// Subtracts the clue (or the house in `houses`) that leaves the fewest cells. With `whole`, only clues that
    /// disappear completely are considered. Returns false if nothing reduces the number of cells.
    fn take_away(&mut self, clues: &[Clue], houses: &[SetId], whole: bool) -> bool {
        let mut best = (0, 0, 0);
        for (at, clue) in clues.iter().enumerate() {
            let (gain, times) = self.gain(clue.terms.iter().copied());
            if gain > best.0 && (!whole || gain as usize == clue.terms.len()) {
                best = (gain, times, at);
            }
        }
        for (at, &house) in houses.iter().enumerate() {
            let (gain, times) = self.gain(self.model.set(house).cells.iter().map(|&c| (c, 1)));
            if gain > best.0 {
                best = (gain, times, clues.len() + at);
            }
        }
        let (gain, times, at) = best;
        if gain == 0 {
            return false;
        }
        let Some(clue) = clues.get(at) else {
            self.add(houses[at - clues.len()], -times);
            return true;
        };
        clue.terms.iter().for_each(|&(c, k)| self.terms[c.index()] -= times * k);
        self.total -= i64::from(times) * clue.total;
        match self.clues.iter_mut().find(|c| c.0 == at) {
            Some(known) => known.1 += times,
            None => self.clues.push((at, times)),
        }
        true
    }
}

/// The sums found.
struct Found<'m> {
    model: &'m Model,
    /// The terms of the sums found so far and of the clues, normalised by [`scaled`], for detecting duplicates.
    known: SortedSet<Terms>,
    list: Vec<Balance>,
}

impl Found<'_> {
    /// Adds the remainder of a row to the list if the remainder is short and not listed yet.
    fn add(&mut self, row: &Row<'_>, clues: &[Clue]) {
        let left = row.terms.iter().filter(|&&k| k != 0).count();
        if left == 0 || left > MOST_TERMS || row.clues.iter().all(|c| c.1 == 0) {
            return;
        }
        let terms: Terms =
            row.terms.iter().enumerate().filter(|t| *t.1 != 0).map(|(c, &k)| (Cell(c as u16), k)).collect();
        let (divisor, mut terms) = scaled(&terms);
        // If the total is not divisible by the divisor, the puzzle has no solution; the search engine will report this.
        if row.total % i64::from(divisor) != 0
            || row.houses.iter().all(|h| h.1 == 0)
            || !self.known.insert(terms.clone())
        {
            return;
        }
        let Ok(mut total) = i32::try_from(row.total / i64::from(divisor)) else { return };
        // Restore the original signs of the remainder.
        let sign = divisor.signum();
        for term in &mut terms {
            term.1 *= sign;
        }
        total *= sign;
        let mut sum = Kind::from(Sum::new(&terms, Compare::Eq, total));
        if left > MOST_MIXED_TERMS && is_mixed(&sum) {
            return;
        }
        sum.learn_differences(&|a, b| self.model.network().differ(self.model, a, b));
        let share = |&(at, times): &(usize, i32)| Share { source: clues[at].source, times };
        self.list.push(Balance {
            houses: row.houses.iter().copied().filter(|h| h.1 != 0).collect(),
            clues: row.clues.iter().filter(|c| c.1 != 0).map(share).collect(),
            times: divisor.abs(),
            sum,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::leftovers::leftovers;
    use cluewright_core::constraint::EqualSums;
    use cluewright_core::model::Relation;
    use cluewright_core::{ModelBuilder, Origin, Puzzle, Shape};

    fn cell(r: u16, c: u16, n: u16) -> Cell {
        Cell((r - 1) * n + c - 1)
    }

    /// A square grid with rows, columns and these regions (boxes if `regions` is empty), plus whatever `clues` adds.
    fn model(n: u16, regions: &[&str], clues: impl Fn(&mut ModelBuilder)) -> Model {
        let puzzle = Puzzle::new(Shape::square(n).unwrap(), n as u8);
        let mut build = ModelBuilder::for_puzzle(&puzzle);
        let letters: Vec<char> = regions.iter().flat_map(|row| row.chars()).collect();
        let mut names = letters.clone();
        names.order();
        names.dedup();
        let own = names.iter().map(|name| (0..n * n).filter(|&c| letters[usize::from(c)] == *name).map(Cell).collect());
        let mut own: Vec<Vec<Cell>> = own.collect();
        if own.is_empty() {
            own = puzzle.shape.regions().cloned().collect();
        }
        for sets in [puzzle.shape.rows().collect(), puzzle.shape.columns().collect(), own] {
            let origin = build.origin(Origin::new("houses", "the houses"));
            let family = build.family(origin);
            for set in &sets {
                build.all_different(set, family, origin);
            }
        }
        clues(&mut build);
        build.finish()
    }

    fn cage(build: &mut ModelBuilder, cells: &[Cell], total: i32) {
        let origin = build.origin(Origin::new("cage", "a cage"));
        // The rules compile a two-cell cage to a link.
        if let [a, b] = *cells {
            let bad = |x: cluewright_core::Value, y: cluewright_core::Value| i32::from(x.0 + y.0) + 2 != total;
            let relation = build.relation(Relation::forbidding(9, 9, bad));
            build.link(a, b, relation, origin);
            return;
        }
        let terms: Vec<(Cell, i32)> = cells.iter().map(|&c| (c, 1)).collect();
        build.constrain(Sum::new(&terms, Compare::Eq, total), origin);
    }

    fn has(found: &[Balance], terms: &[(Cell, i32)], total: i32) -> Option<Balance> {
        let same = |b: &&Balance| match &b.sum {
            Kind::Sum(s) => {
                let mut own: Terms = s.terms().collect();
                own.order();
                let turned: Terms = own.iter().map(|t| (t.0, -t.1)).collect();
                (own == terms && s.total() == total) || (turned == terms && s.total() == -total)
            }
            _ => false,
        };
        found.iter().find(same).cloned()
    }

    /// Cages cover three rows of a 9x9 grid except for one cell. Some cages have two cells, and one cage extends beyond
    /// the rows by one cell. Fewer than three houses give no short sum.
    #[test]
    fn innies_and_outies_of_three_rows() {
        let at = |r, c| cell(r, c, 9);
        let model = model(9, &[], |build| {
            for c in [1, 2, 5, 8, 9] {
                cage(build, &[at(1, c), at(2, c), at(3, c)], 15);
            }
            (1..=3).for_each(|r| cage(build, &[at(r, 3), at(r, 4)], 8 + i32::from(r)));
            cage(build, &[at(1, 6), at(1, 7)], 9);
            cage(build, &[at(2, 6), at(2, 7), at(3, 6), at(4, 6)], 18);
        });
        let found = sums(&model, &|| false).unwrap();
        // Three rows minus the cages: 135 - 75 - 30 - 9 - 18 = 3.
        let balance = has(&found, &[(at(3, 7), 1), (at(4, 6), -1)], 3).expect("an innie and an outie");
        assert_eq!((balance.houses.len(), balance.clues.len(), balance.times), (3, 10, 1));
        assert!(found.iter().all(|b| b.holds(&model)));
        let mut wrong = balance.clone();
        wrong.clues[0].times += 1;
        assert!(!wrong.holds(&model), "a clue too often");
        let wrong = Balance { houses: balance.houses[1..].to_vec(), ..balance };
        assert!(!wrong.holds(&model), "a row less");
    }

    /// A line divided into three parts with equal sums covers a column, so three times the sum is 45.
    #[test]
    fn equal_parts_that_fill_a_house_have_a_sum() {
        let at = |r, c| cell(r, c, 9);
        let parts: Vec<Vec<Cell>> = [1, 4, 7].map(|r| (r..r + 3).map(|r| at(r, 5)).collect()).to_vec();
        let model = model(9, &[], |build| {
            let origin = build.origin(Origin::new("line", "the line"));
            build.constrain(EqualSums::new(&parts), origin);
        });
        let found = sums(&model, &|| false).unwrap();
        let ways = parts.iter().filter_map(|part| {
            let terms: Terms = part.iter().map(|&c| (c, 1)).collect();
            has(&found, &terms, 15)
        });
        let balance = ways.into_iter().next().expect("a part makes 15");
        assert_eq!(balance.times, 3);
        assert!(balance.holds(&model) && !Balance { times: 1, ..balance }.holds(&model));
    }

    /// Two rows minus the box inside them: a cage covers all but two of the remaining cells.
    #[test]
    fn a_house_is_taken_away_from_others() {
        let at = |r, c| cell(r, c, 9);
        let model = model(9, &[], |build| {
            let rest: Vec<Cell> = (5..=9).flat_map(|c| [at(1, c), at(2, c)]).collect();
            cage(build, &rest, 50);
            cage(build, &[at(3, 1), at(3, 2), at(3, 3)], 10);
        });
        // The expected total: 90 - 45 + 10 - 50 = 5.
        let found = sums(&model, &|| false).unwrap();
        let balance = has(&found, &[(at(1, 4), 1), (at(2, 4), 1)], 5).expect("two rows without a box");
        assert!(balance.houses.iter().any(|h| h.1 < 0) && balance.holds(&model));
    }

    /// Regions A and B lie in rows 1 and 2 except for one cell, which is replaced in these rows by a cell of region C.
    #[test]
    fn regions_and_rows_leave_the_same_digits() {
        let at = |r, c| cell(r, c, 5);
        let model = model(5, &["AAABB", "AACBB", "DCCCB", "DDCEE", "DDEEE"], |_| {});
        let found = leftovers(&model, &|| false).unwrap();
        let pair = |b: &&Balance| match &b.sum {
            Kind::SameMultiset(s) => s.lists() == [vec![at(2, 3)], vec![at(3, 5)]],
            _ => false,
        };
        let balance = found.iter().find(pair).expect("r2c3 is what r3c5 is");
        assert!(found.iter().all(|b| b.holds(&model)));
        let wrong = Balance { houses: balance.houses[1..].to_vec(), ..balance.clone() };
        assert!(!wrong.holds(&model));
        // With ordinary boxes and rows, every fact of this kind already follows from a single box and a single row.
        assert!(leftovers(&self::model(9, &[], |_| {}), &|| false).unwrap().is_empty());
    }
}
