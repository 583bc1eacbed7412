//! Sums that follow from others: innies and outies. Neighbouring houses have a known sum; take away the cages inside
//! and what is left has one too. Complements of cages are the case of one house.

use super::compile::Around;
use super::sum::cliques;
use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::{Cell, Constraint, Kind, Model, ValueSet};

/// Longest derived sum.
const MOST_TERMS: usize = 6;
/// Most houses taken together.
const MOST_HOUSES: usize = 5;

/// Which sets hold every value their cells may hold at all.
pub(super) fn houses(model: &Model, dom: &[u64]) -> Vec<bool> {
    let values = |cells: &[Cell]| cells.iter().fold(0, |all, c| all | dom[c.index()]).count_ones() as usize;
    model.sets().iter().map(|s| values(&s.cells) == s.cells.len()).collect()
}

/// All short sums found; none of them is new information, each saves the search some trying.
pub(super) fn sums(model: &Model, dom: &[u64], is_house: &[bool]) -> Vec<Kind> {
    let plain = |kind: &Kind| match kind {
        Kind::Sum(s) if s.compare() == Compare::Eq && s.terms().all(|t| t.1 == 1) => {
            Some((s.cells().to_vec(), s.total()))
        }
        _ => None,
    };
    let cages: Vec<(Vec<Cell>, i32)> = model.constraints().iter().filter_map(|p| plain(&p.kind)).collect();
    if cages.is_empty() {
        return Vec::new();
    }
    let n = model.len();
    let mut sets_of: Vec<Vec<u32>> = vec![Vec::new(); n];
    for (i, set) in model.sets().iter().enumerate() {
        set.cells.iter().for_each(|c| sets_of[c.index()].push(i as u32));
    }
    let differ = |a: Cell, b: Cell| sets_of[a.index()].iter().any(|s| sets_of[b.index()].contains(s));
    let mut known: Vec<Vec<(Cell, i32)>> =
        cages.iter().map(|c| sorted(c.0.iter().map(|&c| (c, 1)).collect())).collect();
    let mut found = Vec::new();
    let houses: Vec<usize> = (0..model.sets().len()).filter(|&s| is_house[s]).collect();
    for (at, &first) in houses.iter().enumerate() {
        let family = model.sets()[first].family;
        let mut inside = vec![false; n];
        let mut total = 0;
        for (taken, &s) in houses[at..].iter().enumerate() {
            let set = &model.sets()[s];
            let apart = set.cells.iter().all(|c| !inside[c.index()]);
            if taken >= MOST_HOUSES || !apart || (taken > 0 && (family.is_none() || set.family != family)) {
                break;
            }
            set.cells.iter().for_each(|c| inside[c.index()] = true);
            total += house_sum(model, dom, &set.cells);
            for outies in [false, true] {
                let Some((terms, rest)) = leftover(&cages, &inside, total, outies) else { continue };
                let terms = sorted(terms);
                if terms.is_empty() || terms.len() > MOST_TERMS || known.contains(&terms) {
                    continue;
                }
                let mut kind = Kind::from(Sum::new(&terms, Compare::Eq, rest));
                kind.learn_differences(&differ);
                known.push(terms);
                found.push(kind);
            }
        }
    }
    found
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
    let mut pool: Vec<Plain> = Vec::new();
    for constraint in model.constraints() {
        if let Kind::Sum(sum) = &constraint.kind
            && sum.compare() == Compare::Eq
            && sum.terms().all(|t| t.1 == 1)
            && sum.cells().len() >= JOINED
        {
            let cells = sum.cells().to_vec();
            pool.push(Plain { score: score(&cells, sum.total()), cells, total: sum.total() });
        }
    }
    let posted = pool.len();
    if posted < 2 || posted > MOST_JOINED {
        return Vec::new();
    }
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

fn sorted(mut terms: Vec<(Cell, i32)>) -> Vec<(Cell, i32)> {
    terms.sort_unstable_by_key(|t| t.0);
    terms
}

fn house_sum(model: &Model, dom: &[u64], cells: &[Cell]) -> i32 {
    let info = &model.cells()[cells[0].index()];
    let values = cells.iter().fold(0, |all, c| all | dom[c.index()]);
    ValueSet(values).iter().map(|v| info.first + i32::from(v.0)).sum()
}

/// The cells inside minus the cages that lie inside; with `outies` also cages that lie mostly inside, whose cells
/// outside then count negative.
fn leftover(cages: &[(Vec<Cell>, i32)], inside: &[bool], total: i32, outies: bool) -> Option<(Vec<(Cell, i32)>, i32)> {
    let mut open = inside.to_vec();
    let mut rest = total;
    let mut terms = Vec::new();
    let mut used = false;
    for pass in 0..=usize::from(outies) {
        for (cells, sum) in cages {
            let within = cells.iter().filter(|c| inside[c.index()]).count();
            let all = within == cells.len();
            // Cages that share cells with one taken before cannot be taken too.
            let free = cells.iter().all(|c| open[c.index()] || (!inside[c.index()] && !terms.contains(&(*c, -1))));
            if within > 0 && free && ((pass == 0 && all) || (pass == 1 && !all && within * 2 > cells.len())) {
                used = true;
                rest -= sum;
                for &c in cells {
                    if inside[c.index()] {
                        open[c.index()] = false;
                    } else {
                        terms.push((c, -1));
                    }
                }
            }
        }
        // Too many to be worth going on.
        if terms.len() > MOST_TERMS {
            return None;
        }
    }
    let left = open.iter().filter(|o| **o).count();
    if !used || left + terms.len() > MOST_TERMS {
        return None;
    }
    terms.extend((0..open.len()).filter(|&c| open[c]).map(|c| (Cell(c as u16), 1)));
    Some((terms, rest))
}
