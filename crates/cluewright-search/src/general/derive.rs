//! Sums that follow from others: innies and outies. Neighbouring houses have a known sum; take away the cages inside
//! and what is left has one too. Complements of cages are the case of one house.

use super::compile::Around;
use super::sum::cliques;
use cluewright_core::constraint::{Compare, Sum};
use std::collections::HashSet;

use cluewright_core::{Cell, Constraint, Kind, Model, ValueSet};

/// Longest derived sum.
const MOST_TERMS: usize = 6;
/// Most cells of a cage outside the houses taken together.
const MOST_OUTSIDE: usize = 3;
/// Most houses taken together.
const MOST_HOUSES: usize = 9;

/// Which sets hold every value their cells may hold at all.
pub(super) fn houses(model: &Model, dom: &[u64]) -> Vec<bool> {
    let values = |cells: &[Cell]| cells.iter().fold(0, |all, c| all | dom[c.index()]).count_ones() as usize;
    model.sets().iter().map(|s| values(&s.cells) == s.cells.len()).collect()
}

/// A set of up to 64 `W` cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Mask<const W: usize>([u64; W]);

impl<const W: usize> Mask<W> {
    const EMPTY: Self = Self([0; W]);

    fn of(cells: &[Cell]) -> Self {
        let mut mask = Self::EMPTY;
        for c in cells {
            mask.0[c.index() / 64] |= 1 << (c.index() % 64);
        }
        mask
    }
    fn with(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
        self
    }
    fn without(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
        self
    }
    fn meets(self, other: Self) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }
    fn len(self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }
    fn cells(self) -> impl Iterator<Item = Cell> {
        (0..W * 64).filter(move |&c| self.0[c / 64] >> (c % 64) & 1 == 1).map(|c| Cell(c as u16))
    }
}

/// Plain sums the model states, pairs of cells among them whose links leave one sum only.
fn plain_sums(model: &Model) -> Vec<(Vec<Cell>, i32)> {
    let mut sums: Vec<(Vec<Cell>, i32)> = Vec::new();
    for constraint in model.constraints() {
        if let Kind::Sum(s) = &constraint.kind
            && s.compare() == Compare::Eq
            && s.terms().all(|t| t.1 == 1)
        {
            sums.push((s.cells().to_vec(), s.total()));
        }
    }
    for link in model.links() {
        let (a, b) = (&model.cells()[link.a.index()], &model.cells()[link.b.index()]);
        let relation = model.relation(link.relation);
        let mut of_pairs = a.domain.iter().flat_map(|v| {
            b.domain.minus(relation.forbidden(v)).iter().map(move |w| a.first + b.first + i32::from(v.0 + w.0))
        });
        if let Some(sum) = of_pairs.next()
            && of_pairs.all(|other| other == sum)
        {
            sums.push((vec![link.a, link.b], sum));
        }
    }
    sums
}

/// All short sums found; none of them is new information, each saves the search some trying. `is_house` says which
/// sets are houses of a board that leaves `dom`.
pub(super) fn sums(model: &Model, dom: &[u64], is_house: &[bool]) -> Vec<Kind> {
    match model.len() {
        0..=128 => sums_in::<2>(model, dom, is_house),
        129..=512 => sums_in::<8>(model, dom, is_house),
        _ => Vec::new(),
    }
}

