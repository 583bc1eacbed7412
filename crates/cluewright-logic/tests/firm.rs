//! If every candidate is in some filling, techniques that use only groups and links find nothing. The test counts all fillings of
//! small boards, and runs the techniques on larger ones.

use crate::common;

use cluewright_core::{Candidate, Cell, Model, Value};
use cluewright_logic::{Config, Found, RARE, Space, State, TECHNIQUES, Technique, View, is_firm, steps};
use common::{Grid, Random};

fn models(n: u16) -> [Model; 3] {
    let grid = || Grid::new(n, "");
    [
        grid().finish(),
        grid().leaper("knights", &[(1, 2)], |a, b| a == b && a.0 < 2).finish(),
        grid().leaper("neighbours", &[(0, 1)], |a, b| a.0 + b.0 == 1).finish(),
    ]
}

/// A board on which each cell has the values that it has in these grids.
fn union(model: &Model, grids: &[Vec<Value>]) -> State {
    let mut state = State::start(model);
    for c in 0..model.len() {
        for v in state.board.values(Cell(c as u16)) {
            if !grids.iter().any(|g| g[c] == v) {
                state.eliminate(Candidate::new(Cell(c as u16), v));
            }
        }
    }
    state
}

/// All ways to fill in the board that sets and links allow.
fn fillings(model: &Model, state: &State) -> Vec<Vec<Value>> {
    common::solutions(model, &state.board, usize::MAX)
}

#[test]
fn firm_is_what_all_fillings_say() {
    let mut random = Random::new(0x51DE);
    let (mut firm, mut loose) = (0, 0);
    for model in models(4) {
        let all = fillings(&model, &State::start(&model));
        for round in 0..400 {
            let grids: Vec<_> = (0..2 + round % 5).map(|_| all[random.below(all.len())].clone()).collect();
            let mut state = union(&model, &grids);
            // Singles are steps themselves, so `is_firm` is false for boards with one.
            for c in 0..model.len() {
                let spare = Value(random.below(4) as u8);
                if random.below(6) == 0 && model.cells()[c].domain.contains(spare) {
                    state.board.restore(Cell(c as u16), cluewright_core::ValueSet::of(spare));
                }
            }
            let space = Space::new(&model);
            let view = View::new(&space, &state, None);
            let left = fillings(&model, &state);
            let single = view.open_groups().any(|(_, live)| live.len() < 2);
            let each = |fits: &dyn Fn(Candidate) -> bool| {
                view.live()
                    .iter()
                    .map(|id| space.candidate(id))
                    .filter(|&c| fits(c))
                    .all(|c| left.iter().any(|grid| grid[c.cell.index()] == c.value))
            };
            let mut found = Found::new(1, u64::MAX);
            assert_eq!(is_firm(&view, None, &mut found), !single && each(&|_| true), "{:?}", state.board);
            for v in (0..4).map(Value) {
                // The property of whole fillings implies that of one value's places.
                let alone = is_firm(&view, Some(v), &mut found);
                assert!(alone || single || !each(&|c| c.value == v), "{v:?} of {:?}", state.board);
            }
            if is_firm(&view, None, &mut found) { firm += 1 } else { loose += 1 }
        }
    }
    assert!(firm > 20 && loose > 20, "{firm} firm, {loose} not");
}

