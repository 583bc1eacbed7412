//! Candidates that can be refuted by propagating one or two clues together with the houses and links that share cells
//! with these clues.

use super::parts::{COMPARED, Hit, Parts, Unit};
use crate::board::bits::Bits;
use crate::board::oracle::Refuter;
use crate::board::view::View;
use crate::step::found::Found;
use crate::structure::once;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Cell, OriginId, Sort, SortedSet, ValueSet};
use std::cell::RefCell;
use std::rc::Rc;

/// The work charged for propagating one candidate.
const FOLLOWING: u64 = 500;
/// The maximum total number of open cells of two clues.
const MOST_OPEN: usize = 30;

/// The results of propagation. There is one entry for each clue together with the houses and links that share cells
/// with the clue, and a last entry for all houses and links without any clue. Each entry has, for each candidate, the
/// remaining values of all cells (`None` if there is no result).
struct PropagatedParts {
    left: Vec<Vec<Option<Vec<ValueSet>>>>,
    /// Pairs of a clue and a candidate that the clue refutes.
    refuted: Vec<(u32, u32)>,
}

/// The facts of these clues, and the facts of the houses and links that share cells with the clues. Without clues, the
/// facts of all houses and links.
fn facts(parts: &Parts, units: &[u32]) -> Vec<OriginId> {
    let units: Vec<&Unit> = units.iter().filter_map(|&i| parts.units.get(i as usize)).collect();
    let meets = |cells: &SortedSet<Cell>| {
        units.is_empty() || cells.iter().any(|c| units.iter().any(|unit| unit.cells.contains(c)))
    };
    let rest = parts.rest.iter().filter(|(_, cells)| meets(cells)).map(|(origin, _)| *origin);
    let mut facts: Vec<OriginId> = units.iter().flat_map(|unit| unit.origins.iter().copied()).chain(rest).collect();
    facts.order();
    facts
}

/// The values left after propagating a candidate with a clue and houses. Propagation in a later position starts from
/// these values.
#[derive(Default)]
struct PropagationCache(RefCell<QuickMap<(u32, u32), Vec<ValueSet>>>);

fn led(
    view: &View,
    refuter: &dyn Refuter,
    parts: &Parts,
    asked: &Bits,
    found: &mut Found,
) -> Option<Rc<PropagatedParts>> {
    once(view, 0, found, |found| {
        let ids: Vec<u32> = asked.iter().collect();
        let kept: Rc<PropagationCache> = view.memory().of(0, PropagationCache::default);
        let mut kept = kept.0.borrow_mut();
        let (mut all, mut refuted) = (Vec::new(), Vec::new());
        for unit in 0..=parts.units.len() as u32 {
            let mut lefts = vec![None; ids.len()];
            if found.spend(FOLLOWING * (1 + ids.len() as u64)) {
                break;
            }
            refuter.alone(view.board(), &facts(parts, &[unit]), true, &mut |alone| {
                for (&id, left) in ids.iter().zip(&mut lefts) {
                    let mut sets = kept.remove(&(unit, id)).unwrap_or_default();
                    match alone.follow(view.space().candidate(id), &mut sets) {
                        Some(true) => {
                            kept.insert((unit, id), sets.clone());
                            *left = Some(sets);
                        }
                        Some(false) => refuted.push((unit, id)),
                        None => {}
                    }
                }
            });
            all.push(lefts);
        }
        PropagatedParts { left: all, refuted }
    })
}

/// The candidates that are refuted by one clue and the houses around it.
pub(super) fn by_one(view: &View, refuter: &dyn Refuter, parts: &Parts, asked: &Bits, found: &mut Found) -> Vec<Hit> {
    let Some(led) = led(view, refuter, parts, asked, found) else { return Vec::new() };
    let hit = |&(unit, id): &(u32, u32)| {
        let open = parts.units.get(unit as usize).map_or(0, |unit| unit.open(view));
        Hit { cases: open as u32, id, facts: facts(parts, &[unit]) }
    };
    led.refuted.iter().filter(|(unit, _)| (*unit as usize) < parts.units.len()).map(hit).collect()
}

/// The candidates that are refuted by two clues and the houses around them. Only pairs in which one clue removes values
/// from cells of the other are tried.
pub(super) fn by_two(view: &View, refuter: &dyn Refuter, parts: &Parts, asked: &Bits, found: &mut Found) -> Vec<Hit> {
    let Some(led) = led(view, refuter, parts, asked, found) else { return Vec::new() };
    let ids: Vec<u32> = asked.iter().collect();
    let Some((bare, units)) = led.left.split_last() else { return Vec::new() };
    let narrows = |i: usize, j: usize, x: usize| match (&units[i][x], &bare[x]) {
        (Some(with), Some(without)) => parts.units[j].cells.iter().any(|c| with[c.index()] != without[c.index()]),
        _ => false,
    };
    let open: Vec<usize> = parts.units.iter().map(|unit| unit.open(view)).collect();
    let mut pairs: Vec<(usize, u32, u32, Vec<u32>)> = Vec::new();
    for i in (0..units.len()).filter(|&i| open[i] > 0) {
        if found.spend(units.len() as u64) {
            break;
        }
        for j in (i + 1..units.len()).filter(|&j| open[j] > 0 && open[i] + open[j] <= MOST_OPEN) {
            let meets = |x: &usize| units[i][*x].is_some() && units[j][*x].is_some();
            let wanted = (0..ids.len()).filter(meets).filter(|&x| narrows(i, j, x) || narrows(j, i, x));
            let wanted: Vec<u32> = wanted.map(|x| ids[x]).collect();
            if !wanted.is_empty() {
                pairs.push((open[i] + open[j], i as u32, j as u32, wanted));
            }
        }
    }
    pairs.order();
    let mut hits: Vec<Hit> = Vec::new();
    for (open, i, j, wanted) in pairs {
        if found.spend(FOLLOWING * (4 + wanted.len() as u64)) || hits.len() >= COMPARED && !found.wants_all() {
            break;
        }
        let facts = facts(parts, &[i, j]);
        let mut sets = Vec::new();
        refuter.alone(view.board(), &facts, true, &mut |alone| {
            for &id in &wanted {
                sets.clear();
                if alone.follow(view.space().candidate(id), &mut sets) == Some(false) {
                    hits.push(Hit { cases: open as u32, id, facts: facts.clone() });
                }
            }
        });
    }
    hits
}
