//! Sums that follow from others: innies and outies. Neighbouring houses have a known sum; take away the cages inside
//! and what is left has one too. Complements of cages are the case of one house.

use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::{Cell, Constraint, Kind, Model, ValueSet};

/// Longest derived sum.
const MOST_TERMS: usize = 6;
/// Most houses taken together.
const MOST_HOUSES: usize = 5;

/// All short sums found; none of them is new information, each saves the search some trying.
pub(super) fn sums(model: &Model) -> Vec<Kind> {
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
    let houses: Vec<usize> = (0..model.sets().len()).filter(|&s| model.sets()[s].house).collect();
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
            total += house_sum(model, &set.cells);
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

fn sorted(mut terms: Vec<(Cell, i32)>) -> Vec<(Cell, i32)> {
    terms.sort_unstable_by_key(|t| t.0);
    terms
}

fn house_sum(model: &Model, cells: &[Cell]) -> i32 {
    let info = &model.cells()[cells[0].index()];
    let values = cells.iter().fold(ValueSet::EMPTY, |all, c| all | model.cells()[c.index()].domain);
    values.iter().map(|v| info.first + i32::from(v.0)).sum()
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
