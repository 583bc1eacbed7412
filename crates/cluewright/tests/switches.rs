//! Each mechanism of the search is switched off alone, and every page of docs/rules must keep its unique solution. Each page is
//! thus solved in twenty ways, and the deductions of one mechanism must be replaced by search in the others.

use cluewright::rules::Ruleset;
use cluewright::search::{Mechanism, Solver, Switches};
use cluewright::{Compiled, Limits, Verdict, formats};

/// The node limits of a puzzle with everything on, and with one mechanism off.
const EASY: u64 = 2_000;
const NODES: u64 = 20_000;

#[test]
fn answers_do_not_depend_on_any_one_mechanism() {
    let folder = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    let (mut looked, mut finished, mut unfinished) = (0, 0, 0);
    let mut mattered = [false; Mechanism::ALL.len()];
    for rule in Ruleset::library().rules() {
        let Ok(page) = std::fs::read_to_string(folder.join(format!("{}.md", rule.name))) else { continue };
        let Some(start) = page.find("```clue\n") else { continue };
        let text = &page[start + 8..];
        let text = &text[..text.find("\n```").expect("a block has an end")];
        let read = formats::read_as("clue", text).expect("pages are read");
        let compiled = Compiled::new(read.puzzle).expect("pages are built");
        let model = compiled.model();
        let all = Solver::with(model, Switches::default()).verdict(&model.board(), &Limits::nodes(EASY));
        let Verdict::Unique(expected) = all.value else { continue };
        looked += 1;
        // Cut into parts at once, as threads share it.
        let mut parted = Vec::new();
        let answer = Solver::with(model, Switches::default()).cutting_after(1).solutions_on(
            2,
            &model.board(),
            &Limits::none(),
            |s| {
                parted.push(s.to_vec());
                std::ops::ControlFlow::Continue(())
            },
        );
        assert!(answer.complete() && parted.len() == 1, "{} in parts: {} solutions", rule.name, parted.len());
        let same = model.answer_cells().all(|c| parted[0][c.index()] == expected[c.index()]);
        assert!(same, "{} in parts: another solution", rule.name);
        for (mechanism, mattered) in Mechanism::ALL.into_iter().zip(&mut mattered) {
            let switches = Switches::default().without(mechanism);
            let answer = Solver::with(model, switches).verdict(&model.board(), &Limits::nodes(NODES));
            let name = mechanism.name();
            *mattered |= (answer.stats.nodes, answer.stats.propagations) != (all.stats.nodes, all.stats.propagations);
            match answer.value {
                Verdict::Unique(found) => {
                    let same = model.answer_cells().all(|c| found[c.index()] == expected[c.index()]);
                    assert!(same, "{} without {name}: another solution", rule.name);
                    finished += 1;
                }
                Verdict::Unknown(_) => unfinished += 1,
                other => panic!("{} without {name}: {other:?}", rule.name),
            }
        }
    }
    println!("{looked} pages, {finished} searches without something finished, {unfinished} not");
    for (mechanism, mattered) in Mechanism::ALL.into_iter().zip(mattered) {
        if !mattered {
            println!("no page takes notice of {}", mechanism.name());
        }
    }
    assert!(looked > 80 && unfinished * 20 < finished, "{looked} {finished} {unfinished}");
    assert!(mattered.iter().filter(|m| **m).count() >= 12, "switches that switch something: {mattered:?}");
}