fn sums_in<const W: usize>(model: &Model, dom: &[u64], is_house: &[bool]) -> Vec<Kind> {
    let mut cages: Vec<(Mask<W>, i32)> = plain_sums(model).iter().map(|(c, total)| (Mask::of(c), *total)).collect();
    if cages.is_empty() {
        return Vec::new();
    }
    let mut known: HashSet<(Mask<W>, Mask<W>)> = cages.iter().map(|c| (c.0, Mask::EMPTY)).collect();
    // Small ones first: they leave the most for others.
    cages.sort_by_key(|c| c.0.len());
    let mut sets_of: Vec<Vec<u32>> = vec![Vec::new(); model.len()];
    for (i, set) in model.sets().iter().enumerate() {
        set.cells.iter().for_each(|c| sets_of[c.index()].push(i as u32));
    }
    let differ = |a: Cell, b: Cell| sets_of[a.index()].iter().any(|s| sets_of[b.index()].contains(s));
    let mut found = Vec::new();
    let mut add = |plus: Mask<W>, minus: Mask<W>, total: i32, most: usize| {
        if (1..=most).contains(&(plus.len() + minus.len()))
            && !known.contains(&(minus, plus))
            && known.insert((plus, minus))
        {
            let mut terms: Vec<(Cell, i32)> =
                plus.cells().map(|c| (c, 1)).chain(minus.cells().map(|c| (c, -1))).collect();
            terms.sort_unstable_by_key(|t| t.0);
            let mut kind = Kind::from(Sum::new(&terms, Compare::Eq, total));
            kind.learn_differences(&differ);
            found.push(kind);
        }
    };
    let houses: Vec<usize> = (0..model.sets().len()).filter(|&s| is_house[s]).collect();
    let masks: Vec<Mask<W>> = houses.iter().map(|&s| Mask::of(&model.sets()[s].cells)).collect();
    let mut part: Vec<(Mask<W>, i32)> = Vec::new();
    for (at, &first) in houses.iter().enumerate() {
        let family = model.sets()[first].family;
        let mut inside = Mask::<W>::EMPTY;
        let mut total = 0;
        for (taken, &s) in houses[at..].iter().enumerate() {
            let set = &model.sets()[s];
            let other = taken > 0 && (family.is_none() || set.family != family);
            if taken >= MOST_HOUSES || other || masks[at + taken].meets(inside) {
                break;
            }
            inside = inside.with(masks[at + taken]);
            total += house_sum(model, dom, &set.cells);
            // The cages inside, each cell in one at most; what is left; the cages that reach into it.
            let (mut left, mut rest) = (inside, total);
            for &(cage, sum) in &cages {
                if cage.without(left) == Mask::EMPTY {
                    left = left.without(cage);
                    rest -= sum;
                }
            }
            let mut used = left != inside;
            if used {
                add(left, Mask::EMPTY, rest, MOST_TERMS);
            }
            part.clear();
            part.extend(cages.iter().filter(|(cage, _)| {
                let out = cage.without(inside).len();
                cage.meets(left) && (1..=MOST_OUTSIDE).contains(&out)
                    // Nothing of it inside is in another cage already.
                    && cage.without(left) == cage.without(inside)
            }));
            for (i, &(a, x)) in part.iter().enumerate() {
                add(left.without(a), a.without(inside), rest - x, MOST_TERMS - 1);
                for &(b, y) in part[..i].iter().filter(|b| !b.0.meets(a)) {
                    let both = a.with(b);
                    add(left.without(both), both.without(inside), rest - x - y, MOST_TERMS - 2);
                }
            }
            // All that lie mostly inside, together.
            let mut outside = Mask::EMPTY;
            for &(cage, sum) in &part {
                let out = cage.without(inside);
                if out.len() * 2 < cage.len() && !out.meets(outside) && cage.without(left) == out {
                    left = left.without(cage);
                    outside = outside.with(out);
                    rest -= sum;
                    used = true;
                }
            }
            if used && outside != Mask::EMPTY {
                add(left, outside, rest, MOST_TERMS);
            }
        }
    }
    found
}

fn house_sum(model: &Model, dom: &[u64], cells: &[Cell]) -> i32 {
    let info = &model.cells()[cells[0].index()];
    let values = cells.iter().fold(0, |all, c| all | dom[c.index()]);
    ValueSet(values).iter().map(|v| info.first + i32::from(v.0)).sum()
}

/// A plain sum and how tight it is.
#[derive(Clone)]
struct Plain {
    cells: Vec<Cell>,
    total: i32,
    score: i32,
}

/// Fewest cells of a sum worth joining to another, and of those which see one of the other.
const JOINED: usize = 6;
/// Most sums to look for pairs among.
const MOST_JOINED: usize = 60;

