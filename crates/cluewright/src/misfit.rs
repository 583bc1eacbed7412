//! The contradiction at the end of a path: a cell without a value, a house without a place for a value, two values that exclude
//! each other, or a clue that cannot hold.

use crate::compiled::Compiled;
use cluewright_core::model::GroupKind;
use cluewright_core::{Candidate, Constraint};
use cluewright_logic::State;
use cluewright_rules::Became;

/// The first contradiction in a position, as part of a sentence; `be` is the verb of the sentence (`is` or `would be`).
pub(crate) fn nothing_fits(compiled: &Compiled, state: &State, be: &str) -> Option<String> {
    let model = compiled.model();
    if let Some(origin) = model.impossible() {
        let (rule, told) = (&model.origin(origin).rule, model.origin_text(origin));
        if **rule != told {
            return Some(format!("{told} can never hold"));
        }
        // A rule of the whole grid is identified only by its name; the report of the compilation says which line of its text is
        // impossible.
        let said =
            compiled.report().iter().find(|r| r.rule == told && r.became.iter().any(|b| b.0 == Became::Impossible));
        let place = said.map_or(String::new(), |said| format!(" here: line {} of its text is never true", said.line));
        return Some(format!("the rule {told} can never hold{place}"));
    }
    let gone = |c: &Candidate| !state.board.has(*c);
    let empty = model.network().groups().iter().find(|group| group.candidates.iter().all(gone));
    if let Some(group) = empty {
        return Some(match group.kind {
            GroupKind::Cell(cell) => format!("nothing {be} left for {}", model.cell_name(cell)),
            GroupKind::House(set, value) => {
                let value = model.value_name(Candidate::new(model.set(set).cells[0], value));
                format!("there {be} no place left for {value} in {}", model.set_name(set))
            }
            GroupKind::Posted(i) => {
                let origin = model.posted_groups()[i as usize].origin;
                format!("nothing {be} left for {}", model.origin_text(origin))
            }
        });
    }
    let network = model.network();
    for cell in model.answer_cells() {
        let Some(x) = state.board.fixed(cell).map(|v| Candidate::new(cell, v)) else { continue };
        for near in network.neighbours(cell) {
            let y = state.board.fixed(near.cell).map(|v| Candidate::new(near.cell, v));
            if let Some(y) = y.filter(|y| network.sees(x, *y)) {
                let name = |c: Candidate| format!("{} in {}", model.value_name(c), model.cell_name(c.cell));
                return Some(format!("{} and {} cannot both be", name(x), name(y)));
            }
        }
    }
    let mut trial = state.board.clone();
    let fails = model.constraints().iter().find(|posted| {
        trial.copy_from(&state.board);
        posted.kind.propagate(&mut trial).is_err()
    });
    fails.map(|posted| format!("{} cannot hold", model.origin_text(posted.origin)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_that_cannot_hold_says_where_in_its_text() {
        let text = "grid: 9x9\nrules: classic, far\nrule far\n  require cell(1, 1) > 0\n  require cell(10, 1) = 5\n";
        let compiled = Compiled::new(cluewright_formats::read(text).expect("a puzzle").puzzle).expect("sound rules");
        let told = nothing_fits(&compiled, &State::start(compiled.model()), "is").expect("there is no tenth row");
        assert_eq!(told, "the rule far can never hold here: line 3 of its text is never true");
    }
}
