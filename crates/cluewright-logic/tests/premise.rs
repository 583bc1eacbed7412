//! A technique with its own kind of reason, as a user of the library would write it: one file contains the search, the check and
//! the sentences.

use crate::common;

use cluewright_core::{Candidate, Cell, Model, Value};
use cluewright_logic::{
    Clause, Config, Found, Own, Pattern, Premise, Reason, State, Step, TECHNIQUES, Technique, TechniqueInfo, View,
    proof, steps, text,
};
use common::Grid;

static INFO: TechniqueInfo =
    TechniqueInfo { id: "two_cells_listed", name: "Two Cells Listed", aliases: &[], difficulty: 30, source: "a test" };

/// Every way to fill two cells that see each other uses this value, so no candidate that sees it in both cells is true.
struct TwoCells;

/// This value is in one of the two cells in every way to fill them.
#[derive(Debug)]
struct AlwaysThere {
    cells: [Cell; 2],
    value: Value,
    gone: Vec<Candidate>,
}

impl Premise for AlwaysThere {
    fn clauses(&self, model: &Model, state: &State, _: &mut dyn FnMut(u64) -> bool) -> Option<Vec<Clause>> {
        let network = model.network();
        let all = |cell: Cell| state.board.values(cell).iter().map(move |v| Candidate::new(cell, v));
        let [a, b] = self.cells;
        let ways = all(a).flat_map(|x| all(b).map(move |y| [x, y])).filter(|&[x, y]| !network.sees(x, y));
        let there = |way: [Candidate; 2]| way.iter().any(|c| c.value == self.value);
        let sees = |gone: &Candidate| self.cells.iter().all(|&c| network.sees(*gone, Candidate::new(c, self.value)));
        let holds = ways.into_iter().all(there) && self.gone.iter().all(sees);
        holds.then(|| self.gone.iter().map(|&gone| vec![(gone, false)]).collect())
    }

    fn name(&self, model: &Model) -> String {
        self.cells.map(|c| model.cell_name(c)).join(" and ")
    }

    fn words(&self, model: &Model) -> String {
        let value = model.value_name(Candidate::new(self.cells[0], self.value));
        format!("however {} are filled, one of them is {value}", self.name(model))
    }
}

impl Technique for TwoCells {
    fn info(&self) -> &'static TechniqueInfo {
        &INFO
    }

    fn find(&self, view: &View, found: &mut Found) {
        let cells: Vec<Cell> = (0..81).map(Cell).filter(|&c| view.values(c).len() == 2).collect();
        for (i, &a) in cells.iter().enumerate() {
            for &b in cells[..i].iter().filter(|&&b| view.values(a) == view.values(b)) {
                for value in view.values(a) {
                    let places = [a, b].map(|c| view.space().id(Candidate::new(c, value)));
                    if !view.space().sees(places[0]).has(places[1]) {
                        continue;
                    }
                    let gone: Vec<_> = view.seen_by_all(places).iter().map(|id| view.space().candidate(id)).collect();
                    let own = || Own::new(AlwaysThere { cells: [b, a], value, gone: gone.clone() });
                    let step = Step::new(&INFO, Pattern::Own(own())).because([Reason::Own(own())]);
                    found.push(step.remove(gone.iter().copied()));
                }
            }
        }
    }
}

#[test]
fn a_reason_of_ones_own_is_found_proved_and_told() {
    let model =
        Grid::new(9, "4.....938.32.941...953..24.37.6.9..4529..16736.47.3.9.957..83....39..4..24..3.7.9").finish();
    let mut state = State::start(&model);
    let own: [&dyn Technique; 1] = [&TwoCells];
    let naked: Vec<_> = TECHNIQUES.iter().copied().filter(|t| t.info().id == "naked_pair").collect();
    let mut seen = 0;
    for _ in 0..20 {
        let found = steps(&model, &state, &Config { techniques: &own, ..Config::default() });
        let known = steps(&model, &state, &Config { techniques: &naked, ..Config::default() });
        // Pairs find the same conclusions, with both values in one step; they also find hidden pairs.
        let all = |steps: &[Step]| {
            let mut all: Vec<_> = steps.iter().flat_map(|s| s.eliminations.clone()).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let known = all(&known);
        assert!(all(&found).iter().all(|c| known.contains(c)));
        for step in &found {
            assert_eq!(proof::verify(&model, &state, step), Ok(()));
            assert_eq!(step, &step.clone());
            let told = text::describe(&model, &state, step).short;
            assert!(told.starts_with("However r") && told.contains("are filled, one of them is"), "{told}");
            seen += 1;
            // A false claim is rejected.
            let Some(Reason::Own(_)) = step.because.first() else { panic!("its own reason") };
            let wrong = AlwaysThere { cells: [Cell(0), Cell(40)], value: Value(0), gone: step.eliminations.clone() };
            let wrong = Step { because: vec![Reason::Own(Own::new(wrong))], ..step.clone() };
            assert!(proof::verify(&model, &state, &wrong).is_err());
        }
        let Some(next) =
            found.first().cloned().or_else(|| steps(&model, &state, &Config::default()).into_iter().next())
        else {
            break;
        };
        next.apply(&model, &mut state);
    }
    assert!(seen > 2, "{seen}");
}
