//! Enumerates the ways in which a constraint can hold, for the proof checker, and merges equivalent ways. If two ways to fill the
//! first cells lead to the same state of the machine ([`super::machine`]) and leave the same values for the other cells, their
//! continuations are the same and are examined only once. For example, the cells of a wide sum can be filled in very many ways, but
//! these lead to only a few different sums.
//!
//! A simple version, which tests every way with `check`, is in [`super::ways`]; a test compares the two versions.

use super::budget::Budget;
use super::machine::reader::{Machine, Open};
use super::machine::{machine, wanted_order};
use super::near::Near;
use super::unproved::Unproved;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Cell, Constraint, Kind, Model, ValueSet};

/// The maximum number of words cached in one query, which take up 64 MB.
const REMEMBERED: usize = 8_000_000;

/// The values of each cell that occur in some way in which the constraint holds; all zero if the constraint cannot hold. With
/// `first`, the search ends after the first way, so the result only shows whether the constraint can hold. Fails like
/// [`Budget::spend`].
pub(crate) fn left(
    model: &Model,
    kind: &Kind,
    near: &Near<'_>,
    domains: &[u64],
    first: bool,
    budget: &mut Budget<'_>,
) -> Result<Vec<u64>, Unproved> {
    let (cells, n) = (kind.cells(), domains.len());
    if domains.contains(&0) {
        return Ok(vec![0; n]);
    }
    let firsts: Vec<i32> = cells.iter().map(|c| model.cells()[c.index()].first).collect();
    let machine = machine(kind, cells, &firsts, domains);
    let mut states = Vec::new();
    machine.start(&mut states);
    let width = states.len();
    states.resize(width * (n + 1), 0);
    let mut open = vec![0; n * (n + 1)];
    open[..n].copy_from_slice(domains);
    let mut merge = Merge {
        near,
        order: order(kind, cells, near, domains),
        cost: 4 + machine.cost() + 2 * (n + width) as u64,
        machine: &*machine,
        firsts,
        open,
        states,
        width,
        read: vec![false; n],
        left: vec![0; n],
        first,
        seen: QuickMap::default(),
        words: 0,
    };
    merge.go(0, budget)?;
    Ok(merge.left)
}

/// The order in which cells are filled: first the cells of the constraint's preferred order, if there is one; then repeatedly the
/// cell with the most links to earlier cells or, among equals, with the fewest values. In this order, the filled cells soon affect
/// only few other cells.
fn order(kind: &Kind, cells: &[Cell], near: &Near<'_>, domains: &[u64]) -> Vec<usize> {
    let n = cells.len();
    let wanted = wanted_order(kind).unwrap_or_default();
    let mut order: Vec<usize> = wanted.iter().filter_map(|w| cells.iter().position(|c| c == w)).collect();
    let mut linked = vec![0u32; n];
    let mut done = vec![false; n];
    let note = |linked: &mut [u32], at: usize| {
        (0..n).filter(|&j| near.links(at, j)).for_each(|j| linked[j] += 1);
    };
    for &at in &order {
        done[at] = true;
        note(&mut linked, at);
    }
    while order.len() < n {
        let rest = (0..n).filter(|&i| !done[i]);
        let Some(at) = rest.min_by_key(|&i| (u32::MAX - linked[i], domains[i].count_ones())) else { break };
        done[at] = true;
        order.push(at);
        note(&mut linked, at);
    }
    order
}

struct Merge<'a> {
    machine: &'a dyn Machine,
    near: &'a Near<'a>,
    order: Vec<usize>,
    firsts: Vec<i32>,
    /// For each depth: the remaining values of each cell, and the state of the machine.
    open: Vec<u64>,
    states: Vec<i64>,
    width: usize,
    read: Vec<bool>,
    left: Vec<u64>,
    first: bool,
    /// Cached answers: whether the constraint can hold. The key is the depth, the values of the unfilled cells and the state of the
    /// machine. The values of all continuations of a cached entry are already in `left`.
    seen: QuickMap<Box<[u64]>, bool>,
    words: usize,
    cost: u64,
}

impl Merge<'_> {
    /// Whether the constraint can hold, given the cells filled so far. If so, records in `left` the values that the unfilled cells
    /// can have.
    fn go(&mut self, depth: usize, budget: &mut Budget<'_>) -> Result<bool, Unproved> {
        let (n, width) = (self.order.len(), self.width);
        let Some(&at) = self.order.get(depth) else {
            return Ok(self.machine.holds(&self.states[depth * width..]));
        };
        let here = &self.open[depth * n..(depth + 1) * n];
        let rest = self.order[depth..].iter().map(|&i| here[i]);
        let known = self.states[depth * width..(depth + 1) * width].iter().map(|&s| s as u64);
        let key: Box<[u64]> = std::iter::once(depth as u64).chain(rest).chain(known).collect();
        if let Some(&holds) = self.seen.get(&key) {
            return Ok(holds);
        }
        let mut some = false;
        for value in ValueSet(self.open[depth * n + at]) {
            budget.spend(self.cost)?;
            let (before, after) = self.open.split_at_mut((depth + 1) * n);
            after[..n].copy_from_slice(&before[depth * n..]);
            after[at] = ValueSet::of(value).0;
            let mut dead = false;
            for &j in &self.order[depth + 1..] {
                after[j] &= self.near.leaves(at, value, j);
                dead |= after[j] == 0;
            }
            if dead {
                continue;
            }
            let (before, after) = self.states.split_at_mut((depth + 1) * width);
            let state = &mut after[..width];
            state.copy_from_slice(&before[depth * width..]);
            self.machine.read(state, at, i64::from(self.firsts[at]) + i64::from(value.0));
            self.read[at] = true;
            let open =
                Open { read: &self.read, first: &self.firsts, values: &self.open[(depth + 1) * n..(depth + 2) * n] };
            let holds = !self.machine.is_lost(state, &open) && self.go(depth + 1, budget)?;
            self.read[at] = false;
            if holds {
                some = true;
                self.left[at] |= ValueSet::of(value).0;
                if self.first {
                    return Ok(true);
                }
            }
        }
        self.words += key.len() + 4;
        if self.words > REMEMBERED {
            return Err(Unproved::TooMuch(None));
        }
        self.seen.insert(key, some);
        Ok(some)
    }
}

