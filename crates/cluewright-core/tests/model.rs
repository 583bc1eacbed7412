//! Compares the model's derived facts with their plain meaning, on random models.

use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::model::{CellKind, GroupKind, Network, Relation, TrueCount, Why};
use cluewright_core::{Board, Candidate, Cell, Constraint, Model, ModelBuilder, Origin, Random, Value, ValueSet};

fn random_model(rng: &mut Random) -> Model {
    let mut build = ModelBuilder::new();
    let n = 2 + rng.below(4);
    let width = 2 + rng.below(3) as u32;
    for i in 0..n {
        let gaps = ValueSet(rng.bits() | rng.bits());
        let domain = if rng.one_in(2) { ValueSet::below(width) } else { ValueSet::below(width + 1) & gaps };
        let domain = if domain.is_empty() { ValueSet(1) } else { domain };
        let kind = if rng.one_in(4) { CellKind::Helper } else { CellKind::Shown };
        build.add_cell(kind, 1, domain, &format!("x{i}"));
    }
    let cells: Vec<Cell> = (0..n as u16).map(Cell).collect();
    let some = |rng: &mut Random| {
        let mut some = cells.clone();
        rng.shuffle(&mut some);
        some.truncate(1 + rng.below(n));
        some
    };
    let candidate = |rng: &mut Random| Candidate::new(*rng.pick(&cells), Value(rng.below(width as usize) as u8));
    for _ in 0..rng.below(3) {
        let (list, origin) = (some(rng), build.origin(Origin::new("set", "a set")));
        build.all_different(&list, None, origin);
    }
    for _ in 0..rng.below(4) {
        let origin = build.origin(Origin::new("link", "a link"));
        let table = rng.bits() & rng.bits();
        let relation = Relation::forbidding(5, 5, |a, b| table >> (a.0 * 5 + b.0) & 1 == 1);
        let relation = build.relation(relation);
        let (a, b) = (*rng.pick(&cells), *rng.pick(&cells));
        if a != b {
            build.link(a, b, relation, origin);
        }
    }
    for _ in 0..rng.below(3) {
        let origin = build.origin(Origin::new("group", "a group"));
        let truth = *rng.pick(&[TrueCount::AtLeastOne, TrueCount::AtMostOne, TrueCount::ExactlyOne]);
        let mut list: Vec<Candidate> = (0..=rng.below(5)).map(|_| candidate(rng)).collect();
        list.sort_unstable();
        list.dedup();
        rng.shuffle(&mut list);
        build.group(list, truth, origin);
    }
    for _ in 0..rng.below(3) {
        let origin = build.origin(Origin::new("unary", "a fact"));
        build.restrict(*rng.pick(&cells), ValueSet(rng.bits() | 1), origin);
    }
    for _ in 0..rng.below(3) {
        let origin = build.origin(Origin::new("sum", "a sum"));
        let terms: Vec<(Cell, i32)> = some(rng).into_iter().map(|c| (c, 1)).collect();
        let total = terms.len() as i32 * rng.between(1, 3);
        build.constrain(Sum::new(&terms, *rng.pick(&[Compare::Eq, Compare::Le, Compare::Ne]), total), origin);
    }
    build.finish()
}

fn candidates(model: &Model) -> Vec<Candidate> {
    let of = |(i, info): (usize, &cluewright_core::model::CellInfo)| {
        info.domain.iter().map(move |v| Candidate::new(Cell(i as u16), v)).collect::<Vec<_>>()
    };
    model.cells().iter().enumerate().flat_map(of).collect()
}

