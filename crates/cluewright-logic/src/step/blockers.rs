//! The reasons why a value cannot go in the other places of a house. These reasons are computed when a step is described, not when
//! it is found.

use super::{Pattern, Step};
use crate::board::state::State;
use cluewright_core::model::{GroupKind, SetId, Why};
use cluewright_core::{Candidate, Cell, Constraint, Kind, Model, OriginId, Value, ValueSet};

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
    /// A filled-in digit, and why the value cannot be in this place together with that digit.
    Digit(Candidate, Why),
    /// A fact about this cell alone, or a single clue.
    Fact(OriginId),
    /// A house whose places for the value all see this place.
    House(SetId),
    /// A pair or triple of cells of this house that uses up the value.
    Taken(SetId),
    /// Earlier steps excluded the value: the current board no longer shows why.
    Earlier,
}

impl Step {
    /// For a step that finds the only place for a value in a house: what blocks each of the other open places. Few digits are
    /// named; they are chosen greedily: first every digit that alone blocks some place, then repeatedly the digit that blocks the
    /// most of the remaining places. Empty for other steps.
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
                None => by_marks(model, state, Candidate::new(*cell, placed.value), placed.cell),
            };
            match found.iter_mut().find(|known| known.by == by) {
                Some(known) => known.cells.push(*cell),
                None => found.push(Blocker { by, cells: vec![*cell] }),
            }
        }
        found
    }
}

/// A small set of digits that blocks every place blocked by any digit. The set is chosen greedily: first every digit that alone
/// blocks some place, then repeatedly the digit that blocks the most of the remaining places.
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

/// The filled-in digits that exclude a candidate, each with the reason.
pub(crate) fn blocking(model: &Model, state: &State, here: Candidate) -> Vec<(Candidate, Why)> {
    let network = model.network();
    let by = network.neighbours(here.cell).iter().filter(|near| state.placed.contains(near.cell));
    let there = by.filter_map(|near| Some(Candidate::new(near.cell, state.board.fixed(near.cell)?)));
    there.filter_map(|there| Some((there, network.why(model, there, here)?))).collect()
}

/// The blocker of a candidate that no filled-in digit excludes, according to the remaining candidates: a fact about the cell, a
/// single clue, a house, or a pair or triple. A house, pair or triple is used only if the argument does not involve the cell
/// `found`.
pub(crate) fn by_marks(model: &Model, state: &State, here: Candidate, found: Cell) -> By {
    let fact = never(model, here).or_else(|| by_clue(model, state, here)).map(By::Fact);
    let fact = fact.or_else(|| by_house(model, state, here, found).map(By::House));
    fact.or_else(|| taken(model, state, here, found).map(|(set, _)| By::Taken(set))).unwrap_or(By::Earlier)
}

/// Clues with more cells than this are not propagated here, because this happens while a sentence is being written.
const MOST_CELLS: usize = 24;

/// A clue that excludes the candidate by itself, given the remaining candidates of the clue's other cells.
fn by_clue(model: &Model, state: &State, here: Candidate) -> Option<OriginId> {
    let asked = |kind: &Kind| {
        kind.cells().len() <= MOST_CELLS && !matches!(kind, Kind::Evaluated(_)) && kind.cells().contains(&here.cell)
    };
    let forbids = |kind: &Kind| {
        let mut trial = state.board.clone();
        trial.set_values(here.cell, ValueSet::of(here.value));
        kind.propagate(&mut trial).is_err()
    };
    let all = model.constraints().iter().filter(|posted| model.origin(posted.origin).clue.is_some());
    all.filter(|posted| asked(&posted.kind)).find(|posted| forbids(&posted.kind)).map(|posted| posted.origin)
}

/// The cells of a set that still have the value as a candidate.
pub(crate) fn places(model: &Model, state: &State, set: SetId, value: Value) -> Vec<Cell> {
    model.set(set).cells.iter().copied().filter(|&c| state.board.values(c).contains(value)).collect()
}

/// The houses of a model.
fn houses(model: &Model) -> impl Iterator<Item = SetId> {
    (0..model.sets().len() as u32).map(SetId).filter(|&set| model.set(set).house)
}

/// A house that does not contain this cell but whose places for the value all see this cell.
fn by_house(model: &Model, state: &State, here: Candidate, found: Cell) -> Option<SetId> {
    houses(model).filter(|&set| !model.set(set).cells.contains(&here.cell)).find(|&set| {
        let places = places(model, state, set, here.value);
        let sees = |&cell: &Cell| model.network().sees(Candidate::new(cell, here.value), here);
        places.len() > 1 && !places.contains(&found) && places.iter().all(sees)
    })
}

/// Two or three other cells in one of this cell's houses that together have as many values as cells, including the candidate's
/// value.
pub(crate) fn taken(model: &Model, state: &State, here: Candidate, found: Cell) -> Option<(SetId, Vec<Cell>)> {
    let values = |cell: Cell| state.board.values(cell);
    houses(model).filter(|&set| model.set(set).cells.contains(&here.cell)).find_map(|set| {
        let few = |&cell: &Cell| cell != here.cell && cell != found && (2..=3).contains(&values(cell).len());
        let cells: Vec<Cell> = model.set(set).cells.iter().copied().filter(few).collect();
        cells.iter().find_map(|&first| {
            let within = |all: ValueSet| cells.iter().copied().filter(move |&c| values(c).is_subset(all));
            let wider = cells.iter().map(|&other| values(first) | values(other));
            std::iter::once(values(first)).chain(wider).find_map(|all| {
                let full: Vec<Cell> = within(all).collect();
                let uses_up = all.contains(here.value) && full.len() == all.len() as usize && full.len() <= 3;
                uses_up.then_some((set, full))
            })
        })
    })
}

/// Whether the reason is a row, a column or a box, which needs no explanation.
pub(crate) fn usual(model: &Model, why: Why) -> bool {
    let house = |set: SetId| model.set(set).house || model.set(set).family.is_some();
    matches!(why, Why::Set(set) if house(set))
}

/// The fact about the cell alone that excludes the candidate, if there is one.
pub(crate) fn never(model: &Model, here: Candidate) -> Option<OriginId> {
    let fact = model.unary().iter().find(|u| u.cell == here.cell && !u.allowed.contains(here.value));
    fact.map(|u| u.origin)
}
