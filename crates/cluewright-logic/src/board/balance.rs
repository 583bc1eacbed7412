//! Facts that follow from houses and clues together: sums, lists of cells with the same digits, or counts.

use super::equations::Source;
use cluewright_core::model::SetId;
use cluewright_core::{Kind, Model, OriginId};

/// A fact that combines houses and clues. There are three kinds: a sum (houses with a known total, minus sum clues);
/// two lists of cells that hold the same digits (cells that lie only in some houses, and cells that lie only in equally
/// many other houses); or, without houses, the combined meaning of clues that each count one value among the same
/// cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Balance {
    /// The houses, each with its multiplicity; houses with negative multiplicities are subtracted.
    pub houses: Vec<(SetId, i32)>,
    /// The subtracted clues or, without houses, the combined clues.
    pub clues: Vec<Share>,
    /// The houses minus the clues equal `times` times `sum`. At least 1.
    pub times: i32,
    /// The derived fact: a sum that equals a total, two lists with the same contents, or (without houses) a choice
    /// between the possible ways to fill the cells.
    pub sum: Kind,
}

/// A clue's contribution to a [`Balance`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The clue, or part of a clue, that provides the equation.
    pub source: Source,
    /// How many times the equation is subtracted; a negative number means that the equation is added.
    pub times: i32,
}

impl Balance {
    /// The origins of the houses and clues that the fact follows from.
    pub(crate) fn origins<'m>(&'m self, model: &'m Model) -> impl Iterator<Item = OriginId> + 'm {
        let houses = self.houses.iter().map(|(set, _)| model.set(*set).origin);
        houses.chain(self.clues.iter().map(|share| share.source.origin(model)))
    }

    /// Whether the fact is about how often values occur; counting facts have no houses.
    pub fn counts(&self) -> bool {
        self.houses.is_empty()
    }
}
