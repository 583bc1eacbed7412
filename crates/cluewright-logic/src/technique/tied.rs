//! What a clue that ties pairs of cells removes: a value that goes with nothing left for another of its cells. A cage
//! of two cells, a dot between two, the steps of a line.
//!
//! Other techniques see such a clue as links between candidates. To a person it is one clue, and what it leaves is read
//! off it at a glance, both cells at once.

use super::clue::CLUE;
use super::{Found, Technique, group_reason};
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::view::View;
use cluewright_core::model::{DifferentSet, SetId, Why};
use cluewright_core::{Candidate, Cell, Model, OriginId, Value};

/// See the file's first lines.
pub(crate) struct Tied;

/// Two cells, and what a clue says of them.
#[derive(Debug)]
pub(crate) struct Tie {
    cells: [Cell; 2],
    /// Indices into [`Model::links`].
    links: Vec<u32>,
    /// The set of different cells that holds both, if the clue has one.
    set: Option<SetId>,
}

/// A clue and pairs of cells it ties, one hanging on the other.
#[derive(Debug)]
pub(crate) struct Ties {
    origin: OriginId,
    pairs: Vec<Tie>,
}

/// The clues of a model that tie pairs of cells, in the order of the puzzle.
pub(crate) fn ties(model: &Model) -> Vec<Ties> {
    let clue = |origin: OriginId| model.origin(origin).clue;
    let mut order: Vec<(u32, [Cell; 2], u32)> = Vec::new();
    for (l, link) in model.links().iter().enumerate() {
        if let Some(clue) = clue(link.origin) {
            order.push((clue, [link.a.min(link.b), link.a.max(link.b)], l as u32));
        }
    }
    order.sort_unstable();
    let sets = model.sets().iter().enumerate().filter_map(|(s, set)| clue(set.origin).map(|clue| (clue, s, set)));
    let sets: Vec<_> = sets.collect();
    let mut found: Vec<Ties> = Vec::new();
    for of_clue in order.chunk_by(|a, b| a.0 == b.0) {
        let origin = model.links()[of_clue[0].2 as usize].origin;
        let mut parts: Vec<Ties> = Vec::new();
        for pair in of_clue.chunk_by(|a, b| a.1 == b.1) {
            let cells = pair[0].1;
            let holds =
                |s: &&(u32, usize, &DifferentSet)| s.0 == pair[0].0 && cells.iter().all(|c| s.2.cells.contains(c));
            let set = sets.iter().find(holds).map(|s| SetId(s.1 as u32));
            let mut pairs = vec![Tie { cells, links: pair.iter().map(|p| p.2).collect(), set }];
            // It joins whatever has one of its cells.
            let meets = |part: &mut Ties| part.pairs.iter().any(|t| t.cells.iter().any(|c| cells.contains(c)));
            for part in parts.extract_if(.., meets) {
                pairs.extend(part.pairs);
            }
            pairs.sort_unstable_by_key(|t| t.cells);
            parts.push(Ties { origin, pairs });
        }
        parts.sort_unstable_by_key(|p| p.pairs[0].cells);
        found.extend(parts);
    }
    found
}

impl Tie {
    /// Why the clue does not allow both, if it does not.
    fn forbids(&self, model: &Model, x: Candidate, y: Candidate) -> Option<Why> {
        if let Some(set) = self.set.filter(|_| x.value == y.value) {
            return Some(Why::Set(set));
        }
        let forbids = |l: &u32| {
            let link = &model.links()[*l as usize];
            let (a, b) = if link.a == x.cell { (x, y) } else { (y, x) };
            model.relation(link.relation).forbidden(a.value).contains(b.value)
        };
        self.links.iter().copied().find(forbids).map(Why::Link)
    }
}

impl Technique for Tied {
    fn info(&self) -> &'static TechniqueInfo {
        &CLUE[0]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let (space, model) = (view.space(), view.model());
        for clue in space.ties() {
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