/// Every fact that excludes two candidates from both being true, read from the model's lists.
fn reasons(model: &Model, x: Candidate, y: Candidate) -> Vec<Why> {
    let mut found = Vec::new();
    if x.cell == y.cell {
        found.push(Why::SameCell);
        return found;
    }
    for (i, set) in model.sets().iter().enumerate() {
        if x.value == y.value && set.cells.contains(&x.cell) && set.cells.contains(&y.cell) {
            found.push(Why::Set(cluewright_core::model::SetId(i as u32)));
        }
    }
    for (i, link) in model.links().iter().enumerate() {
        for (a, b) in [(x, y), (y, x)] {
            let relation = model.relation(link.relation);
            if link.a == a.cell && link.b == b.cell && relation.forbidden(a.value).contains(b.value) {
                found.push(Why::Link(i as u32));
            }
        }
    }
    for (i, group) in model.posted_groups().iter().enumerate() {
        let both = group.candidates.contains(&x) && group.candidates.contains(&y);
        if both && group.truth != TrueCount::AtLeastOne {
            found.push(Why::Group(i as u32));
        }
    }
    found
}

#[test]
fn candidates_see_each_other_for_a_reason() {
    let mut rng = Random::new(11);
    let mut seen = 0;
    for _ in 0..400 {
        let model = random_model(&mut rng);
        let network = model.network();
        let all = candidates(&model);
        for &x in &all {
            for &y in &all {
                if x == y {
                    assert!(!network.sees(x, y) && network.why(&model, x, y).is_none());
                    continue;
                }
                let reasons = reasons(&model, x, y);
                assert_eq!(network.sees(x, y), !reasons.is_empty(), "{x:?} {y:?} {model:?}");
                match network.why(&model, x, y) {
                    None => assert!(reasons.is_empty(), "{x:?} {y:?} {reasons:?}"),
                    Some(why) => {
                        assert!(reasons.contains(&why), "{x:?} {y:?} {why:?} {reasons:?}");
                        assert_eq!(Network::why_origin(&model, why).is_none(), why == Why::SameCell);
                        seen += 1;
                    }
                }
            }
        }
        for a in (0..model.len() as u16).map(Cell) {
            let near = network.neighbours(a);
            assert!(near.windows(2).all(|w| w[0].cell < w[1].cell), "sorted");
            for b in (0..model.len() as u16).map(Cell).filter(|&b| b != a) {
                let (da, db) = (model.cells()[a.index()].domain, model.cells()[b.index()].domain);
                let see = |v| network.sees(Candidate::new(a, v), Candidate::new(b, v));
                assert_eq!(network.differ(&model, a, b), (da & db).iter().all(see));
                let linked = all.iter().any(|&x| x.cell == a && !network.forbidden(x, b).is_empty());
                assert!(!linked || near.iter().any(|n| n.cell == b));
            }
            let sets = (0..model.sets().len() as u32).map(cluewright_core::model::SetId);
            let lies_in: Vec<_> = sets.filter(|&s| model.set(s).cells.contains(&a)).collect();
            assert_eq!(network.sets_of(a), lies_in);
        }
    }
    assert!(seen > 10_000, "the models say something: {seen}");
}

#[test]
fn groups_hold_in_every_solution() {
    let mut rng = Random::new(12);
    let (mut houses, mut solutions) = (0, 0);
    for _ in 0..400 {
        let model = random_model(&mut rng);
        for group in model.network().groups() {
            assert!(group.candidates.windows(2).all(|w| w[0] < w[1]), "sorted");
            houses += u32::from(matches!(group.kind, GroupKind::House(..)));
        }
        for values in assignments(&model) {
            if !model.holds(&values) {
                continue;
            }
            solutions += 1;
            for group in model.network().groups() {
                let count = group.candidates.iter().filter(|c| values[c.cell.index()] == c.value).count();
                let fine = match group.truth {
                    TrueCount::AtLeastOne => count >= 1,
                    TrueCount::AtMostOne => false,
                    TrueCount::ExactlyOne => count == 1,
                };
                assert!(fine, "{group:?} in {values:?}");
            }
        }
    }
    assert!(houses > 100 && solutions > 1000, "{houses} houses, {solutions} solutions");
}

fn assignments(model: &Model) -> Vec<Vec<Value>> {
    model.cells().iter().fold(vec![Vec::new()], |all, info| {
        all.iter().flat_map(|a| info.domain.iter().map(move |v| [&a[..], &[v]].concat())).collect()
    })
}