/// Sums of sums: two that share no cell but see each other much (neighbouring diagonals) have, together, more cells
/// that differ, and so tighter totals. From Interactive Sudoku Solver (sigh, MIT), with its measure of tightness: what
/// each list of different cells spares, less the room left to the whole.
pub(super) fn joined(model: &Model, around: &Around<'_>) -> Vec<Kind> {
    let score = |cells: &[Cell], total: i32| {
        let (mut low, mut high, mut spared) = (0, 0, 0);
        let lists = cliques(cells, &vec![1; cells.len()], around);
        for list in &lists {
            let values = list.iter().fold(0, |all, &i| all | around.dom[cells[i as usize].index()]);
            let first = model.cells()[cells[list[0] as usize].index()].first;
            let numbers: Vec<i32> = ValueSet(values).iter().map(|v| first + i32::from(v.0)).collect();
            let k = list.len();
            if numbers.len() < k {
                return i32::MIN;
            }
            low += numbers[..k].iter().sum::<i32>();
            high += numbers[numbers.len() - k..].iter().sum::<i32>();
            spared += (k * (numbers.len() - k)) as i32;
        }
        spared - lists.len() as i32 * (total - low).min(high - total)
    };
    let long: Vec<(Vec<Cell>, i32)> = plain_sums(model).into_iter().filter(|s| s.0.len() >= JOINED).collect();
    let posted = long.len();
    if !(2..=MOST_JOINED).contains(&posted) {
        return Vec::new();
    }
    let plain = |(cells, total): (Vec<Cell>, i32)| Plain { score: score(&cells, total), cells, total };
    let mut pool: Vec<Plain> = long.into_iter().map(plain).collect();
    let near = |a: &Plain, b: &Plain| {
        let sees = |c: &&Cell| b.cells.iter().any(|&d| around.differ(**c, d));
        !a.cells.iter().any(|c| b.cells.contains(c)) && a.cells.iter().filter(sees).count() >= JOINED
    };
    let join = |a: &Plain, b: &Plain| {
        let (a, b) = if a.cells.len() <= b.cells.len() { (a, b) } else { (b, a) };
        if !near(a, b) || a.cells.len() + b.cells.len() > 2 * MOST_TERMS * MOST_TERMS {
            return None;
        }
        let mut cells: Vec<Cell> = a.cells.iter().chain(&b.cells).copied().collect();
        cells.sort_unstable();
        let total = a.total + b.total;
        let both = Plain { score: score(&cells, total), cells, total };
        (both.score > a.score.max(b.score) || both.score > a.score + b.score).then_some(both)
    };
    // The best pair becomes one, again and again.
    let mut pairs: Vec<(usize, usize, Plain)> = Vec::new();
    for b in 1..pool.len() {
        pairs.extend((0..b).filter_map(|a| join(&pool[a], &pool[b]).map(|both| (a, b, both))));
    }
    let mut gone = vec![false; pool.len()];
    while let Some(best) = (0..pairs.len()).max_by_key(|&i| (pairs[i].2.score, std::cmp::Reverse(i))) {
        let (a, b, both) = pairs.swap_remove(best);
        (gone[a], gone[b]) = (true, true);
        pairs.retain(|p| !gone[p.0] && !gone[p.1]);
        let new = pool.len();
        pairs.extend((0..new).filter(|&i| !gone[i]).filter_map(|i| join(&pool[i], &both).map(|all| (i, new, all))));
        pool.push(both);
        gone.push(false);
    }
    let kept = (posted..pool.len()).filter(|&i| !gone[i] && pool[i].score > 0);
    kept.map(|i| {
        let terms: Vec<(Cell, i32)> = pool[i].cells.iter().map(|&c| (c, 1)).collect();
        let mut kind = Kind::from(Sum::new(&terms, Compare::Eq, pool[i].total));
        kind.learn_differences(&|a, b| around.differ(a, b));
        kind
    })
    .collect()
}
