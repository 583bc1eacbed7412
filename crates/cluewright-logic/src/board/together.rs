//! Houses that people take together: neighbours that share no cell.

use super::equations::house_total;
use cluewright_core::model::{CellKind, SetId};
use cluewright_core::{Cell, Model};
use std::collections::BTreeMap;

/// Most houses of one sort taken together: of nine, more say what the others do.
const MOST_HOUSES: usize = 5;
/// Most houses looked at, and most ways to take several of one sort together.
const MOST: usize = 200;

/// Houses that share no cell.
pub(super) type Together = Vec<SetId>;

/// The houses of a model that have a known sum.
pub(super) struct Houses<'m> {
    model: &'m Model,
    pub(super) all: Vec<SetId>,
    /// By cell of the grid its neighbours below and to the right.
    beside: Vec<Vec<Cell>>,
}

impl<'m> Houses<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let all = (0..model.sets().len() as u32).map(SetId).filter(|&s| house_total(model, s).is_some());
        let mut at = BTreeMap::new();
        for (c, info) in model.cells().iter().enumerate() {
            if let CellKind::Grid(place) = info.kind {
                at.insert((place.row, place.col), Cell(c as u16));
            }
        }
        let mut beside = vec![Vec::new(); model.len()];
        for (&(row, col), cell) in &at {
            for next in [(row + 1, col), (row, col + 1)] {
                beside[cell.index()].extend(at.get(&next).copied());
            }
        }
        Self { model, all: all.take(MOST).collect(), beside }
    }

    pub(super) fn cells(&self, house: SetId) -> &'m [Cell] {
        &self.model.set(house).cells
    }

    /// How many of a house's cells lie in these?
    pub(super) fn inside(&self, house: SetId, together: &[SetId]) -> usize {
        let among = |c: &&Cell| together.iter().any(|&h| self.cells(h).contains(c));
        self.cells(house).iter().filter(among).count()
    }

    /// Do they lie side by side, without a cell in common?
    pub(super) fn touch(&self, a: SetId, b: SetId) -> bool {
        let (a, b) = (self.cells(a), self.cells(b));
        let near = |from: &[Cell], to: &[Cell]| {
            from.iter().any(|c| self.beside[c.index()].iter().any(|other| to.contains(other)))
        };
        a.iter().all(|c| !b.contains(c)) && (near(a, b) || near(b, a))
    }

    /// Every house by itself, and all ways to take several of one sort together that hang together.
    pub(super) fn of_one_sort(&self) -> Vec<Together> {
        let mut found: Vec<Together> = self.all.iter().map(|&h| vec![h]).collect();
        let family = |h: SetId| self.model.set(h).family;
        let alike = |a: SetId, b: SetId| family(a).is_some() && family(a) == family(b);
        let (mut from, most) = (0, found.len() + MOST);
        for _ in 1..MOST_HOUSES {
            let to = found.len();
            for at in from..to {
                let first = found[at][0];
                for &next in self.all.iter().filter(|&&h| alike(h, first)) {
                    if found.len() >= most {
                        return found;
                    }
                    if found[at].contains(&next) || !found[at].iter().any(|&h| self.touch(h, next)) {
                        continue;
                    }
                    let mut more = found[at].clone();
                    more.push(next);
                    more.sort_unstable();
                    if !found[to..].contains(&more) {
                        found.push(more);
                    }
                }
            }
            from = to;
        }
        found
    }
}