#[test]
fn a_broken_fact_is_found_by_propagation_too() {
    let mut rng = Random::new(13);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..300 {
        let model = random_model(&mut rng);
        let network = model.network();
        for values in assignments(&model) {
            // Fix every cell; a value may go by a fact about its cell, by what another forbids, by a constraint.
            let mut board = model.board();
            let fixed = values.iter().enumerate().all(|(c, &v)| board.fix(Cell(c as u16), v).is_ok());
            let at: Vec<Candidate> =
                values.iter().enumerate().map(|(c, &v)| Candidate::new(Cell(c as u16), v)).collect();
            let free = at.iter().all(|&x| at.iter().all(|&y| !network.sees(x, y)));
            let groups = network.groups().iter().all(|g| g.candidates.iter().any(|c| at.contains(c)));
            let fine = model.impossible().is_none()
                && fixed
                && free
                && groups
                && model.constraints().iter().all(|p| p.kind.propagate(&mut board).is_ok());
            assert_eq!(fine, model.holds(&values), "{values:?} {:?}", model.broken_by(&values));
            good += u32::from(fine);
            bad += u32::from(!fine);
        }
    }
    assert!(good > 500 && bad > 500, "{good} {bad}");
}

#[test]
fn a_set_with_too_many_cells_is_impossible() {
    let mut build = ModelBuilder::new();
    let cells: Vec<Cell> =
        (0..3).map(|i| build.add_cell(CellKind::Shown, 1, ValueSet::below(2), &format!("x{i}"))).collect();
    let origin = build.origin(Origin::new("set", "three cells on two values"));
    build.all_different(&cells, None, origin);
    let model = build.finish();
    assert_eq!(model.impossible(), Some(origin));
    assert_eq!(model.broken_by(&[Value(0), Value(1), Value(0)]), Some(origin));
}

#[test]
fn a_sum_learns_which_of_its_cells_differ() {
    let mut build = ModelBuilder::new();
    let cells: Vec<Cell> =
        (0..4).map(|i| build.add_cell(CellKind::Shown, 1, ValueSet::below(9), &format!("x{i}"))).collect();
    let origin = build.origin(Origin::new("cage", "a cage"));
    build.all_different(&cells[..3], None, origin);
    let terms: Vec<(Cell, i32)> = cells.iter().map(|&c| (c, 1)).collect();
    build.constrain(Sum::new(&terms, Compare::Eq, 7), origin);
    let model = build.finish();
    let mut board = model.board();
    model.constraints()[0].kind.propagate(&mut board).expect("1, 2, 3 and 1");
    assert_eq!(board.fixed_number(Cell(3)), Some(1));
    assert_eq!(board.max(Cell(0)), 3);
}

#[test]
fn a_relation_from_the_other_side() {
    let mut rng = Random::new(14);
    for _ in 0..200 {
        let table = rng.bits();
        let relation = Relation::forbidding(7, 9, |a, b| table >> (a.0 * 9 + b.0) & 1 == 1);
        let back = relation.transposed();
        for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (Value(a), Value(b)))) {
            let forbidden = a.0 < 7 && table >> (a.0 * 9 + b.0) & 1 == 1;
            assert_eq!(relation.forbidden(a).contains(b), forbidden);
            assert_eq!(back.forbidden(b).contains(a), forbidden);
        }
    }
}

/// Cells with different numbers for their values and without common indices: a sum uses the numbers of each cell.
#[test]
fn cells_that_count_from_other_numbers_are_no_part_of_a_sum() {
    let mut build = ModelBuilder::new();
    let origin = build.origin(Origin::new("sum", "the sum"));
    let zero = build.add_cell(CellKind::Shown, 0, ValueSet(0b1), "zero");
    let six = build.add_cell(CellKind::Shown, 5, ValueSet(0b110), "six or seven");
    build.constrain(Sum::new(&[(zero, 1), (six, 1)], Compare::Eq, 6), origin);
    let model = build.finish();
    assert!(!model.network().differ(&model, zero, six));
    let mut board = Board::new(vec![ValueSet(0b1), ValueSet(0b110)], vec![0, 5]);
    model.constraints()[0].kind.propagate(&mut board).unwrap();
    assert_eq!(board.fixed_number(six), Some(6));
}
