//! Derives sums from known sums: innies and outies. Neighbouring houses have a known sum; subtracting the cages inside them gives
//! the sum of the remaining cells. With a single house, this gives the complements of cages.

use super::around::Around;
use super::lists::Cutter;
use crate::bits::{extreme_sums, words_for};
use crate::poll::Poll;
use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::quick::QuickSet;
use cluewright_core::{Bits, Cell, Constraint, Kind, Model, ValueSet};

/// The maximum number of terms of derived sums in a short search (`FEW_TERMS`), in a long search of a grid of cages
/// (`TERMS_WITH_CAGES`), and in other long searches (`MOST_TERMS`).
pub(super) const FEW_TERMS: usize = 4;
pub(super) const TERMS_WITH_CAGES: usize = 5;
pub(super) const MOST_TERMS: usize = 6;
/// A cage that reaches out of the combined houses may have at most this many cells outside.
const MOST_OUTSIDE: usize = 3;
/// The maximum number of houses that are combined.
const MOST_HOUSES: usize = 9;

/// Pairs of cages are combined only if at most this many cages reach out of the houses. A grid has some dozens of such cages; if
/// there are more, the puzzle was not set by a person, and there are too many pairs to examine.
const MOST_PAIRED: usize = 1_000;

/// For each set of the model, whether it is a house: a set that holds every value of its cells' domains.
pub(super) fn houses(model: &Model, dom: &[u64]) -> Vec<bool> {
    let values = |cells: &[Cell]| cells.iter().fold(0, |all, c| all | dom[c.index()]).count_ones() as usize;
    model.sets().iter().map(|s| values(&s.cells) == s.cells.len()).collect()
}

/// The indices of these cells as a set.
fn mask<const W: usize>(cells: &[Cell]) -> Bits<W> {
    cells.iter().map(|c| c.index()).collect()
}

