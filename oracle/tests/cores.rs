//! The smallest reasons of small random models are those that trying all sets of facts on all assignments finds.

use crate::common;

use cluewright_core::model::{CellKind, Relation};
use cluewright_core::{Candidate, Cell, Model, ModelBuilder, Origin, OriginId, Place, Value, ValueSet};
use cluewright_oracle::cores::{Bound, smallest};
use common::Rng;
use common::kinds::{Ground, KINDS, some_cells};

/// A few cells and pairs of them that forbid each other half of their values: facts refute together there.
fn random_links(rng: &mut Rng) -> Model {
    let mut build = ModelBuilder::new();
    for col in 0..5 {
        build.add_cell(CellKind::Grid(Place { row: 0, col }), 1, ValueSet::below(3), "x");
    }
    for _ in 0..7 {
        let bad = rng.next();
        let relation = Relation::forbidding(3, 3, |a, b| bad >> (3 * a.0 + b.0) & 1 == 1);
        let relation = build.relation(relation);
        let origin = build.origin(Origin::new("test", "test"));
        let a = rng.below(5);
        build.link(Cell::at(a), Cell::at((a + 1 + rng.below(4)) % 5), relation, origin);
    }
    build.finish()
}

/// Some cells, facts that make them differ, a few constraints and a link, each with a separate origin.
fn random_model(rng: &mut Rng) -> Model {
    let ground = Ground::random(rng);
    let n = ground.first.len();
    let mut build = ModelBuilder::new();
    for i in 0..n {
        build.add_cell(CellKind::Grid(Place { row: 0, col: i as u16 }), ground.first[i], ground.domains[i], "x");
    }
    let origin = |build: &mut ModelBuilder| build.origin(Origin::new("test", "test"));
    let differ = origin(&mut build);
    for i in 0..n {
        for j in (0..i).filter(|&j| ground.differ(Cell(i as u16), Cell(j as u16))) {
            build.all_different(&[Cell(j as u16), Cell(i as u16)], None, differ);
        }
    }
    for _ in 0..=rng.below(5) {
        let cells = if rng.once_in(3) { ground.cells() } else { some_cells(rng, &ground.cells()) };
        let constraint = (KINDS[rng.below(KINDS.len())].1)(rng, &ground, &cells);
        let origin = origin(&mut build);
        build.constrain(constraint, origin);
    }
    if n > 1 {
        let bad = rng.next();
        let relation = Relation::forbidding(64, 64, |a, b| {
            (bad >> ((u32::from(a.0) * 5 + u32::from(b.0)) % 64)).trailing_zeros() >= 2
        });
        let relation = build.relation(relation);
        let origin = origin(&mut build);
        build.link(Cell(0), Cell(1), relation, origin);
    }
    build.finish()
}

/// Every assignment with the facts that it breaks, as bits.
fn broken(model: &Model) -> Vec<(Vec<Value>, u32)> {
    let facts: Vec<Model> = (0..model.origins().len() as u32).map(|f| model.only(&|o| o == OriginId(f))).collect();
    let mut all = vec![Vec::new()];
    for cell in model.cells() {
        let with = |values: Vec<Value>| {
            cell.domain.iter().map(move |value| values.iter().copied().chain([value]).collect::<Vec<Value>>())
        };
        all = all.into_iter().flat_map(with).collect();
    }
    let bits =
        |values: &[Value]| (0..facts.len()).filter(|&f| !facts[f].holds(values)).fold(0, |bits, f| bits | 1 << f);
    all.into_iter().map(|values| (bits(&values), values)).map(|(bits, values)| (values, bits)).collect()
}

#[test]
fn no_fewer_facts_refute_a_candidate() {
    let mut rng = Rng(59);
    let mut sizes = [0; 8];
    for round in 0..2_500 {
        let model = if round % 2 == 0 { random_model(&mut rng) } else { random_links(&mut rng) };
        let ways = broken(&model);
        let refutes = |c: Candidate, facts: u32| {
            ways.iter().all(|(values, broken)| values[c.cell.index()] != c.value || broken & facts != 0)
        };
        // In many models some candidate is refuted by one fact: only those are asked about that take some more.
        let harder = rng.below(5) as u32;
        let all = 1_u32 << model.origins().len();
        let least = |c: Candidate| (0..all).filter(|&facts| refutes(c, facts)).map(u32::count_ones).min();
        let (candidates, leasts): (Vec<Candidate>, Vec<Option<u32>>) = (0..model.len())
            .flat_map(|i| model.cells()[i].domain.iter().map(move |value| Candidate::new(Cell::at(i), value)))
            .map(|c| (c, least(c)))
            .filter(|(_, least)| least.is_none_or(|least| least >= harder))
            .unzip();
        let least = leasts.into_iter().flatten().min();
        let bound = Bound { most: 3, conflicts: 10_000, stop: &|| false };
        let found = smallest(&model, &model.board(), &candidates, bound);
        let what = format!("model {round}: {:?}, {:#?}", found, model.constraints());
        match (&found, least) {
            (None, None) => {}
            (Some(core), Some(least)) => {
                assert!(core.facts.len() as u32 >= least, "{what}");
                assert!(least > 3 || core.facts.len() as u32 == least, "{least} would do; {what}");
                assert_eq!(core.is_smallest, least <= 3, "{what}");
                assert!(refutes(core.candidate, core.facts.iter().fold(0, |bits, f| bits | 1 << f.0)), "{what}");
                sizes[least as usize] += 1;
            }
            _ => panic!("{least:?}; {what}"),
        }
    }
    assert!(sizes[1] > 100 && sizes[2] > 100 && sizes[3] > 50 && sizes[4] > 5, "{sizes:?}");
}