#[test]
fn nothing_is_found_where_all_is_firm() {
    let mut random = Random::new(0xF1A7);
    let base = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let base: Vec<usize> = base.bytes().map(|b| (b - b'1') as usize).collect();
    let (mut whole, mut parts) = (0, 0);
    let model = Grid::new(9, "").finish();
    for round in 0..60 {
        // The same grid with its digits renamed, and its bands, rows and columns exchanged.
        let mut shuffled = |n: usize| {
            let mut order: Vec<usize> = (0..n).collect();
            (1..n).for_each(|i| order.swap(i, random.below(i + 1)));
            order
        };
        let mut grid = || {
            let (names, bands, stacks) = (shuffled(9), shuffled(3), shuffled(3));
            let rows: Vec<usize> = bands.iter().flat_map(|b| shuffled(3).into_iter().map(move |r| 3 * b + r)).collect();
            let cols: Vec<usize> =
                stacks.iter().flat_map(|s| shuffled(3).into_iter().map(move |c| 3 * s + c)).collect();
            (0..81).map(|i| Value(names[base[9 * rows[i / 9] + cols[i % 9]]] as u8)).collect::<Vec<_>>()
        };
        let grids: Vec<_> = (0..2 + round % 4).map(|_| grid()).collect();
        let mut state = union(&model, &grids);
        for _ in 0..random.below(8) {
            let cell = Cell(random.below(81) as u16);
            let value = Value(random.below(9) as u8);
            if grids[0][cell.index()] != value && state.board.values(cell).len() > 2 {
                state.eliminate(Candidate::new(cell, value));
            }
        }
        let space = Space::new(&model);
        let view = View::new(&space, &state, None);
        let mut found = Found::new(1, u64::MAX);
        let firm = is_firm(&view, None, &mut found);
        let values: Vec<Value> = (0..9).map(Value).filter(|&v| is_firm(&view, Some(v), &mut found)).collect();
        assert!(!firm || values.len() == 9);
        whole += usize::from(firm);
        parts += usize::from(!firm && !values.is_empty());
        let plain: Vec<&dyn Technique> =
            TECHNIQUES.iter().chain(RARE).copied().filter(|t| t.reads_only_groups()).collect();
        let config = Config { techniques: &plain, work: 3_000_000, ..Config::default() };
        for step in steps(&model, &state, &config) {
            assert!(!firm, "{step:?}");
            let one = ["fish", "swordfish", "jellyfish", "x_wing", "template", "colors", "broken_wing"];
            if one.iter().any(|part| step.technique.id.contains(part)) && !step.technique.id.contains("kraken") {
                let about = step.eliminations.iter().chain(&step.placements).all(|c| values.contains(&c.value));
                assert!(!about, "{step:?}");
            }
        }
    }
    assert!(whole > 5 && parts > 5, "{whole} firm, {parts} in parts");
}

/// A search that found nothing among a value's places is skipped until they change. The result is the same as for a position seen
/// for the first time.
#[test]
fn what_was_barren_stays_barren() {
    let mut random = Random::new(0xBA44);
    let (mut found, mut nothing, mut spared) = (0, 0, 0);
    for (round, model) in models(9).iter().chain(&models(9)).enumerate() {
        let space = Space::new(model);
        let mut state = State::start(model);
        for _ in 0..30 {
            for _ in 0..=random.below(16) {
                let (cell, value) = (Cell(random.below(81) as u16), Value(random.below(9) as u8));
                // Removes few values of few cells, so that steps occur now and then.
                if state.board.values(cell).len() > 2 && (round > 2 || value.0 < 4) {
                    state.eliminate(Candidate::new(cell, value));
                }
            }
            let first = |space: &Space, technique: &dyn Technique| {
                let mut found = Found::new(1, u64::MAX);
                technique.find(&View::new(space, &state, None), &mut found);
                found.into_steps().pop()
            };
            let fresh = Space::new(model);
            let one = ["fish", "wing", "swordfish", "jellyfish", "colors"];
            for technique in TECHNIQUES.iter().filter(|t| t.reads_only_groups()) {
                if one.iter().any(|part| technique.info().id.contains(part)) {
                    let (step, anew) = (first(&space, *technique), first(&fresh, *technique));
                    // Skipped searches leave more of the node limit for other values.
                    assert!(step == anew || anew.is_none(), "{}: {step:?} {anew:?}", technique.info().name);
                    found += usize::from(step.is_some());
                    nothing += usize::from(step.is_none());
                    spared += usize::from(step != anew);
                }
            }
        }
    }
    assert!(found > 100 && nothing > 1_000 && spared < found / 20, "{found} {nothing} {spared}");
}
