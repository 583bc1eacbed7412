//! Finds the fact of a model that prevents two candidates from both being true.

use super::{Model, Network, PostedGroup, TrueCount, Why};
use crate::cell::{Candidate, Cell};
use crate::origin::OriginId;

impl Network {
    /// Whether the two cells always hold different digits, because of sets or links. False if the two cells have different first
    /// numbers, because such cells cannot share a set.
    pub fn differ(&self, model: &Model, a: Cell, b: Cell) -> bool {
        let (ia, ib) = (&model.cells()[a.index()], &model.cells()[b.index()]);
        a != b
            && ia.first == ib.first
            && (ia.domain & ib.domain).iter().all(|v| self.sees(Candidate::new(a, v), Candidate::new(b, v)))
    }

    /// The first fact that prevents two candidates from both being true; `None` if no fact does.
    pub fn why(&self, model: &Model, x: Candidate, y: Candidate) -> Option<Why> {
        if x == y {
            return None;
        }
        if x.cell == y.cell {
            return Some(Why::SameCell);
        }
        if x.value == y.value {
            let shared = self.sets_of(x.cell).iter().find(|s| self.sets_of(y.cell).contains(s));
            if let Some(&s) = shared {
                return Some(Why::Set(s));
            }
        }
        let linked = self.links_of(x.cell).iter().copied().find(|&l| model.link_forbids(l, x, y));
        linked.map(Why::Link).or_else(|| {
            let both = |g: &PostedGroup| g.candidates.contains(&x) && g.candidates.contains(&y);
            let mut groups = (0..).zip(model.posted_groups());
            groups.find(|(_, g)| g.truth != TrueCount::AtLeastOne && both(g)).map(|(i, _)| Why::Group(i))
        })
    }

    /// The origin of the fact; `None` if the two candidates are values of one cell.
    pub fn why_origin(model: &Model, why: Why) -> Option<OriginId> {
        match why {
            Why::SameCell => None,
            Why::Set(s) => Some(model.set(s).origin),
            Why::Link(l) => Some(model.links()[l as usize].origin),
            Why::Group(g) => Some(model.posted_groups()[g as usize].origin),
        }
    }
}
