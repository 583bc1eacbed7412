//! What keeps a value out of the other places of a house. It is worked out when a step is told, not when it is found.

use super::{Pattern, Step};
use crate::board::state::State;
use cluewright_core::model::{GroupKind, SetId, Why};
use cluewright_core::{Candidate, Cell, Model, OriginId};

/// A reason why a value is excluded from some places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocker {
    /// The blocker.
    pub by: By,
    /// The places, in the order of the house.
    pub cells: Vec<Cell>,
}

/// The kind of blocker that excludes a value from a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// A digit that is filled in, and why the two cannot be together.
    Digit(Candidate, Why),
    /// A fact about that cell alone.
    Fact(OriginId),
    /// Steps before.
    Earlier,
}

impl Step {
    /// Of a step that finds the only place for a value in a house: what blocks every other place that is not filled in, by as
    /// few digits as can be seen to do (those that alone block a place, then the one that blocks most). Nothing for other steps.
    pub fn blockers(&self, model: &Model, state: &State) -> Vec<Blocker> {
        let (Pattern::Single { group }, Some(&placed)) = (&self.pattern, self.placements.first()) else {
            return Vec::new();
        };
        let GroupKind::House(set, _) = model.network().group(*group).kind else { return Vec::new() };
        let open = model.set(set).cells.iter().filter(|&&c| c != placed.cell && !state.placed.contains(c));
        let places: Vec<(Cell, Vec<(Candidate, Why)>)> =
            open.map(|&cell| (cell, blocking(model, state, Candidate::new(cell, placed.value)))).collect();
        let chosen = few(&places);
        let mut found: Vec<Blocker> = Vec::new();
        for (cell, ways) in &places {
            let by = match ways.iter().filter(|way| chosen.contains(&way.0)).min_by_key(|way| !usual(model, way.1)) {
                Some(&(digit, why)) => By::Digit(digit, why),
                None => never(model, Candidate::new(*cell, placed.value)).map_or(By::Earlier, By::Fact),
            };
            match found.iter_mut().find(|known| known.by == by) {
                Some(known) => known.cells.push(*cell),
                None => found.push(Blocker { by, cells: vec![*cell] }),
            }
        }
        found
    }
}

/// Digits that block all places which digits block, as few as are found: those that alone block a place, then always the one
/// that blocks most of the others.
fn few(places: &[(Cell, Vec<(Candidate, Why)>)]) -> Vec<Candidate> {
    let blocks = |ways: &[(Candidate, Why)], digit: Candidate| ways.iter().any(|way| way.0 == digit);
    let mut chosen: Vec<Candidate> = Vec::new();
    for (_, ways) in places {
        if let [(only, _)] = ways[..]
            && !chosen.contains(&only)
        {
            chosen.push(only);
        }
    }
    loop {
        let blocked = |ways: &[(Candidate, Why)]| chosen.iter().any(|&digit| blocks(ways, digit));
        let left: Vec<_> = places.iter().map(|(_, ways)| ways).filter(|w| !w.is_empty() && !blocked(w)).collect();
        let count = |digit: Candidate| left.iter().filter(|ways| blocks(ways, digit)).count();
        let all = left.iter().flat_map(|ways| ways.iter().map(|way| way.0));
        let Some(next) = all.min_by_key(|&digit| (usize::MAX - count(digit), digit.cell)) else { return chosen };
        chosen.push(next);
    }
}

/// The filled-in digits that a candidate cannot be together with, and why.
pub(crate) fn blocking(model: &Model, state: &State, here: Candidate) -> Vec<(Candidate, Why)> {
    let network = model.network();
    let by = network.neighbours(here.cell).iter().filter(|near| state.placed.contains(near.cell));
    let there = by.filter_map(|near| Some(Candidate::new(near.cell, state.board.fixed(near.cell)?)));
    there.filter_map(|there| Some((there, network.why(model, there, here)?))).collect()
}

/// Is it a row, a column, a box, where everybody looks?
pub(crate) fn usual(model: &Model, why: Why) -> bool {
    let house = |set: SetId| model.set(set).house || model.set(set).family.is_some();
    matches!(why, Why::Set(set) if house(set))
}

/// Whoever says that a cell never holds this, by a fact about it alone.
pub(crate) fn never(model: &Model, here: Candidate) -> Option<OriginId> {
    let fact = model.unary().iter().find(|u| u.cell == here.cell && !u.allowed.contains(here.value));
    fact.map(|u| u.origin)
}