/// The plain sums in the model, including pairs of cells whose links leave only one possible sum. `None` if stopped.
fn plain_sums(model: &Model, poll: &mut Poll<'_>) -> Option<Vec<(Vec<Cell>, i32)>> {
    let mut sums: Vec<(Vec<Cell>, i32)> = Vec::new();
    for constraint in model.constraints() {
        if poll.is_over(10 + constraint.kind.cells().len()) {
            return None;
        }
        if let Kind::Sum(s) = &constraint.kind
            && s.compare() == Compare::Eq
            && s.terms().all(|t| t.1 == 1)
        {
            sums.push((s.cells().to_vec(), s.total()));
        }
    }
    for link in model.links() {
        if poll.is_over(30) {
            return None;
        }
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
    Some(sums)
}

/// Finds derived sums of at most `most` terms. They contain no new information, but each of them saves the search some branches.
/// `is_house` states which sets are houses on a board with the domains `dom`. A larger `most` never gives fewer sums. `None` if
/// stopped.
pub(super) fn sums(
    model: &Model,
    dom: &[u64],
    is_house: &[bool],
    most: usize,
    poll: &mut Poll<'_>,
) -> Option<Vec<Kind>> {
    match model.len() {
        0..=128 => sums_in::<2>(model, dom, is_house, most, poll),
        129..=512 => sums_in::<8>(model, dom, is_house, most, poll),
        _ => Some(Vec::new()),
    }
}

/// A known sum.
#[derive(Clone, Copy)]
struct KnownSum<const W: usize> {
    cells: Bits<W>,
    size: usize,
    total: i32,
}

/// A sum that lies partly in the current houses, with the numbers of its cells inside and outside these houses.
#[derive(Clone, Copy)]
struct Reaching<const W: usize> {
    cells: Bits<W>,
    total: i32,
    inside: usize,
    outside: usize,
}

/// The sums derived so far, without duplicates. A sum with all signs reversed counts as a duplicate.
struct Found<const W: usize> {
    known: QuickSet<(Bits<W>, Bits<W>)>,
    /// For each cell, the cells with which it shares a set.
    peers: Vec<Bits<W>>,
    terms: Vec<(Cell, i32)>,
    sums: Vec<Kind>,
}

impl<const W: usize> Found<W> {
    /// Adds a derived sum: the cells of `plus`, minus the cells of `minus`, add up to `total`.
    fn add(&mut self, plus: Bits<W>, minus: Bits<W>, total: i32) {
        if self.known.contains(&(minus, plus)) || !self.known.insert((plus, minus)) {
            return;
        }
        self.terms.clear();
        let sign = |c: usize| if plus.contains(c) { 1 } else { -1 };
        self.terms.extend((plus | minus).iter().map(|c| (Cell(c as u16), sign(c))));
        let mut kind = Kind::from(Sum::new(&self.terms, Compare::Eq, total));
        kind.learn_differences(&|a, b| self.peers[a.index()].contains(b.index()));
        self.sums.push(kind);
    }
}

fn sums_in<const W: usize>(
    model: &Model,
    dom: &[u64],
    is_house: &[bool],
    most: usize,
    poll: &mut Poll<'_>,
) -> Option<Vec<Kind>> {
    // Drop duplicate cages.
    let mut seen: QuickSet<(Bits<W>, i32)> = QuickSet::default();
    let mut cages: Vec<KnownSum<W>> = plain_sums(model, poll)?
        .iter()
        .map(|(cells, total)| KnownSum { cells: mask(cells), size: cells.len(), total: *total })
        .filter(|cage| seen.insert((cage.cells, cage.total)))
        .collect();
    if cages.is_empty() {
        return Some(Vec::new());
    }
    // Use small cages first, as they leave the most room for other cages.
    cages.sort_by_key(|c| c.size);
    let mut peers = vec![Bits::EMPTY; model.len()];
    for set in model.sets() {
        let all = mask(&set.cells);
        set.cells.iter().for_each(|c| peers[c.index()] |= all);
    }
    let known = cages.iter().map(|c| (c.cells, Bits::EMPTY)).collect();
    let mut found = Found { known, peers, terms: Vec::new(), sums: Vec::new() };
    let houses: Vec<usize> = (0..model.sets().len()).filter(|&s| is_house[s]).collect();
    let masks: Vec<Bits<W>> = houses.iter().map(|&s| mask(&model.sets()[s].cells)).collect();
    let mut part: Vec<Reaching<W>> = Vec::new();
    for (at, &first) in houses.iter().enumerate() {
        let family = model.sets()[first].family;
        let mut inside = Bits::<W>::EMPTY;
        let mut total = 0;
        for (taken, &s) in houses[at..].iter().enumerate() {
            let set = &model.sets()[s];
            let other = taken > 0 && set.family != family;
            if taken >= MOST_HOUSES || other || masks[at + taken].meets(&inside) {
                break;
            }
            inside |= masks[at + taken];
            total += house_sum(model, dom, &set.cells);
            // Subtract cages that lie inside, no two of which share a cell. Then collect the cages that reach into the rest.
            let (mut left, mut rest) = (inside, total);
            if poll.is_over(3 * W * cages.len()) {
                return None;
            }
            for cage in &cages {
                if (cage.cells & !left).is_empty() {
                    left &= !cage.cells;
                    rest -= cage.total;
                }
            }
            let mut used = left != inside;
            let open = left.len();
            if used && (1..=most).contains(&open) {
                found.add(left, Bits::EMPTY, rest);
            }
            part.clear();
            for cage in cages.iter().filter(|c| c.cells.meets(&left)) {
                let out = cage.cells & !inside;
                // None of the cage's cells in the houses belongs to a cage that was subtracted.
                if cage.cells & !left == out {
                    let outside = out.len();
                    if (1..=MOST_OUTSIDE).contains(&outside) {
                        part.push(Reaching {
                            cells: cage.cells,
                            total: cage.total,
                            inside: cage.size - outside,
                            outside,
                        });
                    }
                }
            }
            let pairs = part.len() <= MOST_PAIRED;
            for (i, a) in part.iter().enumerate() {
                // Each cage is compared with the cages before it. Deriving a sum costs far more, but new sums are rare.
                if poll.is_over(if pairs { 100 + W * i } else { 100 }) {
                    return None;
                }
                // The number of terms that are left if cage `a` is subtracted from the rest.
                let terms = open - a.inside + a.outside;
                if terms < most {
                    found.add(left & !a.cells, a.cells & !inside, rest - a.total);
                }
                for b in if pairs { &part[..i] } else { &[] } {
                    if terms + b.outside < most - 1 + b.inside && !b.cells.meets(&a.cells) {
                        let both = a.cells | b.cells;
                        found.add(left & !both, both & !inside, rest - a.total - b.total);
                    }
                }
            }
            // Finally subtract all cages that lie mostly inside, together.
            let mut outside = Bits::EMPTY;
            for cage in &part {
                let out = cage.cells & !inside;
                if cage.outside < cage.inside && !out.meets(&outside) && cage.cells & !left == out {
                    left &= !cage.cells;
                    outside |= out;
                    rest -= cage.total;
                    used = true;
                }
            }
            if used && outside != Bits::EMPTY && left.len() + outside.len() <= most {
                found.add(left, outside, rest);
            }
        }
    }
    Some(found.sums)
}

fn house_sum(model: &Model, dom: &[u64], cells: &[Cell]) -> i32 {
    let info = &model.cells()[cells[0].index()];
    let values = cells.iter().fold(0, |all, c| all | dom[c.index()]);
    ValueSet(values).iter().map(|v| info.first + i32::from(v.0)).sum()
}

/// A plain sum, with a score that measures how tight it is.
struct Plain {
    cells: Vec<Cell>,
    total: i32,
    score: i32,
    /// The sum's cells as bits (`own`), and all cells that must differ from at least one of them (`seen`).
    own: Vec<u64>,
    seen: Vec<u64>,
}

impl Plain {
    fn new(cells: Vec<Cell>, total: i32, score: i32, around: &Around<'_>) -> Self {
        let mut own = vec![0; words_for(around.dom.len())];
        let mut seen = own.clone();
        for &c in &cells {
            own[c.index() / 64] |= 1 << (c.index() % 64);
            around.add_seen(c, &mut seen);
        }
        Self { cells, total, score, own, seen }
    }

    /// Whether at least [`JOINED`] cells of this sum each see a cell of the larger sum, and the two sums share no cell.
    fn is_near(&self, larger: &Self) -> bool {
        let both = |of: &[u64]| -> usize { self.own.iter().zip(of).map(|(a, b)| (a & b).count_ones() as usize).sum() };
        both(&larger.own) == 0 && both(&larger.seen) >= JOINED
    }
}

/// A sum is joined to another only if it has at least this many cells, and at least this many of them see a cell of the other
/// sum.
const JOINED: usize = 6;
/// Pairs of sums are searched for only if there are at most this many sums.
const MOST_JOINED: usize = 60;
/// The maximum number of cells in two joined sums together.
const MOST_OF_TWO: usize = 72;
const ONES: [i32; MOST_OF_TWO] = [1; MOST_OF_TWO];

/// Joins pairs of sums. If two sums share no cell, but many of their cells see each other (as on neighbouring diagonals), their
/// union contains larger sets of different cells, and so has a tighter total. The idea is from Interactive Sudoku Solver (sigh,
/// MIT).
///
/// `None` if stopped.
pub(super) fn joined(
    model: &Model,
    around: &Around<'_>,
    cutter: &mut Cutter,
    poll: &mut Poll<'_>,
) -> Option<Vec<Kind>> {
    let fits = |s: &(Vec<Cell>, i32)| (JOINED..=MOST_OF_TWO - JOINED).contains(&s.0.len());
    let long: Vec<(Vec<Cell>, i32)> = plain_sums(model, poll)?.into_iter().filter(fits).collect();
    let posted = long.len();
    if !(2..=MOST_JOINED).contains(&posted) {
        return Some(Vec::new());
    }
    let mut pool: Vec<Plain> = Vec::with_capacity(posted + posted / 2);
    for (cells, total) in long {
        let score = tightness(model, around, cutter, &cells, total);
        pool.push(Plain::new(cells, total, score, around));
    }
    let mut cells: Vec<Cell> = Vec::new();
    let mut join = |a: &Plain, b: &Plain| {
        let (a, b) = if a.cells.len() <= b.cells.len() { (a, b) } else { (b, a) };
        if a.cells.len() + b.cells.len() > MOST_OF_TWO || !a.is_near(b) {
            return None;
        }
        cells.clear();
        cells.extend(a.cells.iter().chain(&b.cells));
        cells.sort_unstable();
        let score = tightness(model, around, cutter, &cells, a.total + b.total);
        (score > a.score.max(b.score) || score > a.score + b.score).then_some(score)
    };
    // Repeatedly join the best pair.
    let mut pairs: Vec<(usize, usize, i32)> = Vec::new();
    for b in 1..pool.len() {
        pairs.extend((0..b).filter_map(|a| join(&pool[a], &pool[b]).map(|score| (a, b, score))));
    }
    let mut gone = vec![false; pool.len()];
    while let Some(best) = (0..pairs.len()).max_by_key(|&i| (pairs[i].2, std::cmp::Reverse(i))) {
        let (a, b, score) = pairs.swap_remove(best);
        (gone[a], gone[b]) = (true, true);
        pairs.retain(|p| !gone[p.0] && !gone[p.1]);
        let mut cells = [&pool[a].cells[..], &pool[b].cells[..]].concat();
        cells.sort_unstable();
        let both = Plain::new(cells, pool[a].total + pool[b].total, score, around);
        let new = pool.len();
        let others = (0..new).filter(|&i| !gone[i]);
        pairs.extend(others.filter_map(|i| join(&pool[i], &both).map(|score| (i, new, score))));
        pool.push(both);
        gone.push(false);
    }
    let kept = (posted..pool.len()).filter(|&i| !gone[i] && pool[i].score > 0);
    let sums = kept.map(|i| {
        let terms: Vec<(Cell, i32)> = pool[i].cells.iter().map(|&c| (c, 1)).collect();
        let mut kind = Kind::from(Sum::new(&terms, Compare::Eq, pool[i].total));
        kind.learn_differences(&|a, b| around.differ(a, b));
        kind
    });
    Some(sums.collect())
}

/// The tightness of a plain sum, as Interactive Sudoku Solver measures it. Each list of `k` different cells with `n` values adds
/// `k(n - k)`; the distance of the total from the nearer bound, times the number of lists, is subtracted.
fn tightness(model: &Model, around: &Around<'_>, cutter: &mut Cutter, cells: &[Cell], total: i32) -> i32 {
    let (mut low, mut high, mut spared) = (0, 0, 0);
    let lists = cutter.cliques(cells, &ONES[..cells.len()], around);
    for list in lists.iter() {
        let values = list.iter().fold(0u64, |all, &i| all | around.dom[cells[i as usize].index()]);
        let (k, count) = (list.len(), values.count_ones() as usize);
        let Some((least, most)) = extreme_sums(values, k) else { return i32::MIN };
        let first = model.cells()[cells[list[0] as usize].index()].first * k as i32;
        low += first + least as i32;
        high += first + most as i32;
        spared += (k * (count - k)) as i32;
    }
    spared - lists.count() as i32 * (total - low).min(high - total)
}