#[cfg(test)]
#[path = "../../../cluewright-core/tests/common/mod.rs"]
mod common;

#[cfg(test)]
mod tests {
    use super::common::kinds;
    use super::common::kinds::{Ground, KINDS};
    use super::*;
    use crate::proof::loosely;
    use crate::proof::parts::{impossible, keeps_all};
    use crate::proof::ways::one_by_one;
    use cluewright_core::model::{CellKind, Relation};
    use cluewright_core::{ModelBuilder, Origin, Random, Value};

    /// A model with the cells of the ground: the cells of one group must differ, and some other cells are linked.
    fn model(rng: &mut Random, ground: &Ground) -> Model {
        let mut build = ModelBuilder::new();
        let origin = build.origin(Origin::new("ground", "the ground"));
        let cells = ground.cells();
        for &c in &cells {
            build.add_cell(CellKind::Shown, ground.first[c.index()], ground.domains[c.index()], "");
        }
        let together: Vec<Cell> = cells.iter().copied().filter(|c| ground.groups[c.index()] == 0).collect();
        if together.len() > 1 {
            build.all_different(&together, None, origin);
        }
        if rng.one_in(2) && cells.len() > 1 {
            let by = rng.below(7) as u8;
            let relation = build.relation(Relation::forbidding(64, 64, |a: Value, b: Value| (a.0 * 3 + b.0) % 7 == by));
            build.link(cells[0], cells[1 + rng.below(cells.len() - 1)], relation, origin);
        }
        build.finish()
    }

    /// The merged search and the enumeration with `check` agree on the remaining values of all cells and on whether the
    /// constraint can hold.
    #[test]
    fn merged_ways_are_all_ways() {
        let mut rng = Random::new(28);
        let (mut some, mut none, mut less, mut short, mut wrong, mut equal, mut all) = (0, 0, 0, 0, 0, 0, 0);
        for round in 0..300 {
            for (name, generate, _) in KINDS {
                let ground = Ground::random(&mut rng);
                let mut cells = ground.cells();
                rng.shuffle(&mut cells);
                let kind = generate(&mut rng, &ground, &cells);
                let model = model(&mut rng, &ground);
                let domains: Vec<u64> = kind
                    .cells()
                    .iter()
                    .map(|c| {
                        let all = ground.domains[c.index()];
                        if rng.one_in(3) { kinds::some_of(&mut rng, all).0 } else { all.0 }
                    })
                    .collect();
                let mut budget = Budget::new(u64::MAX, None);
                let near = Near::new(&model, kind.cells());
                let slow = one_by_one(&model, &kind, &near, &domains, false, &mut budget).unwrap();
                let fast = left(&model, &kind, &near, &domains, false, &mut budget).unwrap();
                assert_eq!(slow, fast, "{name} in round {round}: {kind:?} within {domains:x?}");
                let one = left(&model, &kind, &near, &domains, true, &mut budget).unwrap();
                let any = |left: &[u64]| left.iter().any(|&d| d != 0);
                assert_eq!(any(&slow), any(&one), "{name}: {kind:?}");
                // `impossible` ignores some exclusions between cells, so it must never report a constraint that can hold.
                let shortly = impossible(&model, &kind, &domains, &mut budget).unwrap();
                assert!(!shortly || !any(&slow), "{name}: {kind:?} within {domains:x?}");
                // Constraints whose machines must store everything they read have no shorter proof, except for regions.
                if !any(&slow) && !keeps_all(&kind) {
                    short += u32::from(shortly);
                    wrong += 1;
                }
                // Ignoring the exclusions between cells must never leave fewer values; for sums, exactly the values that are
                // possible without the exclusions must be left.
                let loose = loosely::left(&model, &kind, &domains, &mut budget).unwrap();
                assert!(slow.iter().zip(&loose).all(|(a, b)| a & !b == 0), "{kind:?} within {domains:x?}");
                let free = Near::in_parts(&model, kind.cells(), &[]);
                let free = one_by_one(&model, &kind, &free, &domains, false, &mut budget).unwrap();
                // Sums with large coefficients have too many partial sums to list.
                let few = |it: &cluewright_core::constraint::Sum| it.terms().all(|t| t.1.abs() < 100);
                if matches!(&kind, Kind::Sum(it) if few(it)) || matches!(kind, Kind::Automaton(_)) {
                    assert_eq!(loose, free, "{kind:?} within {domains:x?}");
                }
                if let Kind::Count(_) = &kind {
                    equal += u32::from(loose == free);
                    all += 1;
                }
                assert!(free.iter().zip(&loose).all(|(a, b)| a & !b == 0), "{kind:?} within {domains:x?}");
                less += u32::from(slow != domains && any(&slow));
                *if any(&slow) { &mut some } else { &mut none } += 1;
            }
        }
        let told = format!("{some} with ways, {none} without, {short} of {wrong} seen shortly, {less} narrowed");
        assert!(some > 1000 && none > 500 && less > 500 && short * 10 > wrong * 8, "{told}");
        // A count whose total is one of the counted cells is not narrowed.
        assert!(equal * 10 > all * 6, "{equal} of {all} counts are narrowed as far as can be");
    }
}
