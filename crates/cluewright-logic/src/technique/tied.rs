//! What a clue that ties pairs of cells removes: a value that goes with nothing left for another of its cells. A cage
//! of two cells, a dot between two, the steps of a line.
//!
//! Other techniques see such a clue as links between candidates. To a person it is one clue, and what it leaves is read
//! off it at a glance, both cells at once.

use crate::board::view::View;
use crate::step::found::Found;
use crate::step::names::CLUE;
use crate::step::premises::group_reason;
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::structure::ties::ties;
use cluewright_core::{Candidate, Cell, Value};

/// See the file's first lines.
pub(crate) struct Tied;

impl Technique for Tied {
    fn info(&self) -> &'static TechniqueInfo {
        &CLUE[0]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let model = view.model();
        let ties = view.memory().of(0, || ties(model));
        for clue in ties.iter() {
            let (mut gone, mut reasons): (Vec<Candidate>, Vec<Reason>) = (Vec::new(), Vec::new());
            let mut open: Vec<Cell> = Vec::new();
            for tie in &clue.pairs {
                for [from, to] in [tie.cells, [tie.cells[1], tie.cells[0]]] {
                    let (left, other) = (view.values(from), view.values(to));
                    if left.len() < 2 || other.len() < 2 {
                        continue;
                    }
                    if found.spend(u64::from(left.len())) {
                        return;
                    }
                    let all = |y: Candidate| -> Option<Vec<Reason>> {
                        let link = |x: Value| {
                            let a = Candidate::new(from, x);
                            tie.forbids(model, a, y).map(|why| Reason::Link { a, b: y, why })
                        };
                        left.iter().map(link).collect()
                    };
                    for y in other.iter().map(|v| Candidate::new(to, v)) {
                        if gone.contains(&y) {
                            continue;
                        }
                        if let Some(links) = all(y) {
                            let group = group_reason(view, view.cell_group(from));
                            if !reasons.contains(&group) {
                                reasons.push(group);
                            }
                            reasons.extend(links);
                            gone.push(y);
                            open.extend([from, to]);
                        }
                    }
                }
            }
            if gone.is_empty() {
                continue;
            }
            open.sort_unstable();
            open.dedup();
            let cost = model.origin(clue.origin).cost;
            let step = Step::new(self.info(), Pattern::Tied { origin: clue.origin })
                .remove(gone)
                .because(reasons)
                .harder((open.len() as u16).min(12) + cost);
            found.push(step);
            if found.is_full() {
                return;
            }
        }
    }
}
