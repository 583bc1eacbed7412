//! Fog: cells that are hidden from the player until correct digits clear them. Solvers ignore fog.

use crate::cell::Cell;

/// The parts of a puzzle that are hidden at first, and the digits that clear them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fog {
    /// The cells that are visible from the start.
    pub lights: Vec<Cell>,
    /// The cells that correct digits clear. If there are no triggers, a correct digit clears its own cell and the eight around
    /// it.
    pub triggers: Vec<Trigger>,
}

impl Fog {
    /// All lists of cells: the lights, then those of each trigger.
    pub fn lists(&mut self) -> impl Iterator<Item = &mut Vec<Cell>> {
        let triggers = self.triggers.iter_mut().flat_map(|t| [&mut t.cells, &mut t.shows]);
        std::iter::once(&mut self.lights).chain(triggers)
    }
}

/// A set of cells that clear the fog from other cells once all of them hold the right digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trigger {
    /// The cells to fill with the right digits.
    pub cells: Vec<Cell>,
    /// The cells that become visible once all trigger cells hold the right digits.
    pub shows: Vec<Cell>,
}
